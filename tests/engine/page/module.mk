check_PROGRAMS += check_engine_page
TESTS += check_engine_page
check_engine_page_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_engine_page_LDADD = $(TESTS_BASE) $(ENGINE_PAGE) $(CHECK_LIBS)
check_engine_page_SOURCES = \
	tests/engine/page/test_extract.c \
	tests/engine/page/test_extract_hostile.c \
	tests/engine/page/test_page_noise.c
