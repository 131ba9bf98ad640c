#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/base/state.h"
#include "window/pairs/pairs_impl.h"

/* An index is begun anew when it has so many times the items that its order is
 * of, and at the beginning as soon as there are so many. */
#define INDEX_GROWTH 4
#define INDEX_FIRST  64

/* ... and when it takes so large a part of the memory: its postings go as a
 * whole, with its last item. */
#define INDEX_SHARE 8

struct tcn_pairs *
tcn_pairs_new(const struct tcn_pairs_conf *conf)
{
	struct tcn_pairs *pairs = tcn_mem_calloc(1, sizeof *pairs);

	assert(conf->span_ms > 0 && conf->cosine > 0 && conf->cosine <= 1);
	pairs->conf = *conf;
	pairs->first = pairs->next = 1;
	pairs->saved_first = pairs->saved_next = 1;
	pairs->edge_ms = INT64_MIN;
	return pairs;
}

/* Bytes of a record's block. */
static size_t
block_bytes(const struct tcn_pairs_record *record)
{
	return record->n * (sizeof(uint64_t) + sizeof(uint16_t)) +
	    record->content_n * sizeof(uint64_t);
}

/* Gives back the oldest item, and the oldest index if it was its last. */
static void
drop_first(struct tcn_pairs *pairs)
{
	struct tcn_pairs_record *record = tcn_pairs_get(pairs, pairs->first);
	size_t bytes = block_bytes(record);
	struct tcn_pairs_index *index = pairs->oldest;

	for (uint32_t i = 0; i < record->n; i++)
		pairs->counts[tcn_pairs_cell(record->block[i])]--;
	tcn_slab_free(&pairs->slab, record->block, bytes);
	pairs->blocks_bytes -= tcn_slab_size(bytes);
	pairs->first++;
	if (index->to > pairs->first)
		return;
	pairs->oldest = index->next;
	if (!pairs->oldest)
		pairs->newest = NULL;
	tcn_pairs_index_free(index);
}

void
tcn_pairs_free(struct tcn_pairs *pairs)
{
	if (!pairs)
		return;
	while (pairs->first < pairs->next)
		drop_first(pairs);
	tcn_pairs_index_free(pairs->oldest); /* one that holds nothing yet */
	tcn_slab_fini(&pairs->slab);
	tcn_pairs_met_fini(&pairs->met);
	tcn_mem_free(pairs->records);
	tcn_mem_free(pairs);
}

/* By insertion: there are few, and half of them stand right. */
struct tcn_pairs_vector
tcn_pairs_vector(struct tcn_feature *features, size_t n,
    struct tcn_pairs_room *room)
{
	assert(n <= TCN_FEATURE_MAX);
	for (size_t i = 0; i < n; i++) {
		uint32_t weight = features[i].weight;
		size_t k = i;

		for (; k > 0 && room->ids[k - 1] > features[i].id; k--) {
			room->ids[k] = room->ids[k - 1];
			room->weights[k] = room->weights[k - 1];
		}
		assert(weight > 0);
		room->ids[k] = features[i].id;
		room->weights[k] =
		    weight < UINT16_MAX ? (uint16_t)weight : UINT16_MAX;
	}
	return (struct tcn_pairs_vector){ room->ids, room->weights,
		(uint32_t)n };
}

static uint64_t
squares_of(const struct tcn_pairs_vector *vector)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < vector->n; i++)
		sum += (uint64_t)vector->weights[i] * vector->weights[i];
	return sum;
}

/* 128 products of 32 bits fit. */
static uint64_t
product_of(const struct tcn_pairs_vector *a, const struct tcn_pairs_vector *b)
{
	uint64_t sum = 0;
	uint32_t i = 0, j = 0;

	while (i < a->n && j < b->n) {
		uint64_t x = a->ids[i], y = b->ids[j];

		if (x == y)
			sum += (uint64_t)a->weights[i] * b->weights[j];
		i += x <= y;
		j += y <= x;
	}
	return sum;
}

static double
cosine_of(uint64_t product, uint64_t a_squares, uint64_t b_squares)
{
	double lengths = sqrt((double)a_squares * (double)b_squares);
	double cosine = lengths > 0 ? (double)product / lengths : 0;

	return cosine < 1 ? cosine : 1;
}

