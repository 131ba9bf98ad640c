/*
 * Editions: the list, their bodies, the feed, and making and sending them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "tools/base/now.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/api/api_local.h"
#include "tools/tell/edition/edition_keep.h"
#include "tools/tell/edition/edition_send.h"
#include "tools/tell/words/words.h"

#define FEED_MAX 50 /* editions in the feed */

static const struct {
	const char *name, *type;
} formats[TCN_EDITION_FORMATS] = {
	[TCN_EDITION_HTML] = { "html", "text/html; charset=utf-8" },
	[TCN_EDITION_MD] = { "md", "text/markdown; charset=utf-8" },
	[TCN_EDITION_JSON] = { "json", NULL },
	[TCN_EDITION_TEXT] = { "text", "text/plain; charset=utf-8" },
	[TCN_EDITION_NINJS] = { "ninjs", NULL },
};

/* --- the file of editions --- */

/* What a call is about. */
struct about {
	struct tcn_api_answer *a;
	const struct tcn_editions *editions; /* NULL: there is no file */
	const struct tcn_receiver_set *receivers; /* or NULL */
};

/* Finds them; false: the file has a mistake, and the call was answered. */
static bool
find_editions(struct about *about)
{
	struct tcn_api_answer *a = about->a;
	enum tcn_rc rc = TCN_OK;

	if (a->api->local) {
		rc = tcn_api_local_editions(a->api->local, &about->editions,
		    &about->receivers, &a->err);
	} else {
		about->editions = a->api->editions;
		about->receivers = tcn_dispatch_receivers(a->api->dispatch);
	}
	if (rc)
		tcn_api_answer_failure(a, rc);
	return !rc;
}

/* The description of the edition that the path names; or NULL. */
static const struct tcn_edition_conf *
conf_of(const struct about *about)
{
	return about->editions
	    ? tcn_edition_find(about->editions,
		  tcn_str(tcn_http_call_arg(about->a->call, 0)))
	    : NULL;
}

/* The same; NULL: there is none, and the call was answered. */
static const struct tcn_edition_conf *
need_conf(const struct about *about)
{
	const struct tcn_edition_conf *conf = conf_of(about);

	if (!conf)
		tcn_api_answer_error(about->a, 404,
		    about->editions
			? "the file of editions has none of that name"
			: "there is no file of editions: the setting "
			  "report.editions names one");
	return conf;
}

/* --- the list --- */

/* The clock by which editions are due: the stream's, which goes on while no
 * article comes. */
static int64_t
due_after_ms(const struct tcn_api *api, const struct tcn_api_clock *clock)
{
	int64_t stream_ms =
	    api->wall ? tcn_wall_stream_ms(api->wall) : TCN_UNDATED;

	return stream_ms != TCN_UNDATED ? stream_ms : clock->present_ms;
}

