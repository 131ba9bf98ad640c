#include "tools/pipeline/item_names.h"

#include <assert.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tools/tell/summary/event_headline.h"

#define BLOCK_ITEMS 1024

struct tcn_item_names_block {
	struct tcn_arena arena;
	int64_t newest_ms; /* of its items */
	size_t n;
	uint64_t seqs[BLOCK_ITEMS]; /* arrival numbers, ascending */
	struct tcn_item_name items[BLOCK_ITEMS];
};

static void
free_block(struct tcn_item_names_block *block)
{
	tcn_arena_fini(&block->arena);
	tcn_mem_free(block);
}

void
tcn_item_names_fini(struct tcn_item_names *names)
{
	for (size_t i = 0; i < names->blocks_n; i++)
		free_block(names->blocks[i]);
	tcn_mem_free(names->blocks);
	*names = (struct tcn_item_names){ 0 };
}

/* The block for the next item. */
static struct tcn_item_names_block *
last_block(struct tcn_item_names *names)
{
	struct tcn_item_names_block **blocks, *block;

	if (names->blocks_n) {
		block = names->blocks[names->blocks_n - 1];
		if (block->n < BLOCK_ITEMS)
			return block;
	}
	blocks = tcn_mem_grow(names->blocks, &names->blocks_cap,
	    names->blocks_n + 1, sizeof *blocks);
	names->blocks = blocks;
	block = tcn_mem_alloc(sizeof *block);
	block->n = 0;
	block->newest_ms = INT64_MIN;
	tcn_arena_init(&block->arena, 16 * 1024);
	blocks[names->blocks_n++] = block;
	return block;
}

void
tcn_item_names_add(struct tcn_item_names *names,
    const struct tcn_placement *place, const struct tcn_article *article)
{
	struct tcn_item_names_block *block = last_block(names);
	struct tcn_str title = article->title, text = article->text;
	bool post = !tcn_str_trim(title).n;
	struct tcn_arena *arena;
	struct tcn_item_name *item;

	assert(!block->n || block->seqs[block->n - 1] < place->seq);
	if (post) {
		title = text;
		text = (struct tcn_str){ 0 };
	}
	title = tcn_utf8_cut(title, TCN_EVENT_HEADLINE_TITLE_BYTES);
	text = tcn_utf8_cut(text, TCN_EVENT_HEADLINE_TEXT_BYTES);
	arena = &block->arena;
	item = &block->items[block->n];
	*item = (struct tcn_item_name){
		.ts_ms = place->ts_ms,
		.seq = place->seq,
		.origin = place->text ? place->text : place->seq,
		.copy = place->duplicate_of != 0,
		.post = post,
	};
	tcn_arena_str(arena, article->id, &item->id);
	tcn_arena_str(arena, article->source, &item->source);
	tcn_arena_str(arena, article->url, &item->url);
	tcn_arena_str(arena, article->label, &item->label);
	tcn_arena_str(arena, article->lang, &item->lang);
	tcn_arena_str(arena, title, &item->title);
	tcn_arena_str(arena, text, &item->text);
	block->seqs[block->n++] = place->seq;
	if (place->ts_ms > block->newest_ms)
		block->newest_ms = place->ts_ms;
}

/* The index of seq in its block, or -1. */
static long
locate(const struct tcn_item_names_block *block, uint64_t seq)
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

const struct tcn_item_name *
tcn_item_names_find(const struct tcn_item_names *names, uint64_t seq)
{
	size_t low = 0, high = names->blocks_n;
	long at;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (names->blocks[mid]->seqs[0] <= seq)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0)
		return NULL;
	at = locate(names->blocks[low - 1], seq);
	return at < 0 ? NULL : &names->blocks[low - 1]->items[at];
}

void
tcn_item_names_expire(struct tcn_item_names *names, int64_t before_ms)
{
	size_t n = 0;

	while (n + 1 < names->blocks_n &&
	    names->blocks[n]->newest_ms < before_ms)
		free_block(names->blocks[n++]);
	if (!n)
		return;
	names->blocks_n -= n;
	memmove(names->blocks, names->blocks + n,
	    names->blocks_n * sizeof *names->blocks);
}

static const char *
check_block(const struct tcn_item_names_block *block, bool last, uint64_t after)
{
	int64_t newest_ms = INT64_MIN;

	if (!last && !block->n)
		return "a block is empty";
	for (size_t i = 0; i < block->n; i++) {
		if (block->seqs[i] <= (i ? block->seqs[i - 1] : after))
			return "arrival numbers do not ascend";
		if (block->items[i].ts_ms > newest_ms)
			newest_ms = block->items[i].ts_ms;
	}
	return newest_ms != block->newest_ms
	    ? "a block's newest time is not that of its items"
	    : NULL;
}

enum tcn_rc
tcn_item_names_check(const struct tcn_item_names *names, struct tcn_err *err)
{
	uint64_t after = 0;

	for (size_t i = 0; i < names->blocks_n; i++) {
		const struct tcn_item_names_block *block = names->blocks[i];
		const char *fault =
		    check_block(block, i + 1 == names->blocks_n, after);

		if (fault)
			return tcn_err_set(err, TCN_INVALID, "%s", fault);
		if (block->n)
			after = block->seqs[block->n - 1];
	}
	return TCN_OK;
}
