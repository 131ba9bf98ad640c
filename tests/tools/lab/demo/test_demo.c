#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/lab/demo/demo.h"
#include "tools/lab/demo/demo_text_impl.h"

/* What a whole stream comes to. */
struct seen {
	uint64_t hash; /* of all lines */
	uint32_t lines, labelled, bad_json, unsorted, unfilled, langs;
};

static const char *
text_of(const cJSON *row, const char *name)
{
	const cJSON *field = cJSON_GetObjectItemCaseSensitive(row, name);

	return cJSON_IsString(field) ? field->valuestring : "";
}

static void
look_at_line(struct seen *seen, struct tcn_str line, double *before)
{
	cJSON *row = cJSON_ParseWithLength(line.at, line.n);
	double ts =
	    cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(row, "ts"));
	const char *lang = text_of(row, "lang");

	seen->bad_json += !row || !text_of(row, "id")[0] ||
	    !text_of(row, "title")[0] || !text_of(row, "source")[0];
	seen->unsorted += ts < *before;
	seen->unfilled += strstr(line.at, "{?}") != NULL ||
	    strchr(text_of(row, "title"), '{') != NULL ||
	    strchr(text_of(row, "text"), '{') != NULL;
	seen->labelled += text_of(row, "story")[0] == 'e';
	for (unsigned i = 0; i < TCN_DEMO_LANGS; i++) {
		if (!strcmp(lang, tcn_demo_lang_code(i)))
			seen->langs |= 1u << i;
	}
	*before = ts;
	cJSON_Delete(row);
}

static struct seen
read_all(const struct tcn_demo_conf *conf, bool look)
{
	struct seen seen = { 0 };
	struct tcn_demo *demo;
	struct tcn_str line;
	double before = 0;
	enum tcn_rc rc;

	ck_assert_int_eq(tcn_demo_new(conf, &demo, NULL), TCN_OK);
	while ((rc = tcn_demo_next(demo, &line)) == TCN_OK) {
		seen.hash = XXH3_64bits_withSeed(line.at, line.n, seen.hash);
		seen.lines++;
		if (look)
			look_at_line(&seen, line, &before);
	}
	ck_assert_int_eq(rc, TCN_DONE);
	tcn_demo_free(demo);
	return seen;
}

static struct tcn_demo_conf
small(void)
{
	struct tcn_demo_conf conf;

	tcn_demo_conf_init(&conf);
	conf.items = 4000;
	conf.sources = 120;
	return conf;
}

/* The hash changes whenever the generated text does: take the new one then. */
static struct tcn_demo_conf
small_with_rewrites(void)
{
	struct tcn_demo_conf conf = small();

	conf.rewrites = 5;
	return conf;
}

