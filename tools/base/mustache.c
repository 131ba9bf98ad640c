#include "tools/base/mustache_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/base/mem.h"

void
tcn_mustache_fini(struct tcn_mustache *set)
{
	for (size_t i = 0; i < set->n; i++)
		tcn_mem_free(set->files[i].nodes);
	tcn_mem_free(set->files);
	*set = (struct tcn_mustache){ 0 };
}

/* --- where a tag stands --- */

enum where {
	IN_TEXT,
	IN_TAG,
	IN_ATTRIBUTE,
	IN_ADDRESS, /* an attribute that is one, or Markdown's (...) */
	IN_CODE, /* an attribute that runs or styles something */
	IN_SCRIPT,
	IN_COMMENT,
};

struct place {
	enum where where;
	enum tcn_mustache_escape
	    address; /* how the next value of an address is written */
	const char *tag; /* where the tag begins */
};

struct compiler {
	const struct tcn_mustache *set;
	struct tcn_err *err;
	struct tcn_str text;
	struct tcn_mustache_node *nodes;
	size_t n;
	const char *at, *end;
	struct place place;
	struct {
		size_t node;
		struct place place;
	} open[TCN_MUSTACHE_DEPTH_MAX];
	size_t open_n;
};

static bool
begins(const char *at, const char *end, const char *with)
{
	size_t n = strlen(with);

	return (size_t)(end - at) >= n && strncasecmp(at, with, n) == 0;
}

/* What an attribute may hold whose value begins at the quote. */
static enum where
attribute(const struct compiler *c, const char *quote)
{
	static const char *const addresses[] = {
		"href=", "src=", "action=", "formaction="
	};
	const char *name = quote;

	while (name > c->text.at && !strchr(" \t\n}", name[-1]))
		name--;
	for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
		if ((size_t)(quote - name) == strlen(addresses[i]) &&
		    begins(name, quote, addresses[i]))
			return IN_ADDRESS;
	return begins(name, quote, "on") || begins(name, quote, "style=")
	    ? IN_CODE
	    : IN_ATTRIBUTE;
}

static void
enter_text(struct compiler *c, const char *at)
{
	struct place *place = &c->place;

	if (c->set->kind == TCN_MUSTACHE_TEXT)
		return;
	if (c->set->kind == TCN_MUSTACHE_MARKDOWN) {
		if (begins(at, c->end, "]("))
			place->where = IN_ADDRESS;
	} else if (begins(at, c->end, "<!--")) {
		place->where = IN_COMMENT;
	} else if (*at == '<' && at + 1 < c->end &&
	    (isalpha((unsigned char)at[1]) || strchr("/!", at[1]))) {
		place->where = IN_TAG;
		place->tag = at;
	}
}

static void
step_tag(struct compiler *c, const char *at)
{
	struct place *place = &c->place;

	if (*at == '"' && at > c->text.at && at[-1] == '=') {
		place->where = attribute(c, at);
		place->address = URL;
	} else if (*at == '>') {
		place->where = begins(place->tag, c->end, "<script") ||
			begins(place->tag, c->end, "<style")
		    ? IN_SCRIPT
		    : IN_TEXT;
	}
}

/* Goes through literal text. */
static void
scan(struct compiler *c, struct tcn_str text)
{
	struct place *place = &c->place;
	char quote = c->set->kind == TCN_MUSTACHE_HTML ? '"' : ')';

	for (const char *at = text.at; at < text.at + text.n; at++) {
		if (place->where == IN_TEXT ||
		    (place->where == IN_SCRIPT && begins(at, c->end, "</")))
			enter_text(c, at);
		else if (place->where == IN_TAG)
			step_tag(c, at);
		else if (place->where == IN_SCRIPT)
			continue;
		else if (place->where == IN_COMMENT)
			place->where =
			    begins(at, c->end, "-->") ? IN_TEXT : IN_COMMENT;
		else if (*at == quote)
			place->where = quote == '"' ? IN_TAG : IN_TEXT;
		else if (*at == '?' || place->address == URL)
			place->address = *at == '?' ? PARAMETER : SEGMENT;
	}
}

