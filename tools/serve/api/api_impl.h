/*
 * tools/serve/api/api_impl.h - what the functions of routes (api*.c) have in
 * common: an answer, from the call to the reply.
 *
 *	struct tcn_api_answer a = tcn_api_answer(ctx, call);
 *
 *	tcn_json_...(&a.out, ...);
 *	tcn_api_answer_send(&a, rc);
 *
 * Each answer ends with exactly one call of send, error or fail, or with a
 * function below that says that it has answered already. That frees it.
 */
#ifndef TCN_TOOLS_SERVE_API_API_IMPL_H
#define TCN_TOOLS_SERVE_API_API_IMPL_H

#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "sql/store_read.h"
#include "sql/store_search.h"
#include "sql/store_told.h"
#include "tools/base/json_out.h"
#include "tools/base/json_record.h"
#include "tools/serve/api/api.h"
#include "tools/serve/live/api_json.h"

struct tcn_api_answer {
	struct tcn_api *api;
	struct tcn_http_call *call;
	const struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_buf out;
	const char *type; /* of the content; NULL: JSON */
	int status; /* 0: 200 */
	struct tcn_err err; /* what is wrong with what was asked */
	bool reads; /* tcn_api_answer_read() */
};

/* Begins the answer to a call. */
struct tcn_api_answer tcn_api_answer(struct tcn_api *api,
    struct tcn_http_call *call);

/*
 * From here until the answer is sent, all is read as of one moment, and the
 * file is locked once and not for each statement, which is half of what these
 * cost. For answers that are given at once and write nothing.
 */
TCN_MUST_USE enum tcn_rc tcn_api_answer_read(struct tcn_api_answer *a);

/* Ends reading as of that moment. Sending the answer ends it, too; an answer
 * that is sent later must end it before, as nothing can be written until then.
 * Harmless without a begin. */
void tcn_api_answer_end_read(struct tcn_api_answer *a);

/* What prepares texts as the articles of the store were prepared: the daemon's,
 * or one that is made at the first call. */
struct tcn_prepare *tcn_api_prepare(struct tcn_api *api);

/* Has listeners and receivers sent what was written; without a daemon there are
 * none. */
void tcn_api_notify(struct tcn_api *api);

/* Sends what is in out; on an error of the store, 503 or 500. */
void tcn_api_answer_send(struct tcn_api_answer *a, enum tcn_rc rc);

/* Sends an error with this status and sentence. */
void tcn_api_answer_error(struct tcn_api_answer *a, int status,
    const char *sentence);

/* Sends a->err with its place: of a file that the newsroom wrote, so that the
 * failure is neither the caller's nor the store's. */
void tcn_api_answer_failure(struct tcn_api_answer *a, enum tcn_rc rc);

/* Whether rc is a failure, which is sent then: TCN_INVALID as 400 with err's
 * sentence, others as send does. */
TCN_MUST_USE bool tcn_api_answer_failed(struct tcn_api_answer *a,
    enum tcn_rc rc);

/* Frees the answer but for its call, which is returned, to be answered by
 * somebody else. */
struct tcn_http_call *tcn_api_answer_later(struct tcn_api_answer *a);

/* The parameter "limit", 1 to 1000, 100 when it is absent. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_limit(struct tcn_api_answer *a,
    size_t *limit);

/* The parameter of that name: true or false, false when it is absent. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_flag(struct tcn_api_answer *a,
    const char *name, bool *value);

/* Reads text as a whole number. TCN_INVALID: err calls it name. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_number(const char *name,
    const char *text, uint64_t *n, struct tcn_err *err);

/* Reads the parameter called name as a whole number; 0 when it is absent. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_query_number(struct tcn_api_answer *a,
    const char *name, uint64_t *n);

/*
 * Ends a page: closes the array that is open and its object, and says whether
 * there is more, and from which number on the next page continues.
 */
void tcn_api_answer_end_page(struct tcn_api_answer *a, bool more,
    uint64_t next);

/* Sends 404 for an event that is not there, with the id most like it. */
void tcn_api_answer_no_event(struct tcn_api_answer *a, const char *id);

/* The event that the path names; false: there is none, and 404 was sent. */
TCN_MUST_USE bool tcn_api_answer_event(struct tcn_api_answer *a,
    struct tcn_event **event);

/* The body as one JSON object; an empty body is an empty object. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_body(struct tcn_api_answer *a,
    struct tcn_json_value *object);

/* A member that is a text, made safe; where it is absent or null, at NULL. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_text(struct tcn_api_answer *a,
    const struct tcn_json_value *object, const char *name, size_t chars_max,
    struct tcn_str *text);

/*
 * The author of an action: the name that the token file gives to the caller's
 * token; without one, the body's "author"; without both, its "user", which a
 * client may send always; else "desk". TCN_INVALID: "author" contradicts the
 * token's name.
 */
TCN_MUST_USE enum tcn_rc tcn_api_answer_author(struct tcn_api_answer *a,
    const struct tcn_json_value *object, struct tcn_str *author);

