/*
 * What stands where in a record, as it is written.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/article.h"
#include "engine/item/doc_record_impl.h"
#include "engine/item/minhash.h"
#include "engine/item/vector.h"

/* --- the article --- */

static bool
id_is_key(const struct tcn_article *article)
{
	char hex[33];

	snprintf(hex, sizeof hex, "%016" PRIx64 "%016" PRIx64, article->key[0],
	    article->key[1]);
	return tcn_str_equal(article->id, tcn_str(hex));
}

static void
write_features(struct tcn_doc_record *record, const struct tcn_article *article)
{
	tcn_wire_varint(&record->article, article->features_n);
	for (size_t i = 0; i < article->features_n; i++) {
		uint64_t bits;

		tcn_wire_text(&record->article, article->features[i].term);
		memcpy(&bits, &article->features[i].weight, sizeof bits);
		tcn_wire_fixed8(&record->hashes, bits);
	}
}

static void
write_content_words(struct tcn_buf *out, const struct tcn_article *article)
{
	tcn_wire_varint(out, article->content_words_n);
	for (size_t i = 0; i < article->content_words_n; i++) {
		const struct tcn_content_word *word =
		    &article->content_words[i];

		tcn_wire_varint(out, word->class);
		tcn_wire_text(out, word->surface);
		tcn_wire_text(out, word->lemma);
	}
}

void
tcn_doc_record_write_article(struct tcn_doc_record *record,
    const struct tcn_doc *doc)
{
	const struct tcn_article *a = doc->article;
	struct tcn_buf *out = &record->article, *hashes = &record->hashes;
	const struct tcn_str texts[] = { a->source, a->url, doc->title,
		doc->text, a->lang, a->category, a->label };
	unsigned flags = (unsigned)a->given << TCN_DOC_RECORD_GIVEN_SHIFT;
	uint64_t key[2];

	flags |= id_is_key(a) ? TCN_DOC_RECORD_ID_IS_KEY : 0;
	flags |= a->url_refused ? TCN_DOC_RECORD_URL_REFUSED : 0;
	flags |= a->ts_ms != TCN_UNDATED ? TCN_DOC_RECORD_DATED : 0;
	flags |= a->ts_confirmed ? TCN_DOC_RECORD_CONFIRMED : 0;
	flags |= a->image.n ? TCN_DOC_RECORD_IMAGE : 0;
	tcn_article_key_of_id(a, key);
	if (key[0] == a->key[0] && key[1] == a->key[1])
		flags |= TCN_DOC_RECORD_KEY_OF_ID;
	tcn_wire_varint(out, flags);
	if (!(flags & TCN_DOC_RECORD_KEY_OF_ID)) {
		tcn_wire_fixed8(hashes, a->key[0]);
		tcn_wire_fixed8(hashes, a->key[1]);
	}
	if (a->ts_ms != TCN_UNDATED)
		tcn_wire_signed(out, a->ts_ms);
	if (!(flags & TCN_DOC_RECORD_ID_IS_KEY))
		tcn_wire_text(out, a->id);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		tcn_wire_text(out, texts[i]);
	write_features(record, a);
	tcn_wire_varint(out, a->vector_n);
	tcn_vector_encode(a->vector, a->vector_n, hashes);
	if (a->given == TCN_GIVEN_FINGERPRINT)
		tcn_wire_fixed8(hashes, a->fingerprint);
	write_content_words(out, a);
	if (a->image.n)
		tcn_wire_text(out, a->image);
}

/* --- the words --- */

static void
write_words(struct tcn_buf *out, const struct tcn_doc *doc)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < doc->words_n; i++) {
		uint32_t term = doc->words[i];

		tcn_wire_varint(out, term == seen ? 0 : seen - term);
		seen += term == seen;
	}
}

/* Whether each term's frequency is how often the words name it. */
static bool
is_plain_tf(const struct tcn_doc *doc, uint32_t *counts, size_t n)
{
	memset(counts, 0, n * sizeof *counts);
	for (size_t i = 0; i < doc->words_n; i++)
		counts[doc->words[i]]++;
	for (size_t i = 0; i < n; i++)
		if (counts[i] != doc->terms[i].tf)
			return false;
	return true;
}

static bool
is_within(struct tcn_str word, struct tcn_str text)
{
	return word.n && text.n && word.at >= text.at &&
	    word.at + word.n <= text.at + text.n;
}