/* When each is due next. */
static void
put_next(struct tcn_buf *out, const struct tcn_editions *editions,
    int64_t now_ms)
{
	char wall[TCN_SCHEDULE_WALL_BYTES];

	tcn_json_open(out, "next", '[');
	for (size_t i = 0; editions && i < editions->n; i++) {
		const struct tcn_edition_conf *conf = &editions->at[i];
		int64_t due_ms;

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", tcn_str(conf->name));
		tcn_json_str(out, "title", tcn_edition_title(conf));
		tcn_json_str(out, "zone", tcn_str(conf->zone));
		if (conf->schedule &&
		    tcn_schedule_next(conf->schedule, now_ms, &due_ms)) {
			tcn_json_time(out, "due_at", due_ms);
			tcn_json_str(out, "due_local",
			    tcn_str(tcn_schedule_wall(conf->schedule, due_ms,
				wall)));
		} else {
			tcn_json_null(out, "due_at");
			tcn_json_null(out, "due_local");
		}
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

void
tcn_api_get_editions(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *name = tcn_http_call_query(call, "name");
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(name ? name : ""),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows = { 0 };
	struct about about = { .a = &a };
	struct tcn_api_clock clock = { 0 };
	size_t limit;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit);

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!find_editions(&about))
		return;
	rc = tcn_api_settle(a.api, a.store, &clock);
	if (!rc)
		rc = tcn_store_editions(a.store, &filter, limit, &a.arena,
		    &rows);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_open(&a.out, "editions", '[');
	for (size_t i = 0; i < rows.n; i++)
		tcn_json_object(&a.out, NULL, &tcn_store_edition_record,
		    &rows.at[i], &a.arena);
	tcn_json_close(&a.out, ']');
	put_next(&a.out, about.editions, due_after_ms(a.api, &clock));
	tcn_json_close(&a.out, '}');
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

/* --- one --- */

/* The edition that the path names, its number or "latest". False: there is
 * none, and the call was answered. */
static bool
find_edition(struct tcn_api_answer *a, struct tcn_store_edition *row)
{
	const char *number = tcn_http_call_arg(a->call, 1);
	struct tcn_store_edition_filter filter = {
		.name = tcn_str(tcn_http_call_arg(a->call, 0)),
		.made = true,
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (strcmp(number, "latest") != 0)
		rc = tcn_api_answer_number("the number of an edition", number,
		    &filter.number, &a->err);
	if (tcn_api_answer_failed(a, rc))
		return false;
	if (filter.name.n && (filter.number || *number == 'l'))
		rc = tcn_store_editions(a->store, &filter, 1, &a->arena, &rows);
	if (!rc && rows.n) {
		*row = rows.at[0];
		return true;
	}
	if (rc)
		tcn_api_answer_send(a, rc);
	else
		tcn_api_answer_error(a, 404,
		    "no such edition was made; 'tocsin edition list' shows "
		    "those that were");
	return false;
}

/* Makes an edition again whose body in this format is not stored. False: there
 * is no description of it, and the call was answered. */
static bool
make_again(struct tcn_api_answer *a, const struct tcn_store_edition *row,
    enum tcn_edition_format format, enum tcn_rc *rc)
{
	struct about about = { .a = a };
	struct tcn_prepare *prep = tcn_api_prepare(a->api);
	const struct tcn_edition_conf *conf;
	struct tcn_edition edition;

	if (!find_editions(&about))
		return false;
	conf = conf_of(&about);
	if (!conf) {
		tcn_api_answer_error(a, 404,
		    "it is not stored in this format, and cannot be made "
		    "again: the file of editions has no edition of that name");
		return false;
	}
	*rc =
	    tcn_edition_remake(a->store, conf, row, prep, &a->arena, &edition);
	if (!*rc)
		tcn_edition_write(&edition, format, &a->out);
	return true;
}

/* The parameter "format"; false: there is no such one, and the call was
 * answered. */
static bool
take_format(struct tcn_api_answer *a, size_t *f)
{
	const char *format = tcn_http_call_query(a->call, "format");

	*f = TCN_EDITION_JSON;
	if (format)
		for (*f = 0; *f < TCN_EDITION_FORMATS; ++*f)
			if (strcmp(format, formats[*f].name) == 0)
				break;
	if (*f == TCN_EDITION_FORMATS)
		tcn_api_answer_error(a, 400,
		    "format is html, md, json, text or ninjs");
	return *f < TCN_EDITION_FORMATS;
}

void
tcn_api_get_edition(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_edition row;
	struct tcn_str body = { 0 };
	size_t f;
	enum tcn_rc rc;

	if (!take_format(&a, &f))
		return;
	if (!find_edition(&a, &row))
		return;
	a.type = formats[f].type;
	rc = tcn_store_edition_body(a.store, row.name, row.number,
	    formats[f].name, &a.arena, &body);
	tcn_buf_str(&a.out, body);
	if (!rc && !body.at &&
	    !make_again(&a, &row, (enum tcn_edition_format)f, &rc))
		return;
	tcn_api_answer_send(&a, rc);
}

/* --- a past time --- */

/* Says whether what was made again is what was stored. */
static enum tcn_rc
put_compared(struct tcn_api_answer *a, const struct tcn_edition *edition,
    const struct tcn_store_edition *row, size_t f)
{
	struct tcn_buf method = { 0 }, made = { 0 };
	struct tcn_str kept = { 0 };
	enum tcn_rc rc = tcn_store_edition_body(a->store, row->name,
	    row->number, formats[f].name, &a->arena, &kept);

	tcn_edition_method(&method);
	tcn_edition_write(edition, (enum tcn_edition_format)f, &made);
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_uint(&a->out, "number", row->number);
	tcn_json_bool(&a->out, "stored", kept.at != NULL);
	tcn_json_bool(&a->out, "same",
	    kept.at && tcn_str_equal(kept, tcn_buf_view(&made)));
	tcn_json_bool(&a->out, "same_method",
	    tcn_str_equal(row->method, tcn_buf_view(&method)));
	tcn_json_close(&a->out, '}');
	tcn_buf_char(&a->out, '\n');
	tcn_buf_fini(&method);
	tcn_buf_fini(&made);
	return rc;
}

/* Makes the edition of a past time, and puts it or how it compares. */
static enum tcn_rc
put_at(struct tcn_api_answer *a, const struct tcn_edition_conf *conf,
    int64_t at_ms, size_t f, bool compare, bool *none)
{
	struct tcn_prepare *prep = tcn_api_prepare(a->api);
	const struct tcn_store_edition *row = NULL;
	struct tcn_edition edition;
	enum tcn_rc rc = tcn_edition_at(a->store, conf, at_ms, prep, &a->arena,
	    &edition, &row);

	*none = !rc && compare && !row;
	if (rc || *none)
		return rc;
	if (compare)
		return put_compared(a, &edition, row, f);
	a->type = formats[f].type;
	tcn_edition_write(&edition, (enum tcn_edition_format)f, &a->out);
	return TCN_OK;
}

void
tcn_api_get_edition_at(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct about about = { .a = &a };
	const struct tcn_edition_conf *conf;
	int64_t at_ms = 0;
	bool compare = false, none = false;
	size_t f;
	enum tcn_rc rc =
	    tcn_when_option("at", tcn_http_call_arg(call, 1), &at_ms, &a.err);

	if (!rc)
		rc = tcn_api_answer_flag(&a, "compare", &compare);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!take_format(&a, &f) || !find_editions(&about))
		return;
	conf = need_conf(&about);
	if (!conf)
		return;
	rc = put_at(&a, conf, at_ms, f, compare, &none);
	if (none)
		tcn_api_answer_error(&a, 404,
		    "no edition that was due at that time was made");
	else
		tcn_api_answer_send(&a, rc);
}

/* --- making and sending --- */

static bool
is_due_already(struct tcn_api_answer *a, const struct tcn_edition_conf *conf,
    int64_t due_ms, enum tcn_rc *rc)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(conf->name),
		.scheduled = true,
		.due_ms = due_ms,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows = { 0 };

	*rc = tcn_store_editions(a->store, &filter, 1, &a->arena, &rows);
	return rows.n != 0;
}

