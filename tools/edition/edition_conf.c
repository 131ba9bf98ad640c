#include "tools/edition/edition_conf.h"

#include <stddef.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "engine/base/yaml.h"
#include "tools/base/file.h"
#include "tools/conf/conf_value.h"

const char *const tcn_edition_format_names[] = { "html", "md", "json", "text",
	"ninjs", NULL };
const char *const tcn_edition_section_names[] = { "new", "developing", "closed",
	"unchanged", NULL };

static const char *const severities[] = { "info", "low", "medium", "high",
	"critical", NULL };
static const char *const lates[] = { "latest", "all", "skip", NULL };
static const char *const languages[] = { "en", "de", "es", "fr", NULL };
static const char *const papers[] = { "a4", "letter", NULL };

enum how {
	VALUE, /* as the settings of tools/conf/conf.h */
	WORDS, /* [a, b], or one */
	WHEN, /* texts of a schedule */
	WHAT, /* a mapping of the fields marked `what` */
};

struct field {
	const char *name;
	enum how how;
	bool what;
	enum tcn_conf_kind kind;
	size_t at; /* offset in struct tcn_edition_conf */
	const char *initial, *least, *most;
	const char *const *words;
};

#define AT(member) offsetof(struct tcn_edition_conf, member)

static const struct field fields[] = {
	{ "name", VALUE, false, TCN_CONF_TEXT, AT(name), NULL, NULL, NULL,
	    NULL },
	{ "title", VALUE, false, TCN_CONF_TEXT, AT(title), NULL, NULL, NULL,
	    NULL },
	{ "when", WHEN, false, TCN_CONF_TEXT, 0, NULL, NULL, NULL, NULL },
	{ "zone", VALUE, false, TCN_CONF_TEXT, AT(zone), "UTC", NULL, NULL,
	    NULL },
	{ "closes", VALUE, false, TCN_CONF_CHOICE, AT(closes), NULL, NULL, NULL,
	    severities },
	{ "what", WHAT, false, TCN_CONF_TEXT, 0, NULL, NULL, NULL, NULL },
	{ "rules", WORDS, true, TCN_CONF_TEXT, AT(rules), NULL, NULL, NULL,
	    NULL },
	{ "categories", WORDS, true, TCN_CONF_TEXT, AT(categories), NULL, NULL,
	    NULL, NULL },
	{ "languages", WORDS, true, TCN_CONF_TEXT, AT(languages), NULL, NULL,
	    NULL, NULL },
	{ "sources", WORDS, true, TCN_CONF_TEXT, AT(sources), NULL, NULL, NULL,
	    NULL },
	{ "severity", VALUE, true, TCN_CONF_CHOICE, AT(severity), "info", NULL,
	    NULL, severities },
	{ "top", VALUE, true, TCN_CONF_COUNT, AT(top), "50", "1", "1000",
	    NULL },
	{ "sections", VALUE, false, TCN_CONF_SET, AT(sections),
	    "new,developing,closed,unchanged", NULL, NULL,
	    tcn_edition_section_names },
	{ "language", VALUE, false, TCN_CONF_CHOICE, AT(language), "en", NULL,
	    NULL, languages },
	{ "format", VALUE, false, TCN_CONF_SET, AT(formats),
	    "html,md,json,text,ninjs", NULL, NULL, tcn_edition_format_names },
	{ "paper", VALUE, false, TCN_CONF_CHOICE, AT(paper), "a4", NULL, NULL,
	    papers },
	{ "receivers", WORDS, false, TCN_CONF_TEXT, AT(receivers), NULL, NULL,
	    NULL, NULL },
	{ "late", VALUE, false, TCN_CONF_CHOICE, AT(late), "latest", NULL, NULL,
	    lates },
	{ "late_within", VALUE, false, TCN_CONF_DURATION, AT(late_within_ms),
	    "0", "1m", "400d", NULL },
	{ "settle", VALUE, false, TCN_CONF_DURATION, AT(settle_ms), "0s", "0s",
	    "1d", NULL },
};

#define FIELDS (sizeof fields / sizeof *fields)

/* What `late_within` may be beside a duration. */
static const char *const never[] = { "never", NULL };

struct reader {
	struct tcn_editions *to;
	const struct tcn_edition_receivers *receivers;
	struct tcn_err *err;
	const char *name; /* of the file */
	struct tcn_str bytes;
	struct tcn_yaml *yaml;
	struct tcn_yaml_event event; /* the current one */
	/* Of the edition that is being read. */
	struct tcn_edition_conf *one;
	struct tcn_schedule_times times[TCN_SCHEDULE_TEXTS_MAX];
	size_t times_n;
	unsigned long zone_line, zone_column;
	XXH3_state_t *hash;
};

