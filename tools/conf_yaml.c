#include "tools/conf.h"

#include <errno.h>
#include <fcntl.h>
#include <libfyaml.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/mem.h"
#include "engine/utf8.h"
#include "tools/nearest.h"

/*
 * A configuration is two levels of mapping, section and setting, so the
 * parser's events are enough: nothing nests, nothing is ever expanded.
 */
enum {
	FILE_MAX = 256 * 1024,
	NAME_MAX_BYTES = 64,
};

struct reader {
	struct tcn_conf *conf;
	struct tcn_err *err;
	const char *name; /* of the file */
	struct fy_diag *diag;
	struct fy_parser *parser;
	struct fy_event *event; /* the current one, or NULL */
	struct tcn_conf_place place; /* of the last event that has one */
	char section[NAME_MAX_BYTES];
};

/* Errors from here on belong to where the reader is. */
static void
at_place(struct reader *r)
{
	tcn_err_at(r->err, r->name, r->place.line, r->place.column);
}

static enum tcn_rc
syntax_error(struct reader *r)
{
	void *at = NULL;
	struct fy_diag_error *e = fy_diag_errors_iterate(r->diag, &at);

	if (!e)
		return tcn_err_set(r->err, TCN_INVALID, "not valid YAML");
	tcn_err_at(r->err, r->name, (unsigned long)e->line,
	    (unsigned long)e->column);
	return tcn_err_set(r->err, TCN_INVALID, "%s", e->msg);
}

static enum tcn_rc
refuse_extras(struct reader *r)
{
	if (r->event->type == FYET_ALIAS)
		return tcn_err_set(r->err, TCN_INVALID,
		    "aliases (*name) are not taken here; write the value out");
	if (fy_event_get_anchor_token(r->event))
		return tcn_err_set(r->err, TCN_INVALID,
		    "anchors (&name) are not taken here; remove it");
	if (fy_event_get_tag_token(r->event))
		return tcn_err_set(r->err, TCN_INVALID,
		    "tags (!name) are not taken here; remove it");
	return TCN_OK;
}

/* A quoted scalar's mark stands behind its quote; a person looks before it. */
static unsigned long
quote_n(const struct reader *r)
{
	enum fy_scalar_style style;

	if (r->event->type != FYET_SCALAR)
		return 0;
	style = fy_scalar_token_get_style(r->event->scalar.value);
	return style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
}

/* On to the next event; TCN_DONE behind the last. */
static enum tcn_rc
next(struct reader *r)
{
	const struct fy_mark *mark;

	if (r->event)
		fy_parser_event_free(r->parser, r->event);
	r->event = fy_parser_parse(r->parser);
	if (!r->event)
		return fy_parser_get_stream_error(r->parser) ? syntax_error(r)
							     : TCN_DONE;
	mark = fy_event_start_mark(r->event);
	/* What is not written (an empty value) has no place of its own. */
	if (mark && mark->line >= 0) {
		r->place.line = (unsigned long)mark->line + 1;
		r->place.column = (unsigned long)mark->column + 1 - quote_n(r);
	}
	at_place(r);
	return refuse_extras(r);
}

static bool
is(const struct reader *r, enum fy_event_type type)
{
	return r->event && r->event->type == type;
}

/* The text of a scalar event; false when nothing is written there. */
static bool
scalar_text(struct reader *r, struct tcn_str *text)
{
	struct fy_token *token = r->event->scalar.value;

	text->at = fy_token_get_text(token, &text->n);
	if (!text->at)
		*text = (struct tcn_str){ "", 0 };
	if (fy_scalar_token_get_style(token) == FYSS_PLAIN)
		return text->n && !tcn_str_equal(*text, tcn_str("~")) &&
		    !tcn_str_equal(*text, tcn_str("null"));
	return fy_scalar_token_get_style(token) != FYSS_ANY;
}

