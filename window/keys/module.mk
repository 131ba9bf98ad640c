# window/keys: see window/keys/README.md.
noinst_LIBRARIES += libwindow_keys.a
WINDOW_KEYS = libwindow_keys.a $(WINDOW_NEAR)
libwindow_keys_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_keys_a_SOURCES = \
	window/keys/keys.c \
	window/keys/keys.h \
	window/keys/keys_find.c \
	window/keys/keys_impl.h \
	window/keys/keys_page.c \
	window/keys/keys_page.h \
	window/keys/keys_table.c \
	window/keys/keys_table.h
EXTRA_DIST += window/keys/README.md
