# tools/bench/paper: see tools/bench/paper/README.md.
noinst_LIBRARIES += libtools_bench_paper.a
TOOLS_BENCH_PAPER = libtools_bench_paper.a $(TOOLS_BENCH)
libtools_bench_paper_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_bench_paper_a_SOURCES = \
	tools/bench/paper/paper.c \
	tools/bench/paper/paper.h \
	tools/bench/paper/paper_altered.c \
	tools/bench/paper/paper_altered.h \
	tools/bench/paper/paper_blocks.c \
	tools/bench/paper/paper_blocks.h \
	tools/bench/paper/paper_clusters.c \
	tools/bench/paper/paper_clusters.h \
	tools/bench/paper/paper_collapse.c \
	tools/bench/paper/paper_collapse.h \
	tools/bench/paper/paper_distance.c \
	tools/bench/paper/paper_events.c \
	tools/bench/paper/paper_html.c \
	tools/bench/paper/paper_impl.h \
	tools/bench/paper/paper_known.c \
	tools/bench/paper/paper_known.h \
	tools/bench/paper/paper_look_ups.c \
	tools/bench/paper/paper_look_ups.h \
	tools/bench/paper/paper_minhash.c \
	tools/bench/paper/paper_neighbours.c \
	tools/bench/paper/paper_neighbours.h \
	tools/bench/paper/paper_pairs.c \
	tools/bench/paper/paper_plans.c \
	tools/bench/paper/paper_report.c \
	tools/bench/paper/paper_report.h \
	tools/bench/paper/paper_sentences.c \
	tools/bench/paper/paper_stream.c \
	tools/bench/paper/paper_text.c
EXTRA_DIST += tools/bench/paper/README.md
