#include "tests/base/run.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_read.h"
#include "tests/base/kept_report.h"
#include "tests/base/page.h"
#include "tests/base/program.h"
#include "tools/tell/report/report_files.h"
#include "tools/tell/report/report_gather.h"

#define DAY_MS INT64_C(1795219200000) /* Sat 21 Nov 2026 */

static char dir[64], db[80], out_dir[80];

/* --- A store with two related stories, each an event. --- */

static const struct {
	uint64_t seq, copy_of, story;
	int minute;
	const char *source, *title, *text;
} items[] = {
	{ 1, 0, 1, 10, "Alpha", "Dam breaks above Oster",
	    "The dam above Oster broke at dawn after days of heavy rain." },
	{ 2, 0, 1, 20, "Beta", "Oster flooded after dam breaks",
	    "Water from the broken dam flooded the lower town of Oster." },
	{ 3, 2, 1, 30, "Gamma", "Oster flooded &amp; cut off", "" },
	{ 4, 0, 4, 70, "Delta", "Minister visits Oster",
	    "The minister came to Oster to see the broken dam himself." },
	{ 5, 0, 4, 80, "Alpha", "Anger at minister in Oster",
	    "People in Oster shouted at the minister over the dam." },
	{ 6, 0, 0, 90, "Alpha", "Sheep wins prize", "A sheep won a prize." },
};

static enum tcn_rc
put_items(struct tcn_store_tx *tx)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < sizeof items / sizeof *items && !rc; i++) {
		char id[8], url[64];
		struct tcn_article article = { .key = { items[i].seq, 7 } };
		struct tcn_placement place = { .seq = items[i].seq,
			.ts_ms = DAY_MS + items[i].minute * INT64_C(60000),
			.publisher = (uint64_t)items[i].source[0],
			.duplicate_of = items[i].copy_of,
			.excerpt_of = i == 1 ? items[0].seq : 0,
			.shared = i == 1 ? 3 : 0,
			.sentences = i == 1 ? 4 : 0,
			.origin =
			    items[i].copy_of ? items[i].copy_of : items[i].seq,
			.story = items[i].story };

		snprintf(id, sizeof id, "i%d", (int)items[i].seq);
		snprintf(url, sizeof url, "https://x.example/%s", id);
		article.id = tcn_str(id);
		article.url = tcn_str(url);
		article.source = tcn_str(items[i].source);
		article.title = tcn_str(items[i].title);
		article.text = tcn_str(items[i].text);
		article.ts_ms = place.ts_ms;
		rc = tcn_store_put_article(tx, &article, "en", &place);
	}
	return rc;
}

static enum tcn_rc
put_story(struct tcn_store_tx *tx, uint64_t id, int minute)
{
	static const struct tcn_story_term terms[] = {
		{ TCN_STR("Oster"), 1, 0 },
		{ TCN_STR("dam"), 0.5, 0 },
	};
	struct tcn_story story = { .id = id,
		.first_ms = DAY_MS + minute * INT64_C(60000),
		.last_ms = DAY_MS + (minute + 20) * INT64_C(60000),
		.items = 3,
		.origins = 2,
		.publishers = 3,
		.central = id,
		.terms = terms,
		.terms_n = 2 };

	return tcn_store_put_story(tx, &story);
}

static enum tcn_rc
put_event(struct tcn_store_tx *tx, const char *id, uint64_t story, int minute,
    const uint64_t *evidence, size_t n)
{
	static const struct tcn_story_term terms[] = {
		{ TCN_STR("Oster"), 1, 0 },
	};
	int64_t fired_ms = DAY_MS + minute * INT64_C(60000);
	struct tcn_event event = { .rule = TCN_STR("story"),
		.story = story,
		.revision = 1,
		.fired_ms = fired_ms,
		.changed_ms = fired_ms,
		.first_ms = DAY_MS,
		.last_ms = fired_ms,
		.items = (uint32_t)n,
		.origins = 2,
		.publishers = 3,
		.central = evidence[0],
		.terms = terms,
		.terms_n = 1,
		.evidence = evidence,
		.evidence_n = n };

	snprintf(event.id, sizeof event.id, "%s", id);
	return tcn_store_put_event(tx, &event);
}

