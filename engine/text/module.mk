# engine/text: see engine/text/README.md.
noinst_LIBRARIES += libengine_text.a
ENGINE_TEXT = libengine_text.a $(ENGINE_BASE)
libengine_text_a_CPPFLAGS = $(AM_CPPFLAGS) -DTCN_TEXTCAT_DIR='"$(TEXTCAT_DIR)"'
libengine_text_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_text_a_SOURCES = \
	engine/text/calendar.c \
	engine/text/calendar.h \
	engine/text/content.c \
	engine/text/content.h \
	engine/text/date_names.c \
	engine/text/date_names.h \
	engine/text/date_names_impl.h \
	engine/text/date_names_load.c \
	engine/text/date_number.c \
	engine/text/date_scan.c \
	engine/text/date_scan_impl.h \
	engine/text/date_words.c \
	engine/text/date_words.h \
	engine/text/date_zone.c \
	engine/text/date_zone.h \
	engine/text/fold.c \
	engine/text/fold.h \
	engine/text/lang.c \
	engine/text/lang.h \
	engine/text/lexicon.c \
	engine/text/lexicon.h \
	engine/text/markup.c \
	engine/text/markup.h \
	engine/text/place_names.c \
	engine/text/place_names.h \
	engine/text/romanize.c \
	engine/text/romanize.h \
	engine/text/romanize_han.c \
	engine/text/romanize_han.h \
	engine/text/segmenter.c \
	engine/text/segmenter.h \
	engine/text/sentence.c \
	engine/text/sentence.h \
	engine/text/slug_terms.c \
	engine/text/slug_terms.h \
	engine/text/stemmer.c \
	engine/text/stemmer.h \
	engine/text/stopwords.c \
	engine/text/stopwords.h \
	engine/text/stopwords_table.c \
	engine/text/textcat.c \
	engine/text/textcat.h \
	engine/text/title_suffix.c \
	engine/text/title_suffix.h \
	engine/text/tokenizer.c \
	engine/text/tokenizer.h \
	engine/text/zone.c \
	engine/text/zone.h \
	engine/text/zone_day.c \
	engine/text/zone_day.h
EXTRA_DIST += engine/text/README.md
