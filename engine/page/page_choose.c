/*
 * engine/page/page_choose.c - which blocks are the article.
 *
 * First the part of the page that it must be in: the element that is marked as
 * its body, the one article, the main part, or the whole. There each block is
 * worth its words, less three for each word in a link, less a constant that
 * makes short blocks a loss; and the article is the run of blocks that is worth
 * most (J. Kadane's algorithm; Bentley, Programming Pearls, 1984, column 7).
 * Density of text against links as the measure is Kohlschütter, Fankhauser,
 * Nejdl, "Boilerplate detection using shallow text features" (2010).
 *
 * Then the element is found that holds nearly all of the run. What stands
 * behind it is left out: comments, the author's life, other stories. At last
 * single blocks go: links, labels, repetitions, headings of what has gone.
 */
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/page/page_impl.h"

#define LEAST_WORDS  25 /* a part of the page has, to be believed */
#define LOSS_MAX     (-16) /* of one block: a link between two paragraphs */
#define LINE_WORDS   7 /* a line that is no sentence: names, dates, labels */
#define REPEATS_BACK 64 /* blocks that a repetition is looked for in */

struct choice {
	struct tcn_page *page;
	uint32_t node; /* the part that the article must be in */
	enum tcn_extract_how how; /* that was found */
	uint32_t first, end; /* the run */
};

static bool
is_prose(const struct tcn_page_block *block)
{
	return !block->noise && block->words >= 8 &&
	    block->links * 3 < block->words;
}

static size_t
prose_of(const struct tcn_page *page, const struct tcn_page_node *node)
{
	size_t prose = 0;

	for (uint32_t i = node->first; i < node->end; i++)
		prose += is_prose(&page->blocks[i]) ? page->blocks[i].words : 0;
	return prose;
}

/* --- the part of the page --- */

/* Whether it is of that kind, and no node around it is. */
static bool
is_outermost(const struct tcn_page *page, size_t i, enum tcn_page_kind kind)
{
	const struct tcn_page_node *node = &page->nodes[i];

	if (node->kind != kind || node->noise)
		return false;
	while (node != &page->nodes[node->parent]) {
		node = &page->nodes[node->parent];
		if (node->kind == kind)
			return false;
	}
	return true;
}

/* The node around all that are marked as the body: several share one, and
 * stand beside each other. */
static uint32_t
find_body(const struct tcn_page *page)
{
	uint32_t found = 0;

	for (uint32_t i = 1; i < page->nodes_n; i++) {
		const struct tcn_page_node *node = &page->nodes[i];

		if (!node->body || node->noise ||
		    prose_of(page, node) < LEAST_WORDS)
			continue;
		if (found && node->first < page->nodes[found].end)
			continue; /* within it */
		if (found)
			return page->nodes[found].parent == node->parent
			    ? node->parent
			    : found;
		found = i;
	}
	return found;
}

/* The element of that kind which has the title, or else most of the prose that
 * all of that kind have; 0: there is none, or several are alike. */
static uint32_t
find_one(const struct tcn_page *page, enum tcn_page_kind kind)
{
	size_t all = 0, best = 0, outside;
	uint32_t found = 0;

	for (uint32_t i = 1; i < page->nodes_n; i++) {
		size_t prose;

		if (!is_outermost(page, i, kind))
			continue;
		prose = prose_of(page, &page->nodes[i]);
		all += prose;
		if (prose >= LEAST_WORDS &&
		    page->heading >= page->nodes[i].first &&
		    page->heading < page->nodes[i].end)
			return i;
		if (prose > best) {
			best = prose;
			found = i;
		}
	}
	outside = prose_of(page, &page->nodes[0]);
	return best >= LEAST_WORDS && best * 10 >= all * 6 &&
		best * 4 >= outside
	    ? found
	    : 0;
}