START_TEST(same_seed_same_bytes)
{
	struct tcn_demo_conf conf = small();
	struct seen first = read_all(&conf, false);
	struct seen second = read_all(&conf, false);

	ck_assert_uint_eq(first.hash, second.hash);
	ck_assert_uint_eq(first.hash, UINT64_C(5354555390799366969));
	conf.seed = 2;
	second = read_all(&conf, false);
	ck_assert_uint_ne(first.hash, second.hash);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(lines_are_whole_and_sorted)
{
	struct tcn_demo_conf conf = small_with_rewrites();
	struct seen seen = read_all(&conf, true);

	ck_assert_uint_eq(seen.lines, conf.items);
	ck_assert_uint_eq(seen.bad_json, 0);
	ck_assert_uint_eq(seen.unsorted, 0);
	ck_assert_uint_eq(seen.unfilled, 0);
	ck_assert_uint_eq(seen.langs, (1u << TCN_DEMO_LANGS) - 1);
}
END_TEST

START_TEST(kinds_have_their_shares)
{
	struct tcn_demo_conf conf = small_with_rewrites();
	struct tcn_demo *demo;
	const struct tcn_demo_event *events;
	const uint32_t *n;
	uint32_t sum = 0, of_events = 0;
	size_t events_n;

	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	n = tcn_demo_counts(demo);
	events = tcn_demo_events(demo, &events_n);
	for (int i = 0; i < TCN_DEMO_KINDS; i++) {
		ck_assert_uint_gt(n[i], 0);
		sum += n[i];
	}
	for (size_t i = 0; i < events_n; i++)
		of_events += events[i].items;
	ck_assert_uint_eq(sum, conf.items);
	ck_assert_uint_eq(n[TCN_DEMO_EVENT], of_events);
	ck_assert_uint_eq(read_all(&conf, true).labelled, of_events);
	ck_assert_uint_eq(n[TCN_DEMO_NOTICE],
	    conf.items / 100 * conf.notice_pct);
	/* The last story or feature may go over its share by its own size. */
	ck_assert_uint_ge(n[TCN_DEMO_COPY], conf.items / 100 * conf.copy_pct);
	ck_assert_uint_le(n[TCN_DEMO_COPY],
	    conf.items / 100 * conf.copy_pct + 30);
	ck_assert_uint_ge(n[TCN_DEMO_SMALL], conf.items / 100 * conf.small_pct);
	tcn_demo_free(demo);
}
END_TEST

/* Every event is one by the rule: more than 15 items within 4 hours. */
START_TEST(events_are_events)
{
	struct tcn_demo_conf conf;
	struct tcn_demo *demo;
	const struct tcn_demo_event *e;
	size_t n;
	unsigned shapes = 0;

	tcn_demo_conf_init(&conf);
	conf.days = 10;
	conf.items = 100000;
	conf.events = 20;
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	e = tcn_demo_events(demo, &n);
	ck_assert_uint_eq(n, 20);
	for (size_t i = 0; i < n; i++) {
		shapes |= 1u << e[i].shape;
		ck_assert_uint_gt(e[i].items, 15);
		ck_assert_int_ge(e[i].first_ms, conf.start_ms);
		ck_assert_int_gt(e[i].threshold_ms, e[i].first_ms);
		ck_assert_int_le(e[i].threshold_ms, e[i].last_ms);
		ck_assert_int_lt(e[i].last_ms,
		    conf.start_ms + 10 * INT64_C(86400000));
		ck_assert(e[i].label[0] && e[i].what[0]);
		if (e[i].shape == TCN_DEMO_WIRE)
			ck_assert_uint_lt(e[i].texts, e[i].items / 3);
		else
			ck_assert_uint_eq(e[i].texts, e[i].items);
		ck_assert(i == 0 || e[i].first_ms > e[i - 1].first_ms);
	}
	ck_assert_uint_eq(shapes, (1u << TCN_DEMO_SHAPES) - 1);
	tcn_demo_free(demo);
}
END_TEST

static const struct {
	const char *says;
	uint32_t items, days, sources, events, notice_pct;
} bad_confs[] = {
	{ "items", 0, 1, 100, 1, 10 },
	{ "days", 100, 0, 100, 1, 10 },
	{ "sources", 100, 1, 39, 1, 10 },
	{ "events", 100, 1, 100, 25, 10 },
	{ "percent", 100, 1, 100, 1, 90 },
};

START_TEST(refuses_what_is_out_of_range)
{
	struct tcn_demo_conf conf;
	struct tcn_demo *demo;
	struct tcn_err err = { 0 };

	tcn_demo_conf_init(&conf);
	conf.items = bad_confs[_i].items;
	conf.days = bad_confs[_i].days;
	conf.sources = bad_confs[_i].sources;
	conf.events = bad_confs[_i].events;
	conf.notice_pct = bad_confs[_i].notice_pct;
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, &err), TCN_INVALID);
	ck_assert_ptr_null(demo);
	ck_assert_ptr_nonnull(strstr(err.text, bad_confs[_i].says));
}
END_TEST

START_TEST(no_events_and_no_noise)
{
	struct tcn_demo_conf conf = small();

	conf.items = 50;
	conf.events = 0;
	conf.notice_pct = conf.copy_pct = conf.small_pct = conf.series = 0;
	ck_assert_uint_eq(read_all(&conf, true).lines, 50);
}
END_TEST

/* What the cases of a stream come to. */
struct cases {
	uint32_t n, held, items, facts, values, unproved;
};

