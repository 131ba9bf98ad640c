#include "tools/web/web_job.h"

#include "tools/base/when.h"

#define AGAIN_S "2" /* between two looks at a job that runs */

bool
tcn_web_job_is_over(const struct tcn_json_value *job)
{
	struct tcn_str state = tcn_json_in_str(job, "state");

	return !tcn_str_equal(state, tcn_str("waiting")) &&
	    !tcn_str_equal(state, tcn_str("running"));
}

void
tcn_web_job_look_again(struct tcn_web_page *page,
    const struct tcn_json_value *job)
{
	if (!tcn_web_job_is_over(job))
		tcn_http_call_set_header(page->call, "Refresh", AGAIN_S);
}

void
tcn_web_job_progress(struct tcn_web_page *page,
    const struct tcn_json_value *job, const char *path)
{
	struct tcn_json_value progress = tcn_json_member(job, "progress");
	struct tcn_json_value left = tcn_json_member(job, "left_seconds");
	struct tcn_buf *out = &page->out, back = { 0 };
	char span[TCN_WHEN_BYTES];

	tcn_buf_z(out, "<p role=\"status\">");
	if (tcn_str_equal(tcn_json_in_str(job, "state"), tcn_str("waiting")))
		tcn_buf_z(out, "It waits for another job to end");
	else if (progress.kind != TCN_JSON_NUMBER)
		tcn_buf_z(out, "It has begun");
	else
		tcn_buf_printf(out, "Running, %.0f %%", 100 * progress.n);
	if (left.kind == TCN_JSON_NUMBER && left.n >= 0)
		tcn_buf_printf(out, ", %s left",
		    tcn_when_span((int64_t)(1000 * left.n), span));
	tcn_buf_printf(out,
	    "</p>\n<progress max=\"100\" value=\"%.0f\" "
	    "aria-label=\"How far it is\"></progress>\n"
	    "<p class=\"note\">It goes on without this page, and is found "
	    "again at its address. This page looks again every %s s.</p>\n",
	    progress.kind == TCN_JSON_NUMBER ? 100 * progress.n : 0, AGAIN_S);
	tcn_buf_z(&back, path);
	tcn_target_segment(&back, tcn_json_in_str(job, "id"));
	tcn_web_page_form(page, NULL, tcn_buf_view(&back));
	tcn_web_html_hidden(out, "act", tcn_str("cancel-job"));
	tcn_web_html_hidden(out, "job", tcn_json_in_str(job, "id"));
	tcn_buf_z(out, "<button>Stop</button></form>\n");
	out->failed |= back.failed;
	tcn_buf_fini(&back);
}

bool
tcn_web_job_failed(struct tcn_web_page *page, const struct tcn_json_value *job)
{
	struct tcn_str error = tcn_json_in_str(job, "error");
	struct tcn_str state = tcn_json_in_str(job, "state");

	if (tcn_str_equal(state, tcn_str("done")))
		return false;
	tcn_buf_z(&page->out, "<p class=\"failed\">There is no result: ");
	tcn_web_html_text(&page->out,
	    error.n ? error
		: tcn_str_equal(state, tcn_str("cancelled"))
		? tcn_str("it was stopped")
		: tcn_str("it failed"));
	tcn_buf_z(&page->out, ".</p>\n");
	return true;
}
