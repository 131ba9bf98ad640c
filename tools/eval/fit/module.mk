# tools/eval/fit: see tools/eval/fit/README.md.
noinst_LIBRARIES += libtools_eval_fit.a
TOOLS_EVAL_FIT = libtools_eval_fit.a $(TOOLS_EVAL_SWEEP)
libtools_eval_fit_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_fit_a_SOURCES = \
	tools/eval/fit/fit.c \
	tools/eval/fit/fit.h \
	tools/eval/fit/fit_draw.c \
	tools/eval/fit/fit_figures.c \
	tools/eval/fit/fit_impl.h \
	tools/eval/fit/fit_print.c \
	tools/eval/fit/fit_score.c \
	tools/eval/fit/fit_stories.c \
	tools/eval/fit/fit_stories.h \
	tools/eval/fit/fit_stream.c \
	tools/eval/fit/fit_stream.h \
	tools/eval/fit/fit_stream_impl.h \
	tools/eval/fit/logit.c \
	tools/eval/fit/logit.h
EXTRA_DIST += tools/eval/fit/README.md
