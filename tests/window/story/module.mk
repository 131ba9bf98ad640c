check_PROGRAMS += check_window_story
TESTS += check_window_story
check_window_story_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_story_LDADD = $(TESTS_BASE) $(WINDOW_STORY) $(CHECK_LIBS)
check_window_story_SOURCES = \
	tests/window/story/heard.h \
	tests/window/story/say.h \
	tests/window/story/stored.h \
	tests/window/story/test_baseline.c \
	tests/window/story/test_df.c \
	tests/window/story/test_news_budget.c \
	tests/window/story/test_news_score.c \
	tests/window/story/test_news_words.c \
	tests/window/story/test_numbers.c \
	tests/window/story/test_publisher.c \
	tests/window/story/test_reported_texts.c \
	tests/window/story/test_seasons.c \
	tests/window/story/test_similarity.c \
	tests/window/story/test_story.c \
	tests/window/story/test_story_alerts.c \
	tests/window/story/test_story_arrays.c \
	tests/window/story/test_story_check.c \
	tests/window/story/test_story_gates.c \
	tests/window/story/test_story_history.c \
	tests/window/story/test_story_kind.c \
	tests/window/story/test_story_link.c \
	tests/window/story/test_story_member.c \
	tests/window/story/test_story_rows.c \
	tests/window/story/test_story_score.c \
	tests/window/story/test_story_state.c \
	tests/window/story/test_story_tail.c \
	tests/window/story/test_story_vector.c \
	tests/window/story/test_story_vector_past.c \
	tests/window/story/test_story_words.c \
	tests/window/story/test_text_log.c