static uint16_t *
weights_of(const struct tcn_pairs_record *record)
{
	return (uint16_t *)(record->block + record->n + record->content_n);
}

/* The item that a record holds, as a view of it. */
static struct tcn_pairs_item
item_of(const struct tcn_pairs_record *record)
{
	return (struct tcn_pairs_item){
		.seq = record->seq,
		.ts_ms = record->ts_ms,
		.publisher = record->publisher,
		.text = record->text,
		.words = record->words,
		.rare = record->rare,
		.is_table = record->is_table,
		.form = record->form,
		.shape = record->shape,
		.filling = record->filling,
		.vector = { record->block, weights_of(record), record->n },
		.content = {
			.at = record->block + record->n,
			.n = record->content_n,
			.full = record->content_full,
			.source = (enum tcn_content_source)record->source,
		},
	};
}

static size_t
pairs_bytes(const struct tcn_pairs *pairs)
{
	size_t bytes = sizeof *pairs + pairs->blocks_bytes +
	    pairs->cap * sizeof *pairs->records +
	    pairs->met.sums_cap * sizeof *pairs->met.sums +
	    pairs->met.places_cap * sizeof *pairs->met.places;

	for (const struct tcn_pairs_index *i = pairs->oldest; i; i = i->next)
		bytes += tcn_pairs_index_bytes(i);
	return bytes;
}

/* Room in the ring for one more. */
static void
grow_ring(struct tcn_pairs *pairs)
{
	size_t n = (size_t)(pairs->next - pairs->first);
	size_t cap = pairs->cap ? 2 * pairs->cap : 64;
	struct tcn_pairs_record *records;

	if (n < pairs->cap)
		return;
	records = tcn_mem_alloc(cap * sizeof *records);
	for (uint64_t i = pairs->first; i < pairs->next; i++)
		records[i & (cap - 1)] = *tcn_pairs_get(pairs, i);
	tcn_mem_free(pairs->records);
	pairs->records = records;
	pairs->cap = cap;
}

/* Whether the next item goes into a new index. */
static bool
wants_index(const struct tcn_pairs *pairs, int64_t ts_ms)
{
	const struct tcn_pairs_index *index = pairs->newest;
	uint64_t n, known;

	if (!index)
		return true;
	n = index->to - index->from;
	known = index->known < INDEX_FIRST ? INDEX_FIRST / INDEX_GROWTH
					   : index->known;
	return n >= INDEX_GROWTH * known ||
	    (n && ts_ms - index->begun_ms >= pairs->conf.span_ms) ||
	    (n && pairs->conf.cap_bytes &&
		tcn_pairs_index_bytes(index) >
		    pairs->conf.cap_bytes / INDEX_SHARE);
}

static void
begin_index(struct tcn_pairs *pairs, int64_t ts_ms)
{
	struct tcn_pairs_index *index;

	if (!wants_index(pairs, ts_ms))
		return;
	index = tcn_pairs_index_new(pairs->counts, pairs->next - pairs->first,
	    pairs->next, ts_ms);
	if (pairs->newest)
		pairs->newest->next = index;
	else
		pairs->oldest = index;
	pairs->newest = index;
}

/* Makes a record with a block of its own. */
static struct tcn_pairs_record
make_record(struct tcn_pairs *pairs, const struct tcn_pairs_item *item)
{
	const struct tcn_content *content = &item->content;
	struct tcn_pairs_record record = {
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.text = item->text,
		.squares = squares_of(&item->vector),
		.words = item->words,
		.rare = item->rare,
		.is_table = item->is_table,
		.form = item->form,
		.shape = item->shape,
		.filling = item->filling,
		.n = item->vector.n,
		.content_n = content->n,
		.content_full = content->full,
		.source = (uint8_t)content->source,
	};

	record.block = tcn_slab_alloc(&pairs->slab, block_bytes(&record));
	memcpy(record.block, item->vector.ids,
	    record.n * sizeof *item->vector.ids);
	if (content->n)
		memcpy(record.block + record.n, content->at,
		    content->n * sizeof *content->at);
	memcpy(weights_of(&record), item->vector.weights,
	    record.n * sizeof *item->vector.weights);
	return record;
}

