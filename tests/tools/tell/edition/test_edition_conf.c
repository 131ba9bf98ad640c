#include "tests/base/run.h"

#include <string.h>

#include "tools/tell/edition/edition_conf.h"

static enum tcn_rc
parse(const char *yaml, const struct tcn_edition_receivers *receivers,
    struct tcn_editions **editions, struct tcn_err *err)
{
	*err = (struct tcn_err){ 0 };
	return tcn_editions_parse("editions.yaml", tcn_str(yaml), receivers,
	    editions, err);
}

#define BEGIN "editions:\n- name: a\n  when: 07:00\n"

START_TEST(all_fields)
{
	static const char yaml[] =
	    ("editions:\n"
	     "  - name: morning\n"
	     "    title: The morning report\n"
	     "    when: [Mon-Fri 07:00, \"1st 09:00\"]\n"
	     "    zone: Europe/Berlin\n"
	     "    what: {rules: [story], categories: [world, local],\n"
	     "      languages: en, sources: [Alpha], severity: medium,"
	     "      search: war, "
	     "top: 7}\n"
	     "    sections: [new, closed]\n"
	     "    by: category\n"
	     "    language: de\n"
	     "    format: [html, text, pdf]\n"
	     "    paper: letter\n"
	     "    receivers: [desk]\n"
	     "    late: all\n"
	     "    late_within: 6h\n"
	     "    settle: 90s\n"
	     "  - {name: obituary, closes: high, late_within: never}\n");
	struct tcn_editions *editions;
	const struct tcn_edition_conf *e;
	struct tcn_err err;

	ck_assert_msg(!parse(yaml, NULL, &editions, &err), "%s", err.text);
	ck_assert_uint_eq(editions->n, 2);
	e = tcn_edition_find(editions, tcn_str("morning"));
	ck_assert_ptr_eq(e, &editions->at[0]);
	ck_assert(tcn_str_equal(tcn_edition_title(e),
	    tcn_str("The morning report")));
	ck_assert_uint_eq(e->categories.n, 2);
	ck_assert(tcn_str_equal(e->languages.at[0], tcn_str("en")));
	ck_assert_int_eq(e->severity, TCN_SEVERITY_MEDIUM);
	ck_assert_uint_eq(e->top, 7);
	ck_assert_str_eq(e->search, "war");
	ck_assert_int_eq(e->by, TCN_EDITION_BY_CATEGORY);
	ck_assert_uint_eq(e->sections,
	    1u << TCN_EDITION_NEW | 1u << TCN_EDITION_CLOSED);
	ck_assert_uint_eq(e->formats,
	    1u << TCN_EDITION_HTML | 1u << TCN_EDITION_TEXT |
		1u << TCN_EDITION_PDF);
	ck_assert_int_eq(e->language, TCN_WORDS_DE);
	ck_assert_int_eq(e->paper, 1);
	ck_assert_int_eq(e->late, TCN_EDITION_LATE_ALL);
	ck_assert_int_eq(e->late_within_ms, 6 * 3600 * 1000);
	ck_assert_int_eq(e->settle_ms, 90 * 1000);
	ck_assert_ptr_nonnull(e->schedule);
	e = &editions->at[1];
	ck_assert_int_eq(e->closes, TCN_SEVERITY_HIGH);
	ck_assert_ptr_null(e->schedule);
	ck_assert_uint_eq(e->sections, 31);
	ck_assert_uint_eq(e->formats, 31);
	ck_assert_int_eq(e->late_within_ms, 0);
	ck_assert(tcn_str_equal(tcn_edition_title(e), tcn_str("obituary")));
	ck_assert(e->hash != editions->at[0].hash);
	ck_assert_ptr_null(tcn_edition_find(editions, tcn_str("none")));
	tcn_editions_free(editions);
}
END_TEST

/* A description that says something else has another hash, also where a list
 * alone differs. */
