# tools/lab/eval/rubric: see tools/lab/eval/rubric/README.md.
noinst_LIBRARIES += libtools_eval_rubric.a
TOOLS_EVAL_RUBRIC = libtools_eval_rubric.a $(TOOLS_EDITION)
libtools_eval_rubric_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_rubric_a_SOURCES = \
	tools/lab/eval/rubric/rubric.c \
	tools/lab/eval/rubric/rubric.h \
	tools/lab/eval/rubric/rubric_case.c \
	tools/lab/eval/rubric/rubric_case.h \
	tools/lab/eval/rubric/rubric_edition.c \
	tools/lab/eval/rubric/rubric_edition.h \
	tools/lab/eval/rubric/rubric_judge.c \
	tools/lab/eval/rubric/rubric_judge.h \
	tools/lab/eval/rubric/rubric_line.c \
	tools/lab/eval/rubric/rubric_line.h \
	tools/lab/eval/rubric/rubric_report.c \
	tools/lab/eval/rubric/rubric_report.h \
	tools/lab/eval/rubric/rubric_run.c \
	tools/lab/eval/rubric/rubric_run.h \
	tools/lab/eval/rubric/rubric_words.c \
	tools/lab/eval/rubric/rubric_words.h
EXTRA_DIST += tools/lab/eval/rubric/README.md
