#include "tools/serve/deliver/receiver.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/base/event_words.h"
#include "tools/base/file.h"
#include "tools/base/path.h"
#include "tools/base/secret.h"
#include "tools/conf/conf.h"
#include "tools/conf/yaml_cursor.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/template.h"

/* How a field's value is written. */
enum tcn_receiver_syntax {
	TCN_RECEIVER_SYNTAX_VALUE, /* as the settings of tools/conf/conf.h */
	TCN_RECEIVER_SYNTAX_SECRET, /* a file that holds it */
	TCN_RECEIVER_SYNTAX_WORDS, /* [a, b] */
	TCN_RECEIVER_SYNTAX_PAIRS, /* {a: b} */
};

struct tcn_receiver_field {
	const char *name;
	enum tcn_receiver_syntax how;
	enum tcn_conf_kind kind;
	size_t at; /* offset in struct tcn_receiver */
	const char *least, *most;
	const char *const *words;
	bool any; /* every kind takes it; if not, the channel's row says */
};

#define TCN_RECEIVER_FIELDS 21

/* The words for the bits of tcn_receiver.sends, in order; ends with NULL. */

/* A place in the file; line 0: it was not given. */
struct tcn_receiver_location {
	unsigned long line, column;
};

/* Where a receiver stands in the file, and each field that was given. */
struct tcn_receiver_locations {
	const char *file;
	struct tcn_receiver_location begins;
	struct tcn_receiver_location at[TCN_RECEIVER_FIELDS];
};

const char *const tcn_receiver_states[] = { "open", "updated", "closed",
	"reopened", NULL };

/* First the fields that every kind takes; channels' rows name the others. */
const struct tcn_receiver_field tcn_receiver_fields[TCN_RECEIVER_FIELDS] = {
#define FIELD(member) offsetof(struct tcn_receiver, member)
	{ "name", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(name),
	    .any = true },
	{ "kind", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, 0, .any = true },
	{ "send", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_SET, FIELD(sends),
	    .words = tcn_receiver_states, .any = true },
	{ "timeout", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_DURATION,
	    FIELD(timeout_ms), "100ms", "10m", .any = true },
	{ "pause", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_DURATION,
	    FIELD(pause_ms), "0s", "1h", .any = true },
	{ "cap", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_COUNT, FIELD(cap), "0",
	    "1000000", .any = true },
	{ "url", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(url),
	    .any = false },
	{ "url_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT, FIELD(url),
	    .any = false },
	{ "secret_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT,
	    FIELD(secret), .any = false },
	{ "token_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT, FIELD(token),
	    .any = false },
	{ "password_file", TCN_RECEIVER_SYNTAX_SECRET, TCN_CONF_TEXT,
	    FIELD(password), .any = false },
	{ "body", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(body),
	    .any = false },
	{ "headers", TCN_RECEIVER_SYNTAX_PAIRS, TCN_CONF_TEXT, FIELD(headers),
	    .any = false },
	{ "from", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(from),
	    .any = false },
	{ "to", TCN_RECEIVER_SYNTAX_WORDS, TCN_CONF_TEXT, FIELD(to),
	    .any = false },
	{ "user", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_TEXT, FIELD(user),
	    .any = false },
	{ "command", TCN_RECEIVER_SYNTAX_WORDS, TCN_CONF_PATH, FIELD(command),
	    .any = false },
	{ "path", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_PATH, FIELD(path),
	    .any = false },
	{ "ca_file", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_PATH, FIELD(ca_file),
	    .any = false },
	{ "language", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_CHOICE,
	    FIELD(language), .words = tcn_words_languages, .any = false },
	{ "allow_private", TCN_RECEIVER_SYNTAX_VALUE, TCN_CONF_NETWORKS,
	    FIELD(allowed), .any = false },
#undef FIELD
};

/* The check of one receiver. */
struct check {
	const struct tcn_receiver_locations *given;
	struct tcn_err *err;
};

/* The errors that follow are about this place. */
static void
at_place(const struct check *r, struct tcn_receiver_location at)
{
	tcn_err_at(r->err, r->given->file, at.line, at.column);
}

