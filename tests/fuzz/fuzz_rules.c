/*
 * A file of rules from anywhere: reading it ends with rules or with errors
 * that have a place and a sentence; what is read can be matched against an
 * article, and the selection finds what looking at every rule finds.
 */
#include "tests/fuzz/must.h"
#include "tests/fuzz/yaml_leaks.h"

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tests/rules/match_check.h"
#include "tests/rules/ruleset_check.h"

static const struct tcn_rule defaults = {
	.more_than = 15,
	.within_ms = 4 * 3600 * 1000,
	.min_origins = 3,
};

static const struct tcn_ruleset_conf conf = {
	.defaults = &defaults,
	.horizon_ms = (int64_t)72 * 60 * 60 * 1000,
	.quiet_ms = (int64_t)4 * 60 * 60 * 1000,
};

static const struct tcn_article article = {
	.id = { "1", 1 },
	.source = TCN_STR("The Wire"),
	.url = TCN_STR("https://www.wire.example/quake"),
	.category = TCN_STR("World"),
	.title = TCN_STR("Strong quake shakes the coast - The Wire"),
	.text = TCN_STR("Buildings swayed in Quilenge; floods followed. "
			"\xe5\x9c\xb0\xe9\x9c\x87 13.8 a aaaaaaaaaaaaaaaaaaab"),
	.lang = TCN_STR("en"),
	.plain = true,
	.ts_ms = TCN_UNDATED,
};

/* Shared by all runs: what it answers does not depend on them. */
static struct tcn_prepare *prep;

/* Once through, so that its memory grows no more. */
static void
start(void)
{
	struct tcn_arena arena;
	struct tcn_doc doc;

	tcn_arena_init(&arena, 0);
	prep = tcn_prepare_new(NULL);
	tcn_prepare(prep, &article, &arena, &doc);
	tcn_arena_fini(&arena);
}

static bool
listed(const struct tcn_match_list *list, uint32_t rule)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i] == rule)
			return true;
	return false;
}

static void
match(const struct tcn_ruleset *set)
{
	struct tcn_match_list list, always;
	struct tcn_match_why why;
	struct tcn_arena arena;
	struct tcn_match *match;
	struct tcn_doc doc;

	tcn_arena_init(&arena, 0);
	tcn_prepare(prep, &article, &arena, &doc);
	/* What the reader lets pass compiles. */
	must(tcn_match_new(set->rules, set->n, &match, NULL) == TCN_OK);
	must(match_check(match, NULL) == TCN_OK);
	tcn_match_doc(match, &doc, &list);
	always = tcn_match_always(match);
	for (uint32_t i = 0; i < set->n; i++) {
		tcn_match_explain(match, i, &why);
		must(why.matched == (listed(&list, i) || listed(&always, i)));
	}
	tcn_match_free(match);
	tcn_arena_fini(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_ruleset set;
	struct tcn_err err = { 0 };
	size_t live;
	enum tcn_rc rc;

	if (!prep)
		start();
	live = tcn_mem_live_bytes();
	rc = tcn_ruleset_read(text, "fuzz", &conf, &set, &err);
	must(rc == TCN_OK || rc == TCN_INVALID);
	must((rc == TCN_INVALID) == (set.errors_n > 0));
	must(rc == TCN_OK || err.text[0] != '\0');
	must(ruleset_check(&set, NULL) == TCN_OK);
	if (rc == TCN_OK && set.n <= 200)
		match(&set);
	tcn_ruleset_fini(&set);
	must(tcn_mem_live_bytes() == live);
	return 0;
}
