/*
 * A chain of editions over streams made at random. Beside the store's ledger
 * stands a model of the reader: all lines that were read, and of each event the
 * number of dead that was read last. After each edition the reader knows what
 * is known, has read no line twice, and was told rightly what changed; events
 * merge and split meanwhile. One that was split off goes on from the other: its
 * counts and figures are its own.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/tools/tell/edition/oster.h"

enum {
	EVENTS = 6,
	ROUNDS = 30, /* an edition each, an hour apart */
	LINES = 2048,
	SEEDS = 24,
	CROWD = 64, /* more than a ledger has room for at first */
};

/* What is going on, and what the reader knows of it. */
struct thing {
	char id[16], town[12];
	int fired; /* minute */
	uint64_t story;
	uint32_t revision; /* 0: it has not begun */
	bool closed;
	uint64_t dead; /* that its articles say */
	uint64_t read; /* that the reader was told of it last; 0: nothing */
	uint64_t before; /* believed, before the edition that is read */
	bool told; /* an edition told of it */
	struct thing *into; /* it became part of that one; or NULL */
	struct thing *part_of; /* it was split off that one; or NULL */
};

struct world {
	uint64_t seed, seq;
	int minute;
	struct thing things[EVENTS];
	/* Lines that were told, as whole texts. */
	struct tcn_str lines[LINES];
	size_t lines_n;
	struct tcn_edition_ledger dry; /* of the same editions, not stored */
};

static struct world world;

/* --- what happens --- */

/* A name that no other text has. */
static void
make_name(char name[static 12])
{
	static const char *const parts[] = { "ba", "de", "fi", "go", "ku", "la",
		"me", "ni", "po", "ru", "sa", "te", "vi", "zo" };
	size_t n = 0;

	for (int i = 0; i < 5; i++)
		n += (size_t)snprintf(name + n, 12 - n, "%s",
		    parts[random_below(&world.seed, 14)]);
	name[0] -= 'a' - 'A';
}

/* The first episode of what was split off one from the other; or nothing. */
static const char *
first_of(const struct thing *thing)
{
	const struct thing *first = thing->part_of;

	while (first && first->part_of)
		first = first->part_of;
	return first ? first->id : "";
}

static void
change(struct thing *thing, enum tcn_event_state state, const char *into)
{
	struct tcn_store_tx *tx;
	uint64_t evidence = thing->story;
	struct tcn_event event = { .rule = TCN_STR("story"),
		.story = thing->story,
		.revision = ++thing->revision,
		.state = state,
		.severity = TCN_SEVERITY_HIGH,
		.fired_ms = oster_minute_ms(thing->fired),
		.changed_ms = oster_minute_ms(world.minute),
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.central = thing->story,
		.evidence = &evidence,
		.evidence_n = 1 };

	event.first_ms = event.last_ms = event.fired_ms;
	snprintf(event.id, sizeof event.id, "%s", thing->id);
	snprintf(event.merged_into, sizeof event.merged_into, "%s", into);
	snprintf(event.split_from, sizeof event.split_from, "%s",
	    thing->part_of ? thing->part_of->id : "");
	snprintf(event.dossier, sizeof event.dossier, "%s", first_of(thing));
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert_msg(!tcn_store_put_event(tx, &event), "%s",
	    tcn_store_error(oster.st)->text);
	ck_assert(!tcn_store_commit(oster.st));
	thing->closed = state == TCN_EVENT_CLOSED;
}

/* Two articles that say the same number of dead, and a fact each. */
static void
report(struct thing *thing)
{
	for (int i = 0; i < 2; i++) {
		char name[4][12], source[16], title[128], text[256];

		for (int k = 0; k < 4; k++)
			make_name(name[k]);
		world.seq++;
		snprintf(source, sizeof source, "Source %d",
		    (int)random_below(&world.seed, 9));
		snprintf(title, sizeof title, "%s closed the %s at %s", name[0],
		    name[1], name[2]);
		snprintf(text, sizeof text,
		    "Engineers from %s said that %s had opened %s and %s. "
		    "The police of %s said %d people were killed.",
		    name[0], name[1], name[2], name[3], thing->town,
		    (int)thing->dead);
		oster_put(oster.st, world.seq, thing->story, world.minute, "en",
		    source, title, text);
	}
}

static struct thing *
any(bool begun)
{
	for (int tries = 0; tries < 20; tries++) {
		struct thing *thing =
		    &world.things[random_below(&world.seed, EVENTS)];

		if ((thing->revision != 0) == begun && !thing->closed)
			return thing;
	}
	return NULL;
}

