/*
 * The editor of rules, and what an edit would have fired.
 */
#include <stdio.h>
#include <string.h>

#include "engine/item/record.h"
#include "tools/base/when.h"
#include "tools/http/http_session.h"
#include "tools/web/web_chart.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_job.h"
#include "tools/web/web_rules.h"
#include "tools/web/web_words.h"

#define SHOWN_MAX    200 /* differences */
#define EVIDENCE_MAX 5

/* --- the editor --- */

/* What the text area holds, and which version it was made of. */
struct draft {
	struct tcn_str yaml, version;
	bool can_save;
};

static void
put_days_choice(struct tcn_buf *out)
{
	static const char *const days[] = { "1", "3", "7", "30", "90" };
	static const char *const names[] = { "the last day", "3 days", "7 days",
		"30 days", "90 days" };

	tcn_buf_z(out,
	    "<label class=\"inline\">on <select name=\"days\" "
	    "aria-label=\"Period\">");
	for (size_t i = 0; i < sizeof days / sizeof *days; i++)
		tcn_web_html_option(out, days[i], names[i], tcn_str("7"));
	tcn_buf_z(out, "</select></label>\n");
}

static void
put_editor(struct tcn_web_page *page, const struct draft *draft)
{
	struct tcn_buf *out = &page->out;

	tcn_web_page_form(page, "editor", tcn_str("/rules/try"));
	tcn_web_html_hidden(out, "if_match", draft->version);
	/* A text area drops a line feed that it begins with. */
	tcn_buf_z(out,
	    "<label for=\"yaml\">The rules</label>\n"
	    "<textarea id=\"yaml\" name=\"yaml\" class=\"code\" rows=\"26\" "
	    "spellcheck=\"false\" autocapitalize=\"off\" wrap=\"off\">\n");
	tcn_web_html_text(out, draft->yaml);
	tcn_buf_z(out,
	    "</textarea>\n<div class=\"buttons\">\n"
	    "<button name=\"act\" value=\"check-rules\">Check</button>\n");
	if (tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE)) {
		tcn_buf_z(out,
		    "<button name=\"act\" value=\"trial\">Try</button>\n");
		put_days_choice(out);
	}
	if (draft->can_save)
		tcn_buf_z(out,
		    "<button name=\"act\" value=\"save-rules\">Save, and keep "
		    "the old file</button>\n");
	tcn_buf_z(out, "</div></form>\n");
	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE))
		tcn_buf_z(out,
		    "<p class=\"note\">Read only: your token may look, not "
		    "try.</p>\n");
}

/* The version of the file as it stands: an older text, too, is saved over
 * that. */
static void
take_version(struct tcn_web_page *page, struct draft *draft)
{
	struct tcn_json_value file;
	struct tcn_str why;

	if (!tcn_web_page_may(page, TCN_HTTP_SCOPE_ADMIN) ||
	    tcn_web_page_try(page, "/v1/rules/file", &file, &why) != 200)
		return;
	draft->version = tcn_json_in_str(&file, "version");
	draft->can_save = tcn_json_in_bool(&file, "writable");
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
	if (text.failed ||
	    !tcn_arena_str(&page->arena, tcn_buf_view(&text), &both))
		page->out.failed = true;
	tcn_buf_fini(&text);
	return both;
}

/* The file, or an older one, with what is wrong in it. */
static void
put_file_editor(struct tcn_web_page *page)
{
	struct tcn_buf target = { 0 }, *out = &page->out;
	struct tcn_json_value file;
	struct draft draft = { 0 };
	struct tcn_str why;
	int status;

	tcn_buf_z(&target, "/v1/rules/file");
	tcn_web_page_pass(page, "kept", &target);
	status = tcn_web_page_try(page, target.at, &file, &why);
	tcn_buf_fini(&target);
	if (status != 200) {
		tcn_buf_z(out, "<p class=\"note\">");
		tcn_web_html_text(out, why);
		tcn_buf_z(out, ".</p>\n");
	} else if (tcn_web_page_query(page, "kept").n) {
		tcn_buf_z(out,
		    "<p class=\"moved\">This is an older file. Saved, it "
		    "takes the place of the present one.</p>\n");
	}
	draft.yaml = with_proposal(page, tcn_json_in_str(&file, "yaml"));
	take_version(page, &draft);
	if (status == 200 && !draft.can_save)
		tcn_buf_z(out,
		    "<p class=\"note\">The daemon may not write the file: try "
		    "here, and save by hand.</p>\n");
	tcn_web_rules_mistakes(out, &file, tcn_json_in_str(&file, "yaml"));
	put_editor(page, &draft);
	tcn_web_rules_kept(out, &file);
}

static void
begin(struct tcn_web_page *page, const char *title)
{
	const struct tcn_web_frame frame = {
		.title = tcn_str(title),
		.nav = "rules",
		.lists = true,
	};

	tcn_web_page_begin(page, &frame);
	tcn_buf_printf(&page->out,
	    "<p class=\"note\"><a href=\"/rules\">Rules</a></p>\n"
	    "<h1>%s</h1>\n",
	    title);
}

