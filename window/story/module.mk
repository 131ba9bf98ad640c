# window/story: see window/story/README.md.
noinst_LIBRARIES += libwindow_story.a
WINDOW_STORY = libwindow_story.a $(WINDOW_CLUSTER)
libwindow_story_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_story_a_SOURCES = \
	window/story/baseline.c \
	window/story/baseline.h \
	window/story/df.c \
	window/story/df.h \
	window/story/news_budget.c \
	window/story/news_budget.h \
	window/story/news_score.c \
	window/story/news_score.h \
	window/story/news_words.c \
	window/story/news_words.h \
	window/story/numbers.c \
	window/story/numbers.h \
	window/story/publisher.c \
	window/story/publisher.h \
	window/story/reported_texts.c \
	window/story/reported_texts.h \
	window/story/seasons.c \
	window/story/seasons.h \
	window/story/similarity.c \
	window/story/similarity.h \
	window/story/story.c \
	window/story/story.h \
	window/story/story_alerts.c \
	window/story/story_alerts.h \
	window/story/story_baseline.c \
	window/story/story_check.c \
	window/story/story_content.c \
	window/story/story_find.c \
	window/story/story_history.c \
	window/story/story_history.h \
	window/story/story_history_index.c \
	window/story/story_history_index.h \
	window/story/story_impl.h \
	window/story/story_join.c \
	window/story/story_judge.c \
	window/story/story_kind.c \
	window/story/story_kind.h \
	window/story/story_link.c \
	window/story/story_link.h \
	window/story/story_link_codec.c \
	window/story/story_link_impl.h \
	window/story/story_link_table.c \
	window/story/story_member.c \
	window/story/story_phrase.c \
	window/story/story_phrase.h \
	window/story/story_score.c \
	window/story/story_season.c \
	window/story/story_split.c \
	window/story/story_state.c \
	window/story/story_tail.c \
	window/story/story_tail.h \
	window/story/story_text.c \
	window/story/story_trace.c \
	window/story/story_trace.h \
	window/story/story_vector.c \
	window/story/story_vector.h \
	window/story/story_view.c \
	window/story/story_volume.c \
	window/story/text_log.c \
	window/story/text_log.h
EXTRA_DIST += window/story/README.md