/* How a value is escaped that stands here; false: it cannot be. */
static bool
choose_escape(struct compiler *c, bool raw, enum tcn_mustache_escape *escape)
{
	static const enum tcn_mustache_escape escapes[] = {
		[IN_TEXT] = HTML, [IN_ATTRIBUTE] = HTML, [IN_SCRIPT] = SCRIPT
	};
	enum where where = c->place.where;

	if (where == IN_TAG || where == IN_CODE || where == IN_COMMENT)
		return false;
	if (raw || c->set->kind == TCN_MUSTACHE_TEXT) {
		*escape = where == IN_SCRIPT ? SCRIPT_RAW : PLAIN;
		return where == IN_TEXT || where == IN_SCRIPT;
	}
	if (c->set->kind == TCN_MUSTACHE_MARKDOWN) {
		*escape = where == IN_TEXT ? MARKDOWN : MARKDOWN_URL;
	} else if (where == IN_ADDRESS) {
		*escape = c->place.address;
		if (c->place.address == URL)
			c->place.address = SEGMENT;
	} else {
		*escape = escapes[where];
	}
	return true;
}

/* --- compiling --- */

static enum tcn_rc
fail(const struct compiler *c, const char *at, const char *what,
    struct tcn_str name)
{
	unsigned long line = 1, column = 1;

	for (const char *p = c->text.at; p < at; p++) {
		column = *p == '\n' ? 1 : column + 1;
		line += *p == '\n';
	}
	tcn_err_at(c->err, NULL, line, column);
	return tcn_err_set(c->err, TCN_INVALID, "{{%.*s}} %s",
	    TCN_STR_ARG(name), what);
}

static struct tcn_mustache_node *
add(struct compiler *c, enum tcn_mustache_op op, struct tcn_str text)
{
	struct tcn_mustache_node *node = &c->nodes[c->n++];

	*node = (struct tcn_mustache_node){ .op = op, .text = text };
	return node;
}

static void
add_literal(struct compiler *c, const char *to)
{
	struct tcn_str text = { c->at, (size_t)(to - c->at) };

	scan(c, text);
	if (text.n)
		add(c, TEXT, text);
}

/* Takes a text between quotes off what stands behind a bar; false: there is
 * none. */
static bool
take_quoted(struct tcn_str *from, struct tcn_str *text)
{
	const char *end;

	*from = tcn_str_trim(*from);
	if (from->n < 3 || from->at[0] != '|')
		return false;
	*from = tcn_str_trim((struct tcn_str){ from->at + 1, from->n - 1 });
	end = from->n > 1 && *from->at == '"'
	    ? memchr(from->at + 1, '"', from->n - 1)
	    : NULL;
	if (!end)
		return false;
	*text = (struct tcn_str){ from->at + 1, (size_t)(end - from->at) - 1 };
	from->n -= (size_t)(end + 1 - from->at);
	from->at = end + 1;
	return true;
}

/* {{name|"one"|"more"}}; false: the tag is no count. */
static bool
add_count(struct compiler *c, struct tcn_str name,
    enum tcn_mustache_escape escape)
{
	const char *bar = memchr(name.at, '|', name.n);
	struct tcn_mustache_node node = { .op = COUNT, .escape = escape };
	struct tcn_str rest;

	if (!bar || *name.at == '"')
		return false;
	node.text =
	    tcn_str_trim((struct tcn_str){ name.at, (size_t)(bar - name.at) });
	rest = (struct tcn_str){ bar, name.n - (size_t)(bar - name.at) };
	if (!take_quoted(&rest, &node.one) || !take_quoted(&rest, &node.more) ||
	    rest.n)
		return false;
	c->nodes[c->n++] = node;
	return true;
}

static enum tcn_rc
add_value(struct compiler *c, const char *at, struct tcn_str name, bool raw)
{
	const char *bar = NULL;
	struct tcn_mustache_node *node;
	const struct tcn_mustache_form *form = NULL;
	enum tcn_mustache_escape escape;

	for (size_t i = 1; i + 1 < name.n; i++)
		if (name.at[i] == '|' && name.at[i - 1] != '|' &&
		    name.at[i + 1] != '|')
			bar = name.at + i;
	if (!choose_escape(c, raw, &escape))
		return fail(c, at,
		    "stands where no value may: put it into text, or between "
		    "the double quotes of an attribute",
		    name);
	if (c->set->words && add_count(c, name, escape))
		return TCN_OK;
	node = add(c, VALUE, name);
	node->escape = escape;
	if (!bar)
		return TCN_OK;
	node->text.n = (size_t)(bar - name.at);
	name = tcn_str_trim((struct tcn_str){
	    bar + 1, name.n - node->text.n - 1 });
	node->text = tcn_str_trim(node->text);
	for (form = c->set->forms; form && form->name; form++)
		if (tcn_str_equal(tcn_str(form->name), name))
			break;
	node->form = form;
	return form && form->name
	    ? TCN_OK
	    : fail(c, at, "is no form of writing a value: remove it", name);
}

