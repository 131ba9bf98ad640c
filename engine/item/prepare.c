#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zlib.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/item/date_terms.h"
#include "engine/item/prepare_impl.h"
#include "engine/text/fold.h"
#include "engine/text/reply.h"
#include "engine/text/slug_terms.h"
#include "engine/text/stemmer.h"
#include "engine/text/title_suffix.h"
#include "engine/text/tokenizer.h"

#define WORDS_MAX_DEFAULT 20000
#define CASE_WORDS_MAX    256 /* of title and text: enough to know names */

/* The most that one given weight counts for: what words_max of them add up to
 * is still a float. Beyond 256 all weigh the same (engine/item/feature.h). */
#define WEIGHT_MAX 1e30

/* The part of an article that a word stands in. */
enum part {
	TITLE,
	SUFFIX,
	TEXT,
	SLUG, /* the address or a hashtag */
};

void
tcn_prepare_free(struct tcn_prepare *prep)
{
	if (!prep)
		return;
	tcn_tokenizer_free(prep->tokenizer);
	if (!prep->borrows) {
		tcn_stemmer_free(prep->stemmer);
		tcn_lang_detector_free(prep->detector);
		tcn_calendar_free(prep->calendar);
	}
	tcn_mem_free(prep->words);
	tcn_mem_free(prep->folds);
	tcn_mem_free(prep->terms);
	tcn_mem_free(prep->slots);
	tcn_sketch_maker_fini(&prep->sketch);
	tcn_content_maker_fini(&prep->content);
	tcn_buf_fini(&prep->folded);
	tcn_mem_free(prep);
}

struct tcn_prepare *
tcn_prepare_new(const struct tcn_prepare_conf *conf)
{
	struct tcn_prepare *made = tcn_mem_calloc(1, sizeof *made);
	const struct tcn_prepare *beside = conf ? conf->beside : NULL;

	made->words_max =
	    conf && conf->words_max ? conf->words_max : WORDS_MAX_DEFAULT;
	if (conf) {
		made->sketch.conf = conf->sketch;
		made->wants_content = conf->content;
		made->number_words = conf->number_words;
	}
	assert(made->sketch.conf.k <= TCN_SKETCH_MAX);
	made->tokenizer = tcn_tokenizer_new();
	made->borrows = beside != NULL;
	made->stemmer = beside ? beside->stemmer : tcn_stemmer_new();
	made->detector = beside
	    ? beside->detector
	    : tcn_lang_detector_new(conf ? conf->textcat_dir : NULL);
	made->calendar = beside ? beside->calendar : tcn_calendar_new();
	return made;
}

/* The slot of id, or the empty one where it would go. */
static struct tcn_prepare_slot *
probe(const struct tcn_prepare *prep, uint64_t id)
{
	size_t mask = prep->slots_n - 1;
	size_t i = id & mask;

	assert(prep->terms_n < prep->slots_n); /* so some slot is empty */
	while (prep->slots[i].doc == prep->doc && prep->slots[i].id != id)
		i = (i + 1) & mask;
	return &prep->slots[i];
}

/* Makes room for one more batch of words, each of which may be a new term. */
static void
fit_batch(struct tcn_prepare *prep)
{
	size_t n;
	struct tcn_prepare_slot *slots;

	prep->words = tcn_mem_grow(prep->words, &prep->words_cap,
	    prep->words_n + TCN_PREPARE_BATCH, sizeof *prep->words);
	prep->folds = tcn_mem_grow(prep->folds, &prep->folds_cap,
	    prep->words_n + TCN_PREPARE_BATCH, sizeof *prep->folds);
	prep->terms = tcn_mem_grow(prep->terms, &prep->terms_cap,
	    prep->terms_n + TCN_PREPARE_BATCH, sizeof *prep->terms);
	/* Grows the table so that it is at most half full with `more` new
	 * terms. */
	n = prep->slots_n ? prep->slots_n * 2 : 1024;
	if (prep->terms_n + TCN_PREPARE_BATCH <= prep->slots_n / 2)
		return;
	slots = tcn_mem_calloc(n, sizeof *slots);
	tcn_mem_free(prep->slots);
	prep->slots = slots;
	prep->slots_n = n;
	for (size_t i = 0; i < prep->terms_n; i++)
		*probe(prep, prep->terms[i].id) =
		    (struct tcn_prepare_slot){ prep->terms[i].id, (uint32_t)i,
			    prep->doc };
}

