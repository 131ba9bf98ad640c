# tools/tell/schedule: see tools/tell/schedule/README.md.
noinst_LIBRARIES += libtools_schedule.a
TOOLS_SCHEDULE = libtools_schedule.a $(ENGINE_TEXT)
libtools_schedule_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_schedule_a_SOURCES = \
	tools/tell/schedule/schedule.c \
	tools/tell/schedule/schedule.h \
	tools/tell/schedule/schedule_parse.c
EXTRA_DIST += tools/tell/schedule/README.md