static enum tcn_rc
next(struct reader *r)
{
	enum tcn_rc rc = tcn_yaml_next(r->yaml, &r->event, r->err);

	if (!rc && r->event.text.n)
		XXH3_64bits_update(r->hash, r->event.text.at, r->event.text.n);
	if (!rc)
		XXH3_64bits_update(r->hash, &r->event.kind,
		    sizeof r->event.kind);
	return rc;
}

static bool
is(const struct reader *r, enum tcn_yaml_kind kind)
{
	return r->event.kind == kind;
}

static enum tcn_rc
want(struct reader *r, enum tcn_yaml_kind kind, const char *what)
{
	return is(r, kind)
	    ? TCN_OK
	    : tcn_err_set(r->err, TCN_INVALID, "%s is expected here", what);
}

/* --- words --- */

static enum tcn_rc
add_word(struct reader *r, struct tcn_edition_strs *to, size_t *cap)
{
	struct tcn_str *at = (struct tcn_str *)(uintptr_t)to->at;

	if (!r->event.text.n)
		return tcn_err_set(r->err, TCN_INVALID, "a word is empty");
	if (to->n == *cap) {
		*cap = *cap ? 2 * *cap : 8;
		at = tcn_arena_zalloc(&r->to->arena, *cap, sizeof *at);
		if (!at)
			return TCN_NOMEM;
		if (to->n)
			memcpy(at, to->at, to->n * sizeof *at);
		to->at = at;
	}
	return tcn_arena_str(&r->to->arena, r->event.text, &at[to->n++])
	    ? TCN_OK
	    : TCN_NOMEM;
}

/* Calls take at each text of a list, or at the one that stands here. */
static enum tcn_rc
each_text(struct reader *r,
    enum tcn_rc (*take)(struct reader *r, struct tcn_edition_strs *to,
	size_t *cap),
    struct tcn_edition_strs *to)
{
	size_t cap = 0;
	enum tcn_rc rc;

	if (is(r, TCN_YAML_TEXT))
		return take(r, to, &cap);
	rc = want(r, TCN_YAML_LIST, "a list [a, b]");
	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_LIST_END)) {
		rc = want(r, TCN_YAML_TEXT, "a text");
		if (!rc)
			rc = take(r, to, &cap);
	}
	return rc;
}

static enum tcn_rc
take_receiver(struct reader *r, struct tcn_edition_strs *to, size_t *cap)
{
	if (r->receivers->known &&
	    !r->receivers->known(r->receivers->ctx, r->event.text))
		return tcn_err_set(r->err, TCN_INVALID,
		    "'%.*s' is no receiver and no desk of the file "
		    "that deliver.receivers names",
		    TCN_STR_ARG(r->event.text));
	return add_word(r, to, cap);
}

/* --- values --- */

/* The byte of the file at which the current text begins, quotation marks
 * passed. */
static bool
is_quoted(const struct reader *r)
{
	const char *at = r->bytes.at, *end = at + r->bytes.n;
	unsigned long line = 1, column = 1;

	for (; at < end && line < r->event.line; at++)
		line += *at == '\n';
	for (; at < end && column < r->event.column; at++)
		column += ((unsigned char)*at & 0xc0) != 0x80;
	return at < end && (*at == '"' || *at == '\'');
}

static enum tcn_rc
take_when(struct reader *r, struct tcn_edition_strs *to, size_t *cap)
{
	size_t at;
	enum tcn_rc rc;

	(void)to, (void)cap;
	if (r->times_n == TCN_SCHEDULE_TEXTS_MAX)
		return tcn_err_set(r->err, TCN_INVALID, "over %d texts",
		    TCN_SCHEDULE_TEXTS_MAX);
	rc = tcn_schedule_parse(r->event.text, &r->times[r->times_n++], &at,
	    r->err);
	if (rc)
		tcn_err_at(r->err, r->name, r->event.line,
		    r->event.column + at + is_quoted(r));
	return rc;
}

/* A list as the words that tcn_conf_value_read() takes: "a,b". */
static enum tcn_rc
join(struct reader *r, struct tcn_buf *text)
{
	enum tcn_rc rc;

	while (!(rc = next(r)) && !is(r, TCN_YAML_LIST_END)) {
		rc = want(r, TCN_YAML_TEXT, "a word");
		if (rc)
			break;
		tcn_buf_z(text, text->n ? "," : "");
		tcn_buf_str(text, r->event.text);
	}
	return rc;
}

static struct tcn_conf_row
row_of(const struct field *field)
{
	return (struct tcn_conf_row){
		.key = field->name,
		.kind = field->kind,
		.least = field->least,
		.most = field->most,
		.words = field->kind == TCN_CONF_DURATION &&
			strcmp(field->name, "late_within") == 0
		    ? never
		    : field->words,
	};
}