/* The term of this id; appends a new one when there is none. */
static struct tcn_term *
term_of(struct tcn_prepare *prep, uint64_t id, struct tcn_str surface,
    unsigned stem_flags, enum part part)
{
	struct tcn_prepare_slot *slot = probe(prep, id);
	struct tcn_term *term;

	if (slot->doc == prep->doc)
		return &prep->terms[slot->term];
	*slot =
	    (struct tcn_prepare_slot){ id, (uint32_t)prep->terms_n, prep->doc };
	term = &prep->terms[prep->terms_n++];
	*term = (struct tcn_term){
		.id = id,
		.word = surface,
		.first = (uint32_t)prep->words_n,
		.flags = (stem_flags & TCN_STEM_STOP ? TCN_TERM_STOP : 0) |
		    (stem_flags & TCN_STEM_NUMBER ? TCN_TERM_NUMBER : 0) |
		    (part == SUFFIX ? TCN_TERM_SUFFIX : 0),
	};
	return term;
}

/*
 * Counts one occurrence of a term. Those in a suffix count only for terms that
 * stand nowhere else, so that an outlet's name does not change the weight of a
 * term of its text.
 */
static void
count(struct tcn_term *term, unsigned stem_flags, enum part part)
{
	if (!(stem_flags & TCN_STEM_STOP))
		term->flags &= ~(uint32_t)TCN_TERM_STOP;
	if (part == SUFFIX) {
		term->tf += (term->flags & TCN_TERM_SUFFIX) != 0;
		return;
	}
	if (term->flags & TCN_TERM_SUFFIX) {
		term->flags &= ~(uint32_t)TCN_TERM_SUFFIX;
		term->tf = 0;
	}
	term->tf++;
	if (part == TITLE)
		term->flags |= TCN_TERM_TITLE;
}

/* Adds a term to the slug terms, unless it is a function word, stands in the
 * title, or is there already. */
static void
add_slug_term(struct tcn_prepare *prep, const struct tcn_term *term)
{
	uint32_t at = (uint32_t)(term - prep->terms);

	if (term->flags & (TCN_TERM_TITLE | TCN_TERM_SUFFIX | TCN_TERM_STOP) ||
	    prep->slug_terms_n == TCN_PREPARE_SLUG_TERMS)
		return;
	for (size_t i = 0; i < prep->slug_terms_n; i++)
		if (prep->slug_terms[i] == at)
			return;
	prep->slug_terms[prep->slug_terms_n++] = at;
}

/*
 * Notes how a word of the title, or of the beginning of the text, is written.
 */
static void
note_case(struct tcn_prepare *prep, struct tcn_term *term,
    const struct tcn_tokenizer_token *token, enum part part)
{
	struct tcn_word_case_counts *counts =
	    part == TITLE ? &prep->title_case : &prep->text_case;
	enum tcn_word_case its;

	if (part == SUFFIX || counts->words == CASE_WORDS_MAX)
		return;
	its = tcn_word_case(token->surface);
	if (part == TITLE)
		tcn_word_case_figures(counts, token->surface);
	tcn_word_case_count(counts, token->surface, its);
	if (token->segmented == TCN_SEGMENTER_OVERLAP)
		return;
	if (token->segmented != TCN_SEGMENTER_NONE) {
		counts->spaceless++;
		its = token->segmented == TCN_SEGMENTER_UNKNOWN
		    ? TCN_WORD_CAPITAL
		    : TCN_WORD_SMALL;
	} else if (its == TCN_WORD_CASELESS ||
	    !tcn_word_is_inside(prep->part, token->surface)) {
		return;
	}
	if (its == TCN_WORD_CAPITAL)
		term->flags |= part == TITLE ? (unsigned)TCN_TERM_CAPITAL
					     : TCN_TERM_TEXT_CAPITAL;
	else
		term->flags |= part == TITLE ? (unsigned)TCN_TERM_SMALL
					     : TCN_TERM_TEXT_SMALL;
}

