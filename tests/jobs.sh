#!/bin/sh
# usage: jobs.sh TARGET
# What `make TARGET` hands down to the makes it starts: for `check`, run twice
# as many jobs at once as there are processors, because many tests wait for what
# they have started, unless whoever started make has said how many with -j.
set -u
case "$1 ${MAKEFLAGS-}" in
*-j*) ;;
check*) echo "-j$((2 * $(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)))" ;;
esac