/* Whether list, which is words with spaces between them, holds name. */
static bool
lists(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; (at = strstr(at, name)); at += n)
		if ((at == list || at[-1] == ' ') &&
		    (at[n] == '\0' || at[n] == ' '))
			return true;
	return false;
}

static bool
was_given(const struct check *r, const char *name, size_t n)
{
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++)
		if (r->given->at[i].line &&
		    strlen(tcn_receiver_fields[i].name) == n &&
		    memcmp(tcn_receiver_fields[i].name, name, n) == 0)
			return true;
	return false;
}

/* needs "a b|c" means a, and at least one of b and c. */
static enum tcn_rc
check_needs(const struct check *r, const struct tcn_channel *channel)
{
	for (const char *at = channel->needs; *at;) {
		size_t n = strcspn(at, " ");
		size_t first = strcspn(at, " |");
		const char *second = at + first + (at[first] == '|');
		bool one = was_given(r, at, first) ||
		    was_given(r, second, n - (size_t)(second - at));

		if (!one)
			return tcn_err_set(r->err, TCN_INVALID,
			    "a receiver of kind %s needs %.*s%s%.*s",
			    channel->name, (int)first, at,
			    first < n ? " or " : "",
			    (int)(n - (size_t)(second - at)), second);
		at += n + (at[n] == ' ');
	}
	return TCN_OK;
}

static enum tcn_rc
check_fields(const struct check *r, const struct tcn_receiver *to)
{
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++) {
		if (!r->given->at[i].line || tcn_receiver_fields[i].any ||
		    lists(to->channel->takes, tcn_receiver_fields[i].name))
			continue;
		at_place(r, r->given->at[i]);
		return tcn_err_set(r->err, TCN_INVALID,
		    "a receiver of kind %s has no '%s': remove it",
		    to->channel->name, tcn_receiver_fields[i].name);
	}
	at_place(r, r->given->begins);
	return check_needs(r, to->channel);
}

static enum tcn_rc
check_body(const struct check *r, const struct tcn_receiver *to)
{
	struct tcn_receiver_location at = r->given->begins;
	size_t byte = 0;
	enum tcn_rc rc;

	if (!to->body)
		return TCN_OK;
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++)
		if (strcmp(tcn_receiver_fields[i].name, "body") == 0)
			at = r->given->at[i];
	rc = tcn_template_check(tcn_str(to->body), &byte, r->err);
	/* The column is exact for a body on one line; else the error is
	 * reported where the body begins. */
	if (rc && !memchr(to->body, '\n', byte))
		at.column += byte + (byte != 0);
	at_place(r, at);
	return rc;
}

static enum tcn_rc
check_url(const struct check *r, const struct tcn_receiver *to)
{
	static const char *const http[] = { "https://", "http://" };
	static const char *const mail[] = { "smtps://", "smtp://" };
	const char *const *schemes =
	    to->channel->transport == TCN_CHANNEL_TRANSPORT_MAIL ? mail : http;

	at_place(r, r->given->begins);
	if (!to->url)
		return TCN_OK;
	for (const char *at = to->url; *at; at++)
		if (*at <= ' ' || *at > '~')
			return tcn_err_set(r->err, TCN_INVALID,
			    "an address has no spaces, control characters or "
			    "letters beyond ASCII");
	for (int i = 0; i < 2; i++)
		if (strncmp(to->url, schemes[i], strlen(schemes[i])) == 0)
			return TCN_OK;
	return tcn_err_set(r->err, TCN_INVALID,
	    "the address of a receiver of kind %s begins with %s or %s",
	    to->channel->name, schemes[0], schemes[1]);
}

static bool
is_address(const char *text)
{
	const char *at = strrchr(text, '@');

	return at && at != text && at[1] && !strpbrk(text, "\r\n<>, \t");
}

