check_PROGRAMS += check_engine_base
TESTS += check_engine_base
check_engine_base_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_engine_base_LDADD = $(TESTS_BASE) $(ENGINE_BASE) $(CHECK_LIBS)
check_engine_base_SOURCES = \
	tests/engine/base/test_arena.c \
	tests/engine/base/test_ascii.c \
	tests/engine/base/test_buf.c \
	tests/engine/base/test_date.c \
	tests/engine/base/test_json_flat.c \
	tests/engine/base/test_json_value.c \
	tests/engine/base/test_map.c \
	tests/engine/base/test_quantity.c \
	tests/engine/base/test_real.c \
	tests/engine/base/test_sections.c \
	tests/engine/base/test_sort.c \
	tests/engine/base/test_str.c \
	tests/engine/base/test_suggest.c \
	tests/engine/base/test_url.c \
	tests/engine/base/test_utf8.c \
	tests/engine/base/test_wire.c \
	tests/engine/base/test_yaml.c
