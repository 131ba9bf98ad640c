/*
 * tools/tell/report/report_files.h - writes reports of a store's events as
 * files.
 *
 * Call order: fill in a job; then tcn_report_files_event() for one event, or
 * tcn_report_files_period() for all of a period with an index page that
 * leads to them (index.html, index.md, index.json). Files are named after the
 * event and appear whole or not at all. The directory is made when it is not
 * there; other files in it are left alone. Pages that are put into the store as
 * well are written there in one transaction a call, so none may be open.
 */
#ifndef TCN_TOOLS_TELL_REPORT_REPORT_FILES_H
#define TCN_TOOLS_TELL_REPORT_REPORT_FILES_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store.h"
#include "tools/conf/conf.h"
#include "tools/tell/report/report.h"

struct tcn_report_job {
	const struct tcn_store *st;
	const char *dir;
	const char *templates; /* a folder of a newsroom's own, or NULL */
	unsigned formats; /* 1 << enum tcn_report_format, or several */
	size_t lines_max; /* of a summary */
	enum tcn_words_language language; /* of pages, as in a report */
	const char *zone; /* the same */
	struct tcn_store *keep; /* st: store the pages too; NULL: do not */
	uint32_t more_than; /* the threshold of the settings' rule */
	int64_t within_ms; /* its window; both are shown on the page */
};

/* A job with the settings of conf. dir NULL: the one of the settings. st, dir
 * and conf must outlive it. */
struct tcn_report_job tcn_report_job(const struct tcn_conf *conf,
    const struct tcn_store *st, const char *dir);

/* Called with every path written, e.g. to print it. May be NULL. */
typedef void tcn_report_on_file(void *ctx, const char *path);

/* Writes the report of event id. *found is false when there is no such event.
 * Errors: those of the store, TCN_IO; err says what is wrong. */
TCN_MUST_USE enum tcn_rc
tcn_report_files_event(const struct tcn_report_job *job, const char *id,
    tcn_report_on_file *on_file, void *ctx, bool *found, struct tcn_err *err);

/*
 * Writes the reports of all events fired in [since_ms, until_ms) and their
 * index; *n: how many. INT64_MIN and INT64_MAX mean no bound. on_file is called
 * with the paths of the index only.
 */
TCN_MUST_USE enum tcn_rc
tcn_report_files_period(const struct tcn_report_job *job, int64_t since_ms,
    int64_t until_ms, tcn_report_on_file *on_file, void *ctx, size_t *n,
    struct tcn_err *err);

#endif