void
tcn_pairs_insert(struct tcn_pairs *pairs, const struct tcn_pairs_item *item)
{
	struct tcn_pairs_record record;
	struct tcn_pairs_ranked ranked;

	assert(item->seq && item->vector.n <= TCN_FEATURE_MAX);
	if (!item->vector.n || item->ts_ms <= pairs->edge_ms)
		return;
	grow_ring(pairs);
	begin_index(pairs, item->ts_ms);
	record = make_record(pairs, item);
	tcn_pairs_index_rank(pairs->newest, &item->vector,
	    sqrt((double)record.squares), pairs->conf.cosine, &ranked);
	tcn_pairs_index_file(pairs->newest, &item->vector, &ranked);
	for (uint32_t i = 0; i < record.n; i++)
		pairs->counts[tcn_pairs_cell(record.block[i])]++;
	pairs->blocks_bytes += tcn_slab_size(block_bytes(&record));
	*tcn_pairs_get(pairs, pairs->next++) = record;
	while (pairs->conf.cap_bytes && pairs->next - pairs->first > 1 &&
	    pairs_bytes(pairs) > pairs->conf.cap_bytes) {
		drop_first(pairs);
		pairs->dropped++;
	}
}

/* The highest cosine first; of equal ones the first that came. */
static int
compare_hits(const void *left, const void *right)
{
	const struct tcn_pairs_hit *a = left, *b = right;

	if (a->cosine < b->cosine || a->cosine > b->cosine)
		return a->cosine > b->cosine ? -1 : 1;
	return (a->item.seq > b->item.seq) - (a->item.seq < b->item.seq);
}

/* What is looked for. */
struct question {
	const struct tcn_pairs_vector *vector;
	uint64_t squares;
	int64_t from_ms, to_ms;
};

static void
add_hit(struct tcn_pairs_hits *hits, const struct tcn_pairs_item *item,
    double cosine)
{
	hits->at =
	    tcn_mem_grow(hits->at, &hits->cap, hits->n + 1, sizeof *hits->at);
	hits->at[hits->n++] = (struct tcn_pairs_hit){ *item, cosine };
}

void
tcn_pairs_add_hit(struct tcn_pairs *pairs, uint64_t seq, double cosine,
    struct tcn_pairs_hits *hits)
{
	uint64_t from = pairs->first, to = pairs->next;
	const struct tcn_pairs_record *record;
	struct tcn_pairs_item item;

	while (from < to) {
		uint64_t middle = from + (to - from) / 2;

		if (tcn_pairs_get(pairs, middle)->seq < seq)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == pairs->next)
		return;
	record = tcn_pairs_get(pairs, from);
	if (record->seq != seq || record->ts_ms <= pairs->edge_ms)
		return;
	item = item_of(record);
	add_hit(hits, &item, cosine);
}

/* Compares with the items that an index has met. */
static void
compare_met(struct tcn_pairs *pairs, const struct tcn_pairs_index *index,
    const struct question *question, struct tcn_pairs_hits *hits)
{
	for (size_t i = 0; i < pairs->met.n; i++) {
		uint64_t number = index->from + pairs->met.places[i];
		const struct tcn_pairs_record *record;
		struct tcn_pairs_item item;
		double cosine;

		if (number < pairs->first)
			continue;
		record = tcn_pairs_get(pairs, number);
		if (record->ts_ms <= question->from_ms ||
		    record->ts_ms > question->to_ms ||
		    record->ts_ms <= pairs->edge_ms)
			continue;
		item = item_of(record);
		pairs->compared++;
		cosine = cosine_of(product_of(question->vector, &item.vector),
		    question->squares, record->squares);
		if (cosine < pairs->conf.cosine)
			continue;
		add_hit(hits, &item, cosine);
	}
}

