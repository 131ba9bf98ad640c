noinst_LIBRARIES += libwindow.a
libwindow_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS)
libwindow_a_SOURCES = \
	window/clock.c window/clock.h \
	window/recent.c window/recent.h \
	window/state.h \
	window/window.c window/window.h

# The story tier.
libwindow_a_SOURCES += \
	window/decay.h \
	window/df.c window/df.h \
	window/forms.c window/forms.h \
	window/same.c window/same.h \
	window/slab.c window/slab.h \
	window/sort.c window/sort.h \
	window/sources.c window/sources.h \
	window/story.c window/story.h \
	window/story_bytes.h \
	window/story_chapter.c \
	window/story_core.c \
	window/story_find.c \
	window/story_impl.h \
	window/story_item.c \
	window/story_join.c \
	window/story_judge.c \
	window/story_rows.c \
	window/story_state.c \
	window/story_swell.c \
	window/story_view.c \
	window/story_trace.c window/story_trace.h \
	window/terms.c window/terms.h \
	window/echo.c window/echo.h \
	window/past.c window/past.h window/story_past.c \
	window/usual.c window/usual.h

# The near tier.
libwindow_a_SOURCES += \
	window/near.c window/near.h \
	window/near_batch.c \
	window/near_find.c window/near_int.h \
	window/near_group.c window/near_group.h \
	window/near_join.c window/near_join.h \
	window/near_page.c window/near_page.h \
	window/near_plan.c window/near_plan.h \
	window/near_leaf.c window/near_leaf.h \
	window/near_search.c window/near_search.h \
	window/near_store.c window/near_store.h \
	window/near_table.c window/near_table.h \
	window/popcount.c window/popcount.h
