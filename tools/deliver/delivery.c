#include "tools/deliver/delivery.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/date.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"

#define TEXT_CHARS ((size_t)1000000)

unsigned
tcn_delivery_state(const char *name)
{
	for (int i = 0; i < TCN_OUTBOX_STATES; i++)
		if (strcmp(name,
			tcn_outbox_state_name((enum tcn_outbox_state)i)) == 0)
			return 1u << i;
	return 0;
}

static void
add_key(const struct tcn_outbox_message *m, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%.*s-%" PRIu32, TCN_STR_ARG(m->event),
	    m->revision);
	if (m->step)
		tcn_buf_printf(out, ".%" PRIu32, m->step);
	tcn_buf_printf(out, "-%.*s", TCN_STR_ARG(m->receiver));
}

/* --- JSON --- */

static enum tcn_rc
json_text(const char *key, struct tcn_str s, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_str clean;

	if (!tcn_safe_text(arena, s, TEXT_CHARS, &clean))
		return TCN_NOMEM;
	tcn_json_str(out, key, clean);
	return TCN_OK;
}

static enum tcn_rc
json_tries(const struct tcn_store *store, uint64_t id, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_outbox_attempt_list tries;
	enum tcn_rc rc = tcn_outbox_attempts(store, id, arena, &tries);

	tcn_json_open(out, "tries", '[');
	for (size_t i = 0; !rc && i < tries.n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_time(out, "at", tries.at[i].at_ms);
		tcn_json_seconds(out, "took", tries.at[i].took_ms);
		tcn_json_uint(out, "status", (uint64_t)tries.at[i].status);
		rc = json_text("error", tries.at[i].error, arena, out);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	return rc;
}

/* The body line by line: a mail has many. */
static enum tcn_rc
json_lines(struct tcn_str body, struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(out, "lines", '[');
	while (!rc && body.n) {
		const char *end = memchr(body.at, '\n', body.n);
		size_t n = end ? (size_t)(end - body.at) : body.n;

		rc =
		    json_text(NULL, (struct tcn_str){ body.at, n }, arena, out);
		body.at += n + (end != NULL);
		body.n -= n + (end != NULL);
	}
	tcn_json_close(out, ']');
	return rc;
}

static enum tcn_rc
json_texts(const struct tcn_outbox_message *m, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	const struct {
		const char *key;
		struct tcn_str s;
	} texts[] = {
		{ "event", m->event },
		{ "rule", m->rule },
		{ "desk", m->desk },
		{ "receiver", m->receiver },
		{ "why", m->why },
		{ "error", m->error },
		{ "handle", m->handle },
	};
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < sizeof texts / sizeof *texts; i++)
		rc = json_text(texts[i].key, texts[i].s, arena, out);
	return rc;
}

enum tcn_rc
tcn_delivery_json(const struct tcn_store *store,
    const struct tcn_outbox_message *m, bool whole, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_buf key = { 0 };
	enum tcn_rc rc;

	assert(store && m && arena);
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "id", m->id);
	add_key(m, &key);
	rc = json_text("key", tcn_buf_view(&key), arena, out);
	tcn_buf_fini(&key);
	if (!rc)
		rc = json_texts(m, arena, out);
	tcn_json_uint(out, "revision", m->revision);
	tcn_json_str(out, "state", tcn_str(tcn_outbox_state_name(m->state)));
	tcn_json_str(out, "held_by", tcn_str(tcn_outbox_hold_name(m->held_by)));
	tcn_json_uint(out, "digest", m->digest);
	tcn_json_uint(out, "silence", m->silence);
	tcn_json_time(out, "created_at", m->created_ms);
	tcn_json_time(out, "due_at", m->due_ms);
	tcn_json_time(out, "done_at", m->done_ms);
	tcn_json_uint(out, "tried", m->tries);
	if (!rc && whole)
		rc = json_tries(store, m->id, arena, out);
	if (!rc && whole)
		rc = json_text("body", m->body, arena, out);
	if (!rc && whole)
		rc = json_lines(m->body, arena, out);
	tcn_json_close(out, '}');
	return out->failed ? TCN_NOMEM : rc;
}
