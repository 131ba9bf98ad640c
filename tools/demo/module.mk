# tools/demo: see tools/demo/README.md.
noinst_LIBRARIES += libtools_demo.a
TOOLS_DEMO = libtools_demo.a $(TOOLS_CONF)
libtools_demo_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_demo_a_SOURCES = \
	tools/demo/demo.c \
	tools/demo/demo.h \
	tools/demo/demo_cases.c \
	tools/demo/demo_de.c \
	tools/demo/demo_en.c \
	tools/demo/demo_en_crises.c \
	tools/demo/demo_en_events.c \
	tools/demo/demo_en_more.c \
	tools/demo/demo_en_notices.c \
	tools/demo/demo_en_reports.c \
	tools/demo/demo_en_words.c \
	tools/demo/demo_es.c \
	tools/demo/demo_es_reports.c \
	tools/demo/demo_event.c \
	tools/demo/demo_facts.c \
	tools/demo/demo_fr.c \
	tools/demo/demo_impl.h \
	tools/demo/demo_it.c \
	tools/demo/demo_ja.c \
	tools/demo/demo_names.c \
	tools/demo/demo_plan.c \
	tools/demo/demo_plan_impl.h \
	tools/demo/demo_pt.c \
	tools/demo/demo_rng.h \
	tools/demo/demo_text.c \
	tools/demo/demo_text_impl.h \
	tools/demo/demo_words.c \
	tools/demo/demo_world.c \
	tools/demo/demo_world_impl.h \
	tools/demo/demo_zh.c
EXTRA_DIST += tools/demo/README.md
