#include "tools/base/mustache.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "tools/base/safe.h"
#include "tools/base/target.h"

#define DEPTH_MAX 16 /* of sections in a template, and of partials */

enum op {
	TEXT,
	VALUE,
	SECTION,
	INVERTED,
	PARTIAL
};

enum escape {
	PLAIN, /* as it is */
	HTML,
	URL, /* a whole address */
	SEGMENT, /* of its path */
	PARAMETER, /* of its query */
	SCRIPT, /* a JSON value, and parts of one that are JSON already */
	SCRIPT_RAW,
	MARKDOWN,
	MARKDOWN_URL,
};

struct tcn_mustache_node {
	enum op op;
	enum escape escape;
	struct tcn_str text; /* literal, or the name in the tag */
	const struct tcn_mustache_form *form; /* NULL: as it is */
	size_t n; /* nodes within a section; of a partial: which file */
	bool alone; /* on its line */
};

struct tcn_mustache_file {
	const char *name;
	struct tcn_str text;
	struct tcn_mustache_node *nodes;
	size_t n;
};

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
	enum escape address; /* how the next value of an address is written */
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
	} open[DEPTH_MAX];
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
choose_escape(struct compiler *c, bool raw, enum escape *escape)
{
	static const enum escape escapes[] = {
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
add(struct compiler *c, enum op op, struct tcn_str text)
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

static enum tcn_rc
add_value(struct compiler *c, const char *at, struct tcn_str name, bool raw)
{
	const char *bar = NULL;
	struct tcn_mustache_node *node;
	const struct tcn_mustache_form *form = NULL;
	enum escape escape;

	for (size_t i = 1; i + 1 < name.n; i++)
		if (name.at[i] == '|' && name.at[i - 1] != '|' &&
		    name.at[i + 1] != '|')
			bar = name.at + i;
	if (!choose_escape(c, raw, &escape))
		return fail(c, at,
		    "stands where no value may: put it into text, or between "
		    "the double quotes of an attribute",
		    name);
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
	    : fail(c, at, "is no way to write a value: take it away", name);
}

static enum tcn_rc
open_section(struct compiler *c, const char *at, enum op op,
    struct tcn_str name)
{
	if (c->open_n == DEPTH_MAX)
		return fail(c, at, "lies within too many others", name);
	c->open[c->open_n].node = c->n;
	add(c, op, name);
	c->open[c->open_n++].place = c->place;
	return TCN_OK;
}

static enum tcn_rc
close_section(struct compiler *c, const char *at, struct tcn_str name)
{
	struct tcn_mustache_node *node;
	const struct place *place;

	if (!c->open_n)
		return fail(c, at, "closes what is not open: take it away",
		    name);
	node = &c->nodes[c->open[--c->open_n].node];
	place = &c->open[c->open_n].place;
	if (!tcn_str_equal(node->text, name))
		return fail(c, at,
		    "closes another section than the last that was opened",
		    name);
	if (place->where != c->place.where)
		return fail(c, at,
		    "ends elsewhere than it begins: not both in text, or both "
		    "in the same attribute",
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

static enum tcn_rc
add_tag(struct compiler *c, const char *at, char sigil, struct tcn_str name)
{
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
	sigil = name < c->end && strchr("!#^/>{&", *name) ? *name++ : '\0';
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

static struct tcn_mustache_file *
find_file(const struct tcn_mustache *set, struct tcn_str name)
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
	struct tcn_mustache_file *file = find_file(set, tcn_str(name));
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
			part = find_file(set, node->text);
			if (part) {
				node->n = (size_t)(part - set->files);
				continue;
			}
			tcn_err_at(err, file->name, 0, 0);
			return fail(&c, node->text.at,
			    "names no template: it is a file's name, without "
			    "its ending",
			    node->text);
		}
	}
	return TCN_OK;
}

/* --- what a name means --- */

/* A value that names are looked up in, and the one around it. */
struct frame {
	const struct frame *outer;
	struct tcn_json_value value;
	bool listed, first, last; /* an element of a list that is walked */
};

static bool
is_true(const struct tcn_json_value *value)
{
	switch (value->kind) {
	case TCN_JSON_STRING:
		return value->s.n > 0;
	case TCN_JSON_ARRAY:
		return tcn_json_first(value).node != NULL;
	case TCN_JSON_OBJECT:
		return true;
	default:
		return value->n < 0 || value->n > 0;
	}
}

/* A value as text: numbers by their shortest digits, lists as nothing. */
static struct tcn_str
as_text(const struct tcn_json_value *value, char number[32])
{
	switch (value->kind) {
	case TCN_JSON_STRING:
		return value->s;
	case TCN_JSON_BOOL:
		return tcn_str(value->n > 0 ? "true" : "false");
	case TCN_JSON_NUMBER:
		snprintf(number, 32,
		    fabs(value->n) < 1e15 && floor(value->n) >= value->n
			? "%.0f"
			: "%.15g",
		    value->n);
		return tcn_str(number);
	default:
		return (struct tcn_str){ 0 };
	}
}

static struct tcn_json_value
truth(bool is)
{
	return (struct tcn_json_value){ .kind = TCN_JSON_BOOL, .n = is };
}

static struct tcn_json_value member(const struct tcn_json_value *of,
    struct tcn_str name);

static struct tcn_json_value
length_of(const struct tcn_json_value *list)
{
	struct tcn_json_value at = tcn_json_first(list);
	struct tcn_json_value n = { .kind = TCN_JSON_NUMBER };

	for (; at.node; at = tcn_json_next(&at))
		n.n++;
	return n;
}

/* Of "3" the list, of which no more are walked; of "3+" whether it has more;
 * its "length"; or whether an element has or is that. */
static struct tcn_json_value
member_of_list(const struct tcn_json_value *list, struct tcn_str name)
{
	struct tcn_json_value at = tcn_json_first(list), of = *list;
	bool lacks = name.n && *name.at == '^', found = false;

	if (tcn_str_equal(name, tcn_str("length")))
		return length_of(list);
	if (name.n && isdigit((unsigned char)*name.at)) {
		of.n = strtod(name.at, NULL);
		return name.at[name.n - 1] == '+'
		    ? truth(length_of(list).n > of.n)
		    : of;
	}
	name.at += lacks;
	name.n -= lacks;
	for (; at.node && !found; at = tcn_json_next(&at)) {
		struct tcn_json_value is = member(&at, name);

		found = is_true(&is) != lacks;
	}
	return truth(found);
}

static struct tcn_json_value
member(const struct tcn_json_value *of, struct tcn_str name)
{
	char number[32];

	if (of->kind == TCN_JSON_ARRAY)
		return member_of_list(of, name);
	if (of->kind == TCN_JSON_STRING || of->kind == TCN_JSON_NUMBER)
		return truth(tcn_str_equal(as_text(of, number), name));
	return tcn_json_find(of, name);
}

/* The part of a name before the separator; *name: what stands behind it. */
static struct tcn_str
cut(struct tcn_str *name, const char *separator)
{
	size_t n = strlen(separator);
	const char *at = memmem(name->at, name->n, separator, n);
	struct tcn_str part = { name->at,
		at ? (size_t)(at - name->at) : name->n };

	name->at += part.n + (at ? n : 0);
	name->n -= part.n + (at ? n : 0);
	return part;
}

static struct tcn_json_value
find_one(const struct frame *top, struct tcn_str name)
{
	struct tcn_json_value value = { 0 };
	struct tcn_str part;

	if (tcn_str_equal(name, tcn_str(".")))
		return top->value;
	if (*name.at == '"' && name.n > 1) {
		value.kind = TCN_JSON_STRING;
		value.s = (struct tcn_str){ name.at + 1, name.n - 2 };
		return value;
	}
	if (*name.at == '@') {
		while (top && !top->listed)
			top = top->outer;
		return truth(top &&
		    (tcn_str_equal(name, tcn_str("@last")) ? top->last
							   : top->first));
	}
	part = cut(&name, ".");
	if (!part.n)
		value = top->value;
	for (; part.n && top && value.kind == TCN_JSON_ABSENT; top = top->outer)
		if (top->value.kind == TCN_JSON_OBJECT)
			value = member(&top->value, part);
	while (name.n) {
		part = cut(&name, ".");
		value = member(&value, part);
	}
	return value;
}

static struct tcn_json_value
find(const struct frame *top, struct tcn_str name)
{
	struct tcn_json_value value = { 0 };

	while (name.n) {
		struct tcn_str part = tcn_str_trim(cut(&name, "||"));

		value = part.n ? find_one(top, part) : value;
		if (is_true(&value))
			break;
	}
	return value;
}

/* --- writing --- */

/* JSON, with "<" in its own way, so that no "</script>" can be in it. */
static void
write_script(struct tcn_buf *out, struct tcn_str json)
{
	for (size_t i = 0; i < json.n; i++)
		if (json.at[i] == '<')
			tcn_buf_z(out, "\\u003c");
		else
			tcn_buf_char(out, json.at[i]);
}

static void
write_json(struct tcn_buf *out, bool quoted, struct tcn_str text)
{
	struct tcn_buf json = { 0 };

	if (quoted)
		tcn_buf_json(&json, text);
	else
		tcn_buf_str(&json, text.n ? text : tcn_str("null"));
	write_script(out, tcn_buf_view(&json));
	tcn_buf_fini(&json);
}

/* A page of the web or of ours, which names neither a scheme nor a host;
 * anything else leads nowhere. */
static void
write_url(struct tcn_buf *out, struct tcn_str url)
{
	bool own = url.n && *url.at != '\\' &&
	    (*url.at == '/' ? url.n == 1 || !strchr("/\\", url.at[1])
			    : !memchr(url.at, ':', url.n));

	tcn_safe_html(out, own || tcn_safe_is_link(url) ? url : tcn_str("#"));
}

static void
write_escaped(struct tcn_buf *out, enum escape escape,
    const struct tcn_json_value *value, struct tcn_str text)
{
	switch (escape) {
	case PLAIN:
		tcn_buf_str(out, text);
		break;
	case HTML:
		tcn_safe_html(out, text);
		break;
	case URL:
		write_url(out, text);
		break;
	case SEGMENT:
		tcn_target_segment(out, text);
		break;
	case PARAMETER:
		tcn_target_escape(out, text);
		break;
	case SCRIPT:
		write_json(out, value->kind == TCN_JSON_STRING, text);
		break;
	case SCRIPT_RAW:
		write_script(out, text);
		break;
	case MARKDOWN:
		tcn_safe_md(out, text);
		break;
	case MARKDOWN_URL:
		tcn_safe_md_url(out, text);
		break;
	}
}

struct writer {
	const struct tcn_mustache *set;
	const void *with;
	struct tcn_buf *out;
};

static void
write_value(const struct writer *w, const struct tcn_mustache_node *node,
    const struct frame *top)
{
	struct tcn_json_value value = find(top, node->text);
	struct tcn_buf formed = { 0 };
	char number[32];

	if (node->form)
		node->form->write(&formed, &value, w->with);
	write_escaped(w->out, node->escape, &value,
	    node->form ? tcn_buf_view(&formed) : as_text(&value, number));
	tcn_buf_fini(&formed);
}

static void write_nodes(const struct writer *w,
    const struct tcn_mustache_node *nodes, size_t n, const struct frame *top,
    unsigned depth);

/* nodes: of what lies within a section. */
static void
write_section(const struct writer *w, const struct tcn_mustache_node *nodes,
    size_t n, const struct frame *top, unsigned depth)
{
	struct frame inner = { .outer = top,
		.value = find(top, nodes[-1].text) };
	struct tcn_json_value next;
	double most; /* elements */

	if (is_true(&inner.value) != (nodes[-1].op == SECTION))
		return;
	if (nodes[-1].op == INVERTED) {
		write_nodes(w, nodes, n, top, depth);
		return;
	}
	inner.listed = inner.first = inner.value.kind == TCN_JSON_ARRAY;
	most = inner.listed && inner.value.n > 0 ? inner.value.n : INFINITY;
	if (inner.listed)
		inner.value = tcn_json_first(&inner.value);
	do {
		next = (struct tcn_json_value){ 0 };
		if (inner.listed)
			next = tcn_json_next(&inner.value);
		inner.last = !next.node;
		write_nodes(w, nodes, n, &inner, depth);
		inner.value = next;
		inner.first = false;
	} while (next.node && --most > 0);
}

/* A template that does not have a line for itself brings no line feed. */
static void
write_partial(const struct writer *w, const struct tcn_mustache_node *node,
    const struct frame *top, unsigned depth)
{
	const struct tcn_mustache_file *part = &w->set->files[node->n];
	struct tcn_buf *out = w->out;
	size_t from = out->n;

	if (depth == DEPTH_MAX)
		return;
	write_nodes(w, part->nodes, part->n, top, depth + 1);
	if (!node->alone && out->n > from && out->at[out->n - 1] == '\n')
		out->at[--out->n] = '\0';
}

static void
write_nodes(const struct writer *w, const struct tcn_mustache_node *nodes,
    size_t n, const struct frame *top, unsigned depth)
{
	for (size_t i = 0; i < n; i++) {
		const struct tcn_mustache_node *node = &nodes[i];

		if (node->op == TEXT) {
			tcn_buf_str(w->out, node->text);
		} else if (node->op == VALUE) {
			write_value(w, node, top);
		} else if (node->op == PARTIAL) {
			write_partial(w, node, top, depth);
		} else {
			write_section(w, node + 1, node->n, top, depth);
			i += node->n;
		}
	}
}

void
tcn_mustache_write(const struct tcn_mustache *set, const char *name,
    const struct tcn_json_value *view, const void *with, struct tcn_buf *out)
{
	const struct tcn_mustache_file *file = find_file(set, tcn_str(name));
	const struct writer w = { set, with, out };
	const struct frame frame = { .value = *view };

	if (file)
		write_nodes(&w, file->nodes, file->n, &frame, 0);
}