void
tcn_pairs_find(struct tcn_pairs *pairs, const struct tcn_pairs_vector *vector,
    int64_t from_ms, int64_t to_ms, struct tcn_pairs_hits *hits)
{
	const struct question question = { vector, squares_of(vector), from_ms,
		to_ms };
	struct tcn_pairs_ranked ranked;

	assert(vector->n <= TCN_FEATURE_MAX);
	hits->n = 0;
	pairs->lookups++;
	for (struct tcn_pairs_index *index = pairs->oldest; index && vector->n;
	     index = index->next) {
		tcn_pairs_index_rank(index, vector,
		    sqrt((double)question.squares), pairs->conf.cosine,
		    &ranked);
		tcn_pairs_index_meet(index, vector, &ranked, pairs->conf.cosine,
		    pairs->first, &pairs->met);
		compare_met(pairs, index, &question, hits);
	}
	if (hits->n)
		qsort(hits->at, hits->n, sizeof *hits->at, compare_hits);
	pairs->hits += hits->n;
}

void
tcn_pairs_expire(struct tcn_pairs *pairs, int64_t now_ms)
{
	int64_t edge_ms = now_ms - pairs->conf.span_ms;

	if (edge_ms <= pairs->edge_ms)
		return;
	pairs->edge_ms = edge_ms;
	while (pairs->first < pairs->next &&
	    tcn_pairs_get(pairs, pairs->first)->ts_ms <= edge_ms) {
		drop_first(pairs);
		pairs->expired++;
	}
}

void
tcn_pairs_stats(const struct tcn_pairs *pairs, struct tcn_pairs_stats *stats)
{
	*stats = (struct tcn_pairs_stats){
		.items = pairs->next - pairs->first,
		.bytes = pairs_bytes(pairs),
		.expired = pairs->expired,
		.dropped = pairs->dropped,
		.lookups = pairs->lookups,
		.hits = pairs->hits,
		.postings = pairs->met.postings,
		.compared = pairs->compared,
	};
	for (const struct tcn_pairs_index *i = pairs->oldest; i; i = i->next)
		stats->indexes++;
}

void
tcn_pairs_hits_fini(struct tcn_pairs_hits *hits)
{
	tcn_mem_free(hits->at);
	*hits = (struct tcn_pairs_hits){ 0 };
}

/* --- what a ring saves and takes back, and whether its invariants hold --- */

/* A row: so many numbers of 8 bytes, then ids, content keys and weights. */
enum {
	ROW_SEQ,
	ROW_TS,
	ROW_PUBLISHER,
	ROW_TEXT,
	ROW_WORDS,
	ROW_RARE,
	ROW_SHAPE,
	ROW_FILLING,
	ROW_TERMS,
	ROW_CONTENT,
	ROW_FULL,
	ROW_SOURCE, /* and ROW_TABLE, if it is one, and ROW_FORM times form */
	ROW_NUMBERS
};

#define ROW_TABLE 256
#define ROW_FORM  65536
#define FORM_MAX  1000 /* thousandths */

static void
encode(const struct tcn_pairs_item *item, struct tcn_buf *buf)
{
	const uint64_t numbers[ROW_NUMBERS] = {
		[ROW_SEQ] = item->seq,
		[ROW_TS] = (uint64_t)item->ts_ms,
		[ROW_PUBLISHER] = item->publisher,
		[ROW_TEXT] = item->text,
		[ROW_WORDS] = item->words,
		[ROW_RARE] = item->rare,
		[ROW_SHAPE] = item->shape,
		[ROW_FILLING] = item->filling,
		[ROW_TERMS] = item->vector.n,
		[ROW_CONTENT] = item->content.n,
		[ROW_FULL] = item->content.full,
		[ROW_SOURCE] = item->content.source |
		    (item->is_table ? ROW_TABLE : 0) |
		    (uint64_t)item->form * ROW_FORM,
	};

	tcn_buf_add(buf, numbers, sizeof numbers);
	tcn_buf_add(buf, item->vector.ids,
	    item->vector.n * sizeof *item->vector.ids);
	tcn_buf_add(buf, item->content.at,
	    item->content.n * sizeof *item->content.at);
	tcn_buf_add(buf, item->vector.weights,
	    item->vector.n * sizeof *item->vector.weights);
}

