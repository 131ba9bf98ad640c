#include "tools/conf/yaml_cursor.h"

#include <xxhash.h>

#include "engine/base/buf.h"
#include "tools/base/path.h"
#include "tools/conf/conf_value.h"

static bool
begins(const struct tcn_yaml_cursor *c)
{
	return tcn_yaml_cursor_is(c, TCN_YAML_LIST) ||
	    tcn_yaml_cursor_is(c, TCN_YAML_MAPPING);
}

enum tcn_rc
tcn_yaml_cursor_next(struct tcn_yaml_cursor *c)
{
	enum tcn_rc rc = tcn_yaml_next(c->yaml, &c->event, c->err);

	c->broken = rc && rc != TCN_DONE;
	if (rc)
		return rc;
	c->events++;
	if (begins(c))
		c->depth++;
	if (tcn_yaml_cursor_is(c, TCN_YAML_LIST_END) ||
	    tcn_yaml_cursor_is(c, TCN_YAML_MAPPING_END))
		c->depth--;
	if (!c->hash)
		return TCN_OK;
	if (c->event.text.n)
		XXH3_64bits_update(c->hash, c->event.text.at, c->event.text.n);
	XXH3_64bits_update(c->hash, &c->event.kind, sizeof c->event.kind);
	return TCN_OK;
}

struct tcn_yaml_entry
tcn_yaml_cursor_begin(const struct tcn_yaml_cursor *c)
{
	return (struct tcn_yaml_entry){ c->events, c->depth - begins(c) };
}

enum tcn_rc
tcn_yaml_cursor_end(struct tcn_yaml_cursor *c, struct tcn_yaml_entry entry,
    enum tcn_rc rc)
{
	if (rc != TCN_INVALID || c->broken || !tcn_err_report(c->err))
		return rc;
	rc = TCN_OK;
	if (c->events == entry.events && tcn_yaml_cursor_is(c, TCN_YAML_KEY))
		rc = tcn_yaml_cursor_next(c);
	while (!rc && c->depth > entry.depth)
		rc = tcn_yaml_cursor_next(c);
	return rc;
}

enum tcn_rc
tcn_yaml_cursor_result(const struct tcn_yaml_cursor *c, enum tcn_rc rc)
{
	if (rc == TCN_INVALID)
		(void)tcn_err_report(c->err);
	if (rc && rc != TCN_DONE)
		return rc;
	return c->err && c->err->told ? TCN_INVALID : TCN_OK;
}

bool
tcn_yaml_cursor_is(const struct tcn_yaml_cursor *c, enum tcn_yaml_kind kind)
{
	return c->event.kind == kind;
}

enum tcn_rc
tcn_yaml_cursor_want(const struct tcn_yaml_cursor *c, enum tcn_yaml_kind kind,
    const char *what)
{
	return tcn_yaml_cursor_is(c, kind)
	    ? TCN_OK
	    : tcn_err_set(c->err, TCN_INVALID, "%s is expected here", what);
}

/* Goes to the next text of a list; TCN_DONE at its end. */
static enum tcn_rc
next_text(struct tcn_yaml_cursor *c)
{
	enum tcn_rc rc = tcn_yaml_cursor_next(c);

	if (rc)
		return rc;
	return tcn_yaml_cursor_is(c, TCN_YAML_LIST_END)
	    ? TCN_DONE
	    : tcn_yaml_cursor_want(c, TCN_YAML_TEXT, "a word");
}

enum tcn_rc
tcn_yaml_cursor_join(struct tcn_yaml_cursor *c, struct tcn_buf *text)
{
	enum tcn_rc rc;

	while (!(rc = next_text(c))) {
		tcn_buf_z(text, text->n ? "," : "");
		tcn_buf_str(text, c->event.text);
	}
	if (rc != TCN_DONE)
		return rc;
	return TCN_OK;
}

enum tcn_rc
tcn_yaml_cursor_value(struct tcn_yaml_cursor *c, const struct tcn_conf_row *row,
    void *to)
{
	unsigned long line = c->event.line, column = c->event.column;
	struct tcn_buf text = { 0 };
	struct tcn_str value;
	enum tcn_rc rc = TCN_OK;

	if ((row->kind == TCN_CONF_SET || row->kind == TCN_CONF_NETWORKS) &&
	    tcn_yaml_cursor_is(c, TCN_YAML_LIST))
		rc = tcn_yaml_cursor_join(c, &text);
	else if (!(rc = tcn_yaml_cursor_want(c, TCN_YAML_TEXT, "a value")))
		tcn_buf_str(&text, c->event.text);
	if (!rc)
		tcn_err_at(c->err, c->name, line, column);
	value = tcn_buf_view(&text);
	if (!rc && row->kind == TCN_CONF_PATH)
		tcn_path_beside(c->name, value, c->arena, &value);
	if (!rc)
		rc = tcn_conf_value_read(row, value, to, c->arena, c->err);
	tcn_buf_fini(&text);
	return rc;
}

enum tcn_rc
tcn_yaml_cursor_each(struct tcn_yaml_cursor *c, tcn_yaml_cursor_take_fn *take,
    void *ctx)
{
	enum tcn_rc rc;

	if (tcn_yaml_cursor_is(c, TCN_YAML_TEXT))
		return take(ctx);
	rc = tcn_yaml_cursor_want(c, TCN_YAML_LIST, "a list [a, b]");
	while (!rc && !(rc = next_text(c)))
		rc = take(ctx);
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_yaml_cursor_no_key(const struct tcn_yaml_cursor *c, const char *who,
    const struct tcn_suggest *nearest, const char *page)
{
	const char *best = tcn_suggest_find(nearest);

	return best ? tcn_err_set(c->err, TCN_INVALID,
			  "%s has no '%s'; did you mean '%s'?", who,
			  nearest->word, best)
		    : tcn_err_set(c->err, TCN_INVALID,
			  "%s has no '%s'; %s says what it has", who,
			  nearest->word, page);
}
