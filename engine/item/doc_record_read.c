/*
 * What stands where in a record, as it is read.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/date.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"
#include "engine/item/article.h"
#include "engine/item/doc_record_impl.h"
#include "engine/item/minhash.h"
#include "engine/item/vector.h"

#define TERM_FLAGS_ALL 511u /* all of enum tcn_term_flag */

/* --- the article --- */

/* A text, which must be UTF-8. */
static struct tcn_str
read_utf8(struct tcn_wire_in *in)
{
	struct tcn_str text = tcn_wire_read_text(in);

	in->bad |= !tcn_utf8_valid(text);
	return text;
}

static void
name_by_key(struct tcn_article *article, struct tcn_arena *arena)
{
	char *hex = tcn_arena_alloc(arena, 33);

	snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, article->key[0],
	    article->key[1]);
	article->id = (struct tcn_str){ hex, 32 };
}

static void
read_features(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_arena *arena, struct tcn_article *article)
{
	size_t n = tcn_wire_read_upto(in, tcn_wire_left(hashes) / 8);
	struct tcn_given_feature *features;

	if (!n)
		return;
	features = tcn_arena_zalloc(arena, n, sizeof *features);
	for (size_t i = 0; i < n; i++) {
		uint64_t bits = tcn_wire_read_fixed8(hashes);

		features[i].term = read_utf8(in);
		memcpy(&features[i].weight, &bits, sizeof bits);
		in->bad |= !tcn_article_weight_is_sound(features[i].weight);
	}
	article->features = features;
	article->features_n = n;
}

static void
read_content_words(struct tcn_wire_in *in, struct tcn_arena *arena,
    struct tcn_article *article)
{
	size_t n = tcn_wire_read_upto(in, tcn_wire_left(in) / 3);
	struct tcn_content_word *words;

	if (!n)
		return;
	words = tcn_arena_zalloc(arena, n, sizeof *words);
	for (size_t i = 0; i < n; i++) {
		words[i].class = (enum tcn_content_class)tcn_wire_read_upto(in,
		    TCN_CONTENT_CLASSES - 1);
		words[i].surface = read_utf8(in);
		words[i].lemma = read_utf8(in);
	}
	article->content_words = words;
	article->content_words_n = n;
}

/* What else an article must be before it goes on. Title and text may both be
 * empty: of one that was sent as markup alone nothing is left. */
static bool
is_sound(const struct tcn_article *a)
{
	bool has_given =
	    (a->given != TCN_GIVEN_FEATURES || a->features_n > 0) &&
	    (a->given != TCN_GIVEN_VECTOR || a->vector_n > 0);

	return has_given && a->id.n && tcn_article_is_sound(a) &&
	    (!a->url.n || tcn_str_equal(tcn_url_web(a->url), a->url)) &&
	    (!a->image.n ||
		tcn_str_equal(tcn_article_image(a->image), a->image));
}

void
tcn_doc_record_read_article(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    bool later, struct tcn_arena *arena, struct tcn_article *article)
{
	struct tcn_article *a = article;
	struct tcn_str *const texts[] = { &a->source, &a->url, &a->title,
		&a->text, &a->lang, &a->category, &a->label };
	unsigned flags = (unsigned)tcn_wire_read_upto(in,
	    later ? UINT32_MAX : TCN_DOC_RECORD_ARTICLE_FLAGS);
	bool key_of_id = flags & TCN_DOC_RECORD_KEY_OF_ID;
	size_t n;

	*a = (struct tcn_article){ .plain = true, .ts_ms = TCN_UNDATED };
	a->url_refused = flags & TCN_DOC_RECORD_URL_REFUSED;
	a->ts_confirmed = flags & TCN_DOC_RECORD_CONFIRMED;
	a->given = (enum tcn_given)(flags >> TCN_DOC_RECORD_GIVEN_SHIFT & 3);
	in->bad |= key_of_id && flags & TCN_DOC_RECORD_ID_IS_KEY;
	for (int i = 0; i < 2 && !key_of_id; i++)
		a->key[i] = tcn_wire_read_fixed8(hashes);
	if (flags & TCN_DOC_RECORD_DATED)
		a->ts_ms = tcn_wire_read_signed(in);
	if (flags & TCN_DOC_RECORD_ID_IS_KEY)
		name_by_key(a, arena);
	else
		a->id = read_utf8(in);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = read_utf8(in);
	if (key_of_id)
		tcn_article_key_of_id(a, a->key);
	read_features(in, hashes, arena, a);
	n = tcn_wire_read_upto(in, tcn_wire_left(hashes) / 4);
	in->bad |= tcn_vector_decode(tcn_wire_read_bytes(hashes, 4 * n), arena,
		       &a->vector, &a->vector_n) != TCN_OK;
	if (a->given == TCN_GIVEN_FINGERPRINT)
		a->fingerprint = tcn_wire_read_fixed8(hashes);
	read_content_words(in, arena, a);
	if (flags & TCN_DOC_RECORD_IMAGE)
		a->image = read_utf8(in);
	in->bad |= (!later && tcn_wire_left(in) > 0) || !is_sound(a);
}

