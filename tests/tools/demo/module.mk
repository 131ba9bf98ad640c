check_PROGRAMS += check_tools_demo
TESTS += check_tools_demo
check_tools_demo_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_demo_LDADD = $(TESTS_BASE) $(TOOLS_DEMO) $(CHECK_LIBS)
check_tools_demo_SOURCES = \
	tests/tools/demo/test_demo.c
