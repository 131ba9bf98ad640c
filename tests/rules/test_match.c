#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "engine/text/stemmer.h"
#include "engine/text/tokenizer.h"
#include "rules/pattern.h"
#include "rules/ruleset.h"
#include "tests/base/random.h"
#include "tests/rules/match_check.h"

static const struct tcn_rule defaults = { .more_than = 15 };

static const struct tcn_ruleset_conf conf = {
	.defaults = &defaults,
};

struct article {
	const char *lang, *source, *url, *category, *title, *text;
	const char *predicted;
};

static void
make_doc(struct tcn_prepare *prep, struct tcn_arena *arena,
    const struct article *from, struct tcn_article *article,
    struct tcn_doc *doc)
{
	*article = (struct tcn_article){
		.id = tcn_str("1"),
		.lang = tcn_str(from->lang),
		.source = tcn_str(from->source ? from->source : ""),
		.url = tcn_str(from->url ? from->url : ""),
		.category = tcn_str(from->category ? from->category : ""),
		.predicted = tcn_str(from->predicted ? from->predicted : ""),
		.probability = from->predicted ? .8 : 0,
		.title = tcn_str(from->title ? from->title : ""),
		.text = tcn_str(from->text ? from->text : ""),
		.plain = true,
		.ts_ms = TCN_UNDATED,
	};
	tcn_prepare(prep, article, arena, doc);
}

static const struct article quake = { "en", "The Wire",
	"https://www.wire.example/world/quake-hits", "World",
	"Strong Earthquakes hit Acme Corp. in Leeds - The Wire",
	"Flash flooding followed. The U.S. sent help; floods had struck the "
	"capital before. Caf\u00e9s closed.",
	NULL };

static const struct article tsunami = { "en", NULL, NULL, NULL,
	"Wave hits Chile and the coast of Georgia",
	"It was high. It was fast. It went on to Peru.", NULL };

static const struct article seisme = { "fr", "Le Fil", NULL, "monde",
	"Un s\u00e9isme frappe l\u2019\u00eele",
	"Les secousses d'hier ont d\u00e9truit des maisons.", NULL };

/* Its source says "none", and its words say more. */
static const struct article match_report = { "en", "Le Fil", NULL, "none",
	"Leeds win away", "Two goals in the last minutes.", "Sport" };

static const struct article jishin = { "zh", NULL, NULL, NULL,
	"\u5927\u5730\u9707\u8972\u64ca\u53f0\u6e7e",
	"\u6d88\u9632\u5c40\u8868\u793a Acme \u516c\u53f8\u5012\u5854", NULL };

/* A word of its own, and in what may be an outlet's name. */
static const struct article named = { "en", "Other", NULL, NULL,
	"Markets close higher in Leeds - Acme News",
	"Analysts like Acme Corp, and say so.", NULL };

