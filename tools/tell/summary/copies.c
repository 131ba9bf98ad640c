#include "tools/tell/summary/copies.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"

#define READ_BYTES     400 /* of a text */
#define DATELINE_BYTES 90
#define NAME_BYTES     40 /* of an agency between brackets */
#define KEY_BYTES      96
#define REPORTER_WORDS 4 /* of "Coast Daily reports" */

struct maker {
	const struct tcn_copies_item *items;
	struct tcn_map index; /* key of a name -> node, plus 1 */
	struct tcn_copies_node *nodes; /* all of them */
	size_t nodes_n, nodes_cap;
	struct tcn_map pairs; /* of nodes -> edge, plus 1 */
	struct tcn_copies_edge *edges;
	size_t edges_n, edges_cap;
};

/* --- credits --- */

static bool
begins(struct tcn_str s, const char *with)
{
	size_t n = strlen(with);

	for (size_t i = 0; i < n; i++)
		if (i >= s.n || tcn_ascii_lower(s.at[i]) != with[i])
			return false;
	return true;
}

/* The user name that s begins with; empty: none. */
static struct tcn_str
user_at(struct tcn_str s)
{
	size_t n = 0;

	while (n < s.n &&
	    (s.at[n] == '_' || tcn_ascii_is_digit(s.at[n]) ||
		(tcn_ascii_lower(s.at[n]) >= 'a' &&
		    tcn_ascii_lower(s.at[n]) <= 'z')))
		n++;
	return (struct tcn_str){ s.at, n };
}

/* The rest of s after n bytes; empty where there is none. */
static struct tcn_str
skip_bytes(struct tcn_str s, size_t n)
{
	return n < s.n ? (struct tcn_str){ s.at + n, s.n - n }
		       : (struct tcn_str){ 0 };
}

/* Whether s begins with a dash, after blanks or none. */
static bool
has_dash(struct tcn_str s)
{
	while (s.n && *s.at == ' ')
		s = skip_bytes(s, 1);
	return begins(s, "-") || begins(s, "\xe2\x80\x93") ||
	    begins(s, "\xe2\x80\x94");
}

/* "Lima, May 12 (Agency) - ..." */
static struct tcn_str
agency_of(struct tcn_str text)
{
	struct tcn_str head = tcn_utf8_cut(text, DATELINE_BYTES);
	const char *open = head.n ? memchr(head.at, '(', head.n) : NULL;
	const char *close =
	    open ? memchr(open, ')', text.n - (size_t)(open - text.at)) : NULL;
	struct tcn_str name = { 0 };

	if (!close || close - open < 3 || close - open > NAME_BYTES)
		return name;
	name = (struct tcn_str){ open + 1, (size_t)(close - open - 1) };
	for (size_t i = 0; i < name.n; i++)
		if (tcn_ascii_is_digit(name.at[i]))
			return (struct tcn_str){ 0 };
	return has_dash(skip_bytes(text, (size_t)(close - text.at) + 1))
	    ? name
	    : (struct tcn_str){ 0 };
}

/* Whether the text up to byte `end` ends with these words, in any case, after a
 * blank or a mark or at the beginning of the text. */
static bool
ends_with(struct tcn_str text, size_t end, const char *words)
{
	size_t n = strlen(words);

	return end >= n && begins(skip_bytes(text, end - n), words) &&
	    (end == n || strchr(" (.:!\"\n", text.at[end - n - 1]));
}

static bool
ends_quote(struct tcn_str text, size_t end)
{
	return (end >= 1 && text.at[end - 1] == '"') ||
	    (end >= 3 && memcmp(text.at + end - 3, "\xe2\x80\x9c", 3) == 0);
}

/* The user whose post a text repeats: the last of "RT @a: RT @b", but that of
 * "via @c" before any. */
static struct tcn_str
user_of(struct tcn_str text)
{
	struct tcn_str name = { 0 };
	const char *at = text.n ? memchr(text.at, '@', text.n) : NULL;

	while (at) {
		size_t i = (size_t)(at - text.at);
		struct tcn_str user = user_at(skip_bytes(text, i + 1));
		struct tcn_str rest = skip_bytes(text, i + 1 + user.n);
		bool quote = ends_quote(text, i);

		if (user.n && ends_with(text, i, "via "))
			return user;
		if (user.n &&
		    (ends_with(text, i, "rt ") || ends_with(text, i, "rt \"") ||
			(quote && begins(rest, ":"))))
			name = user;
		at =
		    i + 1 < text.n ? memchr(at + 1, '@', text.n - i - 1) : NULL;
	}
	return name;
}

static bool
is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Where the word ends that begins at byte i. */
static size_t
word_end(struct tcn_str text, size_t i)
{
	while (i < text.n && !strchr(" :,;\"()\n", text.at[i]))
		i++;
	return i;
}

