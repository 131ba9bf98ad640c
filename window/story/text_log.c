#include "window/story/text_log.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/base/state.h"
#include "window/story/reported_texts.h"

void
tcn_text_log_init(struct tcn_text_log *log)
{
	*log = (struct tcn_text_log){
		.base = 1,
		.first = 1,
		.next = 1,
		.saved_first = 1,
		.saved_next = 1,
	};
}

void
tcn_text_log_fini(struct tcn_text_log *log)
{
	tcn_mem_free(log->entries);
	tcn_map_fini(&log->latest);
}

const struct tcn_text_log_entry *
tcn_text_log_get(const struct tcn_text_log *log, uint64_t number)
{
	return number >= log->first && number < log->next
	    ? &log->entries[number - log->base]
	    : NULL;
}

uint64_t
tcn_text_log_find(const struct tcn_text_log *log, uint64_t text)
{
	const uint64_t *number = tcn_map_find(&log->latest, text);

	return number ? *number : 0;
}

void
tcn_text_log_expire(struct tcn_text_log *log, int64_t before_ms)
{
	while (log->first < log->next) {
		const struct tcn_text_log_entry *entry =
		    tcn_text_log_get(log, log->first);

		if (entry->at_ms > before_ms &&
		    log->next - log->first < TCN_REPORTED_TEXTS_MAX)
			return;
		if (tcn_text_log_find(log, entry->text) == log->first)
			tcn_map_remove(&log->latest, entry->text);
		log->first++;
	}
}

void
tcn_text_log_add(struct tcn_text_log *log, uint64_t text, uint64_t story,
    int64_t at_ms)
{
	size_t n = (size_t)(log->next - log->first);
	size_t head = (size_t)(log->first - log->base);
	struct tcn_text_log_entry *entries = log->entries;
	uint64_t *latest;

	assert(text && log->base <= log->first && log->first <= log->next);
	if (head > n) {
		/* moves fewer entries than have gone since the last move */
		memmove(entries, entries + head, n * sizeof *entries);
		log->base = log->first;
		head = 0;
	}
	entries =
	    tcn_mem_grow(entries, &log->cap, head + n + 1, sizeof *entries);
	log->entries = entries;
	tcn_map_put(&log->latest, text, &latest, NULL);
	entries[head + n] =
	    (struct tcn_text_log_entry){ text, story, at_ms, *latest };
	*latest = log->next++;
}

void
tcn_text_log_note_number(struct tcn_text_log *log, uint64_t number)
{
	if (log->first == log->next && number > log->next)
		log->base = log->first = log->next = number;
}

/* How many entries are reached from this one, of its text, going back. */
static uint64_t
chain_length(const struct tcn_text_log *log, uint64_t number)
{
	uint64_t text = tcn_text_log_get(log, number)->text, n = 0;
	const struct tcn_text_log_entry *entry;

	while ((entry = tcn_text_log_get(log, number))) {
		if (entry->text != text || entry->before >= number)
			break;
		number = entry->before;
		n++;
	}
	return n;
}

bool
tcn_text_log_check(const struct tcn_text_log *log, const char **why)
{
	uint64_t texts = 0, entries = 0;

	*why = "the numbers of the text log are out of order";
	if (!log->base || log->base > log->first || log->first > log->next)
		return false;
	*why = "the text log has lost a text";
	for (uint64_t i = log->first; i < log->next; i++) {
		if (tcn_text_log_find(log, tcn_text_log_get(log, i)->text) != i)
			continue;
		texts++;
		entries += chain_length(log, i);
	}
	/* Chains of two texts have no entry in common. */
	return texts == log->latest.n && entries == log->next - log->first;
}

#define ENTRY(...) TCN_STATE_FIELD(struct tcn_text_log_entry, __VA_ARGS__)

static const struct tcn_state_field entry_fields[] = {
	ENTRY(text),
	ENTRY(story),
	ENTRY(at_ms),
	{ 0 },
};

void
tcn_text_log_encode(const struct tcn_text_log_entry *entry, struct tcn_buf *buf)
{
	tcn_state_put_fields(buf, entry_fields, entry);
}

enum tcn_rc
tcn_text_log_decode(struct tcn_text_log *log, uint64_t number,
    struct tcn_state_in *in)
{
	struct tcn_text_log_entry entry;

	tcn_state_get_fields(in, entry_fields, &entry);
	if (in->failed || !entry.text || number == 0 || number > INT64_MAX)
		return TCN_CORRUPT;
	if (log->first == log->next)
		log->base = log->first = log->next = number;
	if (number != log->next ||
	    log->next - log->first >= TCN_REPORTED_TEXTS_MAX)
		return TCN_CORRUPT;
	tcn_text_log_add(log, entry.text, entry.story, entry.at_ms);
	return TCN_OK;
}

void
tcn_text_log_saved(struct tcn_text_log *log)
{
	log->saved_first = log->first;
	log->saved_next = log->next;
}

size_t
tcn_text_log_bytes(const struct tcn_text_log *log)
{
	return log->cap * sizeof *log->entries + tcn_map_bytes(&log->latest);
}
