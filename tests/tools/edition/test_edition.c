/*
 * Editions of a store that grows: what each tells, that it can be made again,
 * and that each is made once.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/page.h"
#include "tools/edition/edition_keep.h"

#define DAY_MS INT64_C(1795219200000) /* Sat 21 Nov 2026 */

static const char yaml[] =
    ("editions:\n"
     "- {name: hourly, title: Each hour, when: \"0 * * * *\"}\n"
     "- {name: ends, closes: high}\n"
     "- {name: flood, when: \"0 * * * *\", what: {sources: [Beta]}}\n"
     "- {name: all, when: \"0 * * * *\", late: all}\n"
     "- {name: skip, when: \"0 * * * *\", late: skip}\n"
     "- {name: soon, when: \"0 * * * *\", late_within: 30m}\n");

/* Minutes after the day's beginning, in the order in which they come. */
static const struct {
	uint64_t seq, story;
	int minute;
	const char *source, *title, *text;
} items[] = {
	{ 1, 1, 10, "Alpha", "Dam breaks above Oster after heavy rain",
	    "The dam above Oster broke at dawn after days of heavy rain." },
	{ 2, 1, 20, "Beta", "Oster flooded after the dam breaks",
	    "Water from the broken dam flooded the lower town of Oster." },
	{ 3, 1, 30, "Gamma", "Lower Oster under water",
	    "Boats bring people out of the lower town to a school." },
	{ 4, 4, 40, "Delta", "Train leaves the rails near Halm",
	    "A train with ninety people left the rails near Halm." },
	{ 5, 4, 50, "Alpha", "Train derails at Halm",
	    "Two coaches of the train lie beside the line at Halm." },
	{ 6, 1, 70, "Delta", "Army sends helicopters to flooded Oster",
	    "The army sent four helicopters and a field hospital." },
	{ 7, 1, 80, "Beta", "Rail bridge collapses south of the town",
	    "The railway bridge south of the town collapsed at noon." },
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

static struct tcn_editions *editions;
static struct tcn_prepare *prep;
static struct tcn_arena arena;
static struct tcn_store *st;

static int64_t
minute_ms(int minute)
{
	return DAY_MS + minute * TCN_MINUTE_MS;
}

static void
put_item(struct tcn_store_tx *tx, size_t i)
{
	char id[16], url[64];
	struct tcn_article article = { .key = { items[i].seq, 7 } };
	struct tcn_placement place = { .seq = items[i].seq,
		.ts_ms = minute_ms(items[i].minute),
		.publisher = (uint64_t)items[i].source[0],
		.origin = items[i].seq,
		.story = items[i].story };

	snprintf(id, sizeof id, "i%d", (int)items[i].seq);
	snprintf(url, sizeof url, "https://x.example/%s", id);
	article.id = tcn_str(id);
	article.url = tcn_str(url);
	article.source = tcn_str(items[i].source);
	article.title = tcn_str(items[i].title);
	article.text = tcn_str(items[i].text);
	article.ts_ms = place.ts_ms;
	ck_assert(!tcn_store_put_article(tx, &article, "en", &place));
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
		.fired_ms = minute_ms(items[changes[i].story - 1].minute),
		.changed_ms = minute_ms(items[changes[i].item - 1].minute),
		.items = 2,
		.origins = 2,
		.publishers = changes[i].publishers,
		.central = changes[i].story,
		.evidence = &evidence,
		.evidence_n = 1 };

	event.first_ms = event.last_ms = event.fired_ms;
	snprintf(event.id, sizeof event.id, "%s", changes[i].id);
	ck_assert(!tcn_store_put_event(tx, &event));
}

/* Stores items from one on up to another, with what changes behind each. */
static void
grow(struct tcn_store *to, uint64_t from, uint64_t until)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(to, &tx));
	for (size_t i = from - 1; i < until; i++) {
		put_item(tx, i);
		for (size_t c = 0; c < sizeof changes / sizeof *changes; c++)
			if (changes[c].item == items[i].seq)
				put_change(tx, c);
	}
	ck_assert(!tcn_store_commit(to));
}

static void
set_up(void)
{
	struct tcn_err err = { 0 };

	tcn_arena_init(&arena, 0);
	ck_assert_msg(!tcn_editions_parse("e", tcn_str(yaml), NULL, &editions,
			  &err),
	    "%s", err.text);
	ck_assert(!tcn_prepare_new(NULL, &prep, &err));
	ck_assert(!tcn_store_open(":memory:", TCN_STORE_CREATE, &st, &err));
}

