# engine/item: see engine/item/README.md.
noinst_LIBRARIES += libengine_item.a
ENGINE_ITEM = libengine_item.a $(ENGINE_TEXT)
libengine_item_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libengine_item_a_SOURCES = \
	engine/item/article.c \
	engine/item/article.h \
	engine/item/date_terms.c \
	engine/item/date_terms.h \
	engine/item/doc.c \
	engine/item/doc.h \
	engine/item/doc_record.c \
	engine/item/doc_record.h \
	engine/item/doc_record_impl.h \
	engine/item/doc_record_read.c \
	engine/item/doc_record_write.c \
	engine/item/event_kind.c \
	engine/item/event_kind.h \
	engine/item/feature.c \
	engine/item/feature.h \
	engine/item/fprint.c \
	engine/item/fprint.h \
	engine/item/headline.c \
	engine/item/headline.h \
	engine/item/json_article.c \
	engine/item/json_article.h \
	engine/item/json_content.c \
	engine/item/json_content_impl.h \
	engine/item/json_ninjs.c \
	engine/item/json_ninjs_impl.h \
	engine/item/minhash.c \
	engine/item/minhash.h \
	engine/item/page_key.c \
	engine/item/page_key.h \
	engine/item/prepare.c \
	engine/item/prepare.h \
	engine/item/prepare_content.c \
	engine/item/prepare_finish.c \
	engine/item/prepare_impl.h \
	engine/item/prepare_lang.c \
	engine/item/publisher.c \
	engine/item/publisher.h \
	engine/item/record.c \
	engine/item/record.h \
	engine/item/scheme.c \
	engine/item/scheme.h \
	engine/item/severity.c \
	engine/item/severity.h \
	engine/item/shingles.c \
	engine/item/shingles.h \
	engine/item/sketch.c \
	engine/item/sketch.h \
	engine/item/title_form.c \
	engine/item/title_form.h \
	engine/item/vector.c \
	engine/item/vector.h \
	engine/item/word_case.c \
	engine/item/word_case.h
EXTRA_DIST += engine/item/README.md
