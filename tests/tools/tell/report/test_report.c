#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/long.h"
#include "tests/base/page.h"
#include "tests/base/schema.h"
#include "tests/tools/tell/report/report_data.h"

/* Writes report and refuses whatever is not a page of its format. */
static void
write_checked(const struct tcn_report *report, enum tcn_report_format format,
    struct tcn_buf *out)
{
	struct page_fault fault;

	report_write(report, format, out);
	ck_assert_msg(page_is_text(tcn_buf_view(out), &fault), "%s",
	    fault.text);
	if (format == TCN_REPORT_HTML)
		ck_assert_msg(page_is_html(tcn_buf_view(out), &fault), "%s",
		    fault.text);
	if (format == TCN_REPORT_MD)
		ck_assert_msg(page_is_md(tcn_buf_view(out), &fault), "%s",
		    fault.text);
}

static char *
read_file(const char *path, size_t *n)
{
	FILE *file = fopen(path, "rb");
	char *bytes = NULL;
	size_t cap = 0;

	ck_assert_msg(file != NULL, "%s: cannot be read", path);
	*n = 0;
	for (size_t got = 1; got;) {
		bytes = tcn_mem_grow(bytes, &cap, *n + 4097, 1);
		got = fread(bytes + *n, 1, 4096, file);
		*n += got;
	}
	bytes[*n] = '\0';
	fclose(file);
	return bytes;
}

static const char *
source_path(char *path, size_t size, const char *name)
{
	const char *top = getenv("top_srcdir");

	snprintf(path, size, "%s/%s", top ? top : ".", name);
	return path;
}

static void
write_file(const char *path, struct tcn_str bytes)
{
	FILE *file = fopen(path, "wb");

	ck_assert(file && fwrite(bytes.at, 1, bytes.n, file) == bytes.n);
	fclose(file);
}

/* Golden pages: JSON, whose names are English, in English only. */
static const struct {
	enum tcn_words_language language;
	enum tcn_report_format format;
	const char *name;
} goldens[] = {
	{ TCN_WORDS_EN, TCN_REPORT_HTML, "report.html" },
	{ TCN_WORDS_EN, TCN_REPORT_MD, "report.md" },
	{ TCN_WORDS_EN, TCN_REPORT_JSON, "report.json" },
	{ TCN_WORDS_DE, TCN_REPORT_HTML, "report.de.html" },
	{ TCN_WORDS_DE, TCN_REPORT_MD, "report.de.md" },
	{ TCN_WORDS_ES, TCN_REPORT_HTML, "report.es.html" },
	{ TCN_WORDS_ES, TCN_REPORT_MD, "report.es.md" },
	{ TCN_WORDS_FR, TCN_REPORT_HTML, "report.fr.html" },
	{ TCN_WORDS_FR, TCN_REPORT_MD, "report.fr.md" },
};

/*
 * The page of known facts is known. After a change on purpose, look at
 * got.report.* in the build folder and copy it over
 * tests/tools/tell/report/golden.
 */
START_TEST(golden)
{
	struct tcn_report report = *report_data();
	char name[80], path[512];
	struct tcn_buf got = { 0 };
	char *want;
	size_t n;

	snprintf(name, sizeof name, "tests/tools/tell/report/golden/%s",
	    goldens[_i].name);
	report.language = goldens[_i].language;
	write_checked(&report, goldens[_i].format, &got);
	want = read_file(source_path(path, sizeof path, name), &n);
	if (n != got.n || memcmp(want, got.at, n) != 0) {
		snprintf(name, sizeof name, "got.%s", goldens[_i].name);
		write_file(name, tcn_buf_view(&got));
		ck_abort_msg("differs from %s: see %s", path, name);
	}
	tcn_mem_free(want);
	tcn_buf_fini(&got);
}
END_TEST

/* Where the page's reader lives: its chart is by the clocks there, too, and has
 * a date at midnight there. */
START_TEST(sections_are_by_the_readers_clocks)
{
	struct tcn_report report = *report_data();
	struct tcn_words *words;
	struct tcn_buf page = { 0 };

	ck_assert(!tcn_words_new(TCN_WORDS_EN, "Asia/Kolkata", &words, NULL));
	report.words = words;
	report_write(&report, TCN_REPORT_SECTIONS, &page);
	ck_assert_ptr_nonnull(strstr(page.at, ">19:30</text>"));
	ck_assert_ptr_nonnull(strstr(page.at, ">fired 19:55</text>"));
	ck_assert_ptr_null(strstr(page.at, ">14:00</text>"));
	tcn_words_free(words);
	ck_assert(!tcn_words_new(TCN_WORDS_EN, "Etc/GMT-10", &words, NULL));
	report.words = words;
	tcn_buf_clear(&page);
	report_write(&report, TCN_REPORT_SECTIONS, &page);
	ck_assert_ptr_null(strstr(page.at, ">00:00</text>"));
	tcn_words_free(words);
	tcn_buf_fini(&page);
}
END_TEST

