#include "engine/base/yaml.h"

#include <assert.h>
#include <libfyaml.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"

/* A mapping or list that is open. */
struct level {
	bool mapping;
	bool value; /* of a mapping: a key was read, its value comes next */
	uint64_t number; /* of the mapping, counted through the file */
};

struct tcn_yaml {
	const char *name;
	struct tcn_yaml_limits limits;
	struct fy_diag *diag;
	struct fy_parser *parser;
	struct fy_event *event; /* the current one, or NULL */
	unsigned long line, column; /* of the last event that has a place */
	size_t from, to; /* likewise */
	struct level levels[TCN_YAML_DEPTH_MAX];
	unsigned depth;
	uint64_t mappings_n;
	struct tcn_map keys; /* hash of mapping and key: its line */
	bool seen; /* a document has begun */
	enum tcn_rc rc; /* once this is not TCN_OK, it stays */
};

static void
at_place(const struct tcn_yaml *y, struct tcn_err *err)
{
	tcn_err_at(err, y->name, y->line, y->column);
}

static enum tcn_rc
syntax_error(struct tcn_yaml *y, struct tcn_err *err)
{
	void *at = NULL;
	struct fy_diag_error *e = fy_diag_errors_iterate(y->diag, &at);

	if (!e)
		return tcn_err_set(err, TCN_INVALID, "not valid YAML");
	tcn_err_at(err, y->name, (unsigned long)e->line,
	    (unsigned long)e->column);
	return tcn_err_set(err, TCN_INVALID, "%s", e->msg);
}

/* Columns by which the mark of a scalar is too far right: libfyaml's stands
 * behind an opening quote, a person counts from the quote. */
static unsigned long
quote_n(const struct tcn_yaml *y)
{
	enum fy_scalar_style style;

	if (y->event->type != FYET_SCALAR)
		return 0;
	style = fy_scalar_token_get_style(y->event->scalar.value);
	return style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
}

/* The parser's next event, whatever it is; TCN_DONE behind the last. */
static enum tcn_rc
pull(struct tcn_yaml *y, struct tcn_err *err)
{
	const struct fy_mark *mark;

	if (y->event)
		fy_parser_event_free(y->parser, y->event);
	y->event = fy_parser_parse(y->parser);
	if (!y->event)
		return fy_parser_get_stream_error(y->parser)
		    ? syntax_error(y, err)
		    : TCN_DONE;
	mark = fy_event_start_mark(y->event);
	/* A value that was left out has no place of its own. */
	if (mark && mark->line >= 0) {
		y->line = (unsigned long)mark->line + 1;
		y->column = (unsigned long)mark->column + 1 - quote_n(y);
		y->from = mark->input_pos - quote_n(y);
		y->to = y->from + 1;
		mark = fy_event_end_mark(y->event);
		if (y->event->type == FYET_SCALAR && mark && mark->line >= 0)
			y->to = mark->input_pos + quote_n(y);
	}
	at_place(y, err);
	if (y->event->type == FYET_ALIAS)
		return tcn_err_set(err, TCN_INVALID,
		    "aliases (*name) are not taken here; write the value out");
	if (fy_event_get_anchor_token(y->event))
		return tcn_err_set(err, TCN_INVALID,
		    "anchors (&name) are not taken here; remove it");
	if (fy_event_get_tag_token(y->event))
		return tcn_err_set(err, TCN_INVALID,
		    "tags (!name) are not taken here; remove it");
	return TCN_OK;
}

/* The text of a scalar event; false when nothing is written there. */
static bool
scalar_text(const struct tcn_yaml *y, struct tcn_str *text)
{
	struct fy_token *token = y->event->scalar.value;

	text->at = fy_token_get_text(token, &text->n);
	if (!text->at)
		*text = (struct tcn_str){ "", 0 };
	if (fy_scalar_token_get_style(token) == FYSS_PLAIN)
		return text->n && !tcn_str_equal(*text, tcn_str("~")) &&
		    !tcn_str_equal(*text, tcn_str("null"));
	return fy_scalar_token_get_style(token) != FYSS_ANY;
}

