/*
 * Routes of long work: explanations, trials of rules and of editions. Each is a
 * verb of this program that runs over the store, beside the daemon
 * (tools/serve/live/jobs.h).
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/utf8.h"
#include "tools/base/json_in.h"
#include "tools/base/when.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/live/jobs.h"

#define TRIAL_DAYS     7 /* of a trial that names no period */
#define TRIAL_DAYS_MAX 400
#define TRIAL_YAML_MAX ((size_t)2 << 20)
#define PATTERN_CHARS  1000
#define NAME_CHARS     64
#define NUMBER_BYTES   32

bool
tcn_api_answer_daemon(struct tcn_api_answer *a)
{
	if (a->api->jobs)
		return true;
	tcn_api_answer_error(a, 409,
	    "only a running daemon can do this: 'tocsin run'");
	return false;
}

/* --- A job as JSON. --- */

static void
put_time(struct tcn_buf *out, const char *key, int64_t ms)
{
	if (ms)
		tcn_json_time(out, key, ms);
	else
		tcn_json_null(out, key);
}

static void
put_text(struct tcn_buf *out, const char *key, struct tcn_str text)
{
	if (text.n)
		tcn_json_str(out, key, text);
	else
		tcn_json_null(out, key);
}

static void
put_job(struct tcn_buf *out, const struct tcn_jobs_job *job, bool whole)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "id", tcn_str(job->id));
	tcn_json_str(out, "kind", tcn_str(job->kind));
	tcn_json_str(out, "state", tcn_str(tcn_jobs_state_name(job->state)));
	put_text(out, "by", job->by);
	if (job->progress < 0)
		tcn_json_null(out, "progress");
	else
		tcn_json_rounded(out, "progress", job->progress, 3);
	if (job->left_ms < 0)
		tcn_json_null(out, "left_seconds");
	else
		tcn_json_seconds(out, "left_seconds", job->left_ms);
	put_time(out, "made_at", job->made_ms);
	put_time(out, "began_at", job->began_ms);
	put_time(out, "ended_at", job->ended_ms);
	put_text(out, "error", tcn_str(job->error));
	if (whole) {
		tcn_json_raw(out, "asked", job->asked);
		if (job->result.n)
			tcn_json_raw(out, "result", tcn_str_trim(job->result));
		else
			tcn_json_null(out, "result");
	}
	tcn_json_close(out, '}');
}

static void
no_job(struct tcn_api_answer *a)
{
	tcn_api_answer_error(a, 404,
	    "no job has that id: it ended more than an hour ago, later ones "
	    "took its place, or the daemon was started again");
}

void
tcn_api_get_jobs(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_jobs_job job;

	if (!tcn_api_answer_daemon(&a))
		return;
	tcn_buf_z(&a.out, "{\"jobs\":[");
	for (size_t i = 0; tcn_jobs_at(a.api->jobs, i, &job); i++)
		put_job(&a.out, &job, false);
	tcn_buf_z(&a.out, "]}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

void
tcn_api_get_job(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_jobs_job job;

	if (!tcn_api_answer_daemon(&a))
		return;
	if (!tcn_jobs_find(a.api->jobs, tcn_http_call_arg(call, 0), &job)) {
		no_job(&a);
		return;
	}
	put_job(&a.out, &job, true);
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, TCN_OK);
}

void
tcn_api_cancel_job(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *id = tcn_http_call_arg(call, 0);
	struct tcn_jobs_job job;

	if (!tcn_api_answer_daemon(&a))
		return;
	if (!tcn_jobs_find(a.api->jobs, id, &job)) {
		no_job(&a);
		return;
	}
	if (!tcn_str_equal(job.by, tcn_str(tcn_http_call_user(call))) &&
	    tcn_http_call_scope(call) < TCN_HTTP_SCOPE_ADMIN) {
		tcn_api_answer_error(&a, 403,
		    "somebody else asked for it: they or an administrator may "
		    "cancel it");
		return;
	}
	tcn_jobs_cancel(a.api->jobs, id);
	if (!tcn_jobs_find(a.api->jobs, id, &job)) {
		no_job(&a);
		return;
	}
	put_job(&a.out, &job, true);
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, TCN_OK);
}

