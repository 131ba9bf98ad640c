/*
 * Many rules over one stream, compared with counting by hand. Which stories
 * there are, and which item is a copy, is taken from the window; all the rest
 * is counted from a plain list of items.
 */
#include "tests/base/run.h"

#include <string.h>

#include "tests/rules/many.h"

/* An event as the model knows it. */
struct known {
	bool alive;
	int rule;
	uint64_t group; /* story; or the seq it opened with */
	int64_t seen_ms, closed_ms;
	uint32_t reported; /* items */
	char id[TCN_EVENT_ID_BYTES];
};

static struct known known[4000];
static size_t known_n;
/* Of rules that count similar items: the event that each item is of. */
static struct known *owners[MANY_RULES][MANY_ITEMS];
static int64_t now_ms;

/* Notes where the window put item i, and which stories that changed. */
static void
follow(struct tcn_detector *det, int i, const struct tcn_placement *place,
    const struct tcn_detector_changes *changes)
{
	struct many_item *item = &many_items[i];

	now_ms = tcn_window_now_ms(tcn_detector_window(det));
	item->ts_ms = place->ts_ms;
	item->story = place->story;
	item->origin = place->duplicate_of ? place->duplicate_of : place->seq;
	item->fingerprint = place->fingerprint;
	item->has_fingerprint = place->has_fingerprint;
	item->copy = place->duplicate_of != 0;
	for (int k = 0; k <= i; k++) {
		if (many_items[k].story == changes->merged_from &&
		    changes->merged_from)
			many_items[k].story = changes->merged_into;
		if (many_items[k].story == changes->split_from &&
		    changes->split_from &&
		    many_items[k].ts_ms > now_ms - MANY_WINDOW_MS)
			many_items[k].story = changes->story_opened;
	}
}

static uint32_t
distinct(uint64_t *numbers, size_t n)
{
	uint32_t found = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (numbers[k] != numbers[i])
			k++;
		found += k == i;
	}
	return found;
}

/*
 * What the rule counts of the story's items, or of those similar to item i.
 * Which items of a story are of one origin is the window's own affair, so it
 * is asked.
 */
static struct tcn_story_counts
count(struct tcn_detector *det, size_t r, int i)
{
	const struct tcn_rule *rule = &many_rules[r];
	bool story = rule->kind == TCN_RULE_STORY;
	static uint64_t origins[MANY_ITEMS], publishers[MANY_ITEMS];
	struct tcn_story_query all = { .within_ms = many_widest_ms };
	struct tcn_story_view view = { 0 };
	struct tcn_story_counts n = { 0 };

	if (story)
		tcn_story_read_view(
		    tcn_window_story_index(tcn_detector_window(det)),
		    many_items[i].story, now_ms, &all, &view);
	for (int k = 0; k <= i; k++) {
		const struct many_item *item = &many_items[k];
		size_t v = 0;

		if (!(item->matched & 1u << r) ||
		    item->ts_ms <= now_ms - rule->within_ms ||
		    item->ts_ms > now_ms)
			continue;
		if (story && item->story != many_items[i].story)
			continue;
		if (!story &&
		    (!item->has_fingerprint ||
			(unsigned)__builtin_popcountll(item->fingerprint ^
			    many_items[i].fingerprint) > rule->radius))
			continue;
		while (v < view.items_n && view.items[v].seq != (uint64_t)k + 1)
			v++;
		ck_assert(!story || v < view.items_n);
		origins[n.items] = story ? view.items[v].origin : item->origin;
		publishers[n.items++] = item->publisher;
	}
	n.origins = distinct(origins, n.items);
	n.publishers = distinct(publishers, n.items);
	return n;
}

static bool
is_enough(const struct tcn_rule *rule, const struct tcn_story_counts *n)
{
	uint32_t unit = rule->unit == TCN_RULE_ITEMS ? n->items
	    : rule->unit == TCN_RULE_ORIGINS         ? n->origins
						     : n->publishers;
	/* Where seven in ten are copies, one text more is asked for. */
	uint32_t texts = rule->min_origins +
	    (rule->min_origins > 1 && n->items - n->origins > 0.7 * n->items);

	return unit > rule->more_than && n->origins >= texts &&
	    n->publishers >= rule->min_publishers;
}

static struct known *
find_known(size_t r, uint64_t group)
{
	for (size_t k = 0; k < known_n; k++)
		if (known[k].rule == (int)r && known[k].group == group)
			return &known[k];
	return NULL;
}

static struct known *
find_id(const char *id)
{
	for (size_t k = 0; k < known_n; k++)
		if (strcmp(known[k].id, id) == 0)
			return &known[k];
	ck_abort_msg("no event %s", id);
}

static const struct tcn_event *
change_of(const struct tcn_detector_changes *changes, size_t r)
{
	for (size_t k = 0; k < changes->events_n; k++)
		if (tcn_str_equal(changes->events[k].rule,
			many_rules[r].name) &&
		    changes->events[k].state != TCN_EVENT_CLOSED)
			return &changes->events[k];
	return NULL;
}

