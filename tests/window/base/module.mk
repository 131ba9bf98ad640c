check_PROGRAMS += check_window_base
TESTS += check_window_base
check_window_base_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_base_LDADD = $(TESTS_BASE) $(WINDOW_BASE) $(CHECK_LIBS)
check_window_base_SOURCES = \
	tests/window/base/test_clock.c \
	tests/window/base/test_journal.c \
	tests/window/base/test_postings.c \
	tests/window/base/test_recent.c \
	tests/window/base/test_slab.c \
	tests/window/base/test_tally.c
