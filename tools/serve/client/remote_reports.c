#include "tools/serve/client/remote_reports.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "tools/base/event_words.h"
#include "tools/base/json_in.h"
#include "tools/base/out.h"
#include "tools/tell/report/report_gather.h"

#define DOSSIER  "dossier-" /* ahead of the names of its files */
#define INDEX    "index"
#define PAGE_MAX 1000

/* --- one event --- */

/* The bounds of a period, as the interface reads them; NULL: none. */
struct bounds {
	const char *since, *until;
};

/* Asks for a page, one of a period's or (in NULL) one by itself; it is then in
 * the session's answer. object: the page, if it is JSON; or NULL. */
static enum tcn_rc
get_page(const struct tcn_remote_reports *job, const char *id,
    enum tcn_report_format format, const struct bounds *in,
    struct tcn_json_value *object)
{
	tcn_session_path(job->session, "/v1/events/{}/report", id);
	tcn_session_param(job->session, "format", tcn_report_suffix(format));
	tcn_session_param(job->session, "lang", tcn_words_codes[job->language]);
	tcn_session_param(job->session, "dossier",
	    job->dossier ? "true" : NULL);
	tcn_session_param(job->session, "index", in ? "true" : NULL);
	tcn_session_param(job->session, "since", in ? in->since : NULL);
	tcn_session_param(job->session, "until", in ? in->until : NULL);
	return tcn_session_get(job->session, object);
}

static enum tcn_rc
write_file(const struct tcn_remote_reports *job, struct tcn_str page,
    enum tcn_report_format format, struct tcn_str bytes, bool announce)
{
	struct tcn_buf path = { 0 };
	enum tcn_rc rc;

	tcn_buf_printf(&path, "%s/%s%.*s.%s", job->dir,
	    job->dossier ? DOSSIER : "", TCN_STR_ARG(page),
	    tcn_report_suffix(format));
	rc = tcn_out_write(path.at, bytes, &job->session->err);
	if (!rc && announce)
		job->on_file(job->ctx, path.at);
	tcn_buf_fini(&path);
	return rc;
}

/* Writes the pages of an event; *page: their name without suffix. */
static enum tcn_rc
write_event(const struct tcn_remote_reports *job, const struct tcn_event *event,
    const struct bounds *in, struct tcn_str *page)
{
	enum tcn_rc rc = TCN_OK;

	tcn_report_page_name(event, &job->session->arena, page);
	for (unsigned f = 0; !rc && f < TCN_REPORT_FORMATS; f++) {
		enum tcn_report_format format = (enum tcn_report_format)f;

		if (!(job->formats & 1u << f))
			continue;
		rc = get_page(job, event->id, format, in, NULL);
		if (!rc)
			rc = write_file(job, *page, format,
			    tcn_buf_view(&job->session->answer), !in);
	}
	return rc;
}

enum tcn_rc
tcn_remote_reports_show(const struct tcn_remote_reports *job, const char *id,
    enum tcn_report_format format)
{
	enum tcn_rc rc = get_page(job, id, format, NULL, NULL);

	if (!rc)
		tcn_buf_str(&job->session->out,
		    tcn_buf_view(&job->session->answer));
	return rc;
}

enum tcn_rc
tcn_remote_reports_event(const struct tcn_remote_reports *job, const char *id)
{
	struct tcn_event event = { .revision = 1 };
	struct tcn_str page;
	enum tcn_rc rc;

	/* An event that is not there has no folder made for it. */
	tcn_session_path(job->session, "/v1/events/{}", id);
	rc = tcn_session_get(job->session, NULL);
	if (!rc && strlen(id) >= sizeof event.id)
		rc = TCN_DONE;
	if (!rc)
		rc = tcn_out_mkdir(job->dir, &job->session->err);
	if (rc)
		return rc;
	memcpy(event.id, id, strlen(id) + 1);
	return write_event(job, &event, NULL, &page);
}

/* --- a period --- */

struct period {
	const struct tcn_remote_reports *job;
	struct bounds in;
	struct tcn_event *events;
	size_t n, cap;
	enum tcn_rc rc;
};

static enum tcn_event_state
state_of(struct tcn_str word)
{
	for (int i = TCN_EVENT_OPEN; i <= TCN_EVENT_REOPENED; i++)
		if (tcn_str_equal(word,
			tcn_str(tcn_event_words_state((enum tcn_event_state)
				i))))
			return (enum tcn_event_state)i;
	return TCN_EVENT_OPEN;
}