enum tcn_rc
tcn_pairs_save(struct tcn_pairs *pairs, tcn_state_fn *sink, void *ctx)
{
	bool changes = pairs->conf.note_changes;
	uint64_t from = changes && pairs->saved_next > pairs->first
	    ? pairs->saved_next
	    : pairs->first;
	struct tcn_state_out out = { .fn = sink, .ctx = ctx };

	for (uint64_t i = pairs->saved_first;
	     changes && i < pairs->first && i < pairs->saved_next; i++)
		tcn_state_put(&out, TCN_STATE_PAIR, i);
	for (uint64_t i = from; i < pairs->next && !out.rc; i++) {
		struct tcn_pairs_item item = item_of(tcn_pairs_get(pairs, i));

		encode(&item, &out.row);
		tcn_state_put(&out, TCN_STATE_PAIR, i);
	}
	if (!out.rc) {
		pairs->saved_first = pairs->first;
		pairs->saved_next = pairs->next;
	}
	return tcn_state_end(&out);
}

/* The numbers of a row that are not what they can be. */
static bool
is_damaged(const uint64_t *numbers, size_t n)
{
	uint64_t terms = numbers[ROW_TERMS], keys = numbers[ROW_CONTENT];

	return !numbers[ROW_SEQ] || !terms || terms > TCN_FEATURE_MAX ||
	    keys > TCN_CONTENT_MAX || numbers[ROW_FULL] < keys ||
	    numbers[ROW_FULL] > UINT32_MAX || numbers[ROW_WORDS] > UINT32_MAX ||
	    numbers[ROW_RARE] > UINT32_MAX ||
	    numbers[ROW_SOURCE] / ROW_FORM > FORM_MAX ||
	    (numbers[ROW_SOURCE] % ROW_FORM & ~(uint64_t)ROW_TABLE) >
	    TCN_CONTENT_TAGGER ||
	    n != (ROW_NUMBERS + terms + keys) * 8 + terms * 2;
}

/* Reads n numbers that must ascend by `step` at least. */
static bool
get_ascending(struct tcn_state_in *in, uint64_t n, uint64_t step,
    uint64_t *list)
{
	tcn_state_get_bytes(in, list, n * sizeof *list);
	for (uint64_t i = 1; i < n; i++)
		if (list[i] / step <= list[i - 1] / step)
			return false;
	return true;
}

enum tcn_rc
tcn_pairs_restore(struct tcn_pairs *pairs, const struct tcn_state_row *row)
{
	struct tcn_state_in in = { .at = row->bytes, .left = row->n };
	uint64_t numbers[ROW_NUMBERS], keys[TCN_CONTENT_MAX];
	struct tcn_pairs_room room;
	struct tcn_pairs_item item;

	tcn_state_get_bytes(&in, numbers, sizeof numbers);
	if (in.failed || row->id < pairs->next || is_damaged(numbers, row->n) ||
	    !get_ascending(&in, numbers[ROW_TERMS], 1, room.ids) ||
	    !get_ascending(&in, numbers[ROW_CONTENT], 8, keys))
		return TCN_CORRUPT;
	tcn_state_get_bytes(&in, room.weights,
	    numbers[ROW_TERMS] * sizeof *room.weights);
	for (uint64_t i = 0; i < numbers[ROW_TERMS]; i++)
		if (!room.weights[i])
			return TCN_CORRUPT;
	item = (struct tcn_pairs_item){
		.seq = numbers[ROW_SEQ],
		.ts_ms = (int64_t)numbers[ROW_TS],
		.publisher = numbers[ROW_PUBLISHER],
		.text = numbers[ROW_TEXT],
		.words = (uint32_t)numbers[ROW_WORDS],
		.rare = (uint32_t)numbers[ROW_RARE],
		.is_table = (numbers[ROW_SOURCE] & ROW_TABLE) != 0,
		.form = (uint16_t)(numbers[ROW_SOURCE] / ROW_FORM),
		.shape = numbers[ROW_SHAPE],
		.filling = numbers[ROW_FILLING],
		.vector = { room.ids, room.weights,
		    (uint32_t)numbers[ROW_TERMS] },
		.content = { .at = keys,
		    .n = (uint32_t)numbers[ROW_CONTENT],
		    .full = (uint32_t)numbers[ROW_FULL],
		    .source = (enum tcn_content_source)(numbers[ROW_SOURCE] %
			ROW_TABLE) },
	};
	if (pairs->first == pairs->next)
		pairs->first = pairs->next = row->id;
	if (row->id != pairs->next)
		return TCN_CORRUPT;
	tcn_pairs_insert(pairs, &item);
	pairs->saved_first = pairs->first;
	pairs->saved_next = pairs->next;
	return TCN_OK;
}

