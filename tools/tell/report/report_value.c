/*
 * tools/tell/report/report_value.c - the values of figures in words.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "tools/tell/report/report_brief.h"
#include "tools/tell/report/report_facts_impl.h"

/* What a value is said of: {value} dead. People are counted, and the words of
 * large numbers before them are others than of a number alone: "2 millions",
 * "2 millions de morts". */
static const struct {
	const char *forms[2];
	bool people;
} slots[TCN_SLOTS] = {
	/* TRANSLATORS: value: "65", "at least 65", "dozens", "2 million". */
	[TCN_SLOT_DEAD] = { TCN_WORDS_COUNT("{value} dead", "{value} dead"),
	    true },
	[TCN_SLOT_INJURED] = { TCN_WORDS_COUNT("{value} injured",
				   "{value} injured"),
	    true },
	[TCN_SLOT_MISSING] = { TCN_WORDS_COUNT("{value} missing",
				   "{value} missing"),
	    true },
	[TCN_SLOT_RESCUED] = { TCN_WORDS_COUNT("{value} rescued",
				   "{value} rescued"),
	    true },
	[TCN_SLOT_EVACUATED] = { TCN_WORDS_COUNT("{value} evacuated or "
						 "displaced",
				     "{value} evacuated or displaced"),
	    true },
	[TCN_SLOT_ARRESTED] = { TCN_WORDS_COUNT("{value} arrested",
				    "{value} arrested"),
	    true },
	[TCN_SLOT_ABOARD] = { TCN_WORDS_COUNT("{value} aboard",
				  "{value} aboard"),
	    true },
	[TCN_SLOT_MAGNITUDE] = { { TCN_WORDS("magnitude {value}") }, false },
	[TCN_SLOT_AFTERSHOCK] = { { TCN_WORDS("strongest aftershock of "
					      "magnitude {value}") },
	    false },
	[TCN_SLOT_SPEED] = { { TCN_WORDS("a speed of {value}") }, false },
	[TCN_SLOT_WATER] = { { TCN_WORDS("water at {value}") }, false },
	/* TRANSLATORS: a takeover, an offer, a contract. */
	[TCN_SLOT_PRICE] = { { TCN_WORDS("a deal worth {value}") }, false },
	[TCN_SLOT_DAMAGE] = { { TCN_WORDS("damage of {value}") }, false },
	[TCN_SLOT_FINE] = { { TCN_WORDS("a fine of {value}") }, false },
	[TCN_SLOT_AID] = { { TCN_WORDS("aid of {value}") }, false },
	/* TRANSLATORS: homes or people; value: "200,000", "at least 65". */
	[TCN_SLOT_OUTAGE] = { TCN_WORDS_COUNT("{value} without power",
				  "{value} without power"),
	    true },
	/* TRANSLATORS: the longest sentence of a court, in years. */
	[TCN_SLOT_PRISON] = { TCN_WORDS_COUNT("{value} year in prison",
				  "{value} years in prison"),
	    false },
	[TCN_SLOT_JOBS] = { TCN_WORDS_COUNT("{value} job cut",
				"{value} jobs cut"),
	    false },
	/* TRANSLATORS: cars or other goods. */
	[TCN_SLOT_RECALL] = { TCN_WORDS_COUNT("{value} recalled",
				  "{value} recalled"),
	    false },
	/* TRANSLATORS: of who died. */
	[TCN_SLOT_AGE] = { { TCN_WORDS("died at the age of {value}") }, false },
	/* TRANSLATORS: value: "2.3%", "about 2.3%". */
	[TCN_SLOT_INFLATION] = { { TCN_WORDS("inflation of {value}") }, false },
	[TCN_SLOT_UNEMPLOYMENT] = { { TCN_WORDS("unemployment of {value}") },
	    false },
	/* TRANSLATORS: of an economy. */
	[TCN_SLOT_GROWTH] = { { TCN_WORDS("growth of {value}") }, false },
	[TCN_SLOT_INTEREST] = { { TCN_WORDS("an interest rate of {value}") },
	    false },
	[TCN_SLOT_TURNOUT] = { { TCN_WORDS("a turnout of {value}") }, false },
	/* TRANSLATORS: of who won. */
	[TCN_SLOT_VOTE] = { { TCN_WORDS("won with {value} of the vote") },
	    false },
	/* TRANSLATORS: what is paid after a suit. */
	[TCN_SLOT_SETTLEMENT] = { { TCN_WORDS("a settlement or damages of "
					      "{value}") },
	    false },
	/* TRANSLATORS: a loan, bonds, shares or funding. */
	[TCN_SLOT_FINANCING] = { { TCN_WORDS("{value} raised, lent or "
					     "invested") },
	    false },
	[TCN_SLOT_PROFIT] = { { TCN_WORDS("a profit of {value}") }, false },
	[TCN_SLOT_LOSS] = { { TCN_WORDS("a loss of {value}") }, false },
	/* TRANSLATORS: of a company or at the box office. */
	[TCN_SLOT_SALES] = { { TCN_WORDS("sales of {value}") }, false },
	/* TRANSLATORS: of a match that is over; value: "3-0". */
	[TCN_SLOT_SCORE] = { { TCN_WORDS("a result of {value}") }, false },
};

