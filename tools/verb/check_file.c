#include "tools/verb/check_file.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/yaml.h"
#include "tools/base/browser.h"
#include "tools/base/file.h"
#include "tools/conf/diagnostic.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/kafka/kafka.h"
#include "tools/tell/edition/edition_send.h"
#include "tools/tell/report/report.h"

enum kind {
	CONFIGURATION,
	RULES,
	RECEIVERS,
	EDITIONS,
};

static const char store_begins[] = "SQLite format 3";

static void
add_diagnostic(struct tcn_check *check, const struct tcn_diagnostic *about,
    struct tcn_str bytes)
{
	if (about->warning)
		check->warnings_n++;
	else
		check->errors_n++;
	tcn_diagnostic_print(&check->out, about, bytes, check->json);
}

/* Adds err as a finding, if it is about the file's contents. */
static void
add_error(struct tcn_check *check, enum tcn_rc rc, const struct tcn_err *err,
    struct tcn_str bytes)
{
	const struct tcn_diagnostic about = { err->file, err->line, err->column,
		false, err->text };

	if (rc != TCN_OK)
		add_diagnostic(check, &about, bytes);
}

/* What the mistakes of one file are added to. */
struct sink {
	struct tcn_check *check;
	struct tcn_str bytes;
};

static void
add_each(void *ctx, const struct tcn_err *err)
{
	const struct sink *sink = ctx;

	add_error(sink->check, TCN_INVALID, err, sink->bytes);
}

/* Adds what was not told, if anything. */
static void
add_last(struct tcn_check *check, enum tcn_rc rc, const struct tcn_err *err,
    struct tcn_str bytes)
{
	if (rc != TCN_INVALID || !err->told)
		add_error(check, rc, err, bytes);
}

/*
 * The first keys say what kind of file it is. A configuration may begin with
 * "rules", too, but there it is a mapping and not a list.
 */
static enum kind
kind_of(struct tcn_str bytes)
{
	static const struct tcn_yaml_limits limits = { TCN_RULESET_BYTES_MAX,
		TCN_YAML_DEPTH_MAX, true };
	enum kind kind = CONFIGURATION;
	struct tcn_yaml_event event;
	struct tcn_yaml *yaml;
	bool rules = false;

	if (tcn_yaml_open("", bytes, &limits, &yaml, NULL) != TCN_OK)
		return kind;
	for (int i = 0; i < 3; i++) {
		if (tcn_yaml_next(yaml, &event, NULL) != TCN_OK)
			break;
		if (rules && event.kind == TCN_YAML_LIST)
			kind = RULES;
		if (event.kind != TCN_YAML_KEY)
			continue;
		rules = tcn_str_equal(event.text, tcn_str("rules"));
		if (tcn_str_equal(event.text, tcn_str("receivers")) ||
		    tcn_str_equal(event.text, tcn_str("desks")))
			kind = RECEIVERS;
		if (tcn_str_equal(event.text, tcn_str("editions")))
			kind = EDITIONS;
	}
	tcn_yaml_close(yaml);
	return kind;
}

/* Checks the bytes of a file of rules called name. */
static void
check_rules(struct tcn_check *check, const char *name, struct tcn_str bytes)
{
	struct tcn_rulebook_desks desks;
	struct tcn_rulebook book;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	assert(check->conf);
	if (check->receivers)
		desks = tcn_receivers_desks(check->receivers);
	rc = tcn_rulebook_read(check->conf, name, bytes,
	    check->receivers ? &desks : NULL, &book, &err);

	for (size_t i = 0; i < book.set.diags_n; i++) {
		const struct tcn_ruleset_diag *diag = &book.set.diags[i];
		const struct tcn_diagnostic about = { name, diag->line,
			diag->column, diag->warning, diag->text };

		tcn_diagnostic_print(&check->out, &about, bytes, check->json);
	}
	/* The set counts all, but keeps the text of the first ones only. */
	check->errors_n += book.set.errors_n;
	check->warnings_n += book.set.warnings_n;
	if (rc == TCN_INVALID && book.set.errors_n)
		rc = TCN_OK;
	tcn_rulebook_close(&book);
	add_error(check, rc, &err, bytes);
}

/* The options of a log. Without the client, or the password's file, they cannot
 * be tried here; where it runs they may be. */
static enum tcn_rc
check_log(struct tcn_check *check, const struct tcn_conf *conf,
    const char *path, struct tcn_str bytes, struct tcn_err *err)
{
	enum tcn_rc rc;

	tcn_err_at(err, path, 0, 0);
	rc = tcn_kafka_check(conf, err);
	if (rc == TCN_IO) {
		const struct tcn_diagnostic about = { path, err->line,
			err->column, true, err->text };

		add_diagnostic(check, &about, bytes);
		rc = TCN_OK;
	}
	return rc;
}

