check_PROGRAMS += check_engine_text
TESTS += check_engine_text
check_engine_text_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_engine_text_LDADD = $(TESTS_BASE) $(ENGINE_TEXT) $(CHECK_LIBS)
check_engine_text_SOURCES = \
	tests/engine/text/test_content.c \
	tests/engine/text/test_date_property.c \
	tests/engine/text/test_date_words.c \
	tests/engine/text/test_date_zone.c \
	tests/engine/text/test_lang.c \
	tests/engine/text/test_lexicon.c \
	tests/engine/text/test_markup.c \
	tests/engine/text/test_place_names.c \
	tests/engine/text/test_places.c \
	tests/engine/text/test_reply.c \
	tests/engine/text/test_romanize.c \
	tests/engine/text/test_sentence.c \
	tests/engine/text/test_slug_terms.c \
	tests/engine/text/test_stemmer.c \
	tests/engine/text/test_stopwords.c \
	tests/engine/text/test_title_suffix.c \
	tests/engine/text/test_tokenizer.c \
	tests/engine/text/test_zone_day.c