/* --- A new job. --- */

/* What a job is put together of, in the answer's arena. */
struct ask {
	struct tcn_jobs_ask is;
	struct tcn_str words[TCN_JOBS_WORDS_MAX];
	struct tcn_str files[TCN_JOBS_FILES_MAX];
	struct tcn_buf conf, asked;
	char values[2][64];
};

static void
add_word(struct ask *ask, const char *word)
{
	ask->words[ask->is.words_n++] = tcn_str(word);
}

/* Adds a file, and returns what the program finds it by. */
static const char *
add_file(struct ask *ask, struct tcn_str content)
{
	ask->files[ask->is.files_n] = content;
	return tcn_jobs_file(ask->is.files_n++);
}

/* Adds a word "rules.file=FILE" for these rules. */
static void
add_rules(struct ask *ask, int side, const char *option, struct tcn_str rules)
{
	snprintf(ask->values[side], sizeof ask->values[side], "rules.file=%s",
	    add_file(ask, rules));
	add_word(ask, option);
	add_word(ask, ask->values[side]);
}

/* Begins a job over the store, which `option` names, with the settings as they
 * are in force. */
static void
begin_ask(const struct tcn_api_answer *a, struct ask *ask, const char *kind,
    const char *verb, const char *option)
{
	*ask = (struct ask){ .is = { .kind = kind,
				 .by = tcn_str(tcn_http_call_user(a->call)) } };
	tcn_conf_print(a->api->conf, &ask->conf);
	add_word(ask, verb);
	add_word(ask, "--json");
	add_word(ask, "--config");
	add_word(ask, add_file(ask, tcn_buf_view(&ask->conf)));
	add_word(ask, option);
	add_word(ask, a->api->db);
	tcn_json_open(&ask->asked, NULL, '{');
}

/* The rules in force, as they were read; n 0: they are those of settings. */
static struct tcn_str
rules_in_force(const struct tcn_api *api)
{
	return tcn_buf_view(&api->book->text);
}

/* Adds the job and answers. */
static void
send_ask(struct tcn_api_answer *a, struct ask *ask)
{
	struct tcn_jobs_job job;
	enum tcn_rc rc;
	char at[TCN_JOBS_ID_BYTES + 16];

	tcn_json_close(&ask->asked, '}');
	ask->is.asked = tcn_buf_view(&ask->asked);
	ask->is.words = ask->words;
	ask->is.files = ask->files;
	rc = tcn_jobs_add(a->api->jobs, &ask->is, &job);
	tcn_buf_fini(&ask->conf);
	tcn_buf_fini(&ask->asked);
	if (rc == TCN_LIMIT) {
		tcn_http_call_set_header(a->call, "Retry-After", "10");
		tcn_api_answer_error(a, 429,
		    "one job runs and three wait: try again when one is over");
		return;
	}
	if (rc) {
		tcn_api_answer_send(a, rc);
		return;
	}
	snprintf(at, sizeof at, "/v1/jobs/%s", job.id);
	tcn_http_call_set_header(a->call, "Location", at);
	a->status = 202;
	put_job(&a->out, &job, true);
	tcn_buf_char(&a->out, '\n');
	tcn_api_answer_send(a, TCN_OK);
}

/* --- Explanations. --- */

/* Reads what is to be explained: one of the two is not empty. */
static enum tcn_rc
take_question(struct tcn_api_answer *a, struct tcn_str *event,
    struct tcn_str *why_not)
{
	struct tcn_json_value object;
	enum tcn_rc rc = tcn_api_answer_body(a, &object);

