# tools/report: see tools/report/README.md.
noinst_LIBRARIES += libtools_report.a
TOOLS_REPORT = libtools_report.a libtools_words.a \
	libtools_summary.a libengine_facts.a \
	$(TOOLS_PIPELINE)
libtools_report_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_report_a_SOURCES = \
	tools/report/report.c \
	tools/report/report.h \
	tools/report/report_about.c \
	tools/report/report_brief.c \
	tools/report/report_brief.h \
	tools/report/report_category.c \
	tools/report/report_chart.c \
	tools/report/report_copies.c \
	tools/report/report_facts.c \
	tools/report/report_facts_impl.h \
	tools/report/report_figure.c \
	tools/report/report_files.c \
	tools/report/report_files.h \
	tools/report/report_gather.c \
	tools/report/report_gather.h \
	tools/report/report_impl.h \
	tools/report/report_index.c \
	tools/report/report_json.c \
	tools/report/report_lang.c \
	tools/report/report_names.c \
	tools/report/report_ninjs.c \
	tools/report/report_reason.c \
	tools/report/report_reason.h \
	tools/report/report_related.c \
	tools/report/report_said.c \
	tools/report/report_several.c \
	tools/report/report_steps.c \
	tools/report/report_steps_sentence.c \
	tools/report/report_template.c \
	tools/report/report_template.h \
	tools/report/report_time.c \
	tools/report/report_time_impl.h \
	tools/report/report_tree.c \
	tools/report/report_value.c \
	tools/report/report_view.c \
	tools/report/report_view_check.c \
	tools/report/report_view_impl.h \
	tools/report/report_words.c
EXTRA_DIST += tools/report/README.md

REPORT_HTML = \
	$(top_srcdir)/tools/report/templates/foot.html \
	$(top_srcdir)/tools/report/templates/head.html \
	$(top_srcdir)/tools/report/templates/line.html \
	$(top_srcdir)/tools/report/templates/linked-source.html \
	$(top_srcdir)/tools/report/templates/linked-title.html \
	$(top_srcdir)/tools/report/templates/report.html \
	$(top_srcdir)/tools/report/templates/sections.html \
	$(top_srcdir)/tools/report/templates/terms.html \
	$(top_srcdir)/tools/report/templates/time-long.html \
	$(top_srcdir)/tools/report/templates/time-short.html \
	$(top_srcdir)/tools/report/templates/told.html
REPORT_MARKDOWN = \
	$(top_srcdir)/tools/report/templates/line.md \
	$(top_srcdir)/tools/report/templates/linked-source.md \
	$(top_srcdir)/tools/report/templates/linked-title.md \
	$(top_srcdir)/tools/report/templates/report.md \
	$(top_srcdir)/tools/report/templates/time.md
EXTRA_DIST += $(REPORT_HTML) $(REPORT_MARKDOWN)
REPORT_BUILT = tools/report/html_data.h tools/report/markdown_data.h
nodist_libtools_report_a_SOURCES = $(REPORT_BUILT)
BUILT_SOURCES += $(REPORT_BUILT)
CLEANFILES += $(REPORT_BUILT)

tools/report/html_data.h: $(REPORT_HTML) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/report && \
		$(EMBED) -t $(REPORT_HTML) > $@.tmp && mv $@.tmp $@
tools/report/markdown_data.h: $(REPORT_MARKDOWN) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/report && \
		$(EMBED) $(REPORT_MARKDOWN) > $@.tmp && mv $@.tmp $@
tools/report/libtools_report_a-report_template.$(OBJEXT): $(REPORT_BUILT)
