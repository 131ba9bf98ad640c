check_PROGRAMS += check_tools_summary
TESTS += check_tools_summary
check_tools_summary_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_summary_LDADD = $(TESTS_BASE) $(TOOLS_SUMMARY) $(CHECK_LIBS)
check_tools_summary_SOURCES = \
	tests/tools/tell/summary/test_cognates.c \
	tests/tools/tell/summary/test_copies.c \
	tests/tools/tell/summary/test_event_headline.c \
	tests/tools/tell/summary/test_event_places.c \
	tests/tools/tell/summary/test_names.c \
	tests/tools/tell/summary/test_names_words.c \
	tests/tools/tell/summary/test_news.c \
	tests/tools/tell/summary/test_related.c \
	tests/tools/tell/summary/test_summary.c \
	tests/tools/tell/summary/test_summary_about.c \
	tests/tools/tell/summary/test_summary_matter.c \
	tests/tools/tell/summary/test_summary_posts.c \
	tests/tools/tell/summary/test_summary_read.c \
	tests/tools/tell/summary/test_terms.c \
	tests/tools/tell/summary/test_timeline.c \
	tests/tools/tell/summary/test_witness.c