	if (!rc)
		rc = tcn_api_answer_text(a, &object, "event",
		    TCN_EVENT_ID_BYTES, event);
	if (!rc)
		rc = tcn_api_answer_text(a, &object, "why_not", PATTERN_CHARS,
		    why_not);
	if (!rc && !event->n == !why_not->n)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "say either \"event\", an id, or \"why_not\", a pattern "
		    "of titles");
	return rc;
}

void
tcn_api_post_explanation(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_str id, why_not, rules;
	struct tcn_event *event = NULL;
	struct ask ask;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = take_question(&a, &id, &why_not);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (id.n)
		rc = tcn_store_event(a.store, id.at, &a.arena, &event);
	if (rc || (id.n && !event)) {
		if (rc)
			tcn_api_answer_send(&a, rc);
		else
			tcn_api_answer_no_event(&a, id.at);
		return;
	}
	begin_ask(&a, &ask, "explanation", "explain", "--from-db");
	rules = rules_in_force(a.api);
	if (rules.n)
		add_rules(&ask, 0, "--set", rules);
	add_word(&ask, id.n ? "--" : "--why-not");
	add_word(&ask, id.n ? id.at : why_not.at);
	put_text(&ask.asked, "event", id);
	put_text(&ask.asked, "why_not", why_not);
	ask.is.codes = 1u << 0;
	send_ask(&a, &ask);
}

/* --- Trials. --- */

/* A date, or a day, that a member names; *ms stays as it is without one. */
static enum tcn_rc
take_date(const struct tcn_json_value *object, const char *name, int64_t *ms,
    struct tcn_err *err)
{
	struct tcn_json_value value = tcn_json_member(object, name);
	char text[64] = "";

	if (value.kind == TCN_JSON_NUMBER)
		return tcn_date_from_seconds(value.n, ms, err);
	if (value.kind == TCN_JSON_STRING && value.s.n < sizeof text) {
		memcpy(text, value.s.at, value.s.n);
		text[value.s.n] = '\0';
		return *text ? tcn_when_option(name, text, ms, err) : TCN_OK;
	}
	return value.kind == TCN_JSON_ABSENT || value.kind == TCN_JSON_NULL
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID, "\"%s\" must be a date", name);
}

/* The number of days that "days" asks for, as a number or, as a form sends it,
 * in digits. */
static enum tcn_rc
take_days(const struct tcn_json_value *object, int64_t *days,
    struct tcn_err *err)
{
	struct tcn_json_value value = tcn_json_member(object, "days");
	double n = value.n;
	char text[16] = "";
	uint64_t digits = 0;

	if (value.kind == TCN_JSON_ABSENT || value.kind == TCN_JSON_NULL)
		return TCN_OK;
	if (value.kind == TCN_JSON_STRING && value.s.n < sizeof text) {
		memcpy(text, value.s.at, value.s.n);
		if (!tcn_api_answer_number("days", text, &digits, NULL))
			n = (double)digits;
	}
	if (!(n >= 1 && n <= TRIAL_DAYS_MAX))
		return tcn_err_set(err, TCN_INVALID,
		    "\"days\" must be a number from 1 to %d", TRIAL_DAYS_MAX);
	*days = (int64_t)n;
	return TCN_OK;
}

/* The period of the store that is tried: what is named, or the last days of
 * the stream. */
static enum tcn_rc
take_period(struct tcn_api_answer *a, const struct tcn_json_value *object,
    int64_t *since_ms, int64_t *until_ms)
{
	int64_t days = TRIAL_DAYS;
	enum tcn_rc rc = take_days(object, &days, &a->err);

	*until_ms = tcn_pipeline_stream_ms(a->api->pipe) + 1;
	if (!rc)
		rc = take_date(object, "until", until_ms, &a->err);
	*since_ms = *until_ms - days * TCN_DAY_MS;
	if (!rc)
		rc = take_date(object, "since", since_ms, &a->err);
	if (!rc && *since_ms >= *until_ms)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "\"since\" must be before \"until\"");
	return rc;
}

