#!/bin/sh
# Generates configure and the Makefile templates from configure.ac and
# Makefile.am. Needs autoconf, automake and pkg-config. Makefile.in is made
# last: when it is there, so is all the rest.
set -e
cd "$(dirname "$0")"
mkdir -p m4
rm -f Makefile.in
exec autoreconf --install --force --warnings=all,no-obsolete
