check_PROGRAMS += check_window_keys
TESTS += check_window_keys
check_window_keys_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_keys_LDADD = $(TESTS_BASE) $(WINDOW_KEYS) $(CHECK_LIBS)
check_window_keys_SOURCES = \
	tests/window/keys/keys_model.c \
	tests/window/keys/keys_model.h \
	tests/window/keys/test_keys.c