static const struct tcn_detector_ruling *
ruling_of(const struct tcn_detector_changes *changes, size_t r)
{
	for (size_t k = 0; k < changes->rulings_n; k++)
		if (changes->rulings[k].rule == &many_rules[r])
			return &changes->rulings[k];
	return NULL;
}

/* Events that closed: when they should, or as part of another. */
static void
check_closed(const struct tcn_detector_changes *changes)
{
	for (size_t k = 0; k < changes->events_n; k++) {
		const struct tcn_event *e = &changes->events[k];
		struct known *was;

		if (e->state != TCN_EVENT_CLOSED)
			continue;
		was = find_id(e->id);
		ck_assert(was->alive);
		was->alive = false;
		was->closed_ms = e->changed_ms;
		if (*e->merged_into) {
			ck_assert(find_id(e->merged_into)->alive);
			was->group = 0;
		} else {
			ck_assert_int_eq(e->changed_ms,
			    was->seen_ms + many_quiet_ms);
		}
	}
	for (size_t k = 0; k < known_n; k++) /* nothing was left out */
		ck_assert(!known[k].alive ||
		    known[k].seen_ms + many_quiet_ms > now_ms);
}

/* Of two events of one rule in stories that merge, the closed one leaves. */
static void
move_known(const struct tcn_detector_changes *changes)
{
	for (size_t k = 0; k < known_n && changes->merged_from; k++) {
		struct known *twin;

		if (known[k].group != changes->merged_from ||
		    many_rules[known[k].rule].kind != TCN_RULE_STORY)
			continue;
		twin = find_known((size_t)known[k].rule, changes->merged_into);
		if (twin && twin->alive) {
			known[k].group = 0;
			continue;
		}
		if (twin)
			twin->group = 0;
		known[k].group = changes->merged_into;
	}
}

static void
note_opened(const struct tcn_event *e, size_t r, uint64_t group)
{
	struct known *k = &known[known_n++];

	*k = (struct known){
		.alive = true,
		.rule = (int)r,
		.group = group,
		.seen_ms = e->last_ms,
		.reported = e->items,
	};
	memcpy(k->id, e->id, sizeof k->id);
	ck_assert_int_eq(e->severity, many_rules[r].severity);
	ck_assert_uint_eq(e->evidence_n, e->items);
}

static void
check_event(const struct tcn_event *e, const struct tcn_story_counts *n)
{
	ck_assert_uint_eq(e->items, n->items);
	ck_assert_uint_eq(e->origins, n->origins);
	ck_assert_uint_eq(e->publishers, n->publishers);
}

static void
check_alive(struct known *k, const struct tcn_event *e,
    const struct tcn_story_counts *n, int i)
{
	if (many_items[i].ts_ms > k->seen_ms)
		k->seen_ms = many_items[i].ts_ms;
	ck_assert(e || n->items < 2 * k->reported);
	if (!e)
		return;
	ck_assert_str_eq(e->id, k->id);
	ck_assert_int_eq(e->state, TCN_EVENT_UPDATED);
	ck_assert_int_eq((e->why & TCN_EVENT_CHANGE_GREW) != 0,
	    n->items >= 2 * k->reported);
	check_event(e, n);
	k->reported = e->items;
}

static int
check_story(struct tcn_detector *det, size_t r, int i,
    const struct tcn_detector_changes *changes)
{
	const struct tcn_rule *rule = &many_rules[r];
	const struct tcn_event *e = change_of(changes, r);
	const struct tcn_detector_ruling *ruling = ruling_of(changes, r);
	struct known *k = find_known(r, many_items[i].story);
	struct tcn_story_counts n;
	bool enough;

	if (!many_items[i].story) { /* too late for any */
		ck_assert_int_eq(e != NULL, rule->watch && !many_items[i].copy);
		if (e)
			note_opened(e, r, (uint64_t)i + 1);
		return e != NULL;
	}
	n = count(det, r, i);
	enough =
	    rule->watch ? !many_items[i].copy && n.items : is_enough(rule, &n);
	if (k && k->alive) {
		check_alive(k, e, &n, i);
		return 0;
	}
	if (k && now_ms - k->closed_ms < many_reopen_ms) {
		ck_assert_int_eq(e != NULL, enough);
		if (!e)
			return 0;
		ck_assert_str_eq(e->id, k->id);
		ck_assert_int_eq(e->state, TCN_EVENT_REOPENED);
		check_event(e, &n);
		k->alive = true;
		k->reported = e->items;
		if (e->last_ms > k->seen_ms)
			k->seen_ms = e->last_ms;
		return 0;
	}
	if (k || !enough) {
		ck_assert_ptr_null(e);
		return 0;
	}
	if (!rule->watch) {
		ck_assert_ptr_nonnull(ruling);
		ck_assert_int_ge(ruling->verdict.gate,
		    TCN_STORY_GATE_REPORTED *
			(ruling->verdict.gate != TCN_STORY_GATE_NONE));
		ck_assert_int_eq(e != NULL,
		    ruling->verdict.gate == TCN_STORY_GATE_NONE);
	}
	if (!e)
		return 0;
	ck_assert_uint_eq(e->revision, 1);
	check_event(e, &n);
	note_opened(e, r, many_items[i].story);
	return 1;
}

