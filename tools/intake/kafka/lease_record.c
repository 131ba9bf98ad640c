#include "tools/intake/kafka/lease_record.h"

#include <inttypes.h>
#include <string.h>

#include "tools/base/json_in.h"
#include "tools/base/json_out.h"

static const char *const kinds[] = {
	[TCN_LEASE_CLAIM] = "claim",
	[TCN_LEASE_RENEW] = "renew",
	[TCN_LEASE_RESIGN] = "resign",
};

#define KINDS (sizeof kinds / sizeof *kinds)
#define END   "end" /* of a message */
#define REACH "events"

/* Numbers of a record are whole and not negative; -1 is left out. */
static void
add_number(struct tcn_buf *out, const char *name, int64_t n)
{
	if (n >= 0)
		tcn_json_uint(out, name, (uint64_t)n);
}

static void
add_text(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	if (text.n)
		tcn_json_str(out, name, text);
}

void
tcn_lease_record_write(const struct tcn_lease_record *record,
    const struct tcn_lease_place *place, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str(kinds[record->kind]));
	tcn_json_uint(out, "epoch", record->epoch);
	tcn_json_str(out, "by", tcn_str(record->by));
	if (record->kind == TCN_LEASE_CLAIM)
		add_number(out, "after", record->after);
	add_number(out, "wrote", record->wrote_ms);
	add_text(out, "host", place->host);
	add_text(out, "url", place->url);
	tcn_json_close(out, '}');
}

void
tcn_lease_record_write_end(const struct tcn_outbox_end *end,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str(END));
	tcn_json_str(out, "event", end->event);
	tcn_json_uint(out, "revision", end->revision);
	tcn_json_uint(out, "step", end->step);
	tcn_json_str(out, "receiver", end->receiver);
	tcn_json_str(out, "state", tcn_str(tcn_outbox_states[end->state]));
	add_number(out, "at", end->at_ms);
	add_text(out, "why", end->why);
	add_text(out, "handle", end->handle);
	tcn_json_close(out, '}');
}

void
tcn_lease_record_write_reach(const struct tcn_lease_reach *reach,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str(REACH));
	tcn_json_str(out, "event", tcn_str(reach->event));
	tcn_json_uint(out, "revision", reach->revision);
	tcn_json_close(out, '}');
}

void
tcn_lease_reach_text(const struct tcn_lease_reach *reach, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%s %" PRIu32, reach->event, reach->revision);
}

/* --- reading --- */

struct tcn_lease_reach
tcn_lease_reach_read(struct tcn_str text)
{
	struct tcn_lease_reach reach = { .event = "" };
	const char *blank = text.n ? memchr(text.at, ' ', text.n) : NULL;
	uint64_t revision = 0;
	size_t n = blank ? (size_t)(blank - text.at) : 0;

	if (!n || n >= sizeof reach.event)
		return reach;
	for (size_t i = n + 1; i < text.n && revision <= UINT32_MAX; i++) {
		if (text.at[i] < '0' || text.at[i] > '9')
			return reach;
		revision = revision * 10 + (uint64_t)(text.at[i] - '0');
	}
	if (revision > UINT32_MAX)
		return reach;
	memcpy(reach.event, text.at, n);
	reach.revision = (uint32_t)revision;
	return reach;
}

/* The place of a text in a list of n, or n. */
static size_t
find(struct tcn_str text, const char *const *names, size_t n)
{
	size_t i = 0;

	while (i < n && !tcn_str_equal(text, tcn_str(names[i])))
		i++;
	return i;
}

static int64_t
number(const struct tcn_json_value *object, const char *name)
{
	struct tcn_json_value value = tcn_json_member(object, name);

	return value.kind == TCN_JSON_NUMBER
	    ? (int64_t)tcn_json_in_uint(object, name)
	    : -1;
}