static enum tcn_rc
open_level(struct tcn_yaml *y, bool mapping, struct tcn_err *err)
{
	if (y->depth == y->limits.depth)
		return tcn_err_set(err, TCN_INVALID,
		    "nested more than %u deep; nothing here needs that",
		    y->limits.depth);
	y->levels[y->depth++] = (struct level){
		.mapping = mapping,
		.number = y->mappings_n += mapping,
	};
	return TCN_OK;
}

/* Refuses a second key of one name: one of the two would silently be lost. */
static enum tcn_rc
check_duplicate(struct tcn_yaml *y, struct tcn_str key, struct tcn_err *err)
{
	uint64_t mapping = y->levels[y->depth - 1].number, *line;
	uint64_t hash = XXH3_64bits_withSeed(key.at, key.n, mapping);
	bool added;

	if (y->limits.duplicate_keys)
		return TCN_OK;
	tcn_map_put(&y->keys, hash, &line, &added);
	if (!added)
		return tcn_err_set(err, TCN_INVALID,
		    "'%.*s' is given twice; the first is on line %lu",
		    (int)(key.n < 64 ? key.n : 64), key.at,
		    (unsigned long)*line);
	*line = y->line;
	return TCN_OK;
}

static enum tcn_rc
take_scalar(struct tcn_yaml *y, bool key, struct tcn_yaml_event *event,
    struct tcn_err *err)
{
	bool written = scalar_text(y, &event->text);

	event->kind = key ? TCN_YAML_KEY
	    : written     ? TCN_YAML_TEXT
			  : TCN_YAML_NULL;
	if (!written)
		event->text.n = 0;
	if (!key)
		return TCN_OK;
	if (!written)
		return tcn_err_set(err, TCN_INVALID, "a name is expected here");
	return check_duplicate(y, event->text, err);
}

/* Turns the parser's event into the caller's. */
static enum tcn_rc
take_event(struct tcn_yaml *y, struct tcn_yaml_event *event,
    struct tcn_err *err)
{
	struct level *in = y->depth ? &y->levels[y->depth - 1] : NULL;
	enum fy_event_type type = y->event->type;
	bool key = in && in->mapping && !in->value;

	*event = (struct tcn_yaml_event){
		.text = { "", 0 },
		.line = y->line,
		.column = y->column,
		.from = y->from,
		.to = y->to,
	};
	if (type == FYET_MAPPING_END || type == FYET_SEQUENCE_END) {
		assert(y->depth > 0);
		y->depth--;
		event->kind = type == FYET_MAPPING_END ? TCN_YAML_MAPPING_END
						       : TCN_YAML_LIST_END;
		return TCN_OK;
	}
	if (in)
		in->value = key;
	if (type == FYET_SCALAR)
		return take_scalar(y, key, event, err);
	if (key)
		return tcn_err_set(err, TCN_INVALID, "a name is expected here");
	event->kind =
	    type == FYET_MAPPING_START ? TCN_YAML_MAPPING : TCN_YAML_LIST;
	return open_level(y, type == FYET_MAPPING_START, err);
}

static enum tcn_rc
next_event(struct tcn_yaml *y, struct tcn_yaml_event *event,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	while ((rc = pull(y, err)) == TCN_OK) {
		switch (y->event->type) {
		case FYET_DOCUMENT_START:
			if (y->seen)
				return tcn_err_set(err, TCN_INVALID,
				    "a second document begins here; a file "
				    "holds one");
			y->seen = true;
			continue;
		case FYET_SCALAR:
		case FYET_MAPPING_START:
		case FYET_MAPPING_END:
		case FYET_SEQUENCE_START:
		case FYET_SEQUENCE_END:
			return take_event(y, event, err);
		default: /* where streams and documents begin and end */
			continue;
		}
	}
	return rc;
}

enum tcn_rc
tcn_yaml_next(struct tcn_yaml *y, struct tcn_yaml_event *event,
    struct tcn_err *err)
{
	assert(event);
	at_place(y, err);
	if (y->rc == TCN_OK && y->parser)
		y->rc = next_event(y, event, err);
	else if (y->rc == TCN_OK)
		y->rc = TCN_DONE; /* an empty file */
	return y->rc;
}

enum tcn_rc
tcn_yaml_skip(struct tcn_yaml *y, const struct tcn_yaml_event *event,
    struct tcn_err *err)
{
	bool opens =
	    event->kind == TCN_YAML_MAPPING || event->kind == TCN_YAML_LIST;
	unsigned until = y->depth - 1;
	struct tcn_yaml_event passed;
	enum tcn_rc rc = TCN_OK;