static enum tcn_rc
open_section(struct compiler *c, const char *at, enum tcn_mustache_op op,
    struct tcn_str name)
{
	if (c->open_n == TCN_MUSTACHE_DEPTH_MAX)
		return fail(c, at, "is nested in too many sections", name);
	c->open[c->open_n].node = c->n;
	add(c, op, name);
	c->open[c->open_n++].place = c->place;
	return TCN_OK;
}

/* Which kind of node was opened last. */
static bool
is_open(const struct compiler *c, enum tcn_mustache_op op)
{
	return c->open_n && c->nodes[c->open[c->open_n - 1].node].op == op;
}

/* {{<"message"}} */
static enum tcn_rc
open_message(struct compiler *c, const char *at, struct tcn_str name)
{
	enum tcn_mustache_escape escape;
	enum tcn_rc rc;

	if (!c->set->words || name.n < 3 || *name.at != '"' ||
	    name.at[name.n - 1] != '"' || !choose_escape(c, false, &escape))
		return fail(c, at,
		    "is no message, or stands where no message "
		    "may",
		    name);
	rc = open_section(c, at, MESSAGE,
	    (struct tcn_str){ name.at + 1, name.n - 2 });
	c->nodes[c->n - 1].escape = escape;
	return rc;
}

static enum tcn_rc
close_section(struct compiler *c, const char *at, struct tcn_str name)
{
	struct tcn_mustache_node *node;
	const struct place *place;

	if (!c->open_n)
		return fail(c, at,
		    "closes a section that is not open: remove "
		    "it",
		    name);
	node = &c->nodes[c->open[--c->open_n].node];
	place = &c->open[c->open_n].place;
	if (!tcn_str_equal(node->text, name) &&
	    !(name.n == 0 && (node->op == SLOT || node->op == MESSAGE)))
		return fail(c, at,
		    "closes a section other than the one opened last", name);
	if (place->where != c->place.where)
		return fail(c, at,
		    "begins and ends in different places: put both into text, "
		    "or both into the same attribute",
		    name);
	node->n = (size_t)(c->nodes + c->n - node) - 1;
	return TCN_OK;
}

/* Whether a tag is all that its line holds; then *from and *to are moved to
 * take the line out. */
static bool
stands_alone(const struct compiler *c, const char **from, const char **to)
{
	const char *a = *from, *b = *to;

	while (a > c->text.at && (a[-1] == ' ' || a[-1] == '\t'))
		a--;
	while (b < c->end && (*b == ' ' || *b == '\t' || *b == '\r'))
		b++;
	if ((a > c->text.at && a[-1] != '\n') || (b < c->end && *b != '\n'))
		return false;
	*from = a;
	*to = b < c->end ? b + 1 : b;
	return true;
}

/* A slot ends where the next begins, or with its message. */
static enum tcn_rc
open_slot(struct compiler *c, const char *at, struct tcn_str name)
{
	enum tcn_rc rc = TCN_OK;

	if (is_open(c, SLOT))
		rc = close_section(c, at, (struct tcn_str){ 0 });
	if (rc)
		return rc;
	return is_open(c, MESSAGE)
	    ? open_section(c, at, SLOT, name)
	    : fail(c, at,
		  "stands outside of a message: {{<\"text\"}} begins "
		  "one",
		  name);
}

static enum tcn_rc
add_tag(struct compiler *c, const char *at, char sigil, struct tcn_str name)
{
	if (sigil == '/' && !name.n) {
		const struct tcn_str none = { 0 };
		enum tcn_rc rc = TCN_OK;

		if (is_open(c, SLOT))
			rc = close_section(c, at, none);
		if (rc)
			return rc;
		return is_open(c, MESSAGE)
		    ? close_section(c, at, none)
		    : fail(c, at, "closes no message: name what it closes",
			  none);
	}
	if (!name.n && sigil != '!')
		return fail(c, at, "has no name: say which value", name);
	switch (sigil) {
	case '!':
		return TCN_OK;
	case '#':
		return open_section(c, at, SECTION, name);
	case '^':
		return open_section(c, at, INVERTED, name);
	case '/':
		return close_section(c, at, name);
	case '<':
		return open_message(c, at, name);
	case '$':
		return open_slot(c, at, name);
	case '>':
		if (c->place.where != IN_TEXT)
			return fail(c, at, "stands where no template may",
			    name);
		add(c, PARTIAL, name);
		return TCN_OK;
	default:
		return add_value(c, at, name, sigil == '{' || sigil == '&');
	}
}

