#include "tools/base/opt.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "engine/base/suggest.h"

enum {
	HELP_COLUMN = 26, /* where the second column of --help begins */
	WIDTH = 80,
	VAL_HELP = 1000, /* what getopt_long returns for --help */
	VAL_ROW, /* and for the first row of the table; others follow */
};

static const struct tcn_opt help_row = { "help", 'h', NULL,
	"print this and exit", TCN_OPT_FLAG, 0 };

static size_t
rows_n(const struct tcn_opt *table)
{
	size_t n = 0;

	while (table && table[n].name)
		n++;
	return n;
}

const struct tcn_opt *
tcn_opt_row(const struct tcn_opt *table, size_t i)
{
	size_t n = rows_n(table);

	return i < n ? &table[i] : i == n ? &help_row : NULL;
}

/* The tables that getopt_long wants. */
struct getopt_spec {
	struct option *names;
	char *letters;
};

static int
argument_of(const struct tcn_opt *row)
{
	if (row->kind == TCN_OPT_FLAG)
		return no_argument;
	return row->kind == TCN_OPT_CHOICE && *row->arg == '['
	    ? optional_argument
	    : required_argument;
}

static void
getopt_spec_add(struct getopt_spec *getopt_spec, size_t i,
    const struct tcn_opt *row, int val)
{
	char *end = getopt_spec->letters + strlen(getopt_spec->letters);

	getopt_spec->names[i] =
	    (struct option){ row->name, argument_of(row), NULL, val };
	if (!row->letter)
		return;
	*end++ = row->letter;
	if (row->kind != TCN_OPT_FLAG)
		*end++ = ':';
	if (argument_of(row) == optional_argument)
		*end = ':';
}

static const struct tcn_opt *
row_of(const struct tcn_opt *table, int val)
{
	size_t n = rows_n(table);

	if (val == 'h' || val == VAL_HELP)
		return &help_row;
	if (val >= VAL_ROW)
		return &table[val - VAL_ROW];
	for (size_t i = 0; i < n; i++)
		if (table[i].letter == val)
			return &table[i];
	return NULL;
}

static enum tcn_rc
unknown(const struct tcn_opt *table, const char *given, struct tcn_err *err)
{
	struct tcn_suggest nearest;
	char name[72];
	size_t n = strcspn(given, "=");
	const char *best;

	snprintf(name, sizeof name, "%.*s", (int)(n < 71 ? n : 71), given);
	tcn_suggest_init(&nearest, name[0] == '-' ? name + 2 : name);
	tcn_suggest_offer(&nearest, help_row.name);
	for (size_t i = 0; i < rows_n(table); i++)
		tcn_suggest_offer(&nearest, table[i].name);
	best = tcn_suggest_find(&nearest);
	if (best)
		return tcn_err_set(err, TCN_INVALID,
		    "no option %s; did you mean --%s?", name, best);
	return tcn_err_set(err, TCN_INVALID, "no option %s", name);
}

/* getopt_long answered '?': finds out which of its reasons it was. */
static enum tcn_rc
refused(const struct tcn_opt *table, const char *given, struct tcn_err *err)
{
	const struct tcn_opt *row = row_of(table, optopt);
	size_t n;

	if (optopt && row)
		return tcn_err_set(err, TCN_INVALID,
		    "option --%s takes no argument", row->name);
	if (optopt)
		return tcn_err_set(err, TCN_INVALID, "no option -%c",
		    isprint(optopt) ? optopt : '?');
	n = strcspn(given + 2, "=");
	for (size_t i = 0; i < rows_n(table); i++)
		if (n && strncmp(table[i].name, given + 2, n) == 0)
			return tcn_err_set(err, TCN_INVALID,
			    "option %s is ambiguous: write --%s or another "
			    "in full",
			    given, table[i].name);
	return unknown(table, given, err);
}

static enum tcn_rc
take_count(const struct tcn_opt *row, struct tcn_opt_count *count,
    const char *text, struct tcn_err *err)
{
	char *end;

	errno = 0;
	count->n = strtoull(text, &end, 10);
	count->given = true;
	if (!isdigit((unsigned char)text[0]) || *end || errno)
		return tcn_err_set(err, TCN_INVALID,
		    "--%s takes a whole number, not '%s'", row->name, text);
	return TCN_OK;
}

static void
take_list(struct tcn_opt_list *list, const char *text)
{
	const char **at =
	    tcn_mem_grow(list->at, &list->cap, list->n + 1, sizeof *list->at);

	list->at = at;
	list->at[list->n++] = text;
}

struct tcn_str
tcn_opt_next_choice(const char **choices)
{
	const char *at = *choices + strspn(*choices, "[|]");
	struct tcn_str word = { at, strcspn(at, "|]") };

	*choices = at + word.n;
	return word;
}

/* Which of the row's words text is, or none. */
static struct tcn_str
find_choice(const struct tcn_opt *row, const char *text)
{
	const char *choices = row->arg;
	struct tcn_str word;

	while ((word = tcn_opt_next_choice(&choices)).n)
		if (tcn_str_equal(word, tcn_str(text)))
			break;
	return word;
}

static enum tcn_rc
refuse_choice(const struct tcn_opt *row, const char *text, struct tcn_err *err)
{
	const char *choices = row->arg;
	char words[128] = "";
	struct tcn_str word;

	while ((word = tcn_opt_next_choice(&choices)).n) {
		size_t n = strlen(words);

		snprintf(words + n, sizeof words - n, "%s%.*s", n ? " or " : "",
		    TCN_STR_ARG(word));
	}
	return tcn_err_set(err, TCN_INVALID, "--%s is %s, not '%s'", row->name,
	    words, text);
}