/* A mapping's key, as a C string. */
static enum tcn_rc
key_text(struct reader *r, char key[NAME_MAX_BYTES])
{
	struct tcn_str text;

	if (!is(r, FYET_SCALAR) || !scalar_text(r, &text))
		return tcn_err_set(r->err, TCN_INVALID,
		    "a name is expected here");
	if (text.n >= NAME_MAX_BYTES || memchr(text.at, '\0', text.n))
		return tcn_err_set(r->err, TCN_INVALID,
		    "no setting has a name like that");
	for (size_t i = 0; i < text.n; i++)
		key[i] = (unsigned char)text.at[i] < ' ' ? '?' : text.at[i];
	key[text.n] = '\0';
	return TCN_OK;
}

/* [a, b] as "a,b". */
static enum tcn_rc
list_text(struct reader *r, struct tcn_buf *list)
{
	enum tcn_rc rc;

	while ((rc = next(r)) == TCN_OK && !is(r, FYET_SEQUENCE_END)) {
		struct tcn_str text;

		if (!is(r, FYET_SCALAR) || !scalar_text(r, &text))
			return tcn_err_set(r->err, TCN_INVALID,
			    "a word is expected here");
		if (list->n)
			tcn_buf_char(list, ',');
		tcn_buf_str(list, text);
	}
	return rc == TCN_OK && list->failed ? TCN_NOMEM : rc;
}

static enum tcn_rc
put(struct reader *r, size_t row, struct tcn_str text,
    struct tcn_conf_place place)
{
	struct tcn_conf_place before = r->conf->places[row];

	if (before.from == TCN_CONF_FROM_FILE) {
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s is given twice; the first is on line %lu",
		    tcn_conf_row(row)->key, before.line);
	}
	return tcn_conf_put(r->conf, row, text, place, r->err);
}

static enum tcn_rc
read_list(struct reader *r, size_t row, struct tcn_conf_place place)
{
	struct tcn_buf list = { 0 };
	enum tcn_rc rc;

	if (tcn_conf_row(row)->kind != TCN_CONF_SET)
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s takes one value, not a list", tcn_conf_row(row)->key);
	rc = list_text(r, &list);
	if (rc == TCN_OK) {
		tcn_err_at(r->err, r->name, place.line, place.column);
		rc = put(r, row, tcn_buf_view(&list), place);
	}
	tcn_buf_fini(&list);
	return rc;
}

/* The current event is a setting's name. */
static enum tcn_rc
read_setting(struct reader *r)
{
	char name[NAME_MAX_BYTES], key[2 * NAME_MAX_BYTES];
	struct tcn_conf_place place;
	struct tcn_str text;
	enum tcn_rc rc = key_text(r, name);
	size_t row;

	if (rc != TCN_OK)
		return rc;
	snprintf(key, sizeof key, "%s.%s", r->section, name);
	rc = tcn_conf_find(key, &row, r->err);
	if (rc == TCN_OK)
		rc = next(r);
	if (rc != TCN_OK)
		return rc;
	place = r->place;
	if (is(r, FYET_SEQUENCE_START))
		return read_list(r, row, place);
	if (!is(r, FYET_SCALAR))
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s takes a value, not settings of its own", key);
	if (!scalar_text(r, &text))
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s has no value; give one, or remove the line", key);
	return put(r, row, text, place);
}

static bool
section_known(const char *name)
{
	const struct tcn_conf_row *row;

	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++)
		if (row->kind == TCN_CONF_SECTION &&
		    strcmp(row->key, name) == 0)
			return true;
	return false;
}