static bool
is_hit(size_t r, int i, int k)
{
	return (many_items[k].matched & 1u << r) &&
	    many_items[k].has_fingerprint &&
	    many_items[k].ts_ms > now_ms - many_rules[r].within_ms &&
	    many_items[k].ts_ms <= now_ms &&
	    (unsigned)__builtin_popcountll(many_items[k].fingerprint ^
		many_items[i].fingerprint) <= many_rules[r].radius;
}

/* Of the events of similar items: the oldest item's that is alive or may
 * reopen, else the oldest item's. */
static struct known *
event_of_similar(size_t r, int i)
{
	struct known *best = NULL;
	int64_t best_ms = 0;
	bool best_over = true;

	for (int k = 0; k <= i; k++) {
		struct known *owner = owners[r][k];
		bool over = owner && !owner->alive &&
		    now_ms - owner->closed_ms >= many_reopen_ms;

		if (!owner || !is_hit(r, i, k) || (over && !best_over) ||
		    (best && over == best_over &&
			many_items[k].ts_ms >= best_ms))
			continue;
		best = owner;
		best_ms = many_items[k].ts_ms;
		best_over = over;
	}
	return best;
}

static void
check_known(struct known *k, const struct tcn_event *e,
    const struct tcn_story_counts *n, int i)
{
	if (k->alive) {
		check_alive(k, e, n, i);
		return;
	}
	ck_assert_int_eq(e != NULL, now_ms - k->closed_ms < many_reopen_ms);
	if (!e)
		return;
	ck_assert_str_eq(e->id, k->id);
	ck_assert_int_eq(e->state, TCN_EVENT_REOPENED);
	check_event(e, n);
	k->alive = true;
	k->reported = e->items;
	k->seen_ms = e->last_ms > k->seen_ms ? e->last_ms : k->seen_ms;
}

static int
check_similar(struct tcn_detector *det, size_t r, int i,
    const struct tcn_detector_changes *changes)
{
	const struct tcn_event *e = change_of(changes, r);
	struct tcn_story_counts n = { 0 };
	struct known *k;

	if (many_items[i].has_fingerprint)
		n = count(det, r, i);
	if (!is_enough(&many_rules[r], &n)) {
		ck_assert_ptr_null(e);
		return 0;
	}
	k = event_of_similar(r, i);
	if (k) {
		check_known(k, e, &n, i);
		if (!k->alive)
			return 0;
	} else {
		ck_assert_ptr_nonnull(e);
		ck_assert_uint_eq(e->revision, 1);
		check_event(e, &n);
		note_opened(e, r, (uint64_t)i + 1);
	}
	for (int h = 0; h <= i; h++)
		if (!owners[r][h] && is_hit(r, i, h))
			owners[r][h] = k ? k : &known[known_n - 1];
	return !k;
}

/* An item that the rule is not about changes its events by a merge alone. */
static void
check_unmatched(const struct tcn_event *e,
    const struct tcn_detector_changes *changes)
{
	if (!e)
		return;
	ck_assert(changes->merged_from && (e->why & TCN_EVENT_CHANGE_MERGED));
	find_id(e->id)->reported = e->items;
}

START_TEST(rules_count_as_by_hand)
{
	struct tcn_detector *det;
	int opened = 0;

	many_make((uint64_t)_i + 1);
	known_n = 0;
	memset(owners, 0, sizeof owners);
	det = many_detector();
	ck_assert_ptr_nonnull(det);
	for (int i = 0; i < MANY_ITEMS; i++) {
		struct tcn_placement place;
		struct tcn_detector_changes changes;

		ck_assert_int_eq(many_step(det, i, &place, &changes), TCN_OK);
		follow(det, i, &place, &changes);
		check_closed(&changes);
		move_known(&changes);
		for (size_t r = 0; r < many_rules_n; r++) {
			if (!(many_items[i].matched & 1u << r)) {
				check_unmatched(change_of(&changes, r),
				    &changes);
				continue;
			}
			opened += many_rules[r].kind == TCN_RULE_STORY
			    ? check_story(det, r, i, &changes)
			    : check_similar(det, r, i, &changes);
		}
	}
	ck_assert(opened > 0 || many_rules_n < 4);
	tcn_detector_free(det);
}
END_TEST

TCN_TESTS(many)
{
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_loop_test(tc, rules_count_as_by_hand, 0, 10);
}
