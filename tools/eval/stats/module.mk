# tools/eval/stats: see tools/eval/stats/README.md.
noinst_LIBRARIES += libtools_eval_stats.a
TOOLS_EVAL_STATS = libtools_eval_stats.a $(TOOLS_EVAL_FIT)
libtools_eval_stats_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_stats_a_SOURCES = \
	tools/eval/stats/stats.c \
	tools/eval/stats/stats.h \
	tools/eval/stats/stats_forms.c \
	tools/eval/stats/stats_forms.h \
	tools/eval/stats/stats_groups.c \
	tools/eval/stats/stats_groups.h \
	tools/eval/stats/stats_impl.h \
	tools/eval/stats/stats_print.c \
	tools/eval/stats/stats_recent.c \
	tools/eval/stats/stats_recent.h \
	tools/eval/stats/stats_run.c \
	tools/eval/stats/stats_run.h \
	tools/eval/stats/stats_sources.c \
	tools/eval/stats/stats_sources.h \
	tools/eval/stats/stats_spread.c \
	tools/eval/stats/stats_spread.h \
	tools/eval/stats/stats_tables.c \
	tools/eval/stats/stats_tables.h
EXTRA_DIST += tools/eval/stats/README.md
