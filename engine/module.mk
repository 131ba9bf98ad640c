noinst_LIBRARIES += libengine.a
ENGINE_CFLAGS = $(XXHASH_CFLAGS) $(CJSON_CFLAGS) $(ICU_CFLAGS) \
	$(TEXTCAT_CFLAGS) $(XML_CFLAGS) $(FYAML_CFLAGS)
ENGINE_LIBS = $(XXHASH_LIBS) $(CJSON_LIBS) $(ICU_LIBS) $(TEXTCAT_LIBS) \
	$(XML_LIBS) $(FYAML_LIBS) $(STEMMER_LIBS)
libengine_a_CPPFLAGS = $(AM_CPPFLAGS) -DTCN_TEXTCAT_DIR='"$(TEXTCAT_DIR)"'
libengine_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_a_SOURCES = \
	engine/arena.c engine/arena.h \
	engine/ascii.c engine/ascii.h \
	engine/calendar.c engine/calendar.h \
	engine/dates.c engine/dates.h \
	engine/doc.h \
	engine/feature.c engine/feature.h \
	engine/fold.c engine/fold.h \
	engine/fprint.c engine/fprint.h \
	engine/hint.c engine/hint.h \
	engine/lang.c engine/lang.h \
	engine/map.c engine/map.h \
	engine/mem.c engine/mem.h \
	engine/nearest.c engine/nearest.h \
	engine/prepare.c engine/prepare.h \
	engine/rc.c engine/rc.h \
	engine/real.c engine/real.h \
	engine/record.h \
	engine/stem.c engine/stem.h \
	engine/stop.c engine/stop.h \
	engine/stop_words.c \
	engine/str.c engine/str.h \
	engine/suffix.c engine/suffix.h \
	engine/text.c engine/text.h \
	engine/token.c engine/token.h

# From bytes to a checked record.
libengine_a_SOURCES += \
	engine/article.c engine/article.h \
	engine/date.c engine/date.h \
	engine/json.c engine/json.h \
	engine/json_flat.c engine/json_flat.h \
	engine/json_ninjs.c engine/json_ninjs.h \
	engine/json_tree.c engine/json_tree.h \
	engine/json_value.c engine/json_value.h \
	engine/quantity.c engine/quantity.h \
	engine/url.c engine/url.h \
	engine/utf8.c engine/utf8.h \
	engine/yaml.c engine/yaml.h
