/*
 * Events that are known, as rows, and back: fixed fields without pointers and
 * without padding, then the languages, then the rule's name.
 */
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "rules/life_internal.h"

struct saved {
	uint64_t group, opened_seq, story, central;
	int64_t seen_ms, keep_ms, fired_ms, changed_ms, first_ms, last_ms;
	uint32_t told, told_publishers, touched, need;
	uint32_t pending, ended, langs_n;
	uint32_t revision, state, severity, why;
	uint32_t items, origins, publishers, name_n, zero;
	char id[TCN_EVENT_ID_BYTES];
	char split_from[TCN_EVENT_ID_BYTES];
	struct tcn_live_lang langs[TCN_LIVE_LANGS];
};

_Static_assert(sizeof(struct saved) ==
	10 * 8 + 16 * 4 + 2 * TCN_EVENT_ID_BYTES + TCN_LIVE_LANGS * 12,
    "no padding");

/* An event's id never changes, its group may. */
uint64_t
tcn_live_row(const struct tcn_event *event)
{
	return XXH3_64bits(event->id, strlen(event->id));
}

static void
save(const struct tcn_live *live, struct tcn_buf *buf)
{
	const struct tcn_event *e = &live->event;
	struct saved s = {
		.group = live->group,
		.opened_seq = live->opened_seq,
		.story = e->story,
		.central = e->central,
		.seen_ms = live->seen_ms,
		.keep_ms = live->keep_ms,
		.fired_ms = e->fired_ms,
		.changed_ms = e->changed_ms,
		.first_ms = e->first_ms,
		.last_ms = e->last_ms,
		.told = live->told,
		.told_publishers = live->told_publishers,
		.touched = live->touched,
		.need = live->need,
		.pending = live->pending,
		.ended = live->ended,
		.langs_n = live->langs_n,
		.revision = e->revision,
		.state = e->state,
		.severity = e->severity,
		.why = e->why,
		.items = e->items,
		.origins = e->origins,
		.publishers = e->publishers,
		.name_n = (uint32_t)e->rule.n,
	};

	memcpy(s.id, e->id, sizeof s.id);
	memcpy(s.split_from, e->split_from, sizeof s.split_from);
	memcpy(s.langs, live->langs, sizeof s.langs);
	tcn_buf_add(buf, &s, sizeof s);
	tcn_buf_add(buf, e->rule.at, e->rule.n);
}

static enum tcn_rc
save_gone(struct tcn_life *life, uint32_t kind, tcn_state_fn *sink, void *ctx)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < life->gone_n && !rc; i++) {
		struct tcn_state row = { .kind = kind, .id = life->gone[i] };

		rc = sink(ctx, &row);
	}
	return rc;
}

static enum tcn_rc
save_list(const struct tcn_live_heap *heap, uint32_t kind,
    struct tcn_buf *bytes, tcn_state_fn *sink, void *ctx)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < heap->n && !rc; i++) {
		struct tcn_live *live = heap->at[i];
		struct tcn_state row = {
			.kind = kind,
			.id = tcn_live_row(&live->event),
		};

		if (!live->dirty)
			continue;
		tcn_buf_clear(bytes);
		save(live, bytes);
		row.bytes = bytes->at;
		row.n = bytes->n;
		rc = bytes->failed ? TCN_NOMEM : sink(ctx, &row);
	}
	return rc;
}

static void
note_saved(struct tcn_live_heap *heap)
{
	for (size_t i = 0; i < heap->n; i++) {
		heap->at[i]->dirty = false;
		heap->at[i]->saved = true;
	}
}

enum tcn_rc
tcn_life_save(struct tcn_life *life, uint32_t kind, tcn_state_fn *sink,
    void *ctx)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = save_gone(life, kind, sink, ctx);

	if (!rc)
		rc = save_list(&life->alive, kind, &bytes, sink, ctx);
	if (!rc)
		rc = save_list(&life->resting, kind, &bytes, sink, ctx);
	tcn_buf_fini(&bytes);
	if (rc)
		return rc;
	life->gone_n = 0;
	note_saved(&life->alive);
	note_saved(&life->resting);
	return TCN_OK;
}

static struct tcn_event
load_event(const struct saved *s)
{
	struct tcn_event event = {
		.story = s->story,
		.severity = s->severity,
		.why = s->why,
		.revision = s->revision,
		.state = s->state,
		.fired_ms = s->fired_ms,
		.changed_ms = s->changed_ms,
		.first_ms = s->first_ms,
		.last_ms = s->last_ms,
		.items = s->items,
		.origins = s->origins,
		.publishers = s->publishers,
		.central = s->central,
	};

	memcpy(event.id, s->id, sizeof s->id - 1);
	memcpy(event.split_from, s->split_from, sizeof s->split_from - 1);
	return event;
}

static void
load(struct tcn_live *live, const struct saved *s, const char *name)
{
	*live = (struct tcn_live){
		.group = s->group,
		.opened_seq = s->opened_seq,
		.seen_ms = s->seen_ms,
		.keep_ms = s->keep_ms,
		.told = s->told,
		.told_publishers = s->told_publishers,
		.touched = s->touched,
		.need = s->need,
		.pending = s->pending,
		.langs_n = s->langs_n,
		.ended = s->ended,
		.saved = true,
		.event = load_event(s),
	};
	memcpy(live->langs, s->langs, sizeof s->langs);
	for (size_t i = 0; i < TCN_LIVE_LANGS; i++)
		live->langs[i].code[sizeof live->langs->code - 1] = '\0';
	memcpy(live->name, name, s->name_n);
	live->event.rule = (struct tcn_str){ live->name, s->name_n };
	live->rule_key = tcn_life_rule_key(live->event.rule);
}

enum tcn_rc
tcn_life_restore(struct tcn_life *life, const void *bytes, size_t n)
{
	struct saved s;
	struct tcn_live *live;
	enum tcn_rc rc;

	if (n < sizeof s)
		return TCN_CORRUPT;
	memcpy(&s, bytes, sizeof s);
	if (n - sizeof s != s.name_n || s.langs_n > TCN_LIVE_LANGS ||
	    s.state > TCN_EVENT_REOPENED || s.severity > TCN_SEVERITY_CRITICAL)
		return TCN_CORRUPT;
	live = tcn_malloc(sizeof *live + s.name_n);
	if (!live)
		return TCN_NOMEM;
	load(live, &s, (const char *)bytes + sizeof s);
	rc = tcn_life_find(life, live->rule_key, live->group) ||
		tcn_map_find(&life->by_id, tcn_live_row(&live->event))
	    ? TCN_CORRUPT
	    : tcn_live_enrol(life, live);
	if (rc)
		tcn_free(live);
	return rc;
}
