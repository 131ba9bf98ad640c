#include "tools/serve/live/intake.h"

#include <inttypes.h>
#include <strings.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/item/json_article.h"
#include "tools/base/json_out.h"
#include "tools/base/json_split.h"
#include "tools/base/now.h"
#include "tools/intake/feeds/page_article.h"

/*
 * After so many articles, or bytes of them, there is a commit, without waiting
 * for more. It cannot be cut, and how long it takes depends on the words: so
 * the bytes are halved when it took longer than COMMIT_MS of processor time,
 * and doubled when it took less than a third of it.
 */
#define BATCH_MAX       512
#define BATCH_BYTES_MIN (8 << 10)
#define BATCH_BYTES_MAX (256 << 10)
#define COMMIT_MS       12

/* A commit waits at most so long while requests keep coming. */
#define COMMIT_MAX_MS 20

/* After so long without articles, the delta log is compacted. */
#define QUIET_MS 200

/* An answer that waits for the commit. */
struct pending {
	struct tcn_http_call *call;
	struct tcn_buf body;
	int64_t came_ms; /* by the monotonic clock */
};

/* The results of one body. */
struct batch {
	struct tcn_buf results;
	uint64_t stored, known, rejected;
};

/* A body, as far as its articles are taken. */
struct work {
	struct work *next;
	struct tcn_http_call *call;
	struct tcn_json_split split;
	size_t bytes; /* of the body */
	size_t n; /* articles taken */
	struct batch batch;
};

struct tcn_intake {
	struct tcn_intake_conf conf;
	struct tcn_pipeline *pipe;
	struct event *due; /* a commit, when the loop has nothing else */
	struct event *latest; /* a commit, whatever else there is to do */
	struct event *quiet; /* time for compaction */
	struct event *turn; /* a slice of work on the bodies */
	struct work *first, **end; /* bodies: whose turn it is next */
	size_t works_n, works_bytes;
	struct pending *pending;
	size_t pending_n, pending_cap;
	uint64_t uncommitted; /* articles stored since the last commit */
	size_t uncommitted_bytes; /* of articles taken since then */
	size_t batch_bytes; /* after which there is a commit */
	struct tcn_arena arena; /* holds one article */
	struct tcn_intake_counts counts;
	struct tcn_err err;
	bool failed; /* the pipeline can only be closed */
};

static void
answer_all(struct tcn_intake *intake, bool safe)
{
	int64_t now_ms = tcn_now_monotonic_ms();

	for (size_t i = 0; i < intake->pending_n; i++) {
		struct pending *p = &intake->pending[i];

		if (intake->conf.answered)
			intake->conf.answered(intake->conf.ctx,
			    now_ms - p->came_ms);
		if (safe)
			tcn_http_call_reply(p->call, 200, NULL, &p->body);
		else
			tcn_http_call_error(p->call, 503,
			    "the store has failed: send this again");
		tcn_buf_fini(&p->body);
	}
	intake->pending_n = 0;
}

static void
after(struct event *timer, int64_t ms)
{
	const struct timeval in = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	evtimer_add(timer, &in);
}

void
tcn_intake_compact_later(struct tcn_intake *intake)
{
	if (tcn_pipeline_is_compacted(intake->pipe))
		evtimer_del(intake->quiet);
	else
		after(intake->quiet, QUIET_MS);
}

/* Takes the body whose turn it is out of the queue. */
static struct work *
next_work(struct tcn_intake *intake)
{
	struct work *work = intake->first;

	intake->first = work->next;
	if (!intake->first)
		intake->end = &intake->first;
	intake->works_n--;
	intake->works_bytes -= work->bytes;
	return work;
}

static void
put_work(struct tcn_intake *intake, struct work *work)
{
	work->next = NULL;
	*intake->end = work;
	intake->end = &work->next;
	intake->works_n++;
	intake->works_bytes += work->bytes;
}

static void
free_work(struct work *work)
{
	tcn_buf_fini(&work->batch.results);
	tcn_mem_free(work);
}

/* The store has failed in the middle of it, or before. */
static void
fail_work(struct work *work)
{
	tcn_http_call_error(work->call, 503,
	    "the store has failed: send this again");
	free_work(work);
}