static enum tcn_rc
check_mail(const struct check *r, const struct tcn_receiver *to)
{
	if (to->from && !is_address(to->from))
		return tcn_err_set(r->err, TCN_INVALID,
		    "from is one bare address: desk@paper.example");
	for (size_t i = 0; i < to->to.n; i++)
		if (!is_address(to->to.at[i]))
			return tcn_err_set(r->err, TCN_INVALID,
			    "to is bare addresses: [desk@paper.example]");
	if (!to->user != !to->password)
		return tcn_err_set(r->err, TCN_INVALID,
		    "user and password_file go together");
	return TCN_OK;
}

/*
 * Checks a receiver whose fields have been read, on its own and against those
 * in all, and fills in the default of sends. TCN_INVALID: err says where it is
 * wrong and how to mend it.
 */
static enum tcn_rc
receiver_check(const struct tcn_receiver_set *all,
    const struct tcn_receiver_locations *given, struct tcn_receiver *to,
    struct tcn_err *err)
{
	const struct check check = { given, err };
	const struct check *r = &check;
	bool sends = was_given(r, "send", 4);
	enum tcn_rc rc = TCN_OK;

	at_place(r, r->given->begins);
	if (!to->name || !to->channel)
		return tcn_err_set(r->err, TCN_INVALID,
		    "a receiver needs a name and a kind");
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i].name, to->name) == 0)
			return tcn_err_set(r->err, TCN_INVALID,
			    "there are two receivers called %s; the other is "
			    "on line %lu",
			    to->name, all->at[i].line);
	if (!sends)
		to->sends = to->channel->sends;
	rc = check_fields(r, to);
	if (!rc)
		rc = check_url(r, to);
	if (!rc)
		rc = check_mail(r, to);
	return rc ? rc : check_body(r, to);
}

/* --- the validator of a set --- */

static bool
is_ended(const struct tcn_receiver_strs *strs)
{
	for (size_t i = 0; i < strs->n; i++)
		if (!strs->at[i])
			return false;
	return !strs->n || !strs->at[strs->n];
}

static const char *
receiver_problem(const struct tcn_receiver_set *all,
    const struct tcn_receiver *r)
{
	if (!r->name || !r->channel)
		return "has no name or no kind";
	if (tcn_receiver_find(all, tcn_str(r->name)) != r)
		return "has the name of another";
	if (!is_ended(&r->headers) || !is_ended(&r->to) ||
	    !is_ended(&r->command))
		return "has a list without an end";
	if (r->timeout_ms <= 0 || r->sends & ~TCN_RECEIVER_SENDS_ALL)
		return "has a time limit or states that there cannot be";
	return NULL;
}

static const char *
desk_problem(const struct tcn_receiver_set *all,
    const struct tcn_receiver_desk *desk)
{
	if (!desk->name || !is_ended(&desk->names))
		return "has no name or a list without an end";
	for (size_t i = 0; i < desk->names.n; i++) {
		const struct tcn_receiver *r = desk->receivers[i];

		if (r < all->at || r >= all->at + all->n ||
		    strcmp(r->name, desk->names.at[i]) != 0)
			return "names a receiver that is not in the set";
	}
	return NULL;
}

enum tcn_rc
tcn_receiver_set_check(const struct tcn_receiver_set *all, struct tcn_err *err)
{
	for (size_t i = 0; i < all->n; i++) {
		const char *wrong = receiver_problem(all, &all->at[i]);

		if (wrong)
			return tcn_err_set(err, TCN_CORRUPT, "receiver %zu %s",
			    i, wrong);
	}
	for (size_t i = 0; i < all->desks_n; i++) {
		const char *wrong = desk_problem(all, &all->desks[i]);

		if (wrong)
			return tcn_err_set(err, TCN_CORRUPT, "desk %zu %s", i,
			    wrong);
	}
	return all->names_n == all->n + all->desks_n
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT, "%zu names of %zu and %zu",
		  all->names_n, all->n, all->desks_n);
}

enum {
	FILE_MAX = 256 * 1024,
	NAME_MAX_BYTES = 64,
	RECEIVERS_MAX = 1000,
	DESKS_MAX = 1000,
};

