#include "tools/serve/client/ingest.h"

#include <assert.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/json_value.h"
#include "engine/base/mem.h"
#include "engine/item/record.h"
#include "tools/base/json_split.h"
#include "tools/base/stop.h"
#include "tools/intake/input/input_ndjson.h"
#include "tools/intake/input/rejects.h"

#define BATCH_BYTES ((size_t)1 << 20) /* a batch of this size is sent */

struct line {
	unsigned long number; /* in the file */
	size_t end; /* in the body */
};

struct tcn_ingest {
	struct tcn_ingest_conf conf;
	struct tcn_client *client;
	struct tcn_input *in; /* the file being sent */
	struct tcn_buf body; /* the batch */
	struct line *lines; /* of the batch */
	size_t n, cap;
	struct tcn_arena arena; /* holds one answer */
	struct tcn_ingest_counts counts;
	struct tcn_rejects rejects;
	struct tcn_progress progress;
};

enum tcn_rc
tcn_ingest_open(const struct tcn_ingest_conf *conf, struct tcn_ingest **out,
    struct tcn_err *err)
{
	struct tcn_ingest *ingest = tcn_mem_calloc(1, sizeof *ingest);
	enum tcn_rc rc;

	assert(conf->batch_n > 0);
	*out = NULL;
	ingest->conf = *conf;
	ingest->rejects.strict = conf->strict;
	tcn_arena_init(&ingest->arena, 0);
	tcn_progress_init(&ingest->progress, conf->quiet);
	rc = tcn_client_open(&conf->client, &ingest->client, err);
	if (rc)
		tcn_ingest_close(ingest);
	else
		*out = ingest;
	return rc;
}

void
tcn_ingest_close(struct tcn_ingest *ingest)
{
	if (!ingest)
		return;
	tcn_client_close(ingest->client);
	tcn_input_close(ingest->in);
	tcn_buf_fini(&ingest->body);
	tcn_mem_free(ingest->lines);
	tcn_arena_fini(&ingest->arena);
	tcn_mem_free(ingest);
}

/* --- the daemon's answers --- */

static enum tcn_rc
take_result(struct tcn_ingest *ingest, const struct tcn_json_value *result,
    size_t i)
{
	struct tcn_json_value status = tcn_json_member(result, "status");
	struct tcn_json_value why = tcn_json_member(result, "error");
	struct tcn_err said = { 0 };

	if (tcn_str_equal(status.s, tcn_str("rejected"))) {
		(void)!tcn_err_set(&said, TCN_INVALID, "%.*s",
		    TCN_STR_ARG(why.s));
		return tcn_rejects_add(&ingest->rejects,
		    tcn_input_name(ingest->in), ingest->lines[i].number, &said);
	}
	if (tcn_str_equal(status.s, tcn_str("known")))
		ingest->counts.known++;
	else
		ingest->counts.stored++;
	if (tcn_json_member(result, "duplicate_of").kind != TCN_JSON_ABSENT)
		ingest->counts.copies++;
	return TCN_OK;
}

/*
 * Counts the results of at most n lines from `from` on. *took: how many there
 * are before the first that says "later", which is to be sent again.
 */
static enum tcn_rc
take_answer(struct tcn_ingest *ingest, struct tcn_str answer, size_t from,
    size_t n, size_t *took, struct tcn_err *err)
{
	struct tcn_json_value root, at, status;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_reset(&ingest->arena);
	if (tcn_json_read(answer, &ingest->arena, &root, err))
		return tcn_err_set(err, TCN_IO,
		    "what answers at %s is no tocsin daemon",
		    ingest->conf.client.url);
	at = tcn_json_member(&root, "results");
	for (at = tcn_json_first(&at); !rc && *took < n && at.node;
	     at = tcn_json_next(&at)) {
		status = tcn_json_member(&at, "status");
		if (tcn_str_equal(status.s, tcn_str("later")))
			return TCN_OK;
		rc = take_result(ingest, &at, from + (*took)++);
	}
	if (rc || *took == n)
		return rc;
	return tcn_err_set(err, TCN_IO, "%s answered for %zu articles of %zu",
	    ingest->conf.client.url, *took, n);
}

/* --- batches --- */

/* Posts n lines from `from` on; *took: the first so many need no repeat. */
static enum tcn_rc
post(struct tcn_ingest *ingest, size_t from, size_t n, size_t *took,
    struct tcn_err *err)
{
	const size_t begin = from ? ingest->lines[from - 1].end : 0;
	const struct tcn_str body = { ingest->body.at + begin,
		ingest->lines[from + n - 1].end - begin };
	struct tcn_str answer;
	struct tcn_err large = { 0 };
	long status;
	enum tcn_rc rc = tcn_client_post(ingest->client, "/v1/articles", body,
	    &status, &answer, err);

