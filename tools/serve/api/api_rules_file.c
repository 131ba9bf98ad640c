/*
 * Routes of the file of rules: reading, checking and replacing it.
 */
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/utf8.h"
#include "rules/ruleset_table.h"
#include "tools/base/json_in.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/conf/diagnostic.h"
#include "tools/conf/rules_file.h"
#include "tools/conf/rules_form.h"
#include "tools/serve/api/api_impl.h"

enum tcn_rc
tcn_api_rules_yaml(struct tcn_api_answer *a,
    const struct tcn_json_value *object, struct tcn_str *yaml)
{
	struct tcn_json_value value = tcn_json_member(object, "yaml");

	(void)a;
	*yaml = value.s;
	return value.kind == TCN_JSON_STRING
	    ? TCN_OK
	    : tcn_err_set(&a->err, TCN_INVALID,
		  "\"yaml\" must hold the text of a file of rules");
}

/* --- Is it sound? --- */

/* A text of rules, read. */
struct rules {
	struct tcn_rulebook book;
	struct tcn_err err; /* the first mistake */
	enum tcn_rc rc;
};

/* Reads them as the daemon would; rules needs tcn_rulebook_close(). */
static void
read_rules(const struct tcn_api_answer *a, struct tcn_str yaml,
    struct rules *rules)
{
	const struct tcn_conf *conf = a->api->conf;
	struct tcn_rulebook_desks desks =
	    tcn_receivers_desks(tcn_dispatch_receivers(a->api->dispatch));

	*rules = (struct rules){ .rc = TCN_OK };
	rules->rc = tcn_rulebook_read(conf, "rules", yaml,
	    conf->deliver.receivers ? &desks : NULL, &rules->book, &rules->err);
}

static void
put_error(struct tcn_buf *out, unsigned long line, unsigned long column,
    bool warning, const char *text)
{
	const struct tcn_diagnostic about = { "rules", line, column, warning,
		text };

	tcn_diagnostic_json(out, NULL, &about);
}

/* Adds the member "errors": all mistakes and warnings, by place. */
static void
put_errors(struct tcn_buf *out, const struct rules *rules)
{
	const struct tcn_ruleset *set = &rules->book.set;

	tcn_json_open(out, "errors", '[');
	for (size_t i = 0; i < set->diags_n; i++)
		put_error(out, set->diags[i].line, set->diags[i].column,
		    set->diags[i].warning, set->diags[i].text);
	if (rules->rc && !set->errors_n)
		put_error(out, rules->err.line, rules->err.column, false,
		    rules->err.text);
	tcn_json_close(out, ']');
}

/* Sends 422 with the first mistake and all of them. */
static void
send_mistakes(struct tcn_api_answer *a, const struct rules *rules)
{
	char sentence[sizeof rules->err.text + 64];

	if (rules->err.line)
		snprintf(sentence, sizeof sentence, "line %lu, column %lu: %s",
		    rules->err.line, rules->err.column, rules->err.text);
	else
		snprintf(sentence, sizeof sentence, "%s", rules->err.text);
	a->status = 422;
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_str(&a->out, "error", tcn_str(sentence));
	put_errors(&a->out, rules);
	tcn_buf_z(&a->out, "}\n");
	tcn_api_answer_send(a, TCN_OK);
}

bool
tcn_api_rules_sound(struct tcn_api_answer *a, struct tcn_str yaml)
{
	struct rules rules;
	enum tcn_rc rc;

	read_rules(a, yaml, &rules);
	rc = rules.rc;
	if (rc == TCN_INVALID)
		send_mistakes(a, &rules);
	else if (rc)
		tcn_api_answer_send(a, rc);
	tcn_rulebook_close(&rules.book);
	return rc == TCN_OK;
}

