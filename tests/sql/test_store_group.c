/*
 * Events that are one to their reader, told in several languages.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "sql/db.h"
#include "sql/store_dossier.h"
#include "sql/store_group.h"
#include "sql/store_latest.h"
#include "sql/store_members.h"
#include "tests/base/long.h"
#include "tests/base/random.h"
#include "tests/sql/sample.h"

enum {
	EVENTS = 7,
	ROUNDS = 12,
};

static const char langs[][3] = { "en", "es", "de", "fr" };

static struct tcn_store *st;
static struct tcn_arena arena;
static uint64_t last; /* seq */

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
	st = sample_store(0);
	last = 0;
}

static void
teardown(void)
{
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}

/* One more item, of a story. */
static void
grow(struct tcn_store_tx *tx, uint64_t story)
{
	char buf[512];
	struct tcn_article a = sample_article(++last, buf);
	struct tcn_placement p = sample_place(last);

	p.fingerprint = 0;
	p.has_fingerprint = false;
	p.duplicate_of = p.similar_to = p.excerpt_of = 0;
	p.shared = p.sentences = 0;
	p.origin = p.text = last;
	p.story = story;
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "en", &p), TCN_OK);
}

/* An event at a revision, which names others that it is linked to. */
struct put {
	int event, lang;
	uint32_t revision;
	enum tcn_event_state state;
	int linked; /* another event; -1: none */
	const char *into, *gone;
};

static void
put(struct tcn_store_tx *tx, const struct put *put)
{
	struct tcn_event_id linked = { "" };
	struct tcn_event e = {
		.rule = TCN_STR("story"),
		.story = (uint64_t)put->event + 1,
		.revision = put->revision,
		.state = put->state,
		.fired_ms = 1000 + put->event,
		.changed_ms = 1000 + (int64_t)last,
		.languages.n = 1,
		.linked = &linked,
		.linked_n = put->linked >= 0 || put->gone,
	};

	strcpy(e.languages.at[0], langs[put->lang]);
	snprintf(e.id, sizeof e.id, "e%d", put->event);
	snprintf(e.merged_into, sizeof e.merged_into, "%s",
	    put->into ? put->into : "");
	if (put->gone)
		strcpy(linked.at, put->gone);
	else
		snprintf(linked.at, sizeof linked.at, "e%d", put->linked);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_OK);
}

/* The ids of the group of an event, "e2 e0 e1 several". */
static void
say_group(uint64_t seq, const char *id, struct tcn_buf *out)
{
	const struct tcn_store_cut cut = { seq, INT64_MAX };
	struct tcn_store_group group;

	tcn_buf_clear(out);
	ck_assert(!tcn_store_group_at(st, &cut, id, &arena, &group));
	for (size_t i = 0; i < group.events.n; i++)
		tcn_buf_printf(out, "%s ", group.events.at[i].id);
	tcn_buf_z(out, group.several ? "several" : "");
	tcn_buf_char(out, '\0');
}

static void
ck_group(uint64_t seq, const char *id, const char *want)
{
	struct tcn_buf got = { 0 };

	say_group(seq, id, &got);
	ck_assert_str_eq(got.at, want);
	tcn_buf_fini(&got);
}

/* --- against plain lists --- */

struct link {
	int a, b;
	uint64_t seq;
};

struct world {
	uint64_t seed;
	int lang[EVENTS];
	uint32_t revision[EVENTS];
	struct link links[ROUNDS];
	int links_n;
};

static bool
has_link(const struct world *w, int a, int b)
{
	for (int i = 0; i < w->links_n; i++)
		if (w->links[i].a == a && w->links[i].b == b)
			return true;
	return false;
}

