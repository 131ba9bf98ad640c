check_PROGRAMS += check_tools_picture
TESTS += check_tools_picture
check_tools_picture_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_picture_LDADD = $(TESTS_BASE) $(TOOLS_PICTURE) $(CHECK_LIBS)
check_tools_picture_SOURCES = \
	tests/tools/serve/picture/test_picture_cache.c \
	tests/tools/serve/picture/test_picture_look.c \
	tests/tools/serve/picture/test_scale.c
