#include "tools/conf/conf.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/suggest.h"
#include "tools/base/path.h"
#include "tools/base/say.h"
#include "tools/conf/conf_value.h"
#include "window/story/news_score.h"

/*
 * Names that settings had, and settings that are gone.
 */

/* Old names of settings, which are read for one release, and the new ones. */
static const char *const renamed[][2] = {
	{ "deliver.address", "http.public_url" },
	{ "deliver.keep", "store.keep_deliveries" },
	{ "http.gather", "http.commit_delay" },
	{ "http.held_max", "http.buffers_max" },
	{ "rules.rule", "rules.kind" },
};

/* Settings that are gone, and what to write in their place. */
static const char *const gone[][2] = {
	{ "story.burst",
	    "one score weighs what spoke for and against a story; set "
	    "rules.least, the least probability in per cent that it is news" },
	{ "story.families",
	    "what is surely news fires with half of what a rule counts, and "
	    "no stories of one name were found that are not; remove it" },
	{ "story.publishers",
	    "how many publishers there are is part of the score; set "
	    "rules.least, the least probability in per cent that it is news" },
	{ "story.settle",
	    "the score leaves out what is not known on the first day; remove "
	    "it, or set rules.least higher" },
	{ "story.warm_up",
	    "the score leaves out what is not known on the first day; remove "
	    "it, or set rules.least higher" },
};

/* Does key name it, in full or by the last part? */
static bool
is_called(const char *name, const char *key)
{
	return strcmp(strchr(key, '.') ? name : strchr(name, '.') + 1, key) ==
	    0;
}

/*
 * The new name of a setting that has been renamed, by its old name in full or
 * by the last part of it; NULL when key is no old name.
 */
static const char *
new_name(const char *key)
{
	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (is_called(renamed[i][0], key))
			return renamed[i][1];
	return NULL;
}

/*
 * What to do about a setting that is gone, as part of a sentence: "rules.least
 * says ..."; key as above. NULL when key is none of these.
 */
static const char *
conf_gone(const char *key)
{
	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
		if (is_called(gone[i][0], key))
			return gone[i][1];
	return NULL;
}

enum {
	KEY_MAX = 64,
};

enum tcn_rc
tcn_conf_init(struct tcn_conf *conf)
{
	const struct tcn_conf_place place = { TCN_CONF_FROM_DEFAULT, 0, 0 };
	const struct tcn_conf_row *row;
	enum tcn_rc rc = TCN_OK;
	size_t n = 0;

	assert(conf);
	*conf = (struct tcn_conf){ 0 };
	tcn_arena_init(&conf->texts, 4096);
	while (tcn_conf_row(n))
		n++;
	conf->places = tcn_arena_zalloc(&conf->texts, n, sizeof *conf->places);
	for (size_t i = 0; rc == TCN_OK && (row = tcn_conf_row(i)) != NULL; i++)
		if (row->kind != TCN_CONF_SECTION)
			rc = tcn_conf_put(conf, i, tcn_str(row->initial), place,
			    NULL);
	return rc;
}

void
tcn_conf_fini(struct tcn_conf *conf)
{
	tcn_arena_fini(&conf->texts);
	*conf = (struct tcn_conf){ 0 };
}

enum tcn_rc
tcn_conf_put(struct tcn_conf *conf, size_t i, struct tcn_str value,
    struct tcn_conf_place place, struct tcn_err *err)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	enum tcn_rc rc;

	assert(row && conf->places);
	if (row->kind != TCN_CONF_TEXT && row->kind != TCN_CONF_LIST &&
	    row->kind != TCN_CONF_PATH)
		value = tcn_str_trim(value);
	if (row->kind == TCN_CONF_PATH && conf->file)
		tcn_path_beside(conf->file, value, &conf->texts, &value);
	rc = tcn_conf_value_read(row, value, (char *)conf + row->at,
	    &conf->texts, err);
	if (rc == TCN_OK)
		conf->places[i] = place;
	return rc;
}

/* The name behind a key's section. */
static const char *
last_part(const char *key)
{
	const char *dot = strrchr(key, '.');

	return dot ? dot + 1 : key;
}

static bool
same_section(const char *a, const char *b)
{
	size_t n = strcspn(a, ".");

	return strcspn(b, ".") == n && memcmp(a, b, n) == 0;
}

/*
 * Suggests, in this order: the same name in another section, a similar name
 * in the section named, a similar name anywhere.
 */
