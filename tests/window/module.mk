check_PROGRAMS += check_window
TESTS += check_window
check_window_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_LDADD = $(TESTS_BASE) $(WINDOW) $(CHECK_LIBS)
check_window_SOURCES = \
	tests/window/test_reprint.c
