/*
 * The rows of stories that may be linked, and the index of their names.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "window/story/story_impl.h"
#include "window/story/story_link_impl.h"

#define KEYS_MAX (1 + TCN_LEXICON_MEANINGS) /* of a name */

static size_t
names_bytes(size_t n)
{
	return n * sizeof(struct tcn_story_link_name);
}

static size_t
links_bytes(void)
{
	return TCN_STORY_LINKS_MAX * sizeof(struct tcn_story_link);
}

void
tcn_story_links_fini(struct tcn_slab *slab, struct tcn_story_links *links)
{
	for (size_t i = 0; i < links->rows_n; i++) {
		struct tcn_story_link_row *row = &links->rows[i];

		tcn_slab_free(slab, row->names, names_bytes(row->names_n));
		if (row->links)
			tcn_slab_free(slab, row->links, links_bytes());
	}
	tcn_mem_free(links->rows);
	tcn_mem_free(links->unused.at);
	tcn_mem_free(links->entries);
	tcn_map_fini(&links->by_story);
	tcn_map_fini(&links->by_name);
	tcn_romanize_fini(&links->romanizer);
	tcn_journal_fini(&links->journal);
}

size_t
tcn_story_links_bytes(const struct tcn_story_links *links)
{
	return links->rows_cap * sizeof *links->rows +
	    links->unused.cap * sizeof *links->unused.at +
	    links->entries_cap * sizeof *links->entries +
	    tcn_map_bytes(&links->by_story) + tcn_map_bytes(&links->by_name) +
	    tcn_romanize_bytes(&links->romanizer) +
	    tcn_journal_bytes(&links->journal);
}

struct tcn_story_link_row *
tcn_story_link_find(const struct tcn_story_index *s, uint64_t story)
{
	const uint64_t *slot = tcn_map_find(&s->links.by_story, story);

	return slot ? &s->links.rows[*slot] : NULL;
}

const struct tcn_story_link *
tcn_story_links_of(const struct tcn_story_index *s, uint64_t story, size_t *n)
{
	const struct tcn_story_link_row *row =
	    s->links.linked ? tcn_story_link_find(s, story) : NULL;

	*n = row ? row->links_n : 0;
	return row ? row->links : NULL;
}

const char *
tcn_story_main_language(const struct tcn_story_index *s, uint64_t story)
{
	const struct tcn_story_link_row *row = tcn_story_link_find(s, story);

	return row && row->lang != TCN_STORY_LINK_NO_LANG
	    ? s->langs.at[row->lang].code
	    : "";
}

static void
mark_dirty(struct tcn_story_links *links, struct tcn_story_link_row *row)
{
	tcn_journal_change(&links->journal, (uint64_t)(row - links->rows),
	    &row->mark);
}

/* --- rows --- */

static void
count_language(struct tcn_story_links *links, uint8_t lang, int by)
{
	if (lang == TCN_STORY_LINK_NO_LANG)
		return;
	links->by_lang[lang] += (uint32_t)by;
	links->with_lang += (uint32_t)by;
}

static void
new_row(struct tcn_story_links *links, uint64_t story, uint32_t *slot)
{
	struct tcn_story_link_row *row;
	uint64_t *value;

	tcn_map_put(&links->by_story, story, &value, NULL);
	links->rows = tcn_slots_take(&links->unused, links->rows,
	    &links->rows_n, &links->rows_cap, sizeof *links->rows, slot);
	*value = *slot;
	row = &links->rows[*slot];
	*row = (struct tcn_story_link_row){
		.story = story,
		.lang = TCN_STORY_LINK_NO_LANG,
		.live = true,
		.mark = row->mark,
	};
	links->untaken++;
	mark_dirty(links, row);
}

void
tcn_story_link_put(struct tcn_story_index *s, uint64_t story, uint8_t lang,
    uint32_t *slot)
{
	struct tcn_story_links *links = &s->links;
	struct tcn_story_link_row *row = tcn_story_link_find(s, story);

	assert(tcn_story_find(s, story));
	if (row)
		*slot = (uint32_t)(row - links->rows);
	else
		new_row(links, story, slot);
	row = &links->rows[*slot];
	if (row->lang == lang)
		return;
	count_language(links, row->lang, -1);
	count_language(links, lang, 1);
	row->lang = lang;
	mark_dirty(links, row);
}

/* --- the index of names --- */

static void
enter_name(struct tcn_story_links *links, uint32_t slot, uint64_t key)
{
	struct tcn_story_link_entry *entry;
	uint64_t *first;
	uint32_t at = links->free_entry;

	if (!at) {
		entry = tcn_mem_grow(links->entries, &links->entries_cap,
		    links->entries_n + 1, sizeof *entry);
		links->entries = entry;
	}
	tcn_map_put(&links->by_name, key, &first, NULL);
	if (at)
		links->free_entry = links->entries[at - 1].next;
	else
		at = (uint32_t)++links->entries_n;
	entry = &links->entries[at - 1];
	*entry = (struct tcn_story_link_entry){ slot, (uint32_t)*first };
	*first = at;
}

