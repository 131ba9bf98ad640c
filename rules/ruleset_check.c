#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/fold.h"
#include "engine/map.h"
#include "engine/mem.h"
#include "engine/stop.h"
#include "engine/token.h"
#include "rules/ruleset_impl.h"

/*
 * What each row alone allows and a rule as a whole cannot mean, or hardly.
 * A case is a row here.
 */
struct oddity {
	bool (*found)(const struct tcn_rule_draft *draft);
	bool warning;
	const char *group, *key; /* the row pointed at; else the rule */
	const char *text; /* what is wrong, and the mend */
};

bool
tcn_rule_given(const struct tcn_rule_draft *draft, const char *group,
    const char *key)
{
	int row = tcn_rule_row_find(group, tcn_str(key));

	return row >= 0 && draft->places[row].line != 0;
}

static bool
where_empty(const struct tcn_rule_where *where)
{
	return !where->any.n && !where->all.n && !where->none.n &&
	    !where->languages.n && !where->categories.n && !where->sources.n;
}

static bool
watch_all(const struct tcn_rule_draft *d)
{
	return d->rule.watch && where_empty(&d->rule.where);
}

static bool
watch_similar(const struct tcn_rule_draft *d)
{
	return d->rule.watch && d->rule.kind == TCN_RULE_SIMILAR;
}

static bool
watch_more_than(const struct tcn_rule_draft *d)
{
	return d->rule.watch && tcn_rule_given(d, NULL, "more_than");
}

static bool
watch_of(const struct tcn_rule_draft *d)
{
	return d->rule.watch && tcn_rule_given(d, NULL, "of");
}

static bool
watch_origins(const struct tcn_rule_draft *d)
{
	return d->rule.watch && tcn_rule_given(d, NULL, "min_origins");
}

static bool
watch_publishers(const struct tcn_rule_draft *d)
{
	return d->rule.watch && tcn_rule_given(d, NULL, "min_publishers");
}

static bool
watch_baseline(const struct tcn_rule_draft *d)
{
	return d->rule.watch && tcn_rule_given(d, NULL, "baseline");
}

static bool
story_radius(const struct tcn_rule_draft *d)
{
	return d->rule.kind == TCN_RULE_STORY &&
	    tcn_rule_given(d, NULL, "radius");
}

static bool
similar_baseline(const struct tcn_rule_draft *d)
{
	return d->rule.kind == TCN_RULE_SIMILAR &&
	    tcn_rule_given(d, NULL, "baseline") && d->rule.burst > 0;
}

static bool
similar_origins(const struct tcn_rule_draft *d)
{
	return d->rule.kind == TCN_RULE_SIMILAR && d->rule.radius == 0 &&
	    d->rule.unit == TCN_RULE_ORIGINS;
}

/* Items are never fewer than origins; so a minimum above decides alone. */
static bool
origins_decide(const struct tcn_rule_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_ITEMS &&
	    tcn_rule_given(d, NULL, "min_origins") &&
	    d->rule.min_origins > d->rule.more_than + 1;
}

static bool
publishers_decide(const struct tcn_rule_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_ITEMS &&
	    tcn_rule_given(d, NULL, "min_publishers") &&
	    d->rule.min_publishers > d->rule.more_than + 1;
}

static bool
origins_twice(const struct tcn_rule_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_ORIGINS &&
	    tcn_rule_given(d, NULL, "min_origins");
}

static bool
publishers_twice(const struct tcn_rule_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_PUBLISHERS &&
	    tcn_rule_given(d, NULL, "min_publishers");
}

static bool
quiet(const struct tcn_rule_draft *d)
{
	return tcn_rule_given(d, NULL, "quiet_hours");
}

static bool
quiet_without_from(const struct tcn_rule_draft *d)
{
	return quiet(d) && !tcn_rule_given(d, "quiet_hours", "from");
}

static bool
quiet_without_to(const struct tcn_rule_draft *d)
{
	return quiet(d) && !tcn_rule_given(d, "quiet_hours", "to");
}

static bool
quiet_without_zone(const struct tcn_rule_draft *d)
{
	return quiet(d) && !tcn_rule_given(d, "quiet_hours", "zone");
}