/* where, as it stands in a file; which article; matched? */
static const struct {
	const char *where;
	const struct article *of;
	bool matched;
} cases[] = {
	/* Words, as the article's language has them. */
	{ "{any: earthquake}", &quake, true },
	{ "{any: EARTHQUAKES}", &quake, true },
	{ "{any: quake}", &quake, false }, /* the address's */
	{ "{any: cafe}", &quake, true },
	{ "{any: wire}", &quake, false }, /* the outlet's name */
	{ "{any: us}", &quake, true },
	{ "{any: [tsunami, storm]}", &quake, false },
	{ "{all: [earthquake, flood, acme]}", &quake, true },
	{ "{all: [earthquake, tsunami]}", &quake, false },
	{ "{any: earthquake, none: [drill, tsunami]}", &quake, true },
	{ "{any: earthquake, none: [drill, floods]}", &quake, false },
	{ "{none: tsunami}", &quake, true },
	{ "{none: acme}", &quake, false },
	/* Side by side. */
	{ "{any: acme corp}", &quake, true },
	{ "{any: acme corporation}", &quake, false },
	{ "{any: corp acme}", &quake, false },
	{ "{any: flash flood}", &quake, true },
	{ "{any: leeds flash}", &quake, false }, /* title, then text */
	{ "{any: leeds the wire}", &quake, false },
	{ "{any: hit acme}", &quake, true },
	{ "{any: acme corp}", &named, true },
	{ "{any: acme news}", &named, true },
	{ "{any: leeds acme}", &named, false },
	/* Other languages. */
	{ "{any: seisme}", &seisme, true },
	{ "{any: secousse}", &seisme, true },
	{ "{any: ile}", &seisme, true },
	{ "{any: \"l'\u00eele\"}", &seisme, true },
	{ "{any: maison}", &seisme, true },
	{ "{any: \u5730\u9707}", &jishin, true },
	{ "{any: \u5730\u9707\u5c40}", &jishin, false },
	{ "{any: acme}", &jishin, true },
	{ "{any: \u516c}", &jishin, true },
	{ "{any: earthquake}", &seisme, false },
	/* Patterns. */
	{ "{any: /earthquake/}", &quake, false },
	{ "{any: /earthquake/i}", &quake, true },
	{ "{any: /^flash/im}", &quake, true },
	{ "{any: /^flash/i}", &quake, false },
	{ "{any: /leeds.*flash/is}", &quake, true },
	{ "{any: /leeds.*flash/i}", &quake, false },
	{ "{any: '/c a f \u00e9 s/ix'}", &quake, true },
	{ "{any: /The Wire/}", &quake, false },
	{ "{any: /S\u00c9ISME/i}", &seisme, true },
	{ "{any: [storm, /tsunami|flood/]}", &quake, true },
	{ "{all: [flood, '/[0-9]{2}/']}", &quake, false },
	{ "{any: flood, none: /acme\\s+corp/i}", &quake, false },
	{ "{any: /\u5927.*\u53f0/}", &jishin, true },
	/* Place: in the article's language, in its first sentences. */
	{ "{place: CL}", &tsunami, true },
	{ "{place: [DE, JP]}", &tsunami, false },
	{ "{any: wave, place: CL}", &tsunami, true },
	{ "{any: wave, place: PE}", &tsunami, false },
	{ "{place: GE}", &tsunami, false }, /* perhaps that of the US */
	{ "{place: CL}", &quake, false },
	{ "{place: US}", &quake, true }, /* "the U.S. sent help" */
	/* Language, category, source. */
	{ "{language: [fr, en]}", &quake, true },
	{ "{language: fr}", &quake, false },
	{ "{any: flood, language: fr}", &quake, false },
	{ "{category: world}", &quake, true },
	{ "{category: sport}", &quake, false },
	{ "{category: sport, predicted: true}", &match_report, true },
	{ "{category: [world, SPORT], predicted: true}", &match_report, true },
	{ "{category: sport}", &match_report, false },
	{ "{category: sport, predicted: false}", &match_report, false },
	{ "{category: world, predicted: true}", &match_report, false },
	{ "{category: world, predicted: true}", &quake, true },
	{ "{category: none, predicted: true}", &match_report, true },
	{ "{category: sport, predicted: true, predicted_least: 80 %}",
	    &match_report, true },
	{ "{category: sport, predicted: true, predicted_least: 80.1}",
	    &match_report, false },
	/* As sent. */
	{ "{category: [sport, none], predicted: true, predicted_least: 99}",
	    &match_report, true },
	{ "{source: the wire}", &quake, true },
	{ "{source: wire.example}", &quake, true },
	{ "{source: www.wire.example}", &quake, true },
	{ "{source: ire.example}", &quake, false },
	{ "{source: Le Fil, any: s\u00e9isme}", &seisme, true },
	{ "{source: wire.example}", &seisme, false },
};

/* A matcher of the rules, whole. */
static struct tcn_match *
make_match(const struct tcn_rule *rules, size_t n)
{
	struct tcn_match *match;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_match_new(rules, n, &match, NULL), TCN_OK);
	ck_assert_msg(match_check(match, &err) == TCN_OK, "%s", err.text);
	return match;
}

/* Reads a rule of that where, and one of none. */
static void
read_where(const char *where, struct tcn_ruleset *set)
{
	struct tcn_err err = { 0 };
	struct tcn_buf text = { 0 };

	tcn_buf_printf(&text, "rules:\n- name: all\n- name: a\n  where: %s\n",
	    where);
	ck_assert_msg(tcn_ruleset_read(tcn_buf_view(&text), "f", &conf, set,
			  &err) == TCN_OK,
	    "%s: %s", where, err.text);
	tcn_buf_fini(&text);
}