static void
tear_down(void)
{
	tcn_store_close(st);
	tcn_prepare_free(prep);
	tcn_editions_free(editions);
	tcn_arena_fini(&arena);
}

static const struct tcn_edition_conf *
conf_of(const char *name)
{
	return tcn_edition_find(editions, tcn_str(name));
}

/* What the daemon does when the stream's time is now_ms; *text: the last
 * edition that was made, in Markdown. Returns how many were made. */
static size_t
step(struct tcn_store *of, const char *name, int64_t now_ms, int64_t watch_ms,
    struct tcn_buf *text)
{
	const struct tcn_edition_conf *conf = conf_of(name);
	struct tcn_edition_due_list due;
	struct tcn_store_tx *tx;
	size_t made = 0;
	bool begins;

	ck_assert(!tcn_store_begin(of, &tx));
	ck_assert(!tcn_edition_find_due(of, conf, now_ms, watch_ms, &arena,
	    &due, &begins));
	if (begins)
		ck_assert(!tcn_edition_begin(tx, conf, now_ms));
	for (size_t i = 0; i < due.n; i++) {
		struct tcn_edition edition;
		struct tcn_edition_job job = { .st = of,
			.conf = conf,
			.prep = prep,
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
		ck_assert(!tcn_edition_plan(&job, &arena));
		ck_assert(!tcn_edition_make(&job, &arena, &edition));
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

static struct tcn_store_edition_list
rows_of(struct tcn_store *of, const char *name)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(name),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows;

	ck_assert(!tcn_store_editions(of, &filter, 0, &arena, &rows));
	return rows;
}

static void
must_have(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no '%s' in:\n%s", part,
	    text);
}

static void
must_not_have(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "'%s' in:\n%s", part, text);
}

static void
must_have_once(const char *text, const char *part)
{
	must_have(text, part);
	must_not_have(strstr(text, part) + 1, part);
}

/* --- what an edition tells --- */

