# tools/client: see tools/client/README.md.
noinst_LIBRARIES += libtools_client.a
TOOLS_CLIENT = libtools_client.a $(TOOLS_DAEMON)
libtools_client_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_client_a_SOURCES = \
	tools/client/client.c \
	tools/client/client.h \
	tools/client/ingest.c \
	tools/client/ingest.h \
	tools/client/remote_reports.c \
	tools/client/remote_reports.h \
	tools/client/session.c \
	tools/client/session.h \
	tools/client/show_event.c \
	tools/client/show_event.h \
	tools/client/show_excerpt.c \
	tools/client/show_excerpt.h \
	tools/client/show_hit.c \
	tools/client/show_impl.c \
	tools/client/show_impl.h \
	tools/client/show_row.c \
	tools/client/show_row.h
EXTRA_DIST += tools/client/README.md
