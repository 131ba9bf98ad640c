#include "tools/deliver/receiver.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "tools/base/event_words.h"
#include "tools/base/file.h"
#include "tools/base/path.h"
#include "tools/base/secret.h"
#include "tools/conf/yaml_cursor.h"
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
	if (more && at)
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
	if (!to->at || !tcn_arena_str(&r->to->arena, word, &copy))
		return TCN_NOMEM;
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
		rc = line.failed ? TCN_NOMEM : add(r, tcn_buf_view(&line));
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
	rc =
	    tcn_path_beside(r->at.name, r->at.event.text, &r->to->arena, &path);
	if (rc)
		return rc;
	return tcn_secret_read(path.at, &r->to->arena, to, r->at.err);
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
	rc = tcn_path_beside(r->at.name, tcn_str(words->at[0]), &r->to->arena,
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
		return !rc && field->kind == TCN_CONF_PATH
		    ? place_program(r, at)
		    : rc;
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
		.timeout_ms = 10000, .cap = 60, .line = r->at.event.line
	};
	struct tcn_receiver *at;
	enum tcn_rc rc = tcn_yaml_cursor_want(&r->at, TCN_YAML_MAPPING,
	    "{name: ..., kind: ...}");

	r->given = (struct tcn_receiver_locations){ .file = r->at.name,
		.begins = here(r) };
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END))
		rc = read_field(r, &one);
	if (!rc)
		rc = tcn_receiver_check(r->to, &r->given, &one, r->at.err);
	if (!rc && r->to->n == RECEIVERS_MAX)
		rc = tcn_err_set(r->at.err, TCN_INVALID, "over %d receivers",
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
	enum tcn_rc rc =
	    tcn_yaml_cursor_want(&r->at, TCN_YAML_LIST, "a list of receivers");

	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_LIST_END))
		rc = read_receiver(r);
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
		if (!rc &&
		    !tcn_arena_str(&r->to->arena, r->at.event.text, &name))
			rc = TCN_NOMEM;
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
	struct reader r = { .to = to, .at = { .name = name, .err = err } };
	enum tcn_rc rc;

	assert(name);
	*out = NULL;
	if (!to)
		return TCN_NOMEM;
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