static bool
quiet_without_days(const struct tcn_rule_draft *d)
{
	return quiet(d) && d->rule.quiet.days == 0;
}

static bool
quiet_all_day(const struct tcn_rule_draft *d)
{
	return tcn_rule_given(d, "quiet_hours", "from") &&
	    tcn_rule_given(d, "quiet_hours", "to") &&
	    d->rule.quiet.from_min == d->rule.quiet.to_min;
}

static bool
quiet_critical(const struct tcn_rule_draft *d)
{
	return quiet(d) && d->rule.severity == TCN_SEVERITY_CRITICAL;
}

static bool
where_nothing(const struct tcn_rule_draft *d)
{
	return tcn_rule_given(d, NULL, "where") && where_empty(&d->rule.where);
}

static bool
cooldown_long(const struct tcn_rule_draft *d)
{
	return tcn_rule_given(d, NULL, "cooldown") &&
	    d->rule.cooldown_ms > (int64_t)7 * 86400000;
}

static const struct oddity oddities[] = {
	{ watch_similar, false, NULL, "count",
	    "a watch rule looks at stories: remove 'count: similar', or "
	    "'watch'" },
	{ watch_all, true, NULL, "watch",
	    "watch without where: every story there is becomes an event; say "
	    "which under 'where'" },
	{ watch_more_than, true, NULL, "more_than",
	    "a watch rule fires at its first item: more_than is not looked at; "
	    "remove it, or 'watch'" },
	{ watch_of, true, NULL, "of",
	    "a watch rule fires at its first item: 'of' is not looked at; "
	    "remove it, or 'watch'" },
	{ watch_origins, true, NULL, "min_origins",
	    "a watch rule fires at its first item: min_origins is not looked "
	    "at; remove it, or 'watch'" },
	{ watch_publishers, true, NULL, "min_publishers",
	    "a watch rule fires at its first item: min_publishers is not "
	    "looked at; remove it, or 'watch'" },
	{ watch_baseline, true, NULL, "baseline",
	    "a watch rule fires at its first item: baseline is not looked at; "
	    "remove it, or 'watch'" },
	{ story_radius, false, NULL, "radius",
	    "radius is of 'count: similar'; remove it, or count what is "
	    "similar" },
	{ similar_baseline, true, NULL, "baseline",
	    "baseline is of stories, and not looked at with 'count: similar'; "
	    "remove it" },
	{ similar_origins, true, NULL, "of",
	    "items with equal fingerprints hold one text: with radius 0 there "
	    "are hardly ever several origins" },
	{ origins_decide, true, NULL, "min_origins",
	    "min_origins is over more_than + 1 and so decides alone; raise "
	    "more_than, or count 'of: origins'" },
	{ publishers_decide, true, NULL, "min_publishers",
	    "min_publishers is over more_than + 1 and so decides alone; raise "
	    "more_than, or count 'of: publishers'" },
	{ origins_twice, true, NULL, "min_origins",
	    "origins are what more_than counts here: let one of the two say "
	    "how many" },
	{ publishers_twice, true, NULL, "min_publishers",
	    "publishers are what more_than counts here: let one of the two say "
	    "how many" },
	{ quiet_without_from, false, NULL, "quiet_hours",
	    "quiet_hours need a beginning, as 'from: \"23:00\"'" },
	{ quiet_without_to, false, NULL, "quiet_hours",
	    "quiet_hours need an end, as 'to: \"06:30\"'" },
	{ quiet_without_zone, false, NULL, "quiet_hours",
	    "quiet_hours need a time zone, as 'zone: Europe/Paris'" },
	{ quiet_without_days, true, "quiet_hours", "days",
	    "no day is named, so these hours never come; remove 'days' for "
	    "every day" },
	{ quiet_all_day, true, "quiet_hours", "to",
	    "from and to are the same time: these hours last the whole day" },
	{ quiet_critical, true, NULL, "severity",
	    "a critical event is held back in quiet_hours all the same; remove "
	    "them, if it must not wait" },
	{ where_nothing, true, NULL, "where",
	    "where asks for nothing: the rule is about every item" },
	{ cooldown_long, true, NULL, "cooldown",
	    "over a week between two messages: hardly any event lives that "
	    "long, so it is told once" },
};