START_TEST(the_hash_is_of_all)
{
	static const char *const formats[] = { "html", "[html, md]",
		"[html, text]", "[md]" };
	uint64_t hashes[4];

	for (size_t i = 0; i < 4; i++) {
		struct tcn_buf text = { 0 };
		struct tcn_editions *editions;
		struct tcn_err err;

		tcn_buf_printf(&text, BEGIN "  format: %s\n", formats[i]);
		ck_assert(!parse(text.at, NULL, &editions, &err));
		hashes[i] = editions->at[0].hash;
		for (size_t k = 0; k < i; k++)
			ck_assert(hashes[k] != hashes[i]);
		tcn_editions_free(editions);
		tcn_buf_fini(&text);
	}
}
END_TEST

static bool
knows_desk(void *ctx, struct tcn_str name)
{
	(void)ctx;
	return tcn_str_equal(name, tcn_str("desk"));
}

static void
offers_desk(void *ctx, struct tcn_suggest *nearest)
{
	(void)ctx;
	tcn_suggest_offer(nearest, "desk");
}

static const struct {
	const char *yaml;
	unsigned long line, column;
	const char *says;
} wrongs[] = {
	{ "edition: []\n", 1, 1, "did you mean 'editions'" },
	{ "editions: []\nversion: 3\n", 2, 1, "no 'version': it has one key" },
	{ "", 1, 1, "the file is empty" },
	{ "editions: 3\n", 1, 11, "a list of editions" },
	{ "editions:\n- name: a\n", 2, 0, "a is never due" },
	{ "editions:\n- when: 07:00\n", 2, 0, "an edition has a name" },
	{ "editions:\n- {name: A b, when: 07:00}\n", 2, 0, "small letters" },
	{ "editions:\n- name: a\n  when: Mon-Fri 27:00\n", 3, 17,
	    "00:00 to 23:59" },
	{ "editions:\n- name: a\n  when: [07:00, \"0 7 L * *\"]\n", 3, 22,
	    "'L' is no day" },
	{ "editions:\n- name: a\n  when: 07:00\n  zone: Berlin\n", 4, 9,
	    "no time zone 'Berlin'" },
	{ BEGIN "  closes: high\n", 2, 0, "make two editions of it" },
	{ BEGIN "  laet: all\n", 4, 3, "did you mean 'late'" },
	{ BEGIN "  what: {tpo: 3}\n", 4, 10, "did you mean 'top'" },
	{ BEGIN "  what: {top: 0}\n", 4, 15, "1" },
	{ BEGIN "  top: 3\n", 4, 3, "an edition has no 'top'" },
	{ BEGIN "  format: [dpf]\n", 4, 11, "html" },
	{ BEGIN "  receivers: [desk, dsek]\n", 4, 21,
	    "no receiver or desk 'dsek'; did you mean 'desk'" },
	{ BEGIN "  receivers: chat\n", 4, 14, "deliver.receivers" },
	{ BEGIN "- {name: a, when: 08:00}\n", 4, 0, "two editions called a" },
	{ BEGIN "  language: it\n", 4, 13, "en" },
};

START_TEST(a_mistake_has_its_place)
{
	static const struct tcn_edition_receivers known = { .known = knows_desk,
		.offer = offers_desk };
	struct tcn_editions *editions;
	struct tcn_err err;

	ck_assert_int_eq(parse(wrongs[_i].yaml, &known, &editions, &err),
	    TCN_INVALID);
	ck_assert_ptr_null(editions);
	ck_assert_msg(strstr(err.text, wrongs[_i].says), "%s", err.text);
	ck_assert_str_eq(err.file, "editions.yaml");
	ck_assert_msg(err.line == wrongs[_i].line &&
		err.column == wrongs[_i].column,
	    "%lu:%lu: %s", err.line, err.column, err.text);
}
END_TEST

TCN_TESTS(edition_conf)
{
	tcase_add_test(tc, all_fields);
	tcase_add_test(tc, the_hash_is_of_all);
	TCN_EACH(a_mistake_has_its_place, wrongs);
}
