# tools/lab/eval/sweep: see tools/lab/eval/sweep/README.md.
noinst_LIBRARIES += libtools_eval_sweep.a
TOOLS_EVAL_SWEEP = libtools_eval_sweep.a $(TOOLS_EVAL)
libtools_eval_sweep_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_sweep_a_SOURCES = \
	tools/lab/eval/sweep/sweep.c \
	tools/lab/eval/sweep/sweep.h \
	tools/lab/eval/sweep/sweep_best.c \
	tools/lab/eval/sweep/sweep_best.h \
	tools/lab/eval/sweep/sweep_cites.c \
	tools/lab/eval/sweep/sweep_cites.h \
	tools/lab/eval/sweep/sweep_events.c \
	tools/lab/eval/sweep/sweep_events.h \
	tools/lab/eval/sweep/sweep_grid.c \
	tools/lab/eval/sweep/sweep_grid.h \
	tools/lab/eval/sweep/sweep_html.c \
	tools/lab/eval/sweep/sweep_known.c \
	tools/lab/eval/sweep/sweep_known.h \
	tools/lab/eval/sweep/sweep_plot.c \
	tools/lab/eval/sweep/sweep_plot.h \
	tools/lab/eval/sweep/sweep_point.c \
	tools/lab/eval/sweep/sweep_point.h \
	tools/lab/eval/sweep/sweep_print.c \
	tools/lab/eval/sweep/sweep_run.c \
	tools/lab/eval/sweep/sweep_run.h \
	tools/lab/eval/sweep/sweep_stage.c \
	tools/lab/eval/sweep/sweep_stage.h \
	tools/lab/eval/sweep/sweep_view.c \
	tools/lab/eval/sweep/sweep_view.h
EXTRA_DIST += tools/lab/eval/sweep/README.md
