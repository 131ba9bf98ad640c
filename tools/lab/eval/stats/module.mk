# tools/lab/eval/stats: see tools/lab/eval/stats/README.md.
noinst_LIBRARIES += libtools_eval_stats.a
TOOLS_EVAL_STATS = libtools_eval_stats.a $(TOOLS_EVAL_FIT)
libtools_eval_stats_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_stats_a_SOURCES = \
	tools/lab/eval/stats/stats.c \
	tools/lab/eval/stats/stats.h \
	tools/lab/eval/stats/stats_forms.c \
	tools/lab/eval/stats/stats_forms.h \
	tools/lab/eval/stats/stats_groups.c \
	tools/lab/eval/stats/stats_groups.h \
	tools/lab/eval/stats/stats_impl.h \
	tools/lab/eval/stats/stats_print.c \
	tools/lab/eval/stats/stats_recent.c \
	tools/lab/eval/stats/stats_recent.h \
	tools/lab/eval/stats/stats_run.c \
	tools/lab/eval/stats/stats_run.h \
	tools/lab/eval/stats/stats_sources.c \
	tools/lab/eval/stats/stats_sources.h \
	tools/lab/eval/stats/stats_spread.c \
	tools/lab/eval/stats/stats_spread.h \
	tools/lab/eval/stats/stats_tables.c \
	tools/lab/eval/stats/stats_tables.h
EXTRA_DIST += tools/lab/eval/stats/README.md