/* The text with the fields changed that the body names; in the arena. */
static enum tcn_rc
set_fields(struct tcn_api_answer *a, const struct tcn_json_value *fields,
    size_t rule, struct tcn_str *yaml)
{
	struct tcn_json_value at = tcn_json_first(fields);
	enum tcn_rc rc = TCN_OK;

	for (size_t n = 0; !rc && at.node; at = tcn_json_next(&at)) {
		struct tcn_buf text = { 0 };
		struct tcn_arena arena; /* each reads the whole text */

		if (++n > TCN_RULESET_ROWS_MAX)
			return tcn_err_set(&a->err, TCN_INVALID,
			    "\"fields\" names more of them than a rule has");
		if (at.kind != TCN_JSON_STRING)
			return tcn_err_set(&a->err, TCN_INVALID,
			    "\"fields\" must have a text for each field, with "
			    "a line for each element of a list");
		tcn_arena_init(&arena, 0);
		rc = tcn_rules_form_set(*yaml, rule, tcn_json_name(&at), at.s,
		    &arena, &text, &a->err);
		if (!rc)
			tcn_arena_str(&a->arena, tcn_buf_view(&text), yaml);
		tcn_arena_fini(&arena);
		tcn_buf_fini(&text);
	}
	return rc;
}

/* Sends what cannot be done, as mistakes are sent. */
static void
send_refused(struct tcn_api_answer *a)
{
	a->status = 422;
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_str(&a->out, "error", tcn_str(a->err.text));
	tcn_json_open(&a->out, "errors", '[');
	if (a->err.line)
		put_error(&a->out, a->err.line, a->err.column, false,
		    a->err.text);
	tcn_buf_z(&a->out, "]}\n");
	tcn_api_answer_send(a, TCN_OK);
}

void
tcn_api_rules_form(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object, fields;
	struct tcn_rules_form form;
	struct tcn_str yaml = { 0 };
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);
	double rule;

	if (!rc)
		rc = tcn_api_rules_yaml(&a, &object, &yaml);
	if (tcn_api_answer_failed(&a, rc))
		return;
	rule = tcn_json_in_number(&object, "rule");
	rule = rule > 0 && rule < 1e6 ? rule : 0;
	fields = tcn_json_member(&object, "fields");
	rc = set_fields(&a, &fields, (size_t)rule, &yaml);
	if (!rc)
		rc = tcn_rules_form_read(yaml, &a.arena, &form, &a.err);
	if (rc == TCN_INVALID) {
		send_refused(&a);
		return;
	}
	tcn_json_open(&a.out, NULL, '{');
	if (!rc) {
		tcn_json_str(&a.out, "yaml", yaml);
		tcn_rules_form_json(&form,
		    rule < (double)form.n ? (size_t)rule : form.n, &a.out);
	}
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

void
tcn_api_check_rules(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object;
	struct tcn_str yaml;
	struct rules rules;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = tcn_api_answer_body(&a, &object);
	if (!rc)
		rc = tcn_api_rules_yaml(&a, &object, &yaml);
	if (tcn_api_answer_failed(&a, rc))
		return;
	read_rules(&a, yaml, &rules);
	rc = rules.rc == TCN_INVALID ? TCN_OK : rules.rc;
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_bool(&a.out, "sound", rules.rc == TCN_OK);
	tcn_json_uint(&a.out, "rules", rules.rc ? 0 : rules.book.set.n);
	put_errors(&a.out, &rules);
	tcn_buf_z(&a.out, "}\n");
	tcn_rulebook_close(&rules.book);
	tcn_api_answer_send(&a, rc);
}

/* --- The file. --- */

/* The path of the file of rules, in the answer's arena, as the settings may be
 * read anew; false: there is none, and 409 was sent. */
static bool
take_path(struct tcn_api_answer *a, const char **path)
{
	const char *file = a->api->conf->rules.file;
	struct tcn_str copy;

	if (!file) {
		tcn_api_answer_error(a, 409,
		    "there is no file of rules: the rule in force is made of "
		    "the settings rules.*; name a file in rules.file");
		return false;
	}
	tcn_arena_str(&a->arena, tcn_str(file), &copy);
	*path = copy.at;
	return true;
}

