/*
 * engine/facts/figure_lead.c - when a value takes the lead, by the kind of its
 * slot.
 */
#include <assert.h>

#include "engine/base/real.h"
#include "engine/facts/figure_impl.h"

#define NEED_ORIGINS     4 /* of a slot with fewer, one accepts */
#define JUMP_TIMES       5 /* a value so many times as high ... */
#define JUMP_ORIGINS     3 /* ... needs these */
#define LEAP_TIMES       4 /* so many times needs them against three or more */
#define HIGHER_TIMES     2 /* who says so much says as well that it is less */
#define LIFT_TRIES       4 /* lower values that are looked at */
#define SUPPORT_MOST     8 /* origins that are counted */
#define SPARSE_VOTES     3 /* with fewer of a value "rises to" is enough */
#define CORRECT_ORIGINS  3
#define LAST             10 /* readings that a correction is judged by */
#define LAST_SHARE       60 /* per cent of them */
#define LAST_RETURN      75 /* the same of what was given up before */
#define JOIN             50 /* thousandths: magnitudes as near are one */
#define JOIN_PERCENT     2 /* other fixed values */
#define FIXED_HALF_MIN   3 /* readings until one counts half */
#define FIXED_HALF_SHARE 5 /* of all readings, if that is more */
#define FIXED_LAST       20 /* readings that a revision is judged by */
#define REVISE_SHARE     40 /* per cent of them */
#define REVISE_ORIGINS   5

bool
tcn_figure_is_near(int64_t a, int64_t b, int64_t percent)
{
	return a > b ? tcn_figure_is_near(b, a, percent)
		     : b - a <= b / 100 * percent;
}

bool
tcn_figure_supports(const struct tcn_figure_follower *follower,
    const struct tcn_figure_vote *vote, size_t i)
{
	const struct tcn_reading *reading = &vote->told->reading;
	const struct tcn_figure_candidate *value = &follower->values[i];

	if (vote->value == i)
		return true;
	return tcn_slot_kind(reading->slot) == TCN_SLOT_CUMULATIVE &&
	    reading->sense == TCN_READING_LEAST && !value->vague &&
	    reading->lo < value->out.lo &&
	    tcn_figure_is_near(reading->lo, value->out.lo,
		TCN_FIGURE_LEAST_PERCENT);
}

/* Whether who says a value says that there are at least those of value i. Who
 * counts all says nothing of one kind: 15 people are no 12 soldiers. */
static bool
says_more(const struct tcn_figure_follower *follower, size_t value, size_t i)
{
	const struct tcn_figure_candidate *a = &follower->values[value];
	const struct tcn_figure_candidate *b = &follower->values[i];

	return tcn_slot_kind(follower->votes->told->reading.slot) ==
	    TCN_SLOT_CUMULATIVE &&
	    !a->given_up && !a->vague && !b->vague && a->out.lo > b->out.hi &&
	    a->out.lo <= HIGHER_TIMES * b->out.lo && (a->some || !b->some);
}

/* Adds an origin that is not among the n yet; there is room for it. */
static void
add_origin(uint64_t *origins, uint32_t *n, uint64_t origin)
{
	uint32_t k = 0;

	while (k < *n && origins[k] != origin)
		k++;
	if (k == *n)
		origins[(*n)++] = origin;
}

/* Origins, up to `most` of them, that support value i in votes [from, to); with
 * more, those as well that say more. */
static uint32_t
count_support(const struct tcn_figure_follower *follower, size_t i, size_t from,
    size_t to, uint32_t most, bool more)
{
	uint64_t origins[SUPPORT_MOST];
	uint32_t n = 0;

	assert(most <= SUPPORT_MOST);
	for (size_t v = from; v < to && n < most; v++) {
		const struct tcn_figure_vote *vote = &follower->votes[v];

		if (!tcn_figure_supports(follower, vote, i) &&
		    !(more && says_more(follower, vote->value, i)))
			continue;
		add_origin(origins, &n, vote->told->origin);
	}
	return n;
}

static bool
has_support(const struct tcn_figure_follower *follower, size_t i, size_t from,
    size_t to, uint32_t wanted)
{
	return count_support(follower, i, from, to, wanted, true) >= wanted;
}

/* --- cumulative --- */

/* Whether a value rises above the leader, or says where in its range it is:
 * 65 of "60 to 70". */
static bool
is_rise(const struct tcn_figure_value *value,
    const struct tcn_figure_value *leader)
{
	if (leader->lo == leader->hi || value->lo != value->hi)
		return value->lo > leader->hi;
	return value->lo >= leader->lo;
}

