check_PROGRAMS += check_tools_tagger fake_apertium
TESTS += check_tools_tagger
check_tools_tagger_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_tagger_LDADD = $(TESTS_BASE) $(TOOLS_TAGGER) $(CHECK_LIBS)
check_tools_tagger_SOURCES = \
	tests/tools/intake/tagger/fake.c \
	tests/tools/intake/tagger/fake.h \
	tests/tools/intake/tagger/test_apertium.c \
	tests/tools/intake/tagger/test_filter.c \
	tests/tools/intake/tagger/test_tagger.c \
	tests/tools/intake/tagger/test_tagger_data.c \
	tests/tools/intake/tagger/test_tagger_real.c
fake_apertium_CFLAGS = $(AM_CFLAGS)
fake_apertium_SOURCES = tests/tools/intake/tagger/fake_apertium.c
