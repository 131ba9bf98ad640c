noinst_LIBRARIES += libwindow.a
libwindow_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS)
libwindow_a_SOURCES = window/item.h
libwindow_a_SOURCES += window/near.h

# The story tier.
libwindow_a_SOURCES += \
	window/decay.h \
	window/df.c window/df.h \
	window/same.c window/same.h \
	window/slab.c window/slab.h \
	window/story.c window/story.h \
	window/story_impl.h \
	window/story_item.c \
	window/story_join.c \
	window/story_judge.c \
	window/terms.c window/terms.h \
	window/usual.c window/usual.h
