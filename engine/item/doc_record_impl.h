/*
 * engine/item/doc_record_impl.h - what writing and reading a record share.
 * Private to doc_record*.c: doc_record.c frames the parts, doc_record_write.c
 * and doc_record_read.c know what stands where (tocsin-record(5)).
 */
#ifndef TCN_ENGINE_ITEM_DOC_RECORD_IMPL_H
#define TCN_ENGINE_ITEM_DOC_RECORD_IMPL_H

#include "engine/base/wire.h"
#include "engine/item/doc_record.h"

struct tcn_doc_record {
	size_t bytes_max;
	struct tcn_buf article, words, hashes; /* the parts of a record */
	uint32_t *crcs; /* of the terms of one doc */
	size_t crcs_cap;
};

/* Bits of the article's flags. */
enum {
	TCN_DOC_RECORD_ID_IS_KEY = 1,
	TCN_DOC_RECORD_URL_REFUSED = 2,
	TCN_DOC_RECORD_DATED = 4,
	TCN_DOC_RECORD_CONFIRMED = 8,
	TCN_DOC_RECORD_GIVEN_SHIFT = 4, /* enum tcn_given, 2 bits */
	TCN_DOC_RECORD_KEY_OF_ID = 64, /* source and id say the key */
	TCN_DOC_RECORD_IMAGE = 128, /* it has the address of a picture */
	TCN_DOC_RECORD_ARTICLE_FLAGS = 255, /* all of them */
};

/* Bits of the words' flags. */
enum {
	TCN_DOC_RECORD_SUFFIX_IS_SOURCE = 1,
	TCN_DOC_RECORD_HAS_LETTERS = 2,
	TCN_DOC_RECORD_HAS_FIGURES = 4,
	TCN_DOC_RECORD_HAS_LABEL = 8,
	TCN_DOC_RECORD_SAME_KEYS = 16, /* with and without the suffix */
	TCN_DOC_RECORD_NAMES_TITLE = 32, /* its capitals tell names */
	TCN_DOC_RECORD_NAMES_TEXT = 64, /* those of the text do */
	TCN_DOC_RECORD_PLAIN_TF =
	    128, /* tf is how often the words name a term */
	TCN_DOC_RECORD_FORM_SHIFT = 8, /* enum tcn_word_case_form, 2 bits */
	TCN_DOC_RECORD_FORM = 3, /* its mask, once shifted */
	TCN_DOC_RECORD_IS_SAID = 1024, /* by its title somebody speaks */
	TCN_DOC_RECORD_SAID_IS_KNOWN = 2048, /* the last of all bits */
};

/* Where the surface form of a term is found, in two bits. */
enum tcn_doc_record_where {
	TCN_DOC_RECORD_IN_TITLE,
	TCN_DOC_RECORD_IN_TEXT,
	TCN_DOC_RECORD_IN_PLACE, /* its bytes follow */
};

/*
 * How a stem follows from its word: code / 4 bytes are cut off the end of the
 * word in small letters, and code % 4 says what replaces them. RAW: it does not
 * follow; id and number stand among the hashes.
 */
enum {
	TCN_DOC_RECORD_CUT_MAX = 15,
	TCN_DOC_RECORD_STEMS = 4 * (TCN_DOC_RECORD_CUT_MAX + 1),
	TCN_DOC_RECORD_STEM_RAW = 255,
	TCN_DOC_RECORD_WORD_MAX = 64, /* the stem of a longer word is RAW */
};

/*
 * Reorders the flags of a term (enum tcn_term_flag) so that those which nearly
 * every term has are the lowest bits, and most flags take one byte; and back.
 */
static inline unsigned
tcn_doc_record_flags(unsigned flags)
{
	return flags >> 5 | (flags & 31) << 4;
}

static inline unsigned
tcn_doc_record_term_flags(unsigned flags)
{
	return flags >> 4 | (flags & 15) << 5;
}

/*
 * Sets *id and, unless crc is NULL, *crc to the id and the number (a CRC-32) of
 * the stem that code makes of a word. False: the word is too long, too short,
 * or not of ASCII.
 */
bool tcn_doc_record_stem(struct tcn_str word, unsigned code, uint64_t *id,
    uint32_t *crc);

/*
 * Derives doc->numbers (engine/item/doc.h) from the words and the number of
 * each term (crcs). `numbers` has room for TCN_MINHASH_WORDS_MAX. Returns how
 * many there are; the first *title_n are the title's.
 */
uint32_t tcn_doc_record_numbers(const struct tcn_doc *doc, const uint32_t *crcs,
    uint32_t *numbers, uint32_t *title_n);

/* Write the article and the words of doc into their parts of the record, and
 * their hashes into `hashes`. */
void tcn_doc_record_write_article(struct tcn_doc_record *record,
    const struct tcn_doc *doc);
void tcn_doc_record_write_words(struct tcn_doc_record *record,
    const struct tcn_doc *doc);

/*
 * Read the two parts back from `in`, and their hashes from `hashes`, which
 * stand behind both. Malformed bytes set the `bad` of that reader; the result
 * must then not be used. later: an article of a later version may have fields
 * behind those that are known, and flags that name them, which are passed over.
 */
void tcn_doc_record_read_article(struct tcn_wire_in *in,
    struct tcn_wire_in *hashes, bool later, struct tcn_arena *arena,
    struct tcn_article *article);
void tcn_doc_record_read_words(struct tcn_doc_record *record,
    struct tcn_wire_in *in, struct tcn_wire_in *hashes, struct tcn_arena *arena,
    struct tcn_doc *doc);

#endif
