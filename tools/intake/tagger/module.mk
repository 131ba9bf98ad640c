# tools/intake/tagger: see tools/intake/tagger/README.md.
noinst_LIBRARIES += libtools_tagger.a
TOOLS_TAGGER = libtools_tagger.a $(TOOLS_BASE)
libtools_tagger_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_tagger_a_SOURCES = \
	tools/intake/tagger/apertium.c \
	tools/intake/tagger/apertium.h \
	tools/intake/tagger/filter.c \
	tools/intake/tagger/filter.h \
	tools/intake/tagger/tag_docs.c \
	tools/intake/tagger/tag_docs.h \
	tools/intake/tagger/tagger.c \
	tools/intake/tagger/tagger.h \
	tools/intake/tagger/tagger_data.c \
	tools/intake/tagger/tagger_data.h \
	tools/intake/tagger/tagger_impl.h
EXTRA_DIST += tools/intake/tagger/README.md
