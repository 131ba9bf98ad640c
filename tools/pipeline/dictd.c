#include "tools/pipeline/dictd.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/ascii.h"

#define DIGITS_MAX  8 /* of a number: 48 bits */
#define PHRASE_MAX  200 /* bytes of a translation */
#define OWN_ENTRIES "00database"

/* The text up to the delimiter, which is taken off with it; false at the end.
 */
static bool
cut(struct tcn_str *text, char delimiter, struct tcn_str *part)
{
	const char *end;

	if (!text->at)
		return false;
	end = text->n ? memchr(text->at, delimiter, text->n) : NULL;
	*part = *text;
	if (!end) {
		*text = (struct tcn_str){ 0 };
		return true;
	}
	part->n = (size_t)(end - text->at);
	text->at += part->n + 1;
	text->n -= part->n + 1;
	return true;
}

static int
digit_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (tcn_ascii_is_digit(c))
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool
read_number(struct tcn_str text, uint64_t *number)
{
	*number = 0;
	if (!text.n || text.n > DIGITS_MAX)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		int digit = digit_of(text.at[i]);

		if (digit < 0)
			return false;
		*number = *number << 6 | (unsigned)digit;
	}
	return true;
}

static bool
begins(struct tcn_str text, const char *with)
{
	size_t n = strlen(with);

	return text.n >= n && memcmp(text.at, with, n) == 0;
}

/* Whether the line lists translations; then the number before them is cut
 * off. */
static bool
take_translations(struct tcn_str *line)
{
	size_t i = 0;

	if (begins(*line, "  "))
		return false;
	*line = tcn_str_trim(*line);
	if (!line->n || *line->at == '"' || begins(*line, "see:") ||
	    begins(*line, "Note:") || begins(*line, "Synonym"))
		return false;
	while (i < line->n && tcn_ascii_is_digit(line->at[i]))
		i++;
	if (i && i < line->n && line->at[i] == '.') {
		line->at += i + 1;
		line->n -= i + 1;
	}
	return true;
}

/* Copies the phrase without its parts in brackets, which may be nested. */
static struct tcn_str
without_brackets(struct tcn_str phrase, char room[PHRASE_MAX])
{
	size_t n = 0, depth = 0;

	for (size_t i = 0; i < phrase.n && n < PHRASE_MAX; i++) {
		char c = phrase.at[i];

		if (strchr("<([{", c) && c)
			depth++;
		else if (strchr(">)]}", c) && c)
			depth -= depth > 0;
		else if (!depth)
			room[n++] = c;
	}
	return tcn_str_trim((struct tcn_str){ room, n });
}

/* The length of the next translation of the line: up to a comma or a semicolon
 * that does not stand in brackets. */
static size_t
phrase_length(struct tcn_str line)
{
	size_t depth = 0, i = 0;

	for (; i < line.n; i++) {
		char c = line.at[i];

		if (strchr("<([{", c) && c)
			depth++;
		else if (strchr(">)]}", c) && c)
			depth -= depth > 0;
		else if (!depth && (c == ',' || c == ';'))
			break;
	}
	return i;
}

static void
read_line(struct tcn_str word, struct tcn_str line, tcn_dictd_fn *fn, void *ctx)
{
	char room[PHRASE_MAX];

	while (line.n) {
		size_t n = phrase_length(line);
		struct tcn_str phrase =
		    without_brackets((struct tcn_str){ line.at, n }, room);

		if (phrase.n)
			fn(ctx, word, phrase);
		n += n < line.n;
		line.at += n;
		line.n -= n;
	}
}

static void
read_entry(struct tcn_str word, struct tcn_str entry, tcn_dictd_fn *fn,
    void *ctx)
{
	struct tcn_str line;

	if (!cut(&entry, '\n', &line)) /* the headword */
		return;
	while (cut(&entry, '\n', &line))
		if (take_translations(&line))
			read_line(word, line, fn, ctx);
}

/* Reads "word TAB offset TAB size", and perhaps more columns. */
static bool
read_place(struct tcn_str line, struct tcn_str *word, uint64_t *offset,
    uint64_t *size)
{
	struct tcn_str column;

	if (line.n && line.at[line.n - 1] == '\r')
		line.n--;
	return cut(&line, '\t', word) && cut(&line, '\t', &column) &&
	    read_number(column, offset) && cut(&line, '\t', &column) &&
	    read_number(column, size);
}

enum tcn_rc
tcn_dictd_read(const char *name, struct tcn_str index, struct tcn_str text,
    tcn_dictd_fn *fn, void *ctx, struct tcn_err *err)
{
	struct tcn_str line, word;
	uint64_t offset, size;
	unsigned long number = 0;

	while (cut(&index, '\n', &line)) {
		number++;
		if (!line.n)
			continue;
		if (!read_place(line, &word, &offset, &size))
			return tcn_err_set(err, TCN_INVALID,
			    "%s:%lu: no line of a dictionary's index (word, "
			    "tab, offset, tab, size); install the package "
			    "again",
			    name, number);
		if (offset > text.n || size > text.n - offset)
			return tcn_err_set(err, TCN_INVALID,
			    "%s:%lu: its text is beyond the end of the "
			    "dictionary; install the package again",
			    name, number);
		if (word.n && !begins(word, OWN_ENTRIES))
			read_entry(word,
			    (struct tcn_str){ text.at + offset, size }, fn,
			    ctx);
	}
	return TCN_OK;
}
