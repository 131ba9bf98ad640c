# tools/tell/summary: see tools/tell/summary/README.md.
noinst_LIBRARIES += libtools_summary.a
TOOLS_SUMMARY = libtools_summary.a libengine_facts.a $(ENGINE_ITEM)
libtools_summary_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_summary_a_SOURCES = \
	tools/tell/summary/cognates.c \
	tools/tell/summary/cognates.h \
	tools/tell/summary/copies.c \
	tools/tell/summary/copies.h \
	tools/tell/summary/event_headline.c \
	tools/tell/summary/event_headline.h \
	tools/tell/summary/event_places.c \
	tools/tell/summary/event_places.h \
	tools/tell/summary/names.c \
	tools/tell/summary/names.h \
	tools/tell/summary/names_impl.h \
	tools/tell/summary/names_read.c \
	tools/tell/summary/names_words.c \
	tools/tell/summary/names_words_impl.h \
	tools/tell/summary/news.c \
	tools/tell/summary/news.h \
	tools/tell/summary/related.c \
	tools/tell/summary/related.h \
	tools/tell/summary/summary.c \
	tools/tell/summary/summary.h \
	tools/tell/summary/summary_about.c \
	tools/tell/summary/summary_about.h \
	tools/tell/summary/summary_core.c \
	tools/tell/summary/summary_core.h \
	tools/tell/summary/summary_headline.c \
	tools/tell/summary/summary_lang.c \
	tools/tell/summary/summary_matter.c \
	tools/tell/summary/summary_matter.h \
	tools/tell/summary/summary_memo.c \
	tools/tell/summary/summary_memo.h \
	tools/tell/summary/summary_pool.c \
	tools/tell/summary/summary_pool_impl.h \
	tools/tell/summary/summary_read.c \
	tools/tell/summary/summary_read.h \
	tools/tell/summary/summary_terms.c \
	tools/tell/summary/summary_terms.h \
	tools/tell/summary/summary_text.c \
	tools/tell/summary/summary_text.h \
	tools/tell/summary/summary_title.c \
	tools/tell/summary/summary_title.h \
	tools/tell/summary/terms.c \
	tools/tell/summary/terms.h \
	tools/tell/summary/timeline.c \
	tools/tell/summary/timeline.h \
	tools/tell/summary/witness.c \
	tools/tell/summary/witness.h
EXTRA_DIST += tools/tell/summary/README.md

# What words beside names are, a language a file.
SUMMARY_WORDS = \
	$(top_srcdir)/tools/tell/summary/words/any.txt \
	$(top_srcdir)/tools/tell/summary/words/de.txt \
	$(top_srcdir)/tools/tell/summary/words/en.txt \
	$(top_srcdir)/tools/tell/summary/words/es.txt \
	$(top_srcdir)/tools/tell/summary/words/fr.txt \
	$(top_srcdir)/tools/tell/summary/words/it.txt \
	$(top_srcdir)/tools/tell/summary/words/pt.txt
EXTRA_DIST += $(SUMMARY_WORDS)
nodist_libtools_summary_a_SOURCES = tools/tell/summary/words_data.h
BUILT_SOURCES += tools/tell/summary/words_data.h
CLEANFILES += tools/tell/summary/words_data.h

tools/tell/summary/words_data.h: $(SUMMARY_WORDS) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/tell/summary && \
		$(EMBED) $(SUMMARY_WORDS) > $@.tmp && mv $@.tmp $@
tools/tell/summary/libtools_summary_a-names_words.$(OBJEXT): \
	tools/tell/summary/words_data.h
