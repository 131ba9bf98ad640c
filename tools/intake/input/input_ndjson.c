#include "tools/intake/input/input_ndjson.h"

#include <assert.h>
#include <stdbool.h>

#include "engine/base/mem.h"
#include "tools/intake/input/input_file.h"

#define CHUNK_BYTES      (256 * 1024)
#define LINE_MAX_DEFAULT ((size_t)8 * 1024 * 1024)
#define LINE_MAX_LIMIT   ((size_t)1024 * 1024 * 1024)
#define EXTRA_BYTES      4 /* a byte order mark and CR do not count */

struct tcn_input {
	struct tcn_input_file *bytes;
	char *text; /* text[text_at..text_n) is not yet delivered */
	size_t text_at, text_n, text_cap;
	size_t searched; /* no line end before text[searched] */
	size_t line_max;
	unsigned long line; /* number of the line that ended last */
	bool skipping; /* inside a line that is over the limit */
};

/* Makes room for a chunk at text_n, by moving the text and growing the
 * buffer. */
static void
make_room(struct tcn_input *in)
{
	if (in->text_cap - in->text_n >= CHUNK_BYTES / 2)
		return;
	memmove(in->text, in->text + in->text_at, in->text_n - in->text_at);
	in->text_n -= in->text_at;
	in->searched -= in->text_at;
	in->text_at = 0;
	if (in->text_cap - in->text_n >= CHUNK_BYTES / 2)
		return;
	in->text =
	    tcn_mem_grow(in->text, &in->text_cap, in->text_n + CHUNK_BYTES, 1);
}

/*
 * Finds the end of the line at text_at, *n bytes without "\n". What is left at
 * the end of an undamaged input is a line as well.
 */
static enum tcn_rc
find_end(struct tcn_input *in, size_t *n)
{
	const char *end;
	enum tcn_rc rc;

	for (;;) {
		size_t got;

		end = memchr(in->text + in->searched, '\n',
		    in->text_n - in->searched);
		if (end) {
			*n = (size_t)(end - in->text) - in->text_at;
			return TCN_OK;
		}
		/* Drops the part of a line that was read, once it is over the
		 * limit. */
		if (in->text_n - in->text_at > in->line_max + EXTRA_BYTES)
			in->skipping = true;
		if (in->skipping)
			in->text_at = in->text_n;
		in->searched = in->text_n;
		/* Reads more text to text_n. */
		got = 0;
		make_room(in);
		rc = tcn_input_file_read(in->bytes, in->text + in->text_n,
		    in->text_cap - in->text_n, &got);
		in->text_n += got;
		*n = in->text_n - in->text_at;
		if (rc == TCN_DONE && *n > 0)
			return TCN_OK;
		if (rc)
			return rc;
	}
}

static struct tcn_str
take_line(struct tcn_input *in, size_t n)
{
	static const char bom[] = "\xef\xbb\xbf";
	struct tcn_str line = { in->text + in->text_at, n };

	in->text_at += n + (in->text_at + n < in->text_n);
	in->searched = in->text_at;
	if (in->line++ == 0 && n >= 3 && memcmp(line.at, bom, 3) == 0) {
		line.at += 3;
		line.n -= 3;
	}
	if (line.n > 0 && line.at[line.n - 1] == '\r')
		line.n--;
	return line;
}

enum tcn_rc
tcn_input_next(struct tcn_input *in, struct tcn_str *line,
    unsigned long *line_number, struct tcn_err *err)
{
	assert(in->text_at <= in->searched && in->searched <= in->text_n &&
	    in->text_n <= in->text_cap);
	for (;;) {
		size_t n = 0;
		enum tcn_rc rc = find_end(in, &n);

		if (rc && !in->skipping) {
			*line_number = in->line;
			if (rc == TCN_DONE)
				return rc;
			tcn_err_at(err, tcn_input_name(in), in->line + 1, 0);
			return tcn_err_set(err, rc, "%s",
			    tcn_input_file_error(in->bytes));
		}
		*line = take_line(in, rc ? 0 : n);
		if (in->skipping || line->n > in->line_max) {
			*line_number = in->line;
			in->skipping = false;
			tcn_err_at(err, tcn_input_name(in), in->line, 0);
			return tcn_err_set(err, TCN_INVALID,
			    "the line is longer than %zu bytes and was "
			    "skipped; split it, or raise input.line_max",
			    in->line_max);
		}
		if (tcn_str_trim(*line).n == 0)
			continue;
		*line_number = in->line;
		return TCN_OK;
	}
}

enum tcn_rc
tcn_input_open(const char *path, size_t line_max_bytes, struct tcn_input **out,
    struct tcn_err *err)
{
	struct tcn_input *in = tcn_mem_calloc(1, sizeof *in);
	enum tcn_rc rc;

	*out = NULL;
	in->line_max = line_max_bytes ? line_max_bytes : LINE_MAX_DEFAULT;
	if (in->line_max > LINE_MAX_LIMIT)
		in->line_max = LINE_MAX_LIMIT;
	in->text = tcn_mem_grow(NULL, &in->text_cap, CHUNK_BYTES, 1);
	rc = tcn_input_file_open(path, &in->bytes, err);
	if (rc)
		tcn_input_close(in);
	else
		*out = in;
	return rc;
}

void
tcn_input_close(struct tcn_input *in)
{
	if (!in)
		return;
	tcn_input_file_close(in->bytes);
	tcn_mem_free(in->text);
	tcn_mem_free(in);
}

const char *
tcn_input_name(const struct tcn_input *in)
{
	return tcn_input_file_name(in->bytes);
}

uint64_t
tcn_input_bytes_read(const struct tcn_input *in)
{
	return tcn_input_file_read_n(in->bytes);
}

uint64_t
tcn_input_bytes_total(const struct tcn_input *in)
{
	return tcn_input_file_total_n(in->bytes);
}