static void
check_conf(struct tcn_check *check, const char *path, struct tcn_str bytes)
{
	struct tcn_buf warnings = { 0 };
	struct tcn_conf conf;
	struct sink sink = { check, bytes };
	struct tcn_err err = { .each = add_each, .each_ctx = &sink };
	enum tcn_rc rc = tcn_conf_init(&conf), next;

	if (!rc)
		rc = tcn_conf_read(&conf, path, bytes, &err);
	if (!rc || err.told) {
		tcn_err_at(&err, path, 0, 0);
		next = tcn_conf_check(&conf, &err);
		rc = rc ? rc : next;
	}
	if (!rc)
		rc = check_log(check, &conf, path, bytes, &err);
	if (!rc)
		tcn_conf_warn(&conf, &warnings);
	for (char *at = warnings.at; at && *at;) {
		size_t n = strcspn(at, "\n");
		const struct tcn_diagnostic about = { path, 0, 0, true, at };

		at[n] = '\0';
		add_diagnostic(check, &about, bytes);
		at += n + 1;
	}
	tcn_buf_fini(&warnings);
	tcn_conf_fini(&conf);
	add_last(check, rc, &err, bytes);
}

static void
check_receivers(struct tcn_check *check, const char *path, struct tcn_str bytes)
{
	struct tcn_receiver_set *receivers = NULL;
	struct sink sink = { check, bytes };
	struct tcn_err err = { .each = add_each, .each_ctx = &sink };
	enum tcn_rc rc = tcn_receiver_set_parse(path, bytes, &receivers, &err);

	tcn_receiver_set_free(rc ? NULL : receivers);
	add_last(check, rc, &err, bytes);
}

/* Where no browser is installed, PDF goes out as a page. */
static void
warn_unprinted(struct tcn_check *check, const char *path,
    const struct tcn_editions *editions, struct tcn_str bytes)
{
	char program[TCN_BROWSER_PATH_BYTES], text[sizeof(struct tcn_err)];
	struct tcn_err err = { 0 };

	if (!tcn_browser_find(check->conf->report.browser, program, &err))
		return;
	for (size_t i = 0; i < editions->n; i++) {
		const struct tcn_edition_conf *edition = &editions->at[i];
		const struct tcn_diagnostic about = { path, edition->line, 0,
			true, text };

		if (!(edition->formats & 1u << TCN_EDITION_PDF))
			continue;
		snprintf(text, sizeof text,
		    "%s has the format pdf, and is sent as a page in its "
		    "place: %s",
		    edition->name, err.text);
		add_diagnostic(check, &about, bytes);
	}
}

void
tcn_check_editions(struct tcn_check *check, const char *path,
    struct tcn_str bytes)
{
	const struct tcn_edition_receivers known =
	    tcn_edition_receivers_of(check->receivers);
	struct tcn_editions *editions;
	struct sink sink = { check, bytes };
	struct tcn_err err = { .each = add_each, .each_ctx = &sink };
	enum tcn_rc rc =
	    tcn_editions_parse(path, bytes, &known, &editions, &err);

	if (!rc)
		warn_unprinted(check, path, editions, bytes);
	tcn_editions_free(editions);
	add_last(check, rc, &err, bytes);
}

void
tcn_check_templates(struct tcn_check *check, const char *dir)
{
	struct tcn_report_templates *templates;
	struct sink sink = { check, { NULL, 0 } };
	struct tcn_err err = { .each = add_each, .each_ctx = &sink };
	enum tcn_rc rc = tcn_report_templates_new(dir, &templates, &err);

	tcn_report_templates_free(templates);
	add_last(check, rc, &err, sink.bytes);
}

enum tcn_rc
tcn_check_file(struct tcn_check *check, const char *path, struct tcn_err *err)
{
	struct tcn_buf bytes = { 0 };
	struct tcn_str text;
	enum tcn_rc rc =
	    tcn_file_read(path, TCN_RULESET_BYTES_MAX, &bytes, err);

	text = tcn_buf_view(&bytes);
	if (!rc && text.n >= sizeof store_begins &&
	    memcmp(text.at, store_begins, sizeof store_begins) == 0)
		rc = TCN_DONE;
	else if (!rc && kind_of(text) == RULES)
		check_rules(check, path, text);
	else if (!rc && kind_of(text) == RECEIVERS)
		check_receivers(check, path, text);
	else if (!rc && kind_of(text) == EDITIONS)
		tcn_check_editions(check, path, text);
	else if (!rc)
		check_conf(check, path, text);
	tcn_buf_fini(&bytes);
	return rc;
}
