#include "tools/pipeline/recall.h"

#include "engine/base/arena.h"
#include "engine/base/mem.h"

#define BLOCK_ITEMS 1024

/* A title is cited, not stored: this much of it is enough. */
#define TITLE_MAX_BYTES 400

struct tcn_recall_block {
	struct tcn_arena arena;
	int64_t newest_ms;
	size_t n;
	uint64_t seqs[BLOCK_ITEMS];
	struct tcn_recalled items[BLOCK_ITEMS];
};

static void
free_block(struct tcn_recall_block *block)
{
	tcn_arena_fini(&block->arena);
	tcn_free(block);
}

void
tcn_recall_fini(struct tcn_recall *recall)
{
	for (size_t i = 0; i < recall->blocks_n; i++)
		free_block(recall->blocks[i]);
	tcn_free(recall->blocks);
	*recall = (struct tcn_recall){ 0 };
}

static struct tcn_recall_block *
last_block(struct tcn_recall *recall)
{
	struct tcn_recall_block **blocks, *block;

	if (recall->blocks_n) {
		block = recall->blocks[recall->blocks_n - 1];
		if (block->n < BLOCK_ITEMS)
			return block;
	}
	blocks = tcn_mem_fit(recall->blocks, &recall->blocks_cap,
	    recall->blocks_n + 1, sizeof *blocks);
	if (!blocks)
		return NULL;
	recall->blocks = blocks;
	block = tcn_malloc(sizeof *block);
	if (!block)
		return NULL;
	block->n = 0;
	block->newest_ms = INT64_MIN;
	tcn_arena_init(&block->arena, 16 * 1024);
	blocks[recall->blocks_n++] = block;
	return block;
}

/* Cut at a character boundary: a cited title must stay valid UTF-8. */
static struct tcn_str
cut(struct tcn_str s, size_t max)
{
	if (s.n <= max)
		return s;
	s.n = max;
	while (s.n && ((unsigned char)s.at[s.n] & 0xc0) == 0x80)
		s.n--;
	return s;
}

enum tcn_rc
tcn_recall_add(struct tcn_recall *recall, uint64_t seq, int64_t ts_ms,
    const struct tcn_article *article)
{
	struct tcn_recall_block *block = last_block(recall);
	struct tcn_str title = article->title;
	struct tcn_recalled *item;

	if (!block)
		return TCN_NOMEM;
	if (!tcn_str_trim(title).n)
		title = article->text;
	item = &block->items[block->n];
	item->ts_ms = ts_ms;
	if (!tcn_arena_str(&block->arena, article->id, &item->id) ||
	    !tcn_arena_str(&block->arena, article->source, &item->source) ||
	    !tcn_arena_str(&block->arena, article->url, &item->url) ||
	    !tcn_arena_str(&block->arena, article->label, &item->label) ||
	    !tcn_arena_str(&block->arena, cut(title, TITLE_MAX_BYTES),
		&item->title))
		return TCN_NOMEM;
	block->seqs[block->n++] = seq;
	if (ts_ms > block->newest_ms)
		block->newest_ms = ts_ms;
	return TCN_OK;
}

/* The index of seq in its block, or -1. */
static long
locate(const struct tcn_recall_block *block, uint64_t seq)
{
	size_t low = 0, high = block->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (block->seqs[mid] < seq)
			low = mid + 1;
		else
			high = mid;
	}
	return low < block->n && block->seqs[low] == seq ? (long)low : -1;
}

const struct tcn_recalled *
tcn_recall_find(const struct tcn_recall *recall, uint64_t seq)
{
	size_t low = 0, high = recall->blocks_n;
	long at;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (recall->blocks[mid]->seqs[0] <= seq)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0)
		return NULL;
	at = locate(recall->blocks[low - 1], seq);
	return at < 0 ? NULL : &recall->blocks[low - 1]->items[at];
}

void
tcn_recall_expire(struct tcn_recall *recall, int64_t before_ms)
{
	size_t n = 0;

	while (n + 1 < recall->blocks_n &&
	    recall->blocks[n]->newest_ms < before_ms)
		free_block(recall->blocks[n++]);
	if (!n)
		return;
	recall->blocks_n -= n;
	memmove(recall->blocks, recall->blocks + n,
	    recall->blocks_n * sizeof *recall->blocks);
}
