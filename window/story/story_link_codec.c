/*
 * The rows of stories that may be linked, as saved.
 */
#include "window/story/story_bytes_impl.h"
#include "window/story/story_impl.h"
#include "window/story/story_link_impl.h"

/* Behind all else: a row that was saved before there were any ends there. */
static void
encode_meanings(const struct tcn_story_link_row *row, struct tcn_buf *buf)
{
	for (size_t i = 0; i < row->names_n; i++) {
		const struct tcn_story_link_name *name = &row->names[i];

		tcn_story_bytes_put(buf, name->meanings_n, 1);
		for (size_t k = 0; k < name->meanings_n; k++)
			tcn_story_bytes_put(buf, name->meanings[k], 4);
	}
}

void
tcn_story_link_encode(const struct tcn_story_link_row *row, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, row->lang, 1);
	tcn_story_bytes_put(buf, row->taken, 1);
	tcn_story_bytes_put(buf, row->names_n, 1);
	for (size_t i = 0; i < row->names_n; i++) {
		const struct tcn_story_link_name *name = &row->names[i];

		tcn_story_bytes_put(buf, name->text.n, 1);
		tcn_buf_add(buf, name->text.at, name->text.n);
		tcn_story_bytes_put_float(buf, name->share);
		tcn_story_bytes_put_float(buf, name->weight);
	}
	tcn_story_bytes_put(buf, row->links_n, 1);
	for (size_t i = 0; i < row->links_n; i++) {
		tcn_story_bytes_put(buf, row->links[i].story, 8);
		tcn_story_bytes_put_double(buf, row->links[i].score);
	}
	encode_meanings(row, buf);
}

static bool
read_name(struct tcn_story_bytes *in, struct tcn_story_link_name *name)
{
	uint8_t n = (uint8_t)tcn_story_bytes_get(in, 1);

	*name = (struct tcn_story_link_name){ .text.n = n };
	if (!n || n > TCN_ROMANIZE_BYTES)
		return false;
	for (uint8_t i = 0; i < n; i++)
		name->text.at[i] = (char)tcn_story_bytes_get(in, 1);
	name->share = tcn_story_bytes_get_float(in);
	name->weight = tcn_story_bytes_get_float(in);
	return name->share > 0 && name->share <= 1 && name->weight > 0 &&
	    name->weight < 64;
}

static bool
read_meanings(struct tcn_story_bytes *in, struct tcn_story_link_name *name)
{
	name->meanings_n = (uint8_t)tcn_story_bytes_get(in, 1);
	if (name->meanings_n > TCN_LEXICON_MEANINGS)
		return false;
	for (size_t i = 0; i < name->meanings_n; i++)
		name->meanings[i] = (uint32_t)tcn_story_bytes_get(in, 4);
	return true;
}

static enum tcn_rc
read_links(struct tcn_story_index *s, uint32_t slot, struct tcn_story_bytes *in)
{
	size_t n = tcn_story_bytes_get(in, 1);
	struct tcn_story_link_row *row = &s->links.rows[slot];
	enum tcn_rc rc = n > TCN_STORY_LINKS_MAX ? TCN_CORRUPT : TCN_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		uint64_t story = tcn_story_bytes_get(in, 8);
		double score = tcn_story_bytes_get_double(in);

		if (tcn_story_find(s, story) && story != row->story &&
		    score >= 0)
			tcn_story_link_add_one(s, row, story, score);
		else
			rc = TCN_CORRUPT;
	}
	return rc;
}

/* Goes past the links, and returns them. */
static struct tcn_story_bytes
skip_links(struct tcn_story_bytes *in)
{
	struct tcn_story_bytes links = *in;
	size_t n = tcn_story_bytes_get(in, 1) * 16;

	if (in->left < n)
		in->failed = true;
	else {
		in->at += n;
		in->left -= n;
	}
	return links;
}

/* Names, with their meanings, and where the links stand. */
static bool
read_names(struct tcn_story_bytes *in, struct tcn_story_link_name *names,
    size_t n, struct tcn_story_bytes *links)
{
	for (size_t i = 0; i < n; i++)
		if (!read_name(in, &names[i]))
			return false;
	*links = skip_links(in);
	if (!in->left) /* saved before there were meanings, or no names */
		return !in->failed;
	for (size_t i = 0; i < n; i++)
		if (!read_meanings(in, &names[i]))
			return false;
	return !in->failed;
}

enum tcn_rc
tcn_story_link_decode(struct tcn_story_index *s, uint64_t story,
    struct tcn_story_bytes *in)
{
	struct tcn_story_link_name names[TCN_STORY_LINK_NAMES];
	struct tcn_story_bytes links;
	uint8_t lang = (uint8_t)tcn_story_bytes_get(in, 1);
	bool taken = tcn_story_bytes_get(in, 1);
	size_t n = tcn_story_bytes_get(in, 1);
	uint32_t slot;

	if (!tcn_story_find(s, story) || tcn_story_link_find(s, story) ||
	    (lang >= s->langs.n && lang != TCN_STORY_LINK_NO_LANG) ||
	    n > TCN_STORY_LINK_NAMES || (n && !taken) ||
	    !read_names(in, names, n, &links))
		return TCN_CORRUPT;
	tcn_story_link_put(s, story, lang, &slot);
	if (taken)
		tcn_story_link_set_names(s, slot, names, n);
	return read_links(s, slot, &links);
}
