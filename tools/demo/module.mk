# tools/demo: see tools/demo/README.md.
noinst_LIBRARIES += libtools_demo.a
TOOLS_DEMO = libtools_demo.a $(TOOLS_CONF)
libtools_demo_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_demo_a_SOURCES = \
	tools/demo/demo.c \
	tools/demo/demo.h \
	tools/demo/demo_cases.c \
	tools/demo/demo_facts.c \
	tools/demo/demo_grammar.c \
	tools/demo/demo_grammar_impl.h \
	tools/demo/demo_impl.h \
	tools/demo/demo_plan.c \
	tools/demo/demo_plan_impl.h \
	tools/demo/demo_rng.h \
	tools/demo/demo_text.c \
	tools/demo/demo_text_impl.h \
	tools/demo/demo_world.c \
	tools/demo/demo_world_impl.h
EXTRA_DIST += tools/demo/README.md

# The texts, one or more files a language.
DEMO_TEXTS = \
	$(top_srcdir)/tools/demo/texts/de.txt \
	$(top_srcdir)/tools/demo/texts/en.txt \
	$(top_srcdir)/tools/demo/texts/en_crises.txt \
	$(top_srcdir)/tools/demo/texts/en_events.txt \
	$(top_srcdir)/tools/demo/texts/en_more.txt \
	$(top_srcdir)/tools/demo/texts/en_notices.txt \
	$(top_srcdir)/tools/demo/texts/en_reports.txt \
	$(top_srcdir)/tools/demo/texts/en_words.txt \
	$(top_srcdir)/tools/demo/texts/es.txt \
	$(top_srcdir)/tools/demo/texts/es_reports.txt \
	$(top_srcdir)/tools/demo/texts/fr.txt \
	$(top_srcdir)/tools/demo/texts/it.txt \
	$(top_srcdir)/tools/demo/texts/ja.txt \
	$(top_srcdir)/tools/demo/texts/names.txt \
	$(top_srcdir)/tools/demo/texts/pt.txt \
	$(top_srcdir)/tools/demo/texts/zh.txt
EXTRA_DIST += $(DEMO_TEXTS) tools/demo/facts.txt
DEMO_BUILT = tools/demo/facts_data.h tools/demo/texts_data.h
nodist_libtools_demo_a_SOURCES = $(DEMO_BUILT)
BUILT_SOURCES += $(DEMO_BUILT)
CLEANFILES += $(DEMO_BUILT)

tools/demo/texts_data.h: $(DEMO_TEXTS) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/demo && \
		$(EMBED) $(DEMO_TEXTS) > $@.tmp && mv $@.tmp $@
tools/demo/libtools_demo_a-demo_grammar.$(OBJEXT): tools/demo/texts_data.h
tools/demo/facts_data.h: $(top_srcdir)/tools/demo/facts.txt $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/demo && \
		$(EMBED) $(top_srcdir)/tools/demo/facts.txt > $@.tmp && \
		mv $@.tmp $@
tools/demo/libtools_demo_a-demo_facts.$(OBJEXT): tools/demo/facts_data.h
