/*
 * tocsin edition check, try: the file of editions, and what would have been
 * sent in a past time: made from a store, or by a daemon.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "tools/base/file.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/progress.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/tell/edition/edition_keep.h"
#include "tools/tell/edition/edition_send.h"
#include "tools/verb/check_file.h"
#include "tools/verb/verb_edition_impl.h"

#define JOB_ID_BYTES 64

/* What is needed of the store and the file. */
struct past {
	struct tcn_verb_edition_run *run;
	struct tcn_buf *out;
	struct tcn_err *err;
	struct tcn_editions *editions;
	struct tcn_receiver_set *receivers;
	struct tcn_store *st;
	struct tcn_prepare *prep;
	struct tcn_arena arena;
};

static struct past
begin(struct tcn_verb_edition_run *run)
{
	struct past past = {
		.run = run, .out = &run->session.out, .err = &run->session.err
	};

	tcn_arena_init(&past.arena, 0);
	return past;
}

static enum tcn_rc
end(struct past *past, enum tcn_rc rc)
{
	tcn_prepare_free(past->prep);
	tcn_editions_free(past->editions);
	tcn_receiver_set_free(past->receivers);
	tcn_store_close(past->st);
	tcn_arena_fini(&past->arena);
	return rc;
}

static enum tcn_rc
read_editions(struct past *past)
{
	const struct tcn_conf *conf = &past->run->conf;

	return conf->report.editions
	    ? tcn_edition_read_files(conf->report.editions,
		  conf->deliver.receivers, false, &past->editions,
		  &past->receivers, past->err)
	    : tcn_err_set(past->err, TCN_INVALID,
		  "no file of editions: name one with --file FILE or the "
		  "setting report.editions");
}

/* The store's sentence where it has failed. */
static enum tcn_rc
of_store(struct past *past, enum tcn_rc rc)
{
	if (rc && !past->err->text[0])
		*past->err = *tcn_store_error(past->st);
	return rc;
}

static enum tcn_rc
find_edition(struct past *past, const char *name,
    const struct tcn_edition_conf **conf)
{
	*past->err = (struct tcn_err){ 0 }; /* with no place in the file */
	*conf = tcn_edition_find(past->editions, tcn_str(name));
	return *conf ? TCN_OK
		     : tcn_err_set(past->err, TCN_INVALID,
			   "%s has no edition called %.60s",
			   past->run->conf.report.editions, name);
}

/* When each edition is due next, by the clock. */
static void
list_next(struct past *past)
{
	int64_t due_ms, now_ms = tcn_now_wall_ms();
	char wall[TCN_SCHEDULE_WALL_BYTES];

	for (size_t i = 0; i < past->editions->n; i++) {
		const struct tcn_edition_conf *conf = &past->editions->at[i];

		if (!conf->schedule)
			tcn_buf_printf(past->out,
			    "next  %s  when an event closes\n", conf->name);
		else if (tcn_schedule_next(conf->schedule, now_ms, &due_ms))
			tcn_buf_printf(past->out, "next  %s  %s %s\n",
			    conf->name,
			    tcn_schedule_wall(conf->schedule, due_ms, wall),
			    conf->zone);
	}
}

/* Says what is wrong in the file, as `tocsin check` does. */
static enum tcn_rc
show_mistakes(struct past *past)
{
	const struct tcn_conf *conf = &past->run->conf;
	struct tcn_check found = { .conf = conf, .receivers = past->receivers };
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = tcn_file_read(conf->report.editions,
	    TCN_EDITION_FILE_BYTES_MAX, &bytes, past->err);

	if (!rc)
		tcn_check_editions(&found, conf->report.editions,
		    tcn_buf_view(&bytes));
	tcn_buf_str(past->out, tcn_buf_view(&found.out));
	past->run->session.not_found = found.errors_n != 0;
	tcn_buf_fini(&found.out);
	tcn_buf_fini(&bytes);
	return rc;
}

/* Says when each is due next, or what is wrong. */
static enum tcn_rc
check(struct past *past)
{
	const struct tcn_conf *conf = &past->run->conf;
	enum tcn_rc rc = read_editions(past);

	if (!rc) {
		list_next(past);
		return show_mistakes(past); /* of what may be meant */
	}
	if (rc != TCN_INVALID || !past->err->line)
		return rc;
	rc = conf->deliver.receivers
	    ? tcn_receiver_set_read(conf->deliver.receivers, &past->receivers,
		  past->err)
	    : TCN_OK;
	return rc ? rc /* the mistake is there */ : show_mistakes(past);
}