/* When a change that a person makes was made: now or, of one that was read from
 * a log, then. */
int64_t tcn_api_act_ms(const struct tcn_api *api);

/*
 * A transaction of the answer's own (tools/pipeline/pipeline.h): begin commits
 * the articles that wait, answers those who sent them, and opens one; false:
 * this call is answered already, the store has failed. end commits it or, when
 * rc is an error, rolls it back and returns rc.
 */
TCN_MUST_USE bool tcn_api_answer_begin(struct tcn_api_answer *a,
    struct tcn_store_tx **tx);
TCN_MUST_USE enum tcn_rc tcn_api_answer_end(struct tcn_api_answer *a,
    enum tcn_rc rc);

/*
 * Tells those who listen of a change that has no rows of its own
 * (sql/store_told.h), in a transaction of its own: says is a JSON object with a
 * member or more. A change that has rows is told with them, by
 * tcn_store_tell().
 */
TCN_MUST_USE enum tcn_rc tcn_api_answer_tell(struct tcn_api_answer *a,
    enum tcn_store_told_kind kind, struct tcn_str says);

/*
 * Commits the articles that wait, so that nothing is read that may yet be
 * undone, and says what time it is; without a daemon that of the latest
 * article. Errors: the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_api_settle(struct tcn_api *api,
    const struct tcn_store *store, struct tcn_api_clock *clock);

/* Who asks, for what is kept by name: the name of the caller's token, or "desk"
 * where there is none. It lives as long as the call. */
struct tcn_str tcn_api_caller(const struct tcn_http_call *call);

/* The member "seen" of an event: the revision that the caller has looked at,
 * and what is new since; or null. */
TCN_MUST_USE enum tcn_rc tcn_api_add_seen(struct tcn_api_answer *a,
    const struct tcn_event *event);

/* The member "event" of an article: of several that it belongs to the one that
 * fired last, with its headline; none where it belongs to none. */
TCN_MUST_USE enum tcn_rc tcn_api_add_event_of(struct tcn_api_answer *a,
    const struct tcn_placement *place);

/* The member "copies_n": how many other items have the text of this original.
 */
TCN_MUST_USE enum tcn_rc tcn_api_add_copies(struct tcn_api_answer *a,
    uint64_t article);

/* The parameter "copies": fold, which is the default, or all. TCN_INVALID. */
TCN_MUST_USE enum tcn_rc tcn_api_take_fold(struct tcn_api_answer *a,
    bool *fold);

/* Counts what was not taken since the daemon started, by reason. */
void tcn_api_count_refused(const struct tcn_api *api,
    uint64_t n[static TCN_MINUTES_REFUSED]);

/* --- Near-duplicates shown once (api_collapse.c). --- */

/* How a list is shown: the first n of its articles, some of them hidden. */
struct tcn_api_collapsed {
	const uint64_t *seqs;
	uint16_t *under; /* tools/pipeline/collapse.h */
	size_t n;
};

/* The parameter "collapse": *similar when that is to be done. TCN_INVALID. */
TCN_MUST_USE enum tcn_rc tcn_api_collapse_asked(struct tcn_api_answer *a,
    bool *similar);

/* How many articles to find where `limit` are to be shown. */
size_t tcn_api_collapse_limit(size_t limit);

/* Collapses n <= TCN_COLLAPSE_MAX stored articles; at most `limit` are shown,
 * and what comes behind is left out. seqs must outlive it. */
TCN_MUST_USE enum tcn_rc tcn_api_collapse(struct tcn_api_answer *a,
    const uint64_t *seqs, size_t n, size_t limit,
    struct tcn_api_collapsed *collapsed);

/* Whether article i < collapsed->n is shown; adds the member "more" to one that
 * is: the ids that it stands for. */
bool tcn_api_collapse_shows(const struct tcn_api_collapsed *collapsed,
    size_t i);
TCN_MUST_USE enum tcn_rc tcn_api_collapse_more(struct tcn_api_answer *a,
    const struct tcn_api_collapsed *collapsed, size_t i);

/* --- Rules and long work (api_rules_file.c, api_jobs.c). --- */

/* False: there is no daemon, which this needs, and 409 was sent. */
TCN_MUST_USE bool tcn_api_answer_daemon(struct tcn_api_answer *a);

/* The member "yaml" of a body: the text of a file of rules, a view. */
TCN_MUST_USE enum tcn_rc tcn_api_rules_yaml(struct tcn_api_answer *a,
    const struct tcn_json_value *object, struct tcn_str *yaml);

/* Whether the daemon could use these rules; false: 422 with line, column and
 * all mistakes was sent. */
TCN_MUST_USE bool tcn_api_rules_sound(struct tcn_api_answer *a,
    struct tcn_str yaml);

/* --- Answers that take long (api_sliced.c). --- */

/* To be the first member of the route's struct, which tcn_mem_calloc() made. */
struct tcn_api_sliced {
	struct tcn_slices_job job; /* set by start */
	struct tcn_api_answer a;