static void
leave_name(struct tcn_story_links *links, uint32_t slot, uint64_t key)
{
	uint64_t *first = tcn_map_find(&links->by_name, key);
	uint32_t at = first ? (uint32_t)*first : 0, before = 0, next;

	while (at && links->entries[at - 1].row != slot) {
		before = at;
		at = links->entries[at - 1].next;
	}
	assert(at);
	next = links->entries[at - 1].next;
	if (before)
		links->entries[before - 1].next = next;
	else
		*first = next;
	if (!before && !next)
		tcn_map_remove(&links->by_name, key);
	links->entries[at - 1].next = links->free_entry;
	links->free_entry = at;
}

static void
drop_names(struct tcn_slab *slab, struct tcn_story_links *links, uint32_t slot)
{
	struct tcn_story_link_row *row = &links->rows[slot];

	for (size_t i = 0; i < row->names_n; i++)
		for (size_t k = 0; k < tcn_story_link_keys(&row->names[i]); k++)
			leave_name(links, slot,
			    tcn_story_link_key_at(&row->names[i], k));
	tcn_slab_free(slab, row->names, names_bytes(row->names_n));
	row->names = NULL;
	row->names_n = 0;
}

void
tcn_story_link_set_names(struct tcn_story_index *s, uint32_t slot,
    const struct tcn_story_link_name *names, size_t n)
{
	struct tcn_story_links *links = &s->links;
	struct tcn_story_link_row *row = &links->rows[slot];

	assert(n <= TCN_STORY_LINK_NAMES);
	drop_names(&s->slab, links, slot);
	if (n) {
		row->names = tcn_slab_alloc(&s->slab, names_bytes(n));
		memcpy(row->names, names, names_bytes(n));
		row->names_n = (uint8_t)n;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < tcn_story_link_keys(&names[i]); k++)
			enter_name(links, slot,
			    tcn_story_link_key_at(&names[i], k));
	links->untaken -= !row->taken;
	row->taken = true;
	mark_dirty(links, row);
}

/* --- links --- */

void
tcn_story_link_add_one(struct tcn_story_index *s,
    struct tcn_story_link_row *row, uint64_t story, double score)
{
	assert(row->links_n < TCN_STORY_LINKS_MAX);
	if (!row->links)
		row->links = tcn_slab_alloc(&s->slab, links_bytes());
	row->links[row->links_n++] = (struct tcn_story_link){ story, score };
	s->links.linked++;
	mark_dirty(&s->links, row);
}

void
tcn_story_link_add(struct tcn_story_index *s, uint32_t a, uint32_t b,
    double score)
{
	struct tcn_story_link_row *x = &s->links.rows[a];
	struct tcn_story_link_row *y = &s->links.rows[b];

	assert(a != b);
	tcn_story_link_add_one(s, x, y->story, score);
	tcn_story_link_add_one(s, y, x->story, score);
}

static void
remove_link(struct tcn_story_index *s, uint64_t from, uint64_t story)
{
	struct tcn_story_link_row *row = tcn_story_link_find(s, from);
	uint8_t i = 0;

	while (row && i < row->links_n && row->links[i].story != story)
		i++;
	if (!row || i == row->links_n)
		return;
	row->links_n--;
	s->links.linked--;
	memmove(row->links + i, row->links + i + 1,
	    (row->links_n - i) * sizeof *row->links);
	mark_dirty(&s->links, row);
}

/* May it take over a link of another row? */
static bool
may_take(const struct tcn_story_index *s, const struct tcn_story_link_row *row,
    const struct tcn_story_link_row *partner)
{
	if (!partner || partner == row || partner->lang == row->lang ||
	    row->links_n == TCN_STORY_LINKS_MAX)
		return false;
	for (size_t i = 0; i < row->links_n; i++) {
		const struct tcn_story_link_row *other =
		    tcn_story_link_find(s, row->links[i].story);

		if (row->links[i].story == partner->story ||
		    (other && other->lang == partner->lang))
			return false;
	}
	return true;
}

void
tcn_story_link_merge(struct tcn_story_index *s, uint64_t to, uint64_t from)
{
	struct tcn_story_link_row *a = tcn_story_link_find(s, to);
	struct tcn_story_link_row *b = tcn_story_link_find(s, from);

	while (a && b && b->links_n) {
		struct tcn_story_link link = b->links[b->links_n - 1];
		struct tcn_story_link_row *partner =
		    tcn_story_link_find(s, link.story);
		bool takes = may_take(s, a, partner);

		remove_link(s, link.story, from);
		remove_link(s, from, link.story);
		if (takes)
			tcn_story_link_add(s, (uint32_t)(a - s->links.rows),
			    (uint32_t)(partner - s->links.rows), link.score);
	}
}

