# tools/lab/bench/paper: see tools/lab/bench/paper/README.md.
noinst_LIBRARIES += libtools_bench_paper.a
TOOLS_BENCH_PAPER = libtools_bench_paper.a $(TOOLS_BENCH)
libtools_bench_paper_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_bench_paper_a_SOURCES = \
	tools/lab/bench/paper/paper.c \
	tools/lab/bench/paper/paper.h \
	tools/lab/bench/paper/paper_altered.c \
	tools/lab/bench/paper/paper_altered.h \
	tools/lab/bench/paper/paper_blocks.c \
	tools/lab/bench/paper/paper_blocks.h \
	tools/lab/bench/paper/paper_clusters.c \
	tools/lab/bench/paper/paper_clusters.h \
	tools/lab/bench/paper/paper_collapse.c \
	tools/lab/bench/paper/paper_collapse.h \
	tools/lab/bench/paper/paper_distance.c \
	tools/lab/bench/paper/paper_events.c \
	tools/lab/bench/paper/paper_html.c \
	tools/lab/bench/paper/paper_impl.h \
	tools/lab/bench/paper/paper_known.c \
	tools/lab/bench/paper/paper_known.h \
	tools/lab/bench/paper/paper_look_ups.c \
	tools/lab/bench/paper/paper_look_ups.h \
	tools/lab/bench/paper/paper_minhash.c \
	tools/lab/bench/paper/paper_neighbours.c \
	tools/lab/bench/paper/paper_neighbours.h \
	tools/lab/bench/paper/paper_pairs.c \
	tools/lab/bench/paper/paper_plans.c \
	tools/lab/bench/paper/paper_report.c \
	tools/lab/bench/paper/paper_report.h \
	tools/lab/bench/paper/paper_sentences.c \
	tools/lab/bench/paper/paper_stream.c \
	tools/lab/bench/paper/paper_text.c
EXTRA_DIST += tools/lab/bench/paper/README.md
