#!/bin/sh
# fetch.sh downloads the four files of MNIST to data/mnist, or to $MNIST_DIR, unless they exist,
# and checks their SHA-256. MIRRORS and SUMS name other places and other files.
set -u
cd "$(dirname "$0")/.." || exit 1
sums=${SUMS:-$PWD/scripts/mnist.sha256}
dir=${MNIST_DIR:-data/mnist}
mirrors=${MIRRORS:-https://ossci-datasets.s3.amazonaws.com/mnist \
	https://storage.googleapis.com/cvdf-datasets/mnist}
check=$(command -v sha256sum || echo shasum -a 256)
mkdir -p "$dir" && cd "$dir" || exit 1
right() { echo "$sum  $1" | $check -c > /dev/null 2>&1; }
missing=
while read -r sum name; do
	if right "$name" || [ -e "${name%.gz}" ]; then
		echo "$dir/$name: already there"
		continue
	fi
	for mirror in $mirrors; do
		if curl -fsSL --connect-timeout 10 --speed-time 30 -o "$name.part" "$mirror/$name"; then
			if right "$name.part"; then
				mv "$name.part" "$name"
				echo "$dir/$name: from $mirror"
				continue 2
			fi
			echo "fetch: $mirror/$name: wrong content, expected SHA-256 $sum" >&2
		fi
		rm -f "$name.part"
	done
	missing="$missing $name"
done < "$sums"
[ -z "$missing" ] || {
	cat >&2 << END
fetch: $dir lacks$missing. By hand:
  1. download what is missing from one of $mirrors
     (or take any copy of the original files), and put it into $dir,
     or set MNIST_DIR to a folder that has the four files;
  2. check them: $check -c, in that folder, with scripts/mnist.sha256.
The figures need none of this: their scores are in data/mnist79.npz.
END
	exit 1
}
