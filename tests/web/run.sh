#!/bin/sh
# usage: run.sh TOCSIN DIRECTORY [TEST...]
# Looks at the newsroom's page in a real browser: starts the program TOCSIN on
# stores in DIRECTORY, and walks through its pages with chromium, or with its
# headless shell, which needs half of the processor. Pictures of each page are
# left in DIRECTORY/pictures. TEST: only those files. WEB_JOBS of them run at
# once, 2 if that is not set.
# Skipped, with a sentence, where node or chromium are missing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
dir=$2
shift 2

skip() {
	echo "check-web: skipped: $1 is missing; './quickstart web' installs it"
	exit 0
}

command -v node >/dev/null 2>&1 || skip node
command -v npm >/dev/null 2>&1 || skip npm
browser=$(command -v chromium-headless-shell || command -v chromium ||
	command -v chromium-browser || :)
[ -n "$browser" ] || skip chromium

mkdir -p "$dir/pictures"
cp "$here"/*.mjs "$here"/package*.json \
	"$here"/../../tools/tell/words/po/*.po "$dir"
cd "$dir"
if ! cmp -s package-lock.json node_modules/installed; then
	npm ci --silent --no-audit --no-fund --ignore-scripts ||
		skip "the npm registry"
	cp package-lock.json node_modules/installed
fi
[ $# -gt 0 ] || set -- *.test.mjs
TOCSIN=$program CHROMIUM=$browser \
	exec node --test --test-concurrency="${WEB_JOBS:-2}" "$@"
