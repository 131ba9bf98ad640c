noinst_LIBRARIES += libtools.a
bin_PROGRAMS += tocsin
TOOLS_CFLAGS = $(ENGINE_CFLAGS) $(SQLITE_CFLAGS) $(FYAML_CFLAGS) \
	$(ZLIB_CFLAGS) $(ZSTD_CFLAGS) $(EVENT_CFLAGS)
TOOLS_LIBS = librules.a libwindow.a libsql.a libengine.a $(ENGINE_LIBS) \
	$(SQLITE_LIBS) $(FYAML_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) \
	$(EVENT_LIBS) $(PCRE2_LIBS)
libtools_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_a_SOURCES = \
	tools/when.c tools/when.h
tocsin_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
tocsin_LDADD = libtools.a $(TOOLS_LIBS)
tocsin_SOURCES = tools/main.c
