check_PROGRAMS += check_tools_edition
TESTS += check_tools_edition
check_tools_edition_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_edition_LDADD = $(TESTS_BASE) $(TOOLS_EDITION) $(CHECK_LIBS)
check_tools_edition_SOURCES = \
	tests/tools/tell/edition/oster.c \
	tests/tools/tell/edition/oster.h \
	tests/tools/tell/edition/test_edition.c \
	tests/tools/tell/edition/test_edition_chain.c \
	tests/tools/tell/edition/test_edition_conf.c \
	tests/tools/tell/edition/test_edition_fill.c \
	tests/tools/tell/edition/test_edition_langs.c \
	tests/tools/tell/edition/test_edition_once.c \
	tests/tools/tell/edition/test_edition_pdf.c \
	tests/tools/tell/edition/test_edition_send.c
