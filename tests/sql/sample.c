#include "tests/sql/sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sql/db.h"
#include "sql/store_check.h"
#include "sql/store_desk.h"
#include "sql/store_reasons.h"
#include "sql/store_silences.h"
#include "tests/base/store_digest.h"
#include "tools/base/scratch.h"

static char folder[32];
static char path[64];

void
sample_must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "sample: %s\n", what);
	abort();
}

const char *
sample_path(void)
{
	if (!path[0]) {
		tcn_scratch_name(folder, sizeof folder, ".");
		sample_must(mkdtemp(folder) != NULL, "no folder");
		snprintf(path, sizeof path, "%s/t.db", folder);
	}
	return path;
}

void
sample_unlink(void)
{
	static const char *const tails[] = { "", "-wal", "-shm", "-journal" };
	char name[80];

	for (size_t i = 0; i < 4; i++) {
		snprintf(name, sizeof name, "%s%s", sample_path(), tails[i]);
		unlink(name);
	}
}

void
sample_clean(void)
{
	sample_unlink();
	rmdir(folder);
	path[0] = '\0';
}

static bool
is_copy(uint64_t seq)
{
	return seq % 4 == 0;
}

struct tcn_article
sample_article(uint64_t seq, char *buf)
{
	struct tcn_article a = {
		.source = TCN_STR("The Daily Sample"),
		.text = TCN_STR("The river rose above the old bridge at night. "
				"Nobody was hurt, the m\xc3\xa4yor said."),
		.category = TCN_STR("local"),
		.lang = TCN_STR("en"),
		.ts_ms = seq % 7 ? 1000000 + (int64_t)seq * 1000 : TCN_UNDATED,
		.key = { seq * 0x9e3779b97f4a7c15u, ~seq },
	};
	bool as_original = is_copy(seq) && seq % 8 == 0;

	snprintf(buf, 64, "item-%" PRIu64, seq);
	snprintf(buf + 64, 128, "http://sample.example/%" PRIu64, seq);
	snprintf(buf + 192, 128, "Flood number%" PRIu64 " in Sampletown",
	    as_original ? seq - 1 : seq);
	if (seq % 5 == 0) {
		a.category = tcn_str("");
		a.predicted = tcn_str("Local");
		a.margin = 1.5;
		a.probability = .75;
	}
	a.id = tcn_str(buf);
	a.url = tcn_str(buf + 64);
	if (seq % 3 == 0)
		a.image = tcn_str("https://sample.example/p.jpg");
	a.title = tcn_str(buf + 192);
	return a;
}

struct tcn_placement
sample_place(uint64_t seq)
{
	return (struct tcn_placement){
		.seq = seq,
		.ts_ms = 1000000 + (int64_t)seq * 1000,
		.fingerprint = seq * 0xd6e8feb86659fd93u,
		.has_fingerprint = seq % 5 != 0,
		.text_key = seq << 40,
		.publisher = seq % 3 ? ~(seq % 3) : 0,
		.duplicate_of = is_copy(seq) ? seq - 1 : 0,
		.origin = is_copy(seq) ? seq - 1 : seq,
		.excerpt_of = !is_copy(seq) && seq % 7 == 6 ? seq - 3 : 0,
		.text = seq % 7 == 6 ? 1
		    : is_copy(seq)   ? seq - 1
				     : seq,
		.shared = seq % 7 == 6 ? 11 : 0,
		.sentences = seq % 7 == 6 ? 14 : 0,
		.cluster = seq % 4 ? seq / 4 + 1 : 0,
		.story = (seq - 1) / SAMPLE_ITEMS * SAMPLE_ITEMS + 1,
		.distance = (uint8_t)(is_copy(seq) ? seq % 3 : 0),
	};
}

/* Every third text has shingles: the first of its sketch's numbers. */
struct tcn_sketch
sample_shingles(uint64_t seq, uint32_t numbers[8])
{
	uint32_t n = seq % 3 ? 0 : sample_sketch(seq, numbers).n;

	return tcn_shingles(numbers, n);
}

struct tcn_sketch
sample_sketch(uint64_t seq, uint32_t numbers[8])
{
	struct tcn_sketch sketch = { numbers, 0, (uint32_t)seq + 8 };

	for (uint64_t i = 0; i < seq % 8 && !is_copy(seq); i++)
		numbers[sketch.n++] = (uint32_t)(seq << 8 | i << 24);
	return sketch;
}

