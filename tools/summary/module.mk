# tools/summary: see tools/summary/README.md.
noinst_LIBRARIES += libtools_summary.a
TOOLS_SUMMARY = libtools_summary.a libengine_facts.a $(ENGINE_ITEM)
libtools_summary_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_summary_a_SOURCES = \
	tools/summary/cognates.c \
	tools/summary/cognates.h \
	tools/summary/copies.c \
	tools/summary/copies.h \
	tools/summary/event_headline.c \
	tools/summary/event_headline.h \
	tools/summary/names.c \
	tools/summary/names.h \
	tools/summary/names_impl.h \
	tools/summary/names_read.c \
	tools/summary/names_words.c \
	tools/summary/names_words_impl.h \
	tools/summary/news.c \
	tools/summary/news.h \
	tools/summary/related.c \
	tools/summary/related.h \
	tools/summary/summary.c \
	tools/summary/summary.h \
	tools/summary/summary_about.c \
	tools/summary/summary_about.h \
	tools/summary/summary_core.c \
	tools/summary/summary_core.h \
	tools/summary/summary_headline.c \
	tools/summary/summary_lang.c \
	tools/summary/summary_memo.c \
	tools/summary/summary_memo.h \
	tools/summary/summary_pool.c \
	tools/summary/summary_pool_impl.h \
	tools/summary/summary_read.c \
	tools/summary/summary_read.h \
	tools/summary/summary_terms.c \
	tools/summary/summary_terms.h \
	tools/summary/summary_text.c \
	tools/summary/summary_text.h \
	tools/summary/terms.c \
	tools/summary/terms.h \
	tools/summary/timeline.c \
	tools/summary/timeline.h \
	tools/summary/witness.c \
	tools/summary/witness.h
EXTRA_DIST += tools/summary/README.md

# What words beside names are, a language a file.
SUMMARY_WORDS = \
	$(top_srcdir)/tools/summary/words/any.txt \
	$(top_srcdir)/tools/summary/words/de.txt \
	$(top_srcdir)/tools/summary/words/en.txt \
	$(top_srcdir)/tools/summary/words/es.txt \
	$(top_srcdir)/tools/summary/words/fr.txt \
	$(top_srcdir)/tools/summary/words/it.txt \
	$(top_srcdir)/tools/summary/words/pt.txt
EXTRA_DIST += $(SUMMARY_WORDS)
nodist_libtools_summary_a_SOURCES = tools/summary/words_data.h
BUILT_SOURCES += tools/summary/words_data.h
CLEANFILES += tools/summary/words_data.h

tools/summary/words_data.h: $(SUMMARY_WORDS) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/summary && \
		$(EMBED) $(SUMMARY_WORDS) > $@.tmp && mv $@.tmp $@
tools/summary/libtools_summary_a-names_words.$(OBJEXT): \
	tools/summary/words_data.h
