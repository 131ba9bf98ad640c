#include "tools/deliver/receiver.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "engine/base/yaml.h"
#include "tools/base/event_words.h"
#include "tools/base/file.h"
#include "tools/base/path.h"
#include "tools/base/secret.h"
#include "tools/conf/conf_value.h"
#include "tools/deliver/channel.h"
#include "tools/deliver/receiver_impl.h"

enum {
	FILE_MAX = 256 * 1024,
	NAME_MAX_BYTES = 64,
	RECEIVERS_MAX = 1000,
	DESKS_MAX = 1000,
};

struct reader {
	struct tcn_receiver_set *to;
	struct tcn_err *err;
	const char *name; /* of the file */
	struct tcn_yaml *yaml;
	struct tcn_yaml_event event; /* the current one */
	size_t cap, desks_cap; /* of the arrays in the set's arena */
	struct tcn_receiver_locations given; /* of the current receiver */
};

static enum tcn_rc
next(struct reader *r)
{
	return tcn_yaml_next(r->yaml, &r->event, r->err);
}

static struct tcn_receiver_location
here(const struct reader *r)
{
	return (struct tcn_receiver_location){ r->event.line, r->event.column };
}

static void
at_place(struct reader *r, struct tcn_receiver_location at)
{
	tcn_err_at(r->err, r->name, at.line, at.column);
}

static bool
is(const struct reader *r, enum tcn_yaml_kind kind)
{
	return r->event.kind == kind;
}

/* TCN_INVALID unless the current event is of this kind. */
static enum tcn_rc
want(struct reader *r, enum tcn_yaml_kind kind, const char *what)
{
	return is(r, kind)
	    ? TCN_OK
	    : tcn_err_set(r->err, TCN_INVALID, "%s is expected here", what);
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
		    : tcn_err_set(r->err, TCN_INVALID,
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
	if (more && at)
		memcpy(more, at, n * size);
	return more;
}

/* Appends a word; the list stays followed by a NULL. */
static enum tcn_rc
add_word(struct reader *r, struct tcn_str word, struct tcn_receiver_strs *to,
    size_t *cap)
{
	struct tcn_str copy;

	for (size_t i = 0; i < word.n; i++)
		if ((unsigned char)word.at[i] < ' ')
			return tcn_err_set(r->err, TCN_INVALID,
			    "no line feed or control character may stand here");
	to->at = grow(&r->to->arena, to->at, to->n + 1, cap, sizeof *to->at);
	if (!to->at || !tcn_arena_str(&r->to->arena, word, &copy))
		return TCN_NOMEM;
	to->at[to->n++] = copy.at;
	return TCN_OK;
}

static enum tcn_rc
read_words(struct reader *r, struct tcn_receiver_strs *to)
{
	size_t cap = 0;
	enum tcn_rc rc;

	if (is(r, TCN_YAML_TEXT))
		return add_word(r, r->event.text, to, &cap);
	rc = want(r, TCN_YAML_LIST, "a list [a, b]");
	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_LIST_END)) {
		rc = want(r, TCN_YAML_TEXT, "a word");
		if (!rc)
			rc = add_word(r, r->event.text, to, &cap);
	}
	return rc;
}

static enum tcn_rc
read_pairs(struct reader *r, struct tcn_receiver_strs *to)
{
	struct tcn_buf line = { 0 };
	size_t cap = 0;
	enum tcn_rc rc = want(r, TCN_YAML_MAPPING, "{Name: value}");

	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_MAPPING_END)) {
		tcn_buf_clear(&line);
		rc = check_name(r, r->event.text);
		tcn_buf_str(&line, r->event.text);
		tcn_buf_z(&line, ": ");
		if (!rc)
			rc = next(r);
		if (!rc)
			rc = want(r, TCN_YAML_TEXT, "a header's value");
		if (rc)
			break;
		tcn_buf_str(&line, r->event.text);
		rc = line.failed ? TCN_NOMEM
				 : add_word(r, tcn_buf_view(&line), to, &cap);
	}
	tcn_buf_fini(&line);
	return rc;
}

/* [open, updated] as "open,updated". */
static enum tcn_rc
read_set(struct reader *r, struct tcn_buf *text)
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

