/*
 * What the score makes of headlines as they are written: read by the engine,
 * in a stream of which little else is known.
 */
#include "tests/base/run.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tests/base/sound.h"
#include "window/story/story_impl.h"

enum script {
	AS_WRITTEN,
	IN_CAPITALS,
	CASELESS,
};

static struct tcn_story_index *s;
static struct tcn_prepare *prep;
static struct tcn_arena arena;
static uint64_t seq;
static int64_t now_ms;
static enum script script;
static const char *lang;

static void
setup(void)
{
	struct tcn_story_conf conf;

	tcn_story_conf_default(&conf);
	s = tcn_story_index_new(&conf);
	prep = tcn_prepare_new(NULL);
	tcn_arena_init(&arena, 0);
	seq = 0;
	now_ms = 1000 * TCN_DAY_MS;
	script = AS_WRITTEN;
	lang = "en";
}

static void
teardown(void)
{
	tcn_story_index_free(s);
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* In capitals, or each letter as one of Arabic's. */
static void
spell(const char *title, char *out, size_t size)
{
	size_t at = 0;

	for (; *title && at + 3 < size; title++) {
		if (script == CASELESS && isalpha((unsigned char)*title)) {
			unsigned c = 0x627u + (unsigned)(tolower(*title) - 'a');

			c += c >= 0x63b ? 6 : 0; /* past what are no letters */
			out[at++] = (char)(0xc0 | c >> 6);
			out[at++] = (char)(0x80 | (c & 0x3f));
		} else {
			out[at++] = (char)(script == IN_CAPITALS
				? toupper((unsigned char)*title)
				: *title);
		}
	}
	out[at] = '\0';
}

static uint64_t
hear(const char *title, uint64_t publisher)
{
	struct tcn_placement place = { .seq = ++seq, .ts_ms = now_ms };
	struct tcn_article article = { .lang = tcn_str(lang) };
	struct tcn_story_step step;
	struct tcn_doc doc;
	size_t closed_n;
	char text[400];

	spell(title, text, sizeof text);
	article.title = tcn_str(text);
	tcn_prepare(prep, &article, &arena, &doc);
	place.publisher = publisher;
	place.text_key = doc.text_key;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &doc, &place, now_ms, &step);
	tcn_story_index_learn(s, &doc, now_ms);
	tcn_arena_reset(&arena);
	return step.story;
}

/* A name of four letters for each number, as n is below 10,000. */
static const char *
name(int n)
{
	static char names[8][8];
	static int next;
	char *at = names[next++ % 8];

	snprintf(at, 8, "%c%c%c%c%c", 'B' + n % 20, "aeiou"[n / 20 % 5],
	    'b' + n / 100 % 20, "aeiou"[n / 2000 % 5], 'z');
	return at;
}

/* Days of talk that is no story, written in sentences. */
static void
chatter(int n)
{
	char title[160];

	for (int i = 0; i < n; i++) {
		now_ms += 2 * TCN_MINUTE_MS;
		snprintf(title, sizeof title, "Talk about %s and %s near %s",
		    name(i * 3 + 11), name(i * 3 + 12), name(i * 3 + 13));
		hear(title, (uint64_t)i % 5 + 1);
	}
}

/* The nth headline of each kind; the first is news. */
static void
write_quake(int n, char *title, size_t size)
{
	static const char *const ways[][2] = {
		{ "Strong quake shakes Velmark as", "flees" },
		{ "People in Velmark flee homes, quake feared by", "too" },
		{ "Rescuers of", "reach Velmark where the quake struck" },
		{ "Quake cuts roads to Velmark, governor of", "says" },
		{ "Aid from", "on way after quake hits Velmark" },
	};

	snprintf(title, size, "%s %s %s", ways[n % 5][0], name(9000 + n * 7),
	    n == 9 ? "on way after Quake hits Velmark" : ways[n % 5][1]);
}

static void
write_award(int n, char *title, size_t size)
{
	snprintf(title, size, "%s Wins The Golden Badge Award 20%02d in %s",
	    name(5000 + n * 3), n, name(6000 + n * 7));
}

static void
write_table(int n, char *title, size_t size)
{
	snprintf(title, size, "Table-%s 3rd quarter net %d.%d vs %d.%d",
	    name(5000 + n * 3), n, n % 10, n + 3, n % 7);
}

static void
write_market(int n, char *title, size_t size)
{
	snprintf(title, size, "%s STOCKS-Index closes up %d.%d pct on %s",
	    n % 2 ? "EAST" : "WEST", n % 4, n, name(5000 + n * 3));
}

