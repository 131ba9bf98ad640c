/*
 * How much an event has come to: what its rule counted when it fires, and from
 * then on its life, however short the rule's window is and whatever of its
 * articles is still kept.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "sql/store_read.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/pipeline/pipeline.h"

enum {
	ITEMS = 15, /* of the story */
	MINUTES = 12, /* between two of them */
	FIRED_BY = 5, /* rules.more_than and one */
};

static char dir[64], db[96], id[TCN_EVENT_ID_BYTES];
static struct tcn_event closed; /* without what it points to */

static void
setup(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	*id = '\0';
	closed = (struct tcn_event){ .revision = 0 };
}

static void
teardown(void)
{
	temp_drop(dir);
}

static void
feed(struct tcn_pipeline *pipe, unsigned nth, int minute, const char *title)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_buf line = { 0 };

	tcn_buf_printf(&line,
	    "{\"id\":\"n%u\",\"ts\":%d,\"source\":\"s%u\",\"lang\":\"en\","
	    "\"title\":\"%s\"}",
	    nth, 1000000 + minute * 60, nth % 7, title);
	outcome = piped_feed(pipe, tcn_buf_view(&line));
	for (size_t i = 0; i < outcome.changes.events_n; i++) {
		const struct tcn_event *event = &outcome.changes.events[i];

		strcpy(id, event->id);
		ck_assert_int_eq(event->first_ms, INT64_C(1000000000));
		if (event->revision == 1)
			ck_assert_uint_eq(event->items, FIRED_BY);
		if (event->state == TCN_EVENT_CLOSED)
			closed = *event;
	}
	tcn_buf_fini(&line);
}

/* A story in an hour's window, of which two thirds come after the alarm. */
static struct tcn_pipeline *
tell(const char *path, const char *retain)
{
	static const char *const places[] = { "harbour", "station", "market",
		"museum", "airport" };
	const char *const settings[] = { "rules.kind=story",
		"rules.more_than=4", "rules.least=0", "rules.min_origins=1",
		"rules.early=0", "rules.within=1h", "rules.quiet=2h", retain,
		NULL };
	struct tcn_pipeline *pipe = piped_open(path, settings, 0);
	char title[128];
	unsigned nth = 0;

	for (int i = 0; i < ITEMS; i++) {
		snprintf(title, sizeof title,
		    "Flood reaches Quilenge %s, %d streets closed",
		    places[i % 5], 10 + i);
		feed(pipe, nth++, i * MINUTES, title);
	}
	for (int i = 0; i < 40; i++) {
		snprintf(title, sizeof title, "Minister%d opens bakery%d", i,
		    i);
		feed(pipe, nth++, ITEMS * MINUTES + i * 30, title);
	}
	ck_assert_msg(closed.revision > 1, "nothing closed");
	return pipe;
}

START_TEST(a_closed_event_counts_its_life)
{
	struct tcn_pipeline *pipe = tell(db, "rules.reopen=1h");
	struct tcn_event *stored;
	struct tcn_story *story;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_uint_eq(closed.items, ITEMS);
	ck_assert_uint_eq(closed.publishers, 7);
	ck_assert_int_eq(closed.last_ms,
	    INT64_C(1000) * (1000000 + (ITEMS - 1) * MINUTES * 60));
	ck_assert_int_eq(tcn_store_event(tcn_pipeline_store(pipe), id, &arena,
			     &stored),
	    TCN_OK);
	ck_assert_uint_eq(stored->items, ITEMS);
	ck_assert_int_eq(stored->first_ms, closed.first_ms);
	ck_assert_int_eq(tcn_store_story(tcn_pipeline_store(pipe), closed.story,
			     &arena, &story),
	    TCN_OK);
	ck_assert_uint_eq(story->origins, closed.origins);
	piped_finish(pipe);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(life)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_closed_event_counts_its_life);
}
