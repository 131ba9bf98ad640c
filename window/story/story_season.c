/*
 * window/story/story_season.c - the forms of a story, by which it is known
 * again a month later (window/story/seasons.h).
 *
 * What two stories of one kind have in common is not their names or figures,
 * but how their headlines begin, "US STOCKS", "Research and Markets", and what
 * they are about, "jobs data", "vehicle sales". So the forms of a story are
 *
 *	the commonest first word of its latest items, and the commonest two
 *	first words, words with digits being passed over, if a quarter of the
 *	items and three begin so
 *
 *	each two of the four heaviest terms of its vector
 *
 * eight at most. A story's regularity is that of its most regular form.
 *
 * Stories are noted with the rows of the history: when they have history_items
 * items, and each time they have grown by a quarter.
 */
#include "window/story/story_impl.h"

enum {
	ITEMS = 64, /* the latest that are looked at */
	HEAVIEST = 4, /* terms */
	FORMS = 2 + HEAVIEST * (HEAVIEST - 1) / 2,
	LEAST = 3, /* items that begin so */
};

static uint64_t
mix(uint64_t a, uint64_t b)
{
	uint64_t key = (a * 0x9e3779b97f4a7c15u) ^ b;

	key *= 0xbf58476d1ce4e5b9u;
	return key ^ key >> 29;
}

/* The slots of the first n words of the headline that have no digits, as one
 * number; 0: it has fewer. */
static uint64_t
beginning(const struct tcn_story_member *item, uint32_t n)
{
	uint64_t key = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (item->beginning[i] == TCN_STORY_NO_WORD)
			return 0;
		key = key << 32 | (item->terms[item->beginning[i]] + 1u);
	}
	return key;
}

/* The same as a form: slots are others after a restart, ids are not. */
static uint64_t
form_of(const struct tcn_story_index *s, uint64_t key, uint32_t n)
{
	uint64_t form = n;

	for (uint32_t i = n; i-- > 0;)
		form = mix(form, s->df.rows[(uint32_t)(key >> 32 * i) - 1].id);
	return form;
}

/* The latest items, the latest first; returns how many. */
static uint32_t
list_items(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_member *items[ITEMS])
{
	const struct tcn_story_member_ref *end =
	    row->items.at + row->items.head + row->items.n;
	uint32_t n = row->items.n < ITEMS ? row->items.n : ITEMS;

	for (uint32_t i = 0; i < n; i++) {
		items[i] = &s->items[(end - 1 - i)->slot];
		__builtin_prefetch(&items[i]->terms);
		__builtin_prefetch(&items[i]->beginning);
	}
	for (uint32_t i = 0; i < n; i++)
		__builtin_prefetch(items[i]->terms);
	return n;
}

/* The form of the n words that most of the items begin with; ties: the latest.
 * 0: too few begin so. */
static uint64_t
commonest_beginning(const struct tcn_story_index *s,
    const struct tcn_story_member *const *items, uint32_t items_n, uint32_t n)
{
	uint64_t keys[ITEMS], best = 0;
	uint32_t counts[ITEMS], keys_n = 0, most = 0;

	for (uint32_t i = 0, k; i < items_n; i++) {
		uint64_t key = beginning(items[i], n);

		for (k = 0; k < keys_n && keys[k] != key; k++)
			continue;
		if (k == keys_n) {
			keys[k] = key;
			counts[keys_n++] = 0;
		}
		counts[k]++;
	}
	for (uint32_t k = 0; k < keys_n; k++)
		if (keys[k] && counts[k] > most) {
			most = counts[k];
			best = keys[k];
		}
	return most >= LEAST && most * 4 >= items_n ? form_of(s, best, n) : 0;
}

/* The heaviest words, heaviest first; ties by number. */
static uint32_t
find_heaviest(const struct tcn_story_history_words *words,
    uint64_t top[HEAVIEST])
{
	float weights[HEAVIEST];
	uint32_t n = 0;

	for (uint32_t i = 0; i < words->n; i++) {
		float weight = words->weights[i];
		uint32_t at;

		if (n == HEAVIEST && weight <= weights[n - 1])
			continue;
		at = n < HEAVIEST ? n++ : n - 1;
		for (; at > 0 && weights[at - 1] < weight; at--) {
			weights[at] = weights[at - 1];
			top[at] = top[at - 1];
		}
		weights[at] = weight;
		top[at] = words->terms[i];
	}
	return n;
}

static uint32_t
list_forms(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_history_words *words, uint64_t forms[FORMS])
{
	const struct tcn_story_member *items[ITEMS];
	uint64_t top[HEAVIEST];
	uint32_t n = 0, top_n = find_heaviest(words, top);
	uint32_t items_n = list_items(s, row, items);

	for (uint32_t k = 1; k <= TCN_STORY_BEGINNING; k++) {
		forms[n] = commonest_beginning(s, items, items_n, k);
		n += forms[n] != 0;
	}
	for (uint32_t i = 0; i < top_n; i++)
		for (uint32_t j = i + 1; j < top_n; j++)
			forms[n++] = top[i] < top[j] ? mix(top[i], top[j])
						     : mix(top[j], top[i]);
	return n;
}

void
tcn_story_season_note(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_words *words)
{
	uint64_t forms[FORMS];
	uint32_t n = list_forms(s, row, words, forms);

	for (uint32_t i = 0; i < n; i++)
		tcn_seasons_note(&s->seasons, forms[i], s->now_ms);
}

void
tcn_story_season(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_season *season)
{
	struct tcn_story_history_words words;
	uint64_t forms[FORMS];
	double calendar = 0;
	uint32_t n;

	tcn_story_history_words(&s->df, &row->vec, &words);
	n = list_forms(s, row, &words, forms);
	*season = (struct tcn_season){ 0 };
	for (uint32_t i = 0; i < n; i++) {
		struct tcn_season one;

		tcn_seasons_find(&s->seasons, forms[i], s->now_ms, &one);
		if (one.regularity > season->regularity ||
		    (one.regularity == season->regularity &&
			one.days_n > season->days_n))
			*season = one;
		if (one.calendar > calendar)
			calendar = one.calendar;
	}
	season->calendar = calendar;
}
