# tools/lab/demo: see tools/lab/demo/README.md.
noinst_LIBRARIES += libtools_demo.a
TOOLS_DEMO = libtools_demo.a $(TOOLS_CONF)
libtools_demo_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_demo_a_SOURCES = \
	tools/lab/demo/demo.c \
	tools/lab/demo/demo.h \
	tools/lab/demo/demo_cases.c \
	tools/lab/demo/demo_facts.c \
	tools/lab/demo/demo_grammar.c \
	tools/lab/demo/demo_grammar_impl.h \
	tools/lab/demo/demo_impl.h \
	tools/lab/demo/demo_plan.c \
	tools/lab/demo/demo_plan_impl.h \
	tools/lab/demo/demo_rng.h \
	tools/lab/demo/demo_text.c \
	tools/lab/demo/demo_text_impl.h \
	tools/lab/demo/demo_world.c \
	tools/lab/demo/demo_world_impl.h
EXTRA_DIST += tools/lab/demo/README.md

# The texts, one or more files a language.
DEMO_TEXTS = \
	$(top_srcdir)/tools/lab/demo/texts/de.txt \
	$(top_srcdir)/tools/lab/demo/texts/en.txt \
	$(top_srcdir)/tools/lab/demo/texts/en_crises.txt \
	$(top_srcdir)/tools/lab/demo/texts/en_events.txt \
	$(top_srcdir)/tools/lab/demo/texts/en_more.txt \
	$(top_srcdir)/tools/lab/demo/texts/en_notices.txt \
	$(top_srcdir)/tools/lab/demo/texts/en_reports.txt \
	$(top_srcdir)/tools/lab/demo/texts/en_words.txt \
	$(top_srcdir)/tools/lab/demo/texts/es.txt \
	$(top_srcdir)/tools/lab/demo/texts/es_reports.txt \
	$(top_srcdir)/tools/lab/demo/texts/fr.txt \
	$(top_srcdir)/tools/lab/demo/texts/it.txt \
	$(top_srcdir)/tools/lab/demo/texts/ja.txt \
	$(top_srcdir)/tools/lab/demo/texts/names.txt \
	$(top_srcdir)/tools/lab/demo/texts/pt.txt \
	$(top_srcdir)/tools/lab/demo/texts/zh.txt
EXTRA_DIST += $(DEMO_TEXTS) tools/lab/demo/facts.txt
DEMO_BUILT = tools/lab/demo/facts_data.h tools/lab/demo/texts_data.h
nodist_libtools_demo_a_SOURCES = $(DEMO_BUILT)
BUILT_SOURCES += $(DEMO_BUILT)
CLEANFILES += $(DEMO_BUILT)

tools/lab/demo/texts_data.h: $(DEMO_TEXTS) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/lab/demo && \
		$(EMBED) $(DEMO_TEXTS) > $@.tmp && mv $@.tmp $@
tools/lab/demo/libtools_demo_a-demo_grammar.$(OBJEXT): \
	tools/lab/demo/texts_data.h
tools/lab/demo/facts_data.h: \
	$(top_srcdir)/tools/lab/demo/facts.txt $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/lab/demo && \
		$(EMBED) $(top_srcdir)/tools/lab/demo/facts.txt > $@.tmp && \
		mv $@.tmp $@
tools/lab/demo/libtools_demo_a-demo_facts.$(OBJEXT): tools/lab/demo/facts_data.h
