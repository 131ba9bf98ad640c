noinst_LIBRARIES += libwindow.a
libwindow_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS)
libwindow_a_SOURCES = window/item.h
libwindow_a_SOURCES += window/near.h window/story.h
