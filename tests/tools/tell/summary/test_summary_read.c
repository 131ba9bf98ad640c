/* The texts of a story, read once: whatever they hold, what was kept is what
 * the readers say of each sentence by itself. */
#include "tests/base/in_preparer.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/lang.h"
#include "engine/text/sentence.h"
#include "tests/base/random.h"
#include "tools/tell/summary/news.h"
#include "tools/tell/summary/summary_read.h"

#define TEXTS_MAX 40
#define BYTES     1200

static struct tcn_facts *facts, *others;
static struct tcn_summary_text story[TEXTS_MAX];
static char titles[TEXTS_MAX][200], texts[TEXTS_MAX][BYTES];
static struct tcn_summary_core core;
static struct tcn_summary_read summary;

static void
setup_facts(void)
{
	setup();
	facts = tcn_facts_new();
	others = tcn_facts_new();
}

static void
teardown_facts(void)
{
	tcn_facts_free(facts);
	tcn_facts_free(others);
	teardown();
}

/* Writes some sentences; of few kinds, so that some come twice. */
static void
write_text(uint64_t *seed, size_t sentences, char *to, size_t bytes)
{
	static const char *const parts[] = { "A ferry sank off Dunmore",
		"45 people died and 65 were injured",
		"at least 45 are missing, the coast guard said",
		"RT @desk: the toll rose to 45", "BREAKING: 45 saved",
		"Mehr als 45 Tote bei einem Fährunglück",
		"al menos 45 muertos en el hundimiento", "the", "", "\t ",
		"Read more at http://news.example/45", "#ferry #storm",
		"magnitude 7.5" };
	size_t at = 0;

	*to = 0;
	for (size_t i = 0; i < sentences; i++) {
		char part[100], digit = (char)('1' + random_below(seed, 9));

		snprintf(part, sizeof part, "%s",
		    parts[random_below(seed, sizeof parts / sizeof *parts)]);
		for (char *c = part; *c; c++)
			*c = *c == '5' ? digit : *c;
		if (at + strlen(part) + 3 > bytes)
			return;
		at += (size_t)snprintf(to + at, bytes - at, "%s%s", part,
		    random_below(seed, 4) ? ". " : " ");
	}
}

static size_t
make_story(uint64_t *seed)
{
	static const char *const langs[] = { "en", "de", "es", "pt-BR", "nl",
		"" };
	size_t n = random_below(seed, TEXTS_MAX + 1);

	for (size_t i = 0; i < n; i++) {
		write_text(seed, random_below(seed, 2), titles[i],
		    sizeof titles[i]);
		write_text(seed, random_below(seed, 40), texts[i],
		    sizeof texts[i]);
		story[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.text = tcn_str(texts[i]),
			.lang = tcn_str(langs[random_below(seed, 6)]),
			.origin = 1 + random_below(seed, TEXTS_MAX),
			.year = 2014,
			.ms = random_below(seed, 9) ? (int64_t)i : TCN_UNDATED,
			.copy = random_below(seed, 3) == 0,
			.source = tcn_str("Desk"),
		};
	}
	return n;
}

static void
read_story(size_t n)
{
	const struct tcn_summary_read_job job = { story, n, &core, facts,
		prep };

	tcn_summary_core_make(story, n, prep, &arena, &core);
	tcn_summary_read_make(&job, &arena, &summary);
}

static void
end_story(void)
{
	tcn_summary_read_fini(&summary);
	tcn_summary_core_fini(&core);
	tcn_arena_reset(&arena);
}

/* --- what each sentence says by itself --- */

