#include "tools/serve/web/web_job.h"

#define AGAIN_S "2" /* between two looks at a job that runs; in job.html, too */

bool
tcn_web_job_ask(struct tcn_web_page *page, const char *path,
    struct tcn_json_value *job)
{
	const struct tcn_web_view view = {
		.asks = { { "job", "/v1/jobs/{}", NULL } }
	};
	struct tcn_buf back = { 0 };
	struct tcn_str state;

	if (!tcn_web_view_ask(page, &view))
		return false;
	*job = tcn_json_member(&page->view, "job");
	state = tcn_json_in_str(job, "state");
	if (tcn_str_equal(state, tcn_str("waiting")) ||
	    tcn_str_equal(state, tcn_str("running")))
		tcn_http_call_set_header(page->call, "Refresh", AGAIN_S);
	tcn_web_page_target(page, path, &back);
	tcn_web_page_set_str(page, "job_path", tcn_buf_view(&back));
	tcn_buf_fini(&back);
	return true;
}
