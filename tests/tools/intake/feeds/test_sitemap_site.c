/*
 * A site that is read by its sitemaps, against a server; and feeds that are
 * fetched too seldom.
 */
#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/base/buf.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/base/web.h"
#include "tools/base/now.h"

#define NEWS                                                                   \
	"xmlns:n='http://www.google.com/schemas/sitemap-news/0.9' "            \
	"xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'"

enum mode {
	USUAL,
	NO_ROBOTS, /* 404, and /sitemap.xml */
	BROKEN_ROBOTS, /* 500 */
	CLOSED, /* nothing is allowed */
	CYCLE, /* an index that names itself, five deep */
};

static enum mode *mode; /* shared with the server */
static char db[TEMP_BYTES];

static void
reply_packed(struct evhttp_request *request, const char *body)
{
	struct evbuffer *out = evbuffer_new();
	unsigned char packed[4096];
	z_stream z = { .next_in = (unsigned char *)body,
		.avail_in = (unsigned)strlen(body),
		.next_out = packed,
		.avail_out = sizeof packed };

	deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
	deflate(&z, Z_FINISH);
	evbuffer_add(out, packed, z.total_out);
	deflateEnd(&z);
	evhttp_send_reply(request, 200, "OK", out);
	evbuffer_free(out);
}

/* Answers with text, in which each @ is the address of this server. */
static void
reply(struct evhttp_request *request, const char *text, bool packed)
{
	const char *host =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Host");
	struct tcn_buf body = { 0 };

	for (; *text; text++)
		if (*text == '@')
			tcn_buf_printf(&body, "http://%s", host);
		else
			tcn_buf_char(&body, *text);
	if (packed)
		reply_packed(request, body.at);
	else
		web_reply(request, 200, NULL, body.at);
	tcn_buf_fini(&body);
}

static const char news[] =
    "<urlset " NEWS "><url><loc>@/dam?utm_source=map</loc><n:news>"
    "<n:publication><n:name>The Wire</n:name><n:language>en</n:language>"
    "</n:publication><n:publication_date>2026-11-20T10:00:00Z"
    "</n:publication_date><n:title>Dam bursts above the valley</n:title>"
    "</n:news></url><url><loc>@/strike</loc><n:news><n:publication_date>"
    "2015-01-01</n:publication_date><n:title>Strike closes the harbour"
    "</n:title></n:news></url><url><loc>@/private/x</loc><n:news>"
    "<n:title>Nobody may read this</n:title></n:news></url>"
    "<url><loc>http://other.example/y</loc><n:news><n:title>Of another site"
    "</n:title></n:news></url></urlset>";

static void
answer_robots(struct evhttp_request *request)
{
	static const char *const files[] = {
		[USUAL] = "User-agent: *\nDisallow: /private/\n"
			  "Sitemap: @/index.xml\n",
		[CLOSED] = "User-agent: *\nDisallow: /\nSitemap: @/index.xml",
		[CYCLE] = "Sitemap: @/cycle0.xml",
	};

	if (*mode == NO_ROBOTS)
		web_reply(request, 404, NULL, "no");
	else if (*mode == BROKEN_ROBOTS)
		web_reply(request, 500, NULL, "no");
	else
		reply(request, files[*mode], false);
}

static void
answer_cycle(struct evhttp_request *request, int n)
{
	char text[200];

	snprintf(text, sizeof text,
	    "<sitemapindex><sitemap><loc>@/cycle0.xml</loc></sitemap><sitemap>"
	    "<loc>@/cycle%d.xml</loc></sitemap></sitemapindex>",
	    n + 1);
	reply(request, text, false);
}

/* A feed of three items, all of them new each time. */
static void
answer_fresh(struct evhttp_request *request)
{
	static int n;
	struct tcn_buf text = { 0 };

	tcn_buf_z(&text, "<rss><channel><title>Fast</title>");
	for (int i = 0; i < 3; i++, n++)
		tcn_buf_printf(&text,
		    "<item><title>Report number %d of the day</title>"
		    "<guid>%d</guid></item>",
		    n, n);
	tcn_buf_z(&text, "</channel></rss>");
	web_reply(request, 200, NULL, text.at);
	tcn_buf_fini(&text);
}