/* The next tag, behind what stands before it; c->at is moved behind both. */
static enum tcn_rc
take_tag(struct compiler *c)
{
	const char *at = memmem(c->at, (size_t)(c->end - c->at), "{{", 2);
	const char *close, *from = at, *to, *name;
	bool alone = false;
	enum tcn_rc rc;
	char sigil;

	if (!at) {
		add_literal(c, c->end);
		c->at = c->end;
		return TCN_OK;
	}
	name = at + 2;
	sigil = name < c->end && strchr("!#^/>{&<$", *name) ? *name++ : '\0';
	close = memmem(name, (size_t)(c->end - name),
	    sigil == '{' ? "}}}" : "}}", sigil == '{' ? 3 : 2);
	if (!close)
		return fail(c, at, "is not closed: its }} is missing",
		    (struct tcn_str){ 0 });
	to = close + (sigil == '{' ? 3 : 2);
	if (sigil && !strchr("{&", sigil))
		alone = stands_alone(c, &from, &to);
	add_literal(c, from > c->at ? from : c->at);
	c->at = to;
	rc = add_tag(c, at, sigil,
	    tcn_str_trim((struct tcn_str){ name, (size_t)(close - name) }));
	if (!rc && sigil == '>')
		c->nodes[c->n - 1].alone = alone;
	return rc;
}

struct tcn_mustache_file *
tcn_mustache_find(const struct tcn_mustache *set, struct tcn_str name)
{
	for (size_t i = 0; i < set->n; i++)
		if (tcn_str_equal(tcn_str(set->files[i].name), name))
			return &set->files[i];
	return NULL;
}

/* Room for the nodes of a text: a literal before each tag, and one behind. */
static struct tcn_mustache_node *
make_room(struct tcn_str text)
{
	size_t n = 1;

	for (size_t i = 1; i < text.n; i++)
		n += text.at[i] == '{' && text.at[i - 1] == '{' ? 2 : 0;
	return tcn_mem_calloc(n, sizeof(struct tcn_mustache_node));
}

static enum tcn_rc
compile(struct compiler *c)
{
	const struct tcn_str none = { 0 };
	enum tcn_rc rc = TCN_OK;

	while (!rc && c->at < c->end)
		rc = take_tag(c);
	if (rc)
		return rc;
	if (c->open_n) {
		struct tcn_str open =
		    c->nodes[c->open[c->open_n - 1].node].text;

		return fail(c, open.at,
		    "is not closed: the tag with a / that ends it is missing",
		    open);
	}
	return c->place.where == IN_TEXT
	    ? TCN_OK
	    : fail(c, c->end, "is missing: the text ends within a tag", none);
}

enum tcn_rc
tcn_mustache_add(struct tcn_mustache *set, const char *name,
    struct tcn_str text, struct tcn_err *err)
{
	struct compiler c = { .set = set,
		.err = err,
		.text = text,
		.nodes = make_room(text),
		.at = text.at,
		.end = text.at + text.n };
	struct tcn_mustache_file *file = tcn_mustache_find(set, tcn_str(name));
	enum tcn_rc rc = compile(&c);

	if (rc) {
		tcn_mem_free(c.nodes);
		return rc;
	}
	if (!file) {
		file = tcn_mem_grow(set->files, &set->cap, set->n + 1,
		    sizeof *file);
		set->files = file;
		file += set->n++;
		file->nodes = NULL;
	}
	tcn_mem_free(file->nodes);
	*file = (struct tcn_mustache_file){ name, text, c.nodes, c.n };
	return TCN_OK;
}

enum tcn_rc
tcn_mustache_link(struct tcn_mustache *set, struct tcn_err *err)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct tcn_mustache_file *file = &set->files[i], *part;
		struct compiler c = { .err = err, .text = file->text };

		for (size_t n = 0; n < file->n; n++) {
			struct tcn_mustache_node *node = &file->nodes[n];

			if (node->op != PARTIAL)
				continue;
			part = tcn_mustache_find(set, node->text);
			if (part) {
				node->n = (size_t)(part - set->files);
				continue;
			}
			tcn_err_at(err, file->name, 0, 0);
			return fail(&c, node->text.at,
			    "names a template that does not exist: write a "
			    "file's name without its ending",
			    node->text);
		}
	}
	return TCN_OK;
}