/* The same of a word of the text. Most begin with a small letter of ASCII, a
 * blank behind another word. */
static inline void
note_text_case(struct tcn_prepare *prep, struct tcn_term *term,
    const struct tcn_tokenizer_token *token)
{
	struct tcn_word_case_counts *counts = &prep->text_case;
	const char *at = token->surface.at;
	uint32_t four = 0;

	if (counts->words == CASE_WORDS_MAX)
		return;
	if (token->surface.n >= sizeof four)
		memcpy(&four, at, sizeof four);
	if (*at < 'a' || *at > 'z' || four & 0x80808080 ||
	    token->segmented != TCN_SEGMENTER_NONE || at - prep->part.at < 2 ||
	    at[-1] != ' ' || !tcn_ascii_is_alnum(at[-2])) {
		note_case(prep, term, token, TEXT);
		return;
	}
	counts->words++;
	counts->smalls += four != 0;
	term->flags |= TCN_TERM_TEXT_SMALL;
}

/* Takes a word of the text for the sketch, if it tells sentences apart. */
static void
sketch_word(struct tcn_prepare *prep, const struct tcn_tokenizer_token *token,
    const struct tcn_stemmer_entry *stem)
{
	if (stem->flags & TCN_STEM_STOP ||
	    (token->n < prep->sketch.conf.word_bytes &&
		!(stem->flags & TCN_STEM_NUMBER)))
		return;
	tcn_sketch_maker_word(&prep->sketch, token->surface.at, stem->id);
	tcn_shingle_maker_word(&prep->shingles, stem->id,
	    stem->flags & TCN_STEM_NUMBER ||
		tcn_ascii_is_digit(token->word[token->n - 1]));
}

/* Takes a word for signatures. */
static void
add_number(struct tcn_prepare *prep, const struct tcn_tokenizer_token *token,
    const struct tcn_stemmer_entry *stem, enum part part)
{
	if (stem->flags & TCN_STEM_STOP || part == SUFFIX ||
	    prep->numbers_n == TCN_MINHASH_WORDS_MAX)
		return;
	prep->numbers[prep->numbers_n] = stem->crc;
	if (prep->number_words) {
		/* CRC-32 of a word as it is written, in small letters. */
		struct tcn_str word = { token->word, token->n };

		if (!token->ascii) {
			tcn_fold(word, &prep->folded);
			word = tcn_buf_view(&prep->folded);
		}
		*(&prep->numbers[prep->numbers_n]) =
		    (uint32_t)crc32_z(0, (const Bytef *)word.at, word.n);
	}
	prep->numbers_n++;
	if (part == TITLE)
		prep->title_numbers_n = prep->numbers_n;
}

static void
add_word(struct tcn_prepare *prep, const struct tcn_prepare_word *word,
    enum part part)
{
	const struct tcn_tokenizer_token *token = &word->token;
	const struct tcn_stemmer_entry *stem = tcn_stemmer_get(prep->stemmer,
	    prep->stem_lang, word->key, token->word, token->n, token->ascii);
	struct tcn_term *term;

	assert(prep->words_n < prep->words_cap &&
	    prep->words_n < prep->folds_cap);
	term = term_of(prep, stem->id, token->surface, stem->flags, part);
	if (part == SLUG) {
		add_slug_term(prep, term);
		return;
	}
	count(term, stem->flags, part);
	prep->folds[prep->words_n] = stem->fold;
	prep->words[prep->words_n++] = (uint32_t)(term - prep->terms);
	if (prep->only_terms)
		return;
	if (part == TEXT)
		note_text_case(prep, term, token);
	else
		note_case(prep, term, token, part);
	if (part == TITLE && stem->flags & TCN_STEM_SAYING)
		prep->title_case.has_saying = true;
	if (part == TEXT && prep->sketch.conf.k)
		sketch_word(prep, token, stem);
	prep->has_letters |= (stem->flags & TCN_STEM_LETTERS) != 0;
	add_number(prep, token, stem, part);
}

static void
read_words(struct tcn_prepare *prep, struct tcn_str text, const char *lang,
    enum part part)
{
	struct tcn_tokenizer_scan scan;
	size_t n;