static void
write_release(int n, char *title, size_t size)
{
	snprintf(title, size,
	    "Acme Opens Its New Fitness Club No. %d In Downtown %s", n,
	    name(5000 + n % 10 * 3));
}

typedef void writer_fn(int n, char *title, size_t size);

/* Of one release in ten cities few texts are distinct: none is asked for. */
static const struct tcn_story_query ask = {
	.within_ms = 4 * TCN_HOUR_MS,
	.more_than = 15,
	.unit = TCN_RULE_ITEMS,
	.least = 0.5,
};

static struct tcn_story_verdict
tell(writer_fn *writer, int n)
{
	struct tcn_story_verdict verdict;
	uint64_t story = 0;
	char title[200];

	for (int i = 0; i < n; i++) {
		now_ms += TCN_MINUTE_MS;
		writer(i, title, sizeof title);
		story = hear(title,
		    1 + (uint64_t)(writer == write_quake) * (uint64_t)(i % 3));
	}
	ck_sound(tcn_story_index_check, s);
	tcn_story_judge(s, story, now_ms, &ask, &verdict);
	return verdict;
}

static const struct {
	writer_fn *writer;
	const char *what;
} rows[] = {
	{ write_quake, "quake" },
	{ write_award, "award" },
	{ write_table, "table" },
	{ write_market, "market" },
	{ write_release, "release" },
};

#define ROWS (int)(sizeof rows / sizeof *rows)

/* From an empty window on: what their form shares becomes common with the
 * items, though no story was opened by it yet. */
START_TEST(items_of_one_form_are_not_one_story)
{
	script = (enum script)_i;
	chatter(300);
	for (int i = 300; i < 400; i++) {
		char title[160];

		now_ms += 2 * TCN_MINUTE_MS;
		snprintf(title, sizeof title, "Talk about %s and %s near %s",
		    name(i * 3 + 11), name(i * 3 + 12), name(i * 3 + 13));
		ck_assert_uint_eq(hear(title, 1), seq);
	}
}
END_TEST

/* As written, in capitals, and in a script without case. */
START_TEST(news_passes_and_notices_are_held)
{
	struct tcn_story_verdict v;
	int row = _i % ROWS;

	script = (enum script)(_i / ROWS);
	chatter(1500);
	v = tell(rows[row].writer, row ? 30 : 18);
	ck_assert_msg(v.gate ==
		(row ? TCN_STORY_GATE_SCORE : TCN_STORY_GATE_NONE),
	    "%s, script %d: gate %d, %u items, p %.3f", rows[row].what,
	    (int)script, (int)v.gate, v.items, v.score.p);
	ck_assert(v.score.is_known[TCN_NEWS_LABEL] == (script != CASELESS));
}
END_TEST

/* The story of so many items. */
static const struct tcn_story_row *
row_of(uint32_t items)
{
	for (uint32_t i = 0; i < s->rows_n; i++)
		if (s->rows[i].live && s->rows[i].items.n == items)
			return &s->rows[i];
	return NULL;
}

static const struct {
	double early;
	int n;
	enum tcn_story_gate gate;
	double least; /* asked of one publisher */
} early_rows[] = {
	{ 0, 12, TCN_STORY_GATE_COUNT, 0.5 },
	{ 0.5, 12, TCN_STORY_GATE_COUNT, 0.5 },
	{ 0.9, 7, TCN_STORY_GATE_COUNT, 0.995004 },
	{ 0.9, 11, TCN_STORY_GATE_NONE, 0.945925 },
	{ 0.9, 12, TCN_STORY_GATE_NONE, 0.9 },
	{ 0.9, 14, TCN_STORY_GATE_NONE, 0.734952 },
	{ 0.9, 16, TCN_STORY_GATE_NONE, 0.5 },
	{ 0.9999, 12, TCN_STORY_GATE_COUNT, 0.9999 },
};

/*
 * A story of surely news fires with half of the 16 items, and the fewer it has
 * the more is asked: along one line in the log odds, through `early` at 12 and
 * `least` at 16. What its publishers add to its score is asked on top of that.
 */
START_TEST(early_is_asked_for_more)
{
	struct tcn_story_query early_ask = ask;
	struct tcn_story_verdict v;
	double asked;

	s->conf.numbers.week_periods = 1;
	chatter(1500);
	v = tell(write_quake, early_rows[_i].n);
	early_ask.early = early_rows[_i].early;
	tcn_story_judge(s, row_of(v.items)->id, now_ms, &early_ask, &v);
	ck_assert_int_eq(v.gate, early_rows[_i].gate);
	tcn_story_measure(s, row_of(v.items)->id, now_ms, &early_ask, &v);
	asked = -log(1 / v.least - 1);
	if (v.early.of)
		asked -= v.score.part[TCN_NEWS_PUBLISHERS];
	ck_assert_double_eq_tol(1 / (1 + exp(-asked)), early_rows[_i].least,
	    1e-5);
	ck_assert_uint_eq(v.early.of,
	    early_rows[_i].early > 0.5 && v.items < 16 ? 16 : 0);
}
END_TEST