static void
fail_works(struct tcn_intake *intake)
{
	while (intake->first)
		fail_work(next_work(intake));
}

/* Whether there is to be a commit before another article. */
static bool
is_full(const struct tcn_intake *intake)
{
	return intake->uncommitted >= BATCH_MAX ||
	    intake->uncommitted_bytes >= intake->batch_bytes;
}

enum tcn_rc
tcn_intake_commit(struct tcn_intake *intake)
{
	enum tcn_rc rc = TCN_IO;

	evtimer_del(intake->due);
	evtimer_del(intake->latest);
	if (!intake->failed) {
		int64_t from_ms = tcn_now_of(CLOCK_THREAD_CPUTIME_ID), took_ms;

		rc = tcn_pipeline_commit_delta(intake->pipe, &intake->err);
		took_ms = tcn_now_of(CLOCK_THREAD_CPUTIME_ID) - from_ms;
		if (took_ms > COMMIT_MS &&
		    intake->batch_bytes > BATCH_BYTES_MIN)
			intake->batch_bytes /= 2;
		else if (took_ms < COMMIT_MS / 3 && is_full(intake) &&
		    intake->batch_bytes < BATCH_BYTES_MAX)
			intake->batch_bytes *= 2;
	}
	intake->failed |= rc != TCN_OK;
	intake->uncommitted = 0;
	intake->uncommitted_bytes = 0;
	intake->counts.commits++;
	answer_all(intake, rc == TCN_OK);
	if (rc)
		fail_works(intake);
	if (intake->conf.committed)
		intake->conf.committed(intake->conf.ctx, rc);
	tcn_intake_compact_later(intake);
	return rc;
}

static void
on_due(evutil_socket_t fd, short what, void *of)
{
	struct tcn_intake *intake = of;

	(void)fd, (void)what;
	(void)!tcn_intake_commit(intake);
}

static void on_turn(evutil_socket_t fd, short what, void *of);

/* Compacts a part; the next part comes after a turn of the loop. */
static void
on_quiet(evutil_socket_t fd, short what, void *of)
{
	struct tcn_intake *intake = of;
	enum tcn_rc rc = TCN_IO;

	(void)fd, (void)what;
	if (evtimer_pending(intake->due, NULL) || intake->first) {
		tcn_intake_compact_later(intake);
		return;
	}
	if (!intake->failed)
		rc = tcn_pipeline_compact(intake->pipe, &intake->err);
	intake->failed |= rc != TCN_OK;
	if (rc && intake->conf.committed)
		intake->conf.committed(intake->conf.ctx, rc);
	if (!rc && !tcn_pipeline_is_compacted(intake->pipe))
		after(intake->quiet, 0);
	else
		tcn_mem_trim(); /* much has been freed since the last time */
}

struct tcn_intake *
tcn_intake_new(struct event_base *base, const struct tcn_intake_conf *conf,
    struct tcn_pipeline *pipe)
{
	struct tcn_intake *intake = tcn_mem_calloc(1, sizeof *intake);

	intake->conf = *conf;
	intake->pipe = pipe;
	tcn_arena_init(&intake->arena, 0);
	intake->end = &intake->first;
	intake->batch_bytes = BATCH_BYTES_MIN;
	intake->due = evtimer_new(base, on_due, intake);
	intake->latest = evtimer_new(base, on_due, intake);
	intake->quiet = evtimer_new(base, on_quiet, intake);
	intake->turn = evtimer_new(base, on_turn, intake);
	if (!intake->due || !intake->latest || !intake->quiet || !intake->turn)
		tcn_mem_end();
	/* The lowest priority waits while there is anything else to do: so
	 * requests that have arrived are read first and share the commit.
	 * `latest` keeps its priority, or it could wait for ever. */
	event_priority_set(intake->due, event_base_get_npriorities(base) - 1);
	event_priority_set(intake->quiet, event_base_get_npriorities(base) - 1);
	return intake;
}

