/*
 * Bodies as servers send them: packed so that little becomes much, and in
 * encodings that their headers do not name.
 */
#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>
#include <unicode/ucnv.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/base/web.h"
#include "tools/intake/feeds/fetch.h"

#define BODY_MAX 100000

/* 64 MiB of spaces in 52 bytes. */
static const char brotli_bomb[] =
    "\xcf\xff\xff\x7f\x00\x24\x40\xe2\xb1\x40\x72\xef\xff\xf9\xff\xff"
    "\x0f\x80\x04\x40\x1c\x16\x80\xee\xfd\x3f\xff\xff\xff\x01\x90\x00"
    "\x88\xc3\x02\xd0\xbd\xff\xe7\xff\xff\x3f\x00\x12\x00\x71\x58\x00"
    "\xba\xf7\xff\x03";

static void
reply(struct evhttp_request *request, const char *header, const char *value,
    const void *bytes, size_t n)
{
	struct evbuffer *body = evbuffer_new();

	if (value)
		evhttp_add_header(evhttp_request_get_output_headers(request),
		    header, value);
	evbuffer_add(body, bytes, n);
	evhttp_send_reply(request, 200, "", body);
	evbuffer_free(body);
}

/* 64 MiB of spaces, packed by zlib: 16 more window bits make it gzip. */
static void
reply_zlib(struct evhttp_request *request, const char *coding, int more)
{
	static char from[1 << 16], to[1 << 20];
	z_stream z = { .next_out = (Bytef *)to, .avail_out = sizeof to };

	memset(from, ' ', sizeof from);
	deflateInit2(&z, 9, Z_DEFLATED, 15 + more, 9, Z_DEFAULT_STRATEGY);
	for (int i = 0; i < 1024; i++) {
		z.next_in = (Bytef *)from;
		z.avail_in = sizeof from;
		deflate(&z, i == 1023 ? Z_FINISH : Z_NO_FLUSH);
	}
	reply(request, "Content-Encoding", coding, to, z.total_out);
	deflateEnd(&z);
}

static void
reply_zstd(struct evhttp_request *request)
{
	static char from[64 << 20], to[1 << 20];

	memset(from, ' ', sizeof from);
	reply(request, "Content-Encoding", "zstd", to,
	    ZSTD_compress(to, sizeof to, from, sizeof from, 19));
}

static const struct {
	const char *path, *encoding, *type;
} bodies[] = {
	{ "/utf-16le", "UTF-16LE", "text/xml" },
	{ "/utf-32be", "UTF-32BE", "application/rss+xml; charset=utf-8" },
	{ "/koi8-r", "KOI8-R", "text/xml; charset=ISO-8859-1" },
	{ "/windows-1251", "windows-1251", "application/xml" },
};

#define BODIES_N (sizeof bodies / sizeof *bodies)

/* A feed in the encoding of a row; its XML declaration says UTF-8. */
static void
reply_feed(struct evhttp_request *request, size_t row)
{
	static const char utf8[] =
	    "<?xml version='1.0' encoding='utf-8'?><rss><channel>"
	    "<title>Лента новостей</title><item><title>Сильное землетрясение "
	    "разрушило мост</title></item></channel></rss>";
	UErrorCode failed = U_ZERO_ERROR;
	UConverter *to = ucnv_open(bodies[row].encoding, &failed);
	char bytes[4096];
	int32_t n = ucnv_fromAlgorithmic(to, UCNV_UTF8, bytes, sizeof bytes,
	    utf8, (int32_t)sizeof utf8 - 1, &failed);

	ucnv_close(to);
	reply(request, "Content-Type", bodies[row].type, bytes, (size_t)n);
}

/* A file of a feed that is gzip, with no header that says so. */
static void
reply_file(struct evhttp_request *request, size_t cut)
{
	static char text[] = "<rss><channel><title>Packed wire</title><item>"
			     "<title>Dam bursts</title></item></channel></rss>";
	char to[1000];
	z_stream z = { .next_in = (Bytef *)text,
		.avail_in = sizeof text - 1,
		.next_out = (Bytef *)to,
		.avail_out = sizeof to };

	deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
	deflate(&z, Z_FINISH);
	reply(request, "Content-Type", "application/octet-stream", to,
	    z.total_out - cut);
	deflateEnd(&z);
}

