bin_PROGRAMS += tocsin
tocsin_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(SQLITE_CFLAGS) \
	$(FYAML_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS) $(EVENT_CFLAGS)
tocsin_LDADD = librules.a libwindow.a libsql.a libengine.a $(ENGINE_LIBS) \
	$(SQLITE_LIBS) $(FYAML_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) \
	$(EVENT_LIBS) $(PCRE2_LIBS)
tocsin_SOURCES = tools/main.c
