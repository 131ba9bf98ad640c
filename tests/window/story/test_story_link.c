/*
 * Links between stories in several languages, against a model that compares
 * every story with every other.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tests/window/story/say.h"
#include "window/story/story.h"
#include "window/story/story_link.h"

#define STEPS       3000
#define STORIES_MAX 400
#define TOPICS      9

/* The links of a story. */
struct linked {
	uint64_t story;
	struct tcn_story_link links[TCN_STORY_LINKS_MAX];
	size_t n;
};

struct model {
	struct linked at[STORIES_MAX];
	size_t n;
};

static struct model before, after;
static unsigned links_made;
static unsigned names = 3; /* in a headline */
static bool all_rows; /* a save writes all there is */

static struct tcn_story_index *
new_index(const struct tcn_lexicon *lexicon)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s;

	tcn_story_conf_default(&conf);
	conf.stories_max = 200;
	conf.numbers.link_prior = 40; /* few stories come */
	/* The comparison of all knows the names alone. */
	conf.numbers.link_part = conf.numbers.link_named = 0;
	conf.lexicon = lexicon;
	conf.note_changes = !all_rows;
	s = tcn_story_index_new(&conf);
	return s;
}

/* Names end otherwise in each language, all other words are its own. */
static void
headline(uint64_t *seed, char lang, char *title, size_t size)
{
	char topic = (char)('a' + random_below(seed, TOPICS));
	size_t at = 0;

	for (unsigned i = 0; i < names; i++)
		at += (size_t)snprintf(title + at, size - at, "%cander%cos%c ",
		    topic, 'f' + (int)i, lang);
	for (unsigned i = 0; i < 4; i++)
		at += (size_t)snprintf(title + at, size - at, "%c%c%c%u ", lang,
		    topic, (char)('a' + random_below(seed, 9)), i);
}

static void
list_links(const struct tcn_story_index *s, struct model *model)
{
	model->n = 0;
	for (uint64_t id = tcn_story_next(s, 0); id;
	     id = tcn_story_next(s, id)) {
		struct linked *row = &model->at[model->n++];
		const struct tcn_story_link *links =
		    tcn_story_links_of(s, id, &row->n);

		ck_assert_uint_le(model->n, STORIES_MAX);
		row->story = id;
		for (size_t i = 0; i < row->n; i++)
			row->links[i] = links[i];
	}
}

static struct linked *
find(struct model *model, uint64_t story)
{
	for (size_t i = 0; i < model->n; i++)
		if (model->at[i].story == story)
			return &model->at[i];
	return NULL;
}

static bool
has_language(const struct tcn_story_index *s, const struct linked *row,
    const char *lang)
{
	for (size_t i = 0; i < row->n; i++)
		if (strcmp(tcn_story_main_language(s, row->links[i].story),
			lang) == 0)
			return true;
	return strcmp(tcn_story_main_language(s, row->story), lang) == 0;
}

/* The best story that this one may be linked with, of all there are. */
static struct linked *
best_of(const struct tcn_story_index *s, struct linked *row, double *best)
{
	struct tcn_story_link_shared shared[TCN_STORY_LINK_NAMES];
	const char *lang = tcn_story_main_language(s, row->story);
	struct linked *found = NULL;

	*best = 0;
	for (size_t i = 0; i < before.n; i++) {
		struct linked *other = &before.at[i];
		const char *theirs = tcn_story_main_language(s, other->story);
		size_t n;
		double score = tcn_story_link_compare(s, row->story,
		    other->story, shared, &n);

		if (!*lang || !*theirs || has_language(s, row, theirs) ||
		    has_language(s, other, lang) || n < 2 || score < 2.5)
			continue;
		if (found &&
		    (score < *best ||
			(score == *best && found->story < other->story)))
			continue;
		found = other;
		*best = score;
	}
	return found;
}

static bool
is_due(uint32_t n)
{
	uint32_t step = 1;

	while (step * 8 <= n)
		step *= 2;
	return n >= 4 && (n < 8 || n % step == 0);
}

/* What the step must have linked is added to what was before. */
static void
expect(const struct tcn_story_index *s, const struct tcn_story_step *step)
{
	struct linked *row = find(&before, step->story), *other;
	double score;

	if (!row) {
		row = &before.at[before.n++];
		*row = (struct linked){ .story = step->story };
	}
	if (!is_due(step->items))
		return;
	while ((other = best_of(s, row, &score))) {
		row->links[row->n++] =
		    (struct tcn_story_link){ other->story, score };
		other->links[other->n++] =
		    (struct tcn_story_link){ row->story, score };
		links_made++;
	}
}