static enum tcn_rc
read_value(struct reader *r, const struct tcn_receiver_field *field, void *to)
{
	const struct tcn_conf_row row = {
		.key = field->name,
		.kind = field->kind,
		.least = field->least,
		.most = field->most,
		.words = field->words,
	};
	struct tcn_receiver_location at = here(r);
	struct tcn_buf text = { 0 };
	struct tcn_str value = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (field->kind == TCN_CONF_SET && is(r, TCN_YAML_LIST))
		rc = read_set(r, &text);
	else if (!(rc = want(r, TCN_YAML_TEXT, "a value")))
		tcn_buf_str(&text, r->event.text);
	if (!rc) {
		at_place(r, at);
		value = tcn_buf_view(&text);
		rc = text.failed ? TCN_NOMEM : TCN_OK;
	}
	if (!rc && row.kind == TCN_CONF_PATH)
		rc = tcn_path_beside(r->name, value, &r->to->arena, &value);
	if (!rc)
		rc =
		    tcn_conf_value_read(&row, value, to, &r->to->arena, r->err);
	tcn_buf_fini(&text);
	return rc;
}

static enum tcn_rc
read_secret(struct reader *r, const char **to)
{
	struct tcn_str path;
	enum tcn_rc rc = want(r, TCN_YAML_TEXT, "the name of a file");

	if (rc)
		return rc;
	rc = tcn_path_beside(r->name, r->event.text, &r->to->arena, &path);
	if (rc)
		return rc;
	return tcn_secret_read(path.at, &r->to->arena, to, r->err);
}

/* A program that is named with a slash lies beside the file, others are
 * searched for in PATH. */
static enum tcn_rc
place_program(struct reader *r, struct tcn_receiver_strs *words)
{
	struct tcn_str path;
	enum tcn_rc rc;

	if (words->n == 0 || !strchr(words->at[0], '/'))
		return TCN_OK;
	rc = tcn_path_beside(r->name, tcn_str(words->at[0]), &r->to->arena,
	    &path);
	if (!rc)
		words->at[0] = path.at;
	return rc;
}

static enum tcn_rc
read_kind(struct reader *r, struct tcn_receiver *to)
{
	char word[NAME_MAX_BYTES + 1];
	struct tcn_suggest nearest;
	const char *best;
	enum tcn_rc rc = want(r, TCN_YAML_TEXT, "a kind");

	if (rc)
		return rc;
	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->event.text));
	to->channel = tcn_channel_find(word);
	if (to->channel)
		return TCN_OK;
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; tcn_channel_at(i); i++)
		tcn_suggest_offer(&nearest, tcn_channel_at(i)->name);
	best = tcn_suggest_find(&nearest);
	return tcn_err_set(r->err, TCN_INVALID,
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
	const char *best;

	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(r->event.text));
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; i < TCN_RECEIVER_FIELDS; i++) {
		*field = &tcn_receiver_fields[i];
		if (strcmp(word, tcn_receiver_fields[i].name) == 0)
			return TCN_OK;
		tcn_suggest_offer(&nearest, tcn_receiver_fields[i].name);
	}
	best = tcn_suggest_find(&nearest);
	return tcn_err_set(r->err, TCN_INVALID,
	    "a receiver has no '%s'; %s%s%s", word,
	    best ? "did you mean '" : "tocsin-receivers(5) says what it has",
	    best ? best : "", best ? "'?" : "");
}

static enum tcn_rc
read_field(struct reader *r, struct tcn_receiver *to)
{
	const struct tcn_receiver_field *field;
	enum tcn_rc rc = find_field(r, &field);
	void *at;

	if (rc)
		return rc;
	r->given.at[field - tcn_receiver_fields] = here(r);
	rc = next(r);
	if (rc)
		return rc;
	if (strcmp(field->name, "kind") == 0)
		return read_kind(r, to);
	if (strcmp(field->name, "name") == 0 && is(r, TCN_YAML_TEXT) &&
	    (rc = check_name(r, r->event.text)))
		return rc;
	if (strcmp(field->name, "body") == 0 && is(r, TCN_YAML_TEXT))
		r->given.at[field - tcn_receiver_fields] = here(r);
	at = (char *)to + field->at;
	switch (field->how) {
	case TCN_RECEIVER_SYNTAX_SECRET:
		return read_secret(r, at);
	case TCN_RECEIVER_SYNTAX_WORDS:
		rc = read_words(r, at);
		return !rc && field->kind == TCN_CONF_PATH
		    ? place_program(r, at)
		    : rc;
	case TCN_RECEIVER_SYNTAX_PAIRS:
		return read_pairs(r, at);
	case TCN_RECEIVER_SYNTAX_VALUE:
		break;
	}
	return read_value(r, field, at);
}

