# tools/eval/sweep: see tools/eval/sweep/README.md.
noinst_LIBRARIES += libtools_eval_sweep.a
TOOLS_EVAL_SWEEP = libtools_eval_sweep.a $(TOOLS_EVAL)
libtools_eval_sweep_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_sweep_a_SOURCES = \
	tools/eval/sweep/sweep.c \
	tools/eval/sweep/sweep.h \
	tools/eval/sweep/sweep_best.c \
	tools/eval/sweep/sweep_best.h \
	tools/eval/sweep/sweep_cites.c \
	tools/eval/sweep/sweep_cites.h \
	tools/eval/sweep/sweep_events.c \
	tools/eval/sweep/sweep_events.h \
	tools/eval/sweep/sweep_grid.c \
	tools/eval/sweep/sweep_grid.h \
	tools/eval/sweep/sweep_html.c \
	tools/eval/sweep/sweep_known.c \
	tools/eval/sweep/sweep_known.h \
	tools/eval/sweep/sweep_plot.c \
	tools/eval/sweep/sweep_plot.h \
	tools/eval/sweep/sweep_point.c \
	tools/eval/sweep/sweep_point.h \
	tools/eval/sweep/sweep_print.c \
	tools/eval/sweep/sweep_stage.c \
	tools/eval/sweep/sweep_stage.h \
	tools/eval/sweep/sweep_view.c \
	tools/eval/sweep/sweep_view.h
EXTRA_DIST += tools/eval/sweep/README.md
