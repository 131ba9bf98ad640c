/*
 * engine/facts/fact_words_read.c - reads the file of words of a language.
 */
#include <assert.h>
#include <limits.h>

#include "engine/base/ascii.h"
#include "engine/facts/fact_words_impl.h"

/* The kinds of words, as headings name them. README.md explains each. */
static const struct {
	const char *name;
	uint64_t is;
} kinds[] = {
	{ "verb", TCN_FACT_VERB },
	{ "cut", TCN_FACT_CUT },
	{ "opening", TCN_FACT_OPENING },
	{ "first", TCN_FACT_FIRST },
	{ "prayer", TCN_FACT_PRAYER },
	{ "prefix", TCN_FACT_PREFIX },
	{ "cause", TCN_FACT_CAUSE },
	{ "response", TCN_FACT_RESPONSE },
	{ "aside", TCN_FACT_ASIDE },
	{ "shows", TCN_FACT_SHOWS },
	{ "noun", TCN_FACT_NOUN },
	{ "article", TCN_FACT_ARTICLE },
	{ "gap-after", TCN_FACT_GAP_AFTER },
	{ "gap-before", TCN_FACT_GAP_BEFORE },
	{ "gap-measure", TCN_FACT_GAP_MEASURE },
	{ "person", TCN_FACT_PERSON },
	{ "anyone", TCN_FACT_ANYONE },
	{ "object", TCN_FACT_OBJECT },
	{ "unit", TCN_FACT_UNIT },
	{ "adjective", TCN_FACT_ADJECTIVE },
	{ "after", TCN_FACT_AFTER },
	{ "before", TCN_FACT_BEFORE },
	{ "context", TCN_FACT_CONTEXT },
	{ "unsure", TCN_FACT_UNSURE },
	{ "count", TCN_FACT_COUNT },
	{ "rise", TCN_FACT_RISE },
	{ "fall", TCN_FACT_FALL },
	{ "to", TCN_FACT_TO },
	{ "at", TCN_FACT_AT },
	{ "from", TCN_FACT_FROM },
	{ "quake", TCN_FACT_QUAKE },
	{ "aftershock", TCN_FACT_AFTERSHOCK },
	{ "limit", TCN_FACT_LIMIT },
	{ "asked", TCN_FACT_ASKED },
	{ "up", TCN_FACT_UP },
	{ "down", TCN_FACT_DOWN },
	{ "suit", TCN_FACT_SUIT },
	{ "percent", TCN_FACT_PERCENT },
	{ "level", TCN_FACT_LEVEL },
	{ "least", TCN_FACT_LEAST },
	{ "most", TCN_FACT_MOST },
	{ "about", TCN_FACT_ABOUT },
	{ "more", TCN_FACT_MORE },
	{ "may", TCN_FACT_MAY },
	{ "none", TCN_FACT_NONE },
	{ "false", TCN_FACT_FALSE },
	{ "claim", TCN_FACT_CLAIM },
	{ "outcome", TCN_FACT_OUTCOME },
	{ "degree", TCN_FACT_DEGREE },
	{ "alone", TCN_FACT_ALONE },
	{ "rate", TCN_FACT_RATE },
	{ "history", TCN_FACT_HISTORY },
	{ "past", TCN_FACT_PAST },
	{ "ago", TCN_FACT_AGO },
	{ "span", TCN_FACT_SPAN },
	{ "number", TCN_FACT_NUMBER },
	{ "times", TCN_FACT_TIMES },
	{ "vague", TCN_FACT_VAGUE },
	{ "of", TCN_FACT_OF },
	{ "money", TCN_FACT_MONEY },
};

#define ANCHORS (TCN_FACT_AFTER | TCN_FACT_BEFORE | TCN_FACT_CONTEXT)
#define NUMBERS (TCN_FACT_TIMES | TCN_FACT_VAGUE | TCN_FACT_NUMBER)

