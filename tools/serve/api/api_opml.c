/*
 * The feeds as a list that feed readers exchange (OPML), out and in.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_feeds.h"
#include "tools/base/safe.h"
#include "tools/intake/feeds/opml.h"
#include "tools/serve/api/api_impl.h"

#define URL_CHARS  2000
#define TEXT_CHARS 1000

void
tcn_api_get_opml(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_feed_list feeds;
	struct tcn_opml opml = { 0 };
	enum tcn_rc rc = tcn_store_feeds(a.store, INT64_MAX, &a.arena, &feeds);

	opml.feeds = rc
	    ? NULL
	    : tcn_arena_zalloc(&a.arena, feeds.n + 1, sizeof *opml.feeds);
	for (size_t i = 0; !rc && i < feeds.n; i++)
		opml.feeds[opml.n++] = (struct tcn_opml_feed){
			.url = feeds.at[i].url,
			.title = feeds.at[i].title,
			.site = feeds.at[i].site,
			.folder = feeds.at[i].folder,
		};
	tcn_opml_write(&opml, &a.out);
	a.type = "text/x-opml; charset=utf-8";
	tcn_http_call_set_header(call, "Content-Disposition",
	    "attachment; filename=\"feeds.opml\"");
	tcn_api_answer_send(&a, rc);
}

/* A feed of the list, as rows have it: of one line each, and not too long. */
static void
clean(struct tcn_api_answer *a, const struct tcn_opml_feed *feed,
    struct tcn_store_feed_row *row)
{
	const struct {
		struct tcn_str from;
		size_t chars;
		struct tcn_str *to;
	} texts[] = {
		{ feed->url, URL_CHARS, &row->url },
		{ feed->title, TEXT_CHARS, &row->title },
		{ feed->site, URL_CHARS, &row->site },
		{ feed->folder, TEXT_CHARS, &row->folder },
	};

	*row = (struct tcn_store_feed_row){ .since_ms = TCN_UNDATED };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i].from.n)
			tcn_safe_text(&a->arena, texts[i].from, texts[i].chars,
			    texts[i].to);
}

/* What came of the feeds of a list. */
struct came {
	uint64_t added, known, refused;
	struct tcn_buf lines; /* JSON, an object each */
};

static enum tcn_rc
take_line(struct tcn_api_answer *a, struct tcn_store_tx *tx,
    const struct tcn_opml_feed *feed, struct came *came)
{
	struct tcn_store_feed_row row;
	const char *what = "refused";
	bool fresh = false;
	enum tcn_rc rc = TCN_OK;
	bool fine;

	clean(a, feed, &row);
	fine = tcn_api_can_fetch(row.url);
	if (fine) {
		rc = tcn_api_add_feed(a, tx, &row, 0, &fresh);
		what = fresh ? "added" : "known";
	}
	came->added += fresh;
	came->known += fine && !fresh;
	came->refused += !fine;
	tcn_json_open(&came->lines, NULL, '{');
	if (!rc)
		tcn_api_json_text(&came->lines, "url", row.url, URL_CHARS,
		    &a->arena);
	if (!rc)
		tcn_api_json_text(&came->lines, "title", row.title, TEXT_CHARS,
		    &a->arena);
	tcn_json_str(&came->lines, "result", tcn_str(what));
	if (!fine)
		tcn_json_str(&came->lines, "why",
		    tcn_str("no http or https address"));
	tcn_json_uint(&came->lines, "line", feed->line);
	tcn_json_close(&came->lines, '}');
	return rc;
}

void
tcn_api_post_opml(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct came came = { 0 };
	struct tcn_store_tx *tx;
	struct tcn_opml opml;
	enum tcn_rc rc =
	    tcn_opml_parse(tcn_http_call_body(call), &a.arena, &opml, &a.err);

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	for (size_t i = 0; !rc && i < opml.n; i++)
		rc = take_line(&a, tx, &opml.feeds[i], &came);
	if (!rc)
		rc = tcn_api_log_feed_change(tx, "added", (struct tcn_str){ 0 },
		    came.added);
	rc = tcn_api_answer_end(&a, rc);
	tcn_api_notify(a.api);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "added", came.added);
	tcn_json_uint(&a.out, "known", came.known);
	tcn_json_uint(&a.out, "refused", came.refused);
	if (opml.broken_line)
		tcn_json_uint(&a.out, "broken_line", opml.broken_line);
	tcn_json_open(&a.out, "feeds", '[');
	tcn_buf_str(&a.out, tcn_buf_view(&came.lines));
	tcn_json_close(&a.out, ']');
	tcn_buf_z(&a.out, "}\n");
	tcn_buf_fini(&came.lines);
	tcn_api_answer_send(&a, rc);
}