static enum tcn_rc
put_items(struct tcn_store_tx *tx, unsigned b)
{
	struct tcn_sketch sketch;
	uint32_t numbers[8];
	enum tcn_rc rc = TCN_OK;
	char buf[512];

	for (uint64_t i = 1; i <= SAMPLE_ITEMS && !rc; i++) {
		uint64_t seq = (uint64_t)b * SAMPLE_ITEMS + i;
		struct tcn_article a = sample_article(seq, buf);
		struct tcn_placement p = sample_place(seq);

		if (!p.has_fingerprint)
			p.fingerprint = 0;
		rc = tcn_store_put_article(tx, &a, "en", &p);
		sketch = sample_sketch(seq, numbers);
		if (!rc && sketch.n)
			rc = tcn_store_put_sketch(tx, seq, sketch,
			    sample_shingles(seq, numbers));
	}
	return rc;
}

/* Stories of batches 3, 7, ... go into the story before. */
static enum tcn_rc
put_stories(struct tcn_store_tx *tx, unsigned b, uint64_t first)
{
	const struct tcn_story_term terms[] = {
		{ TCN_STR("flood"), 0.75, 0 },
		{ TCN_STR("river"), 0.5, 0 },
		{ TCN_STR("bridge"), 1 / 3.0, 0 },
	};
	struct tcn_story s = { .id = first, .items = 1, .central = first };
	enum tcn_rc rc;

	s.first_ms = 1000000 + (int64_t)first * 1000;
	s.last_ms = s.first_ms + 1000;
	s.terms = terms;
	s.terms_n = 2;
	rc = tcn_store_put_story(tx, &s);
	s.last_ms += 6000;
	s.items = SAMPLE_ITEMS;
	s.origins = s.publishers = 3;
	s.terms_n = b % 2 ? 3 : 1;
	if (b % 4 == 3)
		s.merged_into = first - SAMPLE_ITEMS;
	s.closed = b % 2;
	return rc ? rc : tcn_store_put_story(tx, &s);
}

static enum tcn_rc
put_events(struct tcn_store_tx *tx, unsigned b, uint64_t first)
{
	const struct tcn_story_term terms[] = {
		{ TCN_STR("flood"), 2, 0 },
		{ TCN_STR("sampletown"), 0.1, 0 },
	};
	const uint64_t evidence[] = { first, first + 2, first + 3 };
	struct tcn_event e = {
		.rule = TCN_STR("story"),
		.story = first,
		.revision = 1,
		.state = TCN_EVENT_OPEN,
		.fired_ms = (int64_t)b * 100000,
		.changed_ms = (int64_t)b * 100000,
		.first_ms = 5,
		.last_ms = 6,
		.items = 3,
		.origins = 2,
		.publishers = 2,
		.central = first,
		.severity = (enum tcn_severity)(b % 5),
		.split_from = "event-0",
		.terms = terms,
		.terms_n = 2,
		.evidence = evidence,
		.evidence_n = 3,
	};
	const struct tcn_store_reason_row reason = {
		.more_than = 15,
		.within_ms = 1000,
		.on_topic_texts = b,
		.burst_ratio = 1.5,
		.top_burst_term = TCN_STR("flood"),
	};
	enum tcn_rc rc;

	snprintf(e.id, sizeof e.id, "event-%u", b);
	rc = tcn_store_put_event(tx, &e);
	if (!rc)
		rc = tcn_store_put_reason(tx, e.id, &reason);
	e.revision = 2;
	e.state = TCN_EVENT_CLOSED;
	e.why = TCN_EVENT_CHANGE_MERGED;
	snprintf(e.merged_into, sizeof e.merged_into, "event-%u", b - 1);
	e.changed_ms++;
	e.terms_n = 1;
	if (!rc && b % 2)
		rc = tcn_store_put_event(tx, &e);
	if (!rc)
		rc = tcn_store_put_report(tx, e.id, 1, "html",
		    tcn_str("<p>Flood"));
	return rc;
}

