check_PROGRAMS += check_tools_conf
TESTS += check_tools_conf
check_tools_conf_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_conf_LDADD = $(TESTS_BASE) $(TOOLS_CONF) $(CHECK_LIBS)
check_tools_conf_SOURCES = \
	tests/tools/conf/test_conf.c \
	tests/tools/conf/test_conf_paths.c \
	tests/tools/conf/test_conf_stored.c \
	tests/tools/conf/test_conf_units.c \
	tests/tools/conf/test_rules.c \
	tests/tools/conf/test_rules_file.c \
	tests/tools/conf/test_rules_form.c \
	tests/tools/conf/test_weights.c