/* Readings point to them for as long as they live. */
static const char *const units[] = { "m", "ft", "km/h", "mph", "life", "death",
	"seats", "votes", "ARS", "BRL", "CHF", "CLP", "CNY", "COP", "DEM",
	"EUR", "GBP", "GTQ", "INR", "JPY", "MXN", "PEN", "USD" };

#define N(array) (sizeof(array) / sizeof *(array))

struct reader {
	struct tcn_fact_words *words;
	struct tcn_fact_folder folder;
	struct tcn_err *err;
	/* Of the section: what its words are, and what takes each of them. */
	struct tcn_fact_row row;
	enum tcn_rc (*take)(struct reader *reader, struct tcn_str word);
};

/* --- what a line holds --- */

static enum tcn_rc
take_word(struct reader *reader, struct tcn_str word)
{
	bool added = false;
	enum tcn_rc rc = tcn_fact_words_add(reader->words, word, &reader->row,
	    &reader->folder, &added);

	if (rc == TCN_LIMIT)
		return tcn_err_set(reader->err, TCN_INVALID,
		    "\"%.*s\" is not one to %d words", TCN_STR_ARG(word),
		    TCN_FACT_PHRASE_WORDS);
	if (rc == TCN_OK && !added)
		return tcn_err_set(reader->err, TCN_INVALID,
		    "\"%.*s\" is there already: leave it out",
		    TCN_STR_ARG(word));
	return rc;
}

/* Behind digits: "st" of "1st". */
static enum tcn_rc
take_ordinal(struct reader *reader, struct tcn_str word)
{
	char *to = reader->words->ordinals;
	size_t n = strlen(to);

	if (n + word.n + 2 >= sizeof reader->words->ordinals)
		return tcn_err_set(reader->err, TCN_INVALID,
		    "too many endings of ordinals");
	if (n == 0)
		to[n++] = ' ';
	memcpy(to + n, word.at, word.n);
	memcpy(to + n + word.n, " ", 2);
	return TCN_OK;
}

static enum tcn_rc
take_habit(struct reader *reader, struct tcn_str habit)
{
	struct tcn_fact_words *words = reader->words;

	if (tcn_str_equal(habit, tcn_str("blank groups")))
		words->blank_groups = true;
	else if (tcn_str_equal(habit, tcn_str("decimal comma")))
		words->decimal_comma = true;
	else if (tcn_str_equal(habit, tcn_str("accents")))
		words->accents = true;
	else if (tcn_str_equal(habit, tcn_str("two capitals")))
		words->gap_capitals = 2;
	else
		return tcn_err_set(reader->err, TCN_INVALID,
		    "\"%.*s\" is no way of writing: engine/facts/README.md "
		    "lists them",
		    TCN_STR_ARG(habit));
	return TCN_OK;
}

/* A line may end in a comma. */
static enum tcn_rc
take_line(struct reader *reader, struct tcn_str line)
{
	enum tcn_rc rc = TCN_OK;
	struct tcn_str word;

	while (!rc && tcn_sections_part(&line, ',', &word) &&
	    (word.n || line.at))
		rc = reader->take(reader, tcn_str_trim(word));
	return rc;
}

/* --- what a heading says --- */

static bool
take_kind(struct tcn_fact_row *row, struct tcn_str word)
{
	size_t i = 0;

	while (i < N(kinds) && !tcn_str_equal(word, tcn_str(kinds[i].name)))
		i++;
	if (i < N(kinds))
		row->is |= kinds[i].is;
	return i < N(kinds);
}

static bool
take_slot(struct tcn_fact_row *row, struct tcn_str word)
{
	enum tcn_slot slot = tcn_slot_find(word);

	if (slot < TCN_SLOTS)
		row->slots |= 1u << slot;
	return slot < TCN_SLOTS;
}

