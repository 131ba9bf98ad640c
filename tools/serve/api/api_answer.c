#include "tools/serve/api/api_impl.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_offsets.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_local.h"

#define LIMIT_DEFAULT 100
#define LIMIT_MAX     1000

struct tcn_api_answer
tcn_api_answer(struct tcn_api *api, struct tcn_http_call *call)
{
	struct tcn_api_answer a = {
		.api = api,
		.call = call,
		.store = api->local ? tcn_api_local_store(api->local)
				    : tcn_pipeline_store(api->pipe),
	};

	tcn_arena_init(&a.arena, 0);
	return a;
}

enum tcn_rc
tcn_api_answer_read(struct tcn_api_answer *a)
{
	/* While articles are taken in, their transaction holds the lock. */
	a->reads = !tcn_store_is_writing(a->store);
	return a->reads ? tcn_store_begin_reading(a->store) : TCN_OK;
}

struct tcn_prepare *
tcn_api_prepare(struct tcn_api *api)
{
	return api->local ? tcn_api_local_prepare(api->local)
			  : tcn_pipeline_prepare(api->pipe);
}

struct tcn_facts *
tcn_api_facts(struct tcn_api *api)
{
	if (!api->facts)
		api->facts = tcn_facts_new();
	return api->facts;
}

void
tcn_api_notify(struct tcn_api *api)
{
	if (api->local)
		return;
	tcn_sse_poll(api->sse);
	tcn_dispatch_wake(api->dispatch);
}

void
tcn_api_answer_end_read(struct tcn_api_answer *a)
{
	if (a->reads)
		tcn_store_end_reading(a->store);
	a->reads = false;
}

/* The call has been answered: frees the rest. */
static void
done(struct tcn_api_answer *a)
{
	a->call = NULL;
	tcn_api_answer_end_read(a);
	tcn_buf_fini(&a->out);
	tcn_arena_fini(&a->arena);
}

void
tcn_api_answer_send(struct tcn_api_answer *a, enum tcn_rc rc)
{
	assert(a->call); /* not answered yet */
	if (rc)
		tcn_http_call_error(a->call, 500, "%s",
		    tcn_store_error(a->store)->text);
	else
		tcn_http_call_reply(a->call, a->status ? a->status : 200,
		    a->type, &a->out);
	done(a);
}

void
tcn_api_answer_error(struct tcn_api_answer *a, int status, const char *sentence)
{
	assert(a->call && status >= 400 && sentence);
	tcn_http_call_error(a->call, status, "%s", sentence);
	done(a);
}

struct tcn_http_call *
tcn_api_answer_later(struct tcn_api_answer *a)
{
	struct tcn_http_call *call = a->call;

	assert(call);
	tcn_http_call_drop_body(call);
	done(a);
	return call;
}

void
tcn_api_answer_failure(struct tcn_api_answer *a, enum tcn_rc rc)
{
	char place[TCN_ERR_PLACE_BYTES], sentence[900];

	snprintf(sentence, sizeof sentence, "%s%s",
	    tcn_err_place(&a->err, place), a->err.text);
	tcn_api_answer_error(a, rc == TCN_INVALID ? 400 : 500, sentence);
}

bool
tcn_api_answer_failed(struct tcn_api_answer *a, enum tcn_rc rc)
{
	if (rc == TCN_INVALID)
		tcn_api_answer_error(a, 400, a->err.text);
	else if (rc)
		tcn_api_answer_send(a, rc);
	return rc != TCN_OK;
}

enum tcn_rc
tcn_api_answer_flag(struct tcn_api_answer *a, const char *name, bool *value)
{
	const char *text = tcn_http_call_query(a->call, name);

	*value = text && strcmp(text, "true") == 0;
	return !text || *value || strcmp(text, "false") == 0
	    ? TCN_OK
	    : tcn_err_set(&a->err, TCN_INVALID, "%s is true or false", name);
}