/* A setting's name in a section's place? The value that follows decides. */
static enum tcn_rc
section_unknown(struct reader *r, const char *name)
{
	struct tcn_conf_place place = r->place;
	struct tcn_nearest nearest;
	const struct tcn_conf_row *row;
	const char *best;
	enum tcn_rc rc = next(r);
	size_t i;

	if (rc != TCN_OK)
		return rc;
	tcn_err_at(r->err, r->name, place.line, place.column);
	if (!is(r, FYET_MAPPING_START) &&
	    tcn_conf_find(name, &i, NULL) == TCN_OK) {
		const char *key = tcn_conf_row(i)->key;

		return tcn_err_set(r->err, TCN_INVALID,
		    "'%s' belongs under the section '%.*s:', indented", name,
		    (int)strcspn(key, "."), key);
	}
	tcn_nearest_init(&nearest, name);
	for (i = 0; (row = tcn_conf_row(i)) != NULL; i++)
		if (row->kind == TCN_CONF_SECTION)
			tcn_nearest_offer(&nearest, row->key);
	best = tcn_nearest_find(&nearest);
	if (best)
		return tcn_err_set(r->err, TCN_INVALID,
		    "no section '%s'; did you mean '%s'?", name, best);
	return tcn_err_set(r->err, TCN_INVALID,
	    "no section '%s'; 'tocsin config' lists them all", name);
}

/* The current event is a section's name. */
static enum tcn_rc
read_section(struct reader *r)
{
	struct tcn_str text;
	enum tcn_rc rc = key_text(r, r->section);

	if (rc == TCN_OK && !section_known(r->section))
		rc = section_unknown(r, r->section);
	if (rc == TCN_OK)
		rc = next(r);
	if (rc != TCN_OK)
		return rc;
	/* A section whose settings are all commented out. */
	if (is(r, FYET_SCALAR) && !scalar_text(r, &text))
		return TCN_OK;
	if (!is(r, FYET_MAPPING_START))
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s is a section: its settings go on lines of their own, "
		    "indented",
		    r->section);
	while ((rc = next(r)) == TCN_OK && !is(r, FYET_MAPPING_END)) {
		rc = read_setting(r);
		if (rc != TCN_OK)
			return rc;
	}
	return rc;
}

/* From the start of a document to its end. */
static enum tcn_rc
read_document(struct reader *r)
{
	struct tcn_str text;
	enum tcn_rc rc = next(r);

	if (rc != TCN_OK)
		return rc;
	if (is(r, FYET_SCALAR) && !scalar_text(r, &text))
		return next(r);
	if (!is(r, FYET_MAPPING_START))
		return tcn_err_set(r->err, TCN_INVALID,
		    "a section such as 'rules:' is expected here");
	while ((rc = next(r)) == TCN_OK && !is(r, FYET_MAPPING_END)) {
		rc = read_section(r);
		if (rc != TCN_OK)
			return rc;
	}
	return rc == TCN_OK ? next(r) : rc;
}