	assert(!opens || y->depth > 0); /* event is the last one read */
	while (rc == TCN_OK && opens && y->depth > until)
		rc = tcn_yaml_next(y, &passed, err);
	return rc;
}

/* libfyaml collects its errors and would print them too, but nothing below
 * tools/ prints. */
static void
discard_output(struct fy_diag *diag, void *user, const char *bytes, size_t n)
{
	(void)diag;
	(void)user;
	(void)bytes;
	(void)n;
}

void
tcn_yaml_close(struct tcn_yaml *y)
{
	if (!y)
		return;
	if (y->event)
		fy_parser_event_free(y->parser, y->event);
	if (y->parser)
		fy_parser_destroy(y->parser);
	if (y->diag)
		fy_diag_destroy(y->diag);
	tcn_map_fini(&y->keys);
	tcn_mem_free(y);
}

/* Gives err the line and column of a byte, from 1; columns count bytes here. */
static void
at_byte(struct tcn_err *err, struct tcn_str bytes, size_t at)
{
	unsigned long line = 1, column = 1;

	for (size_t i = 0; i < at; i++) {
		column++;
		if (bytes.at[i] != '\n')
			continue;
		line++;
		column = 1;
	}
	tcn_err_at(err, NULL, line, column);
}

/*
 * Refuses directives (%YAML, %TAG): they say nothing that is needed, and the
 * parser loops for ever on some malformed ones.
 */
static enum tcn_rc
refuse_directives(struct tcn_str bytes, struct tcn_err *err)
{
	for (size_t at = 0; at < bytes.n; at++) {
		if (bytes.at[at] != '%' ||
		    (at && bytes.at[at - 1] != '\n' &&
			bytes.at[at - 1] != '\r'))
			continue;
		at_byte(err, bytes, at);
		return tcn_err_set(err, TCN_INVALID,
		    "directives (%%NAME) are not taken here; remove the line");
	}
	return TCN_OK;
}

/* Refuses what is not text: the parser would take the first bad byte for the
 * end of the file. */
static enum tcn_rc
refuse_bytes(struct tcn_str bytes, struct tcn_err *err)
{
	const char *nul = memchr(bytes.at, '\0', bytes.n);
	size_t good = nul ? (size_t)(nul - bytes.at) : bytes.n;
	size_t valid = tcn_utf8_valid_n((struct tcn_str){ bytes.at, good });

	if (valid == bytes.n)
		return refuse_directives(bytes, err);
	at_byte(err, bytes, valid);
	return tcn_err_set(err, TCN_INVALID,
	    valid < good ? "not valid UTF-8" : "a zero byte: not a text file");
}

enum tcn_rc
tcn_yaml_open(const char *name, struct tcn_str bytes,
    const struct tcn_yaml_limits *limits, struct tcn_yaml **yaml,
    struct tcn_err *err)
{
	struct tcn_yaml *made;
	enum tcn_rc rc = TCN_OK;

	assert(limits->depth <= TCN_YAML_DEPTH_MAX);
	tcn_err_at(err, name, 0, 0);
	if (bytes.n > limits->bytes)
		return tcn_err_set(err, TCN_INVALID,
		    "over %zu KiB, the most that is read",
		    limits->bytes / 1024);
	if (bytes.n)
		rc = refuse_bytes(bytes, err);
	if (rc)
		return rc;
	made = tcn_mem_calloc(1, sizeof *made);
	made->name = name;
	made->limits = *limits;
	made->line = made->column = 1;
	if (bytes.n) {
		struct fy_diag_cfg diag;
		struct fy_parse_cfg cfg = { .flags = FYPCF_COLLECT_DIAG };

		fy_diag_cfg_default(&diag);
		diag.output_fn = discard_output;
		diag.fp = NULL;
		made->diag = tcn_mem_must(fy_diag_create(&diag));
		fy_diag_set_collect_errors(made->diag, true);
		cfg.diag = made->diag;
		made->parser = tcn_mem_must(fy_parser_create(&cfg));
		if (fy_parser_set_string(made->parser, bytes.at, bytes.n))
			tcn_mem_end();
	}
	*yaml = made;
	return TCN_OK;
}