/* Beside the state stands where the event is, as its reader calls it. */
START_TEST(places_are_named)
{
	struct tcn_report report = *report_data();
	struct tcn_event event = *report.event;
	struct tcn_buf page = { 0 };

	event.places =
	    (struct tcn_event_places){ .countries = { "DE", "FR" }, .n = 2 };
	report.event = &event;
	report.language = TCN_WORDS_DE;
	report_write(&report, TCN_REPORT_HTML, &page);
	ck_assert_ptr_nonnull(strstr(page.at, "Deutschland; Frankreich</p>"));
	tcn_buf_clear(&page);
	report_write(&report, TCN_REPORT_MD, &page);
	ck_assert_ptr_nonnull(strstr(page.at, ", Deutschland; Frankreich**"));
	tcn_buf_fini(&page);
}
END_TEST

/* A closed event's counts are those of its row, and what came later stands
 * beside them; an open one's are of all there is. */
START_TEST(counts_are_those_of_the_row)
{
	struct tcn_event event = *report_data()->event;
	struct tcn_report report = *report_data();
	struct tcn_buf page = { 0 };

	report.event = &event;
	event.items = 30;
	event.origins = 11;
	event.publishers = 9;
	event.first_ms -= 5 * INT64_C(60000);
	event.state = TCN_EVENT_CLOSED;
	write_checked(&report, TCN_REPORT_MD, &page);
	ck_assert_ptr_nonnull(strstr(page.at,
	    "In all: 30 items, 11 distinct texts, from 9 publishers,"));
	ck_assert_ptr_nonnull(strstr(page.at, "Since then: 6 items."));
	tcn_buf_clear(&page);
	report_write(&report, TCN_REPORT_JSON, &page);
	ck_assert_ptr_nonnull(strstr(page.at,
	    "\"all\":{\"items\":30,\"origins\":11,\"publishers\":9,"));
	event.state = TCN_EVENT_UPDATED;
	tcn_buf_clear(&page);
	write_checked(&report, TCN_REPORT_MD, &page);
	ck_assert_ptr_nonnull(strstr(page.at, "In all: 36 items,"));
	ck_assert_ptr_null(strstr(page.at, "Since then"));
	tcn_buf_fini(&page);
}
END_TEST

/* Times are those of the report's zone, which its page names; of one that is
 * not known they are UTC. */
START_TEST(times_are_of_the_zone)
{
	static const enum tcn_report_format formats[] = { TCN_REPORT_HTML,
		TCN_REPORT_MD };
	struct tcn_report report = *report_data();
	struct tcn_buf page = { 0 };

	for (size_t i = 0; i < 2; i++) {
		report.zone = "Asia/Tokyo";
		tcn_buf_clear(&page);
		write_checked(&report, formats[i], &page);
		ck_assert_ptr_nonnull(strstr(page.at, "22:55 GMT+9"));
		ck_assert_ptr_nonnull(strstr(page.at,
		    "All times are Asia/Tokyo."));
		ck_assert_ptr_null(strstr(page.at, "UTC"));
		report.zone = "Atlantis/Poseidonis";
		tcn_buf_clear(&page);
		write_checked(&report, formats[i], &page);
		ck_assert_ptr_nonnull(strstr(page.at, "13:55 UTC"));
		ck_assert_ptr_nonnull(strstr(page.at, "All times are UTC."));
	}
	tcn_buf_fini(&page);
}
END_TEST

/* Where the next time of the timeline stands; NULL: there is none. */
static const char *
next_time(const char *at, const char *before)
{
	const char *found = at ? strstr(at, before) : NULL;

	return found ? found + strlen(before) : NULL;
}

/* A row of the timeline has one time, whichever the format, also where it
 * quotes what was published earlier. */