/* Of the last votes up to `to`, the per cent that are near value i. */
static uint32_t
share_of_last(const struct tcn_figure_follower *follower, size_t i, size_t to)
{
	size_t from = to > LAST ? to - LAST : 0;
	uint32_t near = 0;

	for (size_t v = from; v < to; v++) {
		size_t other = follower->votes[v].value;

		near += tcn_figure_is_near(follower->values[other].out.lo,
		    follower->values[i].out.lo, TCN_FIGURE_NEAR_PERCENT);
	}
	return (uint32_t)(near * 100 / (to - from));
}

/* Whether three origins said value i or what is near, since the leader was
 * accepted. */
static bool
is_corrected_by_some(const struct tcn_figure_follower *follower, size_t i,
    size_t to)
{
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	uint64_t origins[CORRECT_ORIGINS] = { 0 };
	uint32_t n = 0;

	for (size_t v = leader->accepted_at + 1; v < to; v++) {
		const struct tcn_figure_vote *vote = &follower->votes[v];

		if (!tcn_figure_is_near(follower->values[vote->value].out.lo,
			follower->values[i].out.lo, TCN_FIGURE_NEAR_PERCENT))
			continue;
		add_origin(origins, &n, vote->told->origin);
		if (n == CORRECT_ORIGINS)
			return true;
	}
	return false;
}

/* Whether value i corrects the leader downwards: it and most of what was said
 * last were not said before the leader, which they contradict. They need not
 * agree: "2", "5 to 15" and "15" together refute 70. Who says "more than 100"
 * does not refute 200. */
static bool
is_corrected_by_many(const struct tcn_figure_follower *follower, size_t i,
    size_t to)
{
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	size_t from = to > LAST ? to - LAST : 0;
	uint32_t below = 0;

	if (follower->values[i].out.hi < leader->out.lo / JUMP_TIMES ||
	    count_support(follower, i, leader->accepted_at + 1, to,
		CORRECT_ORIGINS, false) < CORRECT_ORIGINS)
		return false;
	for (size_t v = from; v < to; v++) {
		const struct tcn_figure_candidate *value =
		    &follower->values[follower->votes[v].value];

		below += value->out.hi < leader->out.lo && !value->given_up &&
		    !value->some &&
		    follower->votes[v].told->reading.sense !=
			TCN_READING_LEAST &&
		    value->out.first_ms > leader->out.accepted_ms;
	}
	return below * 100 >= LAST_SHARE * (to - from);
}

/* Whether value i is said to be false when vote v is cast, and fewer than three
 * origins have said it since. */
static bool
is_denied(const struct tcn_figure_follower *follower, size_t i, size_t v)
{
	int64_t denied_ms = follower->values[i].denied_ms;
	size_t from = 0;

	if (follower->votes[v].told->ms < denied_ms)
		return false;
	while (follower->votes[from].told->ms <= denied_ms && from < v)
		from++;
	return count_support(follower, i, from, v + 1, CORRECT_ORIGINS, false) <
	    CORRECT_ORIGINS;
}

/* Whether who cast vote v told the leader, or more, before: who tells less now
 * knows more, and is not late. */
static bool
knows_leader(const struct tcn_figure_follower *follower, size_t v)
{
	const struct tcn_figure_told *told = follower->votes[v].told;
	int64_t least = follower->values[follower->leader].out.lo;

	for (size_t k = 0; k < v; k++) {
		const struct tcn_figure_vote *vote = &follower->votes[k];

		if (follower->values[vote->value].out.lo >= least &&
		    (vote->told->publisher == told->publisher ||
			vote->told->origin == told->origin))
			return true;
	}
	return false;
}

/* Whether two origins that knew the leader tell less since it was accepted. */
static bool
is_known_better(const struct tcn_figure_follower *follower, size_t to)
{
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	uint64_t origins[TCN_FIGURE_NEED] = { 0 };
	uint32_t n = 0;

	for (size_t v = leader->accepted_at + 1; v < to && n < TCN_FIGURE_NEED;
	     v++) {
		const struct tcn_figure_vote *vote = &follower->votes[v];

		if (follower->values[vote->value].out.hi < leader->out.lo &&
		    knows_leader(follower, v))
			add_origin(origins, &n, vote->told->origin);
	}
	return n == TCN_FIGURE_NEED;
}

/* Whether it was said since the leader was accepted that the number was lowered
 * to value i or what is near, or that the leader is false, and another origin
 * says or said as much. */
