# tools/bench: see tools/bench/README.md.
noinst_LIBRARIES += libtools_bench.a
TOOLS_BENCH = libtools_bench.a $(TOOLS_CLIENT)
libtools_bench_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_bench_a_SOURCES = \
	tools/bench/bench.c \
	tools/bench/bench.h \
	tools/bench/bench_archive.c \
	tools/bench/bench_archive.h \
	tools/bench/bench_articles.c \
	tools/bench/bench_articles.h \
	tools/bench/bench_candidates.c \
	tools/bench/bench_crowd.c \
	tools/bench/bench_crowd.h \
	tools/bench/bench_db.c \
	tools/bench/bench_db.h \
	tools/bench/bench_http.c \
	tools/bench/bench_index.c \
	tools/bench/bench_page.c \
	tools/bench/bench_pairs.c \
	tools/bench/bench_pairs.h \
	tools/bench/bench_poster.c \
	tools/bench/bench_poster.h \
	tools/bench/bench_replay.c \
	tools/bench/bench_serve.c \
	tools/bench/bench_serve.h \
	tools/bench/bench_services.c \
	tools/bench/bench_services.h \
	tools/bench/bench_soak.c \
	tools/bench/bench_store.c \
	tools/bench/bench_text.c \
	tools/bench/bench_webhook.c \
	tools/bench/bench_webhook.h
EXTRA_DIST += tools/bench/README.md
