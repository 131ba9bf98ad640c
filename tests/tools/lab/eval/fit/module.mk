check_PROGRAMS += check_tools_eval_fit
TESTS += check_tools_eval_fit
check_tools_eval_fit_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_eval_fit_LDADD = $(TESTS_BASE) $(TOOLS_EVAL_FIT) $(CHECK_LIBS)
check_tools_eval_fit_SOURCES = \
	tests/tools/lab/eval/fit/test_fit.c \
	tests/tools/lab/eval/fit/test_fit_stories.c \
	tests/tools/lab/eval/fit/test_fit_stream.c \
	tests/tools/lab/eval/fit/test_logit.c