/* One of what the store has now, beside those of the schedule. */
void
tcn_api_make_edition(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_edition_job job = { .event = TCN_STR("") };
	struct tcn_edition_issue issue = { .now_ms = tcn_now_wall_ms() };
	struct about about = { .a = &a };
	struct tcn_edition edition;
	struct tcn_store_tx *tx;
	struct tcn_api_clock clock;
	enum tcn_rc rc;

	if (!find_editions(&about))
		return;
	job.conf = need_conf(&about);
	if (!job.conf)
		return;
	job.reason = tcn_str(tcn_words_text(job.conf->words, "made by hand"));
	job.prep = tcn_api_prepare(a.api);
	job.facts = tcn_api_facts(a.api);
	rc = tcn_api_settle(a.api, a.store, &clock);
	job.due_ms = clock.stream_ms;
	if (!rc && is_due_already(&a, job.conf, job.due_ms, &rc) && !rc) {
		tcn_api_answer_error(&a, 409,
		    "an edition has been made as of the latest article: wait "
		    "for another article");
		return;
	}
	if (rc) {
		tcn_api_answer_send(&a, rc);
		return;
	}
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	job.cut.as_of_ms = job.due_ms;
	issue.receivers = about.receivers;
	issue.address = a.api->conf->http.public_url;
	rc = tcn_api_answer_end(&a,
	    tcn_edition_issue(tx, &job, &issue, &a.arena, &edition));
	if (!rc) {
		tcn_api_notify(a.api);
		tcn_edition_write(&edition, TCN_EDITION_JSON, &a.out);
	}
	tcn_api_answer_send(&a, rc);
}

