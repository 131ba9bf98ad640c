/*
 * tools/web/web_job.h - a job that a page waits for, as it stands: of the
 * answer of GET /v1/jobs/{}.
 */
#ifndef TCN_TOOLS_WEB_WEB_JOB_H
#define TCN_TOOLS_WEB_WEB_JOB_H

#include "tools/web/web_impl.h"

/* Whether it has ended, in whichever way. */
bool tcn_web_job_is_over(const struct tcn_json_value *job);

/*
 * While the job goes on the page looks again by itself, with and without
 * scripts. Call it before the page is sent.
 */
void tcn_web_job_look_again(struct tcn_web_page *page,
    const struct tcn_json_value *job);

/* How far it is, with a button to stop it, which leads back to path. */
void tcn_web_job_progress(struct tcn_web_page *page,
    const struct tcn_json_value *job, const char *path);

/* Why it has no result; false: it has one. */
bool tcn_web_job_failed(struct tcn_web_page *page,
    const struct tcn_json_value *job);

#endif