void
tcn_intake_free(struct tcn_intake *intake)
{
	if (!intake)
		return;
	answer_all(intake, false);
	fail_works(intake);
	if (intake->turn)
		event_free(intake->turn);
	if (intake->due)
		event_free(intake->due);
	if (intake->latest)
		event_free(intake->latest);
	if (intake->quiet)
		event_free(intake->quiet);
	tcn_mem_free(intake->pending);
	tcn_arena_fini(&intake->arena);
	tcn_mem_free(intake);
}

void
tcn_intake_reconfigure(struct tcn_intake *intake,
    const struct tcn_intake_conf *conf)
{
	intake->conf.gather_ms = conf->gather_ms;
	intake->conf.pending_max = conf->pending_max;
	intake->conf.articles_max = conf->articles_max;
	intake->conf.bytes_max = conf->bytes_max;
	intake->conf.slice_ms = conf->slice_ms;
}

static void
add_rejected(struct batch *batch, const struct tcn_err *why)
{
	batch->rejected++;
	tcn_json_open(&batch->results, NULL, '{');
	tcn_json_str(&batch->results, "status", tcn_str("rejected"));
	tcn_json_str(&batch->results, "error", tcn_str(why->text));
	tcn_json_close(&batch->results, '}');
}

/* The result of the first article that is not taken; the rest have none. */
static void
add_later(struct batch *batch, const char *why)
{
	tcn_json_open(&batch->results, NULL, '{');
	tcn_json_str(&batch->results, "status", tcn_str("later"));
	tcn_json_str(&batch->results, "error", tcn_str(why));
	tcn_json_close(&batch->results, '}');
}

static void
add_stored(struct batch *batch, struct tcn_str id,
    const struct tcn_placement *place)
{
	batch->stored++;
	tcn_json_open(&batch->results, NULL, '{');
	tcn_json_str(&batch->results, "status", tcn_str("stored"));
	tcn_json_str(&batch->results, "id", id);
	tcn_json_uint(&batch->results, "seq", place->seq);
	if (place->duplicate_of)
		tcn_json_uint(&batch->results, "duplicate_of",
		    place->duplicate_of);
	if (place->excerpt_of)
		tcn_json_uint(&batch->results, "excerpt_of", place->excerpt_of);
	if (place->similar_to)
		tcn_json_uint(&batch->results, "similar_to", place->similar_to);
	if (place->version_of)
		tcn_json_uint(&batch->results, "version_of", place->version_of);
	if (place->rewrite_of)
		tcn_json_uint(&batch->results, "rewrite_of", place->rewrite_of);
	if (place->form_of)
		tcn_json_uint(&batch->results, "form_of", place->form_of);
	if (place->story)
		tcn_json_uint(&batch->results, "story", place->story);
	tcn_json_close(&batch->results, '}');
}

/* Takes an article that was read with rc. Errors are those of the pipeline
 * only. */
static enum tcn_rc
take_read(struct tcn_intake *intake, enum tcn_rc rc,
    const struct tcn_article *article, const struct tcn_err *why,
    struct batch *batch)
{
	struct tcn_pipeline_outcome outcome;

	if (rc == TCN_INVALID) {
		add_rejected(batch, why);
		return TCN_OK;
	}
	if (!rc)
		rc = tcn_pipeline_article(intake->pipe, article,
		    tcn_now_wall_ms(), &outcome, &intake->err);
	if (rc == TCN_INVALID) {
		add_rejected(batch, &intake->err);
		return TCN_OK;
	}
	if (rc)
		return rc;
	if (outcome.repeat_of) {
		batch->known++;
		tcn_json_open(&batch->results, NULL, '{');
		tcn_json_str(&batch->results, "status", tcn_str("known"));
		tcn_json_str(&batch->results, "id", article->id);
		tcn_json_uint(&batch->results, "seq", outcome.repeat_of);
		tcn_json_close(&batch->results, '}');
		return TCN_OK;
	}
	intake->counts.copies += outcome.placement.duplicate_of != 0;
	add_stored(batch, article->id, &outcome.placement);
	if (intake->conf.changed && outcome.changes.events_n)
		intake->conf.changed(intake->conf.ctx, &outcome.changes);
	return TCN_OK;
}