/* What people did about the event of this batch. */
static enum tcn_rc
put_desk(struct tcn_store_tx *tx, unsigned b)
{
	struct tcn_store_action a = {
		.at_ms = (int64_t)b * 100000 + 7,
		.author = TCN_STR("eva"),
		.kind =
		    (enum tcn_store_action_kind)(b % 2 ? TCN_STORE_ACTION_OWN
						       : TCN_STORE_ACTION_ACK),
		.value = tcn_str(b % 2 ? "anna" : ""),
	};
	struct tcn_silence s = {
		.kind = TCN_SILENCE_TERM,
		.value = TCN_STR("flood"),
		.author = TCN_STR("eva"),
		.created_ms = b,
		.expires_ms = (int64_t)b + 1000,
	};
	struct tcn_arena arena;
	enum tcn_store_act_result came;
	enum tcn_rc rc;
	bool found;

	snprintf(a.event, sizeof a.event, "event-%u", b);
	tcn_arena_init(&arena, 0);
	rc = tcn_store_put_action(tx, &a, &arena, &came);
	tcn_arena_fini(&arena);
	if (!rc)
		rc = tcn_store_put_silence(tx, &s);
	if (!rc && b % 2)
		rc = tcn_store_end_silence(tx, s.id, (int64_t)b + 5,
		    tcn_str("bob"), &found);
	return rc;
}

static enum tcn_rc
put_memory(struct tcn_store_tx *tx, unsigned b, uint64_t first)
{
	struct tcn_state_row state = { .kind = b % 3,
		.id = first << 60 | first };
	char bytes[300] = { 0 };
	enum tcn_rc rc;

	state.bytes = bytes;
	state.n = b * 7 % sizeof bytes;
	rc = tcn_store_put_state(tx, &state);
	state.id = 0;
	state.bytes = b % 2 ? NULL : "x";
	state.n = 1;
	if (!rc)
		rc = tcn_store_put_state(tx, &state);
	if (!rc)
		rc = tcn_store_put_meta(tx, "read",
		    b % 2 ? tcn_str("odd") : tcn_str("even"));
	return rc;
}

void
sample_sound(const struct tcn_store *st)
{
	struct tcn_err err = { 0 };

	sample_must(!tcn_store_memory_check(st, &err), err.text);
}

enum tcn_rc
sample_batch(struct tcn_store *st, unsigned b)
{
	uint64_t first = (uint64_t)b * SAMPLE_ITEMS + 1;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(st, &tx);

	if (!rc)
		rc = put_items(tx, b);
	if (!rc)
		rc = put_stories(tx, b, first);
	if (!rc)
		rc = put_events(tx, b, first);
	if (!rc)
		rc = put_desk(tx, b);
	if (!rc)
		rc = put_memory(tx, b, first);
	sample_sound(st);
	rc = tcn_store_end(st, rc);
	sample_sound(st);
	return rc;
}

struct tcn_store *
sample_store(unsigned batches)
{
	struct tcn_store *st;

	sample_must(!tcn_store_open(":memory:", TCN_STORE_CREATE, &st, NULL),
	    "no store");
	/* The product asks `check` of that, and does not pay for it a row. */
	sample_must(!tcn_db_exec(st, "PRAGMA foreign_keys = ON"),
	    "no references");
	for (unsigned b = 0; b < batches; b++)
		sample_must(!sample_batch(st, b), "no batch");
	return st;
}

static void
add_digest(void *ctx, const char *table, uint64_t rows, uint64_t digest)
{
	uint64_t *sum = ctx;

	(void)table;
	*sum = (*sum * 31 + rows) * 31 + digest;
}

enum tcn_rc
sample_digest(const struct tcn_store *st, uint64_t *digest)
{
	*digest = 0;
	return store_digest(st, add_digest, digest);
}

void
sample_digests(uint64_t *digests, unsigned n)
{
	struct tcn_store *st = sample_store(0);

	sample_must(!sample_digest(st, &digests[0]), "no digest");
	for (unsigned b = 0; b < n; b++) {
		sample_must(!sample_batch(st, b), "no batch");
		sample_must(!sample_digest(st, &digests[b + 1]), "no digest");
		for (unsigned i = 0; i <= b; i++)
			sample_must(digests[i] != digests[b + 1],
			    "two batches with one digest");
	}
	tcn_store_close(st);
}
