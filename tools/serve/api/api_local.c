#include "tools/serve/api/api_local.h"

#include <assert.h>
#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/now.h"
#include "tools/intake/feeds/feed_conf.h"
#include "tools/pipeline/setup.h"
#include "tools/serve/api/api.h"
#include "tools/tell/report/report.h"

struct tcn_api_local {
	struct tcn_api api;
	struct tcn_store *store;
	struct tcn_prepare *prep; /* NULL: not needed yet */
	struct tcn_lookup *lookup; /* NULL: not needed yet */
	struct tcn_editions *editions; /* NULL: not needed yet, or none */
	struct tcn_receiver_set *receivers; /* of these */
	const struct tcn_conf *conf; /* the opener's, or own */
	struct tcn_conf *own; /* the defaults; NULL: conf was given */
	const char *db;
};

static void
use_conf(struct tcn_api_local *local, const struct tcn_conf *conf)
{
	struct tcn_fetch_conf fetch; /* not needed: nothing is fetched here */

	local->conf = conf;
	local->api.more_than = (uint32_t)conf->rules.more_than;
	local->api.within_ms = conf->rules.within_ms;
	local->api.lines_max = conf->report.sentences;
	local->api.conf = conf;
	tcn_setup_clusters(conf, &local->api.clusters);
	tcn_feed_conf_set(conf, &fetch, &local->api.feed_schedule);
}

static enum tcn_rc
use_defaults(struct tcn_api_local *local)
{
	enum tcn_rc rc;

	local->own = tcn_mem_calloc(1, sizeof *local->own);
	rc = tcn_conf_init(local->own);
	if (!rc)
		use_conf(local, local->own);
	return rc;
}

enum tcn_rc
tcn_api_local_open(const char *db, enum tcn_store_mode mode,
    const struct tcn_conf *conf, struct tcn_api_local **out,
    struct tcn_err *err)
{
	struct tcn_api_local *local = tcn_mem_calloc(1, sizeof *local);
	enum tcn_rc rc;

	assert(db);
	*out = NULL;
	local->api.local = local;
	local->db = db;
	local->api.started_ms = tcn_now_wall_ms();
	rc = tcn_store_open(db, mode, &local->store, err);
	if (!rc && conf)
		use_conf(local, conf);
	else if (!rc && (rc = use_defaults(local)))
		tcn_err_set(err, rc, "%s", tcn_rc_text(rc));
	if (!rc)
		rc = tcn_report_templates_new(local->conf->report.templates,
		    &local->api.templates, err);
	if (rc)
		tcn_api_local_close(local);
	else
		*out = local;
	return rc;
}

void
tcn_api_local_close(struct tcn_api_local *local)
{
	if (!local)
		return;
	tcn_lookup_close(local->lookup);
	tcn_editions_free(local->editions);
	tcn_receiver_set_free(local->receivers);
	tcn_now_free(local->api.now);
	tcn_meter_free(local->api.meter);
	tcn_facts_free(local->api.facts);
	tcn_report_templates_free(local->api.templates);
	tcn_prepare_free(local->prep);
	tcn_store_close(local->store);
	if (local->own)
		tcn_conf_fini(local->own);
	tcn_mem_free(local->own);
	tcn_mem_free(local);
}

struct tcn_api *
tcn_api_local_api(struct tcn_api_local *local)
{
	return &local->api;
}

struct tcn_store *
tcn_api_local_store(struct tcn_api_local *local)
{
	return local->store;
}

struct tcn_prepare *
tcn_api_local_prepare(struct tcn_api_local *local)
{
	struct tcn_pipeline_conf conf;

	tcn_setup_pipeline(local->conf, &conf);
	if (!local->prep)
		local->prep = tcn_prepare_new(&conf.prepare);
	return local->prep;
}

enum tcn_rc
tcn_api_local_editions(struct tcn_api_local *local,
    const struct tcn_editions **editions,
    const struct tcn_receiver_set **receivers, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	if (!local->editions && local->conf->report.editions)
		rc = tcn_edition_read_files(local->conf->report.editions,
		    local->conf->deliver.receivers, false, &local->editions,
		    &local->receivers, err);
	*editions = local->editions;
	*receivers = local->receivers;
	return rc;
}

enum tcn_rc
tcn_api_local_lookup(struct tcn_api_local *local, struct tcn_lookup **lookup,
    struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;
	enum tcn_rc rc = TCN_OK;

	tcn_setup_pipeline(local->conf, &conf);
	if (!local->lookup)
		rc = tcn_lookup_open(&conf, local->db, &local->lookup, err);
	*lookup = local->lookup;
	return rc;
}