/* --- the words --- */

/* The words, and which is the first of each term. */
static bool
read_words(struct tcn_wire_in *in, struct tcn_doc *doc, uint32_t *words)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < doc->words_n; i++) {
		uint32_t back = (uint32_t)tcn_wire_read_upto(in, seen);

		if (in->bad || (!back && seen == doc->terms_n))
			return false;
		words[i] = seen - back;
		if (!back)
			doc->terms[seen++].first = (uint32_t)i;
		doc->terms[words[i]].tf++;
	}
	return seen == doc->terms_n;
}

/* A word as it is written, and where. */
static bool
read_place(struct tcn_wire_in *in, const struct tcn_doc *doc, size_t at[2],
    struct tcn_str *word)
{
	uint64_t code = tcn_wire_read_varint(in);
	unsigned where = code % 4;
	const struct tcn_str *part =
	    where == TCN_DOC_RECORD_IN_TITLE ? &doc->title : &doc->text;
	int64_t ahead;
	size_t from, n = (size_t)(code / 4);

	if (where == TCN_DOC_RECORD_IN_PLACE) {
		*word = tcn_wire_read_bytes(in, n);
		return tcn_utf8_valid(*word);
	}
	ahead = tcn_wire_read_signed(in);
	if (where > TCN_DOC_RECORD_IN_TEXT || ahead < -(int64_t)at[where] ||
	    ahead > (int64_t)(part->n - at[where]))
		return false;
	from = (size_t)((int64_t)at[where] + ahead);
	if (n > part->n - from)
		return false;
	*word = (struct tcn_str){ part->at + from, n };
	at[where] = from + n;
	return tcn_utf8_valid(*word);
}

static bool
read_stem(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_term *term, uint32_t *crc)
{
	unsigned code = (unsigned char)*tcn_wire_read_bytes(in, 1).at;

	if (code != TCN_DOC_RECORD_STEM_RAW)
		return code < TCN_DOC_RECORD_STEMS &&
		    tcn_doc_record_stem(term->word, code, &term->id, crc);
	term->id = tcn_wire_read_fixed8(hashes);
	*crc = tcn_wire_read_fixed4(hashes);
	return true;
}

static bool
read_weight(struct tcn_wire_in *hashes, struct tcn_term *term)
{
	uint32_t bits = tcn_wire_read_fixed4(hashes);

	memcpy(&term->given_weight, &bits, sizeof bits);
	return isfinite(term->given_weight) && term->given_weight >= 0;
}

/* All but their first words, which the words say. */
static bool
read_terms(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_doc *doc, size_t n, bool plain_tf, uint32_t *crcs)
{
	size_t at[2] = { 0 };
	bool sound = true;

	for (size_t i = 0; i < n; i++)
		doc->terms[i].flags =
		    tcn_doc_record_term_flags((unsigned)tcn_wire_read_upto(in,
			TERM_FLAGS_ALL));
	for (size_t i = 0; !plain_tf && i < n; i++)
		doc->terms[i].tf = (uint32_t)tcn_wire_read_upto(in, UINT32_MAX);
	for (size_t i = 0; sound && i < n; i++)
		sound = read_place(in, doc, at, &doc->terms[i].word);
	if (!sound || in->bad || tcn_wire_left(in) < n)
		return false;
	for (size_t i = 0; sound && i < n; i++)
		sound = read_stem(in, hashes, &doc->terms[i], &crcs[i]);
	if (doc->article->given == TCN_GIVEN_FEATURES)
		for (size_t i = 0; sound && i < n; i++)
			sound = read_weight(hashes, &doc->terms[i]);
	for (size_t i = doc->terms_n; i < n; i++)
		doc->terms[i].first = (uint32_t)doc->words_n;
	return sound;
}

