# tools/serve/live: see tools/serve/live/README.md.
noinst_LIBRARIES += libtools_live.a
TOOLS_LIVE = libtools_live.a $(TOOLS_PICTURE)
libtools_live_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_live_a_SOURCES = \
	tools/serve/live/api_json.c \
	tools/serve/live/api_json.h \
	tools/serve/live/api_json_also.c \
	tools/serve/live/api_json_desk.c \
	tools/serve/live/api_json_excerpts.c \
	tools/serve/live/api_json_feed.c \
	tools/serve/live/api_json_orders.c \
	tools/serve/live/feed_looks.c \
	tools/serve/live/feed_looks.h \
	tools/serve/live/feed_rounds.c \
	tools/serve/live/feed_rounds.h \
	tools/serve/live/intake.c \
	tools/serve/live/intake.h \
	tools/serve/live/jobs.c \
	tools/serve/live/jobs.h \
	tools/serve/live/jobs_impl.h \
	tools/serve/live/jobs_run.c \
	tools/serve/live/meter.c \
	tools/serve/live/meter.h \
	tools/serve/live/minutes.c \
	tools/serve/live/minutes.h \
	tools/serve/live/now.c \
	tools/serve/live/now.h \
	tools/serve/live/now_group.c \
	tools/serve/live/now_group.h \
	tools/serve/live/now_rank.c \
	tools/serve/live/now_rank.h \
	tools/serve/live/now_row.c \
	tools/serve/live/now_row.h \
	tools/serve/live/pattern_watch.c \
	tools/serve/live/pattern_watch.h \
	tools/serve/live/quiet.c \
	tools/serve/live/quiet.h \
	tools/serve/live/retain.c \
	tools/serve/live/retain.h \
	tools/serve/live/slices.c \
	tools/serve/live/slices.h \
	tools/serve/live/sse.c \
	tools/serve/live/sse.h \
	tools/serve/live/sse_begin.c \
	tools/serve/live/sse_impl.h \
	tools/serve/live/sse_message.c \
	tools/serve/live/sse_message.h \
	tools/serve/live/told_json.c \
	tools/serve/live/told_json.h \
	tools/serve/live/wall.c \
	tools/serve/live/wall.h
EXTRA_DIST += tools/serve/live/README.md