void
tcn_web_get_try(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);

	begin(&page, "Edit and try");
	tcn_buf_z(&page.out,
	    "<p class=\"why\">Try shows what these rules would have fired on "
	    "the last days of the store, beside those in force. Nothing is "
	    "changed by it, and nobody is told.</p>\n");
	put_file_editor(&page);
	tcn_web_page_send(&page);
}

/* What a check has found. */
static void
put_checked(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	bool sound = tcn_json_in_bool(answer, "sound");

	tcn_buf_printf(out, "<p class=\"%s\" role=\"%s\">",
	    sound ? "well" : "failed", sound ? "status" : "alert");
	if (sound) {
		tcn_buf_z(out, "They are sound: ");
		tcn_web_html_counted(out, tcn_json_in_uint(answer, "rules"),
		    "rule");
		tcn_buf_z(out, ". Nothing is saved yet.</p>\n");
	} else {
		tcn_buf_z(out, "They cannot be used as they are.</p>\n");
	}
}

static void
put_refused(struct tcn_buf *out, int status,
    const struct tcn_json_value *answer)
{
	struct tcn_str why = tcn_json_in_str(answer, "error");

	tcn_buf_z(out, "<p class=\"failed\" role=\"alert\">");
	tcn_web_html_text(out, why.n ? why : tcn_str("It did not work"));
	tcn_buf_z(out, ".</p>\n");
	if (status == 412)
		tcn_buf_z(out,
		    "<p><a href=\"/rules/try\" target=\"_blank\" "
		    "rel=\"noopener\">What it holds now</a>, in a tab of its "
		    "own; below is what you have written.</p>\n");
}

/* What came of a check (200), or why it could not be tried or saved. */
void
tcn_web_try_failed(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	struct draft draft = { 0 };

	page->status = status == 200 ? 0 : status;
	take_version(page, &draft);
	draft.yaml = tcn_str(tcn_http_call_field(page->call, "yaml"));
	draft.version = tcn_str(tcn_http_call_field(page->call, "if_match"));
	begin(page, "Edit and try");
	if (status == 200)
		put_checked(&page->out, answer);
	else
		put_refused(&page->out, status, answer);
	tcn_web_rules_mistakes(&page->out, answer, draft.yaml);
	put_editor(page, &draft);
	tcn_web_page_send(page);
}

/* --- a trial --- */

static void
put_count(struct tcn_buf *out, const struct tcn_json_value *counts,
    const char *name)
{
	uint64_t n = tcn_json_in_uint(counts, name);

	tcn_buf_z(out, "<li><b>");
	tcn_web_html_count(out, n);
	tcn_buf_printf(out, "</b> <span>%s</span></li>\n", name);
}

static void
put_counts(struct tcn_buf *out, const struct tcn_json_value *counts,
    bool differs)
{
	static const char *const more[] = { "earlier", "changed", "merged",
		"split" };

	if (!differs) {
		tcn_buf_z(out, "<p class=\"nothing\">No change: the same ");
		tcn_web_html_counted(out, tcn_json_in_uint(counts, "same"),
		    "event");
		tcn_buf_z(out, ".</p>\n");
		return;
	}
	tcn_buf_z(out, "<ul class=\"figures\">\n");
	put_count(out, counts, "gained");
	put_count(out, counts, "lost");
	put_count(out, counts, "later");
	put_count(out, counts, "same");
	tcn_buf_z(out, "</ul>\n<p class=\"why\">");
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		if (tcn_json_in_uint(counts, more[i])) {
			tcn_web_html_count(out,
			    tcn_json_in_uint(counts, more[i]));
			tcn_buf_printf(out, " %s. ", more[i]);
		}
	tcn_buf_z(out, "</p>\n");
}

static void
put_chart(struct tcn_web_page *page, const struct tcn_json_value *result)
{
	struct tcn_json_value list = tcn_json_member(result, "days");
	struct tcn_web_days days;

	if (!tcn_web_rules_days(page, &list, "a", "b", &days)) {
		page->out.failed = true;
		return;
	}
	if (days.n)
		tcn_web_chart(&page->out,
		    &(struct tcn_web_chart){ .id = "days",
			.title = "Events a day",
			.unit = "",
			.at_ms = days.at_ms,
			.n = days.n,
			.values = { days.values[0], days.values[1] },
			.names = { "in force", "tried" },
			.days = true,
			.whole = true });
}

static void
put_evidence(struct tcn_buf *out, const struct tcn_json_value *event)
{
	struct tcn_json_value at = tcn_json_member(event, "items");
	int n = 0;

	tcn_buf_z(out,
	    "<details><summary>why: its articles</summary>\n"
	    "<ul class=\"rows\">\n");
	for (at = tcn_json_first(&at); at.node && n < EVIDENCE_MAX;
	     at = tcn_json_next(&at), n++) {
		tcn_buf_z(out, "<li>");
		tcn_web_html_time(out, tcn_json_in_ms(&at, "at"),
		    TCN_WEB_HTML_CLOCK);
		tcn_buf_char(out, ' ');
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "source"));
		tcn_buf_z(out, ": ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(&at, "title"));
		tcn_buf_z(out, "</li>\n");
	}
	tcn_buf_z(out, "</ul></details>\n");
}

