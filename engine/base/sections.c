#include "engine/base/sections.h"

#include "engine/base/ascii.h"
#include "engine/base/utf8.h"

static bool
has_control(struct tcn_str line)
{
	size_t i = 0;

	while (i < line.n &&
	    ((unsigned char)line.at[i] >= ' ' || line.at[i] == '\t' ||
		line.at[i] == '\r'))
		i++;
	return i < line.n;
}

/* Takes the brackets or the quotes off a line. */
static enum tcn_rc
strip(struct tcn_sections *sections, bool *is_heading, struct tcn_str *line,
    struct tcn_err *err)
{
	char last = line->at[line->n - 1];

	*is_heading = *line->at == '[';
	if (*is_heading && (last != ']' || line->n == 2))
		return tcn_err_set(err, TCN_INVALID,
		    "a heading is a word or more in [brackets]");
	if (!*is_heading && !sections->opened)
		return tcn_err_set(err, TCN_INVALID,
		    "a line before the first [heading]");
	if (*line->at == '"' && (line->n == 1 || last != '"'))
		return tcn_err_set(err, TCN_INVALID,
		    "a line that begins with \" ends with one");
	if (*is_heading && sections->empty)
		return tcn_err_set(err, TCN_INVALID,
		    "the section before this one has no line");
	sections->opened = true;
	sections->empty = *is_heading;
	if (*is_heading || *line->at == '"')
		*line = (struct tcn_str){ line->at + 1, line->n - 2 };
	return TCN_OK;
}

enum tcn_rc
tcn_sections_next(struct tcn_sections *sections, bool *is_heading,
    struct tcn_str *text, struct tcn_err *err)
{
	while (sections->rest.n) {
		struct tcn_str line = sections->rest;
		const char *end = memchr(line.at, '\n', line.n);

		/* The next line, without its end. */
		if (end)
			line.n = (size_t)(end - line.at);
		sections->rest.at += line.n + (end != NULL);
		sections->rest.n -= line.n + (end != NULL);
		sections->line++;

		tcn_err_at(err, NULL, sections->line, 0);
		if (line.n > TCN_SECTIONS_LINE_BYTES)
			return tcn_err_set(err, TCN_INVALID,
			    "a line of %zu bytes: at most %d", line.n,
			    TCN_SECTIONS_LINE_BYTES);
		if (err && (!tcn_utf8_valid(line) || has_control(line)))
			return tcn_err_set(err, TCN_INVALID,
			    "a character that is no text: save the file as "
			    "UTF-8");
		line = tcn_str_trim(line);
		if (!line.n || *line.at == '#')
			continue;
		*text = line;
		return strip(sections, is_heading, text, err);
	}
	return !sections->empty
	    ? TCN_DONE
	    : tcn_err_set(err, TCN_INVALID, "the last section has no line");
}

bool
tcn_sections_part(struct tcn_str *rest, char separator, struct tcn_str *part)
{
	const char *end;

	if (!rest->at)
		return false;
	*part = *rest;
	end = memchr(rest->at, separator, rest->n);
	if (!end) {
		*rest = (struct tcn_str){ 0 };
		return true;
	}
	part->n = (size_t)(end - rest->at);
	rest->at += part->n + 1;
	rest->n -= part->n + 1;
	return true;
}

struct tcn_sections_words
tcn_sections_words(const char *text, const char *heading)
{
	return (struct tcn_sections_words){
		.heading = heading,
		.sections.rest = tcn_str(text),
	};
}

bool
tcn_sections_words_next(struct tcn_sections_words *words, struct tcn_str *word)
{
	bool is_heading;

	while (!words->within || !tcn_sections_part(&words->line, ' ', word)) {
		if (tcn_sections_next(&words->sections, &is_heading,
			&words->line, NULL) != TCN_OK)
			return false;
		if (is_heading)
			words->within =
			    tcn_str_equal(words->line, tcn_str(words->heading));
		if (is_heading)
			words->line = (struct tcn_str){ 0 };
	}
	return true;
}
