# window/vector: see window/vector/README.md.
noinst_LIBRARIES += libwindow_vector.a
WINDOW_VECTOR = libwindow_vector.a $(WINDOW_KEYS)
libwindow_vector_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_vector_a_SOURCES = \
	window/vector/vector_code.c \
	window/vector/vector_code.h \
	window/vector/vector_ring.c \
	window/vector/vector_ring.h \
	window/vector/vector_rows.c \
	window/vector/vector_rows.h
EXTRA_DIST += window/vector/README.md
