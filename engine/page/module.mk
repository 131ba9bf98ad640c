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
