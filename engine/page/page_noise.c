/*
 * engine/page/page_noise.c - what is not the article's.
 *
 * Three things raise a doubt: the element itself (nav, footer), the names that
 * its class, id and role are made of ("related-posts", "cookie-banner",
 * "complementary"), and its shape (a list of teasers; a small box with a field
 * to fill in). A doubt is not believed of what holds the page's main part, nor,
 * unless it is sure, of what holds most of its prose: some sites put the whole
 * page into one form or call the article's frame "widget".
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/map.h"
#include "engine/base/sections.h"
#include "engine/page/page_impl.h"

#define CARD_WORDS   90 /* a teaser has no more */
#define BOX_WORDS    60 /* nor a box that asks for an address */
#define LINE_WORDS   5 /* a line beside a reader's comment */
#define BEFORE_WORDS 30 /* of an article that has comments */
#define NOISE_MAX    200

const struct tcn_sections_file tcn_page_noise_files[] = {
#include "engine/page/noise_data.h"
};

static struct {
	pthread_once_t once;
	struct noise {
		struct tcn_str begins; /* a word of a name */
		bool whole; /* is all of it */
		enum tcn_page_doubt doubt;
	} at[NOISE_MAX];
	size_t n;
} noise = { .once = PTHREAD_ONCE_INIT };

static void
read_noise_of(const char *heading, enum tcn_page_doubt doubt)
{
	struct tcn_sections_words words =
	    tcn_sections_words(tcn_page_noise_files->text, heading);
	struct tcn_str word;

	while (tcn_sections_words_next(&words, &word)) {
		bool whole = word.at[word.n - 1] == '=';

		assert(noise.n < NOISE_MAX);
		word.n -= whole;
		noise.at[noise.n++] = (struct noise){ word, whole, doubt };
	}
}

static void
read_noise(void)
{
	read_noise_of("sure", TCN_PAGE_SURE);
	read_noise_of("weak", TCN_PAGE_WEAK);
}

/* The doubt that one word, in small letters, raises. */
static enum tcn_page_doubt
word_doubt(const char *word, size_t n)
{
	for (size_t i = 0; i < noise.n; i++) {
		struct tcn_str begins = noise.at[i].begins;

		if (*begins.at == *word &&
		    (noise.at[i].whole ? n == begins.n : n >= begins.n) &&
		    memcmp(begins.at, word, begins.n) == 0)
			return noise.at[i].doubt;
	}
	return TCN_PAGE_TRUSTED;
}

/* A name that says what the page has elsewhere, or which subjects it is about:
 * "has-sidebar", "no-comments", "tag-banner". */
static bool
is_state(const char *name, size_t n)
{
	static const char *const begins[] = { "has", "no", "with", "without",
		"is", "js", "tag", "category", "open", "show", "single" };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		size_t k = strlen(begins[i]);

		if (n > k && (name[k] == '-' || name[k] == '_') &&
		    strncmp(name, begins[i], k) == 0)
			return true;
	}
	return memmem(name, n, "-open", 5) || memmem(name, n, "with-", 5) ||
	    memmem(name, n, "-has-", 5);
}

/* The doubt that one name raises: the highest of its words. */
static enum tcn_page_doubt
name_doubt(const char *name, size_t n)
{
	enum tcn_page_doubt doubt = TCN_PAGE_TRUSTED;
	char word[32];
	size_t k = 0;

	if (is_state(name, n))
		return doubt;
	for (size_t i = 0; i <= n; i++) {
		char c = i < n ? name[i] : ' ';
		bool ends = !tcn_ascii_is_letter(c) ||
		    (i && c <= 'Z' && name[i - 1] > 'Z');

		if (ends && k) {
			enum tcn_page_doubt one = word_doubt(word, k);

			doubt = one > doubt ? one : doubt;
			k = 0;
		}
		if (tcn_ascii_is_letter(c) && k < sizeof word)
			word[k++] = tcn_ascii_lower(c);
	}
	return doubt;
}

enum tcn_page_doubt
tcn_page_class_doubt(enum tcn_page_kind kind, const char *names)
{
	enum tcn_page_doubt doubt = TCN_PAGE_TRUSTED;

	if (kind == TCN_PAGE_NAV || kind == TCN_PAGE_FOOTER)
		return TCN_PAGE_SURE;
	if (kind == TCN_PAGE_ASIDE || kind == TCN_PAGE_HEADER ||
	    kind == TCN_PAGE_FORM || kind == TCN_PAGE_FIGURE ||
	    kind == TCN_PAGE_CAPTION)
		doubt = TCN_PAGE_WEAK;
	if (kind == TCN_PAGE_HTML || kind == TCN_PAGE_BODY ||
	    kind == TCN_PAGE_MAIN)
		return doubt;
	pthread_once(&noise.once, read_noise);
	while (*names) {
		size_t n = strcspn(names, " \t\r\n");
		enum tcn_page_doubt one = name_doubt(names, n);

		doubt = one > doubt ? one : doubt;
		names += n;
		names += strspn(names, " \t\r\n");
	}
	return doubt;
}

