# A fuzz target is a program fuzz_NAME, listed in FUZZ_TARGETS, of one file
# tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput(), like this:
#
#   FUZZ_TARGETS += fuzz_NAME
#   fuzz_NAME_CFLAGS = $(AM_CFLAGS) ...
#   fuzz_NAME_LDFLAGS = $(LIBFUZZER_FLAGS)
#   fuzz_NAME_LDADD = libengine.a $(ENGINE_LIBS)
#   fuzz_NAME_SOURCES = tests/fuzz/fuzz_NAME.c $(FUZZ_MAIN)
#
# and has a corpus in tests/fuzz/corpus/NAME/. Without --enable-fuzz the
# program is linked with replay.c and `make check` feeds it that corpus.
FUZZ_TARGETS =
if FUZZ
FUZZ_MAIN =
LIBFUZZER_FLAGS = -fsanitize=fuzzer
else
FUZZ_MAIN = tests/fuzz/replay.c
LIBFUZZER_FLAGS =
endif
EXTRA_DIST += tests/fuzz/replay.c tests/fuzz/replay.sh tests/fuzz/corpus

FUZZ_TARGETS += fuzz_conf
fuzz_conf_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
fuzz_conf_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_conf_LDADD = libtools.a $(TOOLS_LIBS)
fuzz_conf_SOURCES = tests/fuzz/fuzz_conf.c $(FUZZ_MAIN)
