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
	tools/report/report_html.c \
	tools/report/report_impl.h \
	tools/report/report_index.c \
	tools/report/report_json.c \
	tools/report/report_lang.c \
	tools/report/report_md.c \
	tools/report/report_names.c \
	tools/report/report_ninjs.c \
	tools/report/report_page.c \
	tools/report/report_reason.c \
	tools/report/report_reason.h \
	tools/report/report_related.c \
	tools/report/report_said.c \
	tools/report/report_several.c \
	tools/report/report_steps.c \
	tools/report/report_steps_sentence.c \
	tools/report/report_time.c \
	tools/report/report_time_impl.h \
	tools/report/report_value.c \
	tools/report/report_view.c \
	tools/report/report_view_check.c \
	tools/report/report_view_impl.h \
	tools/report/report_words.c
EXTRA_DIST += tools/report/README.md