/* A page of an article. */
static void
answer_page(struct evhttp_request *request, const char *path)
{
	struct tcn_buf text = { 0 };

	tcn_buf_printf(&text,
	    "<html lang=en><head><title>Harbour%s closed by a strike</title>"
	    "</head><body><nav><a href=/>Home</a></nav><article>"
	    "<h1>Harbour %s closed by a strike</h1>",
	    path, path);
	for (int i = 0; i < 4; i++)
		tcn_buf_printf(&text,
		    "<p>Dockers at gate %d of %s have walked out this morning "
		    "after talks about their pay came to nothing, and ships "
		    "wait in the roads.</p>",
		    i, path);
	tcn_buf_z(&text, "</article></body></html>");
	web_reply(request, 200, NULL, text.at);
	tcn_buf_fini(&text);
}

static void
answer(struct evhttp_request *request, void *ctx)
{
	const char *path = evhttp_request_get_uri(request);
	int n;

	(void)ctx;
	if (strcmp(path, "/robots.txt") == 0)
		answer_robots(request);
	else if (strcmp(path, "/index.xml") == 0)
		reply(request,
		    "<sitemapindex><sitemap><loc>@/news.xml.gz</loc></sitemap>"
		    "<sitemap><loc>@/old.xml</loc><lastmod>2014-01-01</lastmod>"
		    "</sitemap><sitemap><loc>@/gone.xml</loc></sitemap>"
		    "</sitemapindex>",
		    false);
	else if (strcmp(path, "/news.xml.gz") == 0)
		reply(request, news, true);
	else if (strcmp(path, "/sitemap.xml") == 0)
		reply(request, "@/plain\n@/film\n@/none\n@/later\n", false);
	else if (strcmp(path, "/plain") == 0 || strcmp(path, "/later") == 0)
		answer_page(request, path);
	else if (strcmp(path, "/film") == 0)
		web_reply(request, 200, NULL, "<p>A film</p>");
	else if (strcmp(path, "/old.xml") == 0)
		reply(request, "@/old\n", false);
	else if (sscanf(path, "/cycle%d.xml", &n) == 1)
		answer_cycle(request, n);
	else if (strcmp(path, "/fresh") == 0)
		answer_fresh(request);
	else
		web_reply(request, 404, NULL, "no");
}