START_TEST(formats_tell_the_same_times)
{
	struct tcn_report report = *report_data();
	struct tcn_report_item items[64];
	struct tcn_buf html = { 0 }, md = { 0 };
	char row[1000], time[100];
	const char *a, *b;
	size_t rows = 0;

	for (size_t i = 0; i < report.items_n; i++) {
		items[i] = report.items[i];
		if (strstr(items[i].text.at, "Seven people were injured"))
			items[i].title = items[0].title;
	}
	report.items = items;
	write_checked(&report, TCN_REPORT_HTML, &html);
	write_checked(&report, TCN_REPORT_MD, &md);
	ck_assert_ptr_nonnull(strstr(html.at, "</a> (<time"));
	a = strstr(html.at, "<ol class=\"timeline\">");
	b = strstr(md.at, "## Timeline");
	ck_assert(a && b);
	while ((b = next_time(b, "\n- **"))) {
		size_t n = strcspn(b, "*");

		a = next_time(next_time(a, "<li class="), "<p class=\"by\">");
		ck_assert_ptr_nonnull(a);
		snprintf(row, sizeof row, "%.*s", (int)strcspn(a, "\n"), a);
		snprintf(time, sizeof time, ">%.*s</time></p>", (int)n, b);
		ck_assert_msg(strstr(row, time), "%s: not%s", row, time);
		rows++;
	}
	ck_assert_uint_ge(rows, 4);
	tcn_buf_fini(&html);
	tcn_buf_fini(&md);
}
END_TEST

/* The items' order and what stood in the buffer before do not matter. */
START_TEST(order_does_not_matter)
{
	enum tcn_report_format format = (enum tcn_report_format)_i;
	struct tcn_report report = *report_data();
	struct tcn_report_item items[64];
	struct tcn_buf one = { 0 }, two = { 0 };

	for (size_t i = 0; i < report.items_n; i++)
		items[i] = report.items[report.items_n - 1 - i];
	write_checked(&report, format, &one);
	report.items = items;
	write_checked(&report, format, &two);
	ck_assert_str_eq(one.at, two.at);
	tcn_buf_fini(&one);
	tcn_buf_fini(&two);
}
END_TEST

/* A stream of one publisher need not hear of it in each row. */
START_TEST(growth_names_publishers_where_there_are_several)
{
	struct tcn_report report = *report_data();
	struct tcn_report_item items[64];
	struct tcn_buf several = { 0 }, one = { 0 };

	write_checked(&report, TCN_REPORT_MD, &several);
	for (size_t i = 0; i < report.items_n; i++) {
		items[i] = report.items[i];
		items[i].source = tcn_str("Northern Wire");
	}
	report.items = items;
	write_checked(&report, TCN_REPORT_MD, &one);
	ck_assert_ptr_nonnull(strstr(several.at, " publishers; "));
	ck_assert_ptr_null(strstr(one.at, "publisher; "));
	ck_assert_ptr_nonnull(strstr(one.at, "; 36 so far"));
	tcn_buf_fini(&several);
	tcn_buf_fini(&one);
}
END_TEST

static void
check_schema(struct tcn_str json, const char *name)
{
	struct schema_fault fault;
	char path[512];
	size_t n;
	char *text = read_file(source_path(path, sizeof path, name), &n);
	cJSON *schema = cJSON_Parse(text);
	cJSON *value = cJSON_ParseWithLength(json.at, json.n);

	ck_assert(schema != NULL);
	ck_assert(value != NULL);
	ck_assert_msg(schema_holds(schema, schema, value, &fault), "%s",
	    fault.text);
	cJSON_Delete(value);
	cJSON_Delete(schema);
	tcn_mem_free(text);
}

static void
check_report_schema(const struct tcn_report *report)
{
	struct tcn_buf json = { 0 };

	write_checked(report, TCN_REPORT_JSON, &json);
	check_schema(tcn_buf_view(&json), "man/tocsin-report.schema.json");
	tcn_buf_fini(&json);
}

START_TEST(json_keeps_its_schema)
{
	struct tcn_report report = *report_data();

	check_report_schema(&report);
	report.several = true;
	check_report_schema(&report);
}
END_TEST

static const cJSON *
member(const cJSON *value, const char *name)
{
	const cJSON *found = cJSON_GetObjectItemCaseSensitive(value, name);

	ck_assert_msg(found != NULL, "no %s", name);
	return found;
}

static double
number(const cJSON *value, const char *name)
{
	return member(value, name)->valuedouble;
}