static enum tcn_rc
read_lease(const struct tcn_json_value *object, size_t kind,
    struct tcn_lease_entry *entry, struct tcn_err *err)
{
	struct tcn_lease_record *record = &entry->lease;
	struct tcn_str by = tcn_json_in_str(object, "by");

	record->kind = (enum tcn_lease_kind)kind;
	record->epoch = tcn_json_in_uint(object, "epoch");
	if (!record->epoch || !by.n || by.n >= sizeof record->by ||
	    memchr(by.at, '\0', by.n))
		return tcn_err_set(err, TCN_INVALID,
		    "a record of the lease needs an epoch, and in \"by\" the "
		    "detector that wrote it");
	memcpy(record->by, by.at, by.n);
	record->after = number(object, "after");
	record->wrote_ms = number(object, "wrote");
	entry->place.host = tcn_json_in_str(object, "host");
	entry->place.url = tcn_json_in_str(object, "url");
	return TCN_OK;
}

static enum tcn_rc
read_end(const struct tcn_json_value *object, struct tcn_lease_entry *entry,
    struct tcn_err *err)
{
	static const enum tcn_outbox_state states[] = { TCN_OUTBOX_SENT,
		TCN_OUTBOX_DEAD, TCN_OUTBOX_SUPERSEDED, TCN_OUTBOX_DROPPED };
	const char *names[sizeof states / sizeof *states];
	const size_t n = sizeof states / sizeof *states;
	struct tcn_outbox_end *end = &entry->end;
	uint64_t revision = tcn_json_in_uint(object, "revision");
	uint64_t step = tcn_json_in_uint(object, "step");
	size_t state;

	for (size_t i = 0; i < n; i++)
		names[i] = tcn_outbox_states[states[i]];
	state = find(tcn_json_in_str(object, "state"), names, n);
	end->event = tcn_json_in_str(object, "event");
	end->receiver = tcn_json_in_str(object, "receiver");
	if (state == n || !end->event.n || !end->receiver.n || !revision ||
	    revision > UINT32_MAX || step > UINT32_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "the end of a message needs its event, revision, receiver "
		    "and state");
	entry->what = TCN_LEASE_OF_MESSAGE;
	end->state = states[state];
	end->revision = (uint32_t)revision;
	end->step = (uint32_t)step;
	end->at_ms = number(object, "at");
	end->why = tcn_json_in_str(object, "why");
	end->handle = tcn_json_in_str(object, "handle");
	return TCN_OK;
}

enum tcn_rc
tcn_lease_record_parse(struct tcn_str value, struct tcn_arena *arena,
    struct tcn_lease_entry *entry, struct tcn_err *err)
{
	struct tcn_json_value object;
	struct tcn_str kind;
	size_t i;
	enum tcn_rc rc = tcn_json_read(value, arena, &object, err);

	*entry = (struct tcn_lease_entry){ 0 };
	if (rc)
		return rc;
	kind = tcn_json_in_str(&object, "kind");
	i = find(kind, kinds, KINDS);
	if (i < KINDS)
		return read_lease(&object, i, entry, err);
	if (tcn_str_equal(kind, tcn_str(END)))
		return read_end(&object, entry, err);
	if (tcn_str_equal(kind, tcn_str(REACH))) {
		struct tcn_str event = tcn_json_in_str(&object, "event");
		uint64_t revision = tcn_json_in_uint(&object, "revision");

		if (!event.n || event.n >= sizeof entry->reach.event ||
		    memchr(event.at, '\0', event.n) || !revision ||
		    revision > UINT32_MAX)
			return tcn_err_set(err, TCN_INVALID,
			    "a record of how far events were written needs an "
			    "event and its revision");
		entry->what = TCN_LEASE_OF_EVENTS;
		memcpy(entry->reach.event, event.at, event.n);
		entry->reach.revision = (uint32_t)revision;
		return TCN_OK;
	}
	return tcn_err_set(err, TCN_INVALID, "there is no record of that kind");
}