/* What is said of a value of another unit. */
static const struct {
	enum tcn_slot slot;
	const char *unit, *form;
} others[] = {
	/* TRANSLATORS: value: "2.3%", "about 2.3%". */
	{ TCN_SLOT_PROFIT, "+%", TCN_WORDS("profit up {value}") },
	{ TCN_SLOT_PROFIT, "-%", TCN_WORDS("profit down {value}") },
	{ TCN_SLOT_SALES, "+%", TCN_WORDS("sales up {value}") },
	{ TCN_SLOT_SALES, "-%", TCN_WORDS("sales down {value}") },
	/* TRANSLATORS: of a court. */
	{ TCN_SLOT_PRISON, "life", TCN_WORDS("a life sentence") },
	{ TCN_SLOT_PRISON, "death", TCN_WORDS("a death sentence") },
	/* TRANSLATORS: of a party in an election; value: "282". */
	{ TCN_SLOT_VOTE, "seats", TCN_WORDS("{value} seats won") },
	/* TRANSLATORS: of a parliament or a court; value: "217-205". */
	{ TCN_SLOT_SCORE, "votes", TCN_WORDS("a vote of {value}") },
};

/* In a table of words: alone, and before people. */
#define ALONE  "alone"
#define PEOPLE "before people"

static const struct {
	int64_t lo, hi;
	const char *alone, *people;
} vague[] = {
	{ 20, 99, TCN_WORDS_IN("alone", "dozens"),
	    TCN_WORDS_IN("before people", "dozens") },
	{ 24, 99, "dozens", "dozens" },
	{ 40, 199, TCN_WORDS_IN("alone", "scores"),
	    TCN_WORDS_IN("before people", "scores") },
	{ 200, 999, TCN_WORDS_IN("alone", "hundreds"),
	    TCN_WORDS_IN("before people", "hundreds") },
	{ 2000, 9999, TCN_WORDS_IN("alone", "thousands"),
	    TCN_WORDS_IN("before people", "thousands") },
	{ 20000, 99999, TCN_WORDS_IN("alone", "tens of thousands"),
	    TCN_WORDS_IN("before people", "tens of thousands") },
	{ 200000, 999999, TCN_WORDS_IN("alone", "hundreds of thousands"),
	    TCN_WORDS_IN("before people", "hundreds of thousands") },
};

static const struct {
	int64_t size;
	const char *alone[2], *people[2];
} large[] = {
	{ INT64_C(1000000000000),
	    TCN_WORDS_COUNT_IN("alone", "{n} trillion", "{n} trillion"),
	    TCN_WORDS_COUNT_IN("before people", "{n} trillion",
		"{n} trillion") },
	{ INT64_C(1000000000),
	    TCN_WORDS_COUNT_IN("alone", "{n} billion", "{n} billion"),
	    TCN_WORDS_COUNT_IN("before people", "{n} billion", "{n} billion") },
	{ INT64_C(1000000),
	    TCN_WORDS_COUNT_IN("alone", "{n} million", "{n} million"),
	    TCN_WORDS_COUNT_IN("before people", "{n} million", "{n} million") },
};

