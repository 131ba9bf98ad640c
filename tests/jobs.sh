#!/bin/sh
# usage: jobs.sh TARGET
# What `make TARGET` hands down to the makes it starts: for `check`, run as
# many jobs at once as there are processors, unless whoever started make has
# said how many with -j.
set -u
case "$1 ${MAKEFLAGS-}" in
*-j*) ;;
check*) echo "-j$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" ;;
esac