static enum tcn_rc
unknown(const char *key, struct tcn_err *err)
{
	struct tcn_suggest near, any;
	const struct tcn_conf_row *row, *best = NULL;

	tcn_suggest_init(&near, last_part(key));
	tcn_suggest_init(&any, last_part(key));
	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		if (row->kind == TCN_CONF_SECTION)
			continue;
		if (same_section(key, row->key))
			tcn_suggest_offer(&near, last_part(row->key));
		tcn_suggest_offer(&any, last_part(row->key));
	}
	if (!tcn_suggest_find(&near) || any.distance == 0)
		near = any;
	/* The names are views of the rows' keys, which leads back to the
	 * row. */
	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL && !best; i++)
		if (last_part(row->key) == tcn_suggest_find(&near))
			best = row;
	if (best)
		return tcn_err_set(err, TCN_INVALID,
		    "no setting '%.64s'; did you mean '%s'?", key, best->key);
	return tcn_err_set(err, TCN_INVALID,
	    "no setting '%.64s'; 'tocsin config' lists them all", key);
}

/* A key by its old name: the row of the new one, with a warning. */
static enum tcn_rc
find_renamed(const char *key, size_t *found, struct tcn_err *err)
{
	const char *now = new_name(key), *mend = conf_gone(key);

	if (mend)
		return tcn_err_set(err, TCN_INVALID,
		    "the setting %.64s is gone: %s", key, mend);
	if (!now)
		return unknown(key, err);
	if (err)
		tcn_say("warning: the setting %s is called %s now; its old "
			"name is read in this release only",
		    key, now);
	return tcn_conf_find(now, found, err);
}

enum tcn_rc
tcn_conf_find(const char *key, size_t *found, struct tcn_err *err)
{
	const struct tcn_conf_row *row, *first = NULL;

	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		if (strcmp(row->key, key) == 0) {
			*found = i;
			return TCN_OK;
		}
		if (strchr(key, '.') || row->kind == TCN_CONF_SECTION ||
		    strcmp(last_part(row->key), key) != 0)
			continue;
		if (first)
			return tcn_err_set(err, TCN_INVALID,
			    "'%s' may be %s or %s: name its section too", key,
			    first->key, row->key);
		first = row;
		*found = i;
	}
	return first ? TCN_OK : find_renamed(key, found, err);
}

enum tcn_rc
tcn_conf_set(struct tcn_conf *conf, const char *text, struct tcn_err *err)
{
	const struct tcn_conf_place place = { TCN_CONF_FROM_SET, 0, 0 };
	const char *equals = strchr(text, '=');
	char key[KEY_MAX];
	enum tcn_rc rc;
	size_t row;

	tcn_err_at(err, "--set", 0, 0);
	if (!equals || (size_t)(equals - text) >= sizeof key)
		return tcn_err_set(err, TCN_INVALID,
		    "'%.64s' is not of the form key=value", text);
	snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
	rc = tcn_conf_find(key, &row, err);
	if (rc == TCN_OK)
		rc = tcn_conf_put(conf, row, tcn_str(equals + 1), place, err);
	return rc;
}

/* Reads the file of weights that a setting names; none: the built-in ones. */
static enum tcn_rc
read_weights(struct tcn_conf *conf, struct tcn_err *err)
{
	const char *names[TCN_NEWS_FEATURES];
	enum tcn_rc rc;

	if (!conf->story.weights_file || !*conf->story.weights_file)
		return TCN_OK;
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		names[i] = tcn_news_score_name((enum tcn_news_feature)i);
	rc = tcn_weights_load(conf->story.weights_file, names,
	    TCN_NEWS_FEATURES, &conf->story.weights, err);
	conf->story.has_weights = rc == TCN_OK;
	return rc;
}

/* Whether what comes next is read, too. */
static bool
goes_on(enum tcn_rc rc, const struct tcn_err *err)
{
	return !rc || (rc == TCN_INVALID && err && err->told);
}

static enum tcn_rc
read_sets(const struct tcn_conf_args *args, struct tcn_conf *conf,
    struct tcn_err *err)
{
	enum tcn_rc first = TCN_OK;

	for (size_t i = 0; goes_on(first, err) && i < args->set.n; i++) {
		enum tcn_rc rc = tcn_conf_set(conf, args->set.at[i], err);

		if (rc == TCN_INVALID)
			(void)tcn_err_report(err);
		first = first ? first : rc;
	}
	return first;
}

enum tcn_rc
tcn_conf_load(const struct tcn_conf_args *args, struct tcn_conf *conf,
    struct tcn_err *err)
{
	enum tcn_rc rc = tcn_conf_init(conf), next;

	if (rc == TCN_OK && args->file)
		rc = tcn_conf_read_file(conf, args->file, err);
	if (goes_on(rc, err)) {
		next = read_sets(args, conf, err);
		rc = rc ? rc : next;
	}
	if (goes_on(rc, err)) {
		tcn_err_at(err, args->file, 0, 0);
		next = tcn_conf_check(conf, err);
		rc = rc ? rc : next;
	}
	return rc == TCN_OK ? read_weights(conf, err) : rc;
}

