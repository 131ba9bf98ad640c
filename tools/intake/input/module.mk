# tools/intake/input: see tools/intake/input/README.md.
noinst_LIBRARIES += libtools_input.a
TOOLS_INPUT = libtools_input.a $(TOOLS_DEMO)
libtools_input_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_input_a_SOURCES = \
	tools/intake/input/input_file.c \
	tools/intake/input/input_file.h \
	tools/intake/input/input_ndjson.c \
	tools/intake/input/input_ndjson.h \
	tools/intake/input/lookahead.c \
	tools/intake/input/lookahead.h \
	tools/intake/input/pace.c \
	tools/intake/input/pace.h \
	tools/intake/input/prefetch.c \
	tools/intake/input/prefetch.h \
	tools/intake/input/rejects.c \
	tools/intake/input/rejects.h \
	tools/intake/input/source.c \
	tools/intake/input/source.h \
	tools/intake/input/source_confirm.c \
	tools/intake/input/source_db.c \
	tools/intake/input/source_demo.c \
	tools/intake/input/source_file.c \
	tools/intake/input/source_kind.h \
	tools/intake/input/source_merge.c \
	tools/intake/input/source_open.c
EXTRA_DIST += tools/intake/input/README.md
