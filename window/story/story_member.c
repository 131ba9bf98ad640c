/*
 * window/story/story_member.c - the items of a story: which words stand for an
 * item, and which items have the same text.
 *
 * Two items have one origin when their texts are equal, when their sentences
 * say that one is cut out of the other (window/excerpt.h), or when the Jaccard
 * resemblance of the term sets of their headlines is at least 3/5, the number
 * origin_resemblance:
 *
 *	|A and B| / |A or B| = shared / (|A| + |B| - shared)
 *
 * (Broder, On the resemblance and containment of documents, 1997), or when one
 * is the publisher's translation of the other: is_translation(). Sets are
 * compared by a signature first, 64 bits with one set for each term (a Bloom
 * filter with one hash, Bloom 1970). Bits that two signatures share, and the
 * terms of one item whose bit was set already, bound from above how many terms
 * are shared, so that most pairs are told apart by one AND and a popcount.
 */
#include <assert.h>
#include <string.h>

#include "window/base/popcount.h"
#include "window/story/story_impl.h"

#define TOGETHER 16 /* items that are prefetched at once */

/* Adds a word of the doc, named by the index of its term, unless it is full.
 * is_new: it was not picked before; else it is searched for. */
static void
pick_word(struct tcn_df *df, const struct tcn_doc *doc, uint32_t word,
    bool is_new, struct tcn_story_words *words)
{
	const struct tcn_term *term = &doc->terms[word];
	uint32_t slot = tcn_df_find_cached(df, word, term->id);
	size_t i;

	if (slot == TCN_DF_NONE && tcn_df_put(df, term->id, term->word, &slot))
		return;
	if (words->words_n == TCN_STORY_WORDS_MAX)
		return;
	i = is_new ? words->terms_n : 0;
	while (i < words->terms_n && words->terms[i] != slot)
		i++;
	if (i == TCN_SIMILARITY_WORDS_MAX)
		return;
	if (i == words->terms_n) {
		if (term->flags & (TCN_TERM_STOP | TCN_TERM_DATE))
			words->stops |= (uint64_t)1 << i;
		if (term->flags & doc->style.capital)
			words->capitals |= (uint64_t)1 << i;
		if (term->flags & doc->style.small)
			words->smalls |= (uint64_t)1 << i;
		words->terms[words->terms_n++] = slot;
		tcn_df_ref(df, slot);
	}
	words->words[words->words_n++] = (uint8_t)i;
}

/* Adds n words of the doc from `from` on; a term of these is new where it first
 * stands, unless terms of the address were picked before. */
static void
pick_words(struct tcn_df *df, const struct tcn_doc *doc, size_t from, size_t n,
    struct tcn_story_words *words)
{
	bool alone = words->head_n == 0 || !doc->slug_terms_n;

	for (size_t i = from; i < from + n; i++)
		pick_word(df, doc, doc->words[i],
		    alone && doc->terms[doc->words[i]].first == i, words);
}

static size_t
count_dates(const struct tcn_doc *doc)
{
	size_t n = 0;

	for (size_t i = 0; i < doc->suffix_at; i++)
		n += (doc->terms[doc->words[i]].flags & TCN_TERM_DATE) != 0;
	return n;
}

/*
 * The title without its outlet suffix; the text's first words too when that
 * says little; the terms themselves when there are no words in order. The
 * terms that were picked are referenced.
 */
static void
pick_text(struct tcn_story_index *s, const struct tcn_doc *doc,
    struct tcn_story_words *words)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	struct tcn_df *df = &s->df;
	size_t title_n = doc->suffix_at, text_n = doc->words_n - doc->title_n;

	pick_words(df, doc, 0, title_n, words);
	words->dated = (double)count_dates(doc) >= numbers->date_words;
	if ((double)title_n >= numbers->title_enough)
		return;
	if ((double)text_n > numbers->text_words)
		text_n = (size_t)numbers->text_words;
	pick_words(df, doc, doc->title_n, text_n, words);
	if (!doc->words_n)
		for (size_t i = 0; i < doc->terms_n; i++)
			pick_word(df, doc, (uint32_t)i, false, words);
}

/* Where the text does not stand for the headline, what it begins with. */
static void
pick_begin(struct tcn_story_index *s, const struct tcn_doc *doc,
    struct tcn_story_words *words)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	size_t text_n = doc->words_n - doc->title_n;

	if ((double)doc->suffix_at < numbers->title_enough)
		return;
	if ((double)text_n > numbers->begin_words)
		text_n = (size_t)numbers->begin_words;
	pick_words(&s->df, doc, doc->title_n, text_n, words);
}