static enum tcn_extract_how
find_part(struct choice *c)
{
	c->node = find_body(c->page);
	if (c->node)
		return TCN_EXTRACT_MARKED;
	c->node = find_one(c->page, TCN_PAGE_ARTICLE);
	if (c->node)
		return TCN_EXTRACT_ARTICLE;
	c->node = find_one(c->page, TCN_PAGE_MAIN);
	return c->node ? TCN_EXTRACT_MAIN : TCN_EXTRACT_DENSITY;
}

/* --- the run --- */

static long
worth(const struct choice *c, const struct tcn_page_block *block)
{
	enum tcn_page_kind kind = c->page->nodes[block->node].kind;
	long least = 8, sum;

	if (c->how == TCN_EXTRACT_MARKED)
		least = 2;
	else if (kind == TCN_PAGE_LI || kind == TCN_PAGE_ROW)
		least = 4;
	else if (kind == TCN_PAGE_P)
		least = c->how == TCN_EXTRACT_DENSITY ? 5 : 3;
	sum = (long)block->words - least;
	sum -= is_prose(block) ? block->links : 3 * (long)block->links;
	return sum < LOSS_MAX ? LOSS_MAX : sum;
}

/* Finds the run of blocks from first to end that is worth most, and returns
 * what it is worth. */
static long
find_run(struct choice *c, uint32_t first, uint32_t end)
{
	long best = 0, sum = 0;
	uint32_t from = first;

	c->first = c->end = first;
	for (uint32_t i = first; i < end; i++) {
		const struct tcn_page_block *block = &c->page->blocks[i];

		sum += block->noise ? 0 : worth(c, block);
		if (sum > best) {
			best = sum;
			c->first = from;
			c->end = i + 1;
		}
		if (sum <= 0) {
			sum = 0;
			from = i + 1;
		}
	}
	return best;
}

/* Whether two blocks stand in one element, each in one of its own. */
static bool
is_beside(const struct choice *c, uint32_t a, uint32_t b)
{
	const struct tcn_page_node *nodes = c->page->nodes;
	uint32_t x = c->page->blocks[a].node, y = c->page->blocks[b].node;

	return x == y || nodes[x].parent == nodes[y].parent;
}

/*
 * The same where the title is known: what stands right behind it is the
 * article, even if another text further on, such as a note on rights, is
 * longer; or the beginning of it, where both stand beside each other.
 */
static void
find_run_behind(struct choice *c, uint32_t first, uint32_t end)
{
	long best = find_run(c, first, end);
	struct choice early = *c;

	if (c->page->heading == UINT32_MAX || c->page->heading + 1 != first)
		return;
	best -= 3 * find_run(&early, first, c->first);
	if (early.end == early.first)
		return;
	if (is_beside(c, early.first, c->first))
		c->first = early.first;
	else if (best <= 0)
		*c = early;
}

/* Grows the run over a single loss between two gains. */
static void
grow_run(struct choice *c, uint32_t first, uint32_t end)
{
	const struct tcn_page_block *blocks = c->page->blocks;

	while (c->end + 1 < end && !blocks[c->end + 1].noise &&
	    worth(c, &blocks[c->end + 1]) > 0)
		c->end += 2;
	while (c->first >= first + 2 && !blocks[c->first - 2].noise &&
	    worth(c, &blocks[c->first - 2]) > 0)
		c->first -= 2;
}

/* The blocks behind the title, if most of the part's prose is there. */
static uint32_t
behind_heading(const struct choice *c, uint32_t first, uint32_t end)
{
	uint32_t heading = c->page->heading;
	size_t before = 0, behind = 0;

	if (heading == UINT32_MAX || heading < first || heading >= end)
		return first;
	for (uint32_t i = first; i < end; i++) {
		const struct tcn_page_block *block = &c->page->blocks[i];

		if (is_prose(block))
			*(i < heading ? &before : &behind) += block->words;
	}
	return behind >= before && behind >= LEAST_WORDS ? heading + 1 : first;
}

/* --- the element that holds it --- */