/* What the page says agrees with what went in, counted another way. */
START_TEST(numbers_are_right)
{
	const struct tcn_report *report = report_data();
	struct tcn_buf json = { 0 };
	const cJSON *entry, *source;
	double in_sources = 0, in_spans = 0;
	cJSON *value;

	write_checked(report, TCN_REPORT_JSON, &json);
	value = cJSON_ParseWithLength(json.at, json.n);
	ck_assert(number(member(value, "all"), "items") == 36);
	ck_assert(number(member(value, "all"), "origins") == 14);
	ck_assert(number(member(value, "all"), "publishers") == 19);
	ck_assert(number(member(value, "fired"), "items") ==
	    (double)report->event->evidence_n);
	cJSON_ArrayForEach(source, member(value, "sources"))
	{
		in_sources += number(source, "items");
	}
	ck_assert(in_sources == 36);
	cJSON_ArrayForEach(entry, member(value, "timeline"))
	{
		in_spans += number(entry, "items");
		ck_assert(number(entry, "from") <= number(entry, "to"));
	}
	ck_assert(in_spans == 36); /* steps share them out */
	cJSON_Delete(value);
	tcn_buf_fini(&json);
}
END_TEST

/* --- Hostile facts. --- */

static const char *const nasty[] = {
	"",
	"</title><script>alert(1)</script>",
	"\" onmouseover=\"alert(1)",
	"' onfocus='x",
	"javascript:alert(1)",
	"data:text/html;base64,PHNjcmlwdD4=",
	"https://ok.example/?a=1&b=\"><script>",
	"https://ok.example/a|b](c)<d>",
	"http://user@evil.example:80/\xe2\x80\xae",
	"[x](javascript:alert(1)) ![y](http://z)",
	"| a | b |\n|---|---|\n# head\n> quote\n```\ncode",
	"1. not a list",
	"<!-- --> <![CDATA[ ]]> &amp; &#x3c; &lt",
	("\xe2\x80\xae"
	 "desrever \xe2\x81\xa7 \xe2\x80\x8b"),
	"broken \xff\xfe \xc3 \xed\xa0\x80 \xf4\x90\x80\x80 utf-8",
	"\x01\x02\x1b[31mred\x1b[0m\x7f\xc2\x85",
	"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd8\xb3\xd9\x84\xd8\xa7\xd9\x85",
	"a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
	"%s%n%d {{x}} ${y} <?php ?>",
	"{\"a\":[",
	"en\"><b>",
	"https://",
};

#define NASTY_N (sizeof nasty / sizeof *nasty)

static unsigned
next_random(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 12;
}

static struct tcn_str
any_nasty(unsigned *seed)
{
	return tcn_str(nasty[next_random(seed) % NASTY_N]);
}

static int64_t
any_time(unsigned *seed)
{
	static const int64_t times[] = { TCN_UNDATED, INT64_MAX, 0, -1,
		INT64_MIN + 1, INT64_C(253402300799999),
		INT64_C(-62135596800000), INT64_C(1795269300000) };

	if (next_random(seed) % 2)
		return times[next_random(seed) % 8];
	return INT64_C(1795269300000) + (int64_t)next_random(seed) % 1000000;
}