	*took = 0;
	ingest->counts.requests++;
	if (rc)
		return rc;
	if (status == 200)
		return take_answer(ingest, answer, from, n, took, err);
	if (status != 413) {
		struct tcn_json_value root, why = { 0 };

		tcn_arena_reset(&ingest->arena);
		if (!tcn_json_read(answer, &ingest->arena, &root, NULL))
			why = tcn_json_member(&root, "error");
		return tcn_err_set(err, TCN_IO, "%s answered %ld: %.*s%s",
		    ingest->conf.client.url, status, TCN_STR_ARG(why.s),
		    status == 401 || status == 403 ? " (see --token-file)"
						   : "");
	}
	if (n > 1)
		return TCN_OK; /* the caller sends fewer at a time */
	*took = 1;
	(void)!tcn_err_set(&large, TCN_INVALID,
	    "the article is larger than the daemon's http.body_max");
	return tcn_rejects_add(&ingest->rejects, tcn_input_name(ingest->in),
	    ingest->lines[from].number, &large);
}

static enum tcn_rc
send_batch(struct tcn_ingest *ingest, struct tcn_err *err)
{
	size_t from = 0, most = ingest->n;
	enum tcn_rc rc = TCN_OK;

	while (!rc && from < ingest->n) {
		size_t left = ingest->n - from, took;
		size_t n = left < most ? left : most;

		assert(n > 0);
		rc = post(ingest, from, n, &took, err);
		from += took;
		if (took == 0)
			most = (n + 1) / 2;
	}
	ingest->n = 0;
	tcn_buf_clear(&ingest->body);
	return rc;
}

/* TCN_INVALID and why unless the line is one JSON object. */
static enum tcn_rc
check_line(struct tcn_str text, struct tcn_err *why)
{
	struct tcn_json_split split;
	struct tcn_str object;
	enum tcn_rc rc;

	if (text.n && *text.at == '[')
		return tcn_err_set(why, TCN_INVALID,
		    "an article must be a JSON object, {...}");
	tcn_json_split_init(&split, text);
	rc = tcn_json_split_next(&split, &object, why);
	if (rc == TCN_OK && tcn_json_split_next(&split, &object, why) == TCN_OK)
		return tcn_err_set(why, TCN_INVALID,
		    "one article a line is expected, here are more");
	return rc == TCN_DONE ? TCN_INVALID : rc;
}

static enum tcn_rc
add_line(struct tcn_ingest *ingest, struct tcn_str text, unsigned long number,
    struct tcn_err *err)
{
	struct tcn_err why = { 0 };
	struct line *lines;

	if (check_line(text, &why))
		return tcn_rejects_add(&ingest->rejects,
		    tcn_input_name(ingest->in), number, &why);
	lines = tcn_mem_grow(ingest->lines, &ingest->cap, ingest->n + 1,
	    sizeof *lines);
	ingest->lines = lines;
	tcn_buf_str(&ingest->body, text);
	tcn_buf_char(&ingest->body, '\n');
	lines[ingest->n++] = (struct line){ number, ingest->body.n };
	if (ingest->n < ingest->conf.batch_n && ingest->body.n < BATCH_BYTES)
		return TCN_OK;
	return send_batch(ingest, err);
}

static struct tcn_progress_now
progress(const struct tcn_ingest *ingest)
{
	return (struct tcn_progress_now){
		.items = ingest->counts.stored + ingest->counts.known,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = TCN_UNDATED,
		.done = tcn_input_bytes_read(ingest->in),
		.total = tcn_input_bytes_total(ingest->in),
	};
}

static enum tcn_rc
send_lines(struct tcn_ingest *ingest, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;
	unsigned long number;
	struct tcn_str text;

	while (!rc && !tcn_stop_requested()) {
		struct tcn_progress_now now = progress(ingest);

		tcn_progress_step(&ingest->progress, &now);
		rc = tcn_input_next(ingest->in, &text, &number, err);
		if (rc == TCN_OK)
			rc = add_line(ingest, text, number, err);
		else if (rc == TCN_INVALID)
			rc = tcn_rejects_add(&ingest->rejects, err->file,
			    err->line, err);
	}
	if (rc == TCN_DONE)
		rc = TCN_OK;
	/* Also what came before a line that stops a strict run. */
	if ((rc == TCN_OK || rc == TCN_INVALID) && ingest->n) {
		enum tcn_rc sent = send_batch(ingest, err);

		rc = sent ? sent : rc;
	}
	return rc;
}

enum tcn_rc
tcn_ingest_file(struct tcn_ingest *ingest, const char *path,
    struct tcn_err *err)
{
	enum tcn_rc rc =
	    tcn_input_open(path, ingest->conf.line_max_bytes, &ingest->in, err);
	struct tcn_progress_now now;

	assert(ingest->n == 0);
	if (rc)
		return rc;
	rc = send_lines(ingest, err);
	now = progress(ingest);
	tcn_progress_end(&ingest->progress, &now);
	tcn_input_close(ingest->in);
	ingest->in = NULL;
	ingest->n = 0;
	tcn_buf_clear(&ingest->body);
	return rc;
}

struct tcn_ingest_counts
tcn_ingest_counts(const struct tcn_ingest *ingest)
{
	struct tcn_ingest_counts counts = ingest->counts;

	counts.rejected = ingest->rejects.n;
	counts.retries = tcn_client_retries(ingest->client);
	return counts;
}