static void
setup(void)
{
	mode = mmap(NULL, sizeof *mode, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(mode != MAP_FAILED);
	*mode = USUAL;
	close(temp_file(db));
	web_start(answer);
}

static void
teardown(void)
{
	web_stop();
	temp_drop_db(db);
	munmap(mode, sizeof *mode);
}

/* Runs it, and wants that exit code and each of the texts, up to NULL. */
static void
feeds(const char *line, int code, const char *const *texts)
{
	char full[512];
	const char *printed;

	snprintf(full, sizeof full, "feeds --db %s --set feeds.private=yes %s",
	    db, line);
	ck_assert_msg(tcn_program(full, &printed) == code, "%s: %s", line,
	    printed);
	for (; *texts; texts++)
		ck_assert_msg(strstr(printed, *texts) != NULL,
		    "%s: no '%s' in:\n%s", line, *texts, printed);
}

#define FEEDS(line, code, ...)                                                 \
	feeds((line), (code), (const char *const[]){ __VA_ARGS__, NULL })

static const char *
add(const char *path, const char *more)
{
	static char line[256];

	snprintf(line, sizeof line, "add --sitemap %s %s", more, web_url(path));
	return line;
}

START_TEST(a_site_is_read_by_its_sitemaps)
{
	int64_t began_ms;
	const char *printed;
	char line[200];

	FEEDS(add("/", ""), 0, "1 added");
	FEEDS("list", 0, "by its sitemaps; 0 entries; never fetched, due");
	began_ms = tcn_now_monotonic_ms();
	FEEDS("poll", 0, ": 2 new", "1 feeds (0 unchanged, 0 failed), 2 new",
	    "3 sitemaps read (0 unchanged, 1 failed), 3 addresses",
	    "pages: 1 fetched, 1 of them without an article",
	    "0 too old, 1 of other sites, 1 that robots.txt keeps us");
	/* robots.txt and four sitemaps, a second apart */
	ck_assert_int_ge(tcn_now_monotonic_ms() - began_ms, 4000);
	FEEDS("poll", 0, "0 feeds");
	FEEDS("poll --all", 0, ": 0 new", "2 known",
	    "2 sitemaps read (1 unchanged, 1 failed)");
	snprintf(line, sizeof line, "search --db %s dam", db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_msg(strstr(printed, "Dam bursts above the valley"), "%s",
	    printed);
}
END_TEST

START_TEST(since_leaves_out_what_is_older)
{
	FEEDS(add("/", "--since 2020-01-01"), 0, "1 added");
	FEEDS("poll", 0, ": 1 new", "1 too old",
	    "2 sitemaps read (1 unchanged");
}
END_TEST

START_TEST(without_robots_the_usual_place_is_looked_at)
{
	*mode = NO_ROBOTS;
	FEEDS(add("", ""), 0, "1 added");
	FEEDS("poll --set sitemap.pages_max=0", 0, "1 sitemaps read",
	    "4 addresses", "4 left out");
}
END_TEST

/* Each page is fetched once: one that has an article, one that has none, one
 * that is not there. */
START_TEST(pages_are_fetched_for_addresses_without_a_title)
{
	const char *printed;
	char line[200];

	*mode = NO_ROBOTS;
	FEEDS(add("/", ""), 0, "1 added");
	FEEDS("poll --set sitemap.pages_max=2", 0, ": 1 new",
	    "pages: 2 fetched, 1 of them without an article, 2 left for");
	FEEDS("poll --all", 0, ": 1 new",
	    "pages: 2 fetched, 1 of them without an article, 0 left for");
	FEEDS("poll --all", 0, ": 0 new", "pages: 0 fetched");
	snprintf(line, sizeof line, "search --db %s dockers", db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_msg(strstr(printed, "closed by a strike") &&
		strstr(printed, "/later"),
	    "%s", printed);
}
END_TEST

START_TEST(an_index_in_a_circle_ends)
{
	*mode = CYCLE;
	FEEDS(add("/", ""), 0, "1 added");
	FEEDS("poll", 0, "3 sitemaps read", "1 beyond sitemap.urls_max");
}
END_TEST

START_TEST(robots_that_cannot_be_read_or_forbid_are_kept_to)
{
	*mode = BROKEN_ROBOTS;
	FEEDS(add("/", ""), 0,
	    "its robots.txt, which says what may be fetched, cannot be read: "
	    "the server answered 500; kept, to be tried again in");
	*mode = CLOSED;
	FEEDS(add("/index.xml", ""), 2,
	    "robots.txt does not allow us to read its sitemap; not added");
	FEEDS("poll --all", 0,
	    "robots.txt does not allow us to read its sitemap", "1 failed");
	FEEDS("add --sitemap ftp://x/", 2, "no http or https address");
	FEEDS("add --since 2020-01-01 http://a.example/", 2,
	    "--since is for --sitemap");
	FEEDS(add("/", "--since yesterday"), 2, "--since");
}
END_TEST

START_TEST(a_named_sitemap_that_is_none_is_refused)
{
	*mode = NO_ROBOTS;
	FEEDS(add("/fresh", ""), 2, "/fresh: the document is no sitemap",
	    "not added");
	FEEDS(add("/none.xml", ""), 2, "the server answered 404", "not added");
}
END_TEST

START_TEST(gaps_are_told)
{
	char line[200];

	snprintf(line, sizeof line, "add %s", web_url("/fresh"));
	FEEDS(line, 0, "1 added");
	for (int i = 0; i < 2; i++) {
		FEEDS("poll --all", 0, ": 3 new");
		FEEDS("list --gaps", 0, "no feed has gaps");
	}
	FEEDS("poll --all", 0, ": 3 new");
	FEEDS("list --gaps", 0, "all new in the last 2 fetches",
	    "entries may have come and gone: lower feeds.least (5 min)");
	FEEDS("list --gaps --json", 0, "\"all_new\":2,\"sitemap\":false");
}
END_TEST

TCN_TESTS(sitemap_site)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, a_site_is_read_by_its_sitemaps);
	tcase_add_test(tc, since_leaves_out_what_is_older);
	tcase_add_test(tc, without_robots_the_usual_place_is_looked_at);
	tcase_add_test(tc, pages_are_fetched_for_addresses_without_a_title);
	tcase_add_test(tc, an_index_in_a_circle_ends);
	tcase_add_test(tc, robots_that_cannot_be_read_or_forbid_are_kept_to);
	tcase_add_test(tc, a_named_sitemap_that_is_none_is_refused);
	tcase_add_test(tc, gaps_are_told);
}