enum tcn_rc
tcn_verb_edition_check(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	struct past past = begin(run);

	(void)argc, (void)argv;
	return end(&past, check(&past));
}

/* --- tried on a store --- */

/* A trial while it goes on. */
struct trial {
	struct past *past;
	struct tcn_progress progress;
	int64_t since_ms, until_ms;
	bool json, more; /* more: an object stands before */
};

static void
put_line(const struct tcn_edition *edition, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%.*s  %.*s:", TCN_STR_ARG(edition->wall),
	    TCN_STR_ARG(edition->title));
	for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
		tcn_buf_printf(out, "%s %zu %s", s ? "," : "",
		    edition->counts[s], tcn_edition_section_names[s]);
	if (edition->more)
		tcn_buf_printf(out, ", %" PRIu64 " left out", edition->more);
	tcn_buf_char(out, '\n');
}

/* The line, and the whole if it was asked for: `tocsin edition try` at the
 * other end prints these members. */
static void
put_object(const struct trial *trial, const struct tcn_edition *edition,
    struct tcn_buf *out)
{
	const struct tcn_verb_edition_run *run = trial->past->run;
	struct tcn_buf text = { 0 };

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", tcn_str(edition->conf->name));
	tcn_json_uint(out, "number", edition->number);
	tcn_json_str(out, "title", edition->title);
	tcn_json_time(out, "due_at", edition->due_ms);
	tcn_json_str(out, "due_local", edition->wall);
	for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
		tcn_json_uint(out, tcn_edition_section_names[s],
		    edition->counts[s]);
	tcn_json_uint(out, "more", edition->more);
	put_line(edition, &text);
	tcn_json_str(out, "says", tcn_str_trim(tcn_buf_view(&text)));
	tcn_buf_clear(&text);
	if (run->has_format) {
		tcn_edition_write(edition, run->format, &text);
		tcn_json_str(out, "body", tcn_buf_view(&text));
	}
	tcn_json_close(out, '}');
	tcn_buf_fini(&text);
}

static enum tcn_rc
say_tried(void *of, const struct tcn_edition *edition)
{
	struct trial *trial = of;
	const struct tcn_verb_edition_run *run = trial->past->run;
	struct tcn_buf *out = trial->past->out, object = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (trial->json) {
		put_object(trial, edition, &object);
		tcn_buf_z(out, trial->more ? ",\n" : "");
		tcn_buf_str(out, tcn_buf_view(&object));
		tcn_buf_fini(&object);
	} else if (run->has_format) {
		tcn_edition_write(edition, run->format, out);
	} else {
		put_line(edition, out);
	}
	trial->more = true;
	tcn_progress_tick(&trial->progress,
	    &(struct tcn_progress_now){
		.items = TCN_PROGRESS_OTHERS,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = edition->due_ms,
		.done = (uint64_t)(edition->due_ms - trial->since_ms),
		.total = (uint64_t)(trial->until_ms - trial->since_ms),
	    });
	if (tcn_say_out(out))
		rc = TCN_IO;
	tcn_buf_clear(out);
	return rc;
}

static enum tcn_rc
try_all(struct trial *trial, const char *name)
{
	struct past *past = trial->past;
	const struct tcn_edition_conf *conf = NULL;
	enum tcn_rc rc = name ? find_edition(past, name, &conf) : TCN_OK;

	if (!rc)
		past->prep = tcn_prepare_new(NULL);
	if (!rc) {
		const char *db = past->run->args->session.db;

		rc = db ? tcn_store_open(db, TCN_STORE_READ_ONLY, &past->st,
			      past->err)
			: tcn_err_set(past->err, TCN_INVALID,
			      "name the store with --db FILE");
	}
	if (!rc && trial->json)
		tcn_buf_z(past->out, "{\"editions\":[");
	for (size_t i = 0; !rc && i < past->editions->n; i++)
		if (!conf || conf == &past->editions->at[i])
			rc = of_store(past,
			    tcn_edition_try(past->st, &past->editions->at[i],
				past->prep, trial->since_ms, trial->until_ms,
				say_tried, trial));
	if (!rc && trial->json)
		tcn_buf_z(past->out, "]}\n");
	return rc;
}

