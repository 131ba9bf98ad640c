# engine/facts: see engine/facts/README.md.
noinst_LIBRARIES += libengine_facts.a
ENGINE_FACTS = libengine_facts.a $(ENGINE_TEXT)
libengine_facts_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
libengine_facts_a_SOURCES = \
	engine/facts/fact_amount.c \
	engine/facts/fact_amount_impl.h \
	engine/facts/fact_numbers.c \
	engine/facts/fact_phrases.c \
	engine/facts/fact_tokens.c \
	engine/facts/fact_tokens_impl.h \
	engine/facts/fact_words.c \
	engine/facts/fact_words_impl.h \
	engine/facts/fact_words_read.c \
	engine/facts/facts.c \
	engine/facts/facts.h \
	engine/facts/facts_impl.h \
	engine/facts/figure.c \
	engine/facts/figure.h \
	engine/facts/figure_impl.h \
	engine/facts/figure_lead.c \
	engine/facts/figure_says.c \
	engine/facts/located.c \
	engine/facts/located.h \
	engine/facts/reading.c \
	engine/facts/reading.h \
	engine/facts/reading_impl.h \
	engine/facts/reading_measure.c \
	engine/facts/reading_money.c \
	engine/facts/reading_past.c \
	engine/facts/reading_people.c \
	engine/facts/reading_score.c \
	engine/facts/reading_share.c \
	engine/facts/reading_toll.c \
	engine/facts/slot.c \
	engine/facts/slot.h \
	engine/facts/statement.c \
	engine/facts/statement.h \
	engine/facts/statement_impl.h \
	engine/facts/statement_span.c
EXTRA_DIST += engine/facts/README.md

# The words, a language a file.
FACTS_WORDS = \
	$(top_srcdir)/engine/facts/words/de.txt \
	$(top_srcdir)/engine/facts/words/en.txt \
	$(top_srcdir)/engine/facts/words/es.txt \
	$(top_srcdir)/engine/facts/words/fr.txt \
	$(top_srcdir)/engine/facts/words/it.txt \
	$(top_srcdir)/engine/facts/words/pt.txt
EXTRA_DIST += $(FACTS_WORDS)
nodist_libengine_facts_a_SOURCES = engine/facts/words_data.h
BUILT_SOURCES += engine/facts/words_data.h
CLEANFILES += engine/facts/words_data.h

engine/facts/words_data.h: $(FACTS_WORDS) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) engine/facts && \
		$(EMBED) $(FACTS_WORDS) > $@.tmp && mv $@.tmp $@
engine/facts/libengine_facts_a-fact_words_read.$(OBJEXT): \
	engine/facts/words_data.h
