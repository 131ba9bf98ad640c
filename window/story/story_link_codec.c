/*
 * The rows of stories that may be linked, as saved.
 */
#include "window/story/story_impl.h"
#include "window/story/story_link_impl.h"

#define NAME(...) TCN_STATE_FIELD(struct tcn_story_link_name, __VA_ARGS__)
#define LINK(...) TCN_STATE_FIELD(struct tcn_story_link, __VA_ARGS__)

/* Behind a name's text. */
static const struct tcn_state_field name_fields[] = {
	NAME(share),
	NAME(weight),
	{ 0 },
};

static const struct tcn_state_field link_fields[] = {
	LINK(story),
	LINK(score),
	{ 0 },
};

/* Behind all else: a row that was saved before there were any ends there. */
static void
encode_meanings(const struct tcn_story_link_row *row, struct tcn_buf *buf)
{
	for (size_t i = 0; i < row->names_n; i++) {
		const struct tcn_story_link_name *name = &row->names[i];

		tcn_state_put_number(buf, name->meanings_n, 1);
		tcn_buf_add(buf, name->meanings,
		    name->meanings_n * sizeof *name->meanings);
	}
}

void
tcn_story_link_encode(const struct tcn_story_link_row *row, struct tcn_buf *buf)
{
	tcn_state_put_number(buf, row->lang, 1);
	tcn_state_put_number(buf, row->taken, 1);
	tcn_state_put_number(buf, row->names_n, 1);
	for (size_t i = 0; i < row->names_n; i++) {
		const struct tcn_story_link_name *name = &row->names[i];

		tcn_state_put_number(buf, name->text.n, 1);
		tcn_buf_add(buf, name->text.at, name->text.n);
		tcn_state_put_fields(buf, name_fields, name);
	}
	tcn_state_put_number(buf, row->links_n, 1);
	for (size_t i = 0; i < row->links_n; i++)
		tcn_state_put_fields(buf, link_fields, &row->links[i]);
	encode_meanings(row, buf);
}

static bool
read_name(struct tcn_state_in *in, struct tcn_story_link_name *name)
{
	uint8_t n = (uint8_t)tcn_state_get_number(in, 1);

	*name = (struct tcn_story_link_name){ .text.n = n };
	if (!n || n > TCN_ROMANIZE_BYTES)
		return false;
	tcn_state_get_bytes(in, name->text.at, n);
	tcn_state_get_fields(in, name_fields, name);
	return name->share > 0 && name->share <= 1 && name->weight > 0 &&
	    name->weight < 64;
}

static bool
read_meanings(struct tcn_state_in *in, struct tcn_story_link_name *name)
{
	name->meanings_n = (uint8_t)tcn_state_get_number(in, 1);
	if (name->meanings_n > TCN_LEXICON_MEANINGS)
		return false;
	tcn_state_get_bytes(in, name->meanings,
	    name->meanings_n * sizeof *name->meanings);
	return true;
}

static enum tcn_rc
read_links(struct tcn_story_index *s, uint32_t slot, struct tcn_state_in *in)
{
	size_t n = tcn_state_get_number(in, 1);
	struct tcn_story_link_row *row = &s->links.rows[slot];
	enum tcn_rc rc = n > TCN_STORY_LINKS_MAX ? TCN_CORRUPT : TCN_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		struct tcn_story_link link;

		tcn_state_get_fields(in, link_fields, &link);
		if (tcn_story_find(s, link.story) && link.story != row->story &&
		    link.score >= 0)
			tcn_story_link_add_one(s, row, link.story, link.score);
		else
			rc = TCN_CORRUPT;
	}
	return rc;
}

/* Goes past the links, and returns them. */
static struct tcn_state_in
skip_links(struct tcn_state_in *in)
{
	struct tcn_state_in links = *in;
	uint8_t skipped[UINT8_MAX * 16];

	tcn_state_get_bytes(in, skipped, tcn_state_get_number(in, 1) * 16);
	return links;
}

/* Names, with their meanings, and where the links stand. */
static bool
read_names(struct tcn_state_in *in, struct tcn_story_link_name *names, size_t n,
    struct tcn_state_in *links)
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
    struct tcn_state_in *in)
{
	struct tcn_story_link_name names[TCN_STORY_LINK_NAMES];
	struct tcn_state_in links;
	uint8_t lang = (uint8_t)tcn_state_get_number(in, 1);
	bool taken = tcn_state_get_number(in, 1);
	size_t n = tcn_state_get_number(in, 1);
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