static void
make_world(struct world *w)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	for (int i = 0; i < EVENTS; i++) {
		w->lang[i] = (int)random_below(&w->seed, 4);
		w->revision[i] = 1;
		put(tx,
		    &(struct put){
			i, w->lang[i], 1, TCN_EVENT_OPEN, -1, NULL, NULL });
	}
	for (int i = 0; i < ROUNDS; i++) {
		int a = (int)random_below(&w->seed, EVENTS);
		int b = (int)random_below(&w->seed, EVENTS);

		grow(tx, (uint64_t)a + 1);
		put(tx,
		    &(struct put){ a, w->lang[a], ++w->revision[a],
			TCN_EVENT_UPDATED, b, NULL, NULL });
		if (!has_link(w, a, b))
			w->links[w->links_n++] = (struct link){ a, b, last };
	}
	ck_assert(!tcn_store_commit(st));
}

/* Labels the events by their groups: links as they came, each once both ways.
 */
static void
label(const struct world *w, uint64_t seq, int group[EVENTS])
{
	for (int i = 0; i < EVENTS; i++)
		group[i] = i;
	for (int l = 0; l < w->links_n; l++) {
		int a = group[w->links[l].a], b = group[w->links[l].b];
		bool clash = false;

		if (w->links[l].seq > seq || a == b)
			continue;
		for (int i = 0; i < EVENTS; i++)
			for (int k = 0; k < EVENTS; k++)
				clash |= group[i] == a && group[k] == b &&
				    w->lang[i] == w->lang[k];
		for (int i = 0; i < EVENTS; i++)
			if (!clash && group[i] == b)
				group[i] = a;
	}
}

static void
ck_world(const struct world *w, uint64_t seq)
{
	int group[EVENTS];

	label(w, seq, group);
	for (int i = 0; i < EVENTS; i++) {
		char id[8], want[128] = "";
		int n = 0;

		for (int k = 0; k < EVENTS; k++)
			if (group[k] == group[i]) {
				snprintf(id, sizeof id, "e%d ", k);
				strcat(want, id);
				n++;
			}
		strcat(want, n > 1 ? "several" : "");
		snprintf(id, sizeof id, "e%d", i);
		ck_group(seq, id, want);
	}
}

START_TEST(groups_are_those_of_plain_lists)
{
	for (unsigned seed = 1; seed <= long_or(60, 30); seed++) {
		struct world w = { .seed = seed };

		if (seed > 1) {
			teardown();
			setup();
		}
		make_world(&w);
		for (uint64_t seq = 0; seq <= last; seq++)
			ck_world(&w, seq);
	}
}
END_TEST

/* --- who goes on --- */

START_TEST(who_is_open_goes_on)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	put(tx, &(struct put){ 0, 0, 1, TCN_EVENT_OPEN, -1, NULL, NULL });
	grow(tx, 1);
	put(tx, &(struct put){ 0, 0, 2, TCN_EVENT_CLOSED, -1, NULL, NULL });
	put(tx, &(struct put){ 1, 1, 1, TCN_EVENT_OPEN, 0, NULL, NULL });
	grow(tx, 2);
	put(tx, &(struct put){ 1, 1, 2, TCN_EVENT_CLOSED, -1, NULL, NULL });
	grow(tx, 1);
	put(tx, &(struct put){ 0, 0, 3, TCN_EVENT_REOPENED, -1, NULL, NULL });
	ck_assert(!tcn_store_commit(st));
	ck_group(0, "e0", "e0 ");
	ck_group(1, "e0", "e1 e0 several");
	ck_group(2, "e0", "e1 e0 several");
	ck_group(3, "e1", "e0 e1 several");
}
END_TEST

/* --- what may be in a file --- */

START_TEST(circles_and_what_is_gone)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	for (int i = 0; i < 3; i++)
		put(tx,
		    &(struct put){
			i, i, 1, TCN_EVENT_OPEN, (i + 1) % 3, NULL, NULL });
	grow(tx, 1);
	put(tx, &(struct put){ 0, 0, 2, TCN_EVENT_UPDATED, 0, NULL, NULL });
	put(tx, &(struct put){ 1, 1, 2, TCN_EVENT_UPDATED, -1, NULL, "gone" });
	put(tx, &(struct put){ 5, 3, 1, TCN_EVENT_CLOSED, 0, "e6", NULL });
	put(tx, &(struct put){ 6, 3, 1, TCN_EVENT_CLOSED, 0, "e5", NULL });
	ck_assert(!tcn_store_commit(st));
	ck_group(1, "e2", "e0 e1 e2 several");
	ck_group(1, "gone", "");
	ck_group(1, "e5", ""); /* is part of what is part of it */
	ck_group(1, "e0", "e0 e1 e2 several");
}
END_TEST