/* Says why nothing is sent. */
static void
answer_unsent(struct tcn_api_answer *a, enum tcn_rc rc)
{
	if (rc == TCN_DONE)
		tcn_api_answer_error(a, 404,
		    "there is no receiver and no desk of that name");
	else if (rc == TCN_INVALID)
		tcn_api_answer_error(a, 409,
		    "it cannot be made again for a receiver without a message "
		    "of it: the file of editions has no edition of that name");
	else if (rc == TCN_OK)
		tcn_api_answer_error(a, 409,
		    "the edition has no messages: it named no receivers, or "
		    "the messages were removed; name a receiver");
	else
		tcn_api_answer_send(a, rc);
}

/* Makes the messages of the edition pending again, with the same keys. */
void
tcn_api_send_edition(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *to = tcn_http_call_query(call, "receiver");
	struct tcn_edition_resend resend = {
		.to = tcn_str(to ? to : ""),
		.now_ms = tcn_now_wall_ms(),
	};
	struct about about = { .a = &a };
	struct tcn_store_edition row;
	struct tcn_store_tx *tx;
	size_t n = 0;
	enum tcn_rc rc;

	if (!find_edition(&a, &row) || !find_editions(&about))
		return;
	resend.row = &row;
	resend.conf = conf_of(&about);
	resend.receivers = about.receivers;
	resend.prep = tcn_api_prepare(a.api);
	resend.address = a.api->conf->http.public_url;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a, tcn_edition_send_again(tx, &resend, &n));
	if (rc || !n) {
		answer_unsent(&a, rc);
		return;
	}
	tcn_api_notify(a.api);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "changed", n);
	tcn_json_close(&a.out, '}');
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

/* --- the feed: Atom (RFC 4287) --- */

static void
put_element(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	tcn_buf_printf(out, "<%s>", name);
	tcn_safe_html(out, text);
	tcn_buf_printf(out, "</%s>\n", name);
}

static void
put_entry(struct tcn_buf *out, const char *base,
    const struct tcn_store_edition *row)
{
	char date[TCN_DATE_BYTES];

	tcn_date_format(row->due_ms, date);
	tcn_buf_printf(out,
	    "<entry>\n<id>urn:tocsin:edition:%.*s:%" PRIu64 "</id>\n",
	    TCN_STR_ARG(row->name), row->number);
	put_element(out, "title", row->title);
	put_element(out, "updated", tcn_str(date));
	tcn_buf_z(out, "<link rel=\"alternate\" type=\"text/html\" href=\"");
	tcn_safe_html(out, tcn_str(base));
	tcn_buf_printf(out, "/v1/editions/%.*s/%" PRIu64 "?format=html\"/>\n",
	    TCN_STR_ARG(row->name), row->number);
	tcn_buf_z(out, "<category term=\"");
	tcn_safe_html(out, row->name);
	tcn_buf_printf(out, "\"/>\n<summary>%" PRIu64 " events, as of %.*s",
	    row->events, TCN_STR_ARG(row->wall));
	tcn_buf_z(out, "</summary>\n</entry>\n");
}

void
tcn_api_get_editions_atom(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const struct tcn_store_edition_filter filter = {
		.made = true,
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	const char *base = tcn_http_call_public_url(call);
	struct tcn_store_edition_list rows = { 0 };
	char date[TCN_DATE_BYTES];
	enum tcn_rc rc =
	    tcn_store_editions(a.store, &filter, FEED_MAX, &a.arena, &rows);

	tcn_date_format(rows.n ? rows.at[0].due_ms : 0, date);
	tcn_buf_z(&a.out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
	    "<id>urn:tocsin:editions</id>\n<title>Editions</title>\n"
	    "<author><name>tocsin</name></author>\n");
	put_element(&a.out, "updated", tcn_str(date));
	for (size_t i = 0; i < rows.n; i++)
		put_entry(&a.out, base ? base : "", &rows.at[i]);
	tcn_buf_z(&a.out, "</feed>\n");
	a.type = "application/atom+xml; charset=utf-8";
	tcn_api_answer_send(&a, rc);
}