/* "Coast Daily reports 12 dead": the name that a text begins with, of two words
 * or in capitals, and a verb. Others than English ones put it elsewhere. */
static struct tcn_str
reporter_of(struct tcn_str text)
{
	size_t i = 0, words = 0, capitals = 0, end = 0;

	for (; i < text.n && words <= REPORTER_WORDS; i = end + 1, words++) {
		struct tcn_str word;

		end = word_end(text, i);
		word = (struct tcn_str){ text.at + i, end - i };
		if (begins(word, "reports") || begins(word, "reporting"))
			break;
		if (!word.n || !is_capital(*word.at) || end >= text.n ||
		    text.at[end] != ' ')
			return (struct tcn_str){ 0 };
		capitals += word.n >= 2 && is_capital(word.at[1]);
	}
	return i > 0 && i < text.n && words <= REPORTER_WORDS &&
		(words >= 2 || capitals)
	    ? (struct tcn_str){ text.at, i - 1 }
	    : (struct tcn_str){ 0 };
}

/* What a text says behind all of "RT @a: RT @b: ". */
static struct tcn_str
passed_on(struct tcn_str text, struct tcn_str user)
{
	struct tcn_str rest = text;

	if (user.n)
		rest = skip_bytes(text, (size_t)(user.at - text.at) + user.n);
	while (rest.n && strchr(": \"", *rest.at))
		rest = skip_bytes(rest, 1);
	return rest;
}

struct tcn_str
tcn_copies_credit(struct tcn_str text)
{
	struct tcn_str name, reporter;

	text = tcn_utf8_cut(text, READ_BYTES);
	name = user_of(text);
	reporter = reporter_of(passed_on(text, name));
	if (reporter.n)
		return reporter;
	return name.n ? name : agency_of(text);
}

struct tcn_str
tcn_copies_credit_of(struct tcn_str title, struct tcn_str text)
{
	struct tcn_str credit = tcn_copies_credit(text);

	return credit.n ? credit : tcn_copies_credit(title);
}

/* A name by its letters and digits; 0: it has none. */
uint64_t
tcn_copies_key(struct tcn_str name)
{
	char key[KEY_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < name.n && n < sizeof key; i++) {
		char c = tcn_ascii_lower(name.at[i]);

		if (tcn_ascii_is_digit(c) || (c >= 'a' && c <= 'z') ||
		    (unsigned char)c >= 0x80)
			key[n++] = c;
	}
	return n ? XXH3_64bits(key, n) | 1 : 0;
}

/* --- the graph --- */

/* The node of a name, a new one where there is none. */
static void
find_node(struct maker *maker, struct tcn_str name, int64_t ms, size_t *node)
{
	uint64_t *slot;
	bool added;

	tcn_map_put(&maker->index, tcn_copies_key(name), &slot, &added);
	if (added) {
		maker->nodes = tcn_mem_grow(maker->nodes, &maker->nodes_cap,
		    maker->nodes_n + 1, sizeof *maker->nodes);
		maker->nodes[maker->nodes_n] = (struct tcn_copies_node){
			.name = name, .first = SIZE_MAX, .ms = ms
		};
		*slot = ++maker->nodes_n;
	}
	*node = *slot - 1;
}

static void
read_item(struct maker *maker, size_t i)
{
	const struct tcn_copies_item *item = &maker->items[i];
	size_t own, from = SIZE_MAX;

	find_node(maker, item->source, item->ms, &own);
	if (maker->nodes[own].first == SIZE_MAX)
		maker->nodes[own].first = i;
	if (item->credit.n)
		find_node(maker, item->credit, item->ms, &from);
	else if (item->copy_of != SIZE_MAX)
		find_node(maker, maker->items[item->copy_of].source, item->ms,
		    &from);
	if (from != SIZE_MAX && from != own) {
		uint64_t *slot;
		bool added;

		tcn_map_put(&maker->pairs, (uint64_t)from << 32 | own, &slot,
		    &added);
		if (added) {
			maker->edges =
			    tcn_mem_grow(maker->edges, &maker->edges_cap,
				maker->edges_n + 1, sizeof *maker->edges);
			maker->edges[maker->edges_n] =
			    (struct tcn_copies_edge){ .from = from, .to = own };
			*slot = ++maker->edges_n;
		}
		maker->edges[*slot - 1].items++;
		maker->nodes[from].copied++;
	}
}

static int
heavier(const void *one, const void *other)
{
	const struct tcn_copies_edge *a = one, *b = other;

	if (a->items != b->items)
		return a->items > b->items ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->to > b->to) - (a->to < b->to);
}

