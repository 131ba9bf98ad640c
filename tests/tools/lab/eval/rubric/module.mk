check_PROGRAMS += check_tools_eval_rubric
TESTS += check_tools_eval_rubric
check_tools_eval_rubric_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_eval_rubric_LDADD = $(TESTS_BASE) $(TOOLS_EVAL_RUBRIC) $(CHECK_LIBS)
check_tools_eval_rubric_SOURCES = \
	tests/tools/lab/eval/rubric/test_rubric.c \
	tests/tools/lab/eval/rubric/test_rubric_case.c \
	tests/tools/lab/eval/rubric/test_rubric_line.c \
	tests/tools/lab/eval/rubric/test_rubric_run.c
