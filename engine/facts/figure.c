#include "engine/facts/figure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/facts/figure_impl.h"

#define ROUND_LEAST      (100 * TCN_READING_ONE) /* less is not rounded */
#define OTHER_QUAKE      1000 /* thousandths of magnitude apart */
#define PUBLISHERS_SHOWN 3 /* that pass on what one origin says */
#define ROUNDED_PERCENT  3 /* apart: 9.3 and 9.5 million may be the same */
#define SCALE_TIMES      3 /* apart: of another thing */
#define OWN_PARTS        5 /* of a story's origins: what one says is its own */
#define FEW_ORIGINS      16 /* of a story in which one alone may be shown */

static int
compare_int(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int
compare_uint(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int
by_slot(const struct tcn_figure_told *a, const struct tcn_figure_told *b)
{
	int order = compare_uint(a->reading.slot, b->reading.slot);

	return order ? order : strcmp(a->reading.unit, b->reading.unit);
}

/* By slot and unit, then by time, then by all that is left, so that the order
 * in which they came does not matter. */
static int
by_told(const void *one, const void *other)
{
	const struct tcn_figure_told *a =
	    *(const struct tcn_figure_told *const *)one;
	const struct tcn_figure_told *b =
	    *(const struct tcn_figure_told *const *)other;
	int orders[] = {
		by_slot(a, b),
		compare_int(a->ms, b->ms),
		compare_int(a->reading.lo, b->reading.lo),
		compare_int(a->reading.hi, b->reading.hi),
		compare_uint(a->reading.sense, b->reading.sense),
		compare_uint(a->seq, b->seq),
		compare_uint(a->origin, b->origin),
		compare_uint(a->place, b->place),
	};

	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (orders[i])
			return orders[i];
	return 0;
}

/* --- votes --- */

/* A part is at least. */
static enum tcn_reading_sense
sense_of(const struct tcn_figure_told *told)
{
	return told->reading.sense == TCN_READING_PART ? TCN_READING_LEAST
						       : told->reading.sense;
}

/* By which the index knows a value. */
static uint64_t
value_key(const struct tcn_reading *reading)
{
	const uint64_t key[2] = { (uint64_t)reading->lo,
		(uint64_t)reading->hi };

	return XXH3_64bits(key, sizeof key);
}

/* Takes a reading for what follows; *value: its value, values_n when it does
 * not count. */
static void
take_value(struct tcn_figure_follower *follower,
    const struct tcn_figure_told *told, size_t *value)
{
	uint64_t *slot;
	bool added;

	tcn_map_put(&follower->index, value_key(&told->reading), &slot, &added);
	if (added) {
		follower->values[follower->values_n] =
		    (struct tcn_figure_candidate){
			    .out = { .lo = told->reading.lo,
				.hi = told->reading.hi,
				.sense = sense_of(told),
				.state = TCN_FIGURE_OTHER,
				.accepted_ms = told->ms,
				.first_ms = told->ms,
				.last_ms = told->ms },
			    .vague = told->reading.sense == TCN_READING_VAGUE,
			    .some = told->reading.some,
			    .first_origin = told->origin,
			    .denied_ms = INT64_MAX,
		    };
		*slot = ++follower->values_n;
	}
	*value = *slot - 1;
}

/* Whether the origin is new: to the slot, or with the value. */
static void
note_origin(struct tcn_figure_follower *follower, uint64_t origin,
    uint64_t value, bool *added)
{
	const uint64_t key[2] = { origin, value };
	uint64_t *slot;

	tcn_map_put(&follower->seen, XXH3_64bits(key, sizeof key), &slot,
	    added);
}

static void
take_vote(struct tcn_figure_follower *follower,
    const struct tcn_figure_told *told)
{
	bool new_to_slot, added = false;
	struct tcn_figure_candidate *value;
	size_t i;

	take_value(follower, told, &i);
	note_origin(follower, told->origin, UINT64_MAX, &new_to_slot);
	note_origin(follower, told->origin, i, &added);
	follower->origins += new_to_slot;
	value = &follower->values[i];
	if (sense_of(told) < value->out.sense)
		value->out.sense = sense_of(told);
	value->out.last_ms = told->ms;
	value->some &= told->reading.some;
	if (!added)
		return;
	value->soft += told->reading.sense != TCN_READING_EXACT;
	value->out.origins++;
	follower->votes[follower->votes_n++] =
	    (struct tcn_figure_vote){ told, i };
}

/* Notes that a value is said to be false. */
static void
note_denied(struct tcn_figure_follower *follower,
    const struct tcn_figure_told *told)
{
	const uint64_t *slot =
	    tcn_map_find(&follower->index, value_key(&told->reading));
	struct tcn_figure_candidate *value;

	if (!slot)
		return;
	value = &follower->values[*slot - 1];
	if (told->ms < value->denied_ms)
		value->denied_ms = told->ms;
}

/* --- what is said of the values in the end --- */

bool
tcn_figure_is_rounded_down(int64_t value, int64_t of)
{
	int64_t unit = TCN_READING_ONE;

	while (of / unit >= 10)
		unit *= 10;
	return value < of && value >= ROUND_LEAST && value == of / unit * unit;
}

/* Whether a value is so far off the leader that it is of another thing: "2
 * deaths" of a day beside a toll of 117, the price of another house. A toll
 * that is far higher is none of these. */
static bool
is_other_scale(int64_t value, int64_t leader, enum tcn_slot slot)
{
	enum tcn_slot_kind kind = tcn_slot_kind(slot);

	return slot != TCN_SLOT_SCORE &&
	    ((kind != TCN_SLOT_LEVEL && leader / SCALE_TIMES > value) ||
		(kind == TCN_SLOT_FIXED && value / SCALE_TIMES > leader));
}

/* Whether a value that never led agrees with the leader, though it is another:
 * "more than 200" of 231, two soldiers of 15 people, an aftershock of another
 * quake. */
static bool
agrees(const struct tcn_figure_candidate *value,
    const struct tcn_figure_candidate *leader, enum tcn_slot slot)
{
	int64_t lo = value->out.lo, of = leader->out.lo;

	if (is_other_scale(lo, of, slot))
		return true;
	switch (tcn_slot_kind(slot)) {
	case TCN_SLOT_HIGHEST:
		return true;
	case TCN_SLOT_CUMULATIVE:
		if (lo < of &&
		    (value->some || 2 * value->soft > value->out.origins))
			return true;
		return tcn_figure_is_rounded_down(lo, of);
	case TCN_SLOT_LEVEL:
	case TCN_SLOT_FIXED:
		break;
	}
	if (value->out.sense == TCN_READING_ABOUT &&
	    tcn_figure_is_near(lo, of, TCN_FIGURE_LEAST_PERCENT))
		return true;
	return slot == TCN_SLOT_MAGNITUDE &&
	    (lo - of >= OTHER_QUAKE || of - lo >= OTHER_QUAKE);
}

static enum tcn_figure_state
state_of(const struct tcn_figure_follower *follower, size_t i)
{
	const struct tcn_figure_candidate *value = &follower->values[i];
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	enum tcn_slot slot = follower->votes->told->reading.slot;
	uint32_t since;
	size_t from;

	if (i == follower->leader)
		return TCN_FIGURE_LEADING;
	if (value->vague || leader->vague)
		return value->accepted ? TCN_FIGURE_SUPERSEDED
				       : TCN_FIGURE_OTHER;
	/* Origins that said value i since the leader was accepted. */
	from = follower->values[follower->leader].accepted_at;
	since = 0;
	for (size_t v = from + 1; v < follower->votes_n; v++)
		since += follower->votes[v].value == i;
	if (tcn_slot_kind(slot) != TCN_SLOT_HIGHEST && slot != TCN_SLOT_SCORE &&
	    tcn_figure_is_near(value->out.lo, leader->out.lo,
		TCN_FIGURE_NEAR_PERCENT) &&
	    since >= TCN_FIGURE_NEED)
		return TCN_FIGURE_FAMILY;
	if (value->accepted && tcn_slot_kind(slot) != TCN_SLOT_HIGHEST)
		return TCN_FIGURE_SUPERSEDED;
	if (value->out.origins < TCN_FIGURE_NEED || !since ||
	    agrees(value, leader, slot))
		return TCN_FIGURE_OTHER;
	return TCN_FIGURE_CONTRADICTING;
}

/* The origins that support the leader. */
static void
count_support(struct tcn_figure_follower *follower, uint32_t *n)
{
	bool added;

	*n = 0;
	for (size_t v = 0; v < follower->votes_n; v++) {
		const struct tcn_figure_vote *vote = &follower->votes[v];

		if (!tcn_figure_supports(follower, vote, follower->leader))
			continue;
		note_origin(follower, vote->told->origin, UINT64_MAX - 1,
		    &added);
		*n += added;
	}
}

static int
by_accepted(const void *one, const void *other)
{
	const struct tcn_figure_value *a = one, *b = other;
	int order = compare_int(a->accepted_ms, b->accepted_ms);

	if (!order)
		order = compare_int(a->lo, b->lo);
	return order ? order : compare_int(a->hi, b->hi);
}

/* Notes who told each value first. */
static void
find_first(struct tcn_figure_follower *follower,
    const struct tcn_figure_told *told)
{
	for (size_t v = follower->votes_n; v-- > 0;)
		follower->values[follower->votes[v].value].out.first =
		    (size_t)(follower->votes[v].told - told);
}

/* The publishers of the votes. */
static void
count_publishers(struct tcn_figure_follower *follower,
    const struct tcn_figure_told *const *of, size_t n, uint32_t *publishers)
{
	bool added;

	*publishers = 0;
	for (size_t i = 0; i < n; i++) {
		note_origin(follower, of[i]->publisher, UINT64_MAX - 2, &added);
		*publishers += added;
	}
}

/* What lies in the range that is told contradicts nobody: 99 of "98.9 to 100
 * million". */
static void
join_inside(struct tcn_figure *figure)
{
	for (size_t i = 0; i < figure->values_n; i++) {
		struct tcn_figure_value *value = &figure->values[i];

		if (value->state == TCN_FIGURE_CONTRADICTING &&
		    figure->slot != TCN_SLOT_SCORE && value->lo >= figure->lo &&
		    value->hi <= figure->hi)
			value->state = TCN_FIGURE_FAMILY;
	}
}

static void
put_figure(struct tcn_figure_follower *follower, struct tcn_arena *arena,
    const struct tcn_figure_told *told, struct tcn_figure *figure)
{
	const struct tcn_figure_told *any = follower->votes->told;
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	uint32_t support;

	count_support(follower, &support);
	*figure = (struct tcn_figure){
		.slot = any->reading.slot,
		.unit = any->reading.unit,
		.values = tcn_arena_zalloc(arena, follower->values_n,
		    sizeof *figure->values),
		.values_n = follower->values_n,
		.lo = leader->out.lo,
		.hi = leader->out.hi,
		.origins = follower->origins,
		.single = support < TCN_FIGURE_NEED,
	};
	find_first(follower, told);
	for (size_t i = 0; i < follower->values_n; i++) {
		struct tcn_figure_value *value = &figure->values[i];

		*value = follower->values[i].out;
		value->state = state_of(follower, i);
		if (value->state == TCN_FIGURE_LEADING) {
			value->origins = support;
			value->accepted_ms =
			    follower->votes[leader->accepted_at].told->ms;
		}
		if (value->state != TCN_FIGURE_FAMILY)
			continue;
		if (value->lo < figure->lo)
			figure->lo = value->lo;
		if (value->hi > figure->hi)
			figure->hi = value->hi;
	}
	join_inside(figure);
	qsort(figure->values, figure->values_n, sizeof *figure->values,
	    by_accepted);
	while (figure->values[figure->leader].state != TCN_FIGURE_LEADING)
		figure->leader++;
}

/* --- all slots --- */

/* Follows the readings of one slot and unit; follower's arrays have room for
 * them. Parts count where nobody told the whole. False: all deny a value. */
static bool
make_figure(struct tcn_figure_follower *follower,
    const struct tcn_figure_told *const *of, size_t n,
    const struct tcn_figure_told *told, struct tcn_arena *arena,
    struct tcn_figure *figure)
{
	bool whole = false;

	tcn_map_clear(&follower->index);
	tcn_map_clear(&follower->seen);
	follower->votes_n = follower->values_n = 0;
	follower->origins = 0;
	for (size_t i = 0; i < n; i++)
		whole |= of[i]->reading.sense != TCN_READING_PART &&
		    !of[i]->reading.denied;
	for (size_t i = 0; i < n; i++)
		if (!of[i]->reading.denied &&
		    (!whole || of[i]->reading.sense != TCN_READING_PART))
			take_vote(follower, of[i]);
	for (size_t i = 0; i < n; i++)
		if (of[i]->reading.denied)
			note_denied(follower, of[i]);
	if (!follower->votes_n)
		return false;
	tcn_figure_follow(follower);
	put_figure(follower, arena, told, figure);
	count_publishers(follower, of, n, &figure->publishers);
	return true;
}

static void
make_figures(struct tcn_figure_follower *follower,
    const struct tcn_figure_told **of, size_t n,
    const struct tcn_figure_told *told, struct tcn_arena *arena,
    struct tcn_figures *figures)
{
	size_t groups = 0;

	for (size_t i = 0; i < n; i++)
		groups += i == 0 || by_slot(of[i], of[i - 1]) != 0;
	figures->at = tcn_arena_zalloc(arena, groups, sizeof *figures->at);
	follower->votes = tcn_arena_zalloc(arena, n, sizeof *follower->votes);
	follower->values = tcn_arena_zalloc(arena, n, sizeof *follower->values);
	for (size_t i = 0, to; i < n; i = to) {
		for (to = i + 1; to < n && by_slot(of[i], of[to]) == 0;)
			to++;
		figures->n += make_figure(follower, of + i, to - i, told, arena,
		    &figures->at[figures->n]);
	}
}

void
tcn_figure_make(const struct tcn_figure_told *told, size_t n, uint32_t origins,
    struct tcn_arena *arena, struct tcn_figures *figures)
{
	const struct tcn_figure_told **of =
	    tcn_arena_zalloc(arena, n, sizeof *of);
	struct tcn_figure_follower follower = { 0 };
	size_t of_n = 0;

	assert(arena && figures && (told || !n));
	*figures = (struct tcn_figures){ .origins = origins };
	for (size_t i = 0; i < n; i++) {
		assert(told[i].reading.lo >= 0);
		if (told[i].reading.sense != TCN_READING_MOST &&
		    told[i].reading.sense != TCN_READING_MORE)
			of[of_n++] = &told[i];
	}
	qsort(of, of_n, sizeof *of, by_told);
	make_figures(&follower, of, of_n, told, arena, figures);
	tcn_map_fini(&follower.index);
	tcn_map_fini(&follower.seen);
}

/* Money, and no change in per cent of it. */
static bool
is_money(const struct tcn_figure *figure)
{
	const uint32_t moneys = 1u << TCN_SLOT_PRICE | 1u << TCN_SLOT_DAMAGE |
	    1u << TCN_SLOT_FINE | 1u << TCN_SLOT_AID |
	    1u << TCN_SLOT_SETTLEMENT | 1u << TCN_SLOT_FINANCING |
	    1u << TCN_SLOT_PROFIT | 1u << TCN_SLOT_LOSS | 1u << TCN_SLOT_SALES;

	return (moneys & 1u << figure->slot) && !strchr(figure->unit, '%');
}

/* Whether more say the same money of something else: "the deal" that ends a
 * suit is no price. */
static bool
is_other_money(const struct tcn_figures *figures,
    const struct tcn_figure *figure)
{
	const struct tcn_figure_value *leader = &figure->values[figure->leader];

	for (size_t i = 0; i < figures->n; i++) {
		const struct tcn_figure *at = &figures->at[i];

		if (at != figure && is_money(at) && at->lo <= leader->lo &&
		    leader->lo <= at->hi &&
		    at->values[at->leader].origins > leader->origins &&
		    strcmp(at->unit, figure->unit) == 0)
			return true;
	}
	return false;
}

/* Whether the leading value of what a story may have many of is one of them:
 * less than two thirds of those that tell any tell it, and less than a fifth of
 * the story, money and counts in some rounding. One of the jobless in many
 * states has a share for each. */
static bool
is_of_many(const struct tcn_figures *figures, const struct tcn_figure *figure)
{
	const struct tcn_figure_value *leader = &figure->values[figure->leader];
	uint32_t origins = leader->origins;

	for (size_t i = 0; i < figure->values_n; i++)
		if (i != figure->leader && !strchr(figure->unit, '%') &&
		    tcn_figure_is_near(figure->values[i].lo, leader->lo,
			ROUNDED_PERCENT))
			origins += figure->values[i].origins;
	return origins * 3 < figure->origins * 2 &&
	    origins * OWN_PARTS < figures->origins;
}

bool
tcn_figure_is_shown(const struct tcn_figures *figures,
    const struct tcn_figure *figure)
{
	if (is_money(figure) && is_other_money(figures, figure))
		return false;
	if (figure->slot >= TCN_SLOT_MANY && is_of_many(figures, figure))
		return false;
	if (figures->origins < FEW_ORIGINS)
		return true;
	if (tcn_slot_is_of_many(figure->slot))
		return !figure->single;
	return figure->origins >= TCN_FIGURE_NEED ||
	    figure->publishers >= PUBLISHERS_SHOWN;
}

/* --- the validator --- */

static const char *
check_figure(const struct tcn_figure *figure)
{
	size_t leaders = 0;

	if (figure->leader >= figure->values_n)
		return "a figure has no leader";
	for (size_t i = 0; i < figure->values_n; i++) {
		const struct tcn_figure_value *value = &figure->values[i];

		leaders += value->state == TCN_FIGURE_LEADING;
		if (value->lo < (figure->slot != TCN_SLOT_SCORE) ||
		    value->hi < value->lo)
			return "a value has no bounds";
		if (!value->origins)
			return "a value has no origin";
		if (value->origins > figure->origins)
			return "a value has more origins than the figure";
		if (value->first_ms > value->last_ms ||
		    value->accepted_ms < value->first_ms)
			return "a value led before it was first reported";
		if (i && by_accepted(value - 1, value) >= 0)
			return "values are not in order";
		if ((value->state == TCN_FIGURE_LEADING ||
			value->state == TCN_FIGURE_FAMILY) &&
		    (value->lo < figure->lo || value->hi > figure->hi))
			return "a leading value is out of bounds";
	}
	if (leaders != 1 ||
	    figure->values[figure->leader].state != TCN_FIGURE_LEADING)
		return "not one value leads";
	return NULL;
}

enum tcn_rc
tcn_figure_check(const struct tcn_figures *figures, struct tcn_err *err)
{
	for (size_t i = 0; i < figures->n; i++) {
		const struct tcn_figure *figure = &figures->at[i];
		const char *fault = check_figure(figure);

		if (!fault && i && figure->slot < figure[-1].slot)
			fault = "figures are not in the order of slots";
		if (fault)
			return tcn_err_set(err, TCN_CORRUPT, "%s: %s",
			    tcn_slot_name(figure->slot), fault);
	}
	return TCN_OK;
}
