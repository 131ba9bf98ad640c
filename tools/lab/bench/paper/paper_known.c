#include "tools/lab/bench/paper/paper_known.h"

/* Runs all points over the stream. unshared: see tcn_sweep_conf. */
static enum tcn_rc
run_once(struct tcn_paper_known *run, bool unshared, struct tcn_err *err)
{
	const struct tcn_conf *conf = run->conf.conf;
	struct tcn_sweep_conf sweep = {
		.grid = run->conf.grid,
		.jobs = tcn_task_pool_jobs_default(),
		.unshared = unshared,
		.score = run->conf.score,
		.known = run->conf.read ? &run->known : NULL,
	};
	enum tcn_rc rc = TCN_OK;

	tcn_known_fini(&run->known);
	tcn_known_init(&run->known, conf->score.count, conf->score.window_ms);
	if (run->conf.read)
		rc = run->conf.read(run->conf.ctx, &run->known, err);
	if (!rc && run->conf.read && !run->known.n)
		rc = tcn_err_set(err, TCN_INVALID,
		    "there is no event in the table of known events");
	if (!rc)
		rc = run->conf.open(run->conf.ctx, &run->run.loop, err);
	return rc ? rc : tcn_sweep_run_all(&run->run, &sweep, err);
}

enum tcn_rc
tcn_paper_known_run(struct tcn_paper_known *run,
    const struct tcn_paper_known_conf *conf, struct tcn_err *err)
{
	enum tcn_rc rc;

	run->conf = *conf;
	if (conf->conf->rules.file)
		return tcn_err_set(err, TCN_INVALID,
		    "this tries the one rule of the settings: leave "
		    "rules.file out, or set it to nothing with --set "
		    "rules.file=");
	tcn_sweep_run_init(&run->run, conf->conf->input.strict, conf->quiet);
	run->run.items_max = conf->items_max;
	rc = run_once(run, false, err);
	if (rc != TCN_LIMIT || conf->once)
		return rc;
	tcn_sweep_run_again(&run->run);
	return run_once(run, true, err);
}

void
tcn_paper_known_close(struct tcn_paper_known *run)
{
	tcn_sweep_run_close(&run->run);
	tcn_known_fini(&run->known);
}