static bool
take_unit(struct tcn_fact_row *row, struct tcn_str word)
{
	size_t i = 0;

	while (i < N(units) && !tcn_str_equal(word, tcn_str(units[i])))
		i++;
	if (i < N(units))
		row->unit = units[i];
	return i < N(units);
}

/* Reads the digits that a word begins with, at most 15, and leaves them out. */
static int64_t
take_digits(struct tcn_str *word)
{
	int64_t number = 0;

	for (int i = 0; i < 15 && word->n && tcn_ascii_is_digit(*word->at);
	     i++) {
		number = number * 10 + (*word->at - '0');
		word->at++;
		word->n--;
	}
	return number;
}

/* "24-99", or one number. */
static bool
take_range(struct tcn_fact_row *row, struct tcn_str word)
{
	row->lo = take_digits(&word);
	if (word.n > 1 && *word.at == '-') {
		word.at++;
		word.n--;
		row->hi = take_digits(&word);
	}
	return row->lo && !word.n && (!row->hi || row->hi > row->lo);
}

static enum tcn_rc
take_heading(struct reader *reader, struct tcn_str heading)
{
	struct tcn_fact_row row = { 0 };
	struct tcn_str rest = heading, word;

	reader->take = take_word;
	if (tcn_str_equal(heading, tcn_str("ordinal")))
		reader->take = take_ordinal;
	if (tcn_str_equal(heading, tcn_str("writing")))
		reader->take = take_habit;
	while (reader->take == take_word &&
	    tcn_sections_part(&rest, ' ', &word)) {
		if (!take_kind(&row, word) && !take_slot(&row, word) &&
		    !take_unit(&row, word) && !take_range(&row, word))
			return tcn_err_set(reader->err, TCN_INVALID,
			    "[%.*s]: \"%.*s\" is no kind of words: "
			    "engine/facts/README.md lists them",
			    TCN_STR_ARG(heading), TCN_STR_ARG(word));
	}
	if ((row.is & ANCHORS) && !row.slots)
		return tcn_err_set(reader->err, TCN_INVALID,
		    "[%.*s]: no figure is named: add \"dead\" or another",
		    TCN_STR_ARG(heading));
	if ((row.is & NUMBERS) && !row.lo)
		return tcn_err_set(reader->err, TCN_INVALID,
		    "[%.*s]: add the number that the words mean",
		    TCN_STR_ARG(heading));
	if ((row.is & TCN_FACT_MONEY) && !row.unit)
		return tcn_err_set(reader->err, TCN_INVALID,
		    "[%.*s]: add the money's code", TCN_STR_ARG(heading));
	reader->row = row;
	return TCN_OK;
}

static enum tcn_rc
read_sections(struct reader *reader, const char *text)
{
	struct tcn_sections sections = { .rest = tcn_str(text) };
	struct tcn_str line;
	bool is_heading;
	enum tcn_rc rc;

	while (!(rc = tcn_sections_next(&sections, &is_heading, &line,
		     reader->err))) {
		if (is_heading)
			rc = take_heading(reader, line);
		else
			rc = take_line(reader, line);
		if (rc)
			return rc;
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_fact_words_read(struct tcn_fact_words *words, const char *code,
    const char *text, struct tcn_err *err)
{
	struct reader reader = { .words = words, .err = err };
	enum tcn_rc rc;

	assert(!words->n);
	words->code = code;
	words->gap_capitals = 1;
	rc = read_sections(&reader, text);
	if (rc == TCN_OK)
		rc = tcn_fact_words_add_numbers(words, &reader.folder);
	tcn_fact_words_folder_fini(&reader.folder);
	return rc;
}

/* --- the files --- */

const struct tcn_sections_file tcn_fact_words_files[] = {
#include "engine/facts/words_data.h"
};
const size_t tcn_fact_words_files_n = N(tcn_fact_words_files);

static_assert(N(tcn_fact_words_files) < TCN_FACT_LANGS_MAX, "");
