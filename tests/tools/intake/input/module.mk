check_PROGRAMS += check_tools_input
TESTS += check_tools_input
check_tools_input_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_input_LDADD = $(TESTS_BASE) $(TOOLS_INPUT) $(CHECK_LIBS)
check_tools_input_SOURCES = \
	tests/tools/intake/input/test_confirm.c \
	tests/tools/intake/input/test_input.c \
	tests/tools/intake/input/test_prefetch.c \
	tests/tools/intake/input/test_source.c