/*
 * Takes one of the words of a choice. Where that may be left out, getopt_long
 * takes only what is joined by "=": of the argument behind, `next`, which may
 * be NULL, it is seen here whether it is one of the words.
 */
static enum tcn_rc
take_choice(const struct tcn_opt *row, const char **field, const char *text,
    const char *next, struct tcn_err *err)
{
	if (text && !find_choice(row, text).n)
		return refuse_choice(row, text, err);
	if (!text && next && find_choice(row, next).n) {
		text = next;
		optind++;
	}
	*field = text ? text : "";
	return TCN_OK;
}

static enum tcn_rc
take(const struct tcn_opt *row, void *args, const char *text, const char *next,
    struct tcn_err *err)
{
	void *field = (char *)args + row->at;

	switch (row->kind) {
	case TCN_OPT_FLAG:
		*(bool *)field = true;
		return TCN_OK;
	case TCN_OPT_TEXT:
		*(const char **)field = text;
		return TCN_OK;
	case TCN_OPT_COUNT:
		return take_count(row, field, text, err);
	case TCN_OPT_LIST:
		take_list(field, text);
		return TCN_OK;
	case TCN_OPT_CHOICE:
		return take_choice(row, field, text, next, err);
	}
	return TCN_INVALID;
}

static enum tcn_rc
parse(const struct getopt_spec *getopt_spec, const struct tcn_opt *table,
    void *args, int argc, char **argv, bool *help, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;
	int val;

	while (rc == TCN_OK && !*help) {
		val = getopt_long(argc, argv, getopt_spec->letters,
		    getopt_spec->names, NULL);
		if (val == -1)
			return TCN_OK;
		if (val == ':')
			return tcn_err_set(err, TCN_INVALID,
			    "option %s needs an argument", argv[optind - 1]);
		if (val == '?')
			return refused(table, argv[optind - 1], err);
		if (val == 'h' || val == VAL_HELP)
			*help = true;
		else
			rc = take(row_of(table, val), args, optarg,
			    argv[optind], err);
	}
	return rc;
}

enum tcn_rc
tcn_opt_parse(const struct tcn_opt *table, void *args, int argc, char **argv,
    int *rest, bool *help, struct tcn_err *err)
{
	struct getopt_spec getopt_spec;
	enum tcn_rc rc;
	size_t n = rows_n(table);

	assert(argc > 0 && argv && rest && help);
	getopt_spec.names = tcn_mem_calloc(n + 2, sizeof *getopt_spec.names);
	getopt_spec.letters = tcn_mem_calloc(3 * n + 4, 1);
	/* A leading colon tells a missing argument from an unknown option. */
	getopt_spec.letters[0] = ':';
	for (size_t i = 0; i < n; i++)
		getopt_spec_add(&getopt_spec, i, &table[i], VAL_ROW + (int)i);
	getopt_spec_add(&getopt_spec, n, &help_row, VAL_HELP);
	*help = false;
	optind = 0; /* makes glibc's getopt_long start a new command line */
	opterr = 0;
	rc = parse(&getopt_spec, table, args, argc, argv, help, err);
	*rest = optind;
	tcn_mem_free(getopt_spec.names);
	tcn_mem_free(getopt_spec.letters);
	return rc;
}

void
tcn_opt_fini(const struct tcn_opt *table, void *args)
{
	for (size_t i = 0; i < rows_n(table); i++) {
		struct tcn_opt_list *list;

		if (table[i].kind != TCN_OPT_LIST)
			continue;
		list = (void *)((char *)args + table[i].at);
		tcn_mem_free(list->at);
		*list = (struct tcn_opt_list){ 0 };
	}
}

void
tcn_opt_wrap(struct tcn_buf *out, const char *text, size_t at, size_t indent)
{
	bool space = false; /* a space separates the next word from the last */

	while (*text) {
		size_t n = strcspn(text, " \n");

		if (at > indent && at + space + n >= WIDTH) {
			tcn_buf_printf(out, "\n%*s", (int)indent, "");
			at = indent;
		} else if (at > indent && space) {
			tcn_buf_char(out, ' ');
			at++;
		}
		tcn_buf_add(out, text, n);
		at += n;
		text += n;
		space = *text == ' ';
		if (*text == '\n') {
			tcn_buf_printf(out, "\n%*s", (int)indent, "");
			at = indent;
		}
		text += *text != '\0';
	}
	tcn_buf_char(out, '\n');
}

static void
help_one(const struct tcn_opt *row, struct tcn_buf *out)
{
	size_t begin = out->n, at;

	if (row->letter)
		tcn_buf_printf(out, "  -%c, --%s", row->letter, row->name);
	else
		tcn_buf_printf(out, "      --%s", row->name);
	if (row->kind != TCN_OPT_FLAG)
		tcn_buf_printf(out, " %s", row->arg);
	at = out->n - begin;
	if (at + 2 > HELP_COLUMN) {
		tcn_buf_char(out, '\n');
		at = 0;
	}
	tcn_buf_printf(out, "%*s", (int)(HELP_COLUMN - at), "");
	tcn_opt_wrap(out, row->help, HELP_COLUMN, HELP_COLUMN);
}

void
tcn_opt_help(const struct tcn_opt *table, struct tcn_buf *out)
{
	const struct tcn_opt *row;

	for (size_t i = 0; (row = tcn_opt_row(table, i)) != NULL; i++)
		help_one(row, out);
}