static uint8_t
style_of(const struct tcn_doc *doc)
{
	const struct tcn_doc_style *style = &doc->style;

	return (uint8_t)((unsigned)style->form |
	    (style->has_figures ? TCN_STORY_STYLE_FIGURES : 0u) |
	    (style->has_label ? TCN_STORY_STYLE_LABEL : 0u) |
	    (style->is_said ? TCN_STORY_STYLE_SAID : 0u) |
	    (style->said_is_known ? TCN_STORY_STYLE_SAID_IS_KNOWN : 0u) |
	    (style->capital ? TCN_STORY_STYLE_NAMES : 0u) |
	    (doc->title_n ? TCN_STORY_STYLE_TITLE : 0u));
}

/* Terms of the address and tags count to the headline, but are no words. */
void
tcn_story_words_pick(struct tcn_story_index *s, const struct tcn_doc *doc,
    struct tcn_story_words *words)
{
	struct tcn_df *df = &s->df;
	size_t words_n;

	words->terms_n = words->words_n = words->head_n = 0;
	words->stops = words->capitals = words->smalls = 0;
	words->style = style_of(doc);
	if (!tcn_df_is_cached(df, doc->terms, doc->terms_n))
		tcn_df_find_all(df, doc->terms, doc->terms_n);
	pick_text(s, doc, words);
	words_n = words->words_n;
	for (size_t i = 0; i < doc->slug_terms_n; i++)
		pick_word(df, doc, doc->slug_terms[i], false, words);
	words->head_n = words->terms_n;
	pick_begin(s, doc, words);
	words->words_n = words_n;
}

static size_t
block_bytes(size_t terms_n, size_t words_n)
{
	return terms_n * sizeof(uint32_t) + words_n;
}

const uint8_t *
tcn_story_member_words(const struct tcn_story_member *item)
{
	return (const uint8_t *)(item->terms + item->terms_n);
}

/* The signature of the headline's terms, as described above. */
static uint64_t
bits_of(const struct tcn_story_index *s, const struct tcn_story_words *words)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < words->head_n; i++)
		bits |= (uint64_t)1 << (s->df.rows[words->terms[i]].id & 63);
	return bits;
}

/*
 * Results, prices, receipts: a quarter of what the item says has digits. Of
 * a wire's news nine items in ten stay below a sixth.
 */
static bool
is_table(const struct tcn_story_index *s, const struct tcn_story_words *words)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	double figures = 0;

	for (size_t i = 0; i < words->terms_n; i++)
		figures += s->df.rows[words->terms[i]].figures;
	return figures >= numbers->figures_min &&
	    figures >= numbers->figures_share * (double)words->terms_n;
}

void
tcn_story_member_mark_dirty(struct tcn_story_index *s, uint32_t slot)
{
	tcn_journal_change(&s->items_journal, slot, &s->items[slot].mark);
}

/*
 * Takes over the references to the words' terms. A table is a notice, and so
 * are weather, horoscopes, agendas and prices of a day, which give its date at
 * length in the headline, as news does not.
 */
void
tcn_story_member_new(struct tcn_story_index *s,
    const struct tcn_story_words *words, uint32_t *slot)
{
	size_t bytes = block_bytes(words->terms_n, words->words_n);
	uint32_t *block = tcn_slab_alloc(&s->slab, bytes);
	struct tcn_story_member *item;
	size_t n = 0;

	s->items = tcn_slots_take(&s->items_unused, s->items, &s->items_n,
	    &s->items_cap, sizeof *s->items, slot);
	item = &s->items[*slot];
	*item = (struct tcn_story_member){
		.terms = block,
		.terms_n = (uint8_t)words->terms_n,
		.words_n = (uint8_t)words->words_n,
		.head_n = (uint8_t)words->head_n,
		.notice = words->dated || is_table(s, words),
		.bits = bits_of(s, words),
		.stops = words->stops,
		.capitals = words->capitals,
		.smalls = words->smalls,
		.style = words->style,
		.live = true,
		.mark = item->mark,
	};
	/* What the item begins with: see story_season.c. */
	for (size_t i = 0; i < words->words_n && n < TCN_STORY_BEGINNING; i++)
		if (!s->df.rows[words->terms[words->words[i]]].figures)
			item->beginning[n++] = words->words[i];
	while (n < TCN_STORY_BEGINNING)
		item->beginning[n++] = TCN_STORY_NO_WORD;
	memcpy(block, words->terms, words->terms_n * sizeof *block);
	memcpy(block + words->terms_n, words->words, words->words_n);
	s->items_live++;
	tcn_story_member_mark_dirty(s, *slot);
}

static struct tcn_story_member_ref
ref_of(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_story_member *item = &s->items[slot];

	return (struct tcn_story_member_ref){
		.bits = item->bits,
		.text = item->text,
		.ts_ms = item->ts_ms,
		.slot = slot,
		.key = (uint8_t)item->text_key,
		.lang = item->lang,
		.head_n = item->head_n,
		.is_leader = item->leader == item->seq,
		.has_also = item->also_n > 0,
	};
}