static enum tcn_rc
read_stream(struct reader *r)
{
	bool seen = false;
	enum tcn_rc rc;

	while ((rc = next(r)) == TCN_OK) {
		if (!is(r, FYET_DOCUMENT_START))
			continue;
		if (seen)
			return tcn_err_set(r->err, TCN_INVALID,
			    "a second document begins here; a configuration "
			    "is one");
		seen = true;
		rc = read_document(r);
		if (rc != TCN_OK)
			return rc;
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

/* Errors are collected; nothing may be printed from down here. */
static void
stay_silent(struct fy_diag *diag, void *user, const char *bytes, size_t n)
{
	(void)diag;
	(void)user;
	(void)bytes;
	(void)n;
}

static enum tcn_rc
open_reader(struct reader *r, struct tcn_str yaml)
{
	struct fy_diag_cfg diag;
	struct fy_parse_cfg cfg = { .flags = FYPCF_COLLECT_DIAG };

	fy_diag_cfg_default(&diag);
	diag.output_fn = stay_silent;
	diag.fp = NULL;
	r->diag = fy_diag_create(&diag);
	if (!r->diag)
		return TCN_NOMEM;
	fy_diag_set_collect_errors(r->diag, true);
	cfg.diag = r->diag;
	r->parser = fy_parser_create(&cfg);
	if (!r->parser || fy_parser_set_string(r->parser, yaml.at, yaml.n))
		return TCN_NOMEM;
	return TCN_OK;
}

static void
close_reader(struct reader *r)
{
	if (r->event)
		fy_parser_event_free(r->parser, r->event);
	if (r->parser)
		fy_parser_destroy(r->parser);
	if (r->diag)
		fy_diag_destroy(r->diag);
}

/* Line and column, from 1, of a byte; columns count bytes here. */
static struct tcn_conf_place
place_of(struct tcn_str yaml, size_t at)
{
	struct tcn_conf_place place = { TCN_CONF_FROM_FILE, 1, 1 };

	for (size_t i = 0; i < at; i++) {
		place.column++;
		if (yaml.at[i] != '\n')
			continue;
		place.line++;
		place.column = 1;
	}
	return place;
}

/*
 * Directives (%YAML, %TAG) say nothing a configuration needs, and the parser
 * loops for ever on some malformed ones.
 */
static enum tcn_rc
refuse_directives(struct reader *r, struct tcn_str yaml)
{
	for (size_t at = 0; at < yaml.n; at++) {
		if (yaml.at[at] != '%' ||
		    (at && yaml.at[at - 1] != '\n' && yaml.at[at - 1] != '\r'))
			continue;
		r->place = place_of(yaml, at);
		at_place(r);
		return tcn_err_set(r->err, TCN_INVALID,
		    "directives (%%NAME) are not taken here; remove the line");
	}
	return TCN_OK;
}

static enum tcn_rc
refuse_bytes(struct reader *r, struct tcn_str yaml)
{
	const char *nul = memchr(yaml.at, '\0', yaml.n);
	size_t good = nul ? (size_t)(nul - yaml.at) : yaml.n;
	size_t valid = tcn_utf8_valid_n((struct tcn_str){ yaml.at, good });

	if (valid == yaml.n)
		return refuse_directives(r, yaml);
	r->place = place_of(yaml, valid);
	at_place(r);
	return tcn_err_set(r->err, TCN_INVALID,
	    valid < good ? "not valid UTF-8" : "a zero byte: not a text file");
}

enum tcn_rc
tcn_conf_read(struct tcn_conf *conf, const char *name, struct tcn_str yaml,
    struct tcn_err *err)
{
	struct reader r = { .conf = conf, .err = err, .name = name };
	enum tcn_rc rc;

	r.place = (struct tcn_conf_place){ TCN_CONF_FROM_FILE, 1, 1 };
	tcn_err_at(err, name, 0, 0);
	if (yaml.n > FILE_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "over %d KiB: this is no configuration", FILE_MAX / 1024);
	if (yaml.n == 0)
		return TCN_OK;
	/* The parser takes the first bad byte for the end of the file. */
	rc = refuse_bytes(&r, yaml);
	if (rc != TCN_OK)
		return rc;
	rc = open_reader(&r, yaml);
	if (rc == TCN_OK)
		rc = read_stream(&r);
	close_reader(&r);
	return rc;
}

/* Reads one byte more than is allowed, so that "too long" is seen. */
static enum tcn_rc
read_all(int fd, char *bytes, size_t *n, struct tcn_err *err)
{
	*n = 0;
	while (*n <= FILE_MAX) {
		ssize_t got = read(fd, bytes + *n, FILE_MAX + 1 - *n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return tcn_err_set(err, TCN_IO, "%s", strerror(errno));
		if (got == 0)
			break;
		*n += (size_t)got;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_conf_read_file(struct tcn_conf *conf, const char *path, struct tcn_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	enum tcn_rc rc = TCN_NOMEM;
	char *bytes;
	size_t n;

	tcn_err_at(err, path, 0, 0);
	if (fd < 0)
		return tcn_err_set(err, TCN_IO, "%s", strerror(errno));
	bytes = tcn_malloc(FILE_MAX + 1);
	if (bytes)
		rc = read_all(fd, bytes, &n, err);
	if (rc == TCN_OK)
		rc = tcn_conf_read(conf, path, (struct tcn_str){ bytes, n },
		    err);
	tcn_free(bytes);
	close(fd);
	return rc;
}