struct reader {
	struct tcn_receiver_set *to;
	struct tcn_yaml_cursor at;
	size_t cap, desks_cap; /* of the arrays in the set's arena */
	struct tcn_receiver_strs *words; /* that are being read */
	size_t words_cap;
	struct tcn_receiver_locations given; /* of the current receiver */
};

static struct tcn_receiver_location
here(const struct reader *r)
{
	return (struct tcn_receiver_location){ r->at.event.line,
		r->at.event.column };
}

/* A name becomes part of keys and headers: letters, digits and - _ . only. */
static enum tcn_rc
check_name(struct reader *r, struct tcn_str name)
{
	bool good = name.n > 0 && name.n <= NAME_MAX_BYTES;

	for (size_t i = 0; i < name.n && good; i++) {
		char c = name.at[i];

		good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
	}
	return good ? TCN_OK
		    : tcn_err_set(r->at.err, TCN_INVALID,
			  "a name is 1 to %d letters, digits, '-', '_' or '.'",
			  NAME_MAX_BYTES);
}

/* Makes room for one more element in an array that lives in the arena. */
static void *
grow(struct tcn_arena *arena, void *at, size_t n, size_t *cap, size_t size)
{
	void *more;

	if (n < *cap)
		return at;
	*cap = *cap ? 2 * *cap : 8;
	more = tcn_arena_zalloc(arena, *cap, size);
	if (at)
		memcpy(more, at, n * size);
	return more;
}

/* Appends a word; the list stays followed by a NULL. */
static enum tcn_rc
add(struct reader *r, struct tcn_str word)
{
	struct tcn_receiver_strs *to = r->words;
	struct tcn_str copy;

	for (size_t i = 0; i < word.n; i++)
		if ((unsigned char)word.at[i] < ' ')
			return tcn_err_set(r->at.err, TCN_INVALID,
			    "no line feed or control character may stand here");
	to->at = grow(&r->to->arena, to->at, to->n + 1, &r->words_cap,
	    sizeof *to->at);
	tcn_arena_str(&r->to->arena, word, &copy);
	to->at[to->n++] = copy.at;
	return TCN_OK;
}

static enum tcn_rc
add_word(void *ctx)
{
	struct reader *r = ctx;

	return add(r, r->at.event.text);
}

static void
begin_words(struct reader *r, struct tcn_receiver_strs *to)
{
	r->words = to;
	r->words_cap = 0;
}

static enum tcn_rc
read_words(struct reader *r, struct tcn_receiver_strs *to)
{
	begin_words(r, to);
	return tcn_yaml_cursor_each(&r->at, add_word, r);
}

static enum tcn_rc
read_pairs(struct reader *r, struct tcn_receiver_strs *to)
{
	struct tcn_buf line = { 0 };
	enum tcn_rc rc =
	    tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING, "{Name: value}");

	begin_words(r, to);
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
		tcn_buf_clear(&line);
		rc = check_name(r, r->at.event.text);
		tcn_buf_str(&line, r->at.event.text);
		tcn_buf_z(&line, ": ");
		if (!rc)
			rc = tcn_yaml_cursor_next(&r->at);
		if (!rc)
			rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_TEXT,
			    "a header's value");
		if (rc)
			break;
		tcn_buf_str(&line, r->at.event.text);
		rc = add(r, tcn_buf_view(&line));
	}
	tcn_buf_fini(&line);
	return rc;
}

static enum tcn_rc
read_secret(struct reader *r, const char **to)
{
	struct tcn_str path;
	enum tcn_rc rc =
	    tcn_yaml_cursor_want(&r->at, TCN_YAML_TEXT, "the name of a file");

	if (rc)
		return rc;
	tcn_path_beside(r->at.name, r->at.event.text, &r->to->arena, &path);
	return tcn_secret_read(path.at, &r->to->arena, to, r->at.err);
}

/* A program that is named with a slash lies beside the file, others are
 * searched for in PATH. */
