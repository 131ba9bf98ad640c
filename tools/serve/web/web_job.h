/*
 * tools/serve/web/web_job.h - a job that a page waits for, as it stands: of the
 * answer of GET /v1/jobs/{}.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_JOB_H
#define TCN_TOOLS_SERVE_WEB_WEB_JOB_H

#include "tools/serve/web/web_impl.h"

/*
 * Asks about the job that the page's address names; path is that address. The
 * view gets it as "job" (templates/job.html shows how far it is), and while it
 * goes on the page looks again by itself, with and without scripts. False: the
 * page was sent.
 */
TCN_MUST_USE bool tcn_web_job_ask(struct tcn_web_page *page, const char *path,
    struct tcn_json_value *job);

#endif
