check_PROGRAMS += check_tools_eval_stats
TESTS += check_tools_eval_stats
check_tools_eval_stats_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_eval_stats_LDADD = $(TESTS_BASE) $(TOOLS_EVAL_STATS) $(CHECK_LIBS)
check_tools_eval_stats_SOURCES = \
	tests/tools/lab/eval/stats/test_stats.c