/* Where a term stands: how far behind the one before it in the same part. */
static void
write_places(struct tcn_buf *out, const struct tcn_doc *doc, size_t n)
{
	const char *title_at = doc->title.at, *text_at = doc->text.at;

	for (size_t i = 0; i < n; i++) {
		struct tcn_str word = doc->terms[i].word;
		unsigned where = is_within(word, doc->title)
		    ? TCN_DOC_RECORD_IN_TITLE
		    : is_within(word, doc->text) ? TCN_DOC_RECORD_IN_TEXT
						 : TCN_DOC_RECORD_IN_PLACE;
		const char **at =
		    where == TCN_DOC_RECORD_IN_TITLE ? &title_at : &text_at;

		tcn_wire_varint(out, (uint64_t)word.n * 4 + where);
		if (where == TCN_DOC_RECORD_IN_PLACE) {
			tcn_buf_str(out, word);
			continue;
		}
		tcn_wire_signed(out, word.at - *at);
		*at = word.at + word.n;
	}
}

/* The code by which the word says its stem; most words are their own stem or
 * lose few bytes, so few are tried. */
static unsigned
find_stem(const struct tcn_term *term, uint32_t *crc)
{
	uint64_t id;

	for (unsigned code = 0; code < TCN_DOC_RECORD_STEMS; code++) {
		if (!tcn_doc_record_stem(term->word, code, &id, NULL)) {
			if (code == 0)
				break;
			continue;
		}
		if (id != term->id)
			continue;
		tcn_doc_record_stem(term->word, code, &id, crc);
		return code;
	}
	return TCN_DOC_RECORD_STEM_RAW;
}

/*
 * The number of a term whose word does not say it: the one that stands in the
 * numbers where the first of its words does; 0 when none does.
 */
static void
find_crcs(const struct tcn_doc *doc, const unsigned char *codes, uint32_t *crcs)
{
	uint32_t k = 0;

	for (size_t i = 0; i < doc->words_n && k < doc->numbers_n; i++) {
		uint32_t term = doc->words[i];

		if (doc->terms[term].flags & TCN_TERM_STOP ||
		    (i >= doc->suffix_at && i < doc->title_n))
			continue;
		if (codes[term] == TCN_DOC_RECORD_STEM_RAW)
			crcs[term] = doc->numbers[k];
		k++;
	}
}

/* The stems; leaves the terms' numbers in record->crcs. */
static void
write_stems(struct tcn_doc_record *record, const struct tcn_doc *doc, size_t n)
{
	unsigned char *codes = tcn_mem_alloc(n + 1);

	for (size_t i = 0; i < n; i++) {
		codes[i] =
		    (unsigned char)find_stem(&doc->terms[i], &record->crcs[i]);
		if (codes[i] == TCN_DOC_RECORD_STEM_RAW)
			record->crcs[i] = 0;
	}
	find_crcs(doc, codes, record->crcs);
	tcn_buf_add(&record->words, codes, n);
	for (size_t i = 0; i < n; i++) {
		if (codes[i] != TCN_DOC_RECORD_STEM_RAW)
			continue;
		tcn_wire_fixed8(&record->hashes, doc->terms[i].id);
		tcn_wire_fixed4(&record->hashes, record->crcs[i]);
	}
	tcn_mem_free(codes);
}

static void
write_terms(struct tcn_doc_record *record, const struct tcn_doc *doc, size_t n,
    bool plain_tf)
{
	struct tcn_buf *out = &record->words;

	for (size_t i = 0; i < n; i++)
		tcn_wire_varint(out, tcn_doc_record_flags(doc->terms[i].flags));
	for (size_t i = 0; !plain_tf && i < n; i++)
		tcn_wire_varint(out, doc->terms[i].tf);
	write_places(out, doc, n);
	write_stems(record, doc, n);
	if (doc->article->given != TCN_GIVEN_FEATURES)
		return;
	for (size_t i = 0; i < n; i++) {
		uint32_t bits;

		memcpy(&bits, &doc->terms[i].given_weight, sizeof bits);
		tcn_wire_fixed4(&record->hashes, bits);
	}
}

static bool
numbers_follow(const struct tcn_doc *doc, const uint32_t *crcs)
{
	uint32_t numbers[TCN_MINHASH_WORDS_MAX], title_n;
	uint32_t n = tcn_doc_record_numbers(doc, crcs, numbers, &title_n);

	return n == doc->numbers_n && title_n == doc->title_numbers_n &&
	    (!n || memcmp(numbers, doc->numbers, n * sizeof *numbers) == 0);
}

static void
write_numbers(struct tcn_doc_record *record, const struct tcn_doc *doc)
{
	tcn_wire_varint(&record->words, doc->numbers_n);
	tcn_wire_varint(&record->words, doc->title_numbers_n);
	for (uint32_t i = 0; i < doc->numbers_n; i++)
		tcn_wire_fixed4(&record->hashes, doc->numbers[i]);
}

static void
write_sketch(struct tcn_doc_record *record, struct tcn_sketch sketch)
{
	unsigned char bytes[TCN_SKETCH_BYTES_MAX];

	tcn_wire_varint(&record->words, sketch.n);
	tcn_wire_varint(&record->words, sketch.full);
	tcn_buf_add(&record->hashes, bytes, tcn_sketch_encode(sketch, bytes));
}

