check_PROGRAMS += check_tools_bench
TESTS += check_tools_bench
check_tools_bench_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_bench_LDADD = $(TESTS_BASE) $(TOOLS_BENCH) $(CHECK_LIBS)
check_tools_bench_SOURCES = \
	tests/tools/lab/bench/test_bench.c