START_TEST(matches_what_it_should)
{
	struct tcn_ruleset set;
	struct tcn_match *match;
	struct tcn_match_list list;
	struct tcn_match_why why;
	struct tcn_prepare *prep;
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_doc doc;

	tcn_arena_init(&arena, 0);
	prep = tcn_prepare_new(NULL);
	make_doc(prep, &arena, cases[_i].of, &article, &doc);
	read_where(cases[_i].where, &set);
	match = make_match(set.rules, set.n);
	list = tcn_match_always(match);
	ck_assert_uint_eq(list.n, 1);
	ck_assert_uint_eq(list.at[0], 0);
	for (int again = 0; again < 2; again++) {
		tcn_match_doc(match, &doc, &list);
		ck_assert_msg(list.n == cases[_i].matched, "%s: %s",
		    cases[_i].where, list.n ? "matched" : "not matched");
		tcn_match_explain(match, 1, &why);
		ck_assert_int_eq(why.matched, cases[_i].matched);
		ck_assert(why.part != TCN_MATCH_ALWAYS);
	}
	tcn_match_free(match);
	tcn_ruleset_fini(&set);
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* --- against brute force --- */

static const char *const langs[] = { "en", "fr", "de", "ru", "tr", "zh", "",
	"sw" };

static const char *const vocabulary[] = { "flood", "floods", "flooding",
	"Flooded", "storm", "storms", "quake", "quakes", "the", "of", "acme",
	"Acme", "corp", "13", "1,000", "U.S.", "l'eau", "l\u2019\u00eele",
	"d\u00e9g\u00e2ts", "degats", "inondation", "inondations", "Sturm",
	"St\u00fcrme", "Stu\u0308rme", "die",
	"\u043d\u0430\u0432\u043e\u0434"
	"\u043d\u0435\u043d\u0438\u0435",
	"\u043d\u0430\u0432\u043e\u0434"
	"\u043d\u0435\u043d\u0438\u044f",
	"\u0412", "deprem", "depremler", "\u0130stanbul", "\u5730\u9707",
	"\u53f0\u6e7e", "\u5927\u5730", "\u9707", "\u6c34", "K", "\u212a",
	"stra\u00dfe", "STRASSE", "\u1e9e", "off\u00adshore", "kite",
	"\u212aITE", "\u017fturm", "anti-flood", "#FloodAlert", "x" };

static const char *const patterns[] = { "flood", "Flood(s|ed)?\\b",
	"storm|quake", "s(?:t[uo\u00fc]rm)e?s?", "[0-9]{2}", "1,0+",
	"\u043d\u0430\u0432\u043e\u0434", "\u5730\u9707", "k", "\u212a|acme c",
	"stra\u00dfe", "\\bthe\\b.*\\bof\\b", "(inond|d\u00e9g)a", "x+y",
	"anti.flood", "^", "(?=flood)", "\u0130stan", "istan", "off-?shore",
	"\\w+quakes?\\s", "\u212aite", "kite", "sturm", "l'eau|\u5927\u5730",
	"(?i)ACME", "\u1e9e", "." };

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct world {
	struct tcn_tokenizer *tokens;
	struct tcn_stemmer *stemmer;
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	uint64_t state;
};

static struct tcn_str
say(struct world *w, unsigned words)
{
	struct tcn_buf text = { 0 };
	struct tcn_str copy;

	for (unsigned i = 0; i < words; i++) {
		static const char *const between[] = { " ", " ", " ", ", ", "",
			"\n", "." };

		if (i)
			tcn_buf_z(&text, between[random_below(&w->state, 7)]);
		tcn_buf_z(&text,
		    vocabulary[random_below(&w->state, COUNT(vocabulary))]);
	}
	tcn_arena_str(&w->arena, tcn_buf_view(&text), &copy);
	tcn_buf_fini(&text);
	return copy;
}

static struct tcn_rule_terms
random_terms(struct world *w, unsigned n)
{
	struct tcn_rule_term *at =
	    tcn_arena_zalloc(&w->arena, n + 1, sizeof *at);

	for (unsigned i = 0; i < n; i++) {
		unsigned kind = random_below(&w->state, 8);

		at[i].pattern = kind < 2;
		if (kind == 0)
			at[i].flags = TCN_PATTERN_CASELESS;
		at[i].text = at[i].pattern
		    ? tcn_str(patterns[random_below(&w->state,
			  COUNT(patterns))])
		    : say(w, 1 + (kind > 5));
	}
	return (struct tcn_rule_terms){ at, n };
}

static void
random_rules(struct world *w, struct tcn_rule *rules, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tcn_rule_where *where = &rules[i].where;
		unsigned kind = random_below(&w->state, 6);

		rules[i] = (struct tcn_rule){ .kind = TCN_RULE_STORY };
		if (kind != 1)
			where->any =
			    random_terms(w, random_below(&w->state, 4));
		if (kind < 3)
			where->all =
			    random_terms(w, random_below(&w->state, 3));
		if (kind > 3)
			where->none =
			    random_terms(w, random_below(&w->state, 3));
		if (random_below(&w->state, 8) == 0) {
			struct tcn_str *lang =
			    tcn_arena_zalloc(&w->arena, 1, sizeof *lang);

			*lang = tcn_str(langs[random_below(&w->state, 6)]);
			where->languages = (struct tcn_rule_strs){ lang, 1 };
		}
	}
}