static void
take_terms(struct tcn_arena *arena, const struct tcn_json_value *row,
    struct tcn_event *event)
{
	struct tcn_json_value list = tcn_json_member(row, "terms"), at;
	struct tcn_story_term *terms;
	size_t n = 0;

	for (at = tcn_json_first(&list); at.node; n++)
		at = tcn_json_next(&at);
	terms = tcn_arena_zalloc(arena, n + 1, sizeof *terms);
	event->terms = terms;
	for (at = tcn_json_first(&list); at.node; at = tcn_json_next(&at))
		tcn_arena_str(arena, at.s, &terms[event->terms_n++].word);
}

/* By its name; a daemon of another version may have kinds of its own. */
static enum tcn_event_kind
kind_of(struct tcn_str name)
{
	for (unsigned i = 0; tcn_event_kind_names[i]; i++)
		if (tcn_str_equal(name, tcn_str(tcn_event_kind_names[i])))
			return (enum tcn_event_kind)i;
	return TCN_EVENT_NEWS;
}

/* What the index shows of an event. */
static enum tcn_rc
take_event(struct tcn_arena *arena, const struct tcn_json_value *row,
    struct tcn_event *event)
{
	const struct tcn_str id = tcn_json_in_str(row, "event");

	*event = (struct tcn_event){
		.revision = (uint32_t)tcn_json_in_uint(row, "revision"),
		.state = state_of(tcn_json_in_str(row, "state")),
		.fired_ms = tcn_json_in_ms(row, "fired_at"),
		.changed_ms = tcn_json_in_ms(row, "changed_at"),
		.first_ms = tcn_json_in_ms(row, "first_at"),
		.last_ms = tcn_json_in_ms(row, "last_at"),
		.items = (uint32_t)tcn_json_in_uint(row, "items"),
		.origins = (uint32_t)tcn_json_in_uint(row, "origins"),
		.publishers = (uint32_t)tcn_json_in_uint(row, "publishers"),
		.kind = kind_of(tcn_json_in_str(row, "kind")),
	};
	if (id.n >= sizeof event->id)
		return TCN_INVALID;
	memcpy(event->id, id.at, id.n);
	snprintf(event->dossier, sizeof event->dossier, "%.*s",
	    TCN_STR_ARG(tcn_json_in_str(row, "dossier")));
	tcn_arena_str(arena, tcn_json_in_str(row, "rule"), &event->rule);
	take_terms(arena, row, event);
	return TCN_OK;
}

/* Grows the period by an event. */
static void
add_event(void *of, const struct tcn_json_value *row, struct tcn_buf *out)
{
	struct period *period = of;
	struct tcn_event *events;

	(void)out;
	if (period->rc)
		return;
	events = tcn_mem_grow(period->events, &period->cap, period->n + 1,
	    sizeof *events);
	period->events = events;
	period->rc =
	    take_event(&period->job->session->arena, row, &events[period->n]);
	period->n += !period->rc;
}

/* Lists the events of the period, a page after the other. */
static enum tcn_rc
list_events(struct period *period)
{
	struct tcn_session *session = period->job->session;
	char after[128] = "";
	struct tcn_str next;
	enum tcn_rc rc;

	do {
		tcn_session_path(session, "/v1/events");
		tcn_session_param(session, "since", period->in.since);
		tcn_session_param(session, "until", period->in.until);
		tcn_session_param(session, "after", *after ? after : NULL);
		tcn_session_param_uint(session, "limit", PAGE_MAX);
		rc = tcn_session_get(session, NULL);
		if (!rc)
			rc = tcn_session_each(session, "events", false,
			    add_event, period);
		if (!rc)
			rc = period->rc;
		next = tcn_session_member(session, "next");
		*after = '\0';
		if (!rc && next.n > 2 && *next.at == '"' &&
		    next.n < sizeof after) {
			memcpy(after, next.at + 1, next.n - 2);
			after[next.n - 2] = '\0';
		}
	} while (!rc && *after);
	return rc;
}