/* Takes one object of the body. */
static enum tcn_rc
take(struct tcn_intake *intake, struct tcn_str object, struct batch *batch)
{
	struct tcn_article_limits limits = intake->conf.limits;
	size_t vector_length = tcn_pipeline_vector_length(intake->pipe);
	struct tcn_article article;
	struct tcn_err why = { 0 };
	enum tcn_rc rc;

	limits.vector_length = &vector_length;
	tcn_arena_reset(&intake->arena);
	rc = tcn_json_article(object, &limits, &intake->arena, &article, &why);
	return take_read(intake, rc, &article, &why, batch);
}

/* --- a web page --- */

static bool
is_page(const struct tcn_http_call *call)
{
	const char *type = tcn_http_call_header(call, "Content-Type");

	return type &&
	    (strncasecmp(type, "text/html", 9) == 0 ||
		strncasecmp(type, "application/xhtml+xml", 21) == 0);
}

/* The charset that the Content-Type names; empty when it names none. */
static struct tcn_str
charset_of(const struct tcn_http_call *call)
{
	const char *type = tcn_http_call_header(call, "Content-Type");
	const char *at = type ? strcasestr(type, "charset=") : NULL;

	if (!at)
		return (struct tcn_str){ 0 };
	at += 8;
	at += *at == '"';
	return (struct tcn_str){ at, strcspn(at, "\"; ,") };
}

/* Takes the article of a page; its id is the page's address. */
static enum tcn_rc
take_page(struct tcn_intake *intake, const struct tcn_http_call *call,
    struct batch *batch)
{
	const struct tcn_page_bytes page = {
		.bytes = tcn_http_call_body(call),
		.charset = charset_of(call),
		.url = tcn_url_web(tcn_str(tcn_http_call_query(call, "url"))),
	};
	struct tcn_article article;
	struct tcn_err why = { 0 };
	bool cut;
	enum tcn_rc rc;

	tcn_arena_reset(&intake->arena);
	rc = tcn_page_article(&page, &intake->arena, &article, NULL, &why);
	if (!rc) {
		article.id = article.url;
		tcn_article_fit(&article, &intake->conf.limits, &intake->arena,
		    &cut);
	}
	if (!rc)
		rc = tcn_article_finish(&article, &intake->conf.limits,
		    &intake->arena, &why);
	return take_read(intake, rc, &article, &why, batch);
}

/*
 * Takes the next object of a body; *done: there are no more. Those before a
 * syntax error are taken; the last result says what the error is.
 */
static enum tcn_rc
take_next(struct tcn_intake *intake, struct work *work, bool *done)
{
	struct tcn_err why = { 0 };
	struct tcn_str object;
	enum tcn_rc rc = tcn_json_split_next(&work->split, &object, &why);

	*done = true;
	if (rc == TCN_INVALID)
		add_rejected(&work->batch, &why);
	if (rc)
		return TCN_OK;
	if (work->n == intake->conf.articles_max) {
		add_later(&work->batch,
		    "more articles than http.articles_max: send this one and "
		    "all that follow again");
		return TCN_OK;
	}
	*done = false;
	work->n++;
	intake->uncommitted_bytes += object.n;
	return take(intake, object, &work->batch);
}

static void
finish_body(const struct batch *batch, struct tcn_buf *body)
{
	tcn_json_open(body, NULL, '{');
	tcn_json_uint(body, "stored", batch->stored);
	tcn_json_uint(body, "known", batch->known);
	tcn_json_uint(body, "rejected", batch->rejected);
	tcn_buf_z(body, ",\"results\":[");
	tcn_buf_str(body, tcn_buf_view(&batch->results));
	tcn_buf_z(body, "]}\n");
}

static void
answer_later(struct tcn_intake *intake, struct tcn_http_call *call,
    const struct batch *batch)
{
	int64_t soon_ms = intake->conf.gather_ms;
	struct pending *p = tcn_mem_grow(intake->pending, &intake->pending_cap,
	    intake->pending_n + 1, sizeof *p);

	intake->pending = p;
	p += intake->pending_n++;
	*p =
	    (struct pending){ .call = call, .came_ms = tcn_now_monotonic_ms() };
	finish_body(batch, &p->body);
	tcn_http_call_drop_body(call);
	if (!evtimer_pending(intake->latest, NULL)) {
		after(intake->due, soon_ms);
		after(intake->latest, soon_ms + COMMIT_MAX_MS);
	}
}

