/*
 * The editor of rules, and what an edit would have fired.
 */
#include <stdlib.h>

#include "tools/base/json_out.h"
#include "tools/serve/http/http_session.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_job.h"
#include "tools/serve/web/web_rules.h"

/* --- the editor --- */

/* Sets "form": a rule of the text, field by field, as the interface answers;
 * absent where the text is no YAML. */
static void
set_form(struct tcn_web_page *page, struct tcn_str yaml, uint64_t rule)
{
	struct tcn_json_value form;
	struct tcn_buf body = { 0 };
	struct tcn_str why;

	tcn_json_open(&body, NULL, '{');
	tcn_json_str(&body, "yaml", yaml);
	tcn_json_uint(&body, "rule", rule);
	tcn_json_close(&body, '}');
	if (tcn_web_page_post(page, "/v1/rules/form", &body, &form, &why) ==
	    200)
		tcn_web_rules_set_form(page, &form);
	tcn_buf_fini(&body);
}

/* Sets what the editor holds, and which version it was made of: that of the
 * file as it stands, where version is NULL, for an older text, too, is saved
 * over that. */
static void
set_draft(struct tcn_web_page *page, struct tcn_str yaml, const char *version,
    uint64_t rule)
{
	struct tcn_json_value file = { 0 }, draft = { 0 }, can_save;
	struct tcn_str why;

	if (tcn_web_page_has_scope(page, TCN_HTTP_SCOPE_ADMIN))
		tcn_web_page_try(page, "/v1/rules/file", &file, &why);
	tcn_json_put_str(&page->arena, &draft, "yaml", yaml);
	tcn_json_put_str(&page->arena, &draft, "version",
	    version ? tcn_str(version) : tcn_json_in_str(&file, "version"));
	tcn_web_page_set(page, "draft", &draft);
	can_save = tcn_json_member(&file, "writable");
	tcn_web_page_set(page, "can_save", &can_save);
	set_form(page, yaml, rule);
}

/* Appends a rule that was proposed, as by a search: the lines behind its
 * "rules:". */
static struct tcn_str
with_proposal(struct tcn_web_page *page, struct tcn_str yaml)
{
	struct tcn_str add = tcn_web_page_query(page, "add"), both;
	static const char head[] = "rules:\n";
	struct tcn_buf text = { 0 };

	if (!add.n)
		return yaml;
	if (yaml.n && add.n > sizeof head &&
	    memcmp(add.at, head, sizeof head - 1) == 0) {
		add.at += sizeof head - 1;
		add.n -= sizeof head - 1;
	}
	tcn_buf_str(&text, yaml);
	if (yaml.n && yaml.at[yaml.n - 1] != '\n')
		tcn_buf_char(&text, '\n');
	tcn_buf_str(&text, add);
	both = yaml;
	tcn_arena_str(&page->arena, tcn_buf_view(&text), &both);
	tcn_buf_fini(&text);
	return both;
}

void
tcn_web_get_try(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "try",
		.frame = { .name = TCN_WORDS("Edit and try"),
		    .nav = "rules",
		    .lists = true },
		.query = "kept",
		.asks = { { "?file", "/v1/rules/file", "kept" } } };
	struct tcn_json_value file;
	struct tcn_str yaml;

	if (!tcn_web_view_ask(&page, &view))
		return;
	file = tcn_json_member(&page.view, "file");
	yaml = tcn_json_in_str(&file, "yaml");
	set_draft(&page, with_proposal(&page, yaml), NULL, 0);
	tcn_web_rules_set_mistakes(&page, &file, yaml);
	tcn_web_view_send(&page, &view);
}

/* What came of a check (200), or why it could not be tried or saved. */
void
tcn_web_try_failed(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	const struct tcn_web_view view = { .name = "tried",
		.frame = { .name = TCN_WORDS("Edit and try"),
		    .nav = "rules",
		    .lists = true } };
	struct tcn_str yaml = tcn_str(tcn_http_call_field(page->call, "yaml"));
	struct tcn_json_value changed = tcn_json_member(answer, "yaml");
	bool formed = tcn_json_member(answer, "rules").kind == TCN_JSON_ARRAY;
	const char *rule = tcn_http_call_field(page->call, "rule");
	const char *version = tcn_http_call_field(page->call, "if_match");

	page->status = status == 200 ? 0 : status;
	if (changed.kind == TCN_JSON_STRING)
		yaml = changed.s;
	if (status == 200 && !formed)
		tcn_web_page_set(page, "checked", answer);
	else if (status != 200)
		tcn_web_page_set_str(page, "refused",
		    tcn_web_page_why(page, answer));
	tcn_web_page_set_number(page, "changed", status == 412);
	set_draft(page, yaml, version ? version : "",
	    rule ? strtoull(rule, NULL, 10) : 0);
	tcn_web_rules_set_mistakes(page, answer, yaml);
	tcn_web_view_send(page, &view);
}

/* --- a trial --- */

void
tcn_web_get_trial(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "trial",
		.frame = { .name = TCN_WORDS("What would have fired"),
		    .nav = "rules",
		    .lists = true } };
	struct tcn_json_value job, asked, result;

	if (!tcn_web_job_ask(&page, "/rules/try/{}", &job))
		return;
	asked = tcn_json_member(&job, "asked");
	result = tcn_json_member(&job, "result");
	set_draft(&page, tcn_json_in_str(&asked, "yaml"), NULL, 0);
	tcn_web_rules_set_days(&page, &result, "a", "b");
	tcn_web_view_send(&page, &view);
}