static enum tcn_rc
write_index(const struct period *period, const struct tcn_report_index *index)
{
	struct tcn_buf page = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (unsigned f = 0; !rc && f < TCN_REPORT_FORMATS; f++) {
		enum tcn_report_format format = (enum tcn_report_format)f;

		if (!(period->job->formats & 1u << f))
			continue;
		tcn_buf_clear(&page);
		tcn_report_index_write(index, format, &page);
		rc = write_file(period->job, tcn_str(INDEX), format,
		    tcn_buf_view(&page), true);
	}
	tcn_buf_fini(&page);
	return rc;
}

/* The headline of the report, which need not be the event's title. */
static enum tcn_rc
take_headline(const struct period *period, struct tcn_report_entry *entry)
{
	struct tcn_json_value report, headline;
	enum tcn_rc rc = get_page(period->job, entry->event->id,
	    TCN_REPORT_JSON, &period->in, &report);

	if (rc)
		return rc;
	headline = tcn_json_member(&report, "headline");
	tcn_arena_str(&period->job->session->arena,
	    tcn_json_in_str(&headline, "title"), &entry->title);
	return TCN_OK;
}

/* The latest event of the period that goes on the dossier of event i, which the
 * first of a dossier gives its id to; n: none. */
static size_t
latest_of(const struct period *period, size_t i)
{
	const struct tcn_event *event = &period->events[i];
	const char *dossier = *event->dossier ? event->dossier : event->id;
	size_t latest = period->n;

	while (latest > 0 &&
	    strcmp(period->events[latest - 1].dossier, dossier) != 0)
		latest--;
	return latest > 0 ? latest - 1 : period->n;
}

/* Leads each event of the index to the report of its dossier, which has the
 * name of its latest event in the period. */
static void
lead_to_dossiers(const struct period *period, struct tcn_report_entry *entries)
{
	for (size_t i = 0; i < period->n; i++) {
		size_t latest = latest_of(period, i);
		struct tcn_buf page = { 0 };

		if (latest == period->n)
			continue;
		tcn_buf_printf(&page, DOSSIER "%.*s",
		    TCN_STR_ARG(entries[latest].page));
		tcn_arena_str(&period->job->session->arena, tcn_buf_view(&page),
		    &entries[i].dossier);
		tcn_buf_fini(&page);
	}
}

/* Writes each dossier that goes on in the period. */
static enum tcn_rc
write_dossiers(const struct period *period)
{
	struct tcn_remote_reports job = *period->job;
	struct tcn_str page;
	enum tcn_rc rc = TCN_OK;

	job.dossier = true;
	for (size_t i = 0; !rc && i < period->n; i++)
		if (*period->events[i].dossier && latest_of(period, i) == i)
			rc = write_event(&job, &period->events[i], &period->in,
			    &page);
	return rc;
}

static enum tcn_rc
write_period(const struct period *period, bool dossiers, int64_t since_ms,
    int64_t until_ms)
{
	struct tcn_report_index index = { .since_ms = since_ms,
		.language = period->job->language,
		.until_ms = until_ms,
		.entries_n = period->n };
	struct tcn_report_entry *entries =
	    tcn_arena_zalloc(&period->job->session->arena, period->n + 1,
		sizeof *entries);
	enum tcn_rc rc = TCN_OK;

	index.entries = entries;
	for (size_t i = 0; !rc && i < period->n; i++) {
		entries[i].event = &period->events[i];
		rc = write_event(period->job, &period->events[i], &period->in,
		    &entries[i].page);
		if (!rc)
			rc = take_headline(period, &entries[i]);
	}
	if (!rc && dossiers)
		lead_to_dossiers(period, entries);
	return rc ? rc : write_index(period, &index);
}

enum tcn_rc
tcn_remote_reports_period(const struct tcn_remote_reports *job,
    const char *since, const char *until, int64_t since_ms, int64_t until_ms,
    size_t *n)
{
	struct tcn_remote_reports each = *job;
	struct period period = { .job = &each, .in = { since, until } };
	enum tcn_rc rc = list_events(&period);

	each.dossier = false;
	if (!rc)
		rc = tcn_out_mkdir(job->dir, &job->session->err);
	if (!rc)
		rc = write_period(&period, job->dossier, since_ms, until_ms);
	if (!rc && job->dossier)
		rc = write_dossiers(&period);
	*n = period.n;
	tcn_mem_free(period.events);
	return rc;
}