/* --- by shape --- */

/* Words, and those in links, of a node's blocks. */
struct sums {
	size_t words, links, prose;
};

static bool
is_prose(const struct tcn_page_block *block)
{
	return block->words >= 12 && block->links * 3 < block->words;
}

static struct sums
sums_of(const struct tcn_page *page, const struct tcn_page_node *node)
{
	struct sums sums = { 0 };

	for (uint32_t i = node->first; i < node->end; i++) {
		const struct tcn_page_block *block = &page->blocks[i];

		sums.words += block->words;
		sums.links += block->links;
		sums.prose += is_prose(block) ? block->words : 0;
	}
	return sums;
}

/* Whether a block below the node is a headline that leads elsewhere. */
static bool
has_linked_line(const struct tcn_page *page, const struct tcn_page_node *node)
{
	for (uint32_t i = node->first; i < node->end; i++) {
		const struct tcn_page_block *block = &page->blocks[i];

		if (block->led ||
		    (block->words >= 3 && block->links * 5 >= block->words * 4))
			return true;
	}
	return false;
}

/* A node with two teasers or more, and hardly anything else. */
static void
find_cards(struct tcn_page *page)
{
	for (size_t i = page->nodes_n; i-- > 1;) {
		struct tcn_page_node *node = &page->nodes[i];
		struct tcn_page_node *parent = &page->nodes[node->parent];

		if (node->end - node->first > 12 || node->end == node->first)
			continue;
		if (sums_of(page, node).words <= CARD_WORDS &&
		    has_linked_line(page, node))
			parent->cards++;
	}
	for (size_t i = 1; i < page->nodes_n; i++) {
		struct tcn_page_node *node = &page->nodes[i];

		if (node->doubt == TCN_PAGE_TRUSTED && node->cards >= 2 &&
		    node->cards * 5 >= node->kids * 3)
			node->doubt = TCN_PAGE_WEAK;
	}
}

/* Whether the node is like a reader's comment: prose, and beside it lines as of
 * names and times. */
static bool
is_post(const struct tcn_page *page, const struct tcn_page_node *node)
{
	bool line = false, prose = false;

	for (uint32_t i = node->first; i < node->end; i++) {
		const struct tcn_page_block *block = &page->blocks[i];
		enum tcn_page_kind kind = page->nodes[block->node].kind;

		line |= block->words <= LINE_WORDS &&
		    kind != TCN_PAGE_HEADING && kind != TCN_PAGE_P &&
		    kind != TCN_PAGE_ROW;
		prose |= is_prose(block);
	}
	return line && prose;
}

/* Three posts or more in a row, with an article before them, are comments. */
static void
find_posts(struct tcn_page *page)
{
	for (size_t i = 1; i < page->nodes_n; i++)
		page->nodes[i].cards = 0;
	for (size_t i = page->nodes_n; i-- > 1;) {
		struct tcn_page_node *node = &page->nodes[i];

		if (node->end - node->first > 12 ||
		    node->doubt != TCN_PAGE_TRUSTED)
			continue;
		page->nodes[node->parent].cards += is_post(page, node);
	}
	/* Nodes come in the order in which they begin. */
	for (size_t i = 1, k = 0, before = 0; i < page->nodes_n; i++) {
		struct tcn_page_node *node = &page->nodes[i];

		for (; k < node->first; k++)
			if (is_prose(&page->blocks[k]))
				before += page->blocks[k].words;
		if (node->cards >= 3 && node->cards * 5 >= node->kids * 3 &&
		    before >= BEFORE_WORDS)
			node->doubt = TCN_PAGE_SURE;
	}
}

static void
find_boxes(struct tcn_page *page)
{
	for (size_t i = 1; i < page->nodes_n; i++) {
		struct tcn_page_node *node = &page->nodes[i];

		if (node->doubt == TCN_PAGE_TRUSTED && node->inputs &&
		    node->end - node->first <= 12 &&
		    sums_of(page, node).words <= BOX_WORDS)
			node->doubt = TCN_PAGE_WEAK;
	}
}