/* How much later, or earlier, B fired than A. */
static void
put_shift(struct tcn_buf *out, const struct tcn_json_value *difference)
{
	double shift = tcn_json_in_number(difference, "shift");
	char span[TCN_WHEN_BYTES];

	if (shift > 0 || shift < 0)
		tcn_buf_printf(out, " <span>by %s</span>",
		    tcn_when_span((int64_t)(1000 *
				      (shift < 0 ? -shift : shift)),
			span));
}

static void
put_difference(struct tcn_buf *out, const struct tcn_json_value *difference)
{
	struct tcn_str kind = tcn_json_in_str(difference, "kind");
	struct tcn_json_value event = tcn_json_member(difference, "b");

	if (event.kind != TCN_JSON_OBJECT)
		event = tcn_json_member(difference, "a");
	tcn_buf_z(out, "<li class=\"entry\"><p class=\"line\"><b class=\"kind");
	if (tcn_str_equal(kind, tcn_str("lost")))
		tcn_buf_z(out, " lost");
	tcn_buf_z(out, "\">");
	tcn_web_html_text(out, kind);
	tcn_buf_z(out, "</b> ");
	tcn_web_html_time(out, tcn_json_in_ms(&event, "fired_at"),
	    TCN_WEB_HTML_SHORT);
	put_shift(out, difference);
	tcn_buf_z(out, " <span>rule ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(&event, "rule"));
	tcn_buf_z(out, "</span> <span>");
	tcn_web_html_counted(out, tcn_json_in_uint(&event, "publishers"),
	    "publisher");
	tcn_buf_z(out, "</span></p>\n<h3 class=\"head\">");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_web_words_headline(&event));
	tcn_buf_z(out, "</h3>\n");
	put_evidence(out, &event);
	tcn_buf_z(out, "</li>\n");
}

static void
put_differences(struct tcn_buf *out, const struct tcn_json_value *result)
{
	struct tcn_json_value at = tcn_json_member(result, "differences");
	size_t n = 0;

	tcn_buf_z(out, "<ul class=\"entries\">\n");
	for (at = tcn_json_first(&at); at.node && n < SHOWN_MAX;
	     at = tcn_json_next(&at), n++)
		put_difference(out, &at);
	tcn_buf_z(out, "</ul>\n");
	if (at.node)
		tcn_buf_printf(out,
		    "<p class=\"note\">The first %d are shown; the interface "
		    "has them all.</p>\n",
		    SHOWN_MAX);
}

static void
put_result(struct tcn_web_page *page, const struct tcn_json_value *job)
{
	struct tcn_json_value result = tcn_json_member(job, "result");
	struct tcn_json_value counts = tcn_json_member(&result, "counts");
	struct tcn_json_value first = tcn_json_member(&result, "differences");

	first = tcn_json_first(&first);
	put_counts(&page->out, &counts, first.node != NULL);
	put_chart(page, &result);
	put_differences(&page->out, &result);
}

static void
put_period(struct tcn_buf *out, const struct tcn_json_value *asked)
{
	tcn_buf_z(out, "<p class=\"why\">On the articles from ");
	tcn_web_html_time(out, tcn_json_in_ms(asked, "since"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out, " to ");
	tcn_web_html_time(out, tcn_json_in_ms(asked, "until"),
	    TCN_WEB_HTML_SHORT);
	tcn_buf_z(out,
	    ", with both sides begun anew: what was known before it is not "
	    "known to either.</p>\n");
}

static void
put_trial(struct tcn_web_page *page, const struct tcn_json_value *job)
{
	if (!tcn_web_job_is_over(job))
		tcn_web_job_progress(page, job, "/rules/try/");
	else if (!tcn_web_job_failed(page, job))
		put_result(page, job);
}

void
tcn_web_get_trial(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_json_value job, asked;
	struct tcn_buf target = { 0 };
	struct draft draft = { 0 };
	bool found;

	tcn_web_page_target(&page, "/v1/jobs/{}", &target);
	found = tcn_web_page_ask(&page, target.at, &job);
	tcn_buf_fini(&target);
	if (!found)
		return;
	tcn_web_job_look_again(&page, &job);
	begin(&page, "What would have fired");
	asked = tcn_json_member(&job, "asked");
	put_period(&page.out, &asked);
	tcn_buf_z(&page.out, "<div class=\"try\"><div>\n");
	put_trial(&page, &job);
	tcn_buf_z(&page.out, "</div>\n<div>\n");
	draft.yaml = tcn_json_in_str(&asked, "yaml");
	take_version(&page, &draft);
	if (tcn_web_job_is_over(&job))
		put_editor(&page, &draft);
	tcn_buf_z(&page.out, "</div></div>\n");
	tcn_web_page_send(&page);
}
