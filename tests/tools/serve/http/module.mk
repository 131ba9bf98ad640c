check_PROGRAMS += check_tools_http
TESTS += check_tools_http
check_tools_http_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_http_LDADD = $(TESTS_BASE) $(TOOLS_HTTP) $(CHECK_LIBS)
check_tools_http_SOURCES = \
	tests/tools/serve/http/test_conns.c \
	tests/tools/serve/http/test_form.c \
	tests/tools/serve/http/test_inner.c \
	tests/tools/serve/http/test_origin.c \
	tests/tools/serve/http/test_sessions.c \
	tests/tools/serve/http/test_socket.c
