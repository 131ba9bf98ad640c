/*
 * engine/facts/slot.h - the kinds of figures that stories have.
 */
#ifndef TCN_ENGINE_FACTS_SLOT_H
#define TCN_ENGINE_FACTS_SLOT_H

#include <stdbool.h>

#include "engine/base/str.h"

enum tcn_slot {
	TCN_SLOT_DEAD,
	TCN_SLOT_INJURED,
	TCN_SLOT_MISSING,
	TCN_SLOT_RESCUED,
	TCN_SLOT_EVACUATED,
	TCN_SLOT_ARRESTED,
	TCN_SLOT_ABOARD,
	TCN_SLOT_MAGNITUDE,
	TCN_SLOT_AFTERSHOCK, /* the strongest one's magnitude */
	TCN_SLOT_SPEED,
	TCN_SLOT_WATER, /* a river's level */
	TCN_SLOT_PRICE, /* paid or offered */
	TCN_SLOT_DAMAGE, /* money */
	TCN_SLOT_FINE, /* money */
	TCN_SLOT_OUTAGE, /* homes or people without power */
	/* A story may have many of each of those below: they do not go on. */
	TCN_SLOT_MANY,
	TCN_SLOT_AID = TCN_SLOT_MANY, /* money: a loan, a rescue, help */
	TCN_SLOT_PRISON, /* years of the longest sentence; or life, or death */
	TCN_SLOT_JOBS, /* that are cut */
	TCN_SLOT_RECALL, /* cars or other goods that are called back */
	TCN_SLOT_AGE, /* of who died */
	TCN_SLOT_INFLATION, /* this and those up to vote are per cents */
	TCN_SLOT_UNEMPLOYMENT,
	TCN_SLOT_GROWTH, /* of an economy */
	TCN_SLOT_INTEREST, /* of a central bank */
	TCN_SLOT_TURNOUT,
	TCN_SLOT_VOTE, /* of who wins; or seats */
	TCN_SLOT_SETTLEMENT, /* money: one, or damages that are awarded */
	TCN_SLOT_FINANCING, /* money: debt, shares, a round of funding,
			      * what is invested */
	/* Money of a company; or per cents, by which it rose or fell. */
	TCN_SLOT_PROFIT,
	TCN_SLOT_LOSS,
	TCN_SLOT_SALES, /* of tickets, too */
	TCN_SLOT_SCORE, /* of a match that is over, or of a vote: two numbers */
	TCN_SLOTS
};

/* How the values of a slot go on. */
enum tcn_slot_kind {
	TCN_SLOT_CUMULATIVE, /* rises; a fall is a correction */
	TCN_SLOT_LEVEL, /* rises and falls */
	TCN_SLOT_FIXED, /* one value, told differently */
	TCN_SLOT_HIGHEST, /* many values, of which the highest counts */
};

enum tcn_slot_kind tcn_slot_kind(enum tcn_slot slot);
/* Whether a story may tell many of it that are not its own: money, shares,
 * sentences, ages of all whom it names. */
bool tcn_slot_is_of_many(enum tcn_slot slot);
const char *tcn_slot_name(enum tcn_slot slot); /* "dead", as in JSON */
enum tcn_slot tcn_slot_find(struct tcn_str name); /* TCN_SLOTS: none is */

#endif
