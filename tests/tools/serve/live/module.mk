check_PROGRAMS += check_tools_live
TESTS += check_tools_live
check_tools_live_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_live_LDADD = $(TESTS_BASE) $(TOOLS_LIVE) $(CHECK_LIBS)
check_tools_live_SOURCES = \
	tests/tools/serve/live/listeners.h \
	tests/tools/serve/live/test_jobs.c \
	tests/tools/serve/live/test_meter.c \
	tests/tools/serve/live/test_minutes.c \
	tests/tools/serve/live/test_now.c \
	tests/tools/serve/live/test_now_rank.c \
	tests/tools/serve/live/test_quiet.c \
	tests/tools/serve/live/test_slices.c \
	tests/tools/serve/live/test_sse.c