/* Whether it could be replaced: a new file is made beside it. */
static bool
is_writable(struct tcn_api_answer *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct tcn_str folder = { path, slash ? (size_t)(slash - path) : 0 };

	if (!slash)
		folder = tcn_str(".");
	else if (slash == path)
		folder = tcn_str("/");
	tcn_arena_str(&a->arena, folder, &folder);
	return access(folder.at, W_OK) == 0 && access(path, W_OK) == 0;
}

static enum tcn_rc
put_kept(struct tcn_api_answer *a, const char *path)
{
	struct tcn_rules_file_kept kept[TCN_RULES_FILE_KEPT];
	size_t n;
	enum tcn_rc rc = tcn_rules_file_list(path, kept, &n, &a->err);

	tcn_json_open(&a->out, "kept", '[');
	for (size_t i = 0; !rc && i < n; i++) {
		tcn_json_open(&a->out, NULL, '{');
		tcn_json_str(&a->out, "name", tcn_str(kept[i].name));
		tcn_json_time(&a->out, "replaced_at", kept[i].at_ms);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
	return rc;
}

/* The file, or one that it replaced, with what is wrong in it. */
static enum tcn_rc
put_file(struct tcn_api_answer *a, const char *path, const char *kept)
{
	struct tcn_rules_file file = { 0 };
	struct rules rules = { 0 };
	struct tcn_str text;
	enum tcn_rc rc = kept
	    ? tcn_rules_file_read_kept(path, kept, &file, &a->err)
	    : tcn_rules_file_read(path, &file, &a->err);

	text = tcn_buf_view(&file.text);
	if (!rc && !tcn_utf8_valid(text))
		rc = tcn_err_set(&a->err, TCN_IO, "%s is not UTF-8", path);
	if (!rc) {
		read_rules(a, text, &rules);
		rc = rules.rc == TCN_INVALID ? TCN_OK : rules.rc;
		tcn_json_open(&a->out, NULL, '{');
		tcn_json_str(&a->out, "file", tcn_str(path));
		tcn_json_str(&a->out, "version", tcn_str(file.version));
		tcn_json_bool(&a->out, "in_force",
		    tcn_str_equal(text, tcn_buf_view(&a->api->book->text)));
		tcn_json_bool(&a->out, "writable", is_writable(a, path));
		tcn_json_str(&a->out, "yaml", text);
		put_errors(&a->out, &rules);
		tcn_rulebook_close(&rules.book);
	}
	if (!rc)
		rc = put_kept(a, path);
	tcn_buf_z(&a->out, "}\n");
	if (!rc && !kept) {
		char tag[TCN_RULES_FILE_VERSION_BYTES + 2];

		snprintf(tag, sizeof tag, "\"%s\"", file.version);
		tcn_http_call_set_header(a->call, "ETag", tag);
	}
	tcn_rules_file_fini(&file);
	return rc;
}

void
tcn_api_get_rules_file(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *kept = tcn_http_call_query(call, "kept");
	const char *path;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a) || !take_path(&a, &path))
		return;
	rc = put_file(&a, path, kept);
	if (rc)
		tcn_api_answer_failure(&a, rc);
	else
		tcn_api_answer_send(&a, rc);
}

/* --- Replacing it. --- */

/* The version that the caller has changed: of If-Match, or, for a form, of the
 * body. false: none is named, and 428 was sent. */
static bool
take_version(struct tcn_api_answer *a, const struct tcn_json_value *object,
    char version[static TCN_RULES_FILE_VERSION_BYTES])
{
	const char *header = tcn_http_call_header(a->call, "If-Match");
	struct tcn_str tag = tcn_json_in_str(object, "if_match");

	if (header)
		tag = tcn_str(header);
	tag = tcn_str_trim(tag);
	if (tag.n >= 2 && tag.at[0] == '"' && tag.at[tag.n - 1] == '"')
		tag = (struct tcn_str){ tag.at + 1, tag.n - 2 };
	if (!tag.n) {
		tcn_api_answer_error(a, 428,
		    "say which version you have changed: If-Match with the "
		    "ETag of GET /v1/rules/file");
		return false;
	}
	snprintf(version, TCN_RULES_FILE_VERSION_BYTES, "%.*s",
	    TCN_STR_ARG(tag));
	return true;
}

