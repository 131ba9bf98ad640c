/*
 * Families of stories, against a model that looks at every story and every
 * word, and over restarts.
 */
#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tests/window/story/stored.h"
#include "window/story/story_family.h"
#include "window/story/story_impl.h"

#define STEPS   1600
#define SIDES   3
#define SIDE    14 /* words of one side of an event */
#define MINUTES 4 /* between two items */

static struct tcn_prepare *prep;
static struct tcn_arena arena;
static int64_t now_ms;
static unsigned found, largest;

static void
setup(void)
{
	prep = tcn_prepare_new(NULL);
	tcn_arena_init(&arena, 0);
	found = largest = 0;
}

static void
teardown(void)
{
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
	drop_rows();
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
add_word(char *title, size_t size, const char *kind, unsigned n)
{
	size_t at = strlen(title);

	snprintf(title + at, size - at, "%s%s%c%c%c%c", at ? " " : "", kind,
	    'b' + n % 17, "aeiou"[n / 17 % 5], 'b' + n / 85 % 17,
	    "aeiou"[n / 1445 % 5]);
}

/*
 * An item of anything, or of an event: each lasts 120 items, has a name of its
 * own, and three sides that share nothing else. Every fifth event has a name
 * that is no name: it is written small as often.
 */
static void
write_title(uint64_t *seed, uint64_t number, char *title, size_t size)
{
	unsigned event = (unsigned)number / 120, words = 0;
	unsigned side = event * SIDES + random_below(seed, SIDES);
	bool is_event = event % 2 && random_below(seed, 3), small;

	*title = '\0';
	if (!is_event) {
		for (int i = 0; i < 7; i++)
			add_word(title, size, i == 4 ? "Go" : "sa",
			    random_below(seed, 900));
		return;
	}
	small = event % 5 == 0 && random_below(seed, 2);
	for (unsigned i = 0; i < SIDE && words < 7; i++) {
		if (i > 2 && random_below(seed, 2))
			continue;
		add_word(title, size, "do", side * SIDE + i);
		if (words++ == 2 && random_below(seed, 8))
			add_word(title, size, small ? "re" : "Re", event);
	}
}

static void
hear(struct tcn_story_index *s, uint64_t number)
{
	struct tcn_placement place = { .seq = number, .publisher = number % 7 };
	struct tcn_article article = { .lang = tcn_str("en") };
	struct tcn_story_step step;
	uint64_t seed = number * 7919;
	struct tcn_doc doc;
	char title[200];
	size_t closed_n;

	write_title(&seed, number, title, sizeof title);
	article.title = tcn_str(title);
	tcn_arena_reset(&arena);
	tcn_prepare(prep, &article, &arena, &doc);
	now_ms = (int64_t)number * MINUTES * TCN_MINUTE_MS;
	place.ts_ms = now_ms;
	place.text_key = doc.text_key;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &doc, &place, now_ms, &step);
	tcn_story_index_learn(s, &doc, now_ms);
}

static struct tcn_story_index *
new_index(void)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s;

	tcn_story_conf_default(&conf);
	conf.stories_max = 400;
	conf.note_changes = true;
	s = tcn_story_index_new(&conf);
	return s;
}

/* --- the model --- */

static bool
is_odd(void *ctx, uint64_t number)
{
	(void)ctx;
	return number % 4 != 0;
}

/* What a rule may ask: many items, few, some only, publishers. */
static const struct tcn_story_query queries[] = {
	{ .within_ms = 4 * TCN_HOUR_MS, .more_than = 15 },
	{ .within_ms = 4 * TCN_HOUR_MS, .more_than = 11, .counts = is_odd },
	{ .within_ms = 2 * TCN_HOUR_MS, .more_than = 9 },
	{ .within_ms = 4 * TCN_HOUR_MS,
	    .more_than = 4,
	    .unit = TCN_RULE_PUBLISHERS },
};

#define QUERIES (sizeof queries / sizeof *queries)

static bool
holds(const struct tcn_story_member *item, uint32_t slot)
{
	for (uint32_t t = 0; t < item->head_n; t++)
		if (item->terms[t] == slot)
			return true;
	return false;
}

static bool
counts(const struct tcn_story_index *s, const struct tcn_story_member *item,
    const struct tcn_story_row *row, const struct tcn_story_query *ask)
{
	return item->live && &s->rows[item->story] == row &&
	    item->ts_ms > now_ms - ask->within_ms &&
	    (!ask->counts || ask->counts(NULL, item->seq));
}

