# tools/client: see tools/client/README.md.
noinst_LIBRARIES += libtools_client.a
TOOLS_CLIENT = libtools_client.a $(TOOLS_EVAL_SWEEP)
libtools_client_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_client_a_SOURCES = \
	tools/client/client.c \
	tools/client/client.h \
	tools/client/ingest.c \
	tools/client/ingest.h \
	tools/client/store_cmd.c \
	tools/client/store_cmd.h
EXTRA_DIST += tools/client/README.md