static void
begin(struct thing *thing, struct thing *from)
{
	make_name(thing->town);
	thing->story = world.seq + 1;
	thing->dead = from ? from->dead + 1 : 3 + random_below(&world.seed, 9);
	report(thing);
	thing->part_of = from;
	thing->fired = world.minute;
	change(thing, TCN_EVENT_OPEN, "");
}

static void
merge(struct thing *thing, struct thing *into)
{
	const struct tcn_story story = {
		.id = thing->story, .merged_into = into->story, .closed = true
	};
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_story(tx, &story));
	ck_assert(!tcn_store_commit(oster.st));
	change(thing, TCN_EVENT_CLOSED, into->id);
	if (thing->dead > into->dead)
		into->dead = thing->dead;
	thing->into = into;
}

static void
happen(void)
{
	struct thing *thing = any(true), *other = any(true), *free = any(false);

	world.minute++;
	switch (random_below(&world.seed, 8)) {
	case 0:
	case 1:
		if (free)
			begin(free, NULL);
		break;
	case 2:
		if (free && thing)
			begin(free, thing);
		break;
	case 3:
		if (thing && other && thing != other)
			merge(thing, other);
		break;
	case 4:
		if (thing)
			change(thing, TCN_EVENT_CLOSED, "");
		break;
	default:
		if (thing) {
			thing->dead += random_below(&world.seed, 4);
			report(thing);
		}
	}
}

/* --- what the reader reads --- */

static bool
is_part(const struct thing *part, const struct thing *whole)
{
	while (part && part != whole)
		part = part->into;
	return part != NULL;
}

/* What the reader believes: what was said of it; else the highest that was said
 * of its parts. */
static uint64_t
believed(const struct thing *thing)
{
	uint64_t most = 0;

	if (thing->read)
		return thing->read;
	for (int i = 0; i < EVENTS; i++)
		if (is_part(&world.things[i], thing) &&
		    world.things[i].read > most)
			most = world.things[i].read;
	return most;
}

static bool
was_told(const struct thing *thing)
{
	for (int i = 0; i < EVENTS; i++)
		if (is_part(&world.things[i], thing) && world.things[i].told)
			return true;
	return false;
}

static struct thing *
find(const char *id)
{
	for (int i = 0; i < EVENTS; i++)
		if (strcmp(world.things[i].id, id) == 0)
			return &world.things[i];
	ck_abort_msg("%s", id);
	return NULL;
}

static void
read_lines(const struct tcn_edition_entry *entry)
{
	for (size_t i = 0; i < entry->lines_n; i++) {
		struct tcn_str text = entry->lines[i].says.text;

		for (size_t k = 0; k < world.lines_n; k++)
			ck_assert_msg(!tcn_str_equal(world.lines[k], text),
			    "told twice: %.*s", TCN_STR_ARG(text));
		ck_assert_uint_lt(world.lines_n, LINES);
		tcn_arena_str(&oster.arena, text,
		    &world.lines[world.lines_n++]);
	}
}

/* The figure says from what it has changed, and to what. One that was told of
 * the episode before it is known. */
static void
read_figures(const struct tcn_edition_entry *entry, struct thing *thing)
{
	if (entry->before && !entry->figures_n && entry->brief.figures_n) {
		ck_assert_uint_eq(entry->before->figures_n, 1);
		thing->read = (uint64_t)entry->before->figures[0].hi / 1000;
	}
	for (size_t i = 0; i < entry->figures_n; i++) {
		const struct tcn_edition_figure *figure = &entry->figures[i];

		ck_assert_int_eq(figure->slot, TCN_SLOT_DEAD);
		ck_assert_ptr_nonnull(figure->now);
		if (figure->told)
			ck_assert_int_eq(figure->told->hi,
			    (int64_t)thing->before * 1000);
		else
			ck_assert_uint_eq(thing->before, 0);
		thing->read = (uint64_t)figure->now->hi / 1000;
	}
}

/* What was told before is its own; of one that was split off, what was told of
 * the other is that of the episode before it. */
static void
read_before(const struct tcn_edition_entry *entry, struct thing *thing)
{
	const struct thing *from = thing->part_of;

	ck_assert_int_eq(entry->told != NULL, was_told(thing));
	if (entry->told)
		ck_assert_ptr_null(entry->before);
	else if (from && was_told(from) && !from->into)
		ck_assert_ptr_nonnull(entry->before);
	thing->told |= entry->section != TCN_EDITION_UNCHANGED;
}