static void
look_at_proofs(struct cases *seen, const cJSON *list, const cJSON *items)
{
	const cJSON *row, *id;

	cJSON_ArrayForEach(row, list)
	{
		const cJSON *proofs = cJSON_GetObjectItem(row, "items");
		bool known = cJSON_GetArraySize(proofs) > 0;

		cJSON_ArrayForEach(id, proofs)
		{
			const cJSON *item;
			bool is = false;

			cJSON_ArrayForEach(item, items) is |=
			    !strcmp(item->valuestring, id->valuestring);
			known &= is;
		}
		seen->unproved += !known;
	}
}

static struct cases
read_cases(const struct tcn_demo_conf *conf)
{
	struct tcn_buf out = { 0 };
	struct cases seen = { 0 };
	cJSON *root;
	const cJSON *c, *figure;

	ck_assert_int_eq(tcn_demo_cases(conf, &out, NULL), TCN_OK);
	root = cJSON_Parse(out.at);
	ck_assert_ptr_nonnull(root);
	cJSON_ArrayForEach(c, cJSON_GetObjectItem(root, "cases"))
	{
		const cJSON *items = cJSON_GetObjectItem(c, "items");
		const cJSON *facts = cJSON_GetObjectItem(c, "facts");

		seen.n++;
		seen.held += !strcmp(text_of(c, "part"), "held");
		seen.items += (uint32_t)cJSON_GetArraySize(items);
		seen.facts += (uint32_t)cJSON_GetArraySize(facts);
		look_at_proofs(&seen, facts, items);
		cJSON_ArrayForEach(figure, cJSON_GetObjectItem(c, "figures"))
		{
			const cJSON *values =
			    cJSON_GetObjectItem(figure, "values");

			seen.values += (uint32_t)cJSON_GetArraySize(values);
			look_at_proofs(&seen, values, items);
		}
	}
	cJSON_Delete(root);
	tcn_buf_fini(&out);
	return seen;
}

/* Each event has a case, whose facts its own items prove; half are held. */
START_TEST(cases_say_what_texts_tell)
{
	struct tcn_demo_conf conf;
	const struct tcn_demo_event *events;
	struct tcn_demo *demo;
	struct cases seen;
	uint32_t items = 0;
	size_t n;

	tcn_demo_conf_init(&conf);
	conf.items = 8000;
	conf.events = 18;
	conf.days = 2;
	seen = read_cases(&conf);
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	events = tcn_demo_events(demo, &n);
	for (size_t i = 0; i < n; i++)
		items += events[i].items;
	tcn_demo_free(demo);
	ck_assert_uint_eq(seen.n, n);
	ck_assert_uint_eq(seen.held, n / 2);
	ck_assert_uint_eq(seen.items, items);
	ck_assert_uint_eq(seen.unproved, 0);
	ck_assert_uint_ge(seen.facts, 4 * n);
	ck_assert_uint_ge(seen.values, n);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Two outlets report one story in different words, with the same facts. */
START_TEST(facts_stay_and_wording_varies)
{
	struct tcn_demo_world world;
	struct tcn_demo_scene scene = { .world = &world,
		.outlet = "Desk",
		.lang = TCN_DEMO_EN,
		.facts = 7,
		.country = 1,
		.town = 3 };
	struct tcn_buf first = { 0 }, text = { 0 }, town = { 0 };
	bool differ = false;

	tcn_demo_world_init(&world, 1, 60);
	tcn_demo_town(1, 3, TCN_DEMO_EN, &town);
	for (uint64_t i = 0; i < 20; i++) {
		struct tcn_demo_rng rng = { i };

		tcn_buf_clear(&text);
		tcn_demo_text_expand(&scene, &rng, "ferry.t1", &text);
		ck_assert_ptr_nonnull(strstr(text.at, town.at));
		if (i == 0)
			tcn_demo_text_expand(&scene,
			    &(struct tcn_demo_rng){ 0 }, "ferry.t1", &first);
		differ |= strcmp(first.at, text.at) != 0;
	}
	ck_assert(differ);
	tcn_buf_fini(&first);
	tcn_buf_fini(&text);
	tcn_buf_fini(&town);
	tcn_demo_world_fini(&world);
}
END_TEST

/* The texts of one report, by its label: no two are alike, all begin with its
 * names, and they come within hours. */
START_TEST(reports_are_retold)
{
	struct tcn_demo_conf conf = small_with_rewrites();
	char label[8] = "", texts[8][2000];
	struct tcn_demo *demo;
	struct tcn_str line;
	unsigned n = 0, all = 0;
	double first = 0;

	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	while (tcn_demo_next(demo, &line) == TCN_OK) {
		cJSON *row = cJSON_ParseWithLength(line.at, line.n);
		const char *story = text_of(row, "story");
		double ts =
		    cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(row,
			"ts"));

		all += story[0] == 'w';
		if (story[0] == 'w' && !label[0]) {
			snprintf(label, sizeof label, "%s", story);
			first = ts;
		}
		if (label[0] && !strcmp(story, label)) {
			ck_assert_uint_lt(n, 8);
			ck_assert_double_le(ts, first + 6 * 3600);
			snprintf(texts[n], sizeof texts[n], "%s",
			    text_of(row, "text"));
			ck_assert_uint_gt(strlen(texts[n]), 100);
			for (unsigned i = 0; i < n; i++)
				ck_assert_str_ne(texts[i], texts[n]);
			n++;
		}
		cJSON_Delete(row);
	}
	ck_assert_uint_ge(n, 3);
	ck_assert_uint_ge(all, 3 * conf.rewrites * conf.days);
	tcn_demo_free(demo);
}
END_TEST