static enum tcn_rc
read_value(struct reader *r, const struct field *field)
{
	const struct tcn_conf_row row = row_of(field);
	unsigned long line = r->event.line, column = r->event.column;
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (field->kind == TCN_CONF_SET && is(r, TCN_YAML_LIST))
		rc = join(r, &text);
	else if (!(rc = want(r, TCN_YAML_TEXT, "a value")))
		tcn_buf_str(&text, r->event.text);
	if (!rc) {
		tcn_err_at(r->err, r->name, line, column);
		rc = text.failed
		    ? TCN_NOMEM
		    : tcn_conf_value_read(&row, tcn_buf_view(&text),
			  (char *)r->one + field->at, &r->to->arena, r->err);
	}
	tcn_buf_fini(&text);
	return rc;
}

/* The field of that name: of `what`, or of an edition itself. */
static enum tcn_rc
find_field(struct reader *r, bool what, const struct field **field)
{
	char word[TCN_EDITION_NAME_BYTES + 1];
	struct tcn_suggest nearest;
	const char *best;

	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->event.text));
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; i < FIELDS; i++) {
		*field = &fields[i];
		if (fields[i].what != what)
			continue;
		if (strcmp(word, fields[i].name) == 0)
			return TCN_OK;
		tcn_suggest_offer(&nearest, fields[i].name);
	}
	best = tcn_suggest_find(&nearest);
	return tcn_err_set(r->err, TCN_INVALID, "%s has no '%s'; %s%s%s",
	    what ? "what" : "an edition", word,
	    best ? "did you mean '" : "tocsin-editions(5) says what it has",
	    best ? best : "", best ? "'?" : "");
}

static enum tcn_rc read_fields(struct reader *r, bool what);

static enum tcn_rc
read_field(struct reader *r, const struct field *field)
{
	enum tcn_rc rc = next(r);

	if (rc)
		return rc;
	if (strcmp(field->name, "zone") == 0) {
		r->zone_line = r->event.line;
		r->zone_column = r->event.column;
	}
	switch (field->how) {
	case WORDS:
		return each_text(r,
		    strcmp(field->name, "receivers") == 0 ? take_receiver
							  : add_word,
		    (void *)((char *)r->one + field->at));
	case WHEN:
		return each_text(r, take_when, NULL);
	case WHAT:
		return read_fields(r, true);
	case VALUE:
		break;
	}
	return read_value(r, field);
}

static enum tcn_rc
read_fields(struct reader *r, bool what)
{
	enum tcn_rc rc = want(r, TCN_YAML_MAPPING,
	    what ? "{rules: [...], top: 20}" : "{name: ..., when: ...}");

	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_MAPPING_END)) {
		const struct field *field;

		rc = find_field(r, what, &field);
		if (!rc)
			rc = read_field(r, field);
	}
	return rc;
}

/* --- an edition --- */

static enum tcn_rc
set_defaults(struct reader *r)
{
	enum tcn_rc rc = TCN_OK;

	*r->one =
	    (struct tcn_edition_conf){ .closes = -1, .line = r->event.line };
	for (size_t i = 0; !rc && i < FIELDS; i++) {
		const struct tcn_conf_row row = row_of(&fields[i]);

		if (fields[i].initial && strcmp(fields[i].initial, "0"))
			rc = tcn_conf_value_read(&row,
			    tcn_str(fields[i].initial),
			    (char *)r->one + fields[i].at, &r->to->arena,
			    r->err);
	}
	return rc;
}

/* A name becomes part of addresses, keys and file names. */
static enum tcn_rc
check_name(struct reader *r)
{
	struct tcn_str name = tcn_str(r->one->name);
	bool good =
	    name.n && name.n <= TCN_EDITION_NAME_BYTES && name.at[0] != '-';

	for (size_t i = 0; i < name.n; i++)
		good &= (name.at[i] >= 'a' && name.at[i] <= 'z') ||
		    (name.at[i] >= '0' && name.at[i] <= '9') ||
		    name.at[i] == '-';
	if (!good)
		return tcn_err_set(r->err, TCN_INVALID,
		    "an edition has a name of up to %d small letters, digits "
		    "and '-', such as name: morning",
		    TCN_EDITION_NAME_BYTES);
	if (tcn_edition_find(r->to, name))
		return tcn_err_set(r->err, TCN_INVALID,
		    "there are two editions called %s: rename one",
		    r->one->name);
	return TCN_OK;
}

