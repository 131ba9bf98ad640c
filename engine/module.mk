noinst_LIBRARIES += libengine.a
ENGINE_CFLAGS = $(XXHASH_CFLAGS) $(CJSON_CFLAGS) $(ICU_CFLAGS) \
	$(TEXTCAT_CFLAGS) $(XML_CFLAGS)
ENGINE_LIBS = $(XXHASH_LIBS) $(CJSON_LIBS) $(ICU_LIBS) $(TEXTCAT_LIBS) \
	$(XML_LIBS) $(STEMMER_LIBS)
libengine_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_a_SOURCES = \
	engine/arena.c engine/arena.h \
	engine/doc.h \
	engine/map.c engine/map.h \
	engine/mem.c engine/mem.h \
	engine/prepare.h \
	engine/rc.c engine/rc.h \
	engine/record.h \
	engine/str.c engine/str.h