/* An event whose every field is somebody's bad day. */
static void
check_nasty(unsigned seed, size_t items_n)
{
	struct tcn_report_item items[24] = { 0 };
	struct tcn_story_term terms[3];
	struct tcn_str shared[2];
	const double idf[2] = { 5, 6 };
	uint64_t evidence[12];
	struct tcn_event event = { .terms = terms,
		.terms_n = 3,
		.evidence = evidence,
		.evidence_n = 12 };
	struct tcn_report_related related[2] = { 0 };
	struct tcn_report_dossier dossier;
	struct tcn_report report = { .event = &event,
		.items = items,
		.items_n = items_n,
		.related = related,
		.related_n = 2,
		.dossier = &dossier,
		.copies_gone = seed % 3,
		.within_ms = 1 };
	struct tcn_buf page = { 0 };

	for (size_t i = 0; i < items_n; i++)
		items[i] = (struct tcn_report_item){ next_random(&seed) % 20,
			any_time(&seed), any_nasty(&seed), any_nasty(&seed),
			any_nasty(&seed), any_nasty(&seed), any_nasty(&seed),
			any_nasty(&seed), next_random(&seed) % 3,
			next_random(&seed) % 5, next_random(&seed) % 3,
			next_random(&seed) % 3, any_nasty(&seed),
			any_nasty(&seed), any_time(&seed), next_random(&seed),
			next_random(&seed), next_random(&seed) % 4,
			(uint32_t)next_random(&seed) % 3, any_time(&seed),
			(uint32_t)next_random(&seed) % 4,
			(uint32_t)next_random(&seed) % 2 * 4, any_nasty(&seed),
			any_nasty(&seed), next_random(&seed) % 5 / 4. };
	for (size_t i = 0; i < 12; i++)
		evidence[i] = next_random(&seed) % 20;
	for (size_t i = 0; i < 3; i++)
		terms[i] = (struct tcn_story_term){ any_nasty(&seed), 1, 0 };
	shared[0] = any_nasty(&seed);
	shared[1] = any_nasty(&seed);
	related[0] = (struct tcn_report_related){ 1, any_nasty(&seed),
		any_nasty(&seed), { 0 }, any_time(&seed), any_time(&seed), 1,
		shared, 2, idf };
	dossier = (struct tcn_report_dossier){ any_nasty(&seed), 2, 1,
		.previous = { any_nasty(&seed), any_nasty(&seed), { 0 },
		    any_time(&seed) } };
	event.rule = any_nasty(&seed);
	event.fired_ms = any_time(&seed);
	event.changed_ms = any_time(&seed);
	event.state = (enum tcn_event_state)(next_random(&seed) % 3);
	event.central = next_random(&seed) % 20;
	for (int f = 0; f < TCN_REPORT_FORMATS; f++) {
		tcn_buf_clear(&page);
		write_checked(&report, (enum tcn_report_format)f, &page);
	}
	check_schema(tcn_buf_view(&page), "man/tocsin-report.schema.json");
	tcn_buf_fini(&page);
}

START_TEST(hostile_facts_are_only_text)
{
	for (unsigned i = 0; i < 10; i++)
		check_nasty((unsigned)_i * 7919 + i * 104729 + 1, i * 24 / 9);
}
END_TEST

/* An open tag of ours within a title would be the proof of an injection. */
START_TEST(nothing_becomes_a_script)
{
	struct tcn_report report = *report_data();
	struct tcn_report_item item = report.items[1];
	struct tcn_buf page = { 0 };

	item.title = tcn_str("<script>alert(1)</script>");
	item.source = tcn_str("<img src=x onerror=alert(1)>");
	item.url = tcn_str("javascript:alert(1)");
	report.items = &item;
	report.items_n = 1;
	write_checked(&report, TCN_REPORT_HTML, &page);
	ck_assert_ptr_null(strstr(page.at, "<script"));
	ck_assert_ptr_null(strstr(page.at, "<img"));
	ck_assert_ptr_null(strstr(page.at, "href=\"javascript"));
	ck_assert_ptr_nonnull(strstr(page.at,
	    "&lt;script&gt;alert(1)&lt;/script&gt;"));
	ck_assert_ptr_nonnull(strstr(page.at,
	    "<span class=\"address\" dir=\"ltr\">javascript:alert(1)</span>"));
	ck_assert_ptr_nonnull(strstr(page.at, "Content-Security-Policy"));
	tcn_buf_fini(&page);
}
END_TEST

START_TEST(huge_texts_are_cut)
{
	struct tcn_report report = *report_data();
	struct tcn_report_item items[4];
	size_t n = 1024 * 1024;
	char *huge = tcn_mem_alloc(n);
	struct tcn_buf page = { 0 };

	for (size_t i = 0; i < n; i++)
		huge[i] = "words and more words. "[i % 22];
	for (size_t i = 0; i < 4; i++) {
		items[i] = report.items[i];
		items[i].text = (struct tcn_str){ huge, n };
		items[i].title = items[i].source = items[i].text;
		items[i].url = items[i].id = items[i].text;
		items[i].origin = 0;
	}
	report.items = items;
	report.items_n = 4;
	for (int f = 0; f < TCN_REPORT_FORMATS; f++) {
		tcn_buf_clear(&page);
		write_checked(&report, (enum tcn_report_format)f, &page);
		ck_assert_uint_lt(page.n, 40000);
		ck_assert_ptr_nonnull(strstr(page.at, "\xe2\x80\xa6"));
	}
	tcn_buf_fini(&page);
	tcn_mem_free(huge);
}
END_TEST

START_TEST(no_items_is_a_page_too)
{
	struct tcn_event event = { .id = "e1", .revision = 1 };
	struct tcn_report report = { .event = &event };
	struct tcn_buf page = { 0 };

	for (int f = 0; f < TCN_REPORT_FORMATS; f++) {
		tcn_buf_clear(&page);
		write_checked(&report, (enum tcn_report_format)f, &page);
		ck_assert_ptr_nonnull(strstr(page.at, "Event e1"));
	}
	tcn_buf_fini(&page);
	check_report_schema(&report);
}
END_TEST