static void
place_program(struct reader *r, struct tcn_receiver_strs *words)
{
	struct tcn_str path;

	if (words->n == 0 || !strchr(words->at[0], '/'))
		return;
	tcn_path_beside(r->at.name, tcn_str(words->at[0]), &r->to->arena,
	    &path);
	words->at[0] = path.at;
}

static enum tcn_rc
read_kind(struct reader *r, struct tcn_receiver *to)
{
	char word[NAME_MAX_BYTES + 1];
	struct tcn_suggest nearest;
	const char *best;
	enum tcn_rc rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_TEXT, "a kind");

	if (rc)
		return rc;
	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->at.event.text));
	to->channel = tcn_channel_find(word);
	if (to->channel)
		return TCN_OK;
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; tcn_channel_at(i); i++)
		tcn_suggest_offer(&nearest, tcn_channel_at(i)->name);
	best = tcn_suggest_find(&nearest);
	return tcn_err_set(r->at.err, TCN_INVALID,
	    "there is no kind of receiver called that; %s%s%s",
	    best ? "did you mean '" : "tocsin-receivers(5) lists them",
	    best ? best : "", best ? "'?" : "");
}

/* The field that the current key names. */
static enum tcn_rc
find_field(struct reader *r, const struct tcn_receiver_field **field)
{
	char word[NAME_MAX_BYTES + 1];
	struct tcn_suggest nearest;

	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->at.event.text));
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++) {
		*field = &tcn_receiver_fields[i];
		if (strcmp(word, tcn_receiver_fields[i].name) == 0)
			return TCN_OK;
		tcn_suggest_offer(&nearest, tcn_receiver_fields[i].name);
	}
	return tcn_yaml_cursor_no_key(&r->at, "a receiver", &nearest,
	    "tocsin-receivers(5)");
}

static enum tcn_rc
read_field(struct reader *r, struct tcn_receiver *to)
{
	const struct tcn_receiver_field *field;
	struct tcn_conf_row row;
	enum tcn_rc rc = find_field(r, &field);
	void *at;

	if (rc)
		return rc;
	r->given.at[field - tcn_receiver_fields] = here(r);
	rc = tcn_yaml_cursor_next(&r->at);
	if (rc)
		return rc;
	if (strcmp(field->name, "kind") == 0)
		return read_kind(r, to);
	if (strcmp(field->name, "name") == 0 &&
	    tcn_yaml_cursor_is(&r->at, TCN_YAML_TEXT) &&
	    (rc = check_name(r, r->at.event.text)))
		return rc;
	if (strcmp(field->name, "body") == 0 &&
	    tcn_yaml_cursor_is(&r->at, TCN_YAML_TEXT))
		r->given.at[field - tcn_receiver_fields] = here(r);
	at = (char *)to + field->at;
	switch (field->how) {
	case TCN_RECEIVER_SYNTAX_SECRET:
		return read_secret(r, at);
	case TCN_RECEIVER_SYNTAX_WORDS:
		rc = read_words(r, at);
		if (rc || field->kind != TCN_CONF_PATH)
			return rc;
		place_program(r, at);
		return TCN_OK;
	case TCN_RECEIVER_SYNTAX_PAIRS:
		return read_pairs(r, at);
	case TCN_RECEIVER_SYNTAX_VALUE:
		break;
	}
	row = (struct tcn_conf_row){
		.key = field->name,
		.kind = field->kind,
		.least = field->least,
		.most = field->most,
		.words = field->words,
	};
	return tcn_yaml_cursor_value(&r->at, &row, at);
}

static enum tcn_rc
read_receiver(struct reader *r)
{
	struct tcn_receiver one = {
		.timeout_ms = 10000,
		.cap = 60,
		.language = TCN_WORDS_AUTO,
		.line = r->at.event.line,
	};
	enum tcn_rc rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING,
	    "{name: ..., kind: ...}");

	r->given = (struct tcn_receiver_locations){ .file = r->at.name,
		.begins = here(r) };
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END))
		rc = read_field(r, &one);
	if (!rc)
		rc = receiver_check(r->to, &r->given, &one, r->at.err);
	if (!rc && r->to->n == RECEIVERS_MAX)
		rc = tcn_err_set(r->at.err, TCN_INVALID, "over %d receivers",
		    RECEIVERS_MAX);
	if (rc)
		return rc;
	r->to->at = grow(&r->to->arena, r->to->at, r->to->n, &r->cap,
	    sizeof *r->to->at);
	r->to->at[r->to->n++] = one;
	return TCN_OK;
}