/* Marks the nodes at the ends of the heaviest edges, and counts the others. */
static void
choose_nodes(struct maker *maker, bool *kept, size_t *n, size_t *others_n)
{
	struct tcn_map met = { 0 };
	uint64_t *slot;

	qsort(maker->edges, maker->edges_n, sizeof *maker->edges, heavier);
	*n = 0;
	for (size_t i = 0; i < maker->edges_n; i++) {
		size_t from = maker->edges[i].from, to = maker->edges[i].to;
		size_t more = (size_t)!kept[from] + !kept[to];

		if (*n + more <= TCN_COPIES_NODES) {
			kept[from] = kept[to] = true;
			*n += more;
		}
		tcn_map_put(&met, from, &slot, NULL);
		tcn_map_put(&met, to, &slot, NULL);
	}
	*others_n = met.n - *n;
	tcn_map_fini(&met);
}

static int
earlier(const void *one, const void *other)
{
	const struct tcn_copies_node *a = one, *b = other;

	if (a->layer != b->layer)
		return a->layer < b->layer ? -1 : 1;
	if (a->ms != b->ms)
		return a->ms < b->ms ? -1 : 1;
	return tcn_str_compare(a->name, b->name);
}

/* Whether one began before another; of one that is only credited nobody knows
 * when, but that it was before. */
static bool
is_before(const struct tcn_copies_node *a, const struct tcn_copies_node *b)
{
	if ((a->first == SIZE_MAX) != (b->first == SIZE_MAX))
		return a->first == SIZE_MAX;
	return a->ms != b->ms ? a->ms < b->ms : a->first < b->first;
}

/* Gives each node its layer: as many rounds as there can be layers. */
static void
make_layers(struct maker *maker, const bool *kept)
{
	for (size_t round = 0; round < TCN_COPIES_NODES; round++) {
		for (size_t i = 0; i < maker->edges_n; i++) {
			const struct tcn_copies_edge *edge = &maker->edges[i];
			struct tcn_copies_node *from =
			    &maker->nodes[edge->from];
			struct tcn_copies_node *to = &maker->nodes[edge->to];

			if (kept[edge->from] && kept[edge->to] &&
			    is_before(from, to) && to->layer <= from->layer)
				to->layer = from->layer + 1;
		}
	}
}

static int
by_ends(const void *one, const void *other)
{
	const struct tcn_copies_edge *a = one, *b = other;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->to > b->to) - (a->to < b->to);
}

/* The place of a node among those kept, which are sorted, by its name. */
static size_t
place_of(const struct tcn_copies *copies, const struct tcn_copies_node *node)
{
	size_t i = 0;

	while (copies->nodes[i].name.at != node->name.at)
		i++;
	return i;
}

static void
take(struct maker *maker, const bool *kept, struct tcn_arena *arena,
    struct tcn_copies *copies)
{
	copies->nodes =
	    tcn_arena_zalloc(arena, TCN_COPIES_NODES, sizeof *copies->nodes);
	copies->edges =
	    tcn_arena_zalloc(arena, maker->edges_n, sizeof *copies->edges);
	for (size_t i = 0; i < maker->nodes_n; i++) {
		if (kept[i])
			copies->nodes[copies->nodes_n++] = maker->nodes[i];
	}
	qsort(copies->nodes, copies->nodes_n, sizeof *copies->nodes, earlier);
	for (size_t i = 0; i < maker->edges_n; i++) {
		const struct tcn_copies_edge *edge = &maker->edges[i];

		if (!kept[edge->from] || !kept[edge->to])
			continue;
		copies->edges[copies->edges_n++] = (struct tcn_copies_edge){
			place_of(copies, &maker->nodes[edge->from]),
			place_of(copies, &maker->nodes[edge->to]), edge->items
		};
	}
	qsort(copies->edges, copies->edges_n, sizeof *copies->edges, by_ends);
}

static void
make(struct maker *maker, size_t n, struct tcn_arena *arena,
    struct tcn_copies *copies)
{
	size_t kept_n;
	bool *kept;

	for (size_t i = 0; i < n; i++)
		read_item(maker, i);
	if (!maker->edges_n)
		return;
	kept = tcn_mem_calloc(maker->nodes_n, sizeof *kept);
	choose_nodes(maker, kept, &kept_n, &copies->others_n);
	make_layers(maker, kept);
	take(maker, kept, arena, copies);
	tcn_mem_free(kept);
}

void
tcn_copies_make(const struct tcn_copies_item *items, size_t n,
    struct tcn_arena *arena, struct tcn_copies *copies)
{
	struct maker maker = { .items = items };

	*copies = (struct tcn_copies){ 0 };
	make(&maker, n, arena, copies);
	tcn_map_fini(&maker.index);
	tcn_map_fini(&maker.pairs);
	tcn_mem_free(maker.nodes);
	tcn_mem_free(maker.edges);
}
