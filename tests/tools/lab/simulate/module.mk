check_PROGRAMS += check_tools_simulate
TESTS += check_tools_simulate
check_tools_simulate_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_simulate_LDADD = $(TESTS_BASE) $(TOOLS_SIMULATE) $(CHECK_LIBS)
check_tools_simulate_SOURCES = \
	tests/tools/lab/simulate/simulated.h \
	tests/tools/lab/simulate/test_simulate.c \
	tests/tools/lab/simulate/test_simulate_fail.c \
	tests/tools/lab/simulate/test_simulate_parts.c
