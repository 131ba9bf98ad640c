#!/bin/sh
# usage: embed.sh FILE...
# Prints text files as C, a row { "NAME", "its text" }, for each; NAME is the
# file's without folder and ending. An installed program needs no data files.
set -eu
LC_ALL=C
export LC_ALL
for f; do
	name=${f##*/}
	printf '{ "%s",\n' "${name%.*}"
	sed -e 's/[\\"?]/\\&/g' -e 's/^/"/' -e 's/$/\\n"/' "$f"
	echo '},'
done