/* Below three quarters of the count each second size is looked at. */
START_TEST(few_items_are_judged_at_every_second)
{
	static const bool worth[] = { [8] = true,
		[10] = true,
		[12] = true,
		[13] = true,
		[14] = true,
		[15] = true,
		[16] = true,
		[17] = true };
	struct tcn_story_query early_ask = ask, late_ask = ask;

	early_ask.early = 0.9;
	late_ask.early = 0;
	for (uint32_t n = 0; n < sizeof worth / sizeof *worth; n++) {
		ck_assert(tcn_story_is_worth_judging(s, &early_ask, n) ==
		    worth[n]);
		ck_assert(tcn_story_is_worth_judging(s, &late_ask, n) ==
		    (n >= 16));
	}
}
END_TEST

static void
count_word(const struct tcn_story_member **items, uint32_t n, uint32_t slot,
    int *hold, int *capital, int *small)
{
	*hold = *capital = *small = 0;
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t u = 0; u < items[k]->head_n; u++)
			if (items[k]->terms[u] == slot) {
				++*hold;
				*capital += items[k]->capitals >> u & 1;
				*small += items[k]->smalls >> u & 1;
			}
}

/* The share of all the story's texts that hold what it is about. */
static double
slow_topic(const struct tcn_story_row *row,
    const struct tcn_story_member **items, uint32_t n)
{
	const struct tcn_story_content *content;
	double best = 0, texts = 0;

	content = tcn_story_content_find(s, row);
	for (uint32_t i = 0; i < n; i++)
		texts += items[i]->leader == items[i]->seq;
	for (uint32_t i = 0; i < content->terms_n; i++) {
		if (!content->terms[i].common)
			return content->on_topic_texts / texts;
		if (!content->terms[i].idle)
			best = fmax(best,
			    content->terms[i].share * content->texts_n);
	}
	return best / texts;
}

/* The share of headlines by which somebody speaks, and of the stream. */
static void
check_said(const struct tcn_story_member *const *items, uint32_t n,
    const struct tcn_news_score *is)
{
	uint64_t first = UINT64_MAX, last = 0;
	double said = 0, share;

	for (uint32_t i = 0; i < n; i++) {
		said += (items[i]->style & TCN_STORY_STYLE_SAID) != 0;
		first = items[i]->seq < first ? items[i]->seq : first;
		last = items[i]->seq > last ? items[i]->seq : last;
	}
	if (is->is_known[TCN_NEWS_SAID])
		ck_assert_double_eq_tol(is->x[TCN_NEWS_SAID], said / n, 1e-12);
	share = fmin(fmax(n / (double)(last - first + 1), 0.0025), 0.1);
	if (is->is_known[TCN_NEWS_STREAM])
		ck_assert_double_eq_tol(is->x[TCN_NEWS_STREAM], log(share),
		    1e-9);
}