START_TEST(what_is_part_of_another_stands_there)
{
	struct tcn_store_action action = {
		.event = "e2", .author = TCN_STR("desk"), .value = TCN_STR("e3")
	};
	enum tcn_store_order_result result;
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	put(tx, &(struct put){ 0, 0, 1, TCN_EVENT_OPEN, -1, NULL, NULL });
	put(tx, &(struct put){ 1, 1, 1, TCN_EVENT_OPEN, -1, NULL, NULL });
	put(tx, &(struct put){ 2, 1, 1, TCN_EVENT_OPEN, 0, NULL, NULL });
	put(tx, &(struct put){ 3, 1, 1, TCN_EVENT_OPEN, -1, NULL, NULL });
	ck_assert(!tcn_store_commit(st));
	ck_group(0, "e0", "e0 e2 several");
	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_store_merge(tx, &action, &arena, &result));
	ck_assert_int_eq(result, TCN_STORE_ORDER_DONE);
	ck_assert(!tcn_store_commit(st));
	ck_group(0, "e0", "e0 e3 several");
	ck_group(0, "e2", "e0 e3 several");
	/* The stream does so too. */
	ck_assert(!tcn_store_begin(st, &tx));
	grow(tx, 1);
	put(tx, &(struct put){ 0, 0, 2, TCN_EVENT_CLOSED, -1, "e1", NULL });
	ck_assert(!tcn_store_commit(st));
	ck_group(0, "e0", "e0 e3 several");
	ck_group(1, "e0", "e1 "); /* one language now */
	ck_group(1, "e3", "e3 ");
}
END_TEST

/* --- rules that fired on one story --- */

static void
put_of(struct tcn_store_tx *tx, const char *id, const char *rule,
    uint64_t story, uint32_t revision, int64_t fired_ms)
{
	struct tcn_event e = {
		.rule = tcn_str(rule),
		.story = story,
		.revision = revision,
		.item = last,
		.fired_ms = fired_ms,
		.changed_ms = 1000 + (int64_t)last,
		.languages = { { "en" }, 1 },
	};

	strcpy(e.id, id);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_OK);
}

static void
ck_may_group(const char *id, bool want)
{
	bool may;

	ck_assert(!tcn_store_may_group(st, id, &may));
	ck_assert_int_eq(may, want);
}

START_TEST(rules_on_one_story_are_one)
{
	struct tcn_store_besides beside;
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	grow(tx, 1);
	put_of(tx, "a", "x", 1, 1, 1000);
	grow(tx, 2);
	put_of(tx, "b", "y", 2, 1, 1001);
	put_of(tx, "c", "x", 2, 1, 1002);
	ck_assert(!tcn_store_commit(st));
	ck_group(last, "a", "a ");
	ck_group(last, "b", "b c ");
	ck_group(last, "c", "b c ");
	ck_group(1, "a", "a ");
	ck_may_group("a", false);
	ck_may_group("b", true);
	ck_assert(!tcn_store_beside(st, "c", &arena, &beside));
	ck_assert_uint_eq(beside.n, 1);
	ck_assert_str_eq(beside.at[0].id, "b");
	/* Story 1 becomes part of story 2, and "a" has heard of that. What was
	 * told before stays as it was. */
	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_db_exec(st,
	    "INSERT INTO story_merges VALUES (1, 2, 2)"));
	grow(tx, 2);
	put_of(tx, "a", "x", 2, 2, 1000);
	ck_assert(!tcn_store_commit(st));
	ck_group(last, "b", "a b c ");
	ck_group(last, "a", "a b c ");
	ck_group(last - 1, "a", "a ");
	ck_group(last - 1, "c", "b c ");
}
END_TEST

