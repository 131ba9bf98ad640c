check_PROGRAMS += check_tools_web
TESTS += check_tools_web
check_tools_web_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_web_LDADD = $(TESTS_BASE) $(TOOLS_WEB) $(CHECK_LIBS)
check_tools_web_SOURCES = \
	tests/tools/serve/web/pages.c \
	tests/tools/serve/web/pages.h \
	tests/tools/serve/web/test_desk.c \
	tests/tools/serve/web/test_errors.c \
	tests/tools/serve/web/test_event.c \
	tests/tools/serve/web/test_feeds.c \
	tests/tools/serve/web/test_frame.c \
	tests/tools/serve/web/test_map.c \
	tests/tools/serve/web/test_now.c \
	tests/tools/serve/web/test_reports.c \
	tests/tools/serve/web/test_rules.c \
	tests/tools/serve/web/test_search.c \
	tests/tools/serve/web/test_state.c \
	tests/tools/serve/web/test_template.c