static enum tcn_rc
check_edition(struct reader *r)
{
	enum tcn_rc rc;

	tcn_err_at(r->err, r->name, r->one->line, 0);
	rc = check_name(r);
	if (!rc && !r->times_n && r->one->closes < 0)
		rc = tcn_err_set(r->err, TCN_INVALID,
		    "%s is never due: add when: Mon-Fri 07:00, or closes: "
		    "high",
		    r->one->name);
	if (!rc && r->times_n && r->one->closes >= 0)
		rc = tcn_err_set(r->err, TCN_INVALID,
		    "%s has when and closes: make two editions of it",
		    r->one->name);
	if (!rc && !r->one->formats)
		rc = tcn_err_set(r->err, TCN_INVALID,
		    "%s has no format: leave it out, or name html",
		    r->one->name);
	if (rc || !r->times_n)
		return rc;
	tcn_err_at(r->err, r->name, r->zone_line ? r->zone_line : r->one->line,
	    r->zone_column);
	return tcn_schedule_new(r->times, r->times_n, tcn_str(r->one->zone),
	    &r->one->schedule, r->err);
}

static enum tcn_rc
read_edition(struct reader *r)
{
	enum tcn_rc rc;

	if (r->to->n == TCN_EDITIONS_MAX)
		return tcn_err_set(r->err, TCN_INVALID, "over %d editions",
		    TCN_EDITIONS_MAX);
	r->one = &r->to->at[r->to->n];
	r->times_n = 0;
	r->zone_line = r->zone_column = 0;
	XXH3_64bits_reset(r->hash);
	rc = set_defaults(r);
	if (!rc)
		rc = read_fields(r, false);
	if (!rc)
		rc = check_edition(r);
	r->one->hash = XXH3_64bits_digest(r->hash);
	if (!rc)
		r->to->n++;
	return rc;
}

static enum tcn_rc
read_all(struct reader *r)
{
	enum tcn_rc rc = next(r);

	if (!rc)
		rc = want(r, TCN_YAML_MAPPING, "editions: [...]");
	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_MAPPING_END)) {
		if (!tcn_str_equal(r->event.text, tcn_str("editions")))
			return tcn_err_set(r->err, TCN_INVALID,
			    "this file has one key, editions");
		rc = next(r);
		if (!rc)
			rc = want(r, TCN_YAML_LIST, "a list of editions");
		while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_LIST_END))
			rc = read_edition(r);
	}
	return rc;
}

enum tcn_rc
tcn_editions_parse(const char *name, struct tcn_str yaml,
    const struct tcn_edition_receivers *receivers, struct tcn_editions **out,
    struct tcn_err *err)
{
	static const struct tcn_yaml_limits limits = {
		.bytes = TCN_EDITION_FILE_BYTES_MAX, .depth = 6
	};
	static const struct tcn_edition_receivers any;
	struct tcn_err unused = { 0 };
	struct reader r = { .receivers = receivers ? receivers : &any,
		.err = err ? err : &unused,
		.name = name,
		.bytes = yaml };
	enum tcn_rc rc = TCN_NOMEM;

	*out = NULL;
	r.to = tcn_mem_calloc(1, sizeof *r.to);
	if (!r.to)
		return TCN_NOMEM;
	tcn_arena_init(&r.to->arena, 4096);
	r.to->at =
	    tcn_arena_zalloc(&r.to->arena, TCN_EDITIONS_MAX, sizeof *r.to->at);
	r.hash = XXH3_createState();
	if (r.to->at && r.hash) {
		XXH3_64bits_reset(r.hash);
		rc = tcn_yaml_open(name, yaml, &limits, &r.yaml, r.err);
		if (!rc) {
			rc = read_all(&r);
			tcn_yaml_close(r.yaml);
		}
	}
	XXH3_freeState(r.hash);
	if (rc)
		tcn_editions_free(r.to);
	else
		*out = r.to;
	return rc;
}

enum tcn_rc
tcn_editions_read(const char *path,
    const struct tcn_edition_receivers *receivers,
    struct tcn_editions **editions, struct tcn_err *err)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc =
	    tcn_file_read(path, TCN_EDITION_FILE_BYTES_MAX, &text, err);

	*editions = NULL;
	if (!rc)
		rc = tcn_editions_parse(path, tcn_buf_view(&text), receivers,
		    editions, err);
	tcn_buf_fini(&text);
	return rc;
}

void
tcn_editions_free(struct tcn_editions *editions)
{
	if (!editions)
		return;
	for (size_t i = 0; editions->at && i < TCN_EDITIONS_MAX; i++)
		tcn_schedule_free(editions->at[i].schedule);
	tcn_arena_fini(&editions->arena);
	tcn_mem_free(editions);
}

const struct tcn_edition_conf *
tcn_edition_find(const struct tcn_editions *editions, struct tcn_str name)
{
	for (size_t i = 0; i < editions->n; i++)
		if (tcn_str_equal(tcn_str(editions->at[i].name), name))
			return &editions->at[i];
	return NULL;
}

struct tcn_str
tcn_edition_title(const struct tcn_edition_conf *conf)
{
	return tcn_str(conf->title ? conf->title : conf->name);
}