static bool
is_lowered(const struct tcn_figure_follower *follower, size_t i, size_t to)
{
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	uint64_t origins[TCN_FIGURE_NEED] = { 0 };
	uint32_t n = 0;
	bool said = is_denied(follower, follower->leader, to - 1);

	for (size_t v = 0; v < to; v++) {
		const struct tcn_figure_vote *vote = &follower->votes[v];

		if (!tcn_figure_is_near(follower->values[vote->value].out.lo,
			follower->values[i].out.lo, TCN_FIGURE_NEAR_PERCENT))
			continue;
		said |= v > leader->accepted_at && vote->told->reading.lowers;
		if (n < TCN_FIGURE_NEED)
			add_origin(origins, &n, vote->told->origin);
	}
	return said && n >= follower->need;
}

/* Whether vote v says what the toll of all is, and nobody said so of the
 * leader, which is then a day's count: "toll reaches 85" after "2 deaths". */
static bool
is_first_toll(const struct tcn_figure_follower *follower, size_t v)
{
	bool toll = follower->votes[v].told->reading.rises;

	for (size_t k = 0; k < v; k++)
		toll &= follower->votes[k].value != follower->leader ||
		    !follower->votes[k].told->reading.rises;
	return toll;
}

/* How many origins let value i, said in vote v, rise above the leader. Of a
 * wire that tells each value once, "rises to" is enough. */
static uint32_t
needed(const struct tcn_figure_follower *follower, size_t i, size_t v)
{
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];
	const struct tcn_figure_value *value = &follower->values[i].out;
	uint32_t half = (leader->out.origins + 1) / 2;

	if (leader->some || (follower->need == 1 && is_first_toll(follower, v)))
		return follower->need;
	if (value->lo / JUMP_TIMES > leader->out.lo) {
		if (half < JUMP_ORIGINS)
			half = JUMP_ORIGINS;
		return half < SUPPORT_MOST ? half : SUPPORT_MOST;
	}
	if (value->lo >= LEAP_TIMES * leader->out.lo &&
	    leader->out.origins >= JUMP_ORIGINS)
		return JUMP_ORIGINS;
	if (follower->votes[v].told->reading.rises &&
	    value->lo <= HIGHER_TIMES * leader->out.hi &&
	    follower->votes_n < SPARSE_VOTES * follower->values_n)
		return 1;
	return follower->need;
}

/* Whether a higher value is no news: "nearly 12,000" after 11,921. */
static bool
is_rounded(const struct tcn_figure_value *value,
    const struct tcn_figure_value *leader)
{
	return value->sense == TCN_READING_ABOUT &&
	    leader->sense != TCN_READING_ABOUT &&
	    tcn_figure_is_near(value->lo, leader->lo, TCN_FIGURE_LEAST_PERCENT);
}

/* Whether value i, said in vote `to` - 1, takes the lead. */
static bool
leads_cumulative(const struct tcn_figure_follower *follower, size_t i,
    size_t to)
{
	const struct tcn_figure_candidate *value = &follower->values[i];
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];

	if (value->given_up)
		return to - leader->accepted_at > LAST &&
		    share_of_last(follower, i, to) >= LAST_RETURN;
	if (!is_rise(&value->out, &leader->out))
		return value->out.hi < leader->out.lo && !value->some &&
		    (is_lowered(follower, i, to) ||
			(value->out.first_ms > leader->out.accepted_ms &&
			    ((is_corrected_by_some(follower, i, to) &&
				 share_of_last(follower, i, to) >=
				     LAST_SHARE) ||
				is_corrected_by_many(follower, i, to)) &&
			    is_known_better(follower, to)));
	return !is_rounded(&value->out, &leader->out) &&
	    has_support(follower, i, 0, to, needed(follower, i, to - 1));
}

/* --- level and fixed --- */

static bool
leads_level(const struct tcn_figure_follower *follower, size_t i, size_t to)
{
	size_t from = follower->values[follower->leader].accepted_at + 1;

	return has_support(follower, i, from, to, follower->need);
}

/* Whether two values of a fixed slot count as one: magnitudes by their
 * difference, money and speeds by their share, as they are rounded. */
static bool
is_joined(const struct tcn_figure_follower *follower, size_t a, size_t b)
{
	int64_t one = follower->values[a].out.lo;
	int64_t other = follower->values[b].out.lo;

	switch (follower->votes->told->reading.slot) {
	case TCN_SLOT_MAGNITUDE:
	case TCN_SLOT_AFTERSHOCK:
		return one - other <= JOIN && other - one <= JOIN;
	case TCN_SLOT_SCORE:
		return a == b;
	default:
		return tcn_figure_is_near(one, other, JOIN_PERCENT);
	}
}

