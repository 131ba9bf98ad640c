/*
 * Events that tell of the same in different languages are told once.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/tools/tell/edition/oster.h"
#include "tools/tell/edition/edition_send.h"

static const char flood[] = "Dam breaks above Oster";

/* An event whose items say that they are in Spanish. */
static void
put_event(const char *id, uint64_t story, uint64_t first, uint32_t revision,
    int minute, const char *linked)
{
	struct tcn_event_id other;
	struct tcn_event event = { .rule = TCN_STR("story"),
		.story = story,
		.revision = revision,
		.state = revision > 1 ? TCN_EVENT_UPDATED : TCN_EVENT_OPEN,
		.severity = TCN_SEVERITY_HIGH,
		.fired_ms = oster_minute_ms(40),
		.changed_ms = oster_minute_ms(minute),
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.central = first,
		.languages = { { "es" }, 1 },
		.evidence = &first,
		.evidence_n = 1,
		.linked = &other,
		.linked_n = linked != NULL };
	struct tcn_store_tx *tx;

	snprintf(event.id, sizeof event.id, "%s", id);
	event.first_ms = event.last_ms = event.fired_ms;
	snprintf(other.at, sizeof other.at, "%s", linked ? linked : "");
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_event(tx, &event));
	ck_assert(!tcn_store_commit(oster.st));
}

/* The event that tells of the flood in Spanish. */
static void
put_riada(uint32_t revision, int minute, const char *linked)
{
	put_event("riada", 40, 4, revision, minute, linked);
}

/* The flood ends, or has ended. */
static void
close_flood(uint32_t revision, int minute)
{
	struct tcn_event event = { .id = "flood",
		.rule = TCN_STR("story"),
		.story = 1,
		.revision = revision,
		.state = TCN_EVENT_CLOSED,
		.severity = TCN_SEVERITY_HIGH,
		.fired_ms = oster_minute_ms(10),
		.changed_ms = oster_minute_ms(minute),
		.items = 3,
		.origins = 3,
		.publishers = 3,
		.central = 1 };
	struct tcn_store_tx *tx;

	event.first_ms = event.last_ms = event.fired_ms;
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_event(tx, &event));
	ck_assert(!tcn_store_commit(oster.st));
}

static void
put_spanish(uint64_t seq, int minute, const char *source, const char *title,
    const char *text)
{
	oster_put(oster.st, seq, 40, minute, "es", source, title, text);
}

static void
begin(void)
{
	oster_grow(oster.st, 1, 3);
	put_spanish(4, 40, "El Faro",
	    "La presa se rompe y el agua inunda Oster",
	    "La presa de Oster se rompi\xc3\xb3 al amanecer tras varios "
	    "d\xc3\xad"
	    "as de lluvia. "
	    "La polic\xc3\xad"
	    "a dijo que murieron 4 personas.");
	put_riada(1, 40, NULL);
}

static size_t
count(const char *text, const char *part)
{
	size_t n = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		n++;
	}
	return n;
}

/* Two rules on one story: one place, which names both, at the higher
 * severity. */
START_TEST(rules_on_one_story_have_one_place)
{
	const uint64_t first = 1;
	struct tcn_event event = { .id = "dams",
		.rule = TCN_STR("dams"),
		.story = 1,
		.revision = 1,
		.severity = TCN_SEVERITY_CRITICAL,
		.fired_ms = oster_minute_ms(20),
		.changed_ms = oster_minute_ms(20),
		.first_ms = oster_minute_ms(20),
		.last_ms = oster_minute_ms(20),
		.items = 2,
		.origins = 2,
		.publishers = 2,
		.central = 1,
		.evidence = &first,
		.evidence_n = 1 };
	struct tcn_buf text = { 0 };
	struct tcn_edition edition;
	struct tcn_edition_job job = { .conf = oster_conf("hourly"),
		.prep = oster.prep,
		.due_ms = oster_minute_ms(60),
		.cut.as_of_ms = oster_minute_ms(61),
		.event = TCN_STR(""),
		.reason = TCN_STR("") };
	struct tcn_store_tx *tx;

	oster_grow(oster.st, 1, 3);
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_event(tx, &event));
	ck_assert(!tcn_store_commit(oster.st));
	ck_assert(!tcn_edition_plan_next(oster.st, &job, &oster.arena));
	ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
	ck_assert_uint_eq(edition.entries_n, 1);
	tcn_edition_write(&edition, TCN_EDITION_JSON, &text);
	oster_must_have(text.at, "\"event\":\"flood\"");
	oster_must_have(text.at, "\"rules\":[\"story\",\"dams\"]");
	oster_must_have(text.at, "\"severity\":\"critical\"");
	tcn_buf_fini(&text);
}
END_TEST

