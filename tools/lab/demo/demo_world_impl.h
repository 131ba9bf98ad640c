/*
 * tools/lab/demo/demo_world_impl.h - the invented world: places, people,
 * organisations and the outlets that write about them. Private to
 * tools/lab/demo/demo*.c.
 *
 * Names are put together from syllables, so that there are thousands, none of
 * them real. A name is a number; it is written with the same letters in all
 * European languages and with the same sounds in Chinese and Japanese.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_WORLD_IMPL_H
#define TCN_TOOLS_LAB_DEMO_DEMO_WORLD_IMPL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "tools/lab/demo/demo_grammar_impl.h"

#define TCN_DEMO_COUNTRIES 12
#define TCN_DEMO_TOWNS     28 /* of one country; the first is its capital */

struct tcn_demo_source {
	char name[48];
	char host[56];
	enum tcn_demo_lang lang;
	uint16_t country;
	uint16_t town; /* index of a town of that country */
	uint16_t syndicate; /* 0: independent */
	bool agency; /* writes the texts its syndicate copies */
};

struct tcn_demo_world {
	uint64_t seed;
	struct tcn_demo_source *sources;
	uint32_t sources_n;
	/* The sources of a language are next to each other: the first, and how
	 * many there are. */
	uint32_t lang_first[TCN_DEMO_LANGS];
	uint32_t lang_sources_n[TCN_DEMO_LANGS];
};

void tcn_demo_world_init(struct tcn_demo_world *world, uint64_t seed,
    uint32_t sources_n);
void tcn_demo_world_fini(struct tcn_demo_world *world);

/* Append the name with this number. */
void tcn_demo_country(uint32_t country, enum tcn_demo_lang lang,
    struct tcn_buf *out);
void tcn_demo_town(uint32_t country, uint32_t town, enum tcn_demo_lang lang,
    struct tcn_buf *out);
/* One of many thousand small places. */
void tcn_demo_village(uint64_t number, enum tcn_demo_lang lang,
    struct tcn_buf *out);
void tcn_demo_surname(uint64_t number, enum tcn_demo_lang lang,
    struct tcn_buf *out);
void tcn_demo_first_name(uint64_t number, enum tcn_demo_lang lang,
    struct tcn_buf *out);
void tcn_demo_brand(uint64_t number, enum tcn_demo_lang lang,
    struct tcn_buf *out);

#endif