/* Lets a vote of a fixed slot count, by its place among all votes. */
static void
score_vote(struct tcn_figure_follower *follower, size_t v)
{
	double half = (double)follower->votes_n / FIXED_HALF_SHARE;
	struct tcn_figure_candidate *value =
	    &follower->values[follower->votes[v].value];
	double weight;

	if (half < FIXED_HALF_MIN)
		half = FIXED_HALF_MIN;
	weight = tcn_real_exp2((double)v / half);
	value->score += weight;
	for (size_t i = 0; i < follower->values_n; i++)
		if (is_joined(follower, i, follower->votes[v].value))
			follower->values[i].joint += weight;
}

/* Of the last twenty votes up to `to`, the per cent of value i. */
static uint32_t
share_of_fixed(const struct tcn_figure_follower *follower, size_t i, size_t to)
{
	size_t from = to > FIXED_LAST ? to - FIXED_LAST : 0;
	uint32_t same = 0;

	for (size_t v = from; v < to; v++)
		same += is_joined(follower, i, follower->votes[v].value);
	return (uint32_t)(same * 100 / (to - from));
}

/* Whether value i is a revision: it was not said before the leader led, and
 * much of what is said now is of it, though the old one is still passed on. */
static bool
is_revision(const struct tcn_figure_follower *follower, size_t i, size_t to)
{
	const struct tcn_figure_candidate *value = &follower->values[i];

	return value->out.first_ms >
	    follower->values[follower->leader].out.accepted_ms &&
	    value->out.origins >= REVISE_ORIGINS &&
	    share_of_fixed(follower, i, to) >= REVISE_SHARE;
}

static bool
leads_fixed(const struct tcn_figure_follower *follower, size_t i, size_t to)
{
	const struct tcn_figure_candidate *value = &follower->values[i];
	const struct tcn_figure_candidate *leader =
	    &follower->values[follower->leader];

	if (!has_support(follower, i, 0, to, follower->need))
		return false;
	if (value->given_up)
		return share_of_fixed(follower, i, to) >= LAST_RETURN;
	if (is_revision(follower, i, to))
		return true;
	if (value->joint != leader->joint)
		return value->joint > leader->joint;
	return value->score > leader->score;
}

/* --- following --- */

/* A toll that fell refutes all that was told above it, not its leader alone. */
static void
give_up_above(struct tcn_figure_follower *follower, int64_t hi)
{
	for (size_t i = 0; i < follower->values_n; i++) {
		struct tcn_figure_candidate *value = &follower->values[i];

		value->given_up |= value->out.origins > 0 && value->out.lo > hi;
	}
}

static void
accept(struct tcn_figure_follower *follower, size_t i, size_t v)
{
	struct tcn_figure_candidate *value = &follower->values[i];
	enum tcn_slot slot = follower->votes[v].told->reading.slot;

	if (tcn_slot_kind(slot) == TCN_SLOT_CUMULATIVE &&
	    follower->leader < follower->values_n &&
	    value->out.hi < follower->values[follower->leader].out.lo)
		give_up_above(follower, value->out.hi);
	if (follower->leader < follower->values_n)
		follower->values[follower->leader].given_up = true;
	if (!value->accepted)
		value->out.accepted_ms = follower->votes[v].told->ms;
	value->accepted = true;
	value->given_up = false;
	value->accepted_at = v;
	follower->leader = i;
}

/* Whether value i leads after vote v. */
static bool
takes_lead(struct tcn_figure_follower *follower, size_t i, size_t v)
{
	enum tcn_slot slot = follower->votes[v].told->reading.slot;

	if (follower->leader == i)
		return false;
	if (follower->values[i].vague != follower->vague ||
	    is_denied(follower, i, v))
		return false;
	if (follower->leader == follower->values_n)
		return has_support(follower, i, 0, v + 1, follower->need);
	switch (tcn_slot_kind(slot)) {
	case TCN_SLOT_CUMULATIVE:
		return leads_cumulative(follower, i, v + 1);
	case TCN_SLOT_LEVEL:
		return leads_level(follower, i, v + 1);
	case TCN_SLOT_FIXED:
		return leads_fixed(follower, i, v + 1);
	case TCN_SLOT_HIGHEST:
		return follower->values[i].out.lo >
		    follower->values[follower->leader].out.lo &&
		    has_support(follower, i, 0, v + 1, follower->need);
	}
	return false;
}

