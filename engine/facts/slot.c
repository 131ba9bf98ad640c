#include "engine/facts/slot.h"

#include <assert.h>

static const struct {
	const char *name;
	enum tcn_slot_kind kind;
} slots[] = {
	[TCN_SLOT_DEAD] = { "dead", TCN_SLOT_CUMULATIVE },
	[TCN_SLOT_INJURED] = { "injured", TCN_SLOT_CUMULATIVE },
	[TCN_SLOT_MISSING] = { "missing", TCN_SLOT_LEVEL },
	[TCN_SLOT_RESCUED] = { "rescued", TCN_SLOT_CUMULATIVE },
	[TCN_SLOT_EVACUATED] = { "evacuated", TCN_SLOT_CUMULATIVE },
	[TCN_SLOT_ARRESTED] = { "arrested", TCN_SLOT_CUMULATIVE },
	[TCN_SLOT_ABOARD] = { "aboard", TCN_SLOT_FIXED },
	[TCN_SLOT_MAGNITUDE] = { "magnitude", TCN_SLOT_FIXED },
	[TCN_SLOT_AFTERSHOCK] = { "aftershock", TCN_SLOT_HIGHEST },
	[TCN_SLOT_SPEED] = { "speed", TCN_SLOT_FIXED },
	[TCN_SLOT_WATER] = { "water", TCN_SLOT_LEVEL },
	[TCN_SLOT_PRICE] = { "price", TCN_SLOT_FIXED },
	[TCN_SLOT_DAMAGE] = { "damage", TCN_SLOT_CUMULATIVE },
	[TCN_SLOT_FINE] = { "fine", TCN_SLOT_FIXED },
	[TCN_SLOT_OUTAGE] = { "outage", TCN_SLOT_LEVEL },
	[TCN_SLOT_AID] = { "aid", TCN_SLOT_FIXED },
	[TCN_SLOT_PRISON] = { "prison", TCN_SLOT_HIGHEST },
	[TCN_SLOT_JOBS] = { "jobs", TCN_SLOT_FIXED },
	[TCN_SLOT_RECALL] = { "recall", TCN_SLOT_FIXED },
	[TCN_SLOT_AGE] = { "age", TCN_SLOT_FIXED },
	[TCN_SLOT_INFLATION] = { "inflation", TCN_SLOT_FIXED },
	[TCN_SLOT_UNEMPLOYMENT] = { "unemployment", TCN_SLOT_FIXED },
	[TCN_SLOT_GROWTH] = { "growth", TCN_SLOT_FIXED },
	[TCN_SLOT_INTEREST] = { "interest", TCN_SLOT_FIXED },
	[TCN_SLOT_TURNOUT] = { "turnout", TCN_SLOT_LEVEL },
	[TCN_SLOT_VOTE] = { "vote", TCN_SLOT_LEVEL },
	[TCN_SLOT_SETTLEMENT] = { "settlement", TCN_SLOT_FIXED },
	[TCN_SLOT_FINANCING] = { "financing", TCN_SLOT_FIXED },
	[TCN_SLOT_PROFIT] = { "profit", TCN_SLOT_FIXED },
	[TCN_SLOT_LOSS] = { "loss", TCN_SLOT_FIXED },
	[TCN_SLOT_SALES] = { "sales", TCN_SLOT_FIXED },
	[TCN_SLOT_SCORE] = { "score", TCN_SLOT_FIXED },
};

static_assert(TCN_SLOTS <= 32, "sets of slots have 32 bits");

enum tcn_slot_kind
tcn_slot_kind(enum tcn_slot slot)
{
	assert(slot < TCN_SLOTS);
	return slots[slot].kind;
}

bool
tcn_slot_is_of_many(enum tcn_slot slot)
{
	assert(slot < TCN_SLOTS);
	return slot >= TCN_SLOT_MANY || slot == TCN_SLOT_PRICE ||
	    slot == TCN_SLOT_DAMAGE || slot == TCN_SLOT_FINE;
}

const char *
tcn_slot_name(enum tcn_slot slot)
{
	assert(slot < TCN_SLOTS);
	return slots[slot].name;
}

enum tcn_slot
tcn_slot_find(struct tcn_str name)
{
	unsigned slot = 0;

	while (slot < TCN_SLOTS &&
	    !tcn_str_equal(name, tcn_str(slots[slot].name)))
		slot++;
	return (enum tcn_slot)slot;
}
