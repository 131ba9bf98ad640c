check_PROGRAMS += check_tools_http
TESTS += check_tools_http
check_tools_http_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_http_LDADD = $(TESTS_BASE) $(TOOLS_HTTP) $(CHECK_LIBS)
check_tools_http_SOURCES = \
	tests/tools/http/test_conns.c \
	tests/tools/http/test_form.c \
	tests/tools/http/test_inner.c \
	tests/tools/http/test_origin.c \
	tests/tools/http/test_sessions.c \
	tests/tools/http/test_socket.c
