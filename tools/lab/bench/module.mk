# tools/lab/bench: see tools/lab/bench/README.md.
noinst_LIBRARIES += libtools_bench.a
TOOLS_BENCH = libtools_bench.a $(TOOLS_CLIENT)
libtools_bench_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_bench_a_SOURCES = \
	tools/lab/bench/bench.c \
	tools/lab/bench/bench.h \
	tools/lab/bench/bench_archive.c \
	tools/lab/bench/bench_archive.h \
	tools/lab/bench/bench_articles.c \
	tools/lab/bench/bench_articles.h \
	tools/lab/bench/bench_candidates.c \
	tools/lab/bench/bench_crowd.c \
	tools/lab/bench/bench_crowd.h \
	tools/lab/bench/bench_db.c \
	tools/lab/bench/bench_db.h \
	tools/lab/bench/bench_http.c \
	tools/lab/bench/bench_index.c \
	tools/lab/bench/bench_page.c \
	tools/lab/bench/bench_pairs.c \
	tools/lab/bench/bench_pairs.h \
	tools/lab/bench/bench_poster.c \
	tools/lab/bench/bench_poster.h \
	tools/lab/bench/bench_replay.c \
	tools/lab/bench/bench_serve.c \
	tools/lab/bench/bench_serve.h \
	tools/lab/bench/bench_services.c \
	tools/lab/bench/bench_services.h \
	tools/lab/bench/bench_soak.c \
	tools/lab/bench/bench_store.c \
	tools/lab/bench/bench_text.c \
	tools/lab/bench/bench_webhook.c \
	tools/lab/bench/bench_webhook.h
EXTRA_DIST += tools/lab/bench/README.md