static enum tcn_rc
read_receivers(struct reader *r)
{
	enum tcn_rc rc =
	    tcn_yaml_cursor_want(&r->at, TCN_YAML_LIST, "a list of receivers");

	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_LIST_END)) {
		struct tcn_yaml_entry one = tcn_yaml_cursor_begin(&r->at);

		rc = tcn_yaml_cursor_end(&r->at, one, read_receiver(r));
	}
	return rc;
}

static enum tcn_rc
read_desks(struct reader *r)
{
	enum tcn_rc rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING,
	    "desk: [receiver, ...]");

	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
		struct tcn_receiver_desk desk = { 0 }, *at;
		struct tcn_str name;

		rc = check_name(r, r->at.event.text);
		if (!rc)
			tcn_arena_str(&r->to->arena, r->at.event.text, &name);
		if (!rc)
			rc = tcn_yaml_cursor_next(&r->at);
		if (!rc)
			rc = read_words(r, &desk.names);
		if (!rc && r->to->desks_n == DESKS_MAX)
			rc = tcn_err_set(r->at.err, TCN_INVALID,
			    "over %d desks", DESKS_MAX);
		if (rc)
			break;
		desk.name = name.at;
		at = grow(&r->to->arena, r->to->desks, r->to->desks_n,
		    &r->desks_cap, sizeof *at);
		r->to->desks = at;
		at[r->to->desks_n++] = desk;
	}
	return rc;
}

/*
 * Finds the receivers that a desk names. They may come after the desk in the
 * file, so this is done when all of it has been read.
 */
static enum tcn_rc
link_desk(struct reader *r, struct tcn_receiver_desk *desk)
{
	desk->receivers = tcn_arena_zalloc(&r->to->arena, desk->names.n + 1,
	    sizeof *desk->receivers);
	for (size_t i = 0; i < desk->names.n; i++) {
		desk->receivers[i] =
		    tcn_receiver_find(r->to, tcn_str(desk->names.at[i]));
		if (desk->receivers[i])
			continue;
		tcn_err_at(r->at.err, r->at.name, 0, 0);
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "the desk %s names %s, which is no receiver", desk->name,
		    desk->names.at[i]);
	}
	return TCN_OK;
}

static enum tcn_rc
read_top(struct reader *r)
{
	enum tcn_rc rc = tcn_yaml_cursor_next(&r->at);

	if (rc == TCN_DONE)
		return TCN_OK;
	if (!rc && tcn_yaml_cursor_is(&r->at, TCN_YAML_NULL))
		return TCN_OK;
	if (!rc)
		rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING,
		    "'receivers:' or 'desks:'");
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
		bool desks = tcn_str_equal(r->at.event.text, tcn_str("desks"));

		if (!desks &&
		    !tcn_str_equal(r->at.event.text, tcn_str("receivers")))
			return tcn_err_set(r->at.err, TCN_INVALID,
			    "'receivers:' or 'desks:' is expected here");
		rc = tcn_yaml_cursor_next(&r->at);
		if (!rc)
			rc = desks ? read_desks(r) : read_receivers(r);
	}
	if (!rc)
		rc = tcn_yaml_cursor_next(&r->at);
	return tcn_yaml_cursor_result(&r->at, rc);
}

static void
list_names(struct tcn_receiver_set *to)
{
	to->names = tcn_arena_zalloc(&to->arena, to->desks_n + to->n + 1,
	    sizeof *to->names);
	for (size_t i = 0; i < to->desks_n; i++)
		to->names[to->names_n++] = tcn_str(to->desks[i].name);
	for (size_t i = 0; i < to->n; i++)
		to->names[to->names_n++] = tcn_str(to->at[i].name);
}