static void
check_same_terms(const struct tcn_summary_terms *a,
    const struct tcn_summary_terms *b)
{
	ck_assert_uint_eq(a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		ck_assert_uint_eq(a->at[i], b->at[i]);
}

static void
check_says(const struct tcn_reading_list *a, const struct tcn_reading_list *b)
{
	ck_assert_uint_eq(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		ck_assert_int_eq((int)a->at[i].slot, (int)b->at[i].slot);
		ck_assert_int_eq(a->at[i].lo, b->at[i].lo);
		ck_assert_int_eq(a->at[i].hi, b->at[i].hi);
		ck_assert_uint_eq(a->at[i].at, b->at[i].at);
	}
	ck_assert_uint_eq(a->numbers_n, b->numbers_n);
	for (size_t i = 0; i < a->numbers_n; i++)
		ck_assert_int_eq(a->numbers[i], b->numbers[i]);
}

static void
check_words(const struct tcn_summary_read_sentence *s,
    const struct tcn_summary_text *text)
{
	const struct tcn_article article = { .text = s->statement.shown,
		.lang = text->lang,
		.ts_ms = TCN_UNDATED };
	struct tcn_summary_terms terms;
	struct tcn_doc doc;

	tcn_summary_terms_read(prep, s->statement.shown, text->lang, &arena,
	    &terms);
	check_same_terms(&terms, &s->terms);
	ck_assert_uint_gt(terms.n, 0);
	if (!s->opens)
		return;
	tcn_prepare(prep, &article, &arena, &doc);
	tcn_news_words(&doc, &arena, &terms);
	check_same_terms(&terms, &s->news);
}

static void
check_sentence(const struct tcn_summary_read_sentence *s)
{
	const struct tcn_summary_text *text = &story[s->from];
	char lang[TCN_LANG_BYTES] = "";
	const struct tcn_statement_text raw = { s->raw, lang, text->source,
		text->host, s->title, s->raw.at == text->text.at };
	struct tcn_reading_text shown = { .lang = lang, .year = text->year };
	struct tcn_statement statement;
	struct tcn_reading_list says;

	tcn_lang_from_tag(text->lang, lang);
	tcn_statement_read(others, &raw, &statement);
	ck_assert_ptr_eq(s->statement.shown.at, statement.shown.at);
	ck_assert_uint_eq(s->statement.shown.n, statement.shown.n);
	ck_assert_uint_eq(s->statement.faults, statement.faults);
	ck_assert_uint_eq(s->statement.words, statement.words);
	shown.sentence = statement.shown;
	tcn_reading_keep(others, &shown, &arena, &says);
	check_says(&s->says, &says);
	check_words(s, text);
	ck_assert(s->title ? s->raw.at == text->title.at
			   : s->raw.at >= text->text.at &&
		    s->raw.at < text->text.at + text->text.n);
}

/* --- what is told, by the simplest way to find it --- */

/* Finds the readings of a sentence among told[from ..); where the next are. */
static size_t
check_told(size_t from, size_t i, struct tcn_str sentence, const char *lang)
{
	const struct tcn_reading_text text = { sentence, lang, story[i].year };
	struct tcn_reading readings[TCN_READINGS_MAX];
	size_t n;

	tcn_reading_find(others, &text, readings, &n);
	ck_assert_uint_le(from + n, summary.told_n);
	for (size_t k = 0; k < n; k++) {
		const struct tcn_summary_read_told *told =
		    &summary.told[from + k];

		ck_assert_uint_eq(told->from, i);
		ck_assert_int_eq(told->reading.lo, readings[k].lo);
		ck_assert_int_eq((int)told->reading.slot,
		    (int)readings[k].slot);
	}
	return from + n;
}

static bool
is_title_known(size_t i)
{
	for (size_t k = 0; k < i; k++) {
		char lang[TCN_LANG_BYTES] = "";

		tcn_lang_from_tag(story[k].lang, lang);
		if (story[k].origin == story[i].origin &&
		    story[k].ms != TCN_UNDATED && tcn_facts_has_lang(lang) &&
		    tcn_str_equal(story[k].title, story[i].title))
			return true;
	}
	return false;
}

static size_t
check_text_told(size_t from, size_t i)
{
	char lang[TCN_LANG_BYTES] = "";
	struct tcn_sentence_scan scan;
	struct tcn_str sentence;

	tcn_lang_from_tag(story[i].lang, lang);
	if (story[i].ms == TCN_UNDATED)
		return from;
	if (!is_title_known(i))
		from = check_told(from, i, story[i].title, lang);
	tcn_sentence_scan(&scan, story[i].text, lang);
	for (size_t n = 0; n < TCN_SUMMARY_READ_SENTENCES && !story[i].copy &&
	     tcn_sentence_next(&scan, &sentence);
	     n++)
		from = check_told(from, i, sentence, lang);
	return from;
}

START_TEST(sentences_say_what_they_say_alone)
{
	for (uint64_t seed = 1, round = 0; round < 60; round++) {
		size_t n = make_story(&seed), told = 0;

		read_story(n);
		for (size_t s = 0; s < summary.n; s++) {
			check_sentence(&summary.at[s]);
			if (s)
				ck_assert_uint_ge(summary.at[s].from,
				    summary.at[s - 1].from);
		}
		for (size_t i = 0; i < n; i++)
			told = check_text_told(told, i);
		ck_assert_uint_eq(told, summary.told_n);
		end_story();
	}
}
END_TEST

START_TEST(opening_is_found_as_it_stands)
{
	const struct tcn_summary_read_sentence *opening;

	story[0] = (struct tcn_summary_text){ .title = tcn_str("Ferry sinks"),
		.text = tcn_str("A ferry sank. Divers search."),
		.lang = tcn_str("en"),
		.origin = 1 };
	story[1] = (struct tcn_summary_text){
		.text = tcn_str("Divers search a wreck. It sank."),
		.lang = tcn_str("en"),
		.origin = 2
	};
	story[2] = story[1]; /* a copy */
	story[2].copy = true;
	read_story(3);
	opening = tcn_summary_read_opening(&summary, 0, tcn_str("Ferry sinks"));
	ck_assert_ptr_nonnull(opening);
	ck_assert(opening->title && opening->opens);
	ck_assert_ptr_null(tcn_summary_read_opening(&summary, 0,
	    tcn_str("Ferry sank")));
	opening = tcn_summary_read_opening(&summary, 1,
	    tcn_str("Divers search a wreck."));
	ck_assert_ptr_nonnull(opening);
	ck_assert_uint_eq(opening->from, 1);
	ck_assert_ptr_null(tcn_summary_read_opening(&summary, 2, opening->raw));
	end_story();
}
END_TEST

/* Money of a text that shares a name with the event, and of another country,
 * are no figures of it; a toll is, as its sentences are short. */
START_TEST(money_of_another_matter_is_not_told)
{
	static const struct {
		const char *title;
		bool told;
	} last[] = {
		{ "Ostrel to open battery plant after $400 million deal",
		    true },
		{ "Ostrel loses $50 million in first quarter", false },
		{ "Ostrel battery plant sales up 55 percent in India", false },
		{ "Two dead in fire at Ostrel", true },
	};
	size_t n = 0;

	for (; n < 12; n++)
		story[n] = (struct tcn_summary_text){
			.title = tcn_str("Ostrel opens battery plant, Dunmore "
					 "workers hired"),
			.lang = tcn_str("en"),
			.origin = n,
			.ms = 1,
		};
	for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
		story[n] = story[0];
		story[n].origin = n;
		story[n].title = tcn_str(last[i].title);
		read_story(n + 1);
		ck_assert_msg((summary.told_n > 0) == last[i].told, "%s",
		    last[i].title);
		end_story();
	}
}
END_TEST

