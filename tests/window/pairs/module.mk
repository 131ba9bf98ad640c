check_PROGRAMS += check_window_pairs
TESTS += check_window_pairs
check_window_pairs_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_pairs_LDADD = $(TESTS_BASE) $(WINDOW) $(CHECK_LIBS)
check_window_pairs_SOURCES = \
	tests/window/pairs/test_pairs.c \
	tests/window/pairs/test_rewrite.c
