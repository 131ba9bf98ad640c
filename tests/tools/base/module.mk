check_PROGRAMS += check_tools_base
TESTS += check_tools_base
check_tools_base_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_base_LDADD = $(TESTS_BASE) $(TOOLS_BASE) $(CHECK_LIBS)
check_tools_base_SOURCES = \
	tests/tools/base/test_address.c \
	tests/tools/base/test_chart.c \
	tests/tools/base/test_event_words.c \
	tests/tools/base/test_json_split.c \
	tests/tools/base/test_link_keys.c \
	tests/tools/base/test_log.c \
	tests/tools/base/test_mustache.c \
	tests/tools/base/test_networks.c \
	tests/tools/base/test_opt.c \
	tests/tools/base/test_out.c \
	tests/tools/base/test_pack.c \
	tests/tools/base/test_path.c \
	tests/tools/base/test_rate_limit.c \
	tests/tools/base/test_safe.c \
	tests/tools/base/test_store_lock.c \
	tests/tools/base/test_table.c \
	tests/tools/base/test_target.c \
	tests/tools/base/test_task_pool.c \
	tests/tools/base/test_when.c \
	tests/tools/base/test_zone_table.c
