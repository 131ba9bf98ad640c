# window: see window/README.md.
noinst_LIBRARIES += libwindow.a
WINDOW = libwindow.a $(WINDOW_CATEGORY)
libwindow_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_a_SOURCES = \
	window/excerpt.c \
	window/excerpt.h \
	window/reprint.c \
	window/reprint.h \
	window/rewrite.c \
	window/rewrite.h \
	window/version.c \
	window/version.h \
	window/window.c \
	window/window.h \
	window/window_cluster.c \
	window/window_impl.h \
	window/window_pairs.c \
	window/window_state.c \
	window/window_vectors.c
EXTRA_DIST += window/README.md
