check_PROGRAMS += check_tools_web
TESTS += check_tools_web
check_tools_web_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_web_LDADD = $(TESTS_BASE) $(TOOLS_WEB) $(CHECK_LIBS)
check_tools_web_SOURCES = \
	tests/tools/web/pages.c \
	tests/tools/web/pages.h \
	tests/tools/web/test_desk.c \
	tests/tools/web/test_event.c \
	tests/tools/web/test_feeds.c \
	tests/tools/web/test_frame.c \
	tests/tools/web/test_now.c \
	tests/tools/web/test_reports.c \
	tests/tools/web/test_rules.c \
	tests/tools/web/test_search.c \
	tests/tools/web/test_state.c \
	tests/tools/web/test_template.c
