#include "tools/serve/deliver/delivery.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/date.h"
#include "tools/base/json_out.h"
#include "tools/base/json_record.h"

#define TEXT_CHARS ((size_t)1000000)

unsigned
tcn_delivery_state(const char *name)
{
	int i = tcn_field_word_find(tcn_outbox_states, tcn_str(name));

	return i < 0 ? 0 : 1u << i;
}

/* --- JSON --- */

static void
json_text(const char *key, struct tcn_str s, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	tcn_json_record_text(out, key, s, TEXT_CHARS, TCN_FIELD_PLAIN, arena);
}

/* The body line by line: a mail has many. */
static void
json_lines(struct tcn_str body, struct tcn_arena *arena, struct tcn_buf *out)
{
	tcn_json_open(out, "lines", '[');
	while (body.n) {
		const char *end = memchr(body.at, '\n', body.n);
		size_t n = end ? (size_t)(end - body.at) : body.n;

		json_text(NULL, (struct tcn_str){ body.at, n }, arena, out);
		body.at += n + (end != NULL);
		body.n -= n + (end != NULL);
	}
	tcn_json_close(out, ']');
}

enum tcn_rc
tcn_delivery_json(const struct tcn_store *store,
    const struct tcn_outbox_message *m, bool whole, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct tcn_buf key = { 0 };
	enum tcn_rc rc = TCN_OK;

	assert(store && m && arena);
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "id", m->id);
	tcn_buf_printf(&key, "%.*s-%" PRIu32, TCN_STR_ARG(m->event),
	    m->revision);
	if (m->step)
		tcn_buf_printf(&key, ".%" PRIu32, m->step);
	tcn_buf_printf(&key, "-%.*s", TCN_STR_ARG(m->receiver));
	json_text("key", tcn_buf_view(&key), arena, out);
	tcn_buf_fini(&key);
	tcn_json_record(out, &tcn_outbox_record, m, arena);
	if (whole) {
		struct tcn_outbox_attempt_list tries;

		rc = tcn_outbox_attempts(store, m->id, arena, &tries);
		tcn_json_open(out, "tries", '[');
		for (size_t i = 0; !rc && i < tries.n; i++)
			tcn_json_object(out, NULL, &tcn_outbox_attempt_record,
			    &tries.at[i], arena);
		tcn_json_close(out, ']');
		json_text("body", m->body, arena, out);
		json_lines(m->body, arena, out);
	}
	tcn_json_close(out, '}');
	return rc;
}
