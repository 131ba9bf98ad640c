check_PROGRAMS += check_window_vector
TESTS += check_window_vector
check_window_vector_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_vector_LDADD = $(TESTS_BASE) $(WINDOW_VECTOR) $(CHECK_LIBS)
check_window_vector_SOURCES = \
	tests/window/vector/test_vector_code.c \
	tests/window/vector/test_vector_ring.c \
	tests/window/vector/test_vector_rows.c