void
tcn_rule_check(struct tcn_rule_notes *notes, const struct tcn_rule_draft *draft)
{
	/* What was not understood would look like left out. */
	bool clear = notes->errors_n == draft->errors_n;

	for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++) {
		const struct oddity *o = &oddities[i];
		int row = tcn_rule_row_find(o->group, tcn_str(o->key));
		struct tcn_rule_place place = draft->places[row];

		if ((clear || !o->warning) && o->found(draft))
			tcn_rule_note(notes, o->warning,
			    place.line ? place : draft->at, "%s", o->text);
	}
}

static uint64_t
hash_strs(uint64_t seed, const struct tcn_rule_strs *strs)
{
	for (size_t i = 0; i < strs->n; i++)
		seed =
		    XXH3_64bits_withSeed(strs->at[i].at, strs->at[i].n, seed);
	return seed * 31 + strs->n;
}

static uint64_t
hash_terms(uint64_t seed, const struct tcn_rule_terms *terms)
{
	for (size_t i = 0; i < terms->n; i++)
		seed = XXH3_64bits_withSeed(terms->at[i].text.at,
			   terms->at[i].text.n, seed) +
		    terms->at[i].pattern * 16 + terms->at[i].flags;
	return seed * 31 + terms->n;
}

uint64_t
tcn_rule_hash(const struct tcn_rule *rule)
{
	const struct tcn_rule_where *where = &rule->where;
	uint64_t burst, numbers[8];
	uint64_t hash;

	memcpy(&burst, &rule->burst, sizeof burst);
	numbers[0] = (uint64_t)rule->kind * 8 + rule->unit * 2 + rule->watch;
	numbers[1] = rule->more_than;
	numbers[2] = (uint64_t)rule->within_ms;
	numbers[3] = rule->radius;
	numbers[4] = rule->min_origins;
	numbers[5] = rule->min_publishers;
	numbers[6] = burst;
	numbers[7] = rule->severity;
	hash = XXH3_64bits(numbers, sizeof numbers);
	hash = hash_terms(hash, &where->any);
	hash = hash_terms(hash, &where->all);
	hash = hash_terms(hash, &where->none);
	hash = hash_strs(hash, &where->languages);
	hash = hash_strs(hash, &where->categories);
	hash = hash_strs(hash, &where->sources);
	/* Sent to others: meant. */
	return hash_strs(hash, &rule->notify);
}

/* --- words --- */

enum {
	IN_NONE = 1,
	IN_ALL = 2,
	IN_ANY = 4,
};

struct tcn_rule_words {
	struct tcn_tokens *tokens;
	struct tcn_map stops; /* hash of a folded word: language's number + 1 */
	struct tcn_map seen; /* hash of a term: lists it stands in */
	struct tcn_buf folded;
};

static enum tcn_rc
note_stops(struct tcn_rule_words *words)
{
	for (size_t i = 0; tcn_stop_table[i].lang; i++) {
		const char *list = tcn_stop_table[i].words;
		struct tcn_str word;

		while ((word = tcn_stop_next(&list)).n) {
			uint64_t *bits;

			if (tcn_map_put(&words->stops,
				XXH3_64bits(word.at, word.n), &bits, NULL))
				return TCN_NOMEM;
			*bits |= (uint64_t)1 << (i & 63);
		}
	}
	return TCN_OK;
}

enum tcn_rc
tcn_rule_words_new(struct tcn_rule_words **words)
{
	struct tcn_rule_words *made = tcn_calloc(1, sizeof *made);
	enum tcn_rc rc = made ? tcn_tokens_new(&made->tokens) : TCN_NOMEM;

	if (rc == TCN_OK)
		rc = note_stops(made);
	if (rc == TCN_OK)
		*words = made;
	else
		tcn_rule_words_free(made);
	return rc;
}

void
tcn_rule_words_free(struct tcn_rule_words *words)
{
	if (!words)
		return;
	tcn_tokens_free(words->tokens);
	tcn_map_fini(&words->stops);
	tcn_map_fini(&words->seen);
	tcn_buf_fini(&words->folded);
	tcn_free(words);
}