START_TEST(each_tells_what_was_not_told)
{
	struct tcn_buf text = { 0 };

	ck_assert_uint_eq(step(st, "hourly", minute_ms(5), 0, NULL), 0);
	grow(st, 1, 5);
	ck_assert_uint_eq(step(st, "hourly", minute_ms(61), 0, &text), 1);
	must_have(text.at, "# Each hour, no. 1\n");
	must_have(text.at, "## New\n");
	must_have(text.at, "Saturday");
	must_have(text.at, "The dam above Oster broke at dawn");
	must_have(text.at, "A train with ninety people");
	must_have(text.at, "3 texts, 3 origins, 3 publishers");
	/* The more severe one comes first. */
	ck_assert(strstr(text.at, "Oster") < strstr(text.at, "Halm"));

	grow(st, 6, 7);
	ck_assert_uint_eq(step(st, "hourly", minute_ms(121), 0, &text), 1);
	must_have(text.at, "## Developing\n");
	must_have(text.at, "The army sent four helicopters");
	must_have(text.at, "The railway bridge south");
	must_have(text.at, "5 texts (3 in the last edition)");
	must_have(text.at, "New sources: Delta");
	must_have(text.at, "## Closed\n");
	must_not_have(text.at, "broke at dawn");
	must_not_have(text.at, "ninety people");

	ck_assert_uint_eq(step(st, "hourly", minute_ms(181), 0, &text), 1);
	must_have(text.at, "Nothing new since the last edition");
	must_have(text.at, "## Unchanged\n");
	must_not_have(text.at, "helicopters and");
	must_not_have(text.at, "Halm");

	grow(st, 8, 8);
	ck_assert_uint_eq(step(st, "hourly", minute_ms(241), 0, &text), 1);
	must_have(text.at, "Storm reaches the coast of Vend");
	must_have(text.at, "## Closed\n");
	ck_assert_uint_eq(step(st, "hourly", minute_ms(301), 0, &text), 1);
	must_not_have(text.at, "Oster");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(what_is_told_can_be_chosen)
{
	struct tcn_buf text = { 0 };

	step(st, "flood", minute_ms(5), 0, NULL);
	grow(st, 1, 5);
	ck_assert_uint_eq(step(st, "flood", minute_ms(61), 0, &text), 1);
	must_have(text.at, "Oster");
	must_not_have(text.at, "Halm");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(the_end_of_a_severe_event)
{
	struct tcn_store_edition_list rows;
	struct tcn_buf text = { 0 };

	step(st, "ends", minute_ms(5), 0, NULL);
	grow(st, 1, 8);
	ck_assert_uint_eq(step(st, "ends", minute_ms(200), 0, &text), 1);
	must_have(text.at, "Oster");
	must_not_have(text.at, "Vend");
	ck_assert_uint_eq(step(st, "ends", minute_ms(201), 0, NULL), 0);
	rows = rows_of(st, "ends");
	ck_assert_uint_eq(rows.n, 2);
	ck_assert(tcn_str_equal(rows.at[0].event, tcn_str("flood")));
	tcn_buf_fini(&text);
}
END_TEST

/* --- again --- */

/* Each stored edition is the same when the store has grown on. */
START_TEST(made_again_byte_for_byte)
{
	struct tcn_store_edition_list rows;
	struct page_fault fault;
	size_t compared = 0;

	step(st, "hourly", minute_ms(5), 0, NULL);
	grow(st, 1, 5);
	step(st, "hourly", minute_ms(61), 0, NULL);
	grow(st, 6, 7);
	step(st, "hourly", minute_ms(121), 0, NULL);
	grow(st, 8, 8);
	step(st, "hourly", minute_ms(241), 0, NULL);
	rows = rows_of(st, "hourly");
	for (size_t i = 0; i < rows.n; i++) {
		const struct tcn_store_edition *row;
		struct tcn_edition edition;

		if (rows.at[i].state != TCN_STORE_EDITION_MADE)
			continue;
		ck_assert(!tcn_edition_at(st, conf_of("hourly"),
		    rows.at[i].due_ms, prep, &arena, &edition, &row));
		ck_assert(row && row->number == rows.at[i].number);
		for (unsigned f = 0; f < TCN_EDITION_FORMATS; f++) {
			struct tcn_buf made = { 0 };
			struct tcn_str kept;

			tcn_edition_write(&edition, (enum tcn_edition_format)f,
			    &made);
			ck_assert(!tcn_store_edition_body(st, row->name,
			    row->number, tcn_edition_format_names[f], &arena,
			    &kept));
			ck_assert_str_eq(made.at, kept.at);
			ck_assert_msg(f != TCN_EDITION_HTML ||
				page_is_html(kept, &fault),
			    "%s", fault.text);
			ck_assert_msg(page_is_text(kept, &fault), "%s",
			    fault.text);
			tcn_buf_fini(&made);
			compared++;
		}
	}
	ck_assert_uint_eq(compared, 4 * TCN_EDITION_FORMATS);
}
END_TEST

static enum tcn_rc
collect(void *ctx, const struct tcn_edition *edition)
{
	tcn_edition_write(edition, TCN_EDITION_MD, ctx);
	return TCN_OK;
}

START_TEST(a_past_time_is_tried)
{
	struct tcn_buf text = { 0 };
	struct tcn_store_edition_list rows;

	grow(st, 1, 8);
	ck_assert(!tcn_edition_try(st, conf_of("hourly"), prep, minute_ms(1),
	    minute_ms(300), collect, &text));
	must_have(text.at, "no. 1\n");
	must_have(text.at, "no. 4\n");
	must_not_have(text.at, "no. 5\n");
	/* Nothing is told twice. */
	must_have_once(text.at, "The dam above Oster broke at dawn");
	must_have_once(text.at, "The army sent four helicopters");
	rows = rows_of(st, "hourly");
	ck_assert_uint_eq(rows.n, 0);
	tcn_buf_fini(&text);
}
END_TEST

/* --- once --- */

START_TEST(late_ones)
{
	static const struct {
		const char *name;
		size_t made, rows;
	} ways[] = { { "hourly", 1, 2 }, { "all", 4, 5 }, { "skip", 0, 2 },
		{ "soon", 1, 2 } };

	grow(st, 1, 8);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct tcn_store_edition_list rows;
		int64_t now_ms = minute_ms(245);

		step(st, ways[i].name, minute_ms(5), 0, NULL);
		ck_assert_uint_eq(step(st, ways[i].name, now_ms, now_ms, NULL),
		    ways[i].made);
		ck_assert_uint_eq(step(st, ways[i].name, now_ms, now_ms, NULL),
		    0);
		rows = rows_of(st, ways[i].name);
		ck_assert_uint_eq(rows.n, ways[i].rows);
		must_have(rows.at[0].reason.at, "late, as nobody");
		/* One that becomes due now is not late. */
		ck_assert_uint_eq(step(st, ways[i].name,
				      now_ms + 60 * TCN_MINUTE_MS, now_ms,
				      NULL),
		    1);
		rows = rows_of(st, ways[i].name);
		ck_assert_uint_eq(rows.at[0].reason.n, 0);
	}
}
END_TEST

/* A child makes the edition and is killed at a point of it. */
static void
make_until(const char *db, int point)
{
	struct tcn_edition_due_list due;
	struct tcn_edition edition;
	struct tcn_store_tx *tx;
	struct tcn_store *of;
	struct tcn_err err;
	bool begins;
	struct tcn_edition_job job = { .conf = conf_of("hourly"),
		.prep = prep,
		.event = TCN_STR(""),
		.reason = TCN_STR("") };

	if (tcn_store_open(db, TCN_STORE_EXISTING, &of, &err))
		_exit(1);
	job.st = of;
	job.cut.as_of_ms = minute_ms(61);
	for (int at = 0;; at++) {
		enum tcn_rc rc = TCN_OK;

		if (at == point)
			raise(SIGKILL);
		switch (at) {
		case 0:
			rc = tcn_store_begin(of, &tx);
			break;
		case 1:
			rc = tcn_edition_find_due(of, job.conf, minute_ms(61),
			    0, &arena, &due, &begins);
			if (!rc && !due.n)
				_exit(0);
			job.due_ms = rc ? 0 : due.at[0].due_ms;
			break;
		case 2:
			rc = tcn_store_last_seq(of, &job.cut.seq);
			break;
		case 3:
			rc = tcn_edition_plan(&job, &arena);
			break;
		case 4:
			rc = tcn_edition_make(&job, &arena, &edition);
			break;
		case 5:
			rc = tcn_edition_keep(tx, &edition, 1);
			break;
		case 6:
			rc = tcn_store_commit(of);
			break;
		default:
			_exit(0);
		}
		if (rc)
			_exit(1);
	}
}

START_TEST(killed_at_any_point_it_is_made_once)
{
	char dir[] = "/tmp/tcn-edition-XXXXXX", db[64], file[80];
	struct tcn_store *of;
	struct tcn_err err;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(db, sizeof db, "%s/db", dir);
	ck_assert(!tcn_store_open(db, TCN_STORE_CREATE, &of, &err));
	step(of, "hourly", minute_ms(5), 0, NULL);
	grow(of, 1, 5);
	tcn_store_close(of);
	for (int point = _i; point >= -1; point -= point < 0 ? 1 : point + 1) {
		pid_t child = fork();
		int status;

		if (child == 0)
			make_until(db, point);
		ck_assert(waitpid(child, &status, 0) == child);
		ck_assert(point < 0 ? WIFEXITED(status) && !WEXITSTATUS(status)
				    : WIFSIGNALED(status));
	}
	ck_assert(!tcn_store_open(db, TCN_STORE_EXISTING, &of, &err));
	{
		struct tcn_store_edition_list rows = rows_of(of, "hourly");

		ck_assert_uint_eq(rows.n, 2);
		ck_assert_uint_eq(rows.at[0].number, 1);
	}
	tcn_store_close(of);
	for (int i = 0; i < 3; i++) {
		static const char *const ends[] = { "", "-wal", "-shm" };

		snprintf(file, sizeof file, "%s%s", db, ends[i]);
		unlink(file);
	}
	ck_assert(rmdir(dir) == 0);
}
END_TEST

TCN_TESTS(edition)
{
	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, each_tells_what_was_not_told);
	tcase_add_test(tc, what_is_told_can_be_chosen);
	tcase_add_test(tc, the_end_of_a_severe_event);
	tcase_add_test(tc, made_again_byte_for_byte);
	tcase_add_test(tc, a_past_time_is_tried);
	tcase_add_test(tc, late_ones);
	tcase_add_loop_test(tc, killed_at_any_point_it_is_made_once, 0, 8);
}