static void
write_content(struct tcn_doc_record *record, const struct tcn_content *content)
{
	unsigned char bytes[TCN_CONTENT_BYTES_MAX];

	tcn_wire_varint(&record->words, content->source);
	tcn_wire_varint(&record->words, content->n);
	tcn_wire_varint(&record->words, content->full);
	tcn_wire_text(&record->words, content->tagger);
	tcn_buf_add(&record->hashes, bytes, tcn_content_encode(content, bytes));
}

static unsigned
flags_of(const struct tcn_doc *doc)
{
	const struct tcn_doc_style *style = &doc->style;
	unsigned flags = (unsigned)style->form << TCN_DOC_RECORD_FORM_SHIFT;

	flags |= doc->suffix_is_source ? TCN_DOC_RECORD_SUFFIX_IS_SOURCE : 0;
	flags |= doc->has_letters ? TCN_DOC_RECORD_HAS_LETTERS : 0;
	flags |= style->has_figures ? TCN_DOC_RECORD_HAS_FIGURES : 0;
	flags |= style->has_label ? TCN_DOC_RECORD_HAS_LABEL : 0;
	flags |= style->is_said ? TCN_DOC_RECORD_IS_SAID : 0;
	flags |= style->said_is_known ? TCN_DOC_RECORD_SAID_IS_KNOWN : 0;
	flags |= doc->text_key == doc->text_key_no_suffix
	    ? TCN_DOC_RECORD_SAME_KEYS
	    : 0;
	flags |=
	    style->capital == TCN_TERM_CAPITAL ? TCN_DOC_RECORD_NAMES_TITLE : 0;
	flags |= style->capital == TCN_TERM_TEXT_CAPITAL
	    ? TCN_DOC_RECORD_NAMES_TEXT
	    : 0;
	return flags;
}

static void
write_keys(struct tcn_buf *hashes, const struct tcn_doc *doc)
{
	tcn_wire_fixed8(hashes, doc->publisher);
	tcn_wire_fixed8(hashes, doc->page);
	tcn_wire_fixed8(hashes, doc->source_hash);
	tcn_wire_fixed8(hashes, doc->text_key);
	if (doc->text_key != doc->text_key_no_suffix)
		tcn_wire_fixed8(hashes, doc->text_key_no_suffix);
	if (doc->suffix.n)
		tcn_wire_fixed8(hashes, doc->suffix_hash);
}

/* Terms in all: those of slug terms that are no words stand behind. */
static size_t
terms_in_all(const struct tcn_doc *doc)
{
	size_t n = doc->terms_n;

	for (size_t i = 0; i < doc->slug_terms_n; i++)
		if (doc->slug_terms[i] >= n)
			n = doc->slug_terms[i] + 1;
	return n;
}

void
tcn_doc_record_write_words(struct tcn_doc_record *record,
    const struct tcn_doc *doc)
{
	struct tcn_buf *out = &record->words;
	size_t n = terms_in_all(doc);
	uint32_t *crcs =
	    tcn_mem_grow(record->crcs, &record->crcs_cap, n + 1, sizeof *crcs);
	bool plain_tf, follow;
	unsigned char bytes[TCN_SKETCH_BYTES_MAX];

	record->crcs = crcs;
	plain_tf = is_plain_tf(doc, crcs, n);
	tcn_wire_text(out, tcn_str(doc->lang));
	tcn_wire_varint(out,
	    flags_of(doc) | (plain_tf ? TCN_DOC_RECORD_PLAIN_TF : 0));
	write_keys(&record->hashes, doc);
	tcn_wire_varint(out, doc->suffix.n);
	if (doc->suffix.n)
		tcn_wire_varint(out, (size_t)(doc->suffix.at - doc->title.at));
	tcn_wire_varint(out, doc->words_n);
	tcn_wire_varint(out, doc->title_n);
	tcn_wire_varint(out, doc->suffix_at);
	tcn_wire_varint(out, doc->terms_n);
	tcn_wire_varint(out, n - doc->terms_n);
	write_words(out, doc);
	write_terms(record, doc, n, plain_tf);
	tcn_wire_varint(out, doc->slug_terms_n);
	for (size_t i = 0; i < doc->slug_terms_n; i++)
		tcn_wire_varint(out, doc->slug_terms[i]);
	follow = numbers_follow(doc, record->crcs);
	tcn_wire_varint(out, follow);
	if (!follow)
		write_numbers(record, doc);
	write_sketch(record, doc->sketch);
	tcn_wire_varint(&record->words, doc->shingles.n);
	tcn_buf_add(&record->hashes, bytes,
	    tcn_sketch_encode(doc->shingles, bytes));
	write_content(record, &doc->content);
}
