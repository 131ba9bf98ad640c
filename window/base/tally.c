#include "window/base/tally.h"

#include <string.h>

#include "engine/base/mem.h"

void
tcn_tally_fini(struct tcn_tally *tally)
{
	tcn_mem_free(tally->at);
	tcn_mem_free(tally->places);
	*tally = (struct tcn_tally){ 0 };
}

void
tcn_tally_begin(struct tcn_tally *tally, size_t room)
{
	struct tcn_tally_entry *at =
	    tcn_mem_grow(tally->at, &tally->at_cap, room, sizeof *at);
	uint32_t *places;
	unsigned bits = 4;

	assert(room < (size_t)1 << 30);
	tally->n = tally->room = 0;
	tally->at = at;
	while ((size_t)1 << bits < 2 * room)
		bits++;
	places = tcn_mem_grow(tally->places, &tally->places_cap,
	    (size_t)1 << bits, sizeof *places);
	memset(places, 0, sizeof *places << bits);
	tally->places = places;
	tally->bits = bits;
	tally->room = (uint32_t)room;
}