enum tcn_rc
tcn_api_answer_limit(struct tcn_api_answer *a, size_t *limit)
{
	const char *text = tcn_http_call_query(a->call, "limit");
	size_t n = 0;

	*limit = LIMIT_DEFAULT;
	if (!text)
		return TCN_OK;
	for (; *text >= '0' && *text <= '9' && n <= LIMIT_MAX; text++)
		n = n * 10 + (size_t)(*text - '0');
	*limit = n;
	if (n == 0 || n > LIMIT_MAX || *text)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "limit must be 1 to %d", LIMIT_MAX);
	return TCN_OK;
}

enum tcn_rc
tcn_api_answer_number(const char *name, const char *text, uint64_t *n,
    struct tcn_err *err)
{
	*n = 0;
	for (; *text >= '0' && *text <= '9' && *n < INT64_MAX / 20; text++)
		*n = *n * 10 + (uint64_t)(*text - '0');
	return *text
	    ? tcn_err_set(err, TCN_INVALID, "%s must be a number", name)
	    : TCN_OK;
}

enum tcn_rc
tcn_api_answer_query_number(struct tcn_api_answer *a, const char *name,
    uint64_t *n)
{
	const char *text = tcn_http_call_query(a->call, name);

	return tcn_api_answer_number(name, text ? text : "", n, &a->err);
}

void
tcn_api_answer_end_page(struct tcn_api_answer *a, bool more, uint64_t next)
{
	tcn_json_close(&a->out, ']');
	tcn_json_bool(&a->out, "more", more);
	if (more)
		tcn_json_uint(&a->out, "next", next);
	else
		tcn_json_null(&a->out, "next");
	tcn_buf_z(&a->out, "}\n");
}

void
tcn_api_answer_no_event(struct tcn_api_answer *a, const char *id)
{
	struct tcn_str nearest = { 0 };
	char sentence[256];

	if (strlen(id) < 2 * TCN_EVENT_ID_BYTES)
		(void)!tcn_desk_nearest_id(a->store, id, &a->arena, &nearest);
	if (nearest.n)
		snprintf(sentence, sizeof sentence,
		    "no event has the id '%s': did you mean '%.*s'?", id,
		    TCN_STR_ARG(nearest));
	else
		snprintf(sentence, sizeof sentence,
		    "no event has the id '%.100s': 'tocsin event list' and "
		    "/v1/events show them",
		    id);
	tcn_api_answer_error(a, 404, sentence);
}

bool
tcn_api_answer_event(struct tcn_api_answer *a, struct tcn_event **event)
{
	enum tcn_rc rc = tcn_store_event(a->store,
	    tcn_http_call_arg(a->call, 0), &a->arena, event);

	if (rc)
		tcn_api_answer_send(a, rc);
	else if (!*event)
		tcn_api_answer_no_event(a, tcn_http_call_arg(a->call, 0));
	return !rc && *event;
}

enum tcn_rc
tcn_api_answer_body(struct tcn_api_answer *a, struct tcn_json_value *object)
{
	struct tcn_str body = tcn_str_trim(tcn_http_call_body(a->call));
	enum tcn_rc rc;

	if (!body.n)
		body = tcn_str("{}");
	if (*body.at != '{')
		return tcn_err_set(&a->err, TCN_INVALID,
		    "the body must be one JSON object, {...}");
	rc = tcn_json_read(body, &a->arena, object, &a->err);
	if (rc == TCN_INVALID && a->err.column) {
		struct tcn_err where = a->err;

		return tcn_err_set(&a->err, rc, "the body, column %lu: %s",
		    where.column, where.text);
	}
	return rc;
}

enum tcn_rc
tcn_api_answer_text(struct tcn_api_answer *a,
    const struct tcn_json_value *object, const char *name, size_t chars_max,
    struct tcn_str *text)
{
	struct tcn_json_value value = tcn_json_member(object, name);

	*text = (struct tcn_str){ 0 };
	if (value.kind == TCN_JSON_ABSENT || value.kind == TCN_JSON_NULL)
		return TCN_OK;
	if (value.kind != TCN_JSON_STRING)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "\"%s\" must be a text", name);
	return tcn_desk_clean_text(name, value.s, chars_max, &a->arena, text,
	    &a->err);
}

