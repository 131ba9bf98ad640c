check_PROGRAMS += check_tools_words
TESTS += check_tools_words
check_tools_words_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_words_LDADD = $(TESTS_BASE) $(TOOLS_WORDS) $(CHECK_LIBS)
check_tools_words_SOURCES = \
	tests/tools/tell/words/test_catalogue.c \
	tests/tools/tell/words/test_words.c
