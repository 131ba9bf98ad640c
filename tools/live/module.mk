# tools/live: see tools/live/README.md.
noinst_LIBRARIES += libtools_live.a
TOOLS_LIVE = libtools_live.a $(TOOLS_HTTP)
libtools_live_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_live_a_SOURCES = \
	tools/live/api_json.c \
	tools/live/api_json.h \
	tools/live/api_json_also.c \
	tools/live/api_json_desk.c \
	tools/live/api_json_excerpts.c \
	tools/live/api_json_feed.c \
	tools/live/api_json_orders.c \
	tools/live/feed_looks.c \
	tools/live/feed_looks.h \
	tools/live/feed_rounds.c \
	tools/live/feed_rounds.h \
	tools/live/intake.c \
	tools/live/intake.h \
	tools/live/jobs.c \
	tools/live/jobs.h \
	tools/live/jobs_impl.h \
	tools/live/jobs_run.c \
	tools/live/meter.c \
	tools/live/meter.h \
	tools/live/minutes.c \
	tools/live/minutes.h \
	tools/live/now.c \
	tools/live/now.h \
	tools/live/now_group.c \
	tools/live/now_group.h \
	tools/live/now_rank.c \
	tools/live/now_rank.h \
	tools/live/now_row.c \
	tools/live/now_row.h \
	tools/live/pattern_watch.c \
	tools/live/pattern_watch.h \
	tools/live/retain.c \
	tools/live/retain.h \
	tools/live/slices.c \
	tools/live/slices.h \
	tools/live/sse.c \
	tools/live/sse.h \
	tools/live/sse_begin.c \
	tools/live/sse_impl.h \
	tools/live/sse_message.c \
	tools/live/sse_message.h \
	tools/live/told_json.c \
	tools/live/told_json.h \
	tools/live/wall.c \
	tools/live/wall.h
EXTRA_DIST += tools/live/README.md
