#include "tools/tell/edition/edition_conf.h"

#include <stddef.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/base/file.h"
#include "tools/conf/conf_value.h"
#include "tools/conf/yaml_cursor.h"

const char *const tcn_edition_format_names[] = { "html", "md", "json", "text",
	"ninjs", NULL };
const char *const tcn_edition_section_names[] = { "new", "developing", "closed",
	"also", "unchanged", NULL };

/* What a description may name beside those. */
static const char *const formats[] = { "html", "md", "json", "text", "ninjs",
	"pdf", NULL };
static const char *const severities[] = { "info", "low", "medium", "high",
	"critical", NULL };
static const char *const empties[] = { "send", "skip", "keep", NULL };
static const char *const lates[] = { "latest", "all", "skip", NULL };
static const char *const bys[] = { "rank", "category", NULL };
static const char *const papers[] = { "a4", "letter", NULL };

enum how {
	VALUE, /* as the settings of tools/conf/conf.h */
	WORDS, /* [a, b], or one */
	RECEIVERS, /* the same, each of which is to be known */
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
	{ "search", VALUE, true, TCN_CONF_TEXT, AT(search), NULL, NULL, NULL,
	    NULL },
	{ "severity", VALUE, true, TCN_CONF_CHOICE, AT(severity), "info", NULL,
	    NULL, severities },
	{ "top", VALUE, true, TCN_CONF_COUNT, AT(top), "50", "1", "1000",
	    NULL },
	{ "fill", VALUE, true, TCN_CONF_COUNT, AT(fill), "10", "0", "50",
	    NULL },
	{ "sections", VALUE, false, TCN_CONF_SET, AT(sections),
	    "new,developing,closed,also,unchanged", NULL, NULL,
	    tcn_edition_section_names },
	{ "by", VALUE, false, TCN_CONF_CHOICE, AT(by), "rank", NULL, NULL,
	    bys },
	{ "language", VALUE, false, TCN_CONF_CHOICE, AT(language), "en", NULL,
	    NULL, tcn_words_languages },
	{ "format", VALUE, false, TCN_CONF_SET, AT(formats),
	    "html,md,json,text,ninjs", NULL, NULL, formats },
	{ "paper", VALUE, false, TCN_CONF_CHOICE, AT(paper), "a4", NULL, NULL,
	    papers },
	{ "receivers", RECEIVERS, false, TCN_CONF_TEXT, AT(receivers), NULL,
	    NULL, NULL, NULL },
	{ "empty", VALUE, false, TCN_CONF_CHOICE, AT(empty), "skip", NULL, NULL,
	    empties },
	{ "late", VALUE, false, TCN_CONF_CHOICE, AT(late), "latest", NULL, NULL,
	    lates },
	{ "late_within", VALUE, false, TCN_CONF_DURATION, AT(late_within_ms),
	    "0", "1m", "400d", NULL },
	{ "settle", VALUE, false, TCN_CONF_DURATION, AT(settle_ms), "0s", "0s",
	    "1d", NULL },
};

#define FIELDS     (sizeof fields / sizeof *fields)
#define WORD_BYTES 64 /* of a name that is not known, as messages have it */

/* What `late_within` may be beside a duration. */
static const char *const never[] = { "never", NULL };

/* A list that grows in the arena. */
struct words {
	struct tcn_edition_strs *to;
	size_t cap;
};

struct reader {
	struct tcn_editions *to;
	const struct tcn_edition_receivers *receivers;
	struct tcn_yaml_cursor at;
	struct tcn_str bytes;
	/* Of the edition that is being read. */
	struct tcn_edition_conf *one;
	struct tcn_schedule_times times[TCN_SCHEDULE_TEXTS_MAX];
	size_t times_n;
	unsigned long zone_line, zone_column;
	struct words words; /* of the list that is being read */
};

/* --- words --- */

static enum tcn_rc
add_word(void *ctx)
{
	struct reader *r = ctx;
	struct tcn_edition_strs *to = r->words.to;
	struct tcn_str *at = (struct tcn_str *)(uintptr_t)to->at;

	if (!r->at.event.text.n)
		return tcn_err_set(r->at.err, TCN_INVALID, "a word is empty");
	if (to->n == r->words.cap) {
		r->words.cap = r->words.cap ? 2 * r->words.cap : 8;
		at = tcn_arena_zalloc(r->at.arena, r->words.cap, sizeof *at);
		if (to->n)
			memcpy(at, to->at, to->n * sizeof *at);
		to->at = at;
	}
	tcn_arena_str(r->at.arena, r->at.event.text, &at[to->n++]);
	return TCN_OK;
}

/* Says who is not known, and who may be meant. */
static enum tcn_rc
refuse_receiver(struct reader *r)
{
	char word[WORD_BYTES];
	struct tcn_suggest nearest;
	const char *best;

	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->at.event.text));
	tcn_suggest_init(&nearest, word);
	if (r->receivers->offer)
		r->receivers->offer(r->receivers->ctx, &nearest);
	best = tcn_suggest_find(&nearest);
	return best ? tcn_err_set(r->at.err, TCN_INVALID,
			  "there is no receiver or desk '%s'; did you mean "
			  "'%s'?",
			  word, best)
		    : tcn_err_set(r->at.err, TCN_INVALID,
			  "there is no receiver or desk '%s': add it to the "
			  "file that deliver.receivers names",
			  word);
}

