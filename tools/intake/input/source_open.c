#include <assert.h>

#include "tools/intake/input/source_kind.h"

enum tcn_rc
tcn_source_open(const struct tcn_source_conf *conf, struct tcn_source **source,
    struct tcn_err *err)
{
	struct tcn_source *files = NULL;
	enum tcn_rc rc;

	assert(conf->db || conf->paths_n > 0);
	*source = NULL;
	if (conf->db)
		return tcn_source_open_db(conf, source, err);
	if (conf->paths_n == 1)
		rc = tcn_source_open_file(conf, conf->paths[0], &files, err);
	else
		rc = tcn_source_open_merge(conf, &files, err);
	if (rc || !conf->clock.jump_ms) {
		*source = files;
		return rc;
	}
	*source = tcn_source_open_confirm(&conf->clock, files);
	return TCN_OK;
}