	/* Does a step of some milliseconds at most; *done: it was the last one,
	 * and a.out is the answer. An error is answered, too. */
	enum tcn_rc (*step)(struct tcn_api_sliced *sliced, bool *done);

	/* Frees what the struct has besides a; NULL: nothing. */
	void (*fini)(struct tcn_api_sliced *sliced);
};

/* Takes the struct over: works on it between other requests, answers, and frees
 * it; at once without a daemon, and for a call from this process. */
void tcn_api_sliced_start(struct tcn_api_sliced *sliced);

/* The view of events that the call's parameters ask for; its texts are the
 * call's. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_view(struct tcn_api_answer *a,
    struct tcn_event_view *view);

/* The search that the call's parameters ask for; its texts are the call's. */
TCN_MUST_USE enum tcn_rc tcn_api_answer_search(struct tcn_api_answer *a,
    struct tcn_store_search *search);

/* --- Feeds (api_feeds.c). --- */

/* Whether an address can be fetched: it is http or https, and has no blank. */
bool tcn_api_can_fetch(struct tcn_str url);

/* Tells those who listen what became of feeds, in the transaction of that:
 * {"change": "added", "feed": ID, "n": 1}; url empty: of several, without
 * "feed". */
TCN_MUST_USE enum tcn_rc tcn_api_log_feed_change(struct tcn_store_tx *tx,
    const char *change, struct tcn_str url, size_t n);

/* Adds a feed, unless the store has it already; an allowance is then given to
 * that one. With an error it is tried again later. */
TCN_MUST_USE enum tcn_rc tcn_api_add_feed(struct tcn_api_answer *a,
    struct tcn_store_tx *tx, struct tcn_store_feed_row *row,
    int64_t retry_after_ms, bool *added);

/* The routes' functions, for the table in api.c. */
tcn_http_fn tcn_api_get_editions, tcn_api_get_edition, tcn_api_make_edition,
    tcn_api_send_edition, tcn_api_get_editions_atom, tcn_api_get_edition_at,
    tcn_api_post_editions_try;
tcn_http_fn tcn_api_get_event_days, tcn_api_get_events, tcn_api_get_event,
    tcn_api_get_report, tcn_api_get_history, tcn_api_act_ack, tcn_api_act_unack,
    tcn_api_act_own, tcn_api_act_note, tcn_api_act_close, tcn_api_act_reopen;
tcn_http_fn tcn_api_get_deliveries, tcn_api_get_delivery,
    tcn_api_resend_delivery, tcn_api_drop_delivery, tcn_api_resend_deliveries,
    tcn_api_drop_deliveries;
tcn_http_fn tcn_api_get_feeds, tcn_api_add_feeds, tcn_api_remove_feeds,
    tcn_api_poll_feeds;
tcn_http_fn tcn_api_get_feed, tcn_api_patch_feed, tcn_api_drop_feed,
    tcn_api_fetch_feed, tcn_api_get_opml, tcn_api_post_opml,
    tcn_api_discover_feeds;
tcn_http_fn tcn_api_get_silences, tcn_api_get_silence, tcn_api_add_silence,
    tcn_api_end_silence;
tcn_http_fn tcn_api_post_articles, tcn_api_get_article, tcn_api_get_search,
    tcn_api_post_related, tcn_api_post_dups, tcn_api_get_related,
    tcn_api_post_collapse, tcn_api_post_cluster, tcn_api_get_dups,
    tcn_api_get_image;
tcn_http_fn tcn_api_get_now, tcn_api_get_intake, tcn_api_post_seen,
    tcn_api_get_articles, tcn_api_get_items, tcn_api_get_revision,
    tcn_api_get_event_related, tcn_api_get_event_dossier;
tcn_http_fn tcn_api_post_recommend;
tcn_http_fn tcn_api_get_atom, tcn_api_get_json_feed;
tcn_http_fn tcn_api_get_links, tcn_api_rotate_links, tcn_api_revoke_links;
tcn_http_fn tcn_api_get_rules, tcn_api_get_rules_fired, tcn_api_get_rule_fired,
    tcn_api_get_rules_file, tcn_api_put_rules_file, tcn_api_check_rules,
    tcn_api_rules_form;
tcn_http_fn tcn_api_get_jobs, tcn_api_get_job, tcn_api_cancel_job,
    tcn_api_post_explanation, tcn_api_post_trial;
tcn_http_fn tcn_api_get_minutes, tcn_api_get_settings;
tcn_http_fn tcn_api_get_receivers, tcn_api_test_receiver;
tcn_http_fn tcn_api_get_session, tcn_api_get_sessions, tcn_api_post_session,
    tcn_api_end_session;
tcn_http_fn tcn_api_get_facets, tcn_api_get_searches, tcn_api_save_search,
    tcn_api_drop_search, tcn_api_propose_rule, tcn_api_propose_saved_rule;
tcn_http_fn tcn_api_merge, tcn_api_unmerge, tcn_api_merge_preview,
    tcn_api_split;

#endif