static long
gain(const struct choice *c, const struct tcn_page_node *node)
{
	long sum = 0;

	for (uint32_t i = node->first; i < node->end; i++) {
		const struct tcn_page_block *block = &c->page->blocks[i];
		long one = worth(c, block);

		if (i >= c->first && i < c->end && !block->noise && one > 0)
			sum += one;
	}
	return sum;
}

/* Whether a node beside this one is of the same kind and name, and holds prose
 * as well: both are parts of one text. */
static bool
has_likes(const struct choice *c, uint32_t at)
{
	const struct tcn_page_node *nodes = c->page->nodes;
	const struct tcn_page_node *node = &nodes[at];

	if (node->kind == TCN_PAGE_P || node->kind == TCN_PAGE_LI ||
	    node->kind == TCN_PAGE_QUOTE || node->kind == TCN_PAGE_ROW)
		return true;
	for (uint32_t i = node->parent + 1; i < c->page->nodes_n; i++) {
		if (nodes[i].first >= nodes[node->parent].end)
			break;
		if (i != at && nodes[i].parent == node->parent &&
		    nodes[i].names == node->names && !nodes[i].noise &&
		    gain(c, &nodes[i]) > 10)
			return true;
	}
	return false;
}

/* The innermost node with three quarters of what the run gains. */
static uint32_t
find_holder(const struct choice *c)
{
	const struct tcn_page_node *nodes = c->page->nodes;
	long all = gain(c, &nodes[c->node]);
	uint32_t at = c->node;

	for (uint32_t i = c->node + 1; i < c->page->nodes_n; i++) {
		if (nodes[i].first >= nodes[at].end)
			break;
		if (nodes[i].parent == at && gain(c, &nodes[i]) * 4 >= all * 3)
			at = i;
	}
	while (at != c->node && has_likes(c, at))
		at = nodes[at].parent;
	return at;
}

/* How many words of the node's blocks stand in the run, of how many. */
static bool
is_mostly_run(const struct choice *c, const struct tcn_page_node *node)
{
	size_t all = 0, within = 0;

	for (uint32_t i = node->first; i < node->end; i++) {
		const struct tcn_page_block *block = &c->page->blocks[i];
		bool links = block->links * 2 > block->words;
		size_t words = block->noise || links ? 0 : block->words;

		all += words;
		within += i >= c->first && i < c->end ? words : 0;
	}
	return within * 10 >= all * 6;
}

/*
 * Makes the run end where the element ends that holds it, and go on to there:
 * short paragraphs at either end are worth too little to be in it.
 */
static void
fit_run(struct choice *c)
{
	const struct tcn_page_node *holder = &c->page->nodes[find_holder(c)];
	uint32_t heading = c->page->heading;
	uint32_t first = holder->first;

	if (c->end > holder->end)
		c->end = holder->end;
	if (c->first < holder->first && heading == UINT32_MAX)
		c->first = holder->first;
	if (!is_mostly_run(c, holder))
		return;
	if (heading != UINT32_MAX && heading >= first && heading < c->first)
		first = heading + 1;
	c->first = first < c->first ? first : c->first;
	c->end = holder->end;
}

/* --- single blocks --- */

/* What stands above an advertisement. */
static bool
is_label(struct tcn_str text)
{
	static const char *const labels[] = { "advertisement", "anzeige",
		"advertentie", "annonce", "annons", "publicidad", "publicidade",
		"publicité", "pubblicità", "реклама", "reklama", "werbung",
		"广告", "広告" };

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		if (text.n == strlen(labels[i]) &&
		    strncasecmp(text.at, labels[i], text.n) == 0)
			return true;
	return false;
}

/* A note on who may copy it. */
static bool
is_rights(const struct tcn_page_block *block, struct tcn_str text)
{
	static const char *const notes[] = { "©", "ll rights reserved",
		"odos los derechos reservados", "ous droits réservés",
		"lle Rechte vorbehalten", "odos os direitos reservados",
		"utti i diritti riservati", "lle rechten voorbehouden",
		"szelkie prawa zastrzeżone", "се права защищены", "版权所有",
		"無断転載", "무단전재", "무단 전재" };

	for (size_t i = 0;
	     block->words <= 40 && i < sizeof notes / sizeof *notes; i++)
		if (memmem(text.at, text.n, notes[i], strlen(notes[i])))
			return true;
	return false;
}

