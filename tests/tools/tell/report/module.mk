check_PROGRAMS += check_tools_report
SLOW_TESTS += check_tools_report
check_tools_report_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_report_LDADD = $(TESTS_BASE) $(TOOLS_REPORT) $(CHECK_LIBS)
check_tools_report_SOURCES = \
	tests/tools/tell/report/report_data.c \
	tests/tools/tell/report/report_data.h \
	tests/tools/tell/report/test_report.c \
	tests/tools/tell/report/test_report_facts.c \
	tests/tools/tell/report/test_report_files.c \
	tests/tools/tell/report/test_report_matter.c \
	tests/tools/tell/report/test_report_several.c \
	tests/tools/tell/report/test_report_templates.c \
	tests/tools/tell/report/test_report_words.c
