/*
 * tools/base/mustache.h - templates without logic, in mustache's syntax.
 *
 *	<h3><a href="/e/{{event}}">{{title || beginning}}</a></h3>
 *	{{#items.length}}
 *	<ul>{{#items}}<li>{{at|short}} {{title}}</li>{{/items}}</ul>
 *	{{/items.length}}
 *	{{^items}}<p>Nothing.</p>{{/items}}
 *	{{> foot}}
 *
 * What mustache(5) says of variables, sections, inverted sections, partials,
 * comments, dotted names and lines that hold nothing but a tag holds here, but
 * that delimiters are always {{ and }}, that a partial is not indented, and
 * that one which has no line for itself brings no line feed at its end. What is
 * read is a tree of JSON values (engine/base/json_value.h). Beyond mustache:
 *
 *	{{a || b}}	the first of them that is neither absent, null, false,
 *			0, nor empty
 *	{{a|form}}	a, written in one of the ways that the caller knows
 *	{{"text"|form}}	the same of a text, such as one to be translated
 *	{{n|"{n} item"|"{n} items"}}
 *			a message of a count in the reader's language
 *	{{<"Fired {when}."}}{{$when}}<b>{{at}}</b>{{/}}
 *			a message in which {when} stands for what is between
 *			{{$when}} and the next slot, or the end of the message
 *	.name		a member of what is walked, and not of what is around
 *	list.length	how many elements it has
 *	list.3 list.3+	the first three of its elements; whether it has more
 *	list.name	whether one of its elements has that member or, being
 *			a text or a number, is that; list.^name: or is not
 *	text.name	whether a text is "name"; the same of a number
 *	@first @last	of the innermost list that is walked
 *
 * A value is escaped as the place asks where its tag stands in the template:
 * the text of HTML or of an attribute; an address at the beginning of href,
 * src, action or formaction, where nothing but a page of ours or of the web may
 * stand; a part of a path or of a query behind that; a JSON value within
 * <script>; Markdown, and the address of a link in it; or plain text. {{{a}}}
 * and {{&a}} are put as they are, where text may stand. No value may stand
 * where it cannot be escaped: among the attributes of a tag, in a comment, in
 * "style" or "onclick". A section ends in a place of the kind it begins in.
 */
#ifndef TCN_TOOLS_BASE_MUSTACHE_H
#define TCN_TOOLS_BASE_MUSTACHE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "engine/base/rc.h"

enum tcn_mustache_kind {
	TCN_MUSTACHE_TEXT,
	TCN_MUSTACHE_HTML,
	TCN_MUSTACHE_MARKDOWN,
};

/* A way to write a value, as text, which is then escaped; with: what the writer
 * was given. */
struct tcn_mustache_form {
	const char *name;
	void (*write)(struct tcn_buf *out, const struct tcn_json_value *value,
	    const void *with);
};

/* How messages are said in the reader's language; both append. */
struct tcn_mustache_words {
	void (*text)(struct tcn_buf *out, struct tcn_str message,
	    const void *with);
	/* With {n} for the number. */
	void (*count)(struct tcn_buf *out, struct tcn_str one,
	    struct tcn_str more, double n, const void *with);
};

/* Templates that may be partials of each other; all zero but for kind, forms
 * and words is a set of none. */
struct tcn_mustache {
	enum tcn_mustache_kind kind;
	const struct tcn_mustache_form *forms; /* up to one without a name */
	const struct tcn_mustache_words *words; /* NULL: it has no messages */
	/* The rest is the engine's. */
	struct tcn_mustache_file *files;
	size_t n, cap;
};

void tcn_mustache_fini(struct tcn_mustache *set);

/* Compiles a template, in place of one of that name; name and text must outlive
 * the set. TCN_INVALID: err says what and where. O(text). */
TCN_MUST_USE enum tcn_rc tcn_mustache_add(struct tcn_mustache *set,
    const char *name, struct tcn_str text, struct tcn_err *err);

/* Once all are there: finds the partials. TCN_INVALID: one names no template,
 * or stands where no markup may; err->file is the template's name. */
TCN_MUST_USE enum tcn_rc tcn_mustache_link(struct tcn_mustache *set,
    struct tcn_err *err);

/* Appends the template of that name; nothing where there is none. Partials
 * within partials are followed for 16 steps. */
void tcn_mustache_write(const struct tcn_mustache *set, const char *name,
    const struct tcn_json_value *view, const void *with, struct tcn_buf *out);

#endif
