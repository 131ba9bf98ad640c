# window/pairs: see window/pairs/README.md.
noinst_LIBRARIES += libwindow_pairs.a
WINDOW_PAIRS = libwindow_pairs.a $(WINDOW_VECTOR)
libwindow_pairs_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_pairs_a_SOURCES = \
	window/pairs/pairs.c \
	window/pairs/pairs.h \
	window/pairs/pairs_impl.h \
	window/pairs/pairs_index.c \
	window/pairs/pairs_index.h
EXTRA_DIST += window/pairs/README.md
