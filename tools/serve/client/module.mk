# tools/serve/client: see tools/serve/client/README.md.
noinst_LIBRARIES += libtools_client.a
TOOLS_CLIENT = libtools_client.a $(TOOLS_DAEMON)
libtools_client_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_client_a_SOURCES = \
	tools/serve/client/client.c \
	tools/serve/client/client.h \
	tools/serve/client/ingest.c \
	tools/serve/client/ingest.h \
	tools/serve/client/remote_reports.c \
	tools/serve/client/remote_reports.h \
	tools/serve/client/session.c \
	tools/serve/client/session.h \
	tools/serve/client/show_event.c \
	tools/serve/client/show_event.h \
	tools/serve/client/show_excerpt.c \
	tools/serve/client/show_excerpt.h \
	tools/serve/client/show_hit.c \
	tools/serve/client/show_impl.c \
	tools/serve/client/show_impl.h \
	tools/serve/client/show_row.c \
	tools/serve/client/show_row.h
EXTRA_DIST += tools/serve/client/README.md
