#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sql/query.h"
#include "sql/store_orders_impl.h"

/* --- orders --- */

/* The merge of an event that holds, as a condition on the action a. */
#define HOLDS                                                                  \
	" a.kind = 6 AND a.id = (SELECT max(b.id) FROM actions b"              \
	" WHERE b.event = a.event AND b.kind IN (6, 7)) "

static enum tcn_rc
list_ids(const struct tcn_store *st, const char *sql, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *ids)
{
	struct tcn_query q = TCN_QUERY(st, sql, event);

	while (tcn_query_next(&q)) {
		ids->at =
		    tcn_query_grow(arena, ids->at, ids->n, sizeof *ids->at);
		ids->at[ids->n++] = tcn_query_copy_str(&q, arena);
	}
	return tcn_query_end(&q);
}

/* The id that a statement finds by another; "" when there is none. */
static enum tcn_rc
find_id(const struct tcn_store *st, const char *sql, const char *event,
    char found[static TCN_EVENT_ID_BYTES])
{
	struct tcn_query q = TCN_QUERY(st, sql, event);

	*found = '\0';
	if (tcn_query_next(&q)) {
		struct tcn_str id = tcn_query_get_str(&q);

		snprintf(found, TCN_EVENT_ID_BYTES, "%.*s", TCN_STR_ARG(id));
	}
	return tcn_query_end(&q);
}

static enum tcn_rc
merged_into(const struct tcn_store *st, const char *event,
    char into[static TCN_EVENT_ID_BYTES])
{
	static const char sql[] =
	    "SELECT a.value FROM actions a WHERE a.event = ? AND" HOLDS
	    "AND EXISTS (SELECT 1 FROM events WHERE id = a.value AND"
	    " revision <> 0)";

	return find_id(st, sql, event, into);
}

static enum tcn_rc
split_from(const struct tcn_store *st, const char *event,
    char from[static TCN_EVENT_ID_BYTES])
{
	static const char sql[] =
	    "SELECT event FROM actions WHERE kind = 8 AND value = ?";

	return find_id(st, sql, event, from);
}

/* Follows a way of going from event to event to its end. A damaged file may
 * have a circle: after more steps than there are actions it ends anywhere. */
static enum tcn_rc
follow(const struct tcn_store *st, const char *event,
    enum tcn_rc (*step)(const struct tcn_store *st, const char *event,
	char next[static TCN_EVENT_ID_BYTES]),
    char end[static TCN_EVENT_ID_BYTES])
{
	uint64_t left, silences;
	char next[TCN_EVENT_ID_BYTES];
	enum tcn_rc rc = tcn_store_desk_last(st, &left, &silences);

	snprintf(end, TCN_EVENT_ID_BYTES, "%s", event);
	while (!rc && left-- > 0) {
		rc = step(st, end, next);
		if (rc || !*next)
			break;
		memcpy(end, next, sizeof next);
	}
	return rc;
}

enum tcn_rc
tcn_store_standing_event(const struct tcn_store *st, const char *event,
    char standing[static TCN_EVENT_ID_BYTES])
{
	return follow(st, event, merged_into, standing);
}

bool
tcn_store_has_id(const struct tcn_store_str_list *ids, struct tcn_str id)
{
	for (size_t i = 0; i < ids->n; i++)
		if (tcn_str_equal(ids->at[i], id))
			return true;
	return false;
}

/* The event and all that is part of it, in that order. */
enum tcn_rc
tcn_store_whole_of(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *whole)
{
	static const char sql[] = "SELECT a.event FROM actions a "
				  "WHERE a.value = ? AND" HOLDS "ORDER BY a.id";
	enum tcn_rc rc = list_ids(st, "SELECT ?1", event, arena, whole);

	for (size_t i = 0; !rc && i < whole->n; i++) {
		struct tcn_store_str_list direct = { 0 };

		rc = list_ids(st, sql, whole->at[i].at, arena, &direct);
		for (size_t k = 0; !rc && k < direct.n; k++) {
			if (tcn_store_has_id(whole, direct.at[k]))
				continue;
			whole->at = tcn_query_grow(arena, whole->at, whole->n,
			    sizeof *whole->at);
			whole->at[whole->n++] = direct.at[k];
		}
	}
	return rc;
}

enum tcn_rc
tcn_store_parts_of(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *parts)
{
	enum tcn_rc rc;

	*parts = (struct tcn_store_str_list){ 0 };
	rc = tcn_store_whole_of(st, event, arena, parts);
	if (!rc && parts->n) {
		parts->at++;
		parts->n--;
	}
	return rc;
}

#define SPLITS                                                                 \
	"SELECT value FROM actions WHERE event = ? AND kind = 8 ORDER BY id"

enum tcn_rc
tcn_store_splits_of(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *splits)
{
	*splits = (struct tcn_store_str_list){ 0 };
	return list_ids(st, SPLITS, event, arena, splits);
}

/* What was split from an event stands behind it, and each once: an event is
 * split from one other. */
enum tcn_rc
tcn_store_all_splits_of(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *splits)
{
	enum tcn_rc rc = tcn_store_splits_of(st, event, arena, splits);

	for (size_t i = 0; !rc && i < splits->n; i++)
		rc = list_ids(st, SPLITS, splits->at[i].at, arena, splits);
	return rc;
}

