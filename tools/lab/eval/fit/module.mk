# tools/lab/eval/fit: see tools/lab/eval/fit/README.md.
noinst_LIBRARIES += libtools_eval_fit.a
TOOLS_EVAL_FIT = libtools_eval_fit.a $(TOOLS_EVAL_SWEEP)
libtools_eval_fit_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_fit_a_SOURCES = \
	tools/lab/eval/fit/fit.c \
	tools/lab/eval/fit/fit.h \
	tools/lab/eval/fit/fit_draw.c \
	tools/lab/eval/fit/fit_figures.c \
	tools/lab/eval/fit/fit_impl.h \
	tools/lab/eval/fit/fit_print.c \
	tools/lab/eval/fit/fit_score.c \
	tools/lab/eval/fit/fit_stories.c \
	tools/lab/eval/fit/fit_stories.h \
	tools/lab/eval/fit/fit_stream.c \
	tools/lab/eval/fit/fit_stream.h \
	tools/lab/eval/fit/logit.c \
	tools/lab/eval/fit/logit.h
EXTRA_DIST += tools/lab/eval/fit/README.md
