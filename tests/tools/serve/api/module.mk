check_PROGRAMS += check_tools_api
TESTS += check_tools_api
check_tools_api_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_api_LDADD = $(TESTS_BASE) $(TOOLS_API) $(CHECK_LIBS)
check_tools_api_SOURCES = \
	tests/tools/serve/api/test_collapse_body.c \
	tests/tools/serve/api/test_recommend_body.c \
	tests/tools/serve/api/test_report_reason.c