static uint32_t
is_written(const struct tcn_story_member *item, uint32_t slot, uint64_t bits)
{
	uint32_t n = 0;

	for (uint32_t t = 0; t < item->head_n; t++)
		n += item->terms[t] == slot && bits >> t & 1;
	return n;
}

/* How many of the story's items hold the word, if it is a name that the story
 * is about and the story a part; else 0. share: of its texts. */
static uint32_t
holders_of(const struct tcn_story_index *s, const struct tcn_story_row *row,
    uint32_t slot, const struct tcn_story_query *ask, double *share)
{
	uint32_t items = 0, holders = 0, texts = 0, held = 0, big = 0, low = 0;

	for (size_t i = 0; i < s->items_n; i++) {
		const struct tcn_story_member *item = &s->items[i];

		if (!counts(s, item, row, ask))
			continue;
		items++;
		if (item->notice)
			continue;
		texts += item->leader == item->seq;
		holders += holds(item, slot);
		held += item->leader == item->seq && holds(item, slot);
		big += is_written(item, slot, item->capitals);
		low += is_written(item, slot, item->smalls);
	}
	*share = texts ? (double)held / texts : 0;
	if (2 * items < ask->more_than + 1 ||
	    (ask->unit == TCN_RULE_ITEMS && items > ask->more_than) ||
	    2 * held < texts || held < 2 || big < 3 || big < 2 * low)
		return 0;
	return holders;
}

static double
rarity(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_numbers *numbers = &s->conf.numbers;

	return tcn_similarity_idf(numbers, &s->df, slot, false) /
	    tcn_similarity_idf_most(numbers, &s->df);
}

static bool
is_stop_in(const struct tcn_story_index *s, const struct tcn_story_row *row,
    uint32_t slot)
{
	for (size_t i = 0; i < s->items_n; i++)
		if (s->items[i].live && &s->rows[s->items[i].story] == row &&
		    is_written(&s->items[i], slot, ~s->items[i].stops))
			return false;
	return true;
}

static uint32_t
best_name(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask)
{
	uint32_t best = TCN_DF_NONE;
	double most = 0;

	for (uint32_t slot = 0; slot < s->df.n; slot++) {
		struct tcn_df_row *term = &s->df.rows[slot];
		double share, weight;

		if (!term->live || term->postings.n < 2 ||
		    !holders_of(s, row, slot, ask, &share) ||
		    is_stop_in(s, row, slot) || rarity(s, slot) < 0.25 ||
		    tcn_baseline_burst_ratio(&s->clock, &term->rate) <
			2 * tcn_baseline_volume_ratio(&s->clock))
			continue;
		weight = share * rarity(s, slot);
		if (weight < most ||
		    (weight == most && best != TCN_DF_NONE &&
			s->df.rows[best].id < term->id))
			continue;
		most = weight;
		best = slot;
	}
	return best;
}

struct part {
	uint64_t story;
	uint32_t holders;
};

static int
by_holders(const void *left, const void *right)
{
	const struct part *a = left, *b = right;

	if (a->holders != b->holders)
		return a->holders > b->holders ? -1 : 1;
	return a->story < b->story ? -1 : a->story > b->story;
}

static void
expect(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask, struct tcn_story_family *want)
{
	struct part parts[500];
	uint32_t name = best_name(s, row, ask);
	size_t n = 0;

	*want = (struct tcn_story_family){ .stories = { row->id }, .n = 1 };
	if (name == TCN_DF_NONE)
		return;
	want->term = s->df.rows[name].id;
	for (size_t i = 0; i < s->rows_n; i++) {
		const struct tcn_story_row *other = &s->rows[i];
		struct part part = { .story = other->id };
		double share;

		if (!other->live || other == row ||
		    other->arrived_ms <= now_ms - 4 * TCN_HOUR_MS)
			continue;
		part.holders = holders_of(s, other, name, ask, &share);
		if (part.holders)
			parts[n++] = part;
	}
	qsort(parts, n, sizeof *parts, by_holders);
	for (size_t i = 0; i < n && want->n < TCN_STORY_FAMILY_MAX; i++)
		want->stories[want->n++] = parts[i].story;
}

static uint32_t
distinct(const uint64_t *keys, uint32_t n)
{
	uint32_t different = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = 0;

		while (keys[k] != keys[i])
			k++;
		different += k == i;
	}
	return different;
}

static void
expect_counts(const struct tcn_story_index *s,
    const struct tcn_story_family *family, const struct tcn_story_query *ask,
    struct tcn_story_counts *want)
{
	uint32_t slot = tcn_df_find(&s->df, family->term), n = 0;
	static uint64_t texts[2000], outlets[2000];