static void
random_doc(struct world *w, struct tcn_article *article, struct tcn_doc *doc)
{
	*article = (struct tcn_article){
		.id = tcn_str("1"),
		.lang = tcn_str(langs[random_below(&w->state, COUNT(langs))]),
		.plain = true,
		.ts_ms = TCN_UNDATED,
	};
	article->title = say(w, random_below(&w->state, 6));
	article->text = say(w, random_below(&w->state, 12));
	tcn_prepare(w->prep, article, &w->arena, doc);
}

/* The terms of a text as the language of doc has them. */
static size_t
terms_of(struct world *w, const struct tcn_doc *doc, struct tcn_str text,
    uint64_t *ids)
{
	unsigned lang = tcn_stemmer_lang(doc->lang);
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	size_t n = 0;

	tcn_tokenizer_scan(&scan, w->tokens, text, doc->lang);
	while (tcn_tokenizer_next(&scan, &token)) {
		const struct tcn_stemmer_entry *stem =
		    tcn_stemmer_get(w->stemmer, lang,
			tcn_stemmer_key(w->stemmer, lang, token.word, token.n),
			token.word, token.n, token.ascii);

		ck_assert_uint_lt(n, 64);
		ids[n++] = stem->id;
	}
	return n;
}

static bool
stands_in(const uint64_t *in, size_t in_n, const uint64_t *ids, size_t n)
{
	for (size_t i = 0; n && i + n <= in_n; i++)
		if (memcmp(in + i, ids, n * sizeof *ids) == 0)
			return true;
	return false;
}

static bool
spaceless(struct tcn_str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.at[i] >= 0xe3)
			return true;
	return false;
}

static bool
pattern_matches(const struct tcn_doc *doc, struct tcn_str text, unsigned flags)
{
	struct tcn_pattern *pattern;
	struct tcn_buf both = { 0 };
	bool matched;

	ck_assert_int_eq(tcn_pattern_new(text, flags, &pattern, NULL), TCN_OK);
	tcn_buf_str(&both, doc->title);
	tcn_buf_char(&both, '\n');
	tcn_buf_str(&both, doc->text);
	matched = tcn_pattern_matches(pattern, tcn_buf_view(&both));
	tcn_buf_fini(&both);
	tcn_pattern_free(pattern);
	return matched;
}

static bool
term_matches(struct world *w, const struct tcn_doc *doc,
    const struct tcn_rule_term *term)
{
	uint64_t ids[64], title[64], text[64];
	char quoted[256];
	size_t n;

	if (term->pattern)
		return pattern_matches(doc, term->text, term->flags);
	if (spaceless(term->text)) {
		snprintf(quoted, sizeof quoted, "\\Q%.*s\\E",
		    TCN_STR_ARG(term->text));
		return pattern_matches(doc, tcn_str(quoted),
		    TCN_PATTERN_CASELESS);
	}
	n = terms_of(w, doc, term->text, ids);
	return stands_in(title, terms_of(w, doc, doc->title, title), ids, n) ||
	    stands_in(text, terms_of(w, doc, doc->text, text), ids, n);
}

static size_t
count_matches(struct world *w, const struct tcn_doc *doc,
    const struct tcn_rule_terms *terms)
{
	size_t matched = 0;

	for (size_t i = 0; i < terms->n; i++)
		matched += term_matches(w, doc, &terms->at[i]);
	return matched;
}

