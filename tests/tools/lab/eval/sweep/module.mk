check_PROGRAMS += check_tools_eval_sweep
SLOW_TESTS += check_tools_eval_sweep
check_tools_eval_sweep_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_eval_sweep_LDADD = $(TESTS_BASE) $(TOOLS_EVAL_SWEEP) $(CHECK_LIBS)
check_tools_eval_sweep_SOURCES = \
	tests/tools/lab/eval/sweep/test_sweep.c \
	tests/tools/lab/eval/sweep/test_sweep_view.c