/* Adds what became of articles to the counts. */
static void
count_batch(struct tcn_intake *intake, const struct batch *now,
    const struct batch *before)
{
	uint64_t stored = now->stored - before->stored;

	intake->counts.stored += stored;
	intake->counts.known += now->known - before->known;
	intake->counts.rejected += now->rejected - before->rejected;
	intake->uncommitted += stored;
}

static void
finish_work(struct tcn_intake *intake, struct work *work)
{
	answer_later(intake, work->call, &work->batch);
	free_work(work);
}

/* Takes an article of the body whose turn it is, which then goes to the end of
 * the queue. */
static void
step(struct tcn_intake *intake)
{
	struct work *work = next_work(intake);
	struct batch before = work->batch;
	bool done;
	enum tcn_rc rc = take_next(intake, work, &done);

	count_batch(intake, &work->batch, &before);
	if (!rc && done)
		finish_work(intake, work);
	else if (!rc)
		put_work(intake, work);
	if (rc) {
		intake->failed = true;
		fail_work(work);
	}
	if (rc)
		(void)!tcn_intake_commit(intake);
}

/* A commit has a turn of its own. */
static void
on_turn(evutil_socket_t fd, short what, void *of)
{
	struct tcn_intake *intake = of;
	int64_t until_ms = tcn_now_monotonic_ms() + intake->conf.slice_ms;

	(void)fd, (void)what;
	if (is_full(intake))
		(void)!tcn_intake_commit(intake);
	else if (intake->first)
		do
			step(intake);
		while (intake->first && !is_full(intake) &&
		    tcn_now_monotonic_ms() < until_ms);
	if (intake->first || is_full(intake))
		after(intake->turn, 0);
}

/* A page is one article. */
static enum tcn_rc
call_page(struct tcn_intake *intake, struct tcn_http_call *call)
{
	struct batch batch = { 0 }, before = { 0 };
	enum tcn_rc rc = take_page(intake, call, &batch);

	count_batch(intake, &batch, &before);
	if (!rc)
		answer_later(intake, call, &batch);
	tcn_buf_fini(&batch.results);
	return rc;
}

void
tcn_intake_call(struct tcn_intake *intake, struct tcn_http_call *call)
{
	intake->counts.requests++;
	if (!tcn_intake_ready(intake)) {
		intake->counts.refused++;
		tcn_http_call_set_header(call, "Retry-After", "1");
		tcn_http_call_error(call, intake->failed ? 503 : 429,
		    "too much at once: send it again a little later");
		return;
	}
	if (!is_page(call)) {
		struct work *work = tcn_mem_calloc(1, sizeof *work);
		struct tcn_str body = tcn_http_call_body(call);

		work->call = call;
		work->bytes = body.n;
		tcn_json_split_init(&work->split, body);
		if (!intake->first)
			after(intake->turn, 0);
		put_work(intake, work);
		return;
	}
	if (!call_page(intake, call))
		return;
	intake->failed = true;
	tcn_http_call_error(call, 503, "the store has failed: send this again");
	(void)!tcn_intake_commit(intake);
}

enum tcn_rc
tcn_intake_stop(struct tcn_intake *intake)
{
	while (intake->first && !intake->failed) {
		struct work *work = next_work(intake);

		add_later(&work->batch,
		    "the daemon is stopping: send this one and all that follow "
		    "again");
		finish_work(intake, work);
	}
	return tcn_intake_commit(intake);
}

bool
tcn_intake_ready(const struct tcn_intake *intake)
{
	return !intake->failed &&
	    intake->pending_n + intake->works_n < intake->conf.pending_max &&
	    intake->works_bytes < intake->conf.bytes_max;
}

const struct tcn_err *
tcn_intake_error(const struct tcn_intake *intake)
{
	return &intake->err;
}

const struct tcn_intake_counts *
tcn_intake_counts(const struct tcn_intake *intake)
{
	return &intake->counts;
}
