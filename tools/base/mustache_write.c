#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/mustache_impl.h"
#include "tools/base/safe.h"
#include "tools/base/target.h"

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
write_escaped(struct tcn_buf *out, enum tcn_mustache_escape escape,
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

static void
write_count(const struct writer *w, const struct tcn_mustache_node *node,
    const struct frame *top)
{
	struct tcn_json_value value = find(top, node->text);
	struct tcn_buf text = { 0 };

	w->set->words->count(&text, node->one, node->more, value.n, w->with);
	write_escaped(w->out, node->escape, &value, tcn_buf_view(&text));
	tcn_buf_fini(&text);
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

static void
write_slot(const struct writer *w, const struct tcn_mustache_node *nodes,
    size_t n, struct tcn_str name, const struct frame *top, unsigned depth)
{
	for (size_t i = 0; i < n; i++) {
		if (nodes[i].op != SLOT)
			continue;
		if (tcn_str_equal(nodes[i].text, name))
			write_nodes(w, nodes + i + 1, nodes[i].n, top, depth);
		i += nodes[i].n;
	}
}

/* The translation of a message, in which each {name} stands for what is in the
 * slot of that name. */
static void
write_message(const struct writer *w, const struct tcn_mustache_node *node,
    const struct frame *top, unsigned depth)
{
	const struct tcn_json_value none = { 0 };
	struct tcn_buf message = { 0 };
	struct tcn_str rest, text;

	w->set->words->text(&message, node->text, w->with);
	rest = tcn_buf_view(&message);
	while (rest.n) {
		text = cut(&rest, "{");
		write_escaped(w->out, node->escape, &none, text);
		if (rest.n)
			write_slot(w, node + 1, node->n, cut(&rest, "}"), top,
			    depth);
	}
	tcn_buf_fini(&message);
}

/* A template that does not have a line for itself brings no line feed. */
static void
write_partial(const struct writer *w, const struct tcn_mustache_node *node,
    const struct frame *top, unsigned depth)
{
	const struct tcn_mustache_file *part = &w->set->files[node->n];
	struct tcn_buf *out = w->out;
	size_t from = out->n;

	if (depth == TCN_MUSTACHE_DEPTH_MAX)
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
		} else if (node->op == COUNT) {
			write_count(w, node, top);
		} else if (node->op == MESSAGE) {
			write_message(w, node, top, depth);
			i += node->n;
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
	const struct tcn_mustache_file *file =
	    tcn_mustache_find(set, tcn_str(name));
	const struct writer w = { set, with, out };
	const struct frame frame = { .value = *view };

	if (file)
		write_nodes(&w, file->nodes, file->n, &frame, 0);
}