static void
read_slug_terms(struct tcn_wire_in *in, struct tcn_arena *arena,
    struct tcn_doc *doc, size_t terms_n)
{
	size_t n = tcn_wire_read_upto(in, tcn_wire_left(in));
	uint32_t *at = tcn_arena_alloc(arena, n * sizeof *at);

	for (size_t i = 0; i < n; i++) {
		at[i] = (uint32_t)tcn_wire_read_varint(in);
		if (at[i] < terms_n)
			continue;
		in->bad = true;
		return;
	}
	doc->slug_terms = at;
	doc->slug_terms_n = n;
}

static void
read_numbers(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_arena *arena, const uint32_t *crcs, struct tcn_doc *doc)
{
	bool follow = tcn_wire_read_upto(in, 1);
	size_t bytes = TCN_MINHASH_WORDS_MAX * sizeof *doc->numbers;
	uint32_t *numbers = tcn_arena_alloc(arena, bytes);

	doc->numbers = numbers;
	if (follow) {
		doc->numbers_n = tcn_doc_record_numbers(doc, crcs, numbers,
		    &doc->title_numbers_n);
		return;
	}
	doc->numbers_n =
	    (uint32_t)tcn_wire_read_upto(in, TCN_MINHASH_WORDS_MAX);
	doc->title_numbers_n = (uint32_t)tcn_wire_read_upto(in, doc->numbers_n);
	for (uint32_t i = 0; i < doc->numbers_n; i++)
		numbers[i] = tcn_wire_read_fixed4(hashes);
}

static void
read_sketch(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_arena *arena, struct tcn_sketch *sketch)
{
	size_t n = tcn_wire_read_upto(in, TCN_SKETCH_MAX);
	uint64_t full = tcn_wire_read_varint(in);
	struct tcn_str bytes = tcn_wire_read_bytes(hashes, 4 * n);

	in->bad |=
	    tcn_sketch_decode(bytes.at, bytes.n, full, arena, sketch) != TCN_OK;
}

static void
read_shingles(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_arena *arena, struct tcn_sketch *shingles)
{
	size_t n = tcn_wire_read_upto(in, TCN_SHINGLES_MAX);
	struct tcn_str bytes = tcn_wire_read_bytes(hashes, 4 * n);

	in->bad |=
	    tcn_shingles_decode(bytes.at, bytes.n, arena, shingles) != TCN_OK;
}

static void
read_content(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_arena *arena, struct tcn_content *content)
{
	enum tcn_content_source source =
	    (enum tcn_content_source)tcn_wire_read_upto(in, TCN_CONTENT_TAGGER);
	size_t n = tcn_wire_read_upto(in, TCN_CONTENT_MAX);
	uint64_t full = tcn_wire_read_varint(in);
	struct tcn_str bytes;

	content->tagger = read_utf8(in);
	bytes = tcn_wire_read_bytes(hashes, 8 * n);
	in->bad |= tcn_content_decode(bytes.at, bytes.n, full, arena,
		       content) != TCN_OK;
	content->source = source;
}

static void
set_flags(struct tcn_doc *doc, unsigned flags)
{
	struct tcn_doc_style *style = &doc->style;

	doc->suffix_is_source = flags & TCN_DOC_RECORD_SUFFIX_IS_SOURCE;
	doc->has_letters = flags & TCN_DOC_RECORD_HAS_LETTERS;
	style->has_figures = flags & TCN_DOC_RECORD_HAS_FIGURES;
	style->has_label = flags & TCN_DOC_RECORD_HAS_LABEL;
	style->is_said = flags & TCN_DOC_RECORD_IS_SAID;
	style->said_is_known = flags & TCN_DOC_RECORD_SAID_IS_KNOWN;
	style->form =
	    (enum tcn_word_case_form)(flags >> TCN_DOC_RECORD_FORM_SHIFT &
		TCN_DOC_RECORD_FORM);
	if (flags & TCN_DOC_RECORD_NAMES_TITLE) {
		style->capital = TCN_TERM_CAPITAL;
		style->small = TCN_TERM_SMALL;
	} else if (flags & TCN_DOC_RECORD_NAMES_TEXT) {
		style->capital = TCN_TERM_TEXT_CAPITAL;
		style->small = TCN_TERM_TEXT_SMALL;
	}
}

