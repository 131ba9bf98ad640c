# window/base: see window/base/README.md.
noinst_LIBRARIES += libwindow_base.a
WINDOW_BASE = libwindow_base.a $(ENGINE_ITEM)
libwindow_base_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_base_a_SOURCES = \
	window/base/clock.c \
	window/base/clock.h \
	window/base/decay.h \
	window/base/journal.c \
	window/base/journal.h \
	window/base/page_dir.c \
	window/base/page_dir.h \
	window/base/popcount.c \
	window/base/popcount.h \
	window/base/postings.c \
	window/base/postings.h \
	window/base/recent.c \
	window/base/recent.h \
	window/base/sighting_group.c \
	window/base/sighting_group.h \
	window/base/sighting_page.c \
	window/base/sighting_page.h \
	window/base/sighting_store.c \
	window/base/sighting_store.h \
	window/base/slab.c \
	window/base/slab.h \
	window/base/slots.c \
	window/base/slots.h \
	window/base/state.c \
	window/base/state.h \
	window/base/tally.c \
	window/base/tally.h
EXTRA_DIST += window/base/README.md
