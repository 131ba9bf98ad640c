#include <inttypes.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/headline.h"
#include "tools/base/now.h"
#include "tools/pipeline/event_filter.h"
#include "tools/serve/api/api_impl.h"
#include "tools/tell/report/report_gather.h"

#define LINE_CHARS 1000
#define TEXT_CHARS 1000000

/* --- a page of events --- */

static enum tcn_rc
take_filter(struct tcn_api_answer *a, struct tcn_store_event_filter *filter)
{
	const char *name;
	enum tcn_rc rc = TCN_OK;

	tcn_event_filter_init(filter);
	for (size_t i = 0; !rc && (name = tcn_event_filter_name(i)); i++)
		rc = tcn_event_filter_take(filter, name,
		    tcn_http_call_query(a->call, name), &a->err);
	return rc;
}

void
tcn_api_get_events(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	char cursor[TCN_EVENT_CURSOR_BYTES];
	struct tcn_store_event_filter filter;
	struct tcn_store_event_list events;
	size_t limit;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit);

	if (!rc)
		rc = take_filter(&a, &filter);
	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_store_find_events(a.store, &filter, limit + 1, &a.arena,
	    &events);
	tcn_buf_z(&a.out, "{\"events\":[");
	for (size_t i = 0; !rc && i < events.n && i < limit; i++)
		rc = tcn_api_json_event_desk(a.store, NULL, &events.at[i],
		    &a.arena, &a.out);
	tcn_json_close(&a.out, ']');
	tcn_json_bool(&a.out, "more", !rc && events.n > limit);
	if (!rc && events.n > limit) {
		tcn_event_cursor(&events.at[limit - 1], cursor);
		tcn_json_str(&a.out, "next", tcn_str(cursor));
	} else {
		tcn_json_null(&a.out, "next");
	}
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

/* --- days --- */

static int
compare_days(const void *a, const void *b)
{
	const struct tcn_store_fired *x = a, *y = b;

	return x->day_ms < y->day_ms ? 1 : -(x->day_ms > y->day_ms);
}

/* Writes the days on which events of any rule fired, the latest first, each
 * once. */
