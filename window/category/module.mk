# window/category: see window/category/README.md.
noinst_LIBRARIES += libwindow_category.a
WINDOW_CATEGORY = libwindow_category.a $(WINDOW_STORY)
libwindow_category_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_category_a_SOURCES = \
	window/category/calibration.c \
	window/category/calibration.h \
	window/category/category.c \
	window/category/category.h \
	window/category/category_guess.c \
	window/category/category_impl.h \
	window/category/category_state.c \
	window/category/category_table.c
EXTRA_DIST += window/category/README.md