/* --- dossiers --- */

static void
put_episode(struct tcn_store_tx *tx, const char *id, const char *dossier,
    uint64_t story, const char *rule, int64_t fired_ms, uint32_t origins)
{
	struct tcn_event e = {
		.rule = tcn_str(rule),
		.story = story,
		.revision = 1,
		.origins = origins,
		.fired_ms = fired_ms,
		.changed_ms = fired_ms,
	};

	strcpy(e.id, id);
	strcpy(e.dossier, dossier);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_OK);
}

/* Its id, and the episodes, that of the event in brackets, as of a cut. */
static void
ck_dossier_at(const struct tcn_store_cut *cut, const char *event,
    const char *want)
{
	struct tcn_store_dossier dossier;
	struct tcn_buf got = { 0 };

	ck_assert(!tcn_store_dossier(st, cut, event, &arena, &dossier));
	tcn_buf_printf(&got, "%s:", dossier.id);
	for (size_t i = 0; i < dossier.n; i++)
		tcn_buf_printf(&got, i == dossier.here ? " [%s]" : " %s",
		    dossier.at[i].id);
	tcn_buf_char(&got, '\0');
	ck_assert_str_eq(got.at, want);
	tcn_buf_fini(&got);
}

static void
ck_dossier(const char *event, const char *want)
{
	ck_dossier_at(NULL, event, want);
}

START_TEST(episodes_are_in_order)
{
	struct tcn_store_action action = {
		.event = "d", .value = TCN_STR("b"), .author = TCN_STR("ana")
	};
	enum tcn_store_order_result result;
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	put_episode(tx, "a", "", 1, "x", 10, 1);
	put_episode(tx, "a2", "a", 1, "y", 11, 1); /* another rule */
	put_episode(tx, "c", "a", 3, "x", 30, 1);
	put_episode(tx, "b", "a", 2, "x", 20, 1);
	put_episode(tx, "d", "", 4, "x", 5, 1);
	put_episode(tx, "e", "d", 5, "x", 40, 1);
	ck_assert(!tcn_store_commit(st));
	ck_dossier("a", "a: [a] b c");
	ck_dossier("a2", "a: [a] b c");
	ck_dossier("c", "a: a b [c]");
	ck_dossier("e", "d: d [e]");
	/* What had not fired by then is no episode of then. */
	ck_dossier_at(&(struct tcn_store_cut){ INT64_MAX, 20 }, "a",
	    "a: [a] b");
	ck_dossier_at(&(struct tcn_store_cut){ INT64_MAX, 20 }, "b",
	    "a: a [b]");
	/* A desk makes "d" part of "b": the two are one. */
	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_store_merge(tx, &action, &arena, &result));
	ck_assert_int_eq(result, TCN_STORE_ORDER_DONE);
	ck_assert(!tcn_store_commit(st));
	ck_dossier("d", "a: a [b] c e");
	ck_dossier("b", "a: a [b] c e");
	ck_dossier("none", ":");
}
END_TEST

static void
ck_head(const char *want)
{
	struct tcn_store_dossier dossier;

	ck_assert(!tcn_store_dossier(st, NULL, "a", &arena, &dossier));
	ck_assert_str_eq(dossier.at[dossier.head].id, want);
}

/* The largest of the last two days stands for all, the later of equals. */
START_TEST(a_side_matter_heads_no_dossier)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	put_episode(tx, "a", "", 1, "x", 0, 90);
	ck_assert(!tcn_store_commit(st));
	ck_head("a");
	ck_assert(!tcn_store_begin(st, &tx));
	put_episode(tx, "b", "a", 2, "x", TCN_DAY_MS, 20);
	put_episode(tx, "c", "a", 3, "x", 2 * TCN_DAY_MS, 20);
	put_episode(tx, "d", "a", 4, "x", 3 * TCN_DAY_MS, 5);
	ck_assert(!tcn_store_commit(st));
	ck_head("c");
}
END_TEST