int
tcn_conf_start(const struct tcn_conf_args *args, struct tcn_conf *conf)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_conf_load(args, conf, &err);

	if (rc != TCN_OK)
		return tcn_say_rc(rc, &err);
	tcn_conf_say_warnings(conf);
	return TCN_EXIT_OK;
}

/* Appends text as a comment, folded at 80 columns. */
static void
print_comment(struct tcn_buf *out, const char *indent, const char *text)
{
	struct tcn_buf folded = { 0 };
	size_t begin = strlen(indent) + 2;

	tcn_opt_wrap(&folded, text, begin, begin);
	for (char *at = folded.at; *at;) {
		size_t n = strcspn(at, "\n");

		at += at == folded.at ? 0 : begin;
		n = strcspn(at, "\n");
		tcn_buf_printf(out, "%s# %.*s\n", indent, (int)n, at);
		at += n + (at[n] == '\n');
	}
	tcn_buf_fini(&folded);
}

/* Appends "Takes a duration, 1m to 400d; default 3d." */
static void
print_range(const struct tcn_conf_row *row, struct tcn_buf *out)
{
	tcn_buf_z(out, "Takes ");
	tcn_conf_value_range(row, out);
	tcn_buf_printf(out, "; default %s.",
	    row->initial[0] ? row->initial : "\"\"");
}

/* Appends the value of row i. A path that was given is absolute, so that what
 * is printed means the same in any place; a default stays as it is written, and
 * print_row makes it a comment. */
static void
print_value(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const void *field = (const char *)conf + row->at;
	struct tcn_buf path = { 0 };

	if (row->kind != TCN_CONF_PATH || !*(const char *const *)field ||
	    conf->places[i].from == TCN_CONF_FROM_DEFAULT) {
		tcn_conf_value_print(row, field, out);
		return;
	}
	tcn_path_absolute(*(const char *const *)field, &path);
	tcn_buf_json(out, tcn_buf_view(&path));
	tcn_buf_fini(&path);
}

/*
 * Whether row i is the default of a path. It is relative to the working
 * directory; in a file it would be relative to the file.
 */
static bool
is_default_path(const struct tcn_conf *conf, size_t i)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const char *const *path = (const void *)((const char *)conf + row->at);

	return row->kind == TCN_CONF_PATH && row->initial[0] &&
	    conf->places[i].from == TCN_CONF_FROM_DEFAULT && *path &&
	    strcmp(*path, row->initial) == 0;
}

static void
print_row(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const char *mark = is_default_path(conf, i) ? "#" : "";
	struct tcn_buf text = { 0 };

	tcn_buf_printf(&text, "%s ", row->help);
	print_range(row, &text);
	print_comment(out, "  ", text.at);
	tcn_buf_fini(&text);
	tcn_buf_printf(out, "  %s%s: ", mark, strchr(row->key, '.') + 1);
	print_value(conf, i, out);
	tcn_buf_char(out, '\n');
}

void
tcn_conf_print(const struct tcn_conf *conf, struct tcn_buf *out)
{
	const struct tcn_conf_row *row;

	print_comment(out, "",
	    "Every setting of tocsin " TCN_VERSION ", with its value. "
	    "A line that is left out keeps its default.");
	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		if (row->kind != TCN_CONF_SECTION) {
			print_row(conf, i, out);
			continue;
		}
		tcn_buf_char(out, '\n');
		print_comment(out, "", row->help);
		tcn_buf_printf(out, "%s:\n", row->key);
	}
}

static void
explain_section(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);

	print_comment(out, "", row->help);
	tcn_buf_printf(out, "%s:\n", row->key);
	while ((row = tcn_conf_row(++i)) && row->kind != TCN_CONF_SECTION)
		print_row(conf, i, out);
}

void
tcn_conf_explain(const struct tcn_conf *conf, size_t i, struct tcn_buf *out)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	const struct tcn_conf_place *place = &conf->places[i];

	assert(row);
	if (row->kind == TCN_CONF_SECTION) {
		explain_section(conf, i, out);
		return;
	}
	tcn_buf_printf(out, "%s: ", row->key);
	print_value(conf, i, out);
	if (place->from == TCN_CONF_FROM_FILE)
		tcn_buf_printf(out, "    (line %lu of the file)", place->line);
	else if (place->from == TCN_CONF_FROM_SET)
		tcn_buf_z(out, "    (--set)");
	tcn_buf_z(out, "\n\n");
	tcn_opt_wrap(out, row->help, 0, 0);
	print_range(row, out);
	tcn_buf_char(out, '\n');
}