enum tcn_rc
tcn_receiver_set_parse(const char *name, struct tcn_str yaml,
    struct tcn_receiver_set **out, struct tcn_err *err)
{
	static const struct tcn_yaml_limits limits = { FILE_MAX, 8, false };
	struct tcn_receiver_set *to = tcn_mem_calloc(1, sizeof *to);
	struct reader r = { .to = to, .at = { .name = name, .err = err } };
	enum tcn_rc rc;

	assert(name);
	*out = NULL;
	tcn_arena_init(&to->arena, 4096);
	r.at.arena = &to->arena;
	rc = tcn_yaml_open(name, yaml, &limits, &r.at.yaml, err);
	if (!rc) {
		rc = read_top(&r);
		tcn_yaml_close(r.at.yaml);
	}
	for (size_t i = 0; !rc && i < to->desks_n; i++)
		rc = link_desk(&r, &to->desks[i]);
	if (!rc)
		list_names(to);
	if (!rc)
		tcn_receiver_set_speak(to, TCN_WORDS_EN, NULL);
	if (rc)
		tcn_receiver_set_free(to);
	else
		*out = to;
	return rc;
}

enum tcn_rc
tcn_receiver_set_read(const char *path, struct tcn_receiver_set **out,
    struct tcn_err *err)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = tcn_file_read(path, FILE_MAX, &bytes, err);

	*out = NULL;
	if (!rc)
		rc = tcn_receiver_set_parse(path, tcn_buf_view(&bytes), out,
		    err);
	tcn_buf_fini(&bytes);
	return rc;
}

void
tcn_receiver_set_speak(struct tcn_receiver_set *all,
    enum tcn_words_language language, const char *zone)
{
	for (size_t i = 0; i < sizeof all->words / sizeof *all->words; i++) {
		tcn_words_free(all->words[i]);
		all->words[i] = NULL;
	}
	for (size_t i = 0; i < all->n; i++) {
		struct tcn_receiver *r = &all->at[i];
		int of =
		    r->language == TCN_WORDS_AUTO ? (int)language : r->language;

		of = of == TCN_WORDS_AUTO ? TCN_WORDS_EN : of;
		if (!all->words[of])
			all->words[of] =
			    tcn_words_in_zone((enum tcn_words_language)of,
				zone);
		r->words = all->words[of];
	}
}

/* Secrets are overwritten before their memory is given back. */
static void
wipe(const char *secret)
{
	if (secret)
		OPENSSL_cleanse((char *)(uintptr_t)secret, strlen(secret));
}

void
tcn_receiver_set_free(struct tcn_receiver_set *all)
{
	if (!all)
		return;
	for (size_t i = 0; i < all->n; i++) {
		wipe(all->at[i].url);
		wipe(all->at[i].secret);
		wipe(all->at[i].token);
		wipe(all->at[i].password);
	}
	for (size_t i = 0; i < TCN_WORDS_LANGUAGES; i++)
		tcn_words_free(all->words[i]);
	tcn_arena_fini(&all->arena);
	tcn_mem_free(all);
}

const struct tcn_receiver *
tcn_receiver_find(const struct tcn_receiver_set *all, struct tcn_str name)
{
	for (size_t i = 0; i < all->n; i++)
		if (tcn_str_equal(tcn_str(all->at[i].name), name))
			return &all->at[i];
	return NULL;
}

const struct tcn_receiver_desk *
tcn_receiver_desk_find(const struct tcn_receiver_set *all, struct tcn_str name)
{
	for (size_t i = 0; i < all->desks_n; i++)
		if (tcn_str_equal(tcn_str(all->desks[i].name), name))
			return &all->desks[i];
	return NULL;
}

unsigned
tcn_receiver_state_bit(enum tcn_event_state state)
{
	const char *word = tcn_event_words_state(state);

	for (unsigned i = 0; tcn_receiver_states[i]; i++)
		if (strcmp(tcn_receiver_states[i], word) == 0)
			return 1u << i;
	return 0;
}
