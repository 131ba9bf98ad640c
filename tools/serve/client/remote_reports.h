/*
 * tools/serve/client/remote_reports.h - writes special reports of a daemon's
 * events as files, as tools/tell/report/report_files.h does with those of a
 * store.
 *
 * The pages are the daemon's own (GET /v1/events/ID/report); the index is made
 * here of its list of events. So the files are those that the daemon's machine
 * would write.
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_REMOTE_REPORTS_H
#define TCN_TOOLS_SERVE_CLIENT_REMOTE_REPORTS_H

#include "tools/serve/client/session.h"
#include "tools/tell/report/report_files.h"

struct tcn_remote_reports {
	struct tcn_session *session; /* open, to a daemon */
	const char *dir; /* made when it is not there */
	unsigned formats; /* 1 << enum tcn_report_format, or several */
	enum tcn_words_language language; /* of pages */
	bool dossier; /* on the whole dossier of an event; of a period on each,
		       * too, that goes on in it */
	tcn_report_on_file *on_file; /* called with each path to be printed */
	void *ctx;
};

/* Adds the report of event id in one format to the session's output. TCN_DONE:
 * there is no such event; others as of tcn_session_get(). */
TCN_MUST_USE enum tcn_rc
tcn_remote_reports_show(const struct tcn_remote_reports *job, const char *id,
    enum tcn_report_format format);

/* Writes the report of event id. Errors as above, and TCN_IO of a file. */
TCN_MUST_USE enum tcn_rc
tcn_remote_reports_event(const struct tcn_remote_reports *job, const char *id);

/*
 * Writes the reports of all events that fired from since on and before until,
 * times as the interface reads them or NULL, and their index, which bears
 * since_ms and until_ms. *n: how many.
 */
TCN_MUST_USE enum tcn_rc
tcn_remote_reports_period(const struct tcn_remote_reports *job,
    const char *since, const char *until, int64_t since_ms, int64_t until_ms,
    size_t *n);

#endif