/* Five thousand items make a page that can still be read. */
START_TEST(many_items_are_grouped)
{
	size_t n = 5000;
	struct tcn_report_item *items = tcn_mem_calloc(n, sizeof *items);
	struct tcn_report report = *report_data();
	struct tcn_buf page = { 0 };
	size_t rows = 0;

	for (size_t i = 0; i < n; i++) {
		items[i] = report.items[i % report.items_n];
		items[i].seq = items[i].origin = i + 1;
		items[i].duplicate_of = 0;
		items[i].publisher = i % 977 + 1;
		items[i].ts_ms =
		    INT64_C(1795269300000) + (int64_t)(i * i % 900000007);
	}
	report.items = items;
	report.items_n = n;
	write_checked(&report, TCN_REPORT_HTML, &page);
	for (const char *at = page.at; (at = strstr(at, "<li class=\"news"));
	     at++)
		rows++;
	ck_assert_uint_ge(rows, 1);
	ck_assert_uint_lt(rows, 12);
	ck_assert_uint_lt(page.n, 100000);
	tcn_buf_fini(&page);
	tcn_mem_free(items);
}
END_TEST

/* --- The index. --- */

START_TEST(index_of_reports)
{
	struct tcn_event first = *report_data()->event;
	struct tcn_event second = { .id = "later", .fired_ms = INT64_MAX };
	struct tcn_report_entry entries[] = {
		{ &first, TCN_STR("Bridge <closed>"), TCN_STR("bridge"),
		    TCN_STR("dossier-bridge") },
		{ &second, TCN_STR(""), TCN_STR("later"), { 0 } },
	};
	struct tcn_report_index index = { .since_ms = INT64_C(1795219200000),
		.until_ms = TCN_UNDATED,
		.entries = entries,
		.entries_n = 2 };
	struct tcn_buf page = { 0 };
	struct page_fault fault;

	tcn_report_index_write(&index, TCN_REPORT_HTML, &page);
	ck_assert_msg(page_is_html(tcn_buf_view(&page), &fault), "%s",
	    fault.text);
	ck_assert_ptr_nonnull(strstr(page.at, "<a href=\"bridge.html\""));
	ck_assert_ptr_nonnull(strstr(page.at, "Bridge &lt;closed&gt;"));
	ck_assert(strstr(page.at, "later.html") < strstr(page.at, "bridge"));
	ck_assert_ptr_nonnull(strstr(page.at,
	    "<a href=\"dossier-bridge.html\">Dossier</a>"));
	ck_assert_ptr_null(strstr(page.at, "dossier-later"));
	/* the event's page may count more */
	ck_assert_ptr_nonnull(strstr(page.at, "when last counted; "));
	tcn_buf_clear(&page);
	tcn_report_index_write(&index, TCN_REPORT_MD, &page);
	ck_assert_msg(page_is_md(tcn_buf_view(&page), &fault), "%s",
	    fault.text);
	tcn_buf_clear(&page);
	tcn_report_index_write(&index, TCN_REPORT_JSON, &page);
	check_schema(tcn_buf_view(&page),
	    "man/tocsin-report-index.schema.json");
	tcn_buf_fini(&page);
}
END_TEST

TCN_TESTS(report)
{
	tcase_set_timeout(tc, 60);
	TCN_EACH(golden, goldens);
	tcase_add_test(tc, sections_are_by_the_readers_clocks);
	tcase_add_test(tc, places_are_named);
	tcase_add_test(tc, formats_tell_the_same_times);
	tcase_add_test(tc, times_are_of_the_zone);
	tcase_add_test(tc, counts_are_those_of_the_row);
	tcase_add_loop_test(tc, order_does_not_matter, 0, TCN_REPORT_FORMATS);
	tcase_add_test(tc, growth_names_publishers_where_there_are_several);
	tcase_add_test(tc, json_keeps_its_schema);
	tcase_add_test(tc, numbers_are_right);
	tcase_add_loop_test(tc, hostile_facts_are_only_text, 0, 10);
	tcase_add_test(tc, nothing_becomes_a_script);
	tcase_add_test(tc, huge_texts_are_cut);
	tcase_add_test(tc, no_items_is_a_page_too);
	tcase_add_test(tc, many_items_are_grouped);
	tcase_add_test(tc, index_of_reports);
}
