# tools/eval/rubric: see tools/eval/rubric/README.md.
noinst_LIBRARIES += libtools_eval_rubric.a
TOOLS_EVAL_RUBRIC = libtools_eval_rubric.a $(TOOLS_EDITION)
libtools_eval_rubric_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_rubric_a_SOURCES = \
	tools/eval/rubric/rubric.c \
	tools/eval/rubric/rubric.h \
	tools/eval/rubric/rubric_case.c \
	tools/eval/rubric/rubric_case.h \
	tools/eval/rubric/rubric_edition.c \
	tools/eval/rubric/rubric_edition.h \
	tools/eval/rubric/rubric_judge.c \
	tools/eval/rubric/rubric_judge.h \
	tools/eval/rubric/rubric_line.c \
	tools/eval/rubric/rubric_line.h \
	tools/eval/rubric/rubric_report.c \
	tools/eval/rubric/rubric_report.h \
	tools/eval/rubric/rubric_run.c \
	tools/eval/rubric/rubric_run.h \
	tools/eval/rubric/rubric_words.c \
	tools/eval/rubric/rubric_words.h
EXTRA_DIST += tools/eval/rubric/README.md