/* --- stories that an event took in for their language --- */

static void
ck_items(uint64_t seq, const char *want)
{
	const struct tcn_store_cut cut = { seq, INT64_MAX };
	struct tcn_store_group group;
	struct tcn_store_item_list items;
	struct tcn_buf got = { 0 };

	ck_assert(!tcn_store_group_at(st, &cut, "e0", &arena, &group));
	ck_assert(!tcn_store_group_items_at(st, &cut, &group, 0, &arena,
	    &items));
	for (size_t i = 0; i < items.n; i++)
		tcn_buf_printf(&got, "%" PRIu64 " ", items.at[i].place.seq);
	tcn_buf_printf(&got, "%s", group.several ? "several" : "");
	ck_assert_str_eq(got.at, want);
	tcn_buf_fini(&got);
}

/* Event e0 of story 1; it takes in story 9, behind item 4. */
static void
take_in(void)
{
	static const struct tcn_event_story stories[] = { { 1, "en" },
		{ 9, "es" } };
	const uint64_t first = 1;
	struct tcn_event e = {
		.id = "e0",
		.rule = TCN_STR("story"),
		.story = 1,
		.items = 1,
		.evidence = &first,
		.evidence_n = 1,
	};
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(st, &tx));
	for (uint64_t i = 1; i <= 4; i++)
		grow(tx, i % 2 ? 1 : 9);
	e.revision = 1;
	ck_assert(!tcn_store_put_event(tx, &e));
	grow(tx, 9);
	e.revision = 2;
	e.stories = stories;
	e.stories_n = 2;
	ck_assert(!tcn_store_put_event(tx, &e));
	grow(tx, 9);
	grow(tx, 1);
	ck_assert(!tcn_store_commit(st));
}

START_TEST(items_of_all_its_languages)
{
	struct tcn_store_member_list members;
	struct tcn_store_event_items items;
	struct tcn_event *event;

	take_in();
	ck_items(4, "1 3 ");
	ck_items(5, "1 2 3 4 5 several");
	ck_items(7, "1 2 3 4 5 6 7 several");
	ck_assert(!tcn_store_members(st, "e0", &arena, &members));
	ck_assert_uint_eq(members.n, 7);
	ck_assert(!tcn_store_event(st, "e0", &arena, &event));
	ck_assert(!tcn_store_event_items(st, event, NULL, NULL, &arena,
	    &items));
	ck_assert_uint_eq(items.n, 7);
}
END_TEST

/* What a desk splits off is no longer told with it. */
START_TEST(a_desk_takes_articles_out_of_it)
{
	const uint64_t seqs[] = { 2, 6 };
	const struct tcn_store_split split = { .seqs = seqs, .seqs_n = 2 };
	struct tcn_store_action action = { .event = "e0",
		.author = TCN_STR("desk"),
		.value = TCN_STR("off") };
	struct tcn_event off = {
		.id = "off", .rule = TCN_STR("story"), .revision = 1
	};
	struct tcn_store_tx *tx;

	take_in();
	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_store_put_event(tx, &off));
	ck_assert(!tcn_store_split(tx, &action, &split, &arena));
	ck_assert(!tcn_store_commit(st));
	ck_items(7, "1 3 4 5 7 several");
}
END_TEST

TCN_TESTS(store_group)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, rules_on_one_story_are_one);
	tcase_add_test(tc, episodes_are_in_order);
	tcase_add_test(tc, a_side_matter_heads_no_dossier);
	tcase_add_test(tc, groups_are_those_of_plain_lists);
	tcase_add_test(tc, who_is_open_goes_on);
	tcase_add_test(tc, circles_and_what_is_gone);
	tcase_add_test(tc, what_is_part_of_another_stands_there);
	tcase_add_test(tc, items_of_all_its_languages);
	tcase_add_test(tc, a_desk_takes_articles_out_of_it);
}