enum tcn_rc
tcn_store_split_root(const struct tcn_store *st, const char *event,
    char root[static TCN_EVENT_ID_BYTES])
{
	return follow(st, event, split_from, root);
}

/* --- giving orders --- */

static enum tcn_rc
event_exists(const struct tcn_store *st, struct tcn_str id, bool *exists)
{
	struct tcn_query q =
	    TCN_QUERY(st, "SELECT 1 FROM events WHERE id = ?", id);

	*exists = tcn_query_next(&q);
	return tcn_query_end(&q);
}

/* Whether action->event may become part of action->value. */
static enum tcn_rc
judge_merge(const struct tcn_store *st, const struct tcn_store_action *action,
    enum tcn_store_order_result *result)
{
	char into[TCN_EVENT_ID_BYTES], standing[TCN_EVENT_ID_BYTES];
	bool event, other;
	enum tcn_rc rc = event_exists(st, tcn_str(action->event), &event);

	if (!rc)
		rc = event_exists(st, action->value, &other);
	if (!rc)
		rc = merged_into(st, action->event, into);
	if (!rc)
		rc = tcn_store_standing_event(st, action->value.at, standing);
	if (rc)
		return rc;
	*result = !event                           ? TCN_STORE_ORDER_NO_EVENT
	    : !other                               ? TCN_STORE_ORDER_NO_OTHER
	    : strcmp(standing, action->event) == 0 ? TCN_STORE_ORDER_SELF
	    : tcn_str_equal(action->value, tcn_str(into))
	    ? TCN_STORE_ORDER_UNCHANGED
	    : *into ? TCN_STORE_ORDER_ELSEWHERE
		    : TCN_STORE_ORDER_DONE;
	return TCN_OK;
}

/* Adds an order that was found to be sound. */
static enum tcn_rc
act(struct tcn_store_tx *tx, struct tcn_store_action *action,
    struct tcn_arena *arena)
{
	enum tcn_store_act_result came;
	enum tcn_rc rc = tcn_store_put_action(tx, action, arena, &came);

	assert(rc || came == TCN_STORE_ACT_DONE);
	return rc;
}

enum tcn_rc
tcn_store_merge(struct tcn_store_tx *tx, struct tcn_store_action *action,
    struct tcn_arena *arena, enum tcn_store_order_result *result)
{
	enum tcn_rc rc = judge_merge(tx->st, action, result);

	if (rc || *result != TCN_STORE_ORDER_DONE)
		return rc;
	action->kind = TCN_STORE_ACTION_MERGE;
	return act(tx, action, arena);
}

enum tcn_rc
tcn_store_unmerge(struct tcn_store_tx *tx, uint64_t merge,
    struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_order_result *result)
{
	static const char sql[] = "SELECT a.event, a.value," HOLDS
				  "FROM actions a WHERE a.id = ? AND kind = 6";
	struct tcn_query q = TCN_QUERY(tx->st, sql, merge);
	enum tcn_rc rc;

	*result = TCN_STORE_ORDER_NO_EVENT;
	if (tcn_query_next(&q)) {
		struct tcn_str event = tcn_query_get_str(&q);

		snprintf(action->event, sizeof action->event, "%.*s",
		    TCN_STR_ARG(event));
		action->value = tcn_query_copy_str(&q, arena);
		*result = tcn_query_get_int(&q) ? TCN_STORE_ORDER_DONE
						: TCN_STORE_ORDER_UNCHANGED;
	}
	rc = tcn_query_end(&q);
	if (rc || *result != TCN_STORE_ORDER_DONE)
		return rc;
	action->kind = TCN_STORE_ACTION_UNMERGE;
	return act(tx, action, arena);
}

/* A row for each number of a list, of the event. */
static enum tcn_rc
put_each(struct tcn_store_tx *tx, const char *sql, struct tcn_str event,
    const uint64_t *at, size_t n)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < n; i++) {
		struct tcn_query q = TCN_QUERY_TX(tx, sql, event, at[i]);

		rc = tcn_query_run(&q);
	}
	return rc;
}

enum tcn_rc
tcn_store_split(struct tcn_store_tx *tx, struct tcn_store_action *action,
    const struct tcn_store_split *split, struct tcn_arena *arena)
{
	enum tcn_rc rc;

	assert(split->seqs_n + split->publishers_n > 0);
	action->kind = TCN_STORE_ACTION_SPLIT;
	rc = act(tx, action, arena);
	if (!rc)
		rc = put_each(tx,
		    "INSERT OR IGNORE INTO split_items VALUES (?, ?)",
		    action->value, split->seqs, split->seqs_n);
	return rc ? rc
		  : put_each(tx,
			"INSERT OR IGNORE INTO split_publishers VALUES (?, ?)",
			action->value, split->publishers, split->publishers_n);
}

enum tcn_rc
tcn_store_is_ordered(const struct tcn_store *st, const char *event,
    bool *ordered)
{
	static const char sql[] =
	    "SELECT EXISTS (SELECT 1 FROM actions"
	    " WHERE event = ?1 AND kind BETWEEN 6 AND 8) OR"
	    " EXISTS (SELECT 1 FROM actions"
	    " WHERE value = ?1 AND kind BETWEEN 6 AND 8)";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	*ordered = tcn_query_next(&q) && tcn_query_get_int(&q) != 0;
	return tcn_query_end(&q);
}