/* A topic that is listed has its headline, lead and facts, in each phase. */
START_TEST(grammars_are_complete)
{
	static const char *const lists[] = { "topics", "series", "notices" };
	static const char *const parts[] = { "t", "l", "s" };
	char rule[64];

	for (int lang = 0; lang < TCN_DEMO_LANGS; lang++) {
		for (int list = 0; list < 3; list++) {
			uint32_t n =
			    tcn_demo_rule_alternatives(lang, lists[list]);

			for (uint32_t i = 0; i < 3 * n; i++) {
				struct tcn_str topic =
				    tcn_demo_rule_nth(lang, lists[list], i / 3);

				snprintf(rule, sizeof rule, "%.*s.%s",
				    TCN_STR_ARG(topic), parts[i % 3]);
				if (list == 0 && i % 3 == 0 &&
				    tcn_demo_rule_alternatives(lang, "lead"))
					strcpy(rule, "head");
				ck_assert_msg(tcn_demo_rule_alternatives(lang,
						  rule) > 0,
				    "no rule %s in %s", rule,
				    tcn_demo_lang_code(lang));
			}
		}
	}
	for (int lang = 0; lang < TCN_DEMO_LANGS; lang++) {
		static const char *const told[] = { "t", "1", "2", "6" };
		uint32_t n = tcn_demo_rule_alternatives(lang, "rewrites");

		for (uint32_t i = 0; i < 4 * n; i++) {
			struct tcn_str topic =
			    tcn_demo_rule_nth(lang, "rewrites", i / 4);

			snprintf(rule, sizeof rule, "%.*s.%s",
			    TCN_STR_ARG(topic), told[i % 4]);
			ck_assert_msg(tcn_demo_rule_alternatives(lang, rule) ==
				3,
			    "not three ways of %s in %s", rule,
			    tcn_demo_lang_code(lang));
		}
	}
	for (uint32_t i = 0;
	     i < tcn_demo_rule_alternatives(TCN_DEMO_EN, "events") * 9; i++) {
		struct tcn_str topic =
		    tcn_demo_rule_nth(TCN_DEMO_EN, "events", i / 9);

		snprintf(rule, sizeof rule, "%.*s.%s%u", TCN_STR_ARG(topic),
		    parts[i % 3], 1 + i / 3 % 3);
		ck_assert_msg(tcn_demo_rule_alternatives(TCN_DEMO_EN, rule) > 0,
		    "no rule %s", rule);
	}
}
END_TEST

TCN_TESTS(demo)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, same_seed_same_bytes);
	tcase_add_test(tc, lines_are_whole_and_sorted);
	tcase_add_test(tc, kinds_have_their_shares);
	tcase_add_test(tc, events_are_events);
	TCN_EACH(refuses_what_is_out_of_range, bad_confs);
	tcase_add_test(tc, no_events_and_no_noise);
	tcase_add_test(tc, cases_say_what_texts_tell);
	tcase_add_test(tc, facts_stay_and_wording_varies);
	tcase_add_test(tc, reports_are_retold);
	tcase_add_test(tc, grammars_are_complete);
}
