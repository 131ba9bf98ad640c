# engine/text: see engine/text/README.md.
noinst_LIBRARIES += libengine_text.a
ENGINE_TEXT = libengine_text.a $(ENGINE_BASE)
libengine_text_a_CPPFLAGS = $(AM_CPPFLAGS) -DTCN_TEXTCAT_DIR='"$(TEXTCAT_DIR)"'
libengine_text_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_text_a_SOURCES = \
	engine/text/calendar.c engine/text/calendar.h \
	engine/text/hint.c engine/text/hint.h \
	engine/text/lang.c engine/text/lang.h \
	engine/text/stem.c engine/text/stem.h \
	engine/text/stop.c engine/text/stop.h \
	engine/text/stop_words.c \
	engine/text/suffix.c engine/text/suffix.h \
	engine/text/text.c engine/text/text.h \
	engine/text/token.c engine/text/token.h
EXTRA_DIST += engine/text/README.md
