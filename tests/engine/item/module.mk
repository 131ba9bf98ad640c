check_PROGRAMS += check_engine_item
TESTS += check_engine_item
check_engine_item_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_engine_item_LDADD = $(TESTS_BASE) $(ENGINE_ITEM) $(CHECK_LIBS)
check_engine_item_SOURCES = \
	tests/engine/item/read_line.h \
	tests/engine/item/test_article.c \
	tests/engine/item/test_calendar.c \
	tests/engine/item/test_content_doc.c \
	tests/engine/item/test_doc_record.c \
	tests/engine/item/test_fprint.c \
	tests/engine/item/test_headline.c \
	tests/engine/item/test_json_article.c \
	tests/engine/item/test_json_ninjs.c \
	tests/engine/item/test_minhash.c \
	tests/engine/item/test_page_key.c \
	tests/engine/item/test_prepare.c \
	tests/engine/item/test_publisher.c \
	tests/engine/item/test_record_fields.c \
	tests/engine/item/test_shingles.c \
	tests/engine/item/test_sketch.c \
	tests/engine/item/test_vector.c \
	tests/engine/item/test_word_case.c