static void
answer(struct evhttp_request *request, void *ctx)
{
	const char *path = evhttp_request_get_uri(request);

	(void)ctx;
	for (size_t i = 0; i < BODIES_N; i++)
		if (strcmp(path, bodies[i].path) == 0) {
			reply_feed(request, i);
			return;
		}
	if (strcmp(path, "/feed.xml.gz") == 0)
		reply_file(request, 0);
	else if (strcmp(path, "/half.gz") == 0)
		reply_file(request, 9);
	else if (strcmp(path, "/bomb.gz") == 0)
		reply_zlib(request, NULL, 16);
	else if (strcmp(path, "/gzip") == 0)
		reply_zlib(request, "gzip", 16);
	else if (strcmp(path, "/deflate") == 0)
		reply_zlib(request, "deflate", 0);
	else if (strcmp(path, "/zstd") == 0)
		reply_zstd(request);
	else if (strcmp(path, "/br") == 0)
		reply(request, "Content-Encoding", "br", brotli_bomb,
		    sizeof brotli_bomb - 1);
	else if (strcmp(path, "/layers") == 0)
		reply(request, "Content-Encoding",
		    "gzip, gzip, gzip, gzip, gzip, gzip, gzip, gzip", "x", 1);
	else
		reply(request, "Content-Language", "pt_br", "hello", 5);
}

static void
setup(void)
{
	web_start(answer);
}

static void
teardown(void)
{
	web_stop();
}

static struct tcn_fetch *
fetch_one(const char *path, struct tcn_fetch_result *fetched)
{
	const struct tcn_fetch_job job = { .url = web_url(path) };
	struct tcn_fetch_conf conf;
	struct tcn_fetch *fetch;

	tcn_fetch_conf_default(&conf);
	conf.allowed.all = true;
	conf.bytes_max = BODY_MAX;
	fetch = tcn_fetch_new(&conf);
	tcn_fetch_add(fetch, &job);
	ck_assert_int_eq(tcn_fetch_next(fetch, 10000, fetched), TCN_OK);
	return fetch;
}

static const struct {
	const char *path, *error;
} bombs[] = {
	{ "/gzip", "larger than" },
	{ "/deflate", "larger than" },
	{ "/zstd", "larger than" },
	{ "/br", "larger than" },
	{ "/layers", "content encoding" },
	{ "/bomb.gz", "larger than" },
	{ "/half.gz", "its gzip is damaged or cut short" },
};

/* A bomb is refused for what it becomes, and for good: it is not the server's
 * passing trouble. */
START_TEST(little_does_not_become_much)
{
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch = fetch_one(bombs[_i].path, &fetched);

	ck_assert_ptr_nonnull(fetched.error);
	ck_assert_msg(strstr(fetched.error, bombs[_i].error) != NULL, "%s",
	    fetched.error);
	ck_assert_uint_le(fetched.body.n, BODY_MAX);
	ck_assert(!fetched.passing);
	tcn_fetch_free(fetch);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(the_language_is_handed_on)
{
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch = fetch_one("/", &fetched);

	ck_assert_str_eq(fetched.lang, "pt_br");
	ck_assert(tcn_str_equal(fetched.body, tcn_str("hello")));
	tcn_fetch_free(fetch);
}
END_TEST

START_TEST(a_file_of_gzip_is_unpacked)
{
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch = fetch_one("/feed.xml.gz", &fetched);

	ck_assert_ptr_null(fetched.error);
	ck_assert(memcmp(fetched.body.at, "<rss>", 5) == 0);
	ck_assert_int_eq(fetched.body.at[fetched.body.n - 1], '>');
	tcn_fetch_free(fetch);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Polled as it is by the program: the title is what the list shows. */
START_TEST(every_encoding_is_polled)
{
	char db[TEMP_BYTES], line[512], *at;
	const char *printed;
	int titles = 0;

	close(temp_file(db));
	for (size_t i = 0; i < BODIES_N; i++) {
		snprintf(line, sizeof line,
		    "feeds add --db %s --set feeds.private=yes %s", db,
		    web_url(bodies[i].path));
		ck_assert_int_eq(tcn_program(line, &printed), 0);
	}
	snprintf(line, sizeof line,
	    "feeds poll --db %s --set feeds.private=yes", db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_msg(strstr(printed, "4 feeds (0 unchanged, 0 failed)") !=
		NULL,
	    "%s", printed);
	ck_assert_msg(strstr(printed,
			  "not sound, read as far as it can be: its bytes are "
			  "not the declared ISO-8859-1; read as KOI8-U") !=
		NULL,
	    "%s", printed);
	snprintf(line, sizeof line, "feeds list --db %s", db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	for (at = strstr(printed, "Лента новостей; "); at;
	     at = strstr(at + 1, "Лента новостей; "))
		titles++;
	ck_assert_msg(titles == (int)BODIES_N, "%s", printed);
	snprintf(line, sizeof line, "%s-wal", db);
	unlink(line);
	snprintf(line, sizeof line, "%s-shm", db);
	unlink(line);
	unlink(db);
}
END_TEST

TCN_TESTS(fetch_body)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(little_does_not_become_much, bombs);
	tcase_add_test(tc, a_file_of_gzip_is_unpacked);
	tcase_add_test(tc, the_language_is_handed_on);
	tcase_add_test(tc, every_encoding_is_polled);
}
