# tools/schedule: see tools/schedule/README.md.
noinst_LIBRARIES += libtools_schedule.a
TOOLS_SCHEDULE = libtools_schedule.a $(ENGINE_TEXT)
libtools_schedule_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_schedule_a_SOURCES = \
	tools/schedule/schedule.c \
	tools/schedule/schedule.h \
	tools/schedule/schedule_parse.c
EXTRA_DIST += tools/schedule/README.md
