check_PROGRAMS += check_tools_schedule
TESTS += check_tools_schedule
check_tools_schedule_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_schedule_LDADD = $(TESTS_BASE) $(TOOLS_SCHEDULE) $(CHECK_LIBS)
check_tools_schedule_SOURCES = \
	tests/tools/tell/schedule/test_schedule.c \
	tests/tools/tell/schedule/test_schedule_walk.c
