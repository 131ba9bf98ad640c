#!/bin/sh
# usage: embed.sh [-t] FILE...
# Prints text files as C, a row { "NAME", "its text" }, for each; NAME is the
# file's without folder and ending. An installed program needs no data files.
# -t: without the tabs that lines begin with.
set -eu
LC_ALL=C
export LC_ALL
tabs=
if [ "${1-}" = -t ]; then
	tabs='s/^	*//'
	shift
fi
for f; do
	name=${f##*/}
	printf '{ "%s",\n' "${name%.*}"
	sed -e "$tabs" -e 's/[\\"?]/\\&/g' -e 's/^/"/' -e 's/$/\\n"/' "$f"
	echo '},'
done