/* The languages, as bits by stop table, that a rule is read in. */
static uint64_t
languages_of(const struct tcn_rule *rule)
{
	uint64_t bits = 0;

	if (!rule->where.languages.n)
		return ~(uint64_t)0;
	for (size_t i = 0; tcn_stop_table[i].lang; i++)
		for (size_t j = 0; j < rule->where.languages.n; j++)
			if (tcn_str_equal(rule->where.languages.at[j],
				tcn_str(tcn_stop_table[i].lang)))
				bits |= (uint64_t)1 << (i & 63);
	return bits;
}

/* Words of a text, and the languages in which each is a function word. */
static size_t
count_words(struct tcn_rule_words *words, struct tcn_rule_notes *notes,
    struct tcn_str text, uint64_t *stops)
{
	struct tcn_token_scan scan;
	struct tcn_token token;
	size_t n = 0;

	tcn_token_scan(&scan, words->tokens, text, "");
	for (; tcn_token_next(&scan, &token); n++) {
		struct tcn_str word = { token.word, token.n };
		const uint64_t *bits;

		notes->failed |= tcn_fold(word, &words->folded) != TCN_OK;
		bits = tcn_map_find(&words->stops,
		    XXH3_64bits(words->folded.at, words->folded.n));
		*stops &= bits ? *bits : 0;
	}
	notes->failed |= scan.failed;
	return n;
}

static void
check_words(struct tcn_rule_words *words, struct tcn_rule_notes *notes,
    const struct tcn_rule_term *term, uint64_t languages)
{
	struct tcn_rule_place place = { term->line, term->column };
	uint64_t stops = languages;

	if (!count_words(words, notes, term->text, &stops)) {
		tcn_rule_note(notes, false, place,
		    "no word stands here, so no item can have it; for signs "
		    "write a /pattern/");
		return;
	}
	for (size_t i = 0; stops && tcn_stop_table[i].lang; i++) {
		if (!(stops >> i & 1))
			continue;
		tcn_rule_note(notes, true, place,
		    "'%.*s' says nothing in '%s': nearly every text in that "
		    "language has it; name the languages meant under "
		    "'language'",
		    (int)(term->text.n < 40 ? term->text.n : 40), term->text.at,
		    tcn_stop_table[i].lang);
		return;
	}
}

/* The same term in two lists, or twice in one. */
static void
check_lists(struct tcn_rule_words *words, struct tcn_rule_notes *notes,
    const struct tcn_rule_term *term, unsigned list)
{
	struct tcn_rule_place place = { term->line, term->column };
	uint64_t hash, *in;

	if (term->pattern)
		hash = XXH3_64bits_withSeed(term->text.at, term->text.n,
		    1 + term->flags);
	else {
		notes->failed |= tcn_fold(term->text, &words->folded) != TCN_OK;
		hash = XXH3_64bits(words->folded.at, words->folded.n);
	}
	if (tcn_map_put(&words->seen, hash, &in, NULL)) {
		notes->failed = true;
		return;
	}
	if (*in & list)
		tcn_rule_note(notes, true, place, "stands here twice");
	else if (list == IN_ALL && (*in & IN_NONE))
		tcn_rule_note(notes, true, place,
		    "stands under 'none' as well: no item can meet both");
	else if (list == IN_ANY && (*in & IN_NONE))
		tcn_rule_note(notes, true, place,
		    "stands under 'none' as well, and so never counts");
	else if (list == IN_ANY && (*in & IN_ALL))
		tcn_rule_note(notes, true, place,
		    "stands under 'all' as well: 'any' then asks for nothing");
	*in |= list;
}

void
tcn_rule_words_check(struct tcn_rule_words *words, struct tcn_rule_notes *notes,
    const struct tcn_rule *rule)
{
	const struct {
		const struct tcn_rule_terms *terms;
		unsigned list;
	} lists[] = { { &rule->where.none, IN_NONE },
		{ &rule->where.all, IN_ALL }, { &rule->where.any, IN_ANY } };
	uint64_t languages = languages_of(rule);

	tcn_map_clear(&words->seen);
	for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
		for (size_t i = 0; i < lists[l].terms->n; i++) {
			const struct tcn_rule_term *term =
			    &lists[l].terms->at[i];

			check_lists(words, notes, term, lists[l].list);
			if (!term->pattern)
				check_words(words, notes, term, languages);
		}
	}
}
