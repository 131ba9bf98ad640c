#include "tools/conf/diagnostic.h"

#include <assert.h>

#include "engine/base/utf8.h"
#include "tools/base/json_out.h"

enum {
	SHOWN_MAX = 72, /* characters of the line that are shown */
	BEFORE_MAX = 48, /* of them, before the column */
};

/* The line of that number, counted from 1; empty when there is none. */
static struct tcn_str
line_of(struct tcn_str bytes, unsigned long line)
{
	const char *end = bytes.at + bytes.n, *at = bytes.at, *stop;

	for (; line > 1 && at; line--) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at && at + 1 < end ? at + 1 : NULL;
	}
	if (!at || line == 0)
		return (struct tcn_str){ "", 0 };
	stop = memchr(at, '\n', (size_t)(end - at));
	return (struct tcn_str){ at, (size_t)((stop ? stop : end) - at) };
}

/* Takes a character off the front of line and appends it: a control character
 * as '?', or any but a tab as a blank where blank is set. line is UTF-8 and not
 * empty. */
static void
show_char(struct tcn_str *line, struct tcn_buf *out, bool blank)
{
	unsigned char c = (unsigned char)line->at[0];
	size_t n = 1;

	assert(line->n > 0);
	while (n < line->n && ((unsigned char)line->at[n] & 0xc0) == 0x80)
		n++;
	if (c == '\t')
		tcn_buf_char(out, '\t');
	else if (blank)
		tcn_buf_char(out, ' ');
	else if (c < ' ' || c == 0x7f ||
	    (c == 0xc2 && n == 2 && (unsigned char)line->at[1] < 0xa0))
		tcn_buf_char(out, '?');
	else
		tcn_buf_add(out, line->at, n);
	*line = (struct tcn_str){ line->at + n, line->n - n };
}

/* Shows the line, or a part of it around the column, and a caret below. */
static void
show_line(struct tcn_buf *out, struct tcn_str line, unsigned long column)
{
	struct tcn_buf none = { 0 };
	unsigned long at = 1;
	struct tcn_str again;

	if (line.n && line.at[line.n - 1] == '\r')
		line.n--;
	if (!tcn_utf8_valid(line) || !line.n || !column)
		return;
	for (; at + BEFORE_MAX < column && line.n; at++) {
		tcn_buf_clear(&none);
		show_char(&line, &none, true);
	}
	tcn_buf_fini(&none);
	again = line;
	tcn_buf_z(out, "    ");
	for (int i = 0; i < SHOWN_MAX && line.n; i++)
		show_char(&line, out, false);
	tcn_buf_z(out, line.n ? "...\n    " : "\n    ");
	for (; at < column && again.n; at++)
		show_char(&again, out, true);
	tcn_buf_z(out, "^\n");
}

static const char *
severity_of(const struct tcn_diagnostic *about)
{
	return about->warning ? "warning" : "error";
}

void
tcn_diagnostic_json(struct tcn_buf *out, const char *key,
    const struct tcn_diagnostic *about)
{
	tcn_json_open(out, key, '{');
	tcn_json_str(out, "file", tcn_str(about->file));
	tcn_json_uint(out, "line", about->line);
	tcn_json_uint(out, "column", about->column);
	tcn_json_str(out, "severity", tcn_str(severity_of(about)));
	tcn_json_str(out, "text", tcn_str(about->text));
	tcn_json_close(out, '}');
}

void
tcn_diagnostic_print(struct tcn_buf *out, const struct tcn_diagnostic *about,
    struct tcn_str bytes, bool json)
{
	assert(about->file && about->text);
	if (json) {
		struct tcn_buf line = { 0 };

		tcn_diagnostic_json(&line, NULL, about);
		tcn_json_line(out, &line);
		tcn_buf_fini(&line);
		return;
	}
	tcn_buf_z(out, about->file);
	if (about->line)
		tcn_buf_printf(out, ":%lu", about->line);
	if (about->line && about->column)
		tcn_buf_printf(out, ":%lu", about->column);
	tcn_buf_printf(out, ": %s: %s\n", severity_of(about), about->text);
	show_line(out, line_of(bytes, about->line), about->column);
}