/* What stands before the words; returns the flags. */
static unsigned
read_head(struct tcn_wire_in *in, struct tcn_wire_in *hashes,
    struct tcn_doc *doc)
{
	struct tcn_str lang = tcn_wire_read_text(in);
	unsigned flags = (unsigned)tcn_wire_read_upto(in,
	    2 * TCN_DOC_RECORD_SAID_IS_KNOWN - 1);
	size_t n = tcn_wire_read_upto(in, doc->title.n), at = 0;

	in->bad |= (flags >> TCN_DOC_RECORD_FORM_SHIFT & TCN_DOC_RECORD_FORM) >
	    TCN_HEADLINE_TITLE;
	in->bad |= lang.n >= sizeof doc->lang || !tcn_utf8_valid(lang) ||
	    (lang.n && memchr(lang.at, '\0', lang.n));
	if (!in->bad && lang.n)
		memcpy(doc->lang, lang.at, lang.n);
	set_flags(doc, flags);
	if (n)
		at = tcn_wire_read_upto(in, doc->title.n - n);
	doc->suffix = n ? (struct tcn_str){ doc->title.at + at, n }
			: (struct tcn_str){ 0 };
	in->bad |= !tcn_utf8_valid(doc->suffix);
	doc->publisher = tcn_wire_read_fixed8(hashes);
	doc->page = tcn_wire_read_fixed8(hashes);
	doc->source_hash = tcn_wire_read_fixed8(hashes);
	doc->text_key = tcn_wire_read_fixed8(hashes);
	doc->text_key_no_suffix = (flags & TCN_DOC_RECORD_SAME_KEYS)
	    ? doc->text_key
	    : tcn_wire_read_fixed8(hashes);
	if (doc->suffix.n)
		doc->suffix_hash = tcn_wire_read_fixed8(hashes);
	return flags;
}

/* Words and terms; n: terms in all. */
static void
read_body(struct tcn_doc_record *record, struct tcn_wire_in *in,
    struct tcn_wire_in *hashes, struct tcn_arena *arena, struct tcn_doc *doc,
    size_t n, bool plain_tf)
{
	uint32_t *words =
	    tcn_arena_alloc(arena, doc->words_n * sizeof *words + 1);
	uint32_t *crcs =
	    tcn_mem_grow(record->crcs, &record->crcs_cap, n + 1, sizeof *crcs);

	record->crcs = crcs;
	doc->words = words;
	doc->terms = tcn_arena_zalloc(arena, n + 1, sizeof *doc->terms);
	in->bad |= !read_words(in, doc, words) ||
	    !read_terms(in, hashes, doc, n, plain_tf, crcs);
}

void
tcn_doc_record_read_words(struct tcn_doc_record *record, struct tcn_wire_in *in,
    struct tcn_wire_in *hashes, struct tcn_arena *arena, struct tcn_doc *doc)
{
	unsigned flags = read_head(in, hashes, doc);
	size_t n;

	doc->words_n = tcn_wire_read_upto(in, tcn_wire_left(in));
	doc->title_n = tcn_wire_read_upto(in, doc->words_n);
	doc->suffix_at = tcn_wire_read_upto(in, doc->title_n);
	doc->terms_n = tcn_wire_read_upto(in, doc->words_n);
	n = doc->terms_n + tcn_wire_read_upto(in, tcn_wire_left(in));
	if (in->bad || hashes->bad || n > tcn_wire_left(in)) {
		in->bad = true;
		return;
	}
	read_body(record, in, hashes, arena, doc, n,
	    flags & TCN_DOC_RECORD_PLAIN_TF);
	if (in->bad)
		return;
	read_slug_terms(in, arena, doc, n);
	if (!in->bad)
		read_numbers(in, hashes, arena, record->crcs, doc);
	read_sketch(in, hashes, arena, &doc->sketch);
	read_shingles(in, hashes, arena, &doc->shingles);
	read_content(in, hashes, arena, &doc->content);
}
