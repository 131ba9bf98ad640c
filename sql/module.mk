noinst_LIBRARIES += libsql.a
libsql_a_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
libsql_a_SOURCES = engine/rc.h