/* Told as two, and found to be one after that: from then on one, of which only
 * what is new is told. */
START_TEST(a_link_after_the_last_edition)
{
	struct tcn_buf text = { 0 };

	ck_assert(!oster_step(oster.st, "diario", oster_minute_ms(1), 0, NULL));
	begin();
	ck_assert(oster_step(oster.st, "diario", oster_minute_ms(60), 0,
	    &text));
	tcn_buf_char(&text, '\0');
	oster_must_have(text.at, flood);
	oster_must_have(text.at, "inunda Oster");
	ck_assert_uint_eq(count(text.at, "\n### "), 2);

	close_flood(2, 70);
	put_spanish(5, 80, "El Norte", "El puente del ferrocarril se derrumba",
	    "El puente del ferrocarril al sur de Oster se derrumb\xc3\xb3 al "
	    "mediod\xc3\xad"
	    "a. La polic\xc3\xad"
	    "a dijo que murieron 9 "
	    "personas.");
	put_spanish(6, 85, "El Sur", "Se derrumba el puente del ferrocarril",
	    "El puente del ferrocarril al sur de Oster se derrumb\xc3\xb3. "
	    "La polic\xc3\xad"
	    "a dijo que murieron 9 personas.");
	put_riada(2, 85, "flood");
	ck_assert(oster_step(oster.st, "diario", oster_minute_ms(120), 0,
	    &text));
	tcn_buf_char(&text, '\0');
	ck_assert_uint_eq(count(text.at, "\n### "), 1);
	oster_must_not_have(text.at, flood);
	oster_must_have(text.at, "puente del ferrocarril");
	oster_must_have(text.at,
	    "6 noticias (4 en la \xc3\xbaltima edici\xc3\xb3n)");
	oster_must_have(text.at,
	    "9 muertos (4 en la \xc3\xbaltima edici\xc3\xb3n");

	/* Nothing more comes: it is not told again. */
	oster_step(oster.st, "diario", oster_minute_ms(180), 0, &text);
	tcn_buf_char(&text, '\0');
	oster_must_not_have(text.at, flood);
	oster_must_not_have(text.at, "> El puente del ferrocarril");
	tcn_buf_fini(&text);
}
END_TEST

/* Posts in English of somebody who says that he writes Spanish. */
START_TEST(what_is_not_written_in_it_is_not_told)
{
	struct tcn_buf text = { 0 };

	ck_assert(!oster_step(oster.st, "solo", oster_minute_ms(1), 0, NULL));
	begin();
	ck_assert(oster_step(oster.st, "solo", oster_minute_ms(60), 0, &text));
	tcn_buf_char(&text, '\0');
	oster_must_have(text.at, "inunda Oster");
	oster_must_not_have(text.at, flood);

	/* Fewer are believed. */
	for (uint64_t seq = 5; seq < 13; seq++)
		oster_put(oster.st, seq, 41, 80, "es", "Alpha Post",
		    "The railway bridge to the south of Oster has fallen",
		    "The railway bridge to the south of Oster has fallen at "
		    "noon, and the police said that 9 people have died "
		    "there.");
	put_event("bridge", 41, 5, 1, 85, NULL);
	ck_assert(oster_step(oster.st, "solo", oster_minute_ms(120), 0, &text));
	tcn_buf_char(&text, '\0');
	oster_must_not_have(text.at, "railway bridge");
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(edition_langs)
{
	tcase_add_checked_fixture(tc, oster_set_up, oster_tear_down);
	tcase_add_test(tc, rules_on_one_story_have_one_place);
	tcase_add_test(tc, a_link_after_the_last_edition);
	tcase_add_test(tc, what_is_not_written_in_it_is_not_told);
}
