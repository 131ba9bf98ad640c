# tools/input: see tools/input/README.md.
noinst_LIBRARIES += libtools_input.a
TOOLS_INPUT = libtools_input.a $(TOOLS_DEMO)
libtools_input_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_input_a_SOURCES = \
	tools/input/input_file.c \
	tools/input/input_file.h \
	tools/input/input_ndjson.c \
	tools/input/input_ndjson.h \
	tools/input/lookahead.c \
	tools/input/lookahead.h \
	tools/input/pace.c \
	tools/input/pace.h \
	tools/input/prefetch.c \
	tools/input/prefetch.h \
	tools/input/rejects.c \
	tools/input/rejects.h \
	tools/input/source.c \
	tools/input/source.h \
	tools/input/source_confirm.c \
	tools/input/source_db.c \
	tools/input/source_demo.c \
	tools/input/source_file.c \
	tools/input/source_kind.h \
	tools/input/source_merge.c \
	tools/input/source_open.c
EXTRA_DIST += tools/input/README.md