/* Puts back what was there, as the daemon could not use the new file. */
static void
put_back(const char *path, struct tcn_str old, struct tcn_str new)
{
	char version[TCN_RULES_FILE_VERSION_BYTES];
	struct tcn_err err = { 0 };
	struct tcn_log log;
	enum tcn_rc rc;

	tcn_rules_file_version(new, version);
	rc =
	    tcn_rules_file_replace(path, old, version, tcn_now_wall_ms(), &err);
	if (!rc)
		return;
	tcn_log_begin(&log, TCN_LOG_ERROR, "rules");
	tcn_log_str(&log, "note",
	    tcn_str("the file of rules was replaced, is not in force, and "
		    "could not be put back"));
	tcn_log_err(&log, rc, &err);
	tcn_log_end(&log);
}

static void
tell_saved(struct tcn_api_answer *a, const char *path, struct tcn_str author,
    const char *version)
{
	struct tcn_buf data = { 0 };
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO, "rules");
	tcn_log_str(&log, "saved", tcn_str(path));
	tcn_log_str(&log, "by", author);
	tcn_log_str(&log, "version", tcn_str(version));
	tcn_log_end(&log);
	tcn_json_open(&data, NULL, '{');
	tcn_json_str(&data, "version", tcn_str(version));
	tcn_json_str(&data, "by", author);
	tcn_json_uint(&data, "rules", a->api->rules_n);
	tcn_json_close(&data, '}');
	/* A store that fails ends the daemon by itself. */
	(void)!tcn_api_answer_tell(a, TCN_STORE_TOLD_RULES,
	    tcn_buf_view(&data));
	tcn_buf_fini(&data);
}

/* The file is replaced: has the daemon use it, and answers. */
static void
use_file(struct tcn_api_answer *a, const char *path, struct tcn_str old,
    struct tcn_str yaml, struct tcn_str author)
{
	char version[TCN_RULES_FILE_VERSION_BYTES];
	char place[TCN_ERR_PLACE_BYTES], why[1024];

	if (a->api->reload(a->api->reload_ctx, &a->err)) {
		put_back(path, old, yaml);
		snprintf(why, sizeof why,
		    "the rules are sound, but could not be used: %s%s; the old "
		    "file is back",
		    tcn_err_place(&a->err, place), a->err.text);
		tcn_api_answer_error(a, 422, why);
		return;
	}
	tcn_rules_file_version(yaml, version);
	tell_saved(a, path, author, version);
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_str(&a->out, "status", tcn_str("saved"));
	tcn_json_str(&a->out, "version", tcn_str(version));
	tcn_json_uint(&a->out, "rules", a->api->rules_n);
	tcn_buf_z(&a->out, "}\n");
	tcn_api_answer_send(a, TCN_OK);
}

static void
replace(struct tcn_api_answer *a, const char *path, struct tcn_str yaml,
    const char *version, struct tcn_str author)
{
	struct tcn_rules_file old = { 0 };
	enum tcn_rc rc = tcn_rules_file_read(path, &old, &a->err);

	if (!rc)
		rc = tcn_rules_file_replace(path, yaml, version,
		    tcn_now_wall_ms(), &a->err);
	if (rc == TCN_BUSY)
		tcn_api_answer_error(a, 412,
		    "the file has been changed since you read it: read it "
		    "again, and make your change to what it holds now");
	else if (rc)
		tcn_api_answer_failure(a, rc);
	else
		use_file(a, path, tcn_buf_view(&old.text), yaml, author);
	tcn_rules_file_fini(&old);
}

void
tcn_api_put_rules_file(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	char version[TCN_RULES_FILE_VERSION_BYTES];
	struct tcn_json_value object;
	struct tcn_str yaml, author;
	const char *path;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a) || !take_path(&a, &path))
		return;
	rc = tcn_api_answer_body(&a, &object);
	if (!rc)
		rc = tcn_api_rules_yaml(&a, &object, &yaml);
	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &author);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (take_version(&a, &object, version) && tcn_api_rules_sound(&a, yaml))
		replace(&a, path, yaml, version, author);
}
