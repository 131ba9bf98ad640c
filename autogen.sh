#!/bin/sh
# Generates configure and the Makefile templates from configure.ac and
# Makefile.am. Needs autoconf, automake and pkg-config.
set -e
cd "$(dirname "$0")"
mkdir -p m4
exec autoreconf --install --force --warnings=all,no-obsolete