static bool
is_list_sound(const struct tcn_pairs_list *list, uint64_t items)
{
	if (list->first > list->n || list->n > list->cap)
		return false;
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i].place >= items ||
		    (i && list->at[i].place <= list->at[i - 1].place))
			return false;
	return true;
}

/* Whether an index's postings, alive or dead, are in order. */
static enum tcn_rc
check_index(const struct tcn_pairs_index *index, struct tcn_err *err)
{
	uint64_t items = index->to - index->from;
	enum tcn_rc rc = tcn_map_check(&index->terms, err);

	for (size_t i = 0; i < index->n && !rc; i++)
		if (!is_list_sound(&index->at[i].early, items) ||
		    !is_list_sound(&index->at[i].late, items))
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "a list of postings of pairs is out of order");
	return rc ? rc : tcn_slab_check(&index->slab, err);
}

/* Whether an item's postings are those of its vector. */
static enum tcn_rc
check_item(const struct tcn_pairs *pairs, const struct tcn_pairs_index *index,
    uint64_t number, struct tcn_err *err)
{
	struct tcn_pairs_item item = item_of(tcn_pairs_get(pairs, number));
	struct tcn_pairs_met met = { 0 };
	struct tcn_pairs_ranked ranked;
	struct tcn_pairs_index *asked = (struct tcn_pairs_index *)index;
	double length = 0;
	bool found = false;

	for (uint32_t i = 0; i < item.vector.n; i++)
		length +=
		    (double)item.vector.weights[i] * item.vector.weights[i];
	tcn_pairs_index_rank(index, &item.vector, sqrt(length),
	    pairs->conf.cosine, &ranked);
	tcn_pairs_index_meet(asked, &item.vector, &ranked, pairs->conf.cosine,
	    pairs->first, &met);
	for (size_t i = 0; i < met.n; i++)
		found = found || index->from + met.places[i] == number;
	tcn_pairs_met_fini(&met);
	if (found)
		return TCN_OK;
	return tcn_err_set(err, TCN_CORRUPT,
	    "an item of pairs is not found by its own terms");
}

/* Whether every index goes on where the one before ends. */
static enum tcn_rc
check_order(const struct tcn_pairs *pairs, struct tcn_err *err)
{
	uint64_t number = pairs->first;

	for (const struct tcn_pairs_index *i = pairs->oldest; i; i = i->next) {
		if (i->from > number || i->to < number ||
		    (i->next == NULL) != (i == pairs->newest))
			return tcn_err_set(err, TCN_CORRUPT,
			    "the indexes of pairs do not follow each other");
		number = i->to;
	}
	if (number != pairs->next)
		return tcn_err_set(err, TCN_CORRUPT,
		    "an item of pairs is in no index");
	return TCN_OK;
}

enum tcn_rc
tcn_pairs_check(const struct tcn_pairs *pairs, struct tcn_err *err)
{
	const struct tcn_pairs_index *index = pairs->oldest;
	uint64_t cells = 0, terms = 0;
	enum tcn_rc rc = check_order(pairs, err);

	for (; index && !rc; index = index->next)
		rc = check_index(index, err);
	index = pairs->oldest;
	for (uint64_t i = pairs->first; i < pairs->next && !rc; i++) {
		while (index->to <= i)
			index = index->next;
		terms += tcn_pairs_get(pairs, i)->n;
		rc = check_item(pairs, index, i, err);
	}
	for (size_t i = 0; i < TCN_PAIRS_CELLS && !rc; i++)
		cells += pairs->counts[i];
	if (!rc && cells != terms)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "the counts of pairs' terms do not add up");
	return rc ? rc : tcn_slab_check(&pairs->slab, err);
}