static bool
rule_matches(struct world *w, const struct tcn_doc *doc,
    const struct tcn_rule_where *where)
{
	if (where->languages.n &&
	    !tcn_str_equal(where->languages.at[0], tcn_str(doc->lang)))
		return false;
	return count_matches(w, doc, &where->all) == where->all.n &&
	    count_matches(w, doc, &where->none) == 0 &&
	    (!where->any.n || count_matches(w, doc, &where->any));
}

static void
compare(struct world *w, const struct tcn_rule *rules, size_t n,
    struct tcn_match *match, size_t *matched)
{
	struct tcn_match_list list, always = tcn_match_always(match);
	struct tcn_article article;
	struct tcn_doc doc;
	size_t at = 0, at_always = 0;

	random_doc(w, &article, &doc);
	tcn_match_doc(match, &doc, &list);
	for (uint32_t i = 0; i < n; i++) {
		bool want = rule_matches(w, &doc, &rules[i].where), got = false;
		struct tcn_match_why why;

		if (at < list.n && list.at[at] == i)
			got = true, at++;
		else if (at_always < always.n && always.at[at_always] == i)
			got = true, at_always++;
		ck_assert_msg(got == want,
		    "%s %d: '%.*s' in [%s] '%.*s' / '%.*s'",
		    got ? "too much" : "lost", (int)i,
		    TCN_STR_ARG(rules[i].where.any.n
			    ? rules[i].where.any.at[0].text
			    : tcn_str("")),
		    doc.lang, TCN_STR_ARG(doc.title), TCN_STR_ARG(doc.text));
		tcn_match_explain(match, i, &why);
		ck_assert_int_eq(why.matched, want);
		*matched += want;
	}
}

static void
open_world(struct world *w, uint64_t seed)
{
	*w = (struct world){ .state = seed };
	tcn_arena_init(&w->arena, 0);
	w->tokens = tcn_tokenizer_new();
	w->stemmer = tcn_stemmer_new();
	w->prep = tcn_prepare_new(NULL);
}

static void
close_world(struct world *w)
{
	tcn_prepare_free(w->prep);
	tcn_stemmer_free(w->stemmer);
	tcn_tokenizer_free(w->tokens);
	tcn_arena_fini(&w->arena);
}

START_TEST(selection_loses_and_adds_nothing)
{
	enum {
		RULES = 150,
		DOCS = 40
	};
	struct tcn_rule *rules = tcn_mem_calloc(RULES, sizeof *rules);
	struct tcn_match *match;
	struct world w;
	struct tcn_err err = { 0 };
	size_t matched = 0;

	open_world(&w, (uint64_t)_i + 1);
	random_rules(&w, rules, RULES);
	match = make_match(rules, RULES);
	for (int i = 0; i < DOCS; i++)
		compare(&w, rules, RULES, match, &matched);
	ck_assert_int_eq(match_check(match, &err), TCN_OK);
	ck_assert_uint_gt(matched, 0);
	/* Most rules have required terms. */
	ck_assert_uint_lt(match->unselected.n, RULES / 2);
	tcn_match_free(match);
	close_world(&w);
	tcn_mem_free(rules);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* A pattern that would take for ever is no match, and is counted. */
START_TEST(no_pattern_hangs)
{
	struct article from = { .lang = "en" };
	struct tcn_match_list list;
	struct tcn_article article;
	struct tcn_ruleset set;
	struct tcn_match *match;
	struct tcn_doc doc;
	struct world w;

	open_world(&w, 1);
	read_where("{any: '/(a+)+(a+)+(a+)+$/'}", &set);
	from.title = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
	make_doc(w.prep, &w.arena, &from, &article, &doc);
	match = make_match(set.rules, set.n);
	tcn_match_doc(match, &doc, &list);
	ck_assert_uint_eq(list.n, 0);
	ck_assert_uint_eq(tcn_match_patterns_over_limit(match), 1);
	ck_assert_uint_eq(tcn_match_rule_given_up(match, 0), 0);
	ck_assert_uint_eq(tcn_match_rule_given_up(match, 1), 1);
	tcn_match_free(match);
	tcn_ruleset_fini(&set);
	close_world(&w);
}
END_TEST

TCN_TESTS(match)
{
	TCN_EACH(matches_what_it_should, cases);
	tcase_add_loop_test(tc, selection_loses_and_adds_nothing, 0, 8);
	tcase_add_test(tc, no_pattern_hangs);
}