static enum tcn_rc
read_receiver(struct reader *r)
{
	struct tcn_receiver one = {
		.timeout_ms = 10000, .cap = 60, .line = r->event.line
	};
	struct tcn_receiver *at;
	enum tcn_rc rc = want(r, TCN_YAML_MAPPING, "{name: ..., kind: ...}");

	r->given = (struct tcn_receiver_locations){ .file = r->name,
		.begins = here(r) };
	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_MAPPING_END))
		rc = read_field(r, &one);
	if (!rc)
		rc = tcn_receiver_check(r->to, &r->given, &one, r->err);
	if (!rc && r->to->n == RECEIVERS_MAX)
		rc = tcn_err_set(r->err, TCN_INVALID, "over %d receivers",
		    RECEIVERS_MAX);
	if (rc)
		return rc;
	at = grow(&r->to->arena, r->to->at, r->to->n, &r->cap, sizeof *at);
	if (!at)
		return TCN_NOMEM;
	r->to->at = at;
	at[r->to->n++] = one;
	return TCN_OK;
}

static enum tcn_rc
read_receivers(struct reader *r)
{
	enum tcn_rc rc = want(r, TCN_YAML_LIST, "a list of receivers");

	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_LIST_END))
		rc = read_receiver(r);
	return rc;
}

static enum tcn_rc
read_desks(struct reader *r)
{
	enum tcn_rc rc = want(r, TCN_YAML_MAPPING, "desk: [receiver, ...]");

	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_MAPPING_END)) {
		struct tcn_receiver_desk desk = { 0 }, *at;
		struct tcn_str name;

		rc = check_name(r, r->event.text);
		if (!rc && !tcn_arena_str(&r->to->arena, r->event.text, &name))
			rc = TCN_NOMEM;
		if (!rc)
			rc = next(r);
		if (!rc)
			rc = read_words(r, &desk.names);
		if (!rc && r->to->desks_n == DESKS_MAX)
			rc = tcn_err_set(r->err, TCN_INVALID, "over %d desks",
			    DESKS_MAX);
		if (rc)
			break;
		desk.name = name.at;
		at = grow(&r->to->arena, r->to->desks, r->to->desks_n,
		    &r->desks_cap, sizeof *at);
		if (!at)
			return TCN_NOMEM;
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
	if (!desk->receivers)
		return TCN_NOMEM;
	for (size_t i = 0; i < desk->names.n; i++) {
		desk->receivers[i] =
		    tcn_receiver_find(r->to, tcn_str(desk->names.at[i]));
		if (desk->receivers[i])
			continue;
		tcn_err_at(r->err, r->name, 0, 0);
		return tcn_err_set(r->err, TCN_INVALID,
		    "the desk %s names %s, which is no receiver", desk->name,
		    desk->names.at[i]);
	}
	return TCN_OK;
}

static enum tcn_rc
read_top(struct reader *r)
{
	enum tcn_rc rc = next(r);

	if (rc == TCN_DONE)
		return TCN_OK;
	if (!rc && is(r, TCN_YAML_NULL))
		return TCN_OK;
	if (!rc)
		rc = want(r, TCN_YAML_MAPPING, "'receivers:' or 'desks:'");
	while (!rc && !(rc = next(r)) && !is(r, TCN_YAML_MAPPING_END)) {
		bool desks = tcn_str_equal(r->event.text, tcn_str("desks"));

		if (!desks &&
		    !tcn_str_equal(r->event.text, tcn_str("receivers")))
			return tcn_err_set(r->err, TCN_INVALID,
			    "'receivers:' or 'desks:' is expected here");
		rc = next(r);
		if (!rc)
			rc = desks ? read_desks(r) : read_receivers(r);
	}
	if (!rc)
		rc = next(r);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static enum tcn_rc
list_names(struct tcn_receiver_set *to)
{
	to->names = tcn_arena_zalloc(&to->arena, to->desks_n + to->n + 1,
	    sizeof *to->names);
	if (!to->names)
		return TCN_NOMEM;
	for (size_t i = 0; i < to->desks_n; i++)
		to->names[to->names_n++] = tcn_str(to->desks[i].name);
	for (size_t i = 0; i < to->n; i++)
		to->names[to->names_n++] = tcn_str(to->at[i].name);
	return TCN_OK;
}

enum tcn_rc
tcn_receiver_set_parse(const char *name, struct tcn_str yaml,
    struct tcn_receiver_set **out, struct tcn_err *err)
{
	static const struct tcn_yaml_limits limits = { FILE_MAX, 8, false };
	struct tcn_receiver_set *to = tcn_mem_calloc(1, sizeof *to);
	struct reader r = { .to = to, .err = err, .name = name };
	enum tcn_rc rc;

	assert(name);
	*out = NULL;
	if (!to)
		return TCN_NOMEM;
	tcn_arena_init(&to->arena, 4096);
	rc = tcn_yaml_open(name, yaml, &limits, &r.yaml, err);
	if (!rc) {
		rc = read_top(&r);
		tcn_yaml_close(r.yaml);
	}
	for (size_t i = 0; !rc && i < to->desks_n; i++)
		rc = link_desk(&r, &to->desks[i]);
	if (!rc)
		rc = list_names(to);
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
