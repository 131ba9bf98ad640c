check_PROGRAMS += check_engine_facts
TESTS += check_engine_facts
check_engine_facts_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_engine_facts_LDADD = $(TESTS_BASE) $(ENGINE_FACTS) $(CHECK_LIBS)
check_engine_facts_SOURCES = \
	tests/engine/facts/figure_story.h \
	tests/engine/facts/reading_rows.c \
	tests/engine/facts/reading_rows.h \
	tests/engine/facts/test_fact_tokens.c \
	tests/engine/facts/test_fact_words.c \
	tests/engine/facts/test_figure.c \
	tests/engine/facts/test_figure_kinds.c \
	tests/engine/facts/test_located.c \
	tests/engine/facts/test_reading.c \
	tests/engine/facts/test_reading_de_fr.c \
	tests/engine/facts/test_reading_en.c \
	tests/engine/facts/test_reading_es.c \
	tests/engine/facts/test_reading_it_pt.c \
	tests/engine/facts/test_reading_money.c \
	tests/engine/facts/test_reading_score.c \
	tests/engine/facts/test_reading_share.c \
	tests/engine/facts/test_statement.c
