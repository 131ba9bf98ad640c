# engine/base: see engine/base/README.md.
ENGINE_CFLAGS = $(XXHASH_CFLAGS) $(CJSON_CFLAGS) $(ICU_CFLAGS) \
	$(TEXTCAT_CFLAGS) $(XML_CFLAGS) $(FYAML_CFLAGS) $(ZLIB_CFLAGS)
ENGINE_LIBS = $(XXHASH_LIBS) $(CJSON_LIBS) $(ICU_LIBS) $(TEXTCAT_LIBS) \
	$(XML_LIBS) $(FYAML_LIBS) $(STEMMER_LIBS) $(ZLIB_LIBS)
noinst_LIBRARIES += libengine_base.a
ENGINE_BASE = libengine_base.a $(ENGINE_LIBS)
libengine_base_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_base_a_SOURCES = \
	engine/base/arena.c \
	engine/base/arena.h \
	engine/base/ascii.c \
	engine/base/ascii.h \
	engine/base/buf.c \
	engine/base/buf.h \
	engine/base/compare.c \
	engine/base/compare.h \
	engine/base/date.c \
	engine/base/date.h \
	engine/base/duration.h \
	engine/base/err.c \
	engine/base/err.h \
	engine/base/fields.c \
	engine/base/fields.h \
	engine/base/json_flat.c \
	engine/base/json_flat_impl.h \
	engine/base/json_nesting.h \
	engine/base/json_tree.c \
	engine/base/json_tree.h \
	engine/base/json_value.c \
	engine/base/json_value.h \
	engine/base/map.c \
	engine/base/map.h \
	engine/base/mem.c \
	engine/base/mem.h \
	engine/base/quantity.c \
	engine/base/quantity.h \
	engine/base/rc.c \
	engine/base/rc.h \
	engine/base/real.c \
	engine/base/real.h \
	engine/base/sections.c \
	engine/base/sections.h \
	engine/base/sort.c \
	engine/base/sort.h \
	engine/base/splitmix.h \
	engine/base/str.c \
	engine/base/str.h \
	engine/base/suggest.c \
	engine/base/suggest.h \
	engine/base/url.c \
	engine/base/url.h \
	engine/base/utf8.c \
	engine/base/utf8.h \
	engine/base/windows1252.h \
	engine/base/wire.c \
	engine/base/wire.h \
	engine/base/yaml.c \
	engine/base/yaml.h
EXTRA_DIST += engine/base/README.md engine/base/embed.sh

# Prints text files as rows of C.
EMBED_FILE = $(top_srcdir)/engine/base/embed.sh
EMBED = $(SHELL) $(EMBED_FILE)
