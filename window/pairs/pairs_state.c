/*
 * What a ring saves and takes back, and whether its invariants hold.
 */
#include <math.h>

#include "window/base/state.h"
#include "window/pairs/pairs_impl.h"

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
		tcn_state_gone(&out, TCN_STATE_PAIR, &i, 1);
	for (uint64_t i = from; i < pairs->next && !out.rc; i++) {
		struct tcn_pairs_item item =
		    tcn_pairs_item_of(tcn_pairs_get(pairs, i));

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
	struct tcn_pairs_item item =
	    tcn_pairs_item_of(tcn_pairs_get(pairs, number));
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
