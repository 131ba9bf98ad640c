# tools/lab/eval: see tools/lab/eval/README.md.
noinst_LIBRARIES += libtools_eval.a
TOOLS_EVAL = libtools_eval.a $(TOOLS_EDITION)
libtools_eval_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_a_SOURCES = \
	tools/lab/eval/category_score.c \
	tools/lab/eval/category_score.h \
	tools/lab/eval/cluster_score.c \
	tools/lab/eval/cluster_score.h \
	tools/lab/eval/csv.c \
	tools/lab/eval/csv.h \
	tools/lab/eval/diff.c \
	tools/lab/eval/diff.h \
	tools/lab/eval/diff_view.c \
	tools/lab/eval/diff_view.h \
	tools/lab/eval/explain.c \
	tools/lab/eval/explain.h \
	tools/lab/eval/explain_cluster.c \
	tools/lab/eval/explain_excerpt.c \
	tools/lab/eval/explain_impl.h \
	tools/lab/eval/explain_json.c \
	tools/lab/eval/explain_rule.c \
	tools/lab/eval/explain_rule.h \
	tools/lab/eval/explain_rule_print.c \
	tools/lab/eval/explain_text.c \
	tools/lab/eval/intern.c \
	tools/lab/eval/intern.h \
	tools/lab/eval/known.c \
	tools/lab/eval/known.h \
	tools/lab/eval/learn_categories.c \
	tools/lab/eval/learn_categories.h \
	tools/lab/eval/measure.c \
	tools/lab/eval/measure.h \
	tools/lab/eval/pair_list.c \
	tools/lab/eval/pair_list.h \
	tools/lab/eval/reliability.c \
	tools/lab/eval/reliability.h \
	tools/lab/eval/replay.c \
	tools/lab/eval/replay.h \
	tools/lab/eval/rules_test.c \
	tools/lab/eval/rules_test.h \
	tools/lab/eval/run_loop.c \
	tools/lab/eval/run_loop.h \
	tools/lab/eval/score.c \
	tools/lab/eval/score.h \
	tools/lab/eval/truth.c \
	tools/lab/eval/truth.h \
	tools/lab/eval/truth_impl.h \
	tools/lab/eval/truth_read.c \
	tools/lab/eval/truth_read.h
EXTRA_DIST += tools/lab/eval/README.md
