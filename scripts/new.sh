#!/bin/sh
# new.sh FIGURE makes a figure from experiments/template: 20 and fig20 are the same, and study-mine
# is a study.
set -eu
LC_ALL=C
cd "$(dirname "$0")/.."
name=${1:-}
case $name in
[0-9] | fig[0-9]) name=fig0${name#fig} ;;
[0-9][0-9]) name=fig$name ;;
esac
case $name in
fig00 | *[!a-z0-9-]*) name= ;;
fig[0-9][0-9] | study-[a-z0-9]*) ;;
*) name= ;;
esac
[ -n "$name" ] || {
	echo "new: expected FIG=20, a number from 1 to 99, or FIG=study-NAME, got '${1:-}'" >&2
	exit 2
}
folder=experiments/$name
[ ! -e "$folder" ] || {
	echo "new: $folder exists" >&2
	exit 2
}
mkdir "$folder"
for file in main.go draw.go model.go spec.toml caption.txt; do
	sed "s/template/$name/g" "experiments/template/$file" > "$folder/$file"
done
echo "made $folder, to be changed; make $name PROFILE=smoke draws it"