static enum tcn_rc
put_all(struct tcn_store *st)
{
	static const uint64_t dam[] = { 1, 2, 3, 6 }, visit[] = { 4, 5 };
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(st, &tx);

	if (!rc)
		rc = put_items(tx);
	if (!rc)
		rc = put_story(tx, 1, 10);
	if (!rc)
		rc = put_story(tx, 4, 70);
	if (!rc)
		rc = put_event(tx, "20261121-dam", 1, 30, dam, 4);
	if (!rc)
		rc = put_event(tx, "20261121-visit", 4, 80, visit, 2);
	return rc ? rc : tcn_store_commit(st);
}

static void
setup(void)
{
	struct tcn_store *st;
	struct tcn_err err;

	snprintf(dir, sizeof dir, "report-test-%d", (int)getpid());
	snprintf(db, sizeof db, "%s/db", dir);
	snprintf(out_dir, sizeof out_dir, "%s/out", dir);
	ck_assert_int_eq(mkdir(dir, 0777), 0);
	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_CREATE, &st, &err),
	    TCN_OK);
	ck_assert_int_eq(put_all(st), TCN_OK);
	tcn_store_close(st);
}

static void
teardown(void)
{
	char command[128];

	snprintf(command, sizeof command, "rm -rf %s", dir);
	ck_assert_int_eq(system(command), 0);
}

/* --- What the verb does. --- */

/* Runs `tocsin report --db DB -d OUT REST`; what it said is in *printed. */
static int
report(const char *rest, const char **printed)
{
	char line[400];

	snprintf(line, sizeof line, "report --db %s -d %s%s%s", db, out_dir,
	    *rest ? " " : "", rest);
	return tcn_program(line, printed);
}

static const char *
page(const char *name)
{
	static char bytes[1 << 16];
	char path[160];
	FILE *file;
	size_t n;

	snprintf(path, sizeof path, "%s/%s", out_dir, name);
	file = fopen(path, "rb");
	if (!file)
		return NULL;
	n = fread(bytes, 1, sizeof bytes - 1, file);
	bytes[n] = '\0';
	fclose(file);
	return bytes;
}

START_TEST(one_event)
{
	const char *printed, *html;
	struct page_fault fault;

	ck_assert_int_eq(report("20261121-dam", &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "/out/20261121-dam.html\n"));
	ck_assert_ptr_nonnull(strstr(printed, "/out/20261121-dam.md\n"));
	ck_assert_ptr_nonnull(strstr(printed, "/out/20261121-dam.json\n"));
	ck_assert_ptr_null(page("index.html"));
	html = page("20261121-dam.html");
	ck_assert_ptr_nonnull(html);
	ck_assert_msg(page_is_html(tcn_str(html), &fault), "%s", fault.text);
	ck_assert_ptr_nonnull(strstr(html, ">Dam breaks above Oster</h1>"));
	/* the copy's own title, its entity decoded once, and what it copies */
	ck_assert_ptr_nonnull(strstr(html, "Oster flooded &amp; cut off"));
	ck_assert_ptr_nonnull(strstr(html, "copy of Beta, 21 Nov 00:20"));
	ck_assert_ptr_nonnull(strstr(html,
	    "shares 3 of its 4 sentences with Alpha, 21 Nov "));
	/* evidence that is in no story is shown all the same */
	ck_assert_ptr_nonnull(strstr(html, "Sheep wins prize"));
	/* a related story without a page of its own leads to its article */
	ck_assert_ptr_nonnull(strstr(html,
	    "<a href=\"https://x.example/i4\" rel=\"noopener noreferrer "
	    "nofollow\"><span dir=\"auto\">Minister visits Oster"));
	ck_assert_ptr_null(strstr(html, "20261121-visit"));
	ck_assert_ptr_null(strstr(html, "All special reports"));
}
END_TEST

