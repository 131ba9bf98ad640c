# What the tests of many rooms share.
check_LIBRARIES = libtests_base.a
TESTS_BASE = libtests_base.a
libtests_base_a_CFLAGS = $(AM_CFLAGS) $(SQL_CFLAGS) $(CHECK_CFLAGS)
libtests_base_a_SOURCES = \
	tests/base/check_str.h \
	tests/base/check_words.h \
	tests/base/demo.h \
	tests/base/in_arena.h \
	tests/base/in_preparer.h \
	tests/base/kept_report.h \
	tests/base/long.h \
	tests/base/mo.c \
	tests/base/mo.h \
	tests/base/older.h \
	tests/base/page.c \
	tests/base/page.h \
	tests/base/png.c \
	tests/base/png.h \
	tests/base/program.c \
	tests/base/program.h \
	tests/base/random.h \
	tests/base/raw_store.h \
	tests/base/run.c \
	tests/base/run.h \
	tests/base/schema.c \
	tests/base/schema.h \
	tests/base/sound.h \
	tests/base/store_digest.c \
	tests/base/store_digest.h \
	tests/base/temp.h \
	tests/base/vectors.h \
	tests/base/web.c \
	tests/base/web.h
