# tools/http: see tools/http/README.md.
noinst_LIBRARIES += libtools_http.a
TOOLS_HTTP = libtools_http.a $(TOOLS_EVAL_STATS)
libtools_http_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_http_a_SOURCES = \
	tools/http/access.c \
	tools/http/access.h \
	tools/http/conns.c \
	tools/http/conns.h \
	tools/http/conns_check.c \
	tools/http/conns_impl.h \
	tools/http/conns_listen.c \
	tools/http/form.c \
	tools/http/form.h \
	tools/http/http.c \
	tools/http/http.h \
	tools/http/http_access.c \
	tools/http/http_call.c \
	tools/http/http_door.c \
	tools/http/http_gate.c \
	tools/http/http_gate.h \
	tools/http/http_head.c \
	tools/http/http_head.h \
	tools/http/http_headers.c \
	tools/http/http_impl.h \
	tools/http/http_local.c \
	tools/http/http_login.c \
	tools/http/http_pack.c \
	tools/http/http_route.c \
	tools/http/http_scan.c \
	tools/http/http_scan.h \
	tools/http/http_session.c \
	tools/http/http_session.h \
	tools/http/http_socket.c \
	tools/http/origin.c \
	tools/http/origin.h \
	tools/http/sessions.c \
	tools/http/sessions.h \
	tools/http/socket.c \
	tools/http/socket.h \
	tools/http/tls.c \
	tools/http/tls.h \
	tools/http/token_guard.c \
	tools/http/token_guard.h
EXTRA_DIST += tools/http/README.md