/* Adds an event that goes on the visit. */
static void
go_on(void)
{
	static const struct tcn_story_term terms[] = {
		{ TCN_STR("Oster"), 1, 0 },
	};
	static const uint64_t evidence[] = { 5, 6 };
	struct tcn_event event = { .id = "20261122-more",
		.dossier = "20261121-visit",
		.rule = TCN_STR("story"),
		.headline = { .text = TCN_STR("A prize <for> Oster"),
		    .item = 6,
		    .origins = 1,
		    .first = 6 },
		.revision = 1,
		.fired_ms = DAY_MS + INT64_C(86400000),
		.changed_ms = DAY_MS + INT64_C(86400000),
		.first_ms = DAY_MS,
		.last_ms = DAY_MS,
		.items = 2,
		.origins = 1,
		.publishers = 1,
		.central = 6,
		.terms = terms,
		.terms_n = 1,
		.evidence = evidence,
		.evidence_n = 2 };
	struct tcn_store_tx *tx;
	struct tcn_store *st;
	struct tcn_err err;

	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_EXISTING, &st, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

static void
has(const char *page_name, const char *text)
{
	const char *bytes = page(page_name);

	ck_assert_msg(bytes && strstr(bytes, text), "%s", bytes);
}

/* Each names the episodes before and after it, and leads to those whose pages
 * are beside it. */
START_TEST(episodes_lead_to_each_other)
{
	const char *printed;

	go_on();
	ck_assert_int_eq(report("", &printed), 0);
	has("20261121-visit.html",
	    "<p class=\"status\">Episode 1 of 2 of a dossier; after it: "
	    "<a href=\"20261122-more.html\"><span dir=\"auto\">A prize "
	    "&lt;for&gt; Oster</span></a> (");
	has("20261121-visit.md",
	    "Episode 1 of 2 of a dossier; after it: "
	    "[A prize &lt;for&gt; Oster](<20261122-more.md>) (22 Nov 00:00)"
	    "\n");
	has("20261121-visit.json",
	    "\"dossier\":{\"id\":\"20261121-visit\",\"episode\":1,"
	    "\"episodes\":2,\"next\":{\"event\":\"20261122-more\",\"title\":"
	    "\"A prize <for> Oster\",\"fired_at\":1795305600,\"page\":"
	    "\"20261122-more\"}}");
	has("20261122-more.md",
	    "Episode 2 of 2 of a dossier; before it: "
	    "[Minister visits Oster](<20261121-visit.md>) (21 Nov 01:20)"
	    "\n");
	ck_assert_int_eq(report("--language de --until 2026-11-22", &printed),
	    0);
	has("20261121-visit.md",
	    "Folge 1 von 2 eines Dossiers; danach: A prize "
	    "&lt;for&gt; Oster (22\\. Nov.");
	ck_assert_ptr_null(strstr(page("20261121-dam.html"), "ossier"));
	ck_assert_ptr_null(strstr(page("20261121-dam.json"), "dossier"));
}
END_TEST

/* All episodes in one report: each item once, and one timeline that says where
 * an episode begins. */
START_TEST(a_dossier_is_one_report)
{
	const char *printed, *json;

	go_on();
	ck_assert_int_eq(report("--dossier 20261122-more", &printed), 0);
	has("dossier-20261122-more.md",
	    "# Anger at minister in Oster\n\n**Dossier, ");
	has("dossier-20261122-more.md",
	    "## Episodes\n\n"
	    "- Sat 21 Nov 2026, 01:20 UTC: Minister visits Oster\n"
	    "- Sun 22 Nov 2026, 00:00 UTC: A prize &lt;for&gt; Oster\n");
	has("dossier-20261122-more.md",
	    "UTC** Episode 2: A prize &lt;for&gt; Oster. ");
	has("dossier-20261122-more.html",
	    "<p class=\"new\">Episode 1: Minister visits Oster</p>");
	json = page("dossier-20261122-more.json");
	ck_assert_ptr_nonnull(strstr(json,
	    "\"dossier\":{\"id\":\"20261121-visit\",\"episodes\":2,\"all\":[\n"
	    "{\"event\":\"20261121-visit\","));
	for (int seq = 4; seq <= 6; seq++) {
		char item[24];
		const char *at;

		snprintf(item, sizeof item, "{\"seq\":%d,", seq);
		at = strstr(json, item);
		ck_assert_ptr_nonnull(at);
		ck_assert_ptr_null(strstr(at + 1, item));
	}
	ck_assert_ptr_null(strstr(json, "{\"seq\":1,"));
	/* one that stands alone is told by itself */
	ck_assert_int_eq(report("--dossier -f md 20261121-dam", &printed), 0);
	has("dossier-20261121-dam.md", "**Special report, ");
}
END_TEST

/* In a folder a dossier stands beside its episodes, and nothing else does. */
START_TEST(a_dossier_is_beside_its_episodes)
{
	const char *printed;

	go_on();
	ck_assert_int_eq(report("--dossier", &printed), 0);
	has("dossier-20261122-more.md", "**Dossier, ");
	has("20261122-more.md", "Episode 2 of 2 of a dossier");
	has("index.md", ", [Dossier](<dossier-20261122-more.md>)\n- ");
	has("index.json",
	    "\"page\":\"20261121-visit\",\"dossier\":\"dossier-20261122-"
	    "more\"}");
	ck_assert_ptr_null(page("dossier-20261121-visit.md"));
	ck_assert_ptr_null(page("dossier-20261121-dam.md"));
}
END_TEST

START_TEST(a_period)
{
	const char *printed, *html;

	ck_assert_int_eq(report("", &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "/out/index.html\n"));
	ck_assert_ptr_null(strstr(printed, "20261121-dam.html"));
	ck_assert_ptr_nonnull(strstr(printed, "2 reports in "));
	html = page("20261121-dam.html");
	ck_assert_ptr_nonnull(strstr(html, "<a href=\"20261121-visit.html\">"));
	ck_assert_ptr_nonnull(strstr(html, "<a href=\"index.html\">"));
	html = page("index.html");
	ck_assert_ptr_nonnull(strstr(html, "<a href=\"20261121-dam.html\""));
	ck_assert_ptr_nonnull(strstr(html, "Anger at minister in Oster"));
	ck_assert_ptr_nonnull(page("20261121-visit.json"));
	ck_assert_ptr_nonnull(page("index.json"));
}
END_TEST

/* The event at 00:30 is in; the one at 01:20 is not: until is outside. */
START_TEST(a_period_has_bounds)
{
	const char *printed;

	ck_assert_int_eq(report("--since 2026-11-21 --until "
				"2026-11-21T01:20:00Z --format md",
			     &printed),
	    0);
	ck_assert_ptr_nonnull(strstr(printed, "1 report in "));
	ck_assert_ptr_nonnull(page("20261121-dam.md"));
	ck_assert_ptr_null(page("20261121-visit.md"));
	ck_assert_ptr_null(page("20261121-dam.html"));
	ck_assert_int_eq(report("--since 2027-01-01", &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "0 reports in "));
}
END_TEST

START_TEST(printing)
{
	const char *printed;

	ck_assert_int_eq(report("--print 20261121-dam", &printed), 0);
	ck_assert_int_eq(strncmp(printed, "# Dam breaks above Oster\n", 25), 0);
	ck_assert_int_eq(report("-p -f json 20261121-dam", &printed), 0);
	ck_assert_int_eq(strncmp(printed, "{\"$schema\":\"tocsin-report-2\"",
			     28),
	    0);
	ck_assert_ptr_null(page("20261121-dam.json"));
}
END_TEST

static const struct {
	const char *rest;
	int code;
	const char *says;
} refused[] = {
	{ "nosuch", 1, "no event has the id 'nosuch'" },
	{ "-p nosuch", 1, "no event has the id 'nosuch'" },
	{ "--since yesterday", 2, "--since yesterday: " },
	{ "--until 2026-02-30", 2, "--until 2026-02-30: " },
	{ "--format pdf", 2, "--format pdf: use html, md or json" },
	{ "--print", 2, "--print needs an EVENT" },
	{ "--since 1 20261121-dam", 2, "not both" },
	{ "-p --keep a", 2, "leave out --keep" },
	{ "--dossier --keep a", 2, "leave out --keep" },
	{ "a b", 2, "does not take 'b'" },
};

START_TEST(what_is_refused)
{
	const char *printed;

	ck_assert_int_eq(report(refused[_i].rest, &printed), refused[_i].code);
	ck_assert_msg(strstr(printed, refused[_i].says) != NULL, "%s", printed);
	ck_assert_ptr_null(page("index.html"));
}
END_TEST

/* The pages in the store are those written; without --keep there are none. */
START_TEST(keeping)
{
	struct tcn_store *st;
	struct tcn_arena arena;
	struct tcn_str bytes;
	struct tcn_err err;
	const char *printed;

	tcn_arena_init(&arena, 0);
	for (int keep = 0; keep < 2; keep++) {
		ck_assert_int_eq(report(keep ? "--keep" : "", &printed), 0);
		ck_assert_int_eq(tcn_store_open(db, TCN_STORE_READ_ONLY, &st,
				     &err),
		    TCN_OK);
		bytes = kept_report(st, "20261121-dam", "md", &arena);
		ck_assert_int_eq(bytes.at != NULL, keep);
		tcn_store_close(st);
	}
	ck_assert(tcn_str_equal(bytes, tcn_str(page("20261121-dam.md"))));
	tcn_arena_fini(&arena);
}
END_TEST

/* A threshold at which the event would not have fired is not shown. */
START_TEST(only_a_threshold_that_was_crossed)
{
	const char *printed;

	ck_assert_int_eq(report("-p --set more_than=3 20261121-dam", &printed),
	    0);
	ck_assert_ptr_nonnull(strstr(printed, "(more than 3 items in 4 h)"));
	ck_assert_int_eq(report("-p 20261121-dam", &printed), 0);
	ck_assert_ptr_null(strstr(printed, "more than"));
}
END_TEST

START_TEST(a_store_is_needed)
{
	const char *printed;

	ck_assert_int_eq(tcn_program("report e1", &printed), 2);
	ck_assert_ptr_nonnull(strstr(printed, "Name it with --db FILE"));
	ck_assert_int_ne(tcn_program("report --db /no/such/db", &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "/no/such/db"));
}
END_TEST

START_TEST(page_names_are_file_names)
{
	static const char *const odd[] = { "", "../x", "a/b", "A B", ".hidden",
		"caf\xc3\xa9" };
	struct tcn_event event = { .id = "20261121-0a1b" };
	struct tcn_arena arena;
	struct tcn_str name;

	tcn_arena_init(&arena, 0);
	tcn_report_page_name(&event, &arena, &name);
	ck_assert_str_eq(name.at, "20261121-0a1b");
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		snprintf(event.id, sizeof event.id, "%s", odd[i]);
		tcn_report_page_name(&event, &arena, &name);
		ck_assert_uint_eq(strspn(name.at, "event-0123456789abcdef"),
		    22);
		ck_assert_uint_eq(name.n, 22);
	}
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(report_files)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, one_event);
	tcase_add_test(tc, episodes_lead_to_each_other);
	tcase_add_test(tc, a_dossier_is_one_report);
	tcase_add_test(tc, a_dossier_is_beside_its_episodes);
	tcase_add_test(tc, a_period);
	tcase_add_test(tc, a_period_has_bounds);
	tcase_add_test(tc, printing);
	TCN_EACH(what_is_refused, refused);
	tcase_add_test(tc, keeping);
	tcase_add_test(tc, only_a_threshold_that_was_crossed);
	tcase_add_test(tc, a_store_is_needed);
	tcase_add_test(tc, page_names_are_file_names);
}