static enum tcn_rc
add_receiver(void *ctx)
{
	struct reader *r = ctx;

	return r->receivers->known &&
		!r->receivers->known(r->receivers->ctx, r->at.event.text)
	    ? refuse_receiver(r)
	    : add_word(r);
}

static enum tcn_rc
read_words(struct reader *r, tcn_yaml_cursor_take_fn *take,
    struct tcn_edition_strs *to)
{
	r->words = (struct words){ .to = to };
	return tcn_yaml_cursor_each(&r->at, take, r);
}

/* --- values --- */

/* Whether the current text stands in quotation marks. */
static bool
is_quoted(const struct reader *r)
{
	const char *at = r->bytes.at, *end = at + r->bytes.n;
	unsigned long line = 1, column = 1;

	for (; at < end && line < r->at.event.line; at++)
		line += *at == '\n';
	for (; at < end && column < r->at.event.column; at++)
		column += ((unsigned char)*at & 0xc0) != 0x80;
	return at < end && (*at == '"' || *at == '\'');
}

static enum tcn_rc
add_when(void *ctx)
{
	struct reader *r = ctx;
	size_t at;
	enum tcn_rc rc;

	if (r->times_n == TCN_SCHEDULE_TEXTS_MAX)
		return tcn_err_set(r->at.err, TCN_INVALID, "over %d texts",
		    TCN_SCHEDULE_TEXTS_MAX);
	rc = tcn_schedule_parse(r->at.event.text, &r->times[r->times_n++], &at,
	    r->at.err);
	if (rc)
		tcn_err_at(r->at.err, r->at.name, r->at.event.line,
		    r->at.event.column + at + is_quoted(r));
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

/* The field of that name: of `what`, or of an edition itself. */
static enum tcn_rc
find_field(struct reader *r, bool what, const struct field **field)
{
	char word[TCN_EDITION_NAME_BYTES + 1];
	struct tcn_suggest nearest;

	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->at.event.text));
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; i < FIELDS; i++) {
		*field = &fields[i];
		if (fields[i].what != what)
			continue;
		if (strcmp(word, fields[i].name) == 0)
			return TCN_OK;
		tcn_suggest_offer(&nearest, fields[i].name);
	}
	return tcn_yaml_cursor_no_key(&r->at, what ? "what" : "an edition",
	    &nearest, "tocsin-editions(5)");
}

static enum tcn_rc read_fields(struct reader *r, bool what);

static enum tcn_rc
read_field(struct reader *r, const struct field *field)
{
	const struct tcn_conf_row row = row_of(field);
	void *to = (char *)r->one + field->at;
	enum tcn_rc rc = tcn_yaml_cursor_next(&r->at);

	if (rc)
		return rc;
	if (strcmp(field->name, "zone") == 0) {
		r->zone_line = r->at.event.line;
		r->zone_column = r->at.event.column;
	}
	switch (field->how) {
	case WORDS:
		return read_words(r, add_word, to);
	case RECEIVERS:
		return read_words(r, add_receiver, to);
	case WHEN:
		return tcn_yaml_cursor_each(&r->at, add_when, r);
	case WHAT:
		return read_fields(r, true);
	case VALUE:
		break;
	}
	return tcn_yaml_cursor_value(&r->at, &row, to);
}

static enum tcn_rc
read_fields(struct reader *r, bool what)
{
	enum tcn_rc rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING,
	    what ? "{rules: [...], top: 20}" : "{name: ..., when: ...}");

	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
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
	    (struct tcn_edition_conf){ .closes = -1, .line = r->at.event.line };
	for (size_t i = 0; !rc && i < FIELDS; i++) {
		const struct tcn_conf_row row = row_of(&fields[i]);

		if (fields[i].initial && strcmp(fields[i].initial, "0"))
			rc = tcn_conf_value_read(&row,
			    tcn_str(fields[i].initial),
			    (char *)r->one + fields[i].at, &r->to->arena,
			    r->at.err);
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
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "an edition has a name of up to %d small letters, digits "
		    "and '-', such as name: morning",
		    TCN_EDITION_NAME_BYTES);
	if (tcn_edition_find(r->to, name))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "there are two editions called %s: rename one",
		    r->one->name);
	return TCN_OK;
}

/* Its schedule; or, of one that is due when an event closes, the clock of its
 * zone alone. */
static enum tcn_rc
make_clock(struct reader *r)
{
	struct tcn_edition_conf *one = r->one;
	size_t at, n = r->times_n ? r->times_n : 1;
	enum tcn_rc rc = r->times_n
	    ? TCN_OK
	    : tcn_schedule_parse(tcn_str("@daily"), r->times, &at, r->at.err);

	if (!rc)
		rc = tcn_schedule_new(r->times, n, tcn_str(one->zone),
		    &one->clock, r->at.err);
	one->schedule = r->times_n ? one->clock : NULL;
	return rc;
}

