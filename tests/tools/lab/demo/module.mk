check_PROGRAMS += check_tools_demo
TESTS += check_tools_demo
check_tools_demo_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_demo_LDADD = $(TESTS_BASE) $(TOOLS_DEMO) $(ENGINE_PAGE) \
	$(CHECK_LIBS)
check_tools_demo_SOURCES = \
	tests/tools/lab/demo/demo_page.c \
	tests/tools/lab/demo/demo_page.h \
	tests/tools/lab/demo/demo_page_impl.h \
	tests/tools/lab/demo/demo_page_others.c \
	tests/tools/lab/demo/demo_page_papers.c \
	tests/tools/lab/demo/demo_page_systems.c \
	tests/tools/lab/demo/demo_page_texts.c \
	tests/tools/lab/demo/test_demo.c \
	tests/tools/lab/demo/test_demo_grammar.c \
	tests/tools/lab/demo/test_demo_page.c
