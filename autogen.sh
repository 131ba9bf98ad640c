#!/bin/sh
# Generates configure and the Makefile templates from configure.ac and
# Makefile.am. Needs autoconf, automake and pkg-config. Makefile.in is made
# last: when it is there, so is all the rest. autoreconf does the same in three
# times the time, as it runs most of these twice.
set -e
cd "$(dirname "$0")"
mkdir -p m4 build-aux
rm -f Makefile.in
aclocal -I m4 --force --warnings=all,no-obsolete
autoconf --force --warnings=all,no-obsolete
exec automake --add-missing --copy --force-missing --warnings=all,no-obsolete
