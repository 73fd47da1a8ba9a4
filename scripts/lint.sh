#!/bin/sh
# lint.sh fails if gofmt, vet (also for macOS), staticcheck, deadcode or nofma.sh reports anything,
# or if a line of handwritten Go has more than 100 characters.
set -eux
cd "$(dirname "$0")/.."
none() { [ -z "$1" ] || exit 1; } # -x has shown the argument
none "$(gofmt -l experiments pkg scripts)"
none "$(LC_ALL=$(locale -a | grep -im1 utf) grep -rnE --include='*.go' --exclude='generated_*' '.{101}' \
	experiments pkg scripts)"
go vet ./...
GOOS=darwin GOARCH=arm64 go vet ./...
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
dead=$(go run golang.org/x/tools/cmd/deadcode@v0.52.0 -test ./...)
none "$dead"
scripts/nofma.sh