/* Of many texts less is read of each, and never much more than 4,000
 * sentences. */
START_TEST(bounds_are_kept)
{
	enum {
		MANY = 9001
	};
	struct tcn_summary_text *many =
	    tcn_arena_zalloc(&arena, MANY, sizeof *many);
	struct tcn_summary_read_job job = { many, MANY, &core, facts, prep };

	for (size_t i = 0; i < MANY; i++)
		many[i] = (struct tcn_summary_text){
			.title = tcn_str("Ferry sinks, 42 dead"),
			.text = tcn_str("A ferry sank. 42 died. 60 are hurt."),
			.lang = tcn_str("en"),
			.origin = i,
			.ms = (int64_t)i,
		};
	tcn_summary_core_make(many, MANY, prep, &arena, &core);
	tcn_summary_read_make(&job, &arena, &summary);
	ck_assert_uint_gt(summary.n, 3000);
	ck_assert_uint_le(summary.n, 4001);
	ck_assert_uint_eq(summary.told_n, 20000);
	tcn_summary_read_fini(&summary);
	tcn_summary_core_fini(&core);
}
END_TEST

TCN_TESTS(summary_read)
{
	tcase_add_checked_fixture(tc, setup_facts, teardown_facts);
	tcase_add_test(tc, sentences_say_what_they_say_alone);
	tcase_add_test(tc, opening_is_found_as_it_stands);
	tcase_add_test(tc, money_of_another_matter_is_not_told);
	tcase_add_test(tc, bounds_are_kept);
}