static void
put_days(struct tcn_store_fired_list *days, struct tcn_buf *out)
{
	qsort(days->at, days->n, sizeof *days->at, compare_days);
	tcn_json_open(out, "days", '[');
	for (size_t i = 0; i < days->n;) {
		int64_t day_ms = days->at[i].day_ms;
		uint64_t n = 0;

		for (; i < days->n && days->at[i].day_ms == day_ms; i++)
			n += days->at[i].n;
		tcn_json_open(out, NULL, '{');
		tcn_json_time(out, "at", day_ms);
		tcn_json_uint(out, "events", n);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

void
tcn_api_get_event_days(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_event_filter filter;
	struct tcn_store_fired_list days;
	enum tcn_rc rc = take_filter(&a, &filter);

	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_store_fired_days(a.store, NULL, filter.since_ms,
	    filter.until_ms, &a.arena, &days);
	tcn_json_open(&a.out, NULL, '{');
	if (!rc && days.n)
		put_days(&days, &a.out);
	else
		tcn_buf_z(&a.out, "\"days\":[]");
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

/* --- one event --- */

/* Writes the path of an event's picture, if pictures are shown: that of the
 * headline's article, else the first of the articles that were counted. */
static void
put_picture(struct tcn_api_answer *a, const struct tcn_store_item_row *shown,
    const struct tcn_store_item_list *items)
{
	const struct tcn_store_item_row *of = shown;
	char path[sizeof "/v1/images/" + 20];

	for (size_t i = 0; i < items->n && !(of && of->article.image.n); i++)
		of = &items->at[i];
	if (!tcn_pictures_are_shown(a->api->pictures) || !of ||
	    !of->article.image.n)
		return;
	snprintf(path, sizeof path, "/v1/images/%" PRIu64, of->place.seq);
	tcn_json_open(&a->out, "picture", '{');
	tcn_json_str(&a->out, "path", tcn_str(path));
	tcn_api_json_text(&a->out, "source", of->article.source, LINE_CHARS,
	    &a->arena);
	tcn_json_close(&a->out, '}');
}

/* Writes why the event fired, the items that were counted then, and the text of
 * the headline's article. */
static enum tcn_rc
put_evidence(struct tcn_api_answer *a, const struct tcn_event *event)
{
	struct tcn_store_item_row *shown = NULL;
	struct tcn_store_item_list items;
	enum tcn_rc rc =
	    tcn_api_json_reason(a->store, event->id, &a->arena, &a->out);

	if (!rc)
		rc = tcn_store_items_of(a->store, event->evidence,
		    event->evidence_n, &a->arena, &items);
	if (!rc)
		tcn_api_json_articles("items", &items, &a->arena, &a->out);
	if (!rc)
		rc = tcn_store_item(a->store, tcn_headline_item(event),
		    &a->arena, &shown);
	if (!rc)
		put_picture(a, shown, &items);
	if (!rc && shown)
		tcn_api_json_text(&a->out, "text", shown->article.text,
		    TEXT_CHARS, &a->arena);
	return rc;
}

/* Of what was counted, no more than the caller asks for. */
static void
cut_evidence(struct tcn_event *event, uint64_t most)
{
	if (event->evidence_n > most)
		event->evidence_n = (size_t)most;
}

/* Begins an answer about the event that the path names; *most: how much of the
 * evidence is asked for. False: it has been answered. */
static bool
begin_event(struct tcn_api_answer *a, struct tcn_event **event, uint64_t *most)
{
	enum tcn_rc rc = TCN_OK;

	*most = UINT64_MAX;
	if (tcn_http_call_query(a->call, "evidence"))
		rc = tcn_api_answer_query_number(a, "evidence", most);
	if (!rc)
		rc = tcn_api_answer_read(a);
	return !tcn_api_answer_failed(a, rc) && tcn_api_answer_event(a, event);
}

/* All its revisions, the last first, and what desks did as it stands now. */
void
tcn_api_get_event(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_event *event;
	struct tcn_store_desk_status desk;
	uint64_t most;
	enum tcn_rc rc;
	struct tcn_store_event_list history;

	if (!begin_event(&a, &event, &most))
		return;
	cut_evidence(event, most);
	tcn_json_open(&a.out, NULL, '{');
	rc = tcn_store_event_history(a.store, event->id, &a.arena, &history);
	tcn_json_open(&a.out, "revisions", '[');
	for (size_t i = rc ? 0 : history.n; !rc && i-- > 0;) {
		cut_evidence(&history.at[i], most);
		rc = tcn_api_json_event(a.store, &history.at[i], &a.arena,
		    &a.out);
	}
	tcn_json_close(&a.out, ']');
	if (!rc)
		rc = tcn_store_desk(a.store, event->id, &a.arena, &desk);
	if (!rc)
		tcn_api_json_desk("desk", &desk, &a.arena, &a.out);
	if (!rc)
		rc = tcn_api_json_event_desk(a.store, "event", event, &a.arena,
		    &a.out);
	if (!rc)
		rc = tcn_api_add_seen(&a, event);
	if (!rc)
		rc = put_evidence(&a, event);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

void
tcn_api_get_history(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_prepare *prep;
	struct tcn_event *event;
	uint64_t most;
	enum tcn_rc rc;

	if (!begin_event(&a, &event, &most))
		return;
	prep = tcn_api_prepare(ctx);
	rc = tcn_api_json_history(a.store, prep, event, most, tcn_now_wall_ms(),
	    &a.arena, &a.out);
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

static const struct {
	const char *name, *type;
	enum tcn_report_format format;
} formats[] = {
	{ "html", "text/html; charset=utf-8", TCN_REPORT_HTML },
	{ "md", "text/markdown; charset=utf-8", TCN_REPORT_MD },
	{ "json", NULL, TCN_REPORT_JSON },
	{ "ninjs", NULL, TCN_REPORT_NINJS },
	{ "sections", "text/html; charset=utf-8", TCN_REPORT_SECTIONS },
};
#define FORMATS (sizeof formats / sizeof *formats)

/*
 * The content security policy of a page: it may use the style sheet within
 * it, known by its hash (CSP level 3, section 2.3.1), and images as data: (a
 * chart's), and nothing else.
 */
static void
set_policy(struct tcn_http_call *call, const struct tcn_buf *page)
{
	static const char begins[] = "<style>", ends[] = "</style>";
	unsigned char digest[SHA256_DIGEST_LENGTH];
	unsigned char code[64] = "";
	char policy[256];
	const char *from = strstr(page->at, begins);
	const char *to = from ? strstr(from, ends) : NULL;

	if (!to)
		return;
	from += sizeof begins - 1;
	SHA256((const unsigned char *)from, (size_t)(to - from), digest);
	EVP_EncodeBlock(code, digest, sizeof digest);
	snprintf(policy, sizeof policy,
	    "default-src 'none'; style-src 'sha256-%s'; img-src data:; "
	    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	    (const char *)code);
	tcn_http_call_set_header(call, "Content-Security-Policy", policy);
}

/*
 * Reads of the query whether the page lies in a folder of reports, and of which
 * period. A bound without the folder's index would be passed over: it is wrong.
 */
static enum tcn_rc
take_period(struct tcn_api_answer *a, struct tcn_report *report,
    struct tcn_report_period *period)
{
	static const char *const bounds[] = { "since", "until" };
	const char *index = tcn_http_call_query(a->call, "index");
	struct tcn_store_event_filter filter;
	enum tcn_rc rc = TCN_OK;

	if (index && strcmp(index, "true") != 0)
		return tcn_err_set(&a->err, TCN_INVALID, "index may be true");
	if (index)
		report->index = tcn_str("index");
	tcn_event_filter_init(&filter);
	for (size_t i = 0; !rc && i < 2; i++) {
		const char *value = tcn_http_call_query(a->call, bounds[i]);

		if (value && !index)
			return tcn_err_set(&a->err, TCN_INVALID,
			    "%s bounds a folder of reports: add index=true",
			    bounds[i]);
		rc = tcn_event_filter_take(&filter, bounds[i], value, &a->err);
	}
	*period =
	    (struct tcn_report_period){ filter.since_ms, filter.until_ms };
	return rc;
}

/* Whether the report is on the whole dossier. A signed link is for what one
 * event holds. */
static enum tcn_rc
take_dossier(struct tcn_api_answer *a, struct tcn_report *report)
{
	const char *value = tcn_http_call_query(a->call, "dossier");

	if (value && strcmp(value, "true") != 0)
		return tcn_err_set(&a->err, TCN_INVALID, "dossier may be true");
	if (value && tcn_http_call_query(a->call, "link"))
		return tcn_err_set(&a->err, TCN_INVALID,
		    "a signed link opens the report of one event: leave out "
		    "dossier");
	report->of_dossier = value != NULL;
	return TCN_OK;
}

/*
 * The language of a report's words: the query's, else that of a browser's
 * reader, else the settings'. Parts for another page are in that page's.
 */
static enum tcn_rc
take_language(struct tcn_api_answer *a, size_t format,
    enum tcn_words_language *language)
{
	const char *lang = tcn_http_call_query(a->call, "lang");
	const char *accept = tcn_http_call_header(a->call, "Accept-Language");

	*language = (enum tcn_words_language)a->api->conf->report.language;
	if (lang && !tcn_words_find(lang, language))
		return tcn_err_set(&a->err, TCN_INVALID,
		    "lang may be en, de, es, fr or auto");
	if (lang)
		return TCN_OK;
	if (formats[format].format == TCN_REPORT_SECTIONS)
		*language = TCN_WORDS_EN;
	if (formats[format].format != TCN_REPORT_HTML)
		return TCN_OK;
	tcn_http_call_set_header(a->call, "Vary", "Accept-Language");
	if (accept && tcn_words_accepted(tcn_str(accept)) != TCN_WORDS_AUTO)
		*language = tcn_words_accepted(tcn_str(accept));
	return TCN_OK;
}

/* The words of parts for a page whose reader lives in a zone; NULL: in UTC. */
static enum tcn_rc
take_zone(struct tcn_api_answer *a, size_t format,
    enum tcn_words_language language, struct tcn_words **words)
{
	const char *zone = tcn_http_call_query(a->call, "zone");

	*words = NULL;
	if (!zone || !*zone)
		return TCN_OK;
	if (formats[format].format != TCN_REPORT_SECTIONS)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "zone is for format=sections");
	return tcn_words_new(language, zone, words, &a->err);
}

/* Reports of so many articles are made between other requests. */
#define MANY_ITEMS 500

struct report_call {
	struct tcn_api_sliced sliced;
	struct tcn_report report;
	struct tcn_words *words; /* in the reader's zone; or NULL */
	struct tcn_report_work *work;
	enum tcn_report_format format;
};

static enum tcn_rc
step_report(struct tcn_api_sliced *sliced, bool *done)
{
	struct report_call *r = (struct report_call *)sliced;

	*done = tcn_report_work_step(r->work, &sliced->a.out);
	if (*done && r->format == TCN_REPORT_HTML)
		set_policy(sliced->a.call, &sliced->a.out);
	return TCN_OK;
}

static void
fini_report(struct tcn_api_sliced *sliced)
{
	struct report_call *r = (struct report_call *)sliced;

	tcn_report_work_free(r->work);
	tcn_words_free(r->words);
}

/* Makes the report that was gathered, at once or a little at a time. Takes the
 * answer and words, which may be NULL, over. */
static void
make_report(const struct tcn_api_answer *a, const struct tcn_report *report,
    struct tcn_words *words, enum tcn_report_format format)
{
	struct report_call *r = tcn_mem_calloc(1, sizeof *r);
	bool done = false;

	r->sliced.a = *a;
	r->sliced.step = step_report;
	r->sliced.fini = fini_report;
	r->report = *report;
	r->report.words = r->words = words;
	r->format = format;
	r->work = tcn_report_work_new(&r->report, format);
	if (report->items_n >= MANY_ITEMS) {
		tcn_api_sliced_start(&r->sliced);
		return;
	}
	while (!done)
		(void)!step_report(&r->sliced, &done);
	tcn_api_answer_send(&r->sliced.a, TCN_OK);
	fini_report(&r->sliced);
	tcn_mem_free(r);
}

/* Where its names and terms lead. What the settings say may be another by the
 * time that the report is written: it is copied. */
static void
take_site(struct tcn_api_answer *a, enum tcn_report_format format,
    struct tcn_report *report)
{
	const char *address = a->api->linker.address;
	struct tcn_str copy;

	if (format == TCN_REPORT_SECTIONS)
		address = "";
	else if (!address || !*address)
		return;
	tcn_arena_str(&a->arena, tcn_str(address), &copy);
	report->site = copy.at;
}

void
tcn_api_get_report(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_report report = {
		.more_than = a.api->more_than,
		.within_ms = a.api->within_ms,
		.lines_max = a.api->lines_max,
		.prep = tcn_api_prepare(ctx),
		.facts = tcn_api_facts(ctx),
		.templates = a.api->templates,
	};
	const char *name = tcn_http_call_query(call, "format");
	struct tcn_report_period period;
	struct tcn_words *words = NULL;
	struct tcn_event *event;
	enum tcn_rc rc;
	size_t i = 0;

	while (name && i < FORMATS && strcmp(name, formats[i].name) != 0)
		i++;
	if (i == FORMATS) {
		tcn_api_answer_error(&a, 400,
		    "format must be html, md, json, ninjs or sections");
		return;
	}
	rc = take_period(&a, &report, &period);
	if (!rc)
		rc = take_dossier(&a, &report);
	if (!rc)
		rc = take_language(&a, i, &report.language);
	if (!rc)
		rc = take_zone(&a, i, report.language, &words);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_event(&a, &event)) {
		tcn_words_free(words);
		return;
	}
	a.type = formats[i].type;
	report.alone = formats[i].format == TCN_REPORT_SECTIONS;
	/* A part of a page has its times told by its script, as one likes. */
	if (!report.alone)
		report.zone = a.api->conf->report.zone;
	rc = tcn_api_answer_read(&a);
	if (!rc)
		take_site(&a, formats[i].format, &report);
	if (!rc)
		rc = tcn_report_gather(a.store, event,
		    report.index.n ? &period : NULL, &a.arena, &report);
	tcn_http_call_set_header(call, "Referrer-Policy", "no-referrer");
	if (!rc) {
		make_report(&a, &report, words, formats[i].format);
		return;
	}
	tcn_words_free(words);
	tcn_api_answer_send(&a, rc);
}

/* --- actions of a desk --- */

/* Sends the event as it is now, and the action if it changed it. */
static void
send_acted(struct tcn_api_answer *a, const char *id,
    const struct tcn_store_action *action, bool changed)
{
	struct tcn_event *event;
	enum tcn_rc rc = tcn_store_event(a->store, id, &a->arena, &event);

	tcn_json_open(&a->out, NULL, '{');
	tcn_json_bool(&a->out, "changed", changed);
	if (!rc && changed)
		tcn_json_object(&a->out, "action", &tcn_store_action_record,
		    action, &a->arena);
	if (!rc && event)
		rc = tcn_api_json_event_desk(a->store, "event", event,
		    &a->arena, &a->out);
	tcn_buf_z(&a->out, "}\n");
	tcn_api_answer_send(a, rc);
}

static void
act(struct tcn_api_answer *a, const struct tcn_json_value *object,
    enum tcn_store_action_kind kind, struct tcn_str value)
{
	struct tcn_store_action action = { .kind = kind, .value = value };
	struct tcn_event *event;
	enum tcn_store_act_result came;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_api_answer_author(a, object, &action.author);

	if (tcn_api_answer_failed(a, rc))
		return;
	if (!tcn_api_answer_event(a, &event) || !tcn_api_answer_begin(a, &tx))
		return;
	action.at_ms = tcn_api_act_ms(a->api);
	memcpy(action.event, event->id, sizeof action.event);
	rc = tcn_api_answer_end(a,
	    tcn_store_put_action(tx, &action, &a->arena, &came));
	if (!rc && came == TCN_STORE_ACT_DONE)
		tcn_api_notify(a->api);
	if (rc)
		tcn_api_answer_send(a, rc);
	else
		send_acted(a, event->id, &action, came == TCN_STORE_ACT_DONE);
}

/* An action without a value: the body has at most an author. */
static void
act_plainly(void *ctx, struct tcn_http_call *call,
    enum tcn_store_action_kind kind)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!tcn_api_answer_failed(&a, rc))
		act(&a, &object, kind, (struct tcn_str){ 0 });
}

void
tcn_api_act_ack(void *ctx, struct tcn_http_call *call)
{
	act_plainly(ctx, call, TCN_STORE_ACTION_ACK);
}

void
tcn_api_act_unack(void *ctx, struct tcn_http_call *call)
{
	act_plainly(ctx, call, TCN_STORE_ACTION_UNACK);
}

void
tcn_api_act_close(void *ctx, struct tcn_http_call *call)
{
	act_plainly(ctx, call, TCN_STORE_ACTION_CLOSE);
}

void
tcn_api_act_reopen(void *ctx, struct tcn_http_call *call)
{
	act_plainly(ctx, call, TCN_STORE_ACTION_REOPEN);
}

void
tcn_api_act_own(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object;
	struct tcn_str owner = { 0 };
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc && tcn_json_member(&object, "owner").kind == TCN_JSON_ABSENT)
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"owner\" must name the owner; null: nobody");
	if (!rc)
		rc = tcn_api_answer_text(&a, &object, "owner",
		    TCN_DESK_NAME_CHARS, &owner);
	if (!tcn_api_answer_failed(&a, rc))
		act(&a, &object, TCN_STORE_ACTION_OWN, owner);
}

void
tcn_api_act_note(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object;
	struct tcn_str text;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc)
		rc = tcn_api_answer_text(&a, &object, "text",
		    TCN_DESK_NOTE_CHARS, &text);
	if (!rc && !text.n)
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"text\" must hold the note");
	if (!tcn_api_answer_failed(&a, rc))
		act(&a, &object, TCN_STORE_ACTION_NOTE, text);
}