static void
read_edition(const struct tcn_edition *edition)
{
	for (int i = 0; i < EVENTS; i++)
		world.things[i].before = believed(&world.things[i]);
	for (size_t i = 0; i < edition->entries_n; i++) {
		const struct tcn_edition_entry *entry = &edition->entries[i];
		struct thing *thing = find(entry->event->id);

		read_before(entry, thing);
		read_lines(entry);
		read_figures(entry, thing);
		for (size_t k = 0; k < entry->brief.figures_n; k++)
			ck_assert_int_eq(entry->brief.figures[k].hi,
			    (int64_t)(thing->read ? thing->read
						  : thing->before) *
				1000);
		if (entry->section == TCN_EDITION_UNCHANGED)
			ck_assert_uint_eq(entry->lines_n + entry->figures_n, 0);
	}
}

/* The same edition of a dry run, byte for byte. */
static void
make_dry(struct tcn_edition_job job, const struct tcn_edition *stored)
{
	struct tcn_buf kept = { 0 }, dry = { 0 };
	struct tcn_edition edition;

	job.ledger = &world.dry;
	ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
	tcn_edition_ledger_add(&world.dry, &edition);
	tcn_edition_write(stored, TCN_EDITION_JSON, &kept);
	tcn_edition_write(&edition, TCN_EDITION_JSON, &dry);
	ck_assert_str_eq(dry.at, kept.at);
	tcn_buf_fini(&kept);
	tcn_buf_fini(&dry);
}

static void
keep_edition(void (*read)(const struct tcn_edition *edition))
{
	struct tcn_edition_job job = { .st = oster.st,
		.conf = oster_conf("hourly"),
		.prep = oster.prep,
		.due_ms = oster_minute_ms(world.minute),
		.cut = { world.seq, oster_minute_ms(world.minute) },
		.event = TCN_STR(""),
		.reason = TCN_STR("") };
	struct tcn_edition edition;
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_edition_plan(&job, &oster.arena));
	ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
	make_dry(job, &edition);
	ck_assert(!tcn_edition_keep(tx, &edition, 1));
	ck_assert(!tcn_store_commit(oster.st));
	if (read)
		read(&edition);
}

START_TEST(a_reader_knows_all_and_reads_nothing_twice)
{
	world = (struct world){ .seed = (uint64_t)_i + 1 };
	for (int i = 0; i < EVENTS; i++)
		snprintf(world.things[i].id, sizeof world.things[i].id,
		    "event-%d", i);
	for (int round = 0; round < ROUNDS; round++) {
		int n = (int)random_below(&world.seed, 5);

		for (int i = 0; i < n; i++)
			happen();
		world.minute++;
		keep_edition(read_edition);
	}
	ck_assert_uint_gt(world.lines_n, 10);
	tcn_edition_ledger_fini(&world.dry);
}
END_TEST

/* Events of before beside many new ones: the ledger of a dry run grows while
 * what it says of the former is still in use. */
START_TEST(many_events_at_once)
{
	static struct thing many[CROWD];

	world = (struct world){ .seed = 7 };
	for (int n = CROWD / 4; n <= CROWD; n *= 2) {
		for (int i = 0; i < n; i++) {
			struct thing *thing = &many[i];

			if (thing->revision) {
				thing->dead++;
				report(thing);
				continue;
			}
			*thing = (struct thing){ 0 };
			snprintf(thing->id, sizeof thing->id, "crowd-%d", i);
			begin(thing, NULL);
		}
		world.minute++;
		keep_edition(NULL);
	}
	tcn_edition_ledger_fini(&world.dry);
}
END_TEST

/* What a dry run keeps does not grow with its editions, but with what they
 * told. */
START_TEST(the_ledger_has_an_event_once)
{
	struct tcn_edition_job job = { .st = oster.st,
		.conf = oster_conf("hourly"),
		.prep = oster.prep,
		.number = 1,
		.due_ms = oster_minute_ms(60),
		.cut = { 5, oster_minute_ms(60) },
		.event = TCN_STR(""),
		.reason = TCN_STR("") };
	struct tcn_edition_ledger ledger = { 0 };
	struct tcn_edition edition;
	size_t before = 0;

	oster_grow(oster.st, 1, 5);
	ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
	for (int i = 0; i < 100; i++) {
		tcn_edition_ledger_add(&ledger, &edition);
		if (i == 2)
			before = tcn_mem_live_bytes();
	}
	ck_assert_uint_eq(tcn_mem_live_bytes(), before);
	tcn_edition_ledger_fini(&ledger);
}
END_TEST

TCN_TESTS(edition_chain)
{
	tcase_add_checked_fixture(tc, oster_set_up, oster_tear_down);
	tcase_add_loop_test(tc, a_reader_knows_all_and_reads_nothing_twice, 0,
	    SEEDS);
	tcase_add_test(tc, many_events_at_once);
	tcase_add_test(tc, the_ledger_has_an_event_once);
}