static enum tcn_rc
check_edition(struct reader *r)
{
	enum tcn_rc rc;

	tcn_err_at(r->at.err, r->at.name, r->one->line, 0);
	rc = check_name(r);
	if (!rc && !r->times_n && r->one->closes < 0)
		rc = tcn_err_set(r->at.err, TCN_INVALID,
		    "%s is never due: add when: Mon-Fri 07:00, or closes: "
		    "high",
		    r->one->name);
	if (!rc && r->times_n && r->one->closes >= 0)
		rc = tcn_err_set(r->at.err, TCN_INVALID,
		    "%s sets both when and closes: make two editions of "
		    "it",
		    r->one->name);
	if (!rc && !r->one->formats)
		rc = tcn_err_set(r->at.err, TCN_INVALID,
		    "%s has no format: leave it out, or name html",
		    r->one->name);
	if (rc)
		return rc;
	tcn_err_at(r->at.err, r->at.name,
	    r->zone_line ? r->zone_line : r->one->line, r->zone_column);
	rc = tcn_words_new((enum tcn_words_language)r->one->language,
	    r->one->zone, &r->one->words, r->at.err);
	return rc ? rc : make_clock(r);
}

static enum tcn_rc
read_edition(struct reader *r)
{
	enum tcn_rc rc;

	if (r->to->n == TCN_EDITIONS_MAX)
		return tcn_err_set(r->at.err, TCN_INVALID, "over %d editions",
		    TCN_EDITIONS_MAX);
	r->one = &r->to->at[r->to->n];
	r->times_n = 0;
	r->zone_line = r->zone_column = 0;
	XXH3_64bits_reset(r->at.hash);
	rc = set_defaults(r);
	if (!rc)
		rc = read_fields(r, false);
	if (!rc)
		rc = check_edition(r);
	r->one->hash = XXH3_64bits_digest(r->at.hash);
	if (!rc) {
		r->to->n++;
		return TCN_OK;
	}
	/* Its place may be another's. */
	tcn_schedule_free(r->one->clock);
	tcn_words_free(r->one->words);
	r->one->clock = NULL;
	r->one->words = NULL;
	return rc;
}

/* The file has one key. */
static enum tcn_rc
check_top(struct reader *r)
{
	char word[WORD_BYTES];
	struct tcn_suggest nearest;

	if (tcn_str_equal(r->at.event.text, tcn_str("editions")))
		return TCN_OK;
	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->at.event.text));
	tcn_suggest_init(&nearest, word);
	tcn_suggest_offer(&nearest, "editions");
	if (tcn_suggest_find(&nearest))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "a file of editions has no '%s'; did you mean 'editions'?",
		    word);
	return tcn_err_set(r->at.err, TCN_INVALID,
	    "a file of editions has no '%s': it has one key, editions, which "
	    "is a list; take the line out",
	    word);
}

static enum tcn_rc
read_all(struct reader *r)
{
	enum tcn_rc rc = tcn_yaml_cursor_next(&r->at);

	if (rc == TCN_DONE)
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "the file is empty: editions: [...] is expected");
	if (!rc)
		rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING,
		    "editions: [...]");
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
		rc = check_top(r);
		if (!rc)
			rc = tcn_yaml_cursor_next(&r->at);
		if (!rc)
			rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_LIST,
			    "a list of editions");
		while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
		    !tcn_yaml_cursor_is(&r->at, TCN_YAML_LIST_END)) {
			struct tcn_yaml_entry one =
			    tcn_yaml_cursor_begin(&r->at);

			rc = tcn_yaml_cursor_end(&r->at, one, read_edition(r));
		}
	}
	return tcn_yaml_cursor_result(&r->at, rc);
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
		.at = { .name = name, .err = err ? err : &unused },
		.bytes = yaml };
	enum tcn_rc rc;

	*out = NULL;
	r.to = tcn_mem_calloc(1, sizeof *r.to);
	tcn_arena_init(&r.to->arena, 4096);
	r.at.arena = &r.to->arena;
	r.to->at =
	    tcn_arena_zalloc(&r.to->arena, TCN_EDITIONS_MAX, sizeof *r.to->at);
	r.at.hash = XXH3_createState();
	if (!r.at.hash)
		tcn_mem_end();
	XXH3_64bits_reset(r.at.hash);
	rc = tcn_yaml_open(name, yaml, &limits, &r.at.yaml, r.at.err);
	if (!rc) {
		rc = read_all(&r);
		tcn_yaml_close(r.at.yaml);
	}
	XXH3_freeState(r.at.hash);
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
	for (size_t i = 0; editions->at && i < TCN_EDITIONS_MAX; i++) {
		tcn_schedule_free(editions->at[i].clock);
		tcn_words_free(editions->at[i].words);
	}
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
