#include "tests/rules/many.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/item/prepare.h"
#include "tests/base/run.h"
#include "tests/base/sound.h"

#define START  INT64_C(1400000000000)
#define TOPICS 6

/* The window is checked at each of so many items: it takes long. */
#define WHOLE_CHECK 32

struct many_item many_items[MANY_ITEMS];
struct tcn_rule many_rules[MANY_RULES];
size_t many_rules_n;
int64_t many_reopen_ms, many_quiet_ms, many_widest_ms;

static struct tcn_prepare *prep;
static struct tcn_arena arena;
static uint64_t seed;
static size_t number_of_first; /* of the rules as they were made */

uint64_t
many_key(int i)
{
	return (uint64_t)i * 77 + 5;
}

uint64_t
many_roll(uint64_t n)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (z ^ (z >> 31)) % n;
}

/* How far before item i lies the one it copies: sometimes far. */
static int
how_far_back(int i)
{
	int most = many_roll(3) ? 8 : 150;

	return (int)many_roll((uint64_t)(i < most ? i : most));
}

/* Half of them are about a few topics, each busy for a while; some are
 * copies. */
static void
make_items(void)
{
	int64_t date_ms = START;

	for (int i = 0; i < MANY_ITEMS; i++) {
		struct many_item *item = &many_items[i];
		unsigned topic = (unsigned)(many_roll(2) + (uint64_t)i / 250);
		size_t at = 0;

		*item = (struct many_item){ .publisher = many_roll(9) + 1 };
		date_ms += (int64_t)many_roll(3 * (uint64_t)TCN_MINUTE_MS);
		item->date_ms = date_ms - (int64_t)many_roll(5) * TCN_MINUTE_MS;
		if (i > 8 && many_roll(5) < 2) {
			memcpy(item->title,
			    many_items[i - 1 - how_far_back(i)].title,
			    sizeof item->title);
			continue;
		}
		for (int w = 0; w < 5; w++) {
			bool own = i < 100 || w == 4 || i % 2;

			at += (size_t)snprintf(item->title + at,
			    sizeof item->title - at, "%s%c%c ",
			    own ? "chat" : "topic",
			    (char)('a' +
				(own ? many_roll(26) : topic % TOPICS)),
			    (char)('a' + many_roll(own ? 26 : 8)));
		}
	}
}

/* Any mixture of rules; two in three have conditions on an item. */
static void
make_rules(void)
{
	static char names[MANY_RULES][sizeof "rule" + 20];
	static const struct tcn_rule_term term = { .text = TCN_STR("x") };

	number_of_first = 0;
	many_rules_n = 1 + many_roll(MANY_RULES);
	many_widest_ms = 0;
	for (size_t r = 0; r < many_rules_n; r++) {
		struct tcn_rule *rule = &many_rules[r];

		snprintf(names[r], sizeof names[r], "rule%zu", r);
		*rule = (struct tcn_rule){
			.name = tcn_str(names[r]),
			.kind =
			    many_roll(3) ? TCN_RULE_STORY : TCN_RULE_SIMILAR,
			.unit = (enum tcn_rule_unit)many_roll(3),
			.watch = many_roll(4) == 0,
			.more_than = 2 + (uint32_t)many_roll(5),
			.within_ms =
			    (20 + (int64_t)many_roll(220)) * TCN_MINUTE_MS,
			.radius = 7 * (unsigned)many_roll(2),
			.min_origins = (uint32_t)many_roll(4),
			.min_publishers = (uint32_t)many_roll(4),
			.least = r % 2 ? 20 : 0,
			.severity = (enum tcn_severity)many_roll(5),
		};
		if (rule->watch)
			rule->kind = TCN_RULE_STORY;
		if (many_roll(3))
			rule->where.any = (struct tcn_rule_terms){ &term, 1 };
		if (rule->within_ms > many_widest_ms)
			many_widest_ms = rule->within_ms;
	}
	many_quiet_ms = (40 + (int64_t)many_roll(100)) * TCN_MINUTE_MS;
	many_reopen_ms = (int64_t)many_roll(3) * 100 * TCN_MINUTE_MS;
}

void
many_add_groups(uint64_t number)
{
	static const struct tcn_rule_escalation steps[] = {
		{ .more_than = 3,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_HIGH },
		{ .more_than = 5,
		    .unit = TCN_RULE_PUBLISHERS,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_CRITICAL },
		{ .more_than = 11, .unit = TCN_RULE_ORIGINS },
	};

	seed = number;
	for (size_t r = 0; r < many_rules_n; r++) {
		struct tcn_rule *rule = &many_rules[r];

		rule->escalate = (struct tcn_rule_escalations){ steps,
			(size_t)many_roll(4) };
		if (rule->kind != TCN_RULE_STORY || many_roll(4) == 0)
			continue;
		rule->group_by = (enum tcn_rule_group_by)many_roll(2);
		rule->group_ms = (1 + (int64_t)many_roll(90)) * TCN_MINUTE_MS;
	}
}