/* The same, counted one by one. */
START_TEST(features_are_those_of_a_slow_look)
{
	struct tcn_story_verdict v;
	const struct tcn_news_score *is = &v.score;
	const struct tcn_story_member *items[64];
	double formed = 0, titled = 0, figures = 0, labels = 0, most = 0;
	double solo = 0, names = 0;
	const struct tcn_story_row *row;
	uint32_t n = 0;

	chatter(1500);
	v = tell(rows[_i].writer, 30);
	row = row_of(v.items);
	ck_assert_ptr_nonnull(row);
	for (uint32_t i = 0; i < row->items.n && i < 64; i++)
		items[n++] = &s->items[row->items.at[row->items.head + i].slot];
	for (uint32_t i = 0; i < n; i++) {
		unsigned form = items[i]->style & TCN_STORY_STYLE_FORM;
		double first = 0;

		formed += form != TCN_HEADLINE_UNKNOWN;
		titled += form == TCN_HEADLINE_TITLE;
		figures += (items[i]->style & TCN_STORY_STYLE_FIGURES) != 0;
		labels += (items[i]->style & TCN_STORY_STYLE_LABEL) != 0;
		names += (items[i]->style & TCN_STORY_STYLE_NAMES) != 0;
		for (uint32_t k = 0; k < n; k++)
			first +=
			    items[k]
				->terms[tcn_story_member_words(items[k])[0]] ==
			    items[i]
				->terms[tcn_story_member_words(items[i])[0]];
		most = fmax(most, first);
		for (uint32_t t = 0; t < items[i]->head_n; t++) {
			int hold, capital, small;

			count_word(items, n, items[i]->terms[t], &hold,
			    &capital, &small);
			solo += (items[i]->capitals >> t & 1) && capital == 1 &&
			    !small;
		}
	}
	ck_assert_double_eq_tol(v.titled_share,
	    formed > 0 ? titled / formed : 0, 1e-12);
	ck_assert_double_eq_tol(is->x[TCN_NEWS_FIGURES], figures / n, 1e-12);
	ck_assert_double_eq_tol(is->x[TCN_NEWS_FIRST], most / n, 1e-12);
	check_said(items, n, is);
	ck_assert(is->is_known[TCN_NEWS_LABEL] == (formed * 2 >= n));
	if (is->is_known[TCN_NEWS_LABEL])
		ck_assert_double_eq_tol(is->x[TCN_NEWS_LABEL], labels / n,
		    1e-12);
	if (names >= 3)
		ck_assert_double_eq_tol(is->x[TCN_NEWS_SOLO], solo / names,
		    1e-12);
	if (is->is_known[TCN_NEWS_TOPIC])
		ck_assert_double_eq_tol(is->x[TCN_NEWS_TOPIC],
		    log(slow_topic(row, items, n) + 0.05), 1e-9);
	ck_assert_double_eq_tol(is->x[TCN_NEWS_TEXTS], log(v.origins), 1e-9);
	ck_assert_double_eq_tol(is->x[TCN_NEWS_PUBLISHERS],
	    log(fmin(v.publishers, v.origins)), 1e-9);
}
END_TEST

/* Labels are looked at from half of the headlines on whose form is known: long
 * ones, while in a short one too few words have a case. */
START_TEST(half_of_the_headlines_show_their_form)
{
	struct tcn_story_verdict v;
	char title[200];
	uint64_t story = 0;

	chatter(1500);
	for (int i = 0; i < 10; i++) {
		if (i < 4 + _i)
			snprintf(title, sizeof title,
			    "Quake in Velmark 7421 5512 near %s", name(i));
		else
			snprintf(title, sizeof title, "Velmark 7421 5512 %d",
			    i);
		story = hear(title, (uint64_t)i + 1);
	}
	tcn_story_measure(s, story, now_ms, NULL, &v);
	ck_assert_uint_eq(v.items, 10);
	ck_assert_int_eq(v.score.is_known[TCN_NEWS_LABEL], _i == 1);
}
END_TEST

/* What a story about one place says of names in single items, where each
 * headline has a noun that other stories have, too. */
static double
solo_in(const char *code)
{
	static const char *const nouns[] = { "Hafen", "Fabrik", "Regen",
		"Bericht", "Gericht", "Museum", "Garten", "Turm" };
	struct tcn_story_verdict v;
	char title[200];
	uint64_t story = 0;

	lang = code;
	for (int i = 0; i < 460; i++) {
		snprintf(title, sizeof title, "%s %s %s %s %s %s", name(i),
		    name(i + 500), i < 60 ? name(i + 2500) : nouns[i % 8],
		    name(i + 1000), name(i + 1500), name(i + 2000));
		now_ms += TCN_MINUTE_MS;
		hear(title, (uint64_t)i % 5 + 1);
	}
	for (int i = 0; i < 8; i++) {
		snprintf(title, sizeof title,
		    "heute sank in Obrumavik nahe Belossa die alte %s",
		    nouns[i]);
		story = hear(title, (uint64_t)i + 1);
	}
	tcn_story_measure(s, story, now_ms, NULL, &v);
	ck_assert_uint_eq(v.items, 8);
	ck_assert(v.score.is_known[TCN_NEWS_SOLO]);
	return v.score.x[TCN_NEWS_SOLO];
}

START_TEST(german_nouns_are_no_names)
{
	double english = solo_in("en"), german;

	teardown();
	setup();
	german = solo_in("de");
	ck_assert_double_gt(english, 0.9);
	ck_assert_double_eq(german, 0);
}
END_TEST

TCN_TESTS(story_score)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, items_of_one_form_are_not_one_story, 0, 3);
	tcase_add_loop_test(tc, news_passes_and_notices_are_held, 0, 3 * ROWS);
	TCN_EACH(early_is_asked_for_more, early_rows);
	tcase_add_test(tc, few_items_are_judged_at_every_second);
	tcase_add_loop_test(tc, features_are_those_of_a_slow_look, 0, ROWS);
	tcase_add_loop_test(tc, half_of_the_headlines_show_their_form, 0, 2);
	tcase_add_test(tc, german_nouns_are_no_names);
}
