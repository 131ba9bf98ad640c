#include <check.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "tests/tools/tell/edition/oster.h"

#define DAY_MS INT64_C(1795219200000) /* Sat 21 Nov 2026 */

static const char yaml[] =
    ("editions:\n"
     "- {name: hourly, title: Each hour, when: \"0 * * * *\", empty: send,\n"
     "   receivers: [press, hook, gone]}\n"
     "- {name: calm, when: \"0 * * * *\", empty: skip, receivers: [hook]}\n"
     "- {name: ends, closes: high}\n"
     "- {name: flood, when: \"0 * * * *\", what: {sources: [Beta]}}\n"
     "- {name: found, when: \"0 * * * *\", what: {search: rails}}\n"
     "- {name: sorted, when: \"0 * * * *\", by: category}\n"
     "- {name: diario, when: \"0 * * * *\", language: es}\n"
     "- {name: solo, when: \"0 * * * *\", what: {languages: [es]}}\n"
     "- {name: all, when: \"0 * * * *\", late: all}\n"
     "- {name: skip, when: \"0 * * * *\", late: skip}\n"
     "- {name: soon, when: \"0 * * * *\", late_within: 30m}\n"
     "- {name: daily, when: \"00:00\"}\n"
     "- {name: bare, when: \"00:00\", what: {fill: 0}}\n"
     "- {name: of-rule, when: \"00:00\", what: {rules: [story]}}\n");

/* Minutes after the day's beginning, in the order in which they come. */
static const struct item {
	uint64_t seq, story;
	int minute;
	const char *source, *title, *text;
} items[] = {
	{ 1, 1, 10, "Alpha", "Dam breaks above Oster after heavy rain",
	    "The dam above Oster broke at dawn after days of heavy rain. "
	    "The police said 4 people were killed." },
	{ 2, 1, 20, "Beta", "Oster flooded after the dam breaks",
	    "Water from the broken dam flooded the lower town of Oster. "
	    "The police said 4 people were killed." },
	{ 3, 1, 30, "Gamma", "Lower Oster under water",
	    "Boats bring people out of the lower town to a school." },
	{ 4, 4, 40, "Delta", "Train leaves the rails near Halm",
	    "A train with ninety people left the rails near Halm." },
	{ 5, 4, 50, "Alpha", "Train derails at Halm",
	    "Two coaches of the train lie beside the line at Halm." },
	{ 6, 1, 70, "Delta", "Army sends helicopters to flooded Oster",
	    "The army sent four helicopters and a field hospital. "
	    "The police said 9 people were killed." },
	{ 7, 1, 80, "Beta", "Rail bridge collapses south of the town",
	    "The railway bridge south of the town collapsed at noon. "
	    "The police said 9 people were killed." },
	{ 8, 8, 190, "Gamma", "Storm reaches the coast of Vend",
	    "A storm reached the coast of Vend in the early evening." },
};

#define ITEMS (sizeof items / sizeof *items)

static const struct {
	const char *id;
	uint64_t story, item; /* it is written behind this item */
	uint32_t revision;
	enum tcn_event_state state;
	enum tcn_severity severity;
	uint32_t publishers;
} changes[] = {
	{ "flood", 1, 3, 1, TCN_EVENT_OPEN, TCN_SEVERITY_HIGH, 3 },
	{ "train", 4, 5, 1, TCN_EVENT_OPEN, TCN_SEVERITY_LOW, 2 },
	{ "flood", 1, 7, 2, TCN_EVENT_UPDATED, TCN_SEVERITY_HIGH, 4 },
	{ "train", 4, 7, 2, TCN_EVENT_CLOSED, TCN_SEVERITY_LOW, 2 },
	{ "storm", 8, 8, 1, TCN_EVENT_OPEN, TCN_SEVERITY_HIGH, 1 },
	{ "flood", 1, 8, 3, TCN_EVENT_CLOSED, TCN_SEVERITY_HIGH, 4 },
};

struct oster oster;

int64_t
oster_minute_ms(int minute)
{
	return DAY_MS + minute * TCN_MINUTE_MS;
}

static void
put_item(struct tcn_store_tx *tx, const struct item *item, const char *lang)
{
	char id[16], url[64];
	struct tcn_article article = { .key = { item->seq, 7 } };
	struct tcn_placement place = { .seq = item->seq,
		.ts_ms = oster_minute_ms(item->minute),
		.publisher = (uint64_t)item->source[0],
		.origin = item->seq,
		.story = item->story };

	snprintf(id, sizeof id, "i%d", (int)item->seq);
	snprintf(url, sizeof url, "https://x.example/%s", id);
	article.id = tcn_str(id);
	article.url = tcn_str(url);
	article.source = tcn_str(item->source);
	article.title = tcn_str(item->title);
	article.text = tcn_str(item->text);
	article.category = tcn_str(item->story == 1 ? "weather"
		: item->story == 4                  ? "transport"
						    : "");
	article.ts_ms = place.ts_ms;
	ck_assert(!tcn_store_put_article(tx, &article, lang, &place));
}