struct tcn_rule *
many_make_news(uint32_t more_than)
{
	many_make(1);
	many_rules_n = 1;
	many_quiet_ms = 4 * TCN_HOUR_MS;
	many_rules[0] = (struct tcn_rule){
		.name = TCN_STR("news"),
		.kind = TCN_RULE_STORY,
		.more_than = more_than,
		.min_origins = 2,
		.within_ms = MANY_WINDOW_MS,
		.severity = TCN_SEVERITY_MEDIUM,
	};
	many_widest_ms = many_rules[0].within_ms;
	return &many_rules[0];
}

void
many_keep_rule(size_t r)
{
	number_of_first = r;
	many_rules[0] = many_rules[r];
	many_rules_n = 1;
	many_widest_ms = many_rules[0].within_ms;
}

/* Is the rule about the article? As good as by chance. */
static bool
is_about(const struct tcn_doc *doc, size_t r)
{
	r += number_of_first;
	return (doc->article->key[0] * 0x9e3779b97f4a7c15u >> 40) % (r + 2) !=
	    0;
}

void
many_match(void *ctx, const struct tcn_doc *doc, const uint32_t **list,
    size_t *n)
{
	static uint32_t matched[MANY_RULES];

	(void)ctx;
	*n = 0;
	for (size_t r = 0; r < many_rules_n; r++)
		if (many_rules[r].where.any.n && is_about(doc, r))
			matched[(*n)++] = (uint32_t)r;
	*list = matched;
}

struct tcn_detector *
many_detector(void)
{
	static const struct tcn_rule settings = {
		.name = TCN_STR("settings"),
		.kind = TCN_RULE_STORY,
		.more_than = 4,
		.within_ms = MANY_WINDOW_MS,
	};
	struct tcn_detector_conf conf = {
		.rule = settings, /* unseen: it splits stories */
		.rules = many_rules,
		.rules_n = many_rules_n,
		.match = many_match,
		.lifecycle = { many_quiet_ms, many_reopen_ms, 2.0 },
	};
	struct tcn_detector *det;

	tcn_story_conf_default(&conf.window.story);
	conf.window.story.within_ms = MANY_WINDOW_MS;
	conf.window.story.more_than = settings.more_than;
	conf.window.story.note_changes = true;
	conf.window.near.horizon_ms = 600 * TCN_MINUTE_MS;
	conf.window.clock = (struct tcn_clock_conf){ 60 * TCN_MINUTE_MS,
		60 * TCN_MINUTE_MS, TCN_MINUTE_MS };
	conf.window.items_max = 100000;
	if (tcn_detector_new(&conf, &det))
		return NULL;
	return det;
}

void
many_check(const struct tcn_detector *det)
{
	ck_sound(tcn_detector_check, det);
}

enum tcn_rc
many_step(struct tcn_detector *det, int i, struct tcn_placement *place,
    struct tcn_detector_changes *changes)
{
	struct tcn_article article = {
		.title = tcn_str(many_items[i].title),
		.plain = true,
		.lang = *many_items[i].lang ? tcn_str(many_items[i].lang)
		    : i % 40 > 36           ? tcn_str("pt")
					    : tcn_str("en"),
		.ts_ms = many_items[i].date_ms,
		.key = { many_key(i), (uint64_t)i },
	};
	struct tcn_err err = { 0 };
	struct tcn_doc doc;
	enum tcn_rc rc;

	tcn_arena_reset(&arena);
	tcn_prepare(prep, &article, &arena, &doc);
	doc.publisher = many_items[i].publisher;
	many_items[i].matched = 0;
	for (size_t r = 0; r < many_rules_n; r++)
		if (!many_rules[r].where.any.n || is_about(&doc, r))
			many_items[i].matched |= 1u << r;
	tcn_detector_step(det, &doc, (uint64_t)i + 1, TCN_CLOCK_NO_BOUND, place,
	    changes);
	ck_sound(tcn_detector_check_rules, det);
	if (i % WHOLE_CHECK)
		return TCN_OK;
	rc = tcn_detector_check(det, &err);
	ck_assert_msg(rc == TCN_OK, "%s", err.text);
	return rc;
}

void
many_setup(void)
{
	struct tcn_prepare_conf conf = { 0 };

	prep = tcn_prepare_new(&conf);
	tcn_arena_init(&arena, 0);
}

void
many_teardown(void)
{
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
}

void
many_make(uint64_t number)
{
	seed = number;
	make_rules();
	make_items();
}