static enum tcn_rc
try_store(struct past *past, int64_t since_ms, int64_t until_ms,
    const char *name)
{
	struct trial trial = {
		.past = past,
		.since_ms = since_ms,
		.until_ms = until_ms,
		.json = past->run->args->json,
	};
	enum tcn_rc rc = read_editions(past);

	/* For a daemon, whose job this is: people see the lines. */
	tcn_progress_init(&trial.progress, !trial.json);
	return rc ? rc : try_all(&trial, name);
}

/* --- tried by a daemon --- */

#define LOOK_MS 300 /* between two looks at a job */

static enum tcn_rc
begin_job(struct tcn_verb_edition_run *run, int64_t since_ms, int64_t until_ms,
    const char *name, char id[static JOB_ID_BYTES])
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value job;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/editions/try");
	tcn_json_open(&session->body, NULL, '{');
	if (name)
		tcn_json_str(&session->body, "name", tcn_str(name));
	tcn_json_time(&session->body, "since", since_ms);
	tcn_json_time(&session->body, "until", until_ms);
	if (run->has_format)
		tcn_json_str(&session->body, "format",
		    tcn_str(tcn_edition_format_names[run->format]));
	tcn_json_close(&session->body, '}');
	rc = tcn_session_post(session, &job);
	if (!rc)
		rc = tcn_session_expect(session, &job, "id");
	if (!rc)
		snprintf(id, JOB_ID_BYTES, "%.*s",
		    TCN_STR_ARG(tcn_json_member(&job, "id").s));
	return rc;
}

/* Looks at the job until it is over; *job: as it ended. */
static enum tcn_rc
wait_job(struct tcn_verb_edition_run *run, const char *id,
    struct tcn_json_value *job)
{
	static const struct timespec nap = { .tv_nsec = LOOK_MS * 1000000L };
	struct tcn_session *session = &run->session;
	enum tcn_rc rc;

	for (;;) {
		struct tcn_str state;

		tcn_session_path(session, "/v1/jobs/{}", id);
		rc = tcn_session_get(session, job);
		if (!rc)
			rc = tcn_session_expect(session, job, "state");
		state = rc ? tcn_str("") : tcn_json_member(job, "state").s;
		if (rc || tcn_str_equal(state, tcn_str("done")))
			return rc;
		if (!tcn_str_equal(state, tcn_str("waiting")) &&
		    !tcn_str_equal(state, tcn_str("running")))
			return tcn_err_set(&session->err, TCN_INVALID, "%.*s",
			    TCN_STR_ARG(tcn_json_member(job, "error").s));
		nanosleep(&nap, NULL);
	}
}

static enum tcn_rc
try_daemon(struct tcn_verb_edition_run *run, int64_t since_ms, int64_t until_ms,
    const char *name)
{
	struct tcn_session *session = &run->session;
	const struct tcn_verb_edition_args *args = run->args;
	struct tcn_json_value job, result, list, at;
	char id[JOB_ID_BYTES];
	enum tcn_rc rc = tcn_session_open(session, &args->session, &run->conf,
	    TCN_SESSION_READS, "edition");

	if (!rc)
		rc = begin_job(run, since_ms, until_ms, name, id);
	if (!rc)
		rc = wait_job(run, id, &job);
	if (rc)
		return rc;
	if (args->json) {
		tcn_buf_str(&session->out,
		    tcn_session_member(session, "result"));
		tcn_buf_char(&session->out, '\n');
		return TCN_OK;
	}
	result = tcn_json_member(&job, "result");
	list = tcn_json_member(&result, "editions");
	for (at = tcn_json_first(&list); at.node; at = tcn_json_next(&at)) {
		tcn_buf_str(&session->out,
		    tcn_json_member(&at, run->has_format ? "body" : "says").s);
		if (!run->has_format)
			tcn_buf_char(&session->out, '\n');
	}
	return TCN_OK;
}

/* --- the period --- */

enum tcn_rc
tcn_verb_edition_try(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	int64_t since_ms = INT64_MIN, until_ms = INT64_MIN;
	const char *name = argc ? argv[0] : NULL;
	struct past past = begin(run);
	enum tcn_rc rc =
	    tcn_when_option("--since", run->args->since, &since_ms, past.err);

	if (!rc)
		rc = tcn_when_option("--until", run->args->until, &until_ms,
		    past.err);
	if (!rc && (!run->args->since || !run->args->until))
		rc = tcn_err_set(past.err, TCN_INVALID,
		    "try needs --since TIME and --until TIME");
	if (!rc)
		rc = run->args->session.db
		    ? try_store(&past, since_ms, until_ms, name)
		    : try_daemon(run, since_ms, until_ms, name);
	return end(&past, rc);
}
