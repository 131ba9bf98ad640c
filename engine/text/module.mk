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
	engine/text/hans.c \
	engine/text/hans.h \
	engine/text/lang.c \
	engine/text/lang.h \
	engine/text/lexicon.c \
	engine/text/lexicon.h \
	engine/text/markup.c \
	engine/text/markup.h \
	engine/text/place_names.c \
	engine/text/place_names.h \
	engine/text/places.c \
	engine/text/places.h \
	engine/text/reply.c \
	engine/text/reply.h \
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

# Words by which languages are known, a language a file.
TEXT_WORDS = \
	$(top_srcdir)/engine/text/words/af.txt \
	$(top_srcdir)/engine/text/words/ar.txt \
	$(top_srcdir)/engine/text/words/bg.txt \
	$(top_srcdir)/engine/text/words/ca.txt \
	$(top_srcdir)/engine/text/words/cs.txt \
	$(top_srcdir)/engine/text/words/da.txt \
	$(top_srcdir)/engine/text/words/de.txt \
	$(top_srcdir)/engine/text/words/el.txt \
	$(top_srcdir)/engine/text/words/en.txt \
	$(top_srcdir)/engine/text/words/es.txt \
	$(top_srcdir)/engine/text/words/et.txt \
	$(top_srcdir)/engine/text/words/eu.txt \
	$(top_srcdir)/engine/text/words/fa.txt \
	$(top_srcdir)/engine/text/words/fi.txt \
	$(top_srcdir)/engine/text/words/fr.txt \
	$(top_srcdir)/engine/text/words/ga.txt \
	$(top_srcdir)/engine/text/words/gl.txt \
	$(top_srcdir)/engine/text/words/he.txt \
	$(top_srcdir)/engine/text/words/hi.txt \
	$(top_srcdir)/engine/text/words/hr.txt \
	$(top_srcdir)/engine/text/words/hu.txt \
	$(top_srcdir)/engine/text/words/hy.txt \
	$(top_srcdir)/engine/text/words/id.txt \
	$(top_srcdir)/engine/text/words/is.txt \
	$(top_srcdir)/engine/text/words/it.txt \
	$(top_srcdir)/engine/text/words/ja.txt \
	$(top_srcdir)/engine/text/words/ko.txt \
	$(top_srcdir)/engine/text/words/lt.txt \
	$(top_srcdir)/engine/text/words/lv.txt \
	$(top_srcdir)/engine/text/words/mk.txt \
	$(top_srcdir)/engine/text/words/ms.txt \
	$(top_srcdir)/engine/text/words/ne.txt \
	$(top_srcdir)/engine/text/words/nl.txt \
	$(top_srcdir)/engine/text/words/no.txt \
	$(top_srcdir)/engine/text/words/pl.txt \
	$(top_srcdir)/engine/text/words/pt.txt \
	$(top_srcdir)/engine/text/words/ro.txt \
	$(top_srcdir)/engine/text/words/ru.txt \
	$(top_srcdir)/engine/text/words/sk.txt \
	$(top_srcdir)/engine/text/words/sl.txt \
	$(top_srcdir)/engine/text/words/sr.txt \
	$(top_srcdir)/engine/text/words/sv.txt \
	$(top_srcdir)/engine/text/words/sw.txt \
	$(top_srcdir)/engine/text/words/ta.txt \
	$(top_srcdir)/engine/text/words/th.txt \
	$(top_srcdir)/engine/text/words/tl.txt \
	$(top_srcdir)/engine/text/words/tr.txt \
	$(top_srcdir)/engine/text/words/uk.txt \
	$(top_srcdir)/engine/text/words/ur.txt \
	$(top_srcdir)/engine/text/words/vi.txt \
	$(top_srcdir)/engine/text/words/yi.txt \
	$(top_srcdir)/engine/text/words/zh.txt
EXTRA_DIST += $(TEXT_WORDS) engine/text/zones.txt
TEXT_BUILT = engine/text/words_data.h engine/text/zones_data.h
nodist_libengine_text_a_SOURCES = $(TEXT_BUILT)
BUILT_SOURCES += $(TEXT_BUILT)
CLEANFILES += $(TEXT_BUILT)

engine/text/words_data.h: $(TEXT_WORDS) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) engine/text && \
		$(EMBED) $(TEXT_WORDS) > $@.tmp && mv $@.tmp $@
engine/text/libengine_text_a-stopwords.$(OBJEXT): engine/text/words_data.h
engine/text/zones_data.h: $(top_srcdir)/engine/text/zones.txt $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) engine/text && \
		$(EMBED) $(top_srcdir)/engine/text/zones.txt > $@.tmp && \
		mv $@.tmp $@
engine/text/libengine_text_a-date_zone.$(OBJEXT): engine/text/zones_data.h