/* --- the verdict --- */

static bool
has_title(const struct tcn_page *page, const struct tcn_page_node *node)
{
	return page->heading != UINT32_MAX && node->first <= page->heading &&
	    page->heading < node->end;
}

/* Whether the node surely is not the article's, nor around it. */
static bool
is_apart(const struct tcn_page *page, const struct tcn_page_node *node)
{
	return node->doubt == TCN_PAGE_SURE && !node->has_main &&
	    !has_title(page, node);
}

/* Neither a heading nor the caption of a picture. */
static bool
is_running_text(const struct tcn_page *page, const struct tcn_page_block *block)
{
	enum tcn_page_kind kind = page->nodes[block->node].kind;

	return kind != TCN_PAGE_HEADING && kind != TCN_PAGE_CAPTION;
}

/* The page's prose outside of such: those words are what "most of it" means.
 * running: without headings and captions. */
static size_t
count_prose(const struct tcn_page *page, bool running)
{
	size_t prose = 0;

	for (size_t i = 0; i < page->blocks_n; i++) {
		const struct tcn_page_block *block = &page->blocks[i];
		uint32_t at = block->node;

		while (at && !is_apart(page, &page->nodes[at]))
			at = page->nodes[at].parent;
		if (!at && is_prose(block) &&
		    (!running || is_running_text(page, block)))
			prose += block->words;
	}
	return prose;
}

/* Whether the node holds so much that it must be around the article. */
static bool
holds_most(const struct tcn_page *page, const struct tcn_page_node *node,
    size_t prose)
{
	size_t own = sums_of(page, node).prose;

	if (has_title(page, node) && node->kind != TCN_PAGE_HEADER)
		return own * 4 > prose;
	if (node->doubt == TCN_PAGE_SURE)
		return false;
	return page->heading == UINT32_MAX ? own * 2 > prose
					   : own * 5 > prose * 4;
}

/* A map's value counts nodes in its upper half and words in the lower. */
#define ALIKE_ONE   (UINT64_C(1) << 32)
#define ALIKE_LEAST 3 /* fewer nodes are not "several" */

/* The prose of all nodes of one name: several hold the article together, as
 * where each paragraph is a "widget". */
static void
count_alike(const struct tcn_page *page, struct tcn_map *alike)
{
	for (size_t i = 1; i < page->nodes_n; i++) {
		const struct tcn_page_node *node = &page->nodes[i];
		uint64_t *value;

		if (node->doubt != TCN_PAGE_WEAK || node->cards ||
		    node->kind != TCN_PAGE_DIV ||
		    node->end - node->first > 12 || has_linked_line(page, node))
			continue;
		tcn_map_put(alike, node->names, &value, NULL);
		*value += ALIKE_ONE + sums_of(page, node).prose;
	}
}

static bool
is_noise(const struct tcn_page *page, const struct tcn_page_node *node,
    size_t prose, size_t running, const struct tcn_map *alike)
{
	const uint64_t *together;

	if (node->doubt == TCN_PAGE_TRUSTED || node->has_main)
		return false;
	together = tcn_map_find(alike, node->names);
	if (node->doubt == TCN_PAGE_WEAK && together &&
	    *together >= ALIKE_LEAST * ALIKE_ONE &&
	    *together % ALIKE_ONE * 4 > running * 3 &&
	    node->kind == TCN_PAGE_DIV && !has_linked_line(page, node))
		return false;
	return !holds_most(page, node, prose);
}

void
tcn_page_noise(struct tcn_page *page, bool live, bool captions)
{
	struct tcn_map alike = { 0 };
	size_t prose, running;

	for (size_t i = 0; captions && i < page->nodes_n; i++)
		if (page->nodes[i].kind == TCN_PAGE_FIGURE ||
		    page->nodes[i].kind == TCN_PAGE_CAPTION)
			page->nodes[i].doubt = TCN_PAGE_TRUSTED;
	if (!captions) {
		find_cards(page);
		find_boxes(page);
		if (!live)
			find_posts(page);
	}
	prose = count_prose(page, false);
	running = count_prose(page, true);
	count_alike(page, &alike);
	for (size_t i = 0; i < page->nodes_n; i++) {
		struct tcn_page_node *node = &page->nodes[i];

		node->noise = (i && page->nodes[node->parent].noise) ||
		    is_noise(page, node, prose, running, &alike);
	}
	for (size_t i = 0; i < page->blocks_n; i++)
		page->blocks[i].noise = page->nodes[page->blocks[i].node].noise;
	tcn_map_fini(&alike);
}
