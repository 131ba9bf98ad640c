#include "tools/serve/live/sse_message.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/store_now.h"

struct tcn_sse_message {
	size_t refs, n;
	char bytes[];
};

static void
unref(const void *bytes, size_t n, void *of)
{
	struct tcn_sse_message *m = of;

	(void)bytes, (void)n;
	assert(m->refs > 0);
	if (--m->refs == 0)
		tcn_mem_free(m);
}

bool
tcn_sse_message_add(struct tcn_sse_message *m, struct evbuffer *buffer)
{
	if (evbuffer_add_reference(buffer, m->bytes, m->n, unref, m) != 0)
		return false;
	m->refs++;
	return true;
}

/*
 * What follows the head that a listener's message has of its own: the object's
 * members, on one line, as JSON takes any white space between its parts.
 */
static struct tcn_sse_message *
make(struct tcn_str data)
{
	static const char end[] = "\n\n";
	size_t n = data.n - 1 + sizeof end - 1;
	struct tcn_sse_message *m = tcn_mem_alloc(sizeof *m + n);

	m->refs = 1;
	m->n = n;
	for (size_t i = 1; i < data.n; i++)
		m->bytes[i - 1] =
		    (char)(data.at[i] == '\n' || data.at[i] == '\r'
			    ? ' '
			    : data.at[i]);
	memcpy(m->bytes + data.n - 1, end, sizeof end - 1);
	return m;
}

enum tcn_rc
tcn_sse_messages_get(struct tcn_sse_messages *messages,
    const struct tcn_sse_conf *conf, const struct tcn_store_told *told,
    enum tcn_sse_view view, struct tcn_sse_message **message)
{
	struct tcn_buf data = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	assert((size_t)view < sizeof messages->at / sizeof *messages->at);
	*message = messages->at[view];
	if (messages->made[view])
		return TCN_OK;
	tcn_arena_init(&arena, 0);
	rc = conf->write(conf->ctx, told, view, &arena, &data);
	/* An object without members could not follow the head. */
	if (!rc && data.n > 2)
		messages->at[view] = make(tcn_buf_view(&data));
	messages->made[view] = !rc;
	tcn_buf_fini(&data);
	tcn_arena_fini(&arena);
	*message = messages->at[view];
	return rc;
}

enum tcn_rc
tcn_sse_messages_event(struct tcn_sse_messages *messages,
    const struct tcn_store *store, const struct tcn_store_told *told,
    struct tcn_event **event)
{
	enum tcn_rc rc = TCN_OK;
	int64_t since_ms;
	bool open;

	if (!messages->looked) {
		messages->looked = true;
		tcn_arena_init(&messages->arena, 0);
		if (told->event[0])
			rc = tcn_store_event_brief(store, told->event,
			    &messages->arena, &messages->event, &since_ms,
			    &open);
	}
	*event = messages->event;
	return rc;
}

void
tcn_sse_messages_clear(struct tcn_sse_messages *messages)
{
	for (size_t i = 0; i < sizeof messages->at / sizeof *messages->at; i++)
		if (messages->at[i])
			unref(NULL, 0, messages->at[i]);
	if (messages->looked)
		tcn_arena_fini(&messages->arena);
	*messages = (struct tcn_sse_messages){ 0 };
}

const char *
tcn_sse_message_kind(const struct tcn_store_told *told)
{
	if (told->kind != TCN_STORE_TOLD_EVENT)
		return tcn_store_told_name(told->kind);
	return told->number == 1 ? "alert" : "update";
}
