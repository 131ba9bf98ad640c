# tools/tagger: see tools/tagger/README.md.
noinst_LIBRARIES += libtools_tagger.a
TOOLS_TAGGER = libtools_tagger.a $(TOOLS_BASE)
libtools_tagger_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_tagger_a_SOURCES = \
	tools/tagger/apertium.c \
	tools/tagger/apertium.h \
	tools/tagger/filter.c \
	tools/tagger/filter.h \
	tools/tagger/tag_docs.c \
	tools/tagger/tag_docs.h \
	tools/tagger/tagger.c \
	tools/tagger/tagger.h \
	tools/tagger/tagger_data.c \
	tools/tagger/tagger_data.h \
	tools/tagger/tagger_impl.h
EXTRA_DIST += tools/tagger/README.md
