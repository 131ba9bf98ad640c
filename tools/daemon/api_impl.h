/*
 * tools/daemon/api_impl.h - inside tools/api_*.c: one answer being put
 *together.
 *
 *	struct tcn_api_answer a = tcn_api_answer(ctx, call);
 *
 *	tcn_json_...(&a.out, ...);
 *	tcn_api_answer_send(&a, rc);
 *
 * Each answer ends with exactly one of give, refuse and missing.
 */
#ifndef TCN_TOOLS_DAEMON_API_IMPL_H
#define TCN_TOOLS_DAEMON_API_IMPL_H

#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "sql/store_read.h"
#include "tools/base/json_out.h"
#include "tools/daemon/api.h"
#include "tools/daemon/api_json.h"

struct tcn_api_answer {
	struct tcn_api *api;
	struct tcn_http_call *call;
	struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_buf out;
	const char *type; /* of the content; NULL: JSON */
	int status; /* 0: 200 */
};

struct tcn_api_answer tcn_api_answer(struct tcn_api *api,
    struct tcn_http_call *call);

/* Answers with what is in out, or says what failed. */
void tcn_api_answer_send(struct tcn_api_answer *a, enum tcn_rc rc);

/* Answers with an error of the caller's. */
void tcn_api_answer_error(struct tcn_api_answer *a, int status,
    const char *sentence);

/* TCN_INVALID: refuses with 400 and err's sentence; else as give. */
void tcn_api_answer_fail(struct tcn_api_answer *a, enum tcn_rc rc,
    const struct tcn_err *err);

/* The parameter "limit", 1 to 1000, 100 when it is absent. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_limit(const struct tcn_api_answer *a,
    size_t *limit, struct tcn_err *err);

/* A whole number; text NULL: 0. TCN_INVALID: it is none. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_number(const char *name,
    const char *text, uint64_t *n, struct tcn_err *err);

/* The event that the path names; false: answered already. */
TCN_MUST_USE bool tcn_api_answer_event(struct tcn_api_answer *a,
    struct tcn_event **event);

/* The body as one JSON object; an empty body is an empty object. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_body(struct tcn_api_answer *a,
    struct tcn_json_value *object, struct tcn_err *err);

/* A member that is a text, clean; absent and null are at NULL. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_text(struct tcn_api_answer *a,
    const struct tcn_json_value *object, const char *name, size_t chars_max,
    struct tcn_str *text, struct tcn_err *err);

/*
 * Who acts: the name that the token file gives to the token, which the body's
 * "author" may repeat and not contradict; else that author; else "api".
 */
TCN_MUST_USE enum tcn_rc tcn_api_answer_author(struct tcn_api_answer *a,
    const struct tcn_json_value *object, struct tcn_str *author,
    struct tcn_err *err);

/* The open batch of articles is committed, so that the store can be written
 * to; false: answered already, the store has failed. */
TCN_MUST_USE bool tcn_api_answer_commit(struct tcn_api_answer *a);

/* What the rows of tools/daemon/api.c name. */
tcn_http_fn tcn_api_get_events, tcn_api_get_event, tcn_api_get_report,
    tcn_api_get_history, tcn_api_act_ack, tcn_api_act_unack, tcn_api_act_own,
    tcn_api_act_note, tcn_api_act_close, tcn_api_act_reopen;
tcn_http_fn tcn_api_get_deliveries, tcn_api_get_delivery,
    tcn_api_resend_delivery, tcn_api_drop_delivery;
tcn_http_fn tcn_api_get_silences, tcn_api_add_silence, tcn_api_end_silence;
tcn_http_fn tcn_api_post_articles, tcn_api_get_article, tcn_api_get_search,
    tcn_api_post_related, tcn_api_post_dups;
tcn_http_fn tcn_api_get_atom, tcn_api_get_json_feed;
tcn_http_fn tcn_api_get_openapi, tcn_api_get_rules;

#endif
