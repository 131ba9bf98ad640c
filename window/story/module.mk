# window/story: see window/story/README.md.
noinst_LIBRARIES += libwindow_story.a
WINDOW_STORY = libwindow_story.a $(WINDOW_NEAR)
libwindow_story_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_story_a_SOURCES = \
	window/story/df.c window/story/df.h \
	window/story/echo.c window/story/echo.h \
	window/story/forms.c window/story/forms.h \
	window/story/past.c window/story/past.h \
	window/story/same.c window/story/same.h \
	window/story/sources.c window/story/sources.h \
	window/story/story.c window/story/story.h \
	window/story/story_bytes.h \
	window/story/story_chapter.c \
	window/story/story_core.c \
	window/story/story_find.c \
	window/story/story_impl.h \
	window/story/story_item.c \
	window/story/story_join.c \
	window/story/story_judge.c \
	window/story/story_past.c \
	window/story/story_rows.c \
	window/story/story_state.c \
	window/story/story_swell.c \
	window/story/story_trace.c window/story/story_trace.h \
	window/story/story_view.c \
	window/story/usual.c window/story/usual.h
EXTRA_DIST += window/story/README.md