static bool
is_before(const struct tcn_story_index *s, const struct tcn_story_member_ref *a,
    const struct tcn_story_member_ref *b)
{
	return a->ts_ms != b->ts_ms
	    ? a->ts_ms < b->ts_ms
	    : s->items[a->slot].seq < s->items[b->slot].seq;
}

/* Items come nearly in order, so the place is searched for from the end. */
void
tcn_story_member_insert(struct tcn_story_index *s,
    struct tcn_story_member_list *list, uint32_t slot)
{
	struct tcn_story_member_ref *at, ref = ref_of(s, slot);
	uint32_t i;

	if (list->head && list->head + list->n == list->cap) {
		memmove(list->at, list->at + list->head, list->n * sizeof *at);
		list->head = 0;
	}
	at = tcn_slab_fit(&s->slab, list->at, list->head + list->n, &list->cap,
	    list->head + list->n + (size_t)1, sizeof *at);
	list->at = at;
	i = list->head + list->n++;
	for (; i > list->head && is_before(s, &ref, &at[i - 1]); i--)
		at[i] = at[i - 1];
	at[i] = ref;
}

static size_t
shared_terms(const struct tcn_story_member *a, const struct tcn_story_member *b)
{
	size_t shared = 0;

	for (size_t i = 0; i < a->head_n; i++)
		for (size_t j = 0; j < b->head_n; j++)
			if (a->terms[i] == b->terms[j]) {
				shared++;
				break;
			}
	return shared;
}

/*
 * shared / (both - shared) >= least, both being the sum of the two sizes, and
 * shared no more than that.
 */
static bool
passes_jaccard(double least, size_t shared, size_t both)
{
	return both && (double)shared >= least * (double)(both - shared);
}

/* Terms of the headline that have digits. */
static size_t
count_figures(const struct tcn_story_index *s,
    const struct tcn_story_member *item)
{
	size_t n = 0;

	for (size_t i = 0; i < item->head_n; i++)
		n += s->df.rows[item->terms[i]].figures;
	return n;
}

/* Terms that two headlines share. */
struct shared_names {
	size_t names, figures, small;
	double bits; /* that the names say */
};

/*
 * Counts what the two headlines share: names, with what they say by their
 * rarity (bits), figures, and words written small, of which only one language
 * would share many.
 */
static void
share_names(const struct tcn_story_index *s,
    const struct tcn_story_member *item, const struct tcn_story_member *other,
    struct shared_names *shared)
{
	*shared = (struct shared_names){ 0 };
	for (size_t i = 0; i < item->head_n; i++) {
		size_t j = 0;

		while (j < other->head_n && item->terms[i] != other->terms[j])
			j++;
		if (j == other->head_n)
			continue;
		if (s->df.rows[item->terms[i]].figures)
			shared->figures++;
		else if (item->stops >> i & 1 && other->stops >> j & 1)
			continue; /* "in" is a word of both */
		else if ((item->stops | item->smalls) >> i & 1 ||
		    (other->stops | other->smalls) >> j & 1)
			shared->small++;
		else {
			shared->names++;
			shared->bits +=
			    tcn_story_link_weight(s, item->terms[i]);
		}
	}
}

/*
 * A publisher's text in another language, at about the same time: one voice
 * when all figures are in common and the names say that it is about the same,
 * be it by their rarity, or with figures by their number. The language of a
 * headline may be mistaken: by rarity, both must have a function word of
 * theirs, and no more words in common that are written small than names.
 */
static bool
is_translation(const struct tcn_story_index *s,
    const struct tcn_story_member *item, const struct tcn_story_member *other,
    size_t both)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;
	struct shared_names shared;

	if (item->lang == other->lang || item->publisher != other->publisher ||
	    !item->publisher || !*s->langs.at[item->lang].code ||
	    !*s->langs.at[other->lang].code)
		return false;
	share_names(s, item, other, &shared);
	if (shared.figures != count_figures(s, item) ||
	    shared.figures != count_figures(s, other))
		return false;
	if (shared.names >= shared.small && item->stops && other->stops &&
	    shared.bits >= numbers->translation_bits)
		return true;
	shared.names += shared.small;
	return shared.figures && shared.names >= 2 &&
	    passes_jaccard(numbers->translation_resemblance,
		shared.names + shared.figures, both);
}

/* Did both come within the time that a translation takes? */
static bool
is_at_once(const struct tcn_story_index *s, const struct tcn_story_member *item,
    const struct tcn_story_member_ref *ref)
{
	int64_t most_ms = tcn_numbers_ms(s->conf.numbers.translation_h);
	int64_t apart_ms = item->ts_ms - ref->ts_ms;

	return apart_ms <= most_ms && apart_ms >= -most_ms;
}