/* The highest value below `most` that another origin told before, and who says
 * value i in vote v says as well; values_n: none. */
static size_t
find_lower(const struct tcn_figure_follower *follower, size_t i, size_t v,
    int64_t most)
{
	const struct tcn_figure_candidate *values = follower->values;
	size_t none = follower->values_n, best = none;

	for (size_t j = 0; j < follower->values_n; j++) {
		if (j == follower->leader || !values[j].out.origins ||
		    values[j].given_up || values[j].out.lo >= most ||
		    !says_more(follower, i, j) || is_denied(follower, j, v) ||
		    (follower->leader != none &&
			!is_rise(&values[j].out,
			    &values[follower->leader].out)) ||
		    (values[j].out.origins < 2 &&
			values[j].first_origin ==
			    follower->votes[v].told->origin))
			continue;
		if (best == none || values[j].out.lo > values[best].out.lo)
			best = j;
	}
	return best;
}

/* Who says 155 supports 101, which another told before: that leads then. */
static void
lift(struct tcn_figure_follower *follower, size_t i, size_t v)
{
	int64_t most = INT64_MAX;

	for (int tries = 0; tries < LIFT_TRIES && !follower->vague; tries++) {
		size_t lower = find_lower(follower, i, v, most);

		if (lower == follower->values_n)
			return;
		if (has_support(follower, lower, 0, v + 1,
			follower->leader < follower->values_n
			    ? needed(follower, lower, v)
			    : follower->need)) {
			accept(follower, lower, v);
			return;
		}
		most = follower->values[lower].out.lo;
	}
}

/* Vague values lead where no other has enough origins and one of them has, or
 * where there are no others. */
static bool
may_be_vague(const struct tcn_figure_follower *follower)
{
	bool firm = false, firm_enough = false, vague_enough = false;

	for (size_t i = 0; i < follower->values_n; i++) {
		const struct tcn_figure_candidate *value = &follower->values[i];
		bool enough = value->out.origins >= follower->need;

		firm |= !value->vague;
		firm_enough |= !value->vague && enough;
		vague_enough |= value->vague && enough;
	}
	return !firm || (!firm_enough && vague_enough);
}

/* Whether value i, which nobody else tells, may be of a part: it is of one kind
 * of people, or lower than what was told before vote v; far lower only than a
 * toll, as "2 deaths" of a day than the 85 of all. */
static bool
may_be_part(const struct tcn_figure_follower *follower, size_t i, size_t v)
{
	const struct tcn_figure_candidate *value = &follower->values[i];
	enum tcn_slot slot = follower->votes[v].told->reading.slot;

	if (tcn_slot_kind(slot) != TCN_SLOT_CUMULATIVE)
		return false;
	for (size_t k = 0; k < v && !value->some; k++) {
		const struct tcn_figure_candidate *other =
		    &follower->values[follower->votes[k].value];

		if (!other->some && other->vague == value->vague &&
		    other->out.lo > value->out.hi &&
		    (other->out.lo <= JUMP_TIMES * value->out.lo ||
			follower->votes[k].told->reading.rises))
			return true;
	}
	return value->some;
}

/* Where too few agree on any value the newest one leads, of a toll rather one
 * that is of all. */
static void
lead_with_newest(struct tcn_figure_follower *follower)
{
	for (int parts = 0; parts < 2; parts++) {
		size_t v = follower->votes_n;

		while (follower->leader == follower->values_n && v-- > 0) {
			size_t i = follower->votes[v].value;

			if (follower->values[i].vague == follower->vague &&
			    (parts ||
				(!may_be_part(follower, i, v) &&
				    !is_denied(follower, i, v))))
				accept(follower, i, v);
		}
	}
}

void
tcn_figure_follow(struct tcn_figure_follower *follower)
{
	bool fixed = tcn_slot_kind(follower->votes->told->reading.slot) ==
	    TCN_SLOT_FIXED;

	follower->need = follower->origins < NEED_ORIGINS ? 1 : TCN_FIGURE_NEED;
	follower->vague = may_be_vague(follower);
	follower->leader = follower->values_n;
	for (size_t i = 0; i < follower->values_n; i++)
		follower->values[i].out.origins = 0;
	for (size_t v = 0; v < follower->votes_n; v++) {
		size_t i = follower->votes[v].value;

		follower->values[i].out.origins++;
		if (fixed)
			score_vote(follower, v);
		if (takes_lead(follower, i, v))
			accept(follower, i, v);
		else
			lift(follower, i, v);
	}
	lead_with_newest(follower);
}