static void
compare(void)
{
	ck_assert_uint_eq(after.n, before.n);
	for (size_t i = 0; i < after.n; i++) {
		const struct linked *got = &after.at[i];
		const struct linked *want = find(&before, got->story);

		ck_assert_ptr_nonnull(want);
		ck_assert_uint_eq(got->n, want->n);
		for (size_t k = 0; k < got->n; k++) {
			ck_assert_uint_eq(got->links[k].story,
			    want->links[k].story);
			ck_assert_double_eq(got->links[k].score,
			    want->links[k].score);
		}
	}
}

static void
step(struct tcn_story_index *s, uint64_t seq, unsigned langs)
{
	static const char codes[][8] = { "en", "ru", "es", "" };
	uint64_t seed = seq * 7919;
	unsigned lang = random_below(&seed, langs);
	struct tcn_placement place = { .seq = seq, .publisher = seq % 7 };
	struct tcn_story_step step;
	struct say buf;
	char title[160];
	size_t closed_n;
	int64_t now_ms = (int64_t)seq * TCN_MINUTE_MS;

	headline(&seed, (char)('q' + (int)lang), title, sizeof title);
	say(&buf, title);
	memcpy(buf.doc.lang, codes[lang], 8);
	place.ts_ms = now_ms;
	place.text_key = buf.doc.text_key;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	list_links(s, &before);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	ck_sound(tcn_story_index_check, s);
	list_links(s, &after);
	if (step.merged_from)
		return;
	expect(s, &step);
	compare();
}

/* What each own word of the headlines in Spanish is in English. */
static struct tcn_lexicon *
make_lexicon(void)
{
	struct tcn_lexicon *lexicon;
	char word[5] = "", english[5];

	lexicon = tcn_lexicon_new();
	for (int i = 0; i < TOPICS * 9 * 4; i++) {
		snprintf(word, sizeof word, "s%c%c%d", 'a' + i / 36,
		    'a' + i / 4 % 9, i % 4);
		memcpy(english, word, sizeof english);
		english[0] = 'q';
		tcn_lexicon_add(lexicon, "es", tcn_str(word), tcn_str(english));
	}
	tcn_lexicon_close(lexicon);
	return lexicon;
}

static unsigned
count_links(const struct tcn_lexicon *lexicon)
{
	struct tcn_story_index *s = new_index(lexicon);

	links_made = 0;
	for (uint64_t seq = 1; seq <= STEPS; seq++)
		step(s, seq, 4);
	tcn_story_index_free(s);
	return links_made;
}

START_TEST(links_are_those_of_a_comparison_of_all)
{
	ck_assert_uint_gt(count_links(NULL), 20);
}
END_TEST

/* With one name in common it takes a dictionary. */
START_TEST(words_are_compared_with_those_of_all)
{
	struct tcn_lexicon *lexicon = make_lexicon();

	names = 1;
	ck_assert_uint_eq(count_links(NULL), 0);
	ck_assert_uint_gt(count_links(lexicon), 3);
	tcn_lexicon_free(lexicon);
}
END_TEST

/* All rows of an index, as one text. */
static enum tcn_rc
append_row(void *ctx, const struct tcn_state_row *row)
{
	struct tcn_buf *rows = ctx;

	tcn_buf_add(rows, (const char *)&row->kind, sizeof row->kind);
	tcn_buf_add(rows, (const char *)&row->id, sizeof row->id);
	tcn_buf_add(rows, (const char *)&row->n, sizeof row->n);
	tcn_buf_add(rows, row->bytes, row->n);
	return TCN_OK;
}

static void
load_rows(struct tcn_story_index *s, const struct tcn_buf *rows)
{
	for (size_t at = 0; at < rows->n;) {
		struct tcn_state_row row;

		memcpy(&row.kind, rows->at + at, sizeof row.kind);
		at += sizeof row.kind;
		memcpy(&row.id, rows->at + at, sizeof row.id);
		at += sizeof row.id;
		memcpy(&row.n, rows->at + at, sizeof row.n);
		at += sizeof row.n;
		row.bytes = rows->at + at;
		at += row.n;
		ck_assert_int_eq(tcn_story_index_load(s, &row), TCN_OK);
	}
	tcn_story_index_loaded(s);
	ck_sound(tcn_story_index_check, s);
}