/* Currencies, behind a number and behind "2 million". */
static const struct {
	const char *alone, *large;
} currencies[] = {
	{ TCN_WORDS_IN("unit", "USD"), TCN_WORDS_IN("after million", "USD") },
	{ TCN_WORDS_IN("unit", "EUR"), TCN_WORDS_IN("after million", "EUR") },
	{ TCN_WORDS_IN("unit", "GBP"), TCN_WORDS_IN("after million", "GBP") },
	{ TCN_WORDS_IN("unit", "CHF"), TCN_WORDS_IN("after million", "CHF") },
	{ TCN_WORDS_IN("unit", "JPY"), TCN_WORDS_IN("after million", "JPY") },
	{ TCN_WORDS_IN("unit", "CNY"), TCN_WORDS_IN("after million", "CNY") },
	{ TCN_WORDS_IN("unit", "INR"), TCN_WORDS_IN("after million", "INR") },
	{ TCN_WORDS_IN("unit", "DEM"), TCN_WORDS_IN("after million", "DEM") },
	{ TCN_WORDS_IN("unit", "BRL"), TCN_WORDS_IN("after million", "BRL") },
	{ TCN_WORDS_IN("unit", "MXN"), TCN_WORDS_IN("after million", "MXN") },
	{ TCN_WORDS_IN("unit", "GTQ"), TCN_WORDS_IN("after million", "GTQ") },
};

static void
say_bound(const struct tcn_words *words, int64_t value, bool people,
    struct tcn_buf *out)
{
	char number[TCN_WORDS_BYTES];

	for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
		const char *const *forms =
		    people ? large[i].people : large[i].alone;
		int64_t part = value / large[i].size;

		if (value / TCN_READING_ONE < large[i].size)
			continue;
		tcn_words_fill(tcn_words_plural_in(words,
				   people ? PEOPLE : ALONE, forms[0], forms[1],
				   part),
		    TCN_WITH({ "n",
			tcn_words_thousandths(words, part, number) }),
		    out);
		return;
	}
	tcn_buf_str(out, tcn_words_thousandths(words, value, number));
}

/* A currency is in the table, another unit stands as it is. */
static void
say_unit(const struct tcn_words *words, struct tcn_str unit, int64_t value,
    struct tcn_buf *out)
{
	bool is_large = value / TCN_READING_ONE >= 1000000;
	char code[8];

	snprintf(code, sizeof code, "%.*s", TCN_STR_ARG(unit));
	/* TRANSLATORS: behind a number, with the blank that belongs there. */
	if (unit.at[unit.n - 1] == '%') {
		tcn_buf_z(out,
		    tcn_words_in(words, "unit", TCN_WORDS_IN("unit", "%")));
		return;
	}
	tcn_buf_char(out, ' ');
	for (size_t i = 0; i < sizeof currencies / sizeof *currencies; i++) {
		if (strcmp(code, currencies[i].alone))
			continue;
		tcn_buf_z(out,
		    is_large
			? tcn_words_in(words, "after million",
			      currencies[i].large)
			: tcn_words_in(words, "unit", currencies[i].alone));
		return;
	}
	tcn_buf_str(out, unit);
}

/* people: stands before them. */
static void
say_value(const struct tcn_words *words, struct tcn_str unit, int64_t lo,
    int64_t hi, bool people, struct tcn_buf *out)
{
	struct tcn_buf parts[2] = { { 0 } };

	for (size_t i = 0; i < sizeof vague / sizeof *vague; i++) {
		if (lo == vague[i].lo * TCN_READING_ONE &&
		    hi == vague[i].hi * TCN_READING_ONE) {
			tcn_buf_z(out,
			    people
				? tcn_words_in(words, PEOPLE, vague[i].people)
				: tcn_words_in(words, ALONE, vague[i].alone));
			return;
		}
	}
	say_bound(words, lo, people && hi == lo, &parts[0]);
	say_bound(words, hi, people, &parts[1]);
	if (hi != lo)
		tcn_words_say(words, "{from} to {to}",
		    TCN_WITH({ "from", tcn_buf_view(&parts[0]) },
			{ "to", tcn_buf_view(&parts[1]) }),
		    out);
	else
		tcn_buf_str(out, tcn_buf_view(&parts[0]));
	if (unit.n)
		say_unit(words, unit, hi, out);
	tcn_words_parts_fini(parts, 2);
}

void
tcn_report_say_value(const struct tcn_words *words,
    const struct tcn_figure *figure, int64_t lo, int64_t hi,
    struct tcn_buf *out)
{
	say_value(words, tcn_str(figure->unit), lo, hi, false, out);
}

/* "at least 65" */
static void
say_sense(const struct tcn_words *words, enum tcn_reading_sense sense,
    struct tcn_str value, struct tcn_buf *out)
{
	const struct tcn_words_with *with = TCN_WITH({ "value", value });