	if (!text.n)
		return;
	prep->part = text;
	tcn_tokenizer_scan(&scan, prep->tokenizer, text, lang);
	do {
		size_t left;
		size_t max;

		fit_batch(prep);
		/* Tokenizes until the batch is full or the text ends. */
		left = prep->words_max - prep->words_n;
		max = left < TCN_PREPARE_BATCH ? left : TCN_PREPARE_BATCH;
		n = 0;
		while (n < max &&
		    tcn_tokenizer_next(&scan, &prep->batch[n].token)) {
			struct tcn_prepare_word *word = &prep->batch[n++];

			word->key = tcn_stemmer_key(prep->stemmer,
			    prep->stem_lang, word->token.word, word->token.n);
		}
		for (size_t i = 0; i < n; i++)
			add_word(prep, &prep->batch[i], part);
	} while (n == TCN_PREPARE_BATCH);
}

/* Reads the words of the text, and makes its sketch and its shingles. */
static void
read_text(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc)
{
	struct tcn_str text = tcn_reply_text(doc->text);

	if (!prep->sketch.conf.k || prep->only_terms) {
		read_words(prep, text, doc->lang, TEXT);
		return;
	}
	tcn_sketch_maker_start(&prep->sketch, text, doc->lang);
	tcn_shingle_maker_start(&prep->shingles);
	read_words(prep, text, doc->lang, TEXT);
	tcn_sketch_maker_finish(&prep->sketch, arena, &doc->sketch);
	tcn_shingle_maker_finish(&prep->shingles, arena, &doc->shingles);
}

static void
read_title(struct tcn_prepare *prep, struct tcn_doc *doc)
{
	struct tcn_str rest = doc->title, source = doc->article->source;

	doc->source_hash = tcn_title_suffix_hash(source);
	if (tcn_title_suffix_find(doc->title, &rest.n, &doc->suffix)) {
		doc->suffix_hash = tcn_title_suffix_hash(doc->suffix);
		doc->suffix_is_source = tcn_title_suffix_is_source(doc->suffix,
		    source, tcn_url_site(doc->article->url), rest);
	}
	read_words(prep, tcn_reply_text(rest), doc->lang, TITLE);
	doc->suffix_at = prep->words_n;
	read_words(prep, doc->suffix, doc->lang, SUFFIX);
	doc->title_n = prep->words_n;
}

/* Flags the terms that only name a day. */
static void
mark_dates(const struct tcn_prepare *prep, const struct tcn_doc *doc)
{
	const struct tcn_date_terms dates = {
		.calendar = prep->calendar,
		.tokenizer = prep->tokenizer,
		.lang = doc->lang,
		.terms = prep->terms,
		.words = prep->words,
		.folds = prep->folds,
	};

	tcn_date_terms_mark(&dates, doc->title_n, prep->words_n);
}

/* Whether the term is a hashtag where it first stands: behind a '#'. */
static bool
is_tag(const struct tcn_doc *doc, const struct tcn_term *term)
{
	const char *at = term->word.at;

	return at != doc->title.at && at != doc->text.at && at[-1] == '#';
}

/* Begins a new doc. */
static void
start(struct tcn_prepare *prep)
{
	prep->words_n = prep->terms_n = prep->slug_terms_n = 0;
	prep->numbers_n = prep->title_numbers_n = 0;
	prep->sketch.n = 0;
	prep->has_letters = false;
	prep->title_case = prep->text_case = (struct tcn_word_case_counts){ 0 };
	if (++prep->doc == 0) { /* the number has wrapped: empty the slots */
		if (prep->slots)
			memset(prep->slots, 0,
			    prep->slots_n * sizeof *prep->slots);
		prep->doc = 1;
	}
}

/*
 * A given feature is one term, folded and stemmed as a word of a text would be,
 * so that articles with features and articles with text can be compared. The
 * id of a feature of several words is the hash of their sequence.
 */
