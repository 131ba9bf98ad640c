/*
 * tests/rules/many.h - a stream and a set of rules, made by chance.
 *
 * What a number makes is always the same. The tests that share it compare the
 * detector with a model (test_many.c), or one run of it with another
 * (test_many_state.c).
 */
#ifndef TCN_TESTS_RULES_MANY_H
#define TCN_TESTS_RULES_MANY_H

#include "engine/base/duration.h"
#include "rules/detector.h"

#define MANY_ITEMS     1500
#define MANY_RULES     12
#define MANY_WINDOW_MS (2 * TCN_HOUR_MS) /* some rules look back longer */

struct many_item {
	char title[128];
	char lang[4]; /* "": en or pt, by chance */
	int64_t date_ms;
	uint64_t publisher;
	unsigned matched; /* rules it matched, a bit each, once it was taken */
	/* What the window said, for the model. */
	int64_t ts_ms;
	uint64_t origin, fingerprint, story;
	bool has_fingerprint, copy;
};

extern struct many_item many_items[MANY_ITEMS];
extern struct tcn_rule many_rules[MANY_RULES];
extern size_t many_rules_n;
extern int64_t many_reopen_ms, many_quiet_ms, many_widest_ms;

/* The fixture of a test case: what prepares items. */
void many_setup(void);
void many_teardown(void);

/* Makes the stream and the rules of this number. */
void many_make(uint64_t number);

/* Makes the first stream, and one rule alone: more than so many items of a
 * story, of two origins. */
struct tcn_rule *many_make_news(uint32_t more_than);

/* Lets the rules made group, by chance, and escalate. */
void many_add_groups(uint64_t number);

/* Of the rules made, only this one is left; it is about the same items. */
void many_keep_rule(size_t r);

/* A number below n; the rolls follow from the number last made. */
uint64_t many_roll(uint64_t n);

/* A detector with the rules. */
struct tcn_detector *many_detector(void);

/* Are its rules, events and window whole? Fails the test if not. */
void many_check(const struct tcn_detector *det);

/* Hands item i to it, and checks it. */
enum tcn_rc many_step(struct tcn_detector *det, int i,
    struct tcn_placement *place, struct tcn_detector_changes *changes);

/* The article key of item i. */
uint64_t many_key(int i);

/* Which rules a doc is about: tcn_detector_match_fn. */
void many_match(void *ctx, const struct tcn_doc *doc, const uint32_t **list,
    size_t *n);

#endif