	if (sense == TCN_READING_LEAST)
		tcn_words_say(words, "at least {value}", with, out);
	else if (sense == TCN_READING_ABOUT)
		tcn_words_say(words, "about {value}", with, out);
	else
		tcn_buf_str(out, value);
}

static const char *
other_form(enum tcn_slot slot, struct tcn_str unit)
{
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].slot == slot &&
		    tcn_str_equal(unit, tcn_str(others[i].unit)))
			return others[i].form;
	return NULL;
}

/* The higher number first: "3-0". */
static void
say_score(int64_t lo, int64_t hi, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%" PRId64 "-%" PRId64, hi / TCN_READING_ONE,
	    lo / TCN_READING_ONE);
}

/* Whether the form of a slot says what its unit is. */
static bool
has_word(struct tcn_str unit)
{
	return tcn_str_equal(unit, tcn_str("seats"));
}

/* "at least 65 dead" */
static void
say_slot(const struct tcn_words *words, enum tcn_slot slot, struct tcn_str unit,
    int64_t lo, int64_t hi, enum tcn_reading_sense sense, struct tcn_buf *out)
{
	const char *const *forms = slots[slot].forms;
	const char *const other[2] = { other_form(slot, unit) };
	struct tcn_buf parts[2] = { { 0 } };

	if (other[0])
		forms = other;
	if (slot == TCN_SLOT_SCORE)
		say_score(lo, hi, &parts[0]);
	else
		say_value(words, has_word(unit) ? tcn_str("") : unit, lo, hi,
		    slots[slot].people, &parts[0]);
	say_sense(words, sense, tcn_buf_view(&parts[0]), &parts[1]);
	tcn_words_fill(forms[1]
		? tcn_words_plural_in(words, NULL, forms[0], forms[1], hi)
		: tcn_words_text(words, forms[0]),
	    TCN_WITH({ "value", tcn_buf_view(&parts[1]) }), out);
	tcn_words_parts_fini(parts, 2);
}

void
tcn_report_say_leader(const struct tcn_words *words,
    const struct tcn_figure *figure, struct tcn_buf *out)
{
	const struct tcn_figure_value *leader = &figure->values[figure->leader];
	bool family = figure->lo != leader->lo || figure->hi != leader->hi;
	struct tcn_buf said = { 0 };
	size_t at = out->n;

	say_slot(words, figure->slot, tcn_str(figure->unit), figure->lo,
	    figure->hi, family ? TCN_READING_EXACT : leader->sense, &said);
	if (family)
		tcn_words_say(words, "{figure}, by source",
		    TCN_WITH({ "figure", tcn_buf_view(&said) }), out);
	else
		tcn_buf_str(out, tcn_buf_view(&said));
	tcn_words_parts_fini(&said, 1);
	tcn_words_capital(out, at);
}

void
tcn_report_brief_say(const struct tcn_words *words, enum tcn_slot slot,
    struct tcn_str unit, int64_t lo, int64_t hi, bool bare, struct tcn_buf *out)
{
	size_t at = out->n;

	assert(slot < TCN_SLOTS);
	if (bare) {
		say_value(words, unit, lo, hi, false, out);
		return;
	}
	say_slot(words, slot, unit, lo, hi, TCN_READING_EXACT, out);
	tcn_words_capital(out, at);
}

void
tcn_report_say_change(const struct tcn_words *words,
    const struct tcn_report_view_change *change, struct tcn_buf *out)
{
	const struct tcn_figure *figure = change->figure;
	const struct tcn_figure_value *value = change->value;
	struct tcn_buf parts[2] = { { 0 } };

	say_slot(words, figure->slot, tcn_str(figure->unit), value->lo,
	    value->hi, value->sense, &parts[0]);
	/* Another aftershock is another, and no other value of the same. */
	if (!change->before || figure->slot == TCN_SLOT_AFTERSHOCK) {
		tcn_buf_str(out, tcn_buf_view(&parts[0]));
	} else {
		tcn_report_say_value(words, figure, change->before->lo,
		    change->before->hi, &parts[1]);
		tcn_words_say(words, "{figure} ({value} before)",
		    TCN_WITH({ "figure", tcn_buf_view(&parts[0]) },
			{ "value", tcn_buf_view(&parts[1]) }),
		    out);
	}
	tcn_words_parts_fini(parts, 2);
}
