# engine/page: see engine/page/README.md.
noinst_LIBRARIES += libengine_page.a
ENGINE_PAGE = libengine_page.a $(ENGINE_ITEM)
libengine_page_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_page_a_SOURCES = \
	engine/page/extract.c \
	engine/page/extract.h \
	engine/page/page_choose.c \
	engine/page/page_data.c \
	engine/page/page_element.c \
	engine/page/page_impl.h \
	engine/page/page_noise.c \
	engine/page/page_read.c \
	engine/page/page_tidy.c
EXTRA_DIST += engine/page/README.md

# Names of what is not the article's.
EXTRA_DIST += engine/page/noise.txt
nodist_libengine_page_a_SOURCES = engine/page/noise_data.h
BUILT_SOURCES += engine/page/noise_data.h
CLEANFILES += engine/page/noise_data.h

engine/page/noise_data.h: $(top_srcdir)/engine/page/noise.txt $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) engine/page && \
		$(EMBED) $(top_srcdir)/engine/page/noise.txt > $@.tmp && \
		mv $@.tmp $@
engine/page/libengine_page_a-page_noise.$(OBJEXT): engine/page/noise_data.h