static void
read_feature(struct tcn_prepare *prep, const struct tcn_given_feature *feature,
    const char *lang)
{
	size_t from = prep->words_n;
	uint64_t id = 0, fold = 0;
	uint32_t crc = 0;
	unsigned stem_lang = prep->stem_lang, flags = 0;
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	struct tcn_term *term;

	if (!feature->term.n || from == prep->words_max)
		return;
	tcn_tokenizer_scan(&scan, prep->tokenizer, feature->term, lang);
	for (size_t n = 0; tcn_tokenizer_next(&scan, &token); n++) {
		uint64_t key = tcn_stemmer_key(prep->stemmer, stem_lang,
		    token.word, token.n);
		const struct tcn_stemmer_entry *stem =
		    tcn_stemmer_get(prep->stemmer, stem_lang, key, token.word,
			token.n, token.ascii);
		uint64_t ids[2] = { id, 0 }, folds[2] = { fold, 0 };

		ids[1] = stem->id;
		folds[1] = stem->fold;
		id = n ? XXH3_64bits(ids, sizeof ids) : stem->id;
		fold = n ? XXH3_64bits(folds, sizeof folds) : stem->fold;
		crc = n ? (uint32_t)XXH3_64bits(ids, sizeof ids) : stem->crc;
		flags |= stem->flags & ~(unsigned)TCN_STEM_STOP;
	}
	fit_batch(prep);
	if (!id)
		return;
	term = term_of(prep, id, feature->term, flags, TEXT);
	count(term, flags, TEXT);
	term->given_weight += (float)fmin(feature->weight, WEIGHT_MAX);
	prep->folds[prep->words_n] = fold;
	prep->words[prep->words_n++] = (uint32_t)(term - prep->terms);
	prep->has_letters |= (flags & TCN_STEM_LETTERS) != 0;
	if (prep->numbers_n < TCN_MINHASH_WORDS_MAX)
		prep->numbers[prep->numbers_n++] = crc;
}

static void
read_features(struct tcn_prepare *prep, struct tcn_doc *doc)
{
	const struct tcn_article *article = doc->article;

	for (size_t i = 0; i < article->features_n; i++)
		read_feature(prep, &article->features[i], doc->lang);
}

static void
read_article(struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_doc *doc)
{
	tcn_prepare_find_lang(prep, arena, doc);
	prep->stem_lang = tcn_stemmer_lang(doc->lang);
	if (doc->article->given == TCN_GIVEN_FEATURES) {
		read_features(prep, doc);
		return;
	}
	read_title(prep, doc);
	read_text(prep, arena, doc);
	mark_dates(prep, doc);
	tcn_doc_set_style(doc, &prep->title_case, &prep->text_case);
	doc->style.said_is_known =
	    tcn_stemmer_lang_says(prep->stemmer, prep->stem_lang);
}

static void
prepare(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *arena, struct tcn_doc *doc)
{
	assert(prep && article && arena && doc);
	*doc = (struct tcn_doc){
		.article = article,
		.ts_ms = article->ts_ms,
		.ts_confirmed = article->ts_confirmed,
	};
	start(prep);
	read_article(prep, arena, doc);
	doc->terms_n = prep->terms_n;
	if (article->given != TCN_GIVEN_FEATURES) {
		/* Adds the words of the address, and those that hashtags are
		 * made of. */
		struct tcn_str words;

		tcn_slug_terms_url(arena, doc->article->url, doc->title,
		    &words);
		read_words(prep, words, doc->lang, SLUG);
		for (size_t i = 0; i < doc->terms_n; i++) {
			if (!is_tag(doc, &prep->terms[i]))
				continue;
			tcn_slug_terms_hashtag(arena, prep->terms[i].word,
			    &words);
			read_words(prep, words, doc->lang, SLUG);
		}
	}
	tcn_prepare_copy(prep, arena, doc);
}

void
tcn_prepare(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *arena, struct tcn_doc *doc)
{
	prep->only_terms = false;
	prepare(prep, article, arena, doc);
	tcn_prepare_sender(arena, doc);
	tcn_prepare_set_keys(prep, doc);
	if (prep->wants_content)
		tcn_prepare_content(prep, arena, doc);
}

void
tcn_prepare_terms(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *arena, struct tcn_doc *doc)
{
	prep->only_terms = true;
	prepare(prep, article, arena, doc);
}

const struct tcn_sketch_sentence *
tcn_prepare_sentences(const struct tcn_prepare *prep, size_t *n)
{
	*n = prep->sketch.n;
	return prep->sketch.sentences;
}