void
tcn_story_link_drop(struct tcn_story_index *s, uint64_t story)
{
	struct tcn_story_links *links = &s->links;
	struct tcn_story_link_row *row = tcn_story_link_find(s, story);
	uint32_t slot;

	if (!row)
		return;
	slot = (uint32_t)(row - links->rows);
	for (size_t i = 0; i < row->links_n; i++)
		remove_link(s, row->links[i].story, story);
	if (row->links)
		tcn_slab_free(&s->slab, row->links, links_bytes());
	row->links = NULL;
	links->linked -= row->links_n;
	row->links_n = 0;
	drop_names(&s->slab, links, slot);
	links->untaken -= !row->taken;
	count_language(links, row->lang, -1);
	row->live = false;
	tcn_map_remove(&links->by_story, story);
	tcn_slots_add(&links->unused, slot);
	tcn_journal_remove(&links->journal, story);
}

/* --- checking --- */

static enum tcn_rc
check_row(const struct tcn_story_index *s, const struct tcn_story_link_row *row,
    struct tcn_err *err)
{
	const uint64_t *slot = tcn_map_find(&s->links.by_story, row->story);

	if (!slot || &s->links.rows[*slot] != row ||
	    !tcn_story_find(s, row->story) ||
	    (row->lang >= s->langs.n && row->lang != TCN_STORY_LINK_NO_LANG) ||
	    (row->names_n && !row->taken))
		return tcn_err_set(err, TCN_CORRUPT,
		    "links: the row of story %" PRIu64 " is wrong", row->story);
	for (size_t i = 0; i < row->links_n; i++) {
		size_t n, k = 0;
		const struct tcn_story_link *back =
		    tcn_story_links_of(s, row->links[i].story, &n);

		while (k < n && back[k].story != row->story)
			k++;
		if (k == n)
			return tcn_err_set(err, TCN_CORRUPT,
			    "links: %" PRIu64 " knows of %" PRIu64
			    ", and not the other way",
			    row->story, row->links[i].story);
	}
	return TCN_OK;
}

/* How often the row stands in the index under the key. */
static size_t
count_entries(const struct tcn_story_links *links, uint32_t slot, uint64_t key)
{
	const uint64_t *first = tcn_map_find(&links->by_name, key);
	size_t n = 0;

	for (uint32_t at = first ? (uint32_t)*first : 0; at;
	     at = links->entries[at - 1].next)
		n += links->entries[at - 1].row == slot;
	return n;
}

/* How often the names of the row have the key. */
static size_t
count_keys(const struct tcn_story_link_row *row, uint64_t key)
{
	size_t n = 0;

	for (size_t i = 0; i < row->names_n; i++)
		for (size_t k = 0; k < tcn_story_link_keys(&row->names[i]); k++)
			n += tcn_story_link_key_at(&row->names[i], k) == key;
	return n;
}

static enum tcn_rc
check_names(const struct tcn_story_links *links, uint32_t slot,
    struct tcn_err *err)
{
	const struct tcn_story_link_row *row = &links->rows[slot];

	for (size_t i = 0; i < row->names_n * KEYS_MAX; i++) {
		const struct tcn_story_link_name *name =
		    &row->names[i / KEYS_MAX];
		uint64_t key;

		if (i % KEYS_MAX >= tcn_story_link_keys(name))
			continue;
		key = tcn_story_link_key_at(name, i % KEYS_MAX);
		if (count_entries(links, slot, key) != count_keys(row, key))
			return tcn_err_set(err, TCN_CORRUPT,
			    "links: a name of story %" PRIu64
			    " is not in the index",
			    row->story);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_story_links_check(const struct tcn_story_index *s, struct tcn_err *err)
{
	const struct tcn_story_links *links = &s->links;
	size_t live = 0, with_lang = 0, untaken = 0, names = 0, spare = 0;
	size_t linked = 0;
	enum tcn_rc rc = TCN_OK;

	for (uint32_t i = 0; i < links->rows_n && !rc; i++) {
		const struct tcn_story_link_row *row = &links->rows[i];

		if (!row->live)
			continue;
		live++;
		with_lang += row->lang != TCN_STORY_LINK_NO_LANG;
		untaken += !row->taken;
		for (size_t k = 0; k < row->names_n; k++)
			names += tcn_story_link_keys(&row->names[k]);
		linked += row->links_n;
		rc = check_row(s, row, err);
		if (!rc)
			rc = check_names(links, i, err);
	}
	for (uint32_t at = links->free_entry; at;
	     at = links->entries[at - 1].next)
		spare++;
	if (!rc &&
	    (live != links->by_story.n || with_lang != links->with_lang ||
		untaken != links->untaken || linked != links->linked ||
		live + links->unused.n != links->rows_n ||
		names + spare != links->entries_n))
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "links: of %zu rows %zu have a language and %zu no names; "
		    "%zu names",
		    live, with_lang, untaken, names);
	return rc;
}