/* What words mean is saved: dictionaries may be gone when they are loaded. */
START_TEST(saved_words_are_loaded_without_a_dictionary)
{
	struct tcn_lexicon *lexicon = make_lexicon();
	struct tcn_story_index *s, *again;
	struct tcn_buf rows = { 0 }, same = { 0 };

	all_rows = true;
	s = new_index(lexicon);
	again = new_index(NULL);
	for (uint64_t seq = 1; seq <= 600; seq++)
		step(s, seq, 4);
	ck_assert_int_eq(tcn_story_index_save(s, append_row, &rows), TCN_OK);
	load_rows(again, &rows);
	list_links(s, &before);
	list_links(again, &after);
	compare();
	ck_assert_int_eq(tcn_story_index_save(again, append_row, &same),
	    TCN_OK);
	ck_assert_uint_eq(rows.n, same.n);
	all_rows = false;
	tcn_buf_fini(&rows);
	tcn_buf_fini(&same);
	tcn_story_index_free(s);
	tcn_story_index_free(again);
	tcn_lexicon_free(lexicon);
}
END_TEST

/* An English story and a Spanish one, and what they share. */
static const struct {
	const char *english, *spanish;
	bool linked, dictionary;
} stories[] = {
	/* Two names, and words that only a dictionary knows: or only one. */
	{ "Obrumavik Belossa kwarb plonk", "Obrumavik Belossa xolub dafor",
	    true, false },
	{ "Obrumavik kwarb plonk strom", "Obrumavik xolub dafor melik", false,
	    false },
	{ "Obrumavik kwarb plonk strom", "Obrumavik xolub dafor melik", true,
	    true },
	/* Words alone are a kind of event. */
	{ "kwarb plonk strom wirt", "xolub dafor melik zapol", false, true },
};

static void
tell(struct tcn_story_index *s, uint64_t seq, const char *lang,
    const char *title)
{
	struct tcn_placement place = { .seq = seq, .publisher = seq };
	struct tcn_story_step step;
	struct say buf;
	char text[160];
	size_t closed_n;

	snprintf(text, sizeof text, "%s %s%c %s%c", title, lang,
	    (char)('a' + seq % 26), lang, (char)('b' + seq % 25));
	say(&buf, text);
	snprintf(buf.doc.lang, sizeof buf.doc.lang, "%s", lang);
	place.ts_ms = (int64_t)seq * TCN_MINUTE_MS;
	place.text_key = buf.doc.text_key;
	(void)tcn_story_index_close_quiet(s, place.ts_ms, &closed_n);
	tcn_story_index_add_item(s, &buf.doc, &place, place.ts_ms, &step);
	ck_sound(tcn_story_index_check, s);
}

START_TEST(a_dictionary_helps_where_a_name_is_shared)
{
	static const char *const pairs[][2] = { { "xolub", "kwarb" },
		{ "dafor", "plonk" }, { "melik", "strom" },
		{ "zapol", "wirt" } };
	struct tcn_lexicon *lexicon;
	struct tcn_story_conf conf;
	struct tcn_story_index *s;

	lexicon = tcn_lexicon_new();
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		tcn_lexicon_add(lexicon, "es", tcn_str(pairs[i][0]),
		    tcn_str(pairs[i][1]));
	tcn_lexicon_close(lexicon);
	tcn_story_conf_default(&conf);
	conf.numbers.prior_stories = 0; /* or one name would join them */
	conf.lexicon = stories[_i].dictionary ? lexicon : NULL;
	s = tcn_story_index_new(&conf);
	for (uint64_t seq = 1; seq <= 12; seq += 2) {
		tell(s, seq, "en", stories[_i].english);
		tell(s, seq + 1, "es", stories[_i].spanish);
	}
	list_links(s, &after);
	ck_assert_uint_eq(after.n, 2);
	ck_assert_uint_eq(after.at[0].n, stories[_i].linked);
	tcn_story_index_free(s);
	tcn_lexicon_free(lexicon);
}
END_TEST

/* Of one language there is nothing to link, and no name is taken. */
START_TEST(one_language_has_no_links)
{
	struct tcn_story_link_shared shared[TCN_STORY_LINK_NAMES];
	struct tcn_story_index *s = new_index(NULL);
	size_t n;

	links_made = 0;
	for (uint64_t seq = 1; seq <= 300; seq++)
		step(s, seq, 1);
	ck_assert_uint_eq(links_made, 0);
	ck_assert_uint_gt(after.n, 1);
	tcn_story_link_compare(s, after.at[0].story, after.at[1].story, shared,
	    &n);
	ck_assert_uint_eq(n, 0);
	tcn_story_index_free(s);
}
END_TEST

TCN_TESTS(story_link)
{
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, links_are_those_of_a_comparison_of_all);
	tcase_add_test(tc, words_are_compared_with_those_of_all);
	tcase_add_test(tc, saved_words_are_loaded_without_a_dictionary);
	tcase_add_test(tc, one_language_has_no_links);
	TCN_EACH(a_dictionary_helps_where_a_name_is_shared, stories);
}
