#include "tools/conf/conf.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "engine/base/yaml.h"
#include "tools/base/file.h"
#include "tools/conf/yaml_cursor.h"

/*
 * A configuration is two levels of mapping, section and setting. A section
 * may stand twice, a setting may not.
 */
enum {
	FILE_MAX = 256 * 1024,
	NAME_MAX_BYTES = 64,
};

static const struct tcn_yaml_limits limits = { FILE_MAX, 8, true };

struct reader {
	struct tcn_yaml_cursor at;
	struct tcn_conf *conf;
	char section[NAME_MAX_BYTES];
};

static struct tcn_conf_place
place(const struct reader *r)
{
	return (struct tcn_conf_place){ TCN_CONF_FROM_FILE, r->at.event.line,
		r->at.event.column };
}

/* Has errors from here on name the place `at`. */
static void
at_place(struct reader *r, struct tcn_conf_place at)
{
	tcn_err_at(r->at.err, r->at.name, at.line, at.column);
}

/* Copies the current event, a mapping's key, into a C string. */
static enum tcn_rc
key_text(struct reader *r, char key[NAME_MAX_BYTES])
{
	struct tcn_str text = r->at.event.text;

	if (text.n >= NAME_MAX_BYTES || memchr(text.at, '\0', text.n))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "no setting has a name like that");
	for (size_t i = 0; i < text.n; i++)
		key[i] = (unsigned char)text.at[i] < ' ' ? '?' : text.at[i];
	key[text.n] = '\0';
	return TCN_OK;
}

static enum tcn_rc
put(struct reader *r, size_t row, struct tcn_str text, struct tcn_conf_place at)
{
	struct tcn_conf_place before = r->conf->places[row];

	if (before.from == TCN_CONF_FROM_FILE) {
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "%s is given twice; the first is on line %lu",
		    tcn_conf_row(row)->key, before.line);
	}
	return tcn_conf_put(r->conf, row, text, at, r->at.err);
}

static enum tcn_rc
read_list(struct reader *r, size_t row)
{
	struct tcn_conf_place at = place(r);
	struct tcn_buf list = { 0 };
	enum tcn_rc rc;

	if (tcn_conf_row(row)->kind != TCN_CONF_SET &&
	    tcn_conf_row(row)->kind != TCN_CONF_LIST &&
	    tcn_conf_row(row)->kind != TCN_CONF_NETWORKS)
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "%s takes one value, not a list", tcn_conf_row(row)->key);
	rc = tcn_yaml_cursor_join(&r->at, &list);
	if (rc == TCN_OK) {
		at_place(r, at);
		rc = put(r, row, tcn_buf_view(&list), at);
	}
	tcn_buf_fini(&list);
	return rc;
}

/* Reads a setting and its value; the current event is its name. */
static enum tcn_rc
read_setting(struct reader *r)
{
	char name[NAME_MAX_BYTES], key[2 * NAME_MAX_BYTES];
	enum tcn_rc rc = key_text(r, name);
	size_t row;

	if (rc != TCN_OK)
		return rc;
	snprintf(key, sizeof key, "%s.%s", r->section, name);
	rc = tcn_conf_find(key, &row, r->at.err);
	if (rc == TCN_OK)
		rc = tcn_yaml_cursor_next(&r->at);
	if (rc != TCN_OK)
		return rc;
	if (tcn_yaml_cursor_is(&r->at, TCN_YAML_LIST))
		return read_list(r, row);
	if (tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "%s takes a value, not settings of its own", key);
	if (tcn_yaml_cursor_is(&r->at, TCN_YAML_NULL))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "%s has no value; give one, or remove the line", key);
	return put(r, row, r->at.event.text, place(r));
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

/* Says what is wrong: whether it is a setting in the place of a section is seen
 * by the value that follows. */
