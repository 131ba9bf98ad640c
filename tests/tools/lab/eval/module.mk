check_PROGRAMS += check_tools_eval
SLOW_TESTS += check_tools_eval
check_tools_eval_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_eval_LDADD = $(TESTS_BASE) $(TOOLS_EVAL) $(CHECK_LIBS)
check_tools_eval_SOURCES = \
	tests/tools/lab/eval/intern_check.h \
	tests/tools/lab/eval/test_category_score.c \
	tests/tools/lab/eval/test_diff.c \
	tests/tools/lab/eval/test_explain.c \
	tests/tools/lab/eval/test_explain_rule.c \
	tests/tools/lab/eval/test_known.c \
	tests/tools/lab/eval/test_reliability.c \
	tests/tools/lab/eval/test_replay.c \
	tests/tools/lab/eval/test_rules_test.c \
	tests/tools/lab/eval/test_run_loop.c \
	tests/tools/lab/eval/test_score.c \
	tests/tools/lab/eval/test_score_files.c