	for (size_t f = 0; f < family->n; f++)
		for (size_t i = 0; i < s->items_n; i++) {
			const struct tcn_story_member *item = &s->items[i];

			if (!counts(s, item,
				tcn_story_find(s, family->stories[f]), ask) ||
			    item->notice || !holds(item, slot))
				continue;
			texts[n] = item->leader;
			outlets[n++] = item->publisher;
		}
	*want = (struct tcn_story_counts){ .items = n };
	want->origins = distinct(texts, n);
	want->publishers = distinct(outlets, n);
}

static void
ck_families(const struct tcn_story_family *got,
    const struct tcn_story_family *want)
{
	ck_assert_uint_eq(got->n, want->n);
	ck_assert_uint_eq(got->term, want->term);
	for (size_t i = 0; i < got->n; i++)
		ck_assert_uint_eq(got->stories[i], want->stories[i]);
}

static void
ck_story(const struct tcn_story_index *s, const struct tcn_story_row *row,
    const struct tcn_story_query *ask)
{
	struct tcn_story_counts got_n, want_n;
	struct tcn_story_family got, want;

	tcn_story_family_find(s, row->id, now_ms, ask, &got);
	expect(s, row, ask, &want);
	ck_families(&got, &want);
	if (got.n < 2)
		return;
	found++;
	largest = got.n > largest ? (unsigned)got.n : largest;
	tcn_story_family_count(s, &got, now_ms, ask, &got_n);
	expect_counts(s, &got, ask, &want_n);
	ck_assert_uint_eq(got_n.items, want_n.items);
	ck_assert_uint_eq(got_n.origins, want_n.origins);
	ck_assert_uint_eq(got_n.publishers, want_n.publishers);
}

START_TEST(families_are_those_of_a_comparison_of_all)
{
	struct tcn_story_index *s = new_index();

	for (uint64_t number = 1; number <= STEPS; number++) {
		hear(s, number);
		if (number < 420 || number % 3)
			continue;
		for (size_t i = 0; i < s->rows_n; i++)
			if (s->rows[i].live && s->rows[i].items.n > 2)
				ck_story(s, &s->rows[i],
				    &queries[number / 3 % QUERIES]);
	}
	ck_assert_uint_gt(found, 100);
	ck_assert_uint_eq(largest, SIDES);
	tcn_story_index_free(s);
}
END_TEST

/* Saved and loaded anywhere, an index finds the same families. */
START_TEST(families_outlast_a_restart)
{
	struct tcn_story_index *s = new_index(), *other;

	for (uint64_t number = 1; number <= STEPS; number++) {
		hear(s, number);
		if (number < 420 || number % 41)
			continue;
		ck_assert_int_eq(tcn_story_index_save(s, keep, NULL), TCN_OK);
		other = new_index();
		load_rows(other);
		for (size_t i = 0; i < s->rows_n; i++) {
			struct tcn_story_family a, b;
			uint64_t id = s->rows[i].id;

			if (!s->rows[i].live)
				continue;
			tcn_story_family_find(s, id, now_ms, &queries[0], &a);
			tcn_story_family_find(other, id, now_ms, &queries[0],
			    &b);
			ck_families(&a, &b);
			ck_assert(tcn_str_equal(a.name, b.name));
			found += a.n > 1;
		}
		tcn_story_index_free(other);
	}
	ck_assert_uint_gt(found, 5);
	tcn_story_index_free(s);
}
END_TEST

/* With families off there is none, nor before there are baselines. */
START_TEST(families_can_be_off)
{
	struct tcn_story_index *s = new_index();
	struct tcn_story_family family;

	for (uint64_t number = 1; number <= STEPS; number++) {
		bool on =
		    s->conf.numbers.warmup_periods < 1000 && s->conf.families;

		hear(s, number);
		s->conf.families = number % 2;
		s->conf.numbers.warmup_periods = number % 3 ? 4 : 1000;
		for (size_t i = 0; i < s->rows_n; i++) {
			if (!s->rows[i].live || s->rows[i].items.n < 8)
				continue;
			tcn_story_family_find(s, s->rows[i].id, now_ms,
			    &queries[0], &family);
			on = s->conf.families && number % 3;
			ck_assert(on || family.n == 1);
			found += family.n > 1;
		}
	}
	ck_assert_uint_gt(found, 5);
	tcn_story_index_free(s);
}
END_TEST

TCN_TESTS(story_family)
{
	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, families_are_those_of_a_comparison_of_all);
	tcase_add_test(tc, families_outlast_a_restart);
	tcase_add_test(tc, families_can_be_off);
}