void
oster_put(struct tcn_store *to, uint64_t seq, uint64_t story, int minute,
    const char *lang, const char *source, const char *title, const char *text)
{
	const struct item item = { seq, story, minute, source, title, text };
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(to, &tx));
	put_item(tx, &item, lang);
	ck_assert(!tcn_store_commit(to));
}

static void
put_change(struct tcn_store_tx *tx, size_t i)
{
	uint64_t evidence = changes[i].story;
	struct tcn_event event = { .rule = TCN_STR("story"),
		.story = changes[i].story,
		.revision = changes[i].revision,
		.state = changes[i].state,
		.severity = changes[i].severity,
		.fired_ms = oster_minute_ms(items[changes[i].story - 1].minute),
		.changed_ms =
		    oster_minute_ms(items[changes[i].item - 1].minute),
		.items = 2,
		.origins = 2,
		.publishers = changes[i].publishers,
		.central = changes[i].story,
		.evidence = &evidence,
		.evidence_n = 1 };

	event.first_ms = event.last_ms = event.fired_ms;
	for (size_t k = 0; k < changes[i].item; k++)
		if (event.state == TCN_EVENT_CLOSED &&
		    items[k].story == event.story)
			event.last_ms = oster_minute_ms(items[k].minute);
	snprintf(event.id, sizeof event.id, "%s", changes[i].id);
	ck_assert(!tcn_store_put_event(tx, &event));
}

/* Stores items from one on up to another, with what changes behind each. */
void
oster_grow(struct tcn_store *to, uint64_t from, uint64_t until)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(to, &tx));
	for (size_t i = from - 1; i < until; i++) {
		put_item(tx, &items[i], "en");
		for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
			if (changes[c].item == items[i].seq)
				put_change(tx, c);
	}
	ck_assert(!tcn_store_commit(to));
}

void
oster_set_up(void)
{
	struct tcn_err err = { 0 };

	tcn_arena_init(&oster.arena, 0);
	ck_assert_msg(!tcn_editions_parse("e", tcn_str(yaml), NULL,
			  &oster.editions, &err),
	    "%s", err.text);
	oster.prep = tcn_prepare_new(NULL);
	ck_assert(!tcn_store_open(":memory:", TCN_STORE_CREATE, &oster.st,
	    &err));
}

void
oster_tear_down(void)
{
	tcn_store_close(oster.st);
	tcn_prepare_free(oster.prep);
	tcn_editions_free(oster.editions);
	tcn_arena_fini(&oster.arena);
}

const struct tcn_edition_conf *
oster_conf(const char *name)
{
	return tcn_edition_find(oster.editions, tcn_str(name));
}

/* What the daemon does when the stream's time is now_ms; *text: the last
 * edition that was made, in Markdown. Returns how many were made. */
size_t
oster_step(struct tcn_store *of, const char *name, int64_t now_ms,
    int64_t watch_ms, struct tcn_buf *text)
{
	const struct tcn_edition_conf *conf = oster_conf(name);
	struct tcn_edition_due_list due;
	struct tcn_store_tx *tx;
	size_t made = 0;
	bool begins;

	ck_assert(!tcn_store_begin(of, &tx));
	ck_assert(!tcn_edition_find_due(of, conf, now_ms, watch_ms,
	    &oster.arena, &due, &begins));
	if (begins)
		ck_assert(!tcn_edition_begin(tx, conf, now_ms));
	for (size_t i = 0; i < due.n; i++) {
		struct tcn_edition edition;
		struct tcn_edition_job job = { .st = of,
			.conf = conf,
			.prep = oster.prep,
			.due_ms = due.at[i].due_ms,
			.event = due.at[i].event,
			.reason = due.at[i].reason };

		if (due.at[i].skip) {
			ck_assert(!tcn_edition_skip(tx, conf, &due.at[i],
			    now_ms, 1));
			continue;
		}
		job.cut.as_of_ms = now_ms;
		ck_assert(!tcn_store_last_seq(of, &job.cut.seq));
		ck_assert(!tcn_edition_plan(&job, &oster.arena));
		ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
		ck_assert(!tcn_edition_keep(tx, &edition, 1));
		if (text) {
			tcn_buf_clear(text);
			tcn_edition_write(&edition, TCN_EDITION_MD, text);
		}
		made++;
	}
	ck_assert(!tcn_store_commit(of));
	return made;
}

struct tcn_store_edition_list
oster_rows(struct tcn_store *of, const char *name)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(name),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows;

	ck_assert(!tcn_store_editions(of, &filter, 0, &oster.arena, &rows));
	return rows;
}

void
oster_must_have(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no '%s' in:\n%s", part,
	    text);
}

void
oster_must_not_have(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "'%s' in:\n%s", part, text);
}

void
oster_must_have_once(const char *text, const char *part)
{
	oster_must_have(text, part);
	oster_must_not_have(strstr(text, part) + 1, part);
}
