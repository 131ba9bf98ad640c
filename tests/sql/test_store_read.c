#include "tests/base/run.h"

#include <stdio.h>

#include "sql/db.h"
#include "sql/store_read.h"
#include "sql/store_search.h"
#include "tests/base/kept_report.h"
#include "tests/sql/sample.h"

#define BATCHES 5

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(BATCHES);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

static void
ck_seqs(const struct tcn_store_item_list *list, const uint64_t *seqs, size_t n)
{
	ck_assert_uint_eq(list->n, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(list->at[i].place.seq, seqs[i]);
}

struct walk {
	int64_t named_ms;
	uint64_t next; /* seq that must come */
	uint64_t stop_at; /* the callback refuses there */
};

static enum tcn_rc
walk_on(void *ctx, const struct tcn_placement *place, const uint64_t key[2],
    const struct tcn_article *article)
{
	struct walk *walk = ctx;
	struct tcn_placement p = sample_place(place->seq);
	char buf[512];
	struct tcn_article a = sample_article(place->seq, buf);

	ck_assert_uint_eq(place->seq, walk->next++);
	ck_assert_uint_eq(place->origin, p.origin);
	ck_assert_uint_eq(place->duplicate_of, p.duplicate_of);
	ck_assert_int_eq(place->has_fingerprint, p.has_fingerprint);
	ck_assert_mem_eq(key, a.key, sizeof a.key);
	ck_assert_int_eq(article != NULL, place->ts_ms >= walk->named_ms);
	if (!article)
		return TCN_OK;
	ck_assert(tcn_str_equal(article->id, a.id));
	ck_assert(tcn_str_equal(article->source, a.source));
	ck_assert(tcn_str_equal(article->url, a.url));
	ck_assert(tcn_str_equal(article->title, a.title));
	return place->seq == walk->stop_at ? TCN_LIMIT : TCN_OK;
}

START_TEST(placements_since_any_time)
{
	const uint64_t end = BATCHES * SAMPLE_ITEMS + 1;

	for (uint64_t from = 1; from <= end; from++) {
		struct walk walk = {
			.next = from,
			.named_ms = sample_place((from + end) / 2).ts_ms,
		};

		ck_assert_int_eq(tcn_store_each_placement(st,
				     sample_place(from).ts_ms, walk.named_ms,
				     walk_on, &walk),
		    TCN_OK);
		ck_assert_uint_eq(walk.next, end);
	}
}
END_TEST

START_TEST(a_callback_can_stop_the_reading)
{
	struct walk walk = { .next = 1, .stop_at = 3 };

	ck_assert_int_eq(tcn_store_each_placement(st, 0, 0, walk_on, &walk),
	    TCN_LIMIT);
	ck_assert_uint_eq(walk.next, 4);
	walk = (struct walk){ .next = 1 };
	ck_assert_int_eq(tcn_store_each_placement(st, 0, 0, walk_on, &walk),
	    TCN_OK);
}
END_TEST

START_TEST(items_by_seq_id_and_original)
{
	const uint64_t asked[] = { 9, 3, 999, 4 };
	const uint64_t got[] = { 9, 3, 4 };
	struct tcn_store_item_list list;
	struct tcn_store_seq_list seqs;
	uint64_t seq;

	ck_assert_int_eq(tcn_store_items_of(st, asked, 4, &arena, &list),
	    TCN_OK);
	ck_seqs(&list, got, 3);
	ck_assert_int_eq(tcn_store_items_by_id(st, tcn_str("item-4"), &arena,
			     &list),
	    TCN_OK);
	ck_seqs(&list, got + 2, 1);
	ck_assert_int_eq(tcn_store_first_of_id(st, tcn_str("item-4"), &seq),
	    TCN_OK);
	ck_assert_uint_eq(seq, 4);
	ck_assert_int_eq(tcn_store_first_of_id(st, tcn_str("none"), &seq),
	    TCN_OK);
	ck_assert_uint_eq(seq, 0);
	ck_assert_int_eq(tcn_store_sightings(st, 3, 0, &arena, &list), TCN_OK);
	ck_seqs(&list, got + 2, 1);
	ck_assert_uint_eq(list.at[0].place.duplicate_of, 3);
	ck_assert_int_eq(tcn_store_sightings(st, 4, 0, &arena, &list), TCN_OK);
	ck_assert_uint_eq(list.n, 0);
	ck_assert_int_eq(tcn_store_sighting_seqs(st, 3, 0, &arena, &seqs),
	    TCN_OK);
	ck_assert_uint_eq(seqs.n, 1);
	ck_assert_uint_eq(seqs.at[0].seq, 4);
}
END_TEST

/* The story of batch 3 (id 25) went into that of batch 2 (id 17). */
START_TEST(story_items_follow_redirects)
{
	struct tcn_store_item_list list;
	struct tcn_store_seq_list seqs;
	uint64_t standing;

	ck_assert_int_eq(tcn_store_story_items(st, 17, 0, &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 2 * SAMPLE_ITEMS);
	ck_assert_int_eq(tcn_store_story_seqs(st, 17, 0, &arena, &seqs),
	    TCN_OK);
	ck_assert_uint_eq(seqs.n, list.n);
	for (size_t i = 0; i < list.n; i++) {
		ck_assert_uint_eq(list.at[i].place.seq, 17 + i);
		ck_assert_uint_eq(seqs.at[i].seq, 17 + i);
	}
	ck_assert_int_eq(tcn_store_story_latest(st, 17, 3, &arena, &seqs),
	    TCN_OK);
	ck_assert_uint_eq(seqs.n, 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(seqs.at[i].seq, 16 + list.n - i);
	ck_assert_int_eq(tcn_store_story_items(st, 17, 5, &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 5);
	ck_assert_int_eq(tcn_store_resolve_story(st, 25, &standing), TCN_OK);
	ck_assert_uint_eq(standing, 17);
	ck_assert_int_eq(tcn_store_resolve_story(st, 17, &standing), TCN_OK);
	ck_assert_uint_eq(standing, 17);
	ck_assert_int_eq(tcn_store_resolve_story(st, 12345, &standing), TCN_OK);
	ck_assert_uint_eq(standing, 12345);
}
END_TEST

START_TEST(stories_read_back)
{
	struct tcn_story *s;

	ck_assert_int_eq(tcn_store_story(st, 9, &arena, &s), TCN_OK);
	ck_assert_uint_eq(s->id, 9);
	ck_assert_uint_eq(s->items, SAMPLE_ITEMS);
	ck_assert_uint_eq(s->publishers, 3);
	ck_assert_int_eq(s->last_ms - s->first_ms, 7000);
	ck_assert(s->closed);
	ck_assert_uint_eq(s->terms_n, 3);
	ck_assert(tcn_str_equal(s->terms[2].word, tcn_str("bridge")));
	ck_assert(s->terms[2].weight == 1 / 3.0);
	ck_assert_int_eq(tcn_store_story(st, 1, &arena, &s), TCN_OK);
	ck_assert_uint_eq(s->terms_n, 1);
}
END_TEST

START_TEST(related_stories_share_terms)
{
	struct tcn_store_story_list list;
	int64_t from_ms;

	ck_assert_int_eq(tcn_store_related_stories(st, 9, 0, INT64_MAX, 0,
			     &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 3);
	ck_assert_uint_eq(list.at[0].id, 1);
	ck_assert_uint_eq(list.at[1].id, 17);
	ck_assert_uint_eq(list.at[2].id, 33);
	ck_assert_int_eq(tcn_store_related_stories(st, 9, 0, INT64_MAX, 2,
			     &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 2);
	from_ms = list.at[0].last_ms + 1;
	ck_assert_int_eq(tcn_store_related_stories(st, 9, from_ms, INT64_MAX, 0,
			     &arena, &list),
	    TCN_OK);
	for (size_t k = 0; k < list.n; k++)
		ck_assert_int_ge(list.at[k].last_ms, from_ms);
	/* One that has no row, and so no terms. */
	ck_assert_int_eq(tcn_store_related_stories(st, 999, 0, INT64_MAX, 0,
			     &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 0);
}
END_TEST

START_TEST(stories_are_counted_by_term)
{
	struct tcn_story *s;
	uint64_t n;

	ck_assert_int_eq(tcn_store_story_count(st, &n), TCN_OK);
	ck_assert_uint_eq(n, BATCHES);
	ck_assert_int_eq(tcn_store_story(st, 9, &arena, &s), TCN_OK);
	ck_assert_int_eq(tcn_store_stories_with(st, s->terms, 1, &n), TCN_OK);
	ck_assert_uint_eq(n, 5); /* stories 1, 9, 17, 33, and a redirect */
}
END_TEST

/* Story 17 has the event of batch 2 and, as it took in story 25, that of batch
 * 3; the latest in the span is found. */
START_TEST(story_events_follow_redirects)
{
	struct tcn_event *two, *three;
	char id[TCN_EVENT_ID_BYTES];

	ck_assert_int_eq(tcn_store_event(st, "event-2", &arena, &two), TCN_OK);
	ck_assert_int_eq(tcn_store_event(st, "event-3", &arena, &three),
	    TCN_OK);
	ck_assert_int_lt(two->fired_ms, three->fired_ms);
	ck_assert_int_eq(tcn_store_story_fired(st, 17, INT64_MIN, INT64_MAX,
			     id),
	    TCN_OK);
	ck_assert_str_eq(id, "event-3");
	ck_assert_int_eq(tcn_store_story_fired(st, 17, two->fired_ms,
			     three->fired_ms, id),
	    TCN_OK);
	ck_assert_str_eq(id, "event-2");
	ck_assert_int_eq(tcn_store_story_fired(st, 17, two->fired_ms + 1,
			     three->fired_ms, id),
	    TCN_OK);
	ck_assert_str_eq(id, "");
	ck_assert_int_eq(tcn_store_story_fired(st, 12345, INT64_MIN, INT64_MAX,
			     id),
	    TCN_OK);
	ck_assert_str_eq(id, "");
}
END_TEST

START_TEST(events_read_back)
{
	struct tcn_store_event_list list;
	struct tcn_event *e;
	struct tcn_str bytes;

	ck_assert_int_eq(tcn_store_event(st, "event-3", &arena, &e), TCN_OK);
	ck_assert_str_eq(e->id, "event-3");
	ck_assert(tcn_str_equal(e->rule, tcn_str("story")));
	ck_assert_uint_eq(e->revision, 2);
	ck_assert_int_eq(e->state, TCN_EVENT_CLOSED);
	ck_assert_int_eq(e->fired_ms, 300000);
	ck_assert_int_eq(e->changed_ms, 300001);
	ck_assert_int_eq(e->first_ms, 5);
	ck_assert_int_eq(e->last_ms, 6);
	ck_assert_uint_eq(e->items, 3);
	ck_assert_uint_eq(e->central, 25);
	ck_assert_uint_eq(e->terms_n, 1);
	ck_assert(e->terms[0].weight == 2);
	ck_assert_uint_eq(e->evidence_n, 3);
	ck_assert_uint_eq(e->evidence[2], 28);
	ck_assert_int_eq(tcn_store_event_history(st, "event-3", &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 2);
	ck_assert_uint_eq(list.at[0].revision, 1);
	ck_assert_int_eq(list.at[0].severity, TCN_SEVERITY_HIGH);
	ck_assert_str_eq(list.at[1].split_from, "event-0");
	ck_assert_uint_eq(list.at[0].why, 0);
	ck_assert_uint_eq(list.at[1].why, TCN_EVENT_CHANGE_MERGED);
	ck_assert_str_eq(list.at[0].merged_into, "");
	ck_assert_str_eq(list.at[1].merged_into, "event-2");
	ck_assert_uint_eq(list.at[0].terms_n, 2);
	ck_assert_int_eq(list.at[0].state, TCN_EVENT_OPEN);
	ck_assert_int_eq(tcn_store_events(st, 100000, 300000, 0, &arena, &list),
	    TCN_OK);
	ck_assert_uint_eq(list.n, 2);
	ck_assert_str_eq(list.at[0].id, "event-1");
	ck_assert_uint_eq(list.at[0].revision, 2);
	bytes = kept_report(st, "event-3", "html", &arena);
	ck_assert(tcn_str_equal(bytes, tcn_str("<p>Flood")));
}
END_TEST

/* Those of the last revision. */
START_TEST(counts_are_read_alone)
{
	struct tcn_event *e, next, counts;
	bool known;

	ck_assert_int_eq(tcn_store_event(st, "event-3", &arena, &e), TCN_OK);
	next = *e;
	next.revision++;
	next.first_ms = 4;
	next.last_ms = 9;
	next.items = 14;
	next.origins = 13;
	next.publishers = 12;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &next), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_event_counts(st, "event-3", &counts, &known),
	    TCN_OK);
	ck_assert(known);
	ck_assert_int_eq(counts.first_ms, 4);
	ck_assert_int_eq(counts.last_ms, 9);
	ck_assert_uint_eq(counts.items, 14);
	ck_assert_uint_eq(counts.origins, 13);
	ck_assert_uint_eq(counts.publishers, 12);
	ck_assert_int_eq(tcn_store_event_counts(st, "none", &counts, &known),
	    TCN_OK);
	ck_assert(!known);
}
END_TEST

/* An event that takes in more stories says of each revision what it counts. */
START_TEST(a_later_revision_adds_evidence_and_severity)
{
	const uint64_t more[] = { 28, 26, 27 };
	struct tcn_event *e, *next_event, next;

	ck_assert_int_eq(tcn_store_event(st, "event-2", &arena, &e), TCN_OK);
	ck_assert_uint_eq(e->evidence_n, 3);
	next = *e;
	next.revision++;
	next.severity = TCN_SEVERITY_CRITICAL;
	next.evidence = more;
	next.evidence_n = 3;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &next), TCN_OK);
	next.revision++;
	next.evidence = e->evidence; /* known already */
	ck_assert_int_eq(tcn_store_put_event(tx, &next), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_event(st, "event-2", &arena, &next_event),
	    TCN_OK);
	ck_assert_int_eq(next_event->severity, TCN_SEVERITY_CRITICAL);
	ck_assert_uint_eq(next_event->evidence_n, 6);
	ck_assert_uint_eq(next_event->fired_n, 3);
	for (size_t i = 0; i < 6; i++)
		ck_assert_uint_eq(next_event->evidence[i],
		    i < 3 ? e->evidence[i] : more[i - 3]);
}
END_TEST

/* How many items of the sample answer to each query. */
static const struct {
	const char *query;
	size_t n;
} searches[] = {
	{ "flood", 30 },
	{ "FLOOD number7", 1 },
	{ "mayor", 30 }, /* the text says m\u00e4yor */
	{ "\"old bridge\"", 30 },
	{ "\"bridge old\"", 0 },
	{ "numb*", 30 },
	{ "numb", 0 },
	{ "nu*", 0 }, /* too short to be a beginning */
	{ "flood number7 number9", 0 },
	{ "flood - number7 !", 1 },
	{ "", 0 },
	{ " \t\n ", 0 },
	{ "\"", 0 },
	{ "\"\"\"flood", 30 },
	{ "flood OR zebra", 0 }, /* OR is a word like any other */
	{ "title:flood", 0 },
	{ "(flood", 30 },
	{ "flood)* ^a {b", 0 },
	{ "NEAR(", 0 },
	{ "number7' --", 1 },
};

START_TEST(search_takes_any_input)
{
	struct tcn_str query = tcn_str(searches[_i].query);
	struct tcn_store_search_hits hits;

	for (int order = TCN_STORE_SEARCH_NEWEST;
	     order <= TCN_STORE_SEARCH_BEST; order++) {
		ck_assert_int_eq(tcn_store_search(st, query,
				     (enum tcn_store_search_order)order, 0,
				     &arena, &hits),
		    TCN_OK);
		ck_assert_uint_eq(hits.n, searches[_i].n);
		for (size_t i = 1; i < hits.n; i++)
			ck_assert(hits.at[i].score <= hits.at[i - 1].score);
	}
}
END_TEST

START_TEST(search_finds_and_limits)
{
	struct tcn_store_search_hits hits;

	ck_assert_int_eq(tcn_store_search(st, tcn_str("number7"),
			     TCN_STORE_SEARCH_BEST, 0, &arena, &hits),
	    TCN_OK);
	ck_assert_uint_eq(hits.n, 1);
	ck_assert_uint_eq(hits.at[0].seq, 7);
	ck_assert_int_eq(tcn_store_search(st, tcn_str("flood"),
			     TCN_STORE_SEARCH_NEWEST, 3, &arena, &hits),
	    TCN_OK);
	ck_assert_uint_eq(hits.n, 3);
	ck_assert_uint_eq(hits.at[0].seq, 39);
	ck_assert_uint_eq(hits.at[1].seq, 38);
	/* By time, though it came before others. */
	ck_assert_int_eq(tcn_db_exec(st,
			     "UPDATE items SET ts = 9000000 WHERE seq = 7"),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_search(st, tcn_str("flood"),
			     TCN_STORE_SEARCH_NEWEST, 3, &arena, &hits),
	    TCN_OK);
	ck_assert_uint_eq(hits.at[0].seq, 7);
	ck_assert_uint_eq(hits.at[1].seq, 39);
}
END_TEST

/* Stores one item and reads it back, as the next one behind all others. */
static const struct tcn_article *
stored(const struct tcn_article *article, const char *lang,
    uint64_t duplicate_of)
{
	struct tcn_placement place = { .distance = 0 };
	struct tcn_store_item_row *item;
	uint64_t last;

	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	place.seq = place.origin = last + 1;
	place.ts_ms = 9000000;
	place.duplicate_of = duplicate_of;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_article(tx, article, lang, &place),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_next_item(st, last, INT64_MIN, INT64_MAX,
			     &arena, &item),
	    TCN_OK);
	ck_assert_ptr_nonnull(item);
	ck_assert_uint_eq(item->place.seq, last + 1);
	ck_assert(item->article.plain);
	return &item->article;
}

static int64_t
sent_rows(void)
{
	int64_t n;

	ck_assert_int_eq(tcn_db_int(st, "SELECT count(*) FROM sent", &n),
	    TCN_OK);
	return n;
}

START_TEST(a_copy_keeps_what_is_its_own)
{
	char buf[512];
	struct tcn_article a = sample_article(999, buf);
	const struct tcn_article *back = stored(&a, "en", 1);

	ck_assert_int_eq(sent_rows(), 0);
	ck_assert(tcn_str_equal(back->text, a.text));
	ck_assert_uint_gt(back->image.n, 0);
	ck_assert(tcn_str_equal(back->image, a.image));
	a.key[1]++;
	a.text = tcn_str("Another text.");
	a.image = tcn_str("http://sample.example/other.jpg");
	back = stored(&a, "de", 1);
	ck_assert(tcn_str_equal(back->image, a.image));
	ck_assert_int_eq(sent_rows(), 1);
	ck_assert(tcn_str_equal(back->text, a.text));
	ck_assert(tcn_str_equal(back->title, a.title));
	ck_assert(tcn_str_equal(back->lang, tcn_str("de")));
}
END_TEST

START_TEST(features_come_back_to_the_bit)
{
	const struct tcn_given_feature features[] = {
		{ TCN_STR("quake"), 1 / 3.0 },
		{ TCN_STR(""), 5e-324 },
		{ TCN_STR("Santiago de Chile"), 1e299 },
	};
	struct tcn_article a = {
		.id = TCN_STR("f"),
		.ts_ms = TCN_UNDATED,
		.given = TCN_GIVEN_FEATURES,
		.features = features,
	};

	for (size_t n = 0; n <= 3; n++) {
		const struct tcn_article *back;

		a.key[0] = n;
		a.features_n = n;
		back = stored(&a, "", n == 2 ? 1 : 0);
		ck_assert_int_eq(back->given, TCN_GIVEN_FEATURES);
		ck_assert_int_eq(back->ts_ms, TCN_UNDATED);
		ck_assert_uint_eq(back->features_n, n);
		for (size_t i = 0; i < n; i++) {
			ck_assert(back->features[i].weight ==
			    features[i].weight);
			ck_assert(tcn_str_equal(back->features[i].term,
			    features[i].term));
		}
	}
}
END_TEST

START_TEST(a_span_is_walked_through)
{
	const int64_t since = sample_place(5).ts_ms;
	const int64_t until = sample_place(30).ts_ms;
	uint64_t first, last, at = 0, n = 0;
	struct tcn_store_item_row *item;

	ck_assert_int_eq(tcn_store_seq_range(st, since, until, &first, &last),
	    TCN_OK);
	ck_assert_uint_eq(first, 5);
	ck_assert_uint_eq(last, 29);
	do {
		ck_assert_int_eq(tcn_store_next_item(st, at, since, until,
				     &arena, &item),
		    TCN_OK);
		if (item)
			ck_assert_uint_eq(at = item->place.seq, 5 + n++);
	} while (item);
	ck_assert_uint_eq(n, 25);
	ck_assert_int_eq(tcn_store_seq_range(st, 1, 2, &first, &last), TCN_OK);
	ck_assert_uint_eq(last, 0);
}
END_TEST

static enum tcn_rc
no_url(void *ctx, const struct tcn_placement *place, const uint64_t key[2],
    const struct tcn_article *article)
{
	(void)ctx, (void)key;
	ck_assert(place->seq != 7 || article->url.n == 0);
	return TCN_OK;
}

/* A store of before urls were checked: what it has is not linked to. */
START_TEST(an_old_url_that_is_no_link_is_not_read)
{
	struct tcn_store_item_row *item;

	ck_assert_int_eq(tcn_db_exec(st,
			     "UPDATE items SET url = 'javascript:alert(1)' "
			     "WHERE seq = 7"),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_item(st, 7, &arena, &item), TCN_OK);
	ck_assert_uint_eq(item->article.url.n, 0);
	ck_assert_int_eq(tcn_store_item(st, 8, &arena, &item), TCN_OK);
	ck_assert_uint_gt(item->article.url.n, 0);
	ck_assert_int_eq(tcn_store_each_placement(st, 0, 0, no_url, NULL),
	    TCN_OK);
}
END_TEST

TCN_TESTS(read)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_old_url_that_is_no_link_is_not_read);
	tcase_add_test(tc, placements_since_any_time);
	tcase_add_test(tc, a_later_revision_adds_evidence_and_severity);
	tcase_add_test(tc, a_callback_can_stop_the_reading);
	tcase_add_test(tc, items_by_seq_id_and_original);
	tcase_add_test(tc, a_copy_keeps_what_is_its_own);
	tcase_add_test(tc, features_come_back_to_the_bit);
	tcase_add_test(tc, a_span_is_walked_through);
	tcase_add_test(tc, story_items_follow_redirects);
	tcase_add_test(tc, stories_read_back);
	tcase_add_test(tc, related_stories_share_terms);
	tcase_add_test(tc, stories_are_counted_by_term);
	tcase_add_test(tc, story_events_follow_redirects);
	tcase_add_test(tc, events_read_back);
	tcase_add_test(tc, counts_are_read_alone);
	TCN_EACH(search_takes_any_input, searches);
	tcase_add_test(tc, search_finds_and_limits);
}
