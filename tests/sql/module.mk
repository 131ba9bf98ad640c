check_PROGRAMS += check_sql
SLOW_TESTS += check_sql
check_sql_CFLAGS = $(AM_CFLAGS) $(SQL_CFLAGS) $(CHECK_CFLAGS)
check_sql_LDADD = $(TESTS_BASE) $(SQL) $(CHECK_LIBS)
check_sql_SOURCES = \
	tests/sql/cut_vfs.c \
	tests/sql/cut_vfs.h \
	tests/sql/fault_vfs.c \
	tests/sql/fault_vfs.h \
	tests/sql/hostile.c \
	tests/sql/hostile.h \
	tests/sql/sample.c \
	tests/sql/sample.h \
	tests/sql/test_fault.c \
	tests/sql/test_hostile.c \
	tests/sql/test_kill.c \
	tests/sql/test_migrate.c \
	tests/sql/test_outbox.c \
	tests/sql/test_power_cut.c \
	tests/sql/test_query_record.c \
	tests/sql/test_read_only.c \
	tests/sql/test_store.c \
	tests/sql/test_store_alike.c \
	tests/sql/test_store_check.c \
	tests/sql/test_store_compact.c \
	tests/sql/test_store_delta.c \
	tests/sql/test_store_desk.c \
	tests/sql/test_store_editions.c \
	tests/sql/test_store_group.c \
	tests/sql/test_store_members.c \
	tests/sql/test_store_now.c \
	tests/sql/test_store_place.c \
	tests/sql/test_store_read.c \
	tests/sql/test_store_reasons.c \
	tests/sql/test_store_retain.c \
	tests/sql/test_store_search.c \
	tests/sql/test_store_sketches.c \
	tests/sql/test_store_sums.c \
	tests/sql/test_store_told.c \
	tests/sql/test_store_unreadable.c \
	tests/sql/test_store_vectors.c \
	tests/sql/test_tokenizer.c