static enum tcn_rc
section_unknown(struct reader *r, const char *name)
{
	struct tcn_conf_place at = place(r);
	struct tcn_suggest nearest;
	const struct tcn_conf_row *row;
	const char *best;
	enum tcn_rc rc = tcn_yaml_cursor_next(&r->at);
	size_t i;

	if (rc != TCN_OK)
		return rc;
	at_place(r, at);
	if (!tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING) &&
	    tcn_conf_find(name, &i, NULL) == TCN_OK) {
		const char *key = tcn_conf_row(i)->key;

		return tcn_err_set(r->at.err, TCN_INVALID,
		    "'%s' belongs under the section '%.*s:', indented", name,
		    (int)strcspn(key, "."), key);
	}
	tcn_suggest_init(&nearest, name);
	for (i = 0; (row = tcn_conf_row(i)) != NULL; i++)
		if (row->kind == TCN_CONF_SECTION)
			tcn_suggest_offer(&nearest, row->key);
	best = tcn_suggest_find(&nearest);
	if (best)
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "no section '%s'; did you mean '%s'?", name, best);
	return tcn_err_set(r->at.err, TCN_INVALID,
	    "no section '%s'; 'tocsin config' lists them all", name);
}

/* Reads a section; the current event is its name. */
static enum tcn_rc
read_section(struct reader *r)
{
	enum tcn_rc rc = key_text(r, r->section);

	if (rc == TCN_OK && !section_known(r->section))
		rc = section_unknown(r, r->section);
	if (rc == TCN_OK)
		rc = tcn_yaml_cursor_next(&r->at);
	if (rc != TCN_OK)
		return rc;
	/* The settings of this section are all commented out. */
	if (tcn_yaml_cursor_is(&r->at, TCN_YAML_NULL))
		return TCN_OK;
	if (!tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "%s is a section: its settings go on lines of their own, "
		    "indented",
		    r->section);
	rc = TCN_OK;
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
		struct tcn_yaml_entry setting = tcn_yaml_cursor_begin(&r->at);

		rc = tcn_yaml_cursor_end(&r->at, setting, read_setting(r));
	}
	return rc;
}

static enum tcn_rc
read_file(struct reader *r)
{
	enum tcn_rc rc = tcn_yaml_cursor_next(&r->at);

	if (rc == TCN_OK && tcn_yaml_cursor_is(&r->at, TCN_YAML_NULL))
		return tcn_yaml_cursor_next(&r->at);
	if (rc != TCN_OK)
		return rc;
	if (!tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING))
		return tcn_err_set(r->at.err, TCN_INVALID,
		    "a section such as 'rules:' is expected here");
	while (!rc && !(rc = tcn_yaml_cursor_next(&r->at)) &&
	    !tcn_yaml_cursor_is(&r->at, TCN_YAML_MAPPING_END)) {
		struct tcn_yaml_entry section = tcn_yaml_cursor_begin(&r->at);

		rc = tcn_yaml_cursor_end(&r->at, section, read_section(r));
	}
	return rc ? rc : tcn_yaml_cursor_next(&r->at);
}

enum tcn_rc
tcn_conf_read(struct tcn_conf *conf, const char *name, struct tcn_str yaml,
    struct tcn_err *err)
{
	struct reader r = { .conf = conf, .at = { .err = err, .name = name } };
	enum tcn_rc rc = tcn_yaml_open(name, yaml, &limits, &r.at.yaml, err);

	assert(conf->places);
	if (rc != TCN_OK)
		return rc;
	conf->file = name;
	rc = read_file(&r);
	conf->file = NULL;
	tcn_yaml_close(r.at.yaml);
	return tcn_yaml_cursor_result(&r.at, rc);
}

enum tcn_rc
tcn_conf_read_file(struct tcn_conf *conf, const char *path, struct tcn_err *err)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = tcn_file_read(path, FILE_MAX, &bytes, err);

	if (rc == TCN_OK)
		rc = tcn_conf_read(conf, path, tcn_buf_view(&bytes), err);
	tcn_buf_fini(&bytes);
	return rc;
}
