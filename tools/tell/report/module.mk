# tools/tell/report: see tools/tell/report/README.md.
noinst_LIBRARIES += libtools_report.a
TOOLS_REPORT = libtools_report.a libtools_words.a \
	libtools_summary.a libengine_facts.a \
	$(TOOLS_PIPELINE)
libtools_report_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_report_a_SOURCES = \
	tools/tell/report/report.c \
	tools/tell/report/report.h \
	tools/tell/report/report_about.c \
	tools/tell/report/report_brief.c \
	tools/tell/report/report_brief.h \
	tools/tell/report/report_category.c \
	tools/tell/report/report_chart.c \
	tools/tell/report/report_copies.c \
	tools/tell/report/report_facts.c \
	tools/tell/report/report_facts_impl.h \
	tools/tell/report/report_figure.c \
	tools/tell/report/report_files.c \
	tools/tell/report/report_files.h \
	tools/tell/report/report_gather.c \
	tools/tell/report/report_gather.h \
	tools/tell/report/report_impl.h \
	tools/tell/report/report_index.c \
	tools/tell/report/report_json.c \
	tools/tell/report/report_lang.c \
	tools/tell/report/report_names.c \
	tools/tell/report/report_ninjs.c \
	tools/tell/report/report_related.c \
	tools/tell/report/report_said.c \
	tools/tell/report/report_several.c \
	tools/tell/report/report_steps.c \
	tools/tell/report/report_steps_sentence.c \
	tools/tell/report/report_template.c \
	tools/tell/report/report_template.h \
	tools/tell/report/report_time.c \
	tools/tell/report/report_time_impl.h \
	tools/tell/report/report_tree.c \
	tools/tell/report/report_value.c \
	tools/tell/report/report_view.c \
	tools/tell/report/report_view_check.c \
	tools/tell/report/report_view_impl.h \
	tools/tell/report/report_words.c
EXTRA_DIST += tools/tell/report/README.md

REPORT_HTML = \
	$(top_srcdir)/tools/tell/report/templates/foot.html \
	$(top_srcdir)/tools/tell/report/templates/head.html \
	$(top_srcdir)/tools/tell/report/templates/line.html \
	$(top_srcdir)/tools/tell/report/templates/linked-source.html \
	$(top_srcdir)/tools/tell/report/templates/linked-title.html \
	$(top_srcdir)/tools/tell/report/templates/report.html \
	$(top_srcdir)/tools/tell/report/templates/sections.html \
	$(top_srcdir)/tools/tell/report/templates/terms.html \
	$(top_srcdir)/tools/tell/report/templates/time-long.html \
	$(top_srcdir)/tools/tell/report/templates/time-short.html \
	$(top_srcdir)/tools/tell/report/templates/told.html
REPORT_MARKDOWN = \
	$(top_srcdir)/tools/tell/report/templates/line.md \
	$(top_srcdir)/tools/tell/report/templates/linked-source.md \
	$(top_srcdir)/tools/tell/report/templates/linked-title.md \
	$(top_srcdir)/tools/tell/report/templates/report.md \
	$(top_srcdir)/tools/tell/report/templates/time.md
EXTRA_DIST += $(REPORT_HTML) $(REPORT_MARKDOWN)
REPORT_BUILT = tools/tell/report/html_data.h tools/tell/report/markdown_data.h
nodist_libtools_report_a_SOURCES = $(REPORT_BUILT)
BUILT_SOURCES += $(REPORT_BUILT)
CLEANFILES += $(REPORT_BUILT)

tools/tell/report/html_data.h: $(REPORT_HTML) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/tell/report && \
		$(EMBED) -t $(REPORT_HTML) > $@.tmp && mv $@.tmp $@
tools/tell/report/markdown_data.h: $(REPORT_MARKDOWN) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/tell/report && \
		$(EMBED) $(REPORT_MARKDOWN) > $@.tmp && mv $@.tmp $@
tools/tell/report/libtools_report_a-report_template.$(OBJEXT): $(REPORT_BUILT)