static const char *
seconds(int64_t ms, char out[static NUMBER_BYTES])
{
	int64_t rest = ms % 1000;

	rest += rest < 0 ? 1000 : 0;
	snprintf(out, NUMBER_BYTES, "%" PRId64 ".%03" PRId64,
	    (ms - rest) / 1000, rest);
	return out;
}

void
tcn_api_post_trial(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	char since[NUMBER_BYTES], until[NUMBER_BYTES];
	int64_t since_ms = 0, until_ms = 0;
	struct tcn_json_value object;
	struct tcn_str yaml, rules;
	struct ask ask;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = tcn_api_answer_body(&a, &object);
	if (!rc)
		rc = tcn_api_rules_yaml(&a, &object, &yaml);
	if (!rc)
		rc = take_period(&a, &object, &since_ms, &until_ms);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (yaml.n > TRIAL_YAML_MAX) {
		tcn_api_answer_error(&a, 413,
		    "rules of more than 2 MiB are tried by 'tocsin tune diff'");
		return;
	}
	if (!tcn_api_rules_sound(&a, yaml))
		return;
	begin_ask(&a, &ask, "trial", "diff", "--from-db");
	rules = rules_in_force(a.api);
	if (rules.n)
		add_rules(&ask, 0, "--a", rules);
	add_rules(&ask, 1, "--b", yaml);
	add_word(&ask, "--since");
	add_word(&ask, seconds(since_ms, since));
	add_word(&ask, "--until");
	add_word(&ask, seconds(until_ms, until));
	tcn_json_str(&ask.asked, "yaml", yaml);
	tcn_json_time(&ask.asked, "since", since_ms);
	tcn_json_time(&ask.asked, "until", until_ms);
	ask.is.codes = 1u << 0 | 1u << 1; /* the same; they differ */
	send_ask(&a, &ask);
}

/* --- Editions of a past time. --- */

/* What is tried: texts of the body, whose bytes are the answer's. */
struct editions_try {
	struct tcn_str name, format;
	int64_t since_ms, until_ms;
};

static enum tcn_rc
take_try(struct tcn_api_answer *a, struct editions_try *t)
{
	struct tcn_json_value object;
	enum tcn_rc rc = tcn_api_answer_body(a, &object);

	t->since_ms = t->until_ms = TCN_UNDATED;
	if (!rc)
		rc = tcn_api_answer_text(a, &object, "name", NAME_CHARS,
		    &t->name);
	if (!rc)
		rc = tcn_api_answer_text(a, &object, "format", NAME_CHARS,
		    &t->format);
	if (!rc)
		rc = take_date(&object, "since", &t->since_ms, &a->err);
	if (!rc)
		rc = take_date(&object, "until", &t->until_ms, &a->err);
	if (!rc && (t->since_ms == TCN_UNDATED || t->until_ms == TCN_UNDATED))
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "say \"since\" and \"until\": dates, days or unix seconds");
	return rc;
}

/* The program reads the file of editions itself, as it stands. */
void
tcn_api_post_editions_try(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	char since[NUMBER_BYTES], until[NUMBER_BYTES];
	struct editions_try t = { 0 };
	struct ask ask;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = take_try(&a, &t);
	if (tcn_api_answer_failed(&a, rc))
		return;
	begin_ask(&a, &ask, "editions", "edition", "--db");
	add_word(&ask, "--since");
	add_word(&ask, seconds(t.since_ms, since));
	add_word(&ask, "--until");
	add_word(&ask, seconds(t.until_ms, until));
	if (t.format.n) {
		add_word(&ask, "--format");
		add_word(&ask, t.format.at);
	}
	add_word(&ask, "--");
	add_word(&ask, "try");
	if (t.name.n)
		add_word(&ask, t.name.at);
	put_text(&ask.asked, "name", t.name);
	put_text(&ask.asked, "format", t.format);
	tcn_json_time(&ask.asked, "since", t.since_ms);
	tcn_json_time(&ask.asked, "until", t.until_ms);
	ask.is.codes = 1u << 0;
	send_ask(&a, &ask);
}