static bool
is_repeated(const struct tcn_page *page, uint32_t at, uint32_t first)
{
	struct tcn_str text = tcn_page_block_text(page, &page->blocks[at]);

	for (uint32_t i = at; i > first && at - i < REPEATS_BACK; i--)
		if (page->blocks[i - 1].taken &&
		    tcn_str_equal(text,
			tcn_page_block_text(page, &page->blocks[i - 1])))
			return true;
	return false;
}

/* Whether text ends as a sentence does. */
static bool
ends_sentence(struct tcn_str text)
{
	static const char *const ends[] = { ".", "!", "?", "\"", ")", "”", "»",
		"…", "。", "！", "？", "」", "’", "।", "؟" };

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t n = strlen(ends[i]);

		if (text.n >= n &&
		    memcmp(text.at + text.n - n, ends[i], n) == 0)
			return true;
	}
	return false;
}

static bool
is_taken(const struct choice *c, uint32_t i)
{
	const struct tcn_page_block *block = &c->page->blocks[i];
	enum tcn_page_kind kind = c->page->nodes[block->node].kind;
	struct tcn_str text = tcn_page_block_text(c->page, block);

	if (block->noise || block->links * 2 > block->words ||
	    i == c->page->heading || is_label(text) || is_rights(block, text))
		return false;
	if (block->words <= LINE_WORDS && !ends_sentence(text) &&
	    kind != TCN_PAGE_P && kind != TCN_PAGE_LI && kind != TCN_PAGE_ROW &&
	    kind != TCN_PAGE_HEADING && kind != TCN_PAGE_QUOTE)
		return false;
	return block->words < 5 || !is_repeated(c->page, i, c->first);
}

/* Whether a block ends what a heading before it stands over. */
static bool
is_other(const struct choice *c, const struct tcn_page_block *block)
{
	enum tcn_page_kind kind = c->page->nodes[block->node].kind;

	return kind != TCN_PAGE_CAPTION && kind != TCN_PAGE_FIGURE &&
	    !is_label(tcn_page_block_text(c->page, block));
}

/* Whether a block is nothing without what follows: a heading, "Read more:". */
static bool
leads_on(const struct choice *c, const struct tcn_page_block *block)
{
	enum tcn_page_kind kind = c->page->nodes[block->node].kind;

	return kind == TCN_PAGE_HEADING ||
	    (kind == TCN_PAGE_P && block->words <= LINE_WORDS &&
		!ends_sentence(tcn_page_block_text(c->page, block)));
}

static size_t
take_blocks(struct choice *c)
{
	struct tcn_page_block *blocks = c->page->blocks;
	size_t words = 0;
	bool before_text = false;

	for (uint32_t i = c->first; i < c->end; i++)
		blocks[i].taken = is_taken(c, i);
	for (uint32_t i = c->end; i-- > c->first;) {
		if (leads_on(c, &blocks[i]))
			blocks[i].taken &= before_text;
		else if (blocks[i].taken)
			before_text = true;
		else if (is_other(c, &blocks[i]))
			before_text = false;
		words += blocks[i].taken ? blocks[i].words : 0;
	}
	return words;
}

void
tcn_page_choose(struct tcn_page *page, bool live, enum tcn_extract_how *how,
    size_t *words)
{
	struct choice c = { .page = page };
	uint32_t first, end;

	for (size_t i = 0; i < page->blocks_n; i++)
		page->blocks[i].taken = false;
	c.how = *how = find_part(&c);
	end = page->nodes[c.node].end;
	first = behind_heading(&c, page->nodes[c.node].first, end);
	find_run_behind(&c, first, end);
	grow_run(&c, first, end);
	if (!live)
		fit_run(&c);
	*words = take_blocks(&c);
}