/* hidden: terms of the item whose bit of the signature was set already. */
static bool
is_same_origin(const struct tcn_story_index *s,
    const struct tcn_story_member *item, size_t hidden,
    const struct tcn_story_member_ref *ref)
{
	size_t both = (size_t)item->head_n + ref->head_n;
	size_t most = tcn_popcount_u64(item->bits & ref->bits) + hidden;
	bool same_key = item->text_key && (uint8_t)item->text_key == ref->key;
	const struct tcn_numbers *numbers = &s->conf.numbers;
	const struct tcn_story_member *other = &s->items[ref->slot];

	if (!same_key &&
	    !passes_jaccard(numbers->origin_resemblance, most, both))
		return ref->lang != item->lang && most &&
		    is_at_once(s, item, ref) &&
		    is_translation(s, item, other, both);
	return (same_key && item->text_key == other->text_key) ||
	    passes_jaccard(numbers->origin_resemblance,
		shared_terms(item, other), both) ||
	    (is_at_once(s, item, ref) && is_translation(s, item, other, both));
}

/*
 * The leader of the item's group of like texts: that of the text which its
 * sentences say it is, else, found greedily, the first leader in the window
 * whose headline it is like, or else itself. One or two words, of an item that
 * came as a vector, are no headline.
 */
uint64_t
tcn_story_member_leader(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list,
    const struct tcn_story_member *item)
{
	size_t hidden = item->head_n - tcn_popcount_u64(item->bits);
	const struct tcn_story_member *same = NULL;

	if (item->text != item->seq)
		same = tcn_story_text_find(s, list, item->text);
	if (same)
		return same->leader;
	if (item->by_vector)
		return item->seq;
	for (uint32_t i = 0; i < list->n; i++) {
		const struct tcn_story_member_ref *at =
		    &list->at[list->head + i];

		if (at->is_leader && is_same_origin(s, item, hidden, at))
			return s->items[at->slot].seq;
	}
	return item->seq;
}

/* The item leaves the story; if that has fired, its text was reported. */
static void
drop_member(struct tcn_story_index *s, struct tcn_story_row *row, uint32_t slot)
{
	struct tcn_story_member *item;

	if (row->fired)
		tcn_reported_texts_add(&s->reported, s->items[slot].text_key,
		    s->now_ms);
	tcn_story_alerts_note_text(s, row, s->items[slot].text_key);
	if (s->keep_ms > s->conf.within_ms) {
		/* What rules that look back longer will count of the item. */
		const struct tcn_story_tail_item tail =
		    tcn_story_member_facts(&s->items[slot]);

		tcn_story_tail_expire(&row->tail, s->now_ms - s->keep_ms);
		if (s->items[slot].ts_ms > s->now_ms - s->keep_ms)
			tcn_story_tail_add(&s->slab, &row->tail, &tail);
	}
	item = &s->items[slot];
	assert(item->live);
	for (size_t i = 0; i < item->terms_n; i++)
		tcn_df_unref(&s->df, item->terms[i]);
	tcn_slab_free(&s->slab, item->terms,
	    block_bytes(item->terms_n, item->words_n));
	tcn_story_text_set_also(s, item, NULL, 0);
	item->live = false;
	s->items_live--;
	tcn_journal_remove(&s->items_journal, item->seq);
	tcn_slots_add(&s->items_unused, slot);
}

/* Prefetches some of n items and their terms; returns how many items. */
static uint32_t
prefetch_items(const struct tcn_story_index *s,
    const struct tcn_story_member_ref *refs, uint32_t n)
{
	n = n < TOGETHER ? n : TOGETHER;
	for (uint32_t i = 0; i < n; i++) {
		__builtin_prefetch(&s->items[refs[i].slot].text_key);
		__builtin_prefetch(&s->items[refs[i].slot].live);
	}
	for (uint32_t i = 0; i < n; i++)
		__builtin_prefetch(s->items[refs[i].slot].terms);
	return n;
}

void
tcn_story_drop_oldest(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t n)
{
	struct tcn_story_member_list *list = &row->items;

	assert(n <= list->n);
	while (n) {
		uint32_t some = prefetch_items(s, list->at + list->head, n);

		for (n -= some; some; some--, list->n--)
			drop_member(s, row, list->at[list->head++].slot);
	}
}

void
tcn_story_expire(struct tcn_story_index *s, struct tcn_story_row *row)
{
	int64_t from_ms = s->now_ms - s->conf.within_ms;
	const struct tcn_story_member_list *list = &row->items;
	uint32_t n = 0;

	while (n < list->n && list->at[list->head + n].ts_ms <= from_ms)
		n++;
	tcn_story_drop_oldest(s, row, n);
}