enum tcn_rc
tcn_api_answer_author(struct tcn_api_answer *a,
    const struct tcn_json_value *object, struct tcn_str *author)
{
	struct tcn_str who = tcn_str(tcn_http_call_user(a->call));
	enum tcn_rc rc = tcn_api_answer_text(a, object, "author",
	    TCN_DESK_NAME_CHARS, author);

	if (rc)
		return rc;
	if (who.n && author->n && !tcn_str_equal(who, *author))
		return tcn_err_set(&a->err, TCN_INVALID,
		    "the token belongs to %.*s: leave out \"author\"",
		    TCN_STR_ARG(who));
	if (!author->n && !who.n)
		rc = tcn_api_answer_text(a, object, "user", TCN_DESK_NAME_CHARS,
		    author);
	if (rc)
		return rc;
	if (!author->n)
		*author = tcn_api_caller(a->call);
	/* The token's name may go with a reload, and the call before that. */
	tcn_arena_str(&a->arena, *author, author);
	return TCN_OK;
}

/* What a command did to one of several stores, whose daemon does not run, the
 * others would not have. True: it is refused. */
static bool
refuse_follower(struct tcn_api_answer *a)
{
	struct tcn_str epoch;
	enum tcn_rc rc = tcn_store_get_meta(a->store, TCN_STORE_OFFSETS_EPOCH,
	    &a->arena, &epoch);

	if (rc)
		tcn_api_answer_send(a, rc);
	else if (epoch.n)
		tcn_api_answer_error(a, 409,
		    "this store is one of several that follow a log "
		    "(kafka.lease): send the request to the detector that "
		    "leads, with --url");
	return rc || epoch.n;
}

/* A crash does not lose or repeat what a log told of. */
static enum tcn_rc
put_place(struct tcn_api *api, struct tcn_store_tx *tx)
{
	const struct tcn_api_act *act = api->act;
	enum tcn_rc rc = tcn_store_put_offset(tx, tcn_str(act->topic),
	    act->partition, act->next);

	return rc ? tcn_pipeline_end(api->pipe, rc, NULL) : TCN_OK;
}

int64_t
tcn_api_act_ms(const struct tcn_api *api)
{
	return api->act ? api->act->at_ms : tcn_now_wall_ms();
}

bool
tcn_api_answer_begin(struct tcn_api_answer *a, struct tcn_store_tx **tx)
{
	enum tcn_rc rc;

	if (a->api->local) {
		if (refuse_follower(a))
			return false;
		rc = tcn_store_begin(tcn_api_local_store(a->api->local), tx);
		if (rc)
			tcn_api_answer_send(a, rc);
		return rc == TCN_OK;
	}
	rc = tcn_intake_commit(a->api->intake);
	if (rc) {
		tcn_api_answer_error(a, 503,
		    "the store has failed: send this again");
		return false;
	}
	rc = tcn_pipeline_begin(a->api->pipe, tx, NULL);
	if (!rc && a->api->act)
		rc = put_place(a->api, *tx);
	if (rc)
		tcn_api_answer_send(a, rc);
	return rc == TCN_OK;
}

enum tcn_rc
tcn_api_answer_end(struct tcn_api_answer *a, enum tcn_rc rc)
{
	return a->api->local
	    ? tcn_store_end(tcn_api_local_store(a->api->local), rc)
	    : tcn_pipeline_end(a->api->pipe, rc, NULL);
}

enum tcn_rc
tcn_api_answer_tell(struct tcn_api_answer *a, enum tcn_store_told_kind kind,
    struct tcn_str says)
{
	const struct tcn_store_told told = { .kind = kind, .says = says };
	struct tcn_store_tx *tx;
	enum tcn_rc rc;

	rc = a->api->local
	    ? tcn_store_begin(tcn_api_local_store(a->api->local), &tx)
	    : tcn_intake_commit(a->api->intake);
	if (!rc && !a->api->local)
		rc = tcn_pipeline_begin(a->api->pipe, &tx, NULL);
	if (rc)
		return rc;
	rc = tcn_api_answer_end(a, tcn_store_tell(tx, &told));
	if (!rc)
		tcn_api_notify(a->api);
	return rc;
}
