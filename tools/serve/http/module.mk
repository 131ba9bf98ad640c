# tools/serve/http: see tools/serve/http/README.md.
noinst_LIBRARIES += libtools_http.a
TOOLS_HTTP = libtools_http.a $(TOOLS_EVAL_STATS)
libtools_http_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_http_a_SOURCES = \
	tools/serve/http/access.c \
	tools/serve/http/access.h \
	tools/serve/http/conns.c \
	tools/serve/http/conns.h \
	tools/serve/http/conns_check.c \
	tools/serve/http/conns_impl.h \
	tools/serve/http/conns_listen.c \
	tools/serve/http/form.c \
	tools/serve/http/form.h \
	tools/serve/http/http.c \
	tools/serve/http/http.h \
	tools/serve/http/http_access.c \
	tools/serve/http/http_call.c \
	tools/serve/http/http_door.c \
	tools/serve/http/http_gate.c \
	tools/serve/http/http_gate.h \
	tools/serve/http/http_head.c \
	tools/serve/http/http_head.h \
	tools/serve/http/http_headers.c \
	tools/serve/http/http_impl.h \
	tools/serve/http/http_local.c \
	tools/serve/http/http_login.c \
	tools/serve/http/http_pack.c \
	tools/serve/http/http_route.c \
	tools/serve/http/http_scan.c \
	tools/serve/http/http_scan.h \
	tools/serve/http/http_session.c \
	tools/serve/http/http_session.h \
	tools/serve/http/http_socket.c \
	tools/serve/http/origin.c \
	tools/serve/http/origin.h \
	tools/serve/http/sessions.c \
	tools/serve/http/sessions.h \
	tools/serve/http/socket.c \
	tools/serve/http/socket.h \
	tools/serve/http/tls.c \
	tools/serve/http/tls.h \
	tools/serve/http/token_guard.c \
	tools/serve/http/token_guard.h
EXTRA_DIST += tools/serve/http/README.md
