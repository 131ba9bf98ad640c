#include <assert.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/path.h"
#include "tools/conf/conf.h"
#include "tools/conf/conf_value.h"

/* Appends text as a comment, folded at 80 columns. */
static void
print_comment(struct tcn_buf *out, const char *indent, const char *text)
{
	struct tcn_buf folded = { 0 };
	size_t begin = strlen(indent) + 2;

	tcn_opt_wrap(&folded, text, begin, begin);
	for (char *at = folded.at; !folded.failed && *at;) {
		size_t n = strcspn(at, "\n");

		at += at == folded.at ? 0 : begin;
		n = strcspn(at, "\n");
		tcn_buf_printf(out, "%s# %.*s\n", indent, (int)n, at);
		at += n + (at[n] == '\n');
	}
	out->failed |= folded.failed;
	tcn_buf_fini(&folded);
}

/* Appends "Takes a duration, 1m to 400d; default 3d." */
static void
print_range(const struct tcn_conf_row *row, struct tcn_buf *out)
{
	tcn_buf_z(out, "Takes ");
	tcn_conf_value_range(row, out);
	tcn_buf_printf(out, "; default %s.",
	    row->initial[0] ? row->initial : "\"\"");
}

/* Appends the value of row i. A path that was given is absolute, so that what
 * is printed means the same in any place; a default stays as it is written, and
 * print_row makes it a comment. */
static void
print_value(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const void *field = (const char *)conf + row->at;
	struct tcn_buf path = { 0 };

	if (row->kind != TCN_CONF_PATH || !*(const char *const *)field ||
	    conf->places[i].from == TCN_CONF_FROM_DEFAULT) {
		tcn_conf_value_print(row, field, out);
		return;
	}
	tcn_path_absolute(*(const char *const *)field, &path);
	out->failed |= path.failed;
	if (!path.failed)
		tcn_buf_json(out, tcn_buf_view(&path));
	tcn_buf_fini(&path);
}

/*
 * Whether row i is the default of a path. It is relative to the working
 * directory; in a file it would be relative to the file.
 */
static bool
is_default_path(const struct tcn_conf *conf, size_t i)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const char *const *path = (const void *)((const char *)conf + row->at);

	return row->kind == TCN_CONF_PATH && row->initial[0] &&
	    conf->places[i].from == TCN_CONF_FROM_DEFAULT && *path &&
	    strcmp(*path, row->initial) == 0;
}

static void
print_row(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const char *mark = is_default_path(conf, i) ? "#" : "";
	struct tcn_buf text = { 0 };

	tcn_buf_printf(&text, "%s ", row->help);
	print_range(row, &text);
	out->failed |= text.failed;
	if (!text.failed)
		print_comment(out, "  ", text.at);
	tcn_buf_fini(&text);
	tcn_buf_printf(out, "  %s%s: ", mark, strchr(row->key, '.') + 1);
	print_value(conf, i, out);
	tcn_buf_char(out, '\n');
}

void
tcn_conf_print(const struct tcn_conf *conf, struct tcn_buf *out)
{
	const struct tcn_conf_row *row;

	print_comment(out, "",
	    "Every setting of tocsin " TCN_VERSION ", with its value. "
	    "A line that is left out keeps its default.");
	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		if (row->kind != TCN_CONF_SECTION) {
			print_row(conf, i, out);
			continue;
		}
		tcn_buf_char(out, '\n');
		print_comment(out, "", row->help);
		tcn_buf_printf(out, "%s:\n", row->key);
	}
}

static void
explain_section(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);

	print_comment(out, "", row->help);
	tcn_buf_printf(out, "%s:\n", row->key);
	while ((row = tcn_conf_row(++i)) && row->kind != TCN_CONF_SECTION)
		print_row(conf, i, out);
}

void
tcn_conf_explain(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const struct tcn_conf_place *place = &conf->places[i];

	assert(row);
	if (row->kind == TCN_CONF_SECTION) {
		explain_section(conf, i, out);
		return;
	}
	tcn_buf_printf(out, "%s: ", row->key);
	print_value(conf, i, out);
	if (place->from == TCN_CONF_FROM_FILE)
		tcn_buf_printf(out, "    (line %lu of the file)", place->line);
	else if (place->from == TCN_CONF_FROM_SET)
		tcn_buf_z(out, "    (--set)");
	tcn_buf_z(out, "\n\n");
	tcn_opt_wrap(out, row->help, 0, 0);
	print_range(row, out);
	tcn_buf_char(out, '\n');
}
