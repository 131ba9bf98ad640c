# tools/eval: see tools/eval/README.md.
noinst_LIBRARIES += libtools_eval.a
TOOLS_EVAL = libtools_eval.a $(TOOLS_EDITION)
libtools_eval_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_eval_a_SOURCES = \
	tools/eval/category_score.c \
	tools/eval/category_score.h \
	tools/eval/cluster_score.c \
	tools/eval/cluster_score.h \
	tools/eval/csv.c \
	tools/eval/csv.h \
	tools/eval/diff.c \
	tools/eval/diff.h \
	tools/eval/diff_view.c \
	tools/eval/diff_view.h \
	tools/eval/explain.c \
	tools/eval/explain.h \
	tools/eval/explain_cluster.c \
	tools/eval/explain_excerpt.c \
	tools/eval/explain_impl.h \
	tools/eval/explain_json.c \
	tools/eval/explain_rule.c \
	tools/eval/explain_rule.h \
	tools/eval/explain_rule_impl.h \
	tools/eval/explain_rule_print.c \
	tools/eval/explain_text.c \
	tools/eval/intern.c \
	tools/eval/intern.h \
	tools/eval/known.c \
	tools/eval/known.h \
	tools/eval/learn_categories.c \
	tools/eval/learn_categories.h \
	tools/eval/pair_list.c \
	tools/eval/pair_list.h \
	tools/eval/reliability.c \
	tools/eval/reliability.h \
	tools/eval/replay.c \
	tools/eval/replay.h \
	tools/eval/rules_test.c \
	tools/eval/rules_test.h \
	tools/eval/run_loop.c \
	tools/eval/run_loop.h \
	tools/eval/score.c \
	tools/eval/score.h \
	tools/eval/truth.c \
	tools/eval/truth.h \
	tools/eval/truth_impl.h \
	tools/eval/truth_read.c \
	tools/eval/truth_read.h
EXTRA_DIST += tools/eval/README.md
