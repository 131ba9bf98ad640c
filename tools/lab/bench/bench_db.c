#include "tools/lab/bench/bench_db.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/scratch.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/setup.h"

enum {
	PATH_BYTES = 4096,
};

enum tcn_rc
tcn_bench_db_make(struct tcn_bench_db *db, struct tcn_err *err)
{
	const char *tmp = getenv("TMPDIR");

	tcn_scratch_name(db->dir, sizeof db->dir, tmp ? tmp : "/tmp");
	if (!mkdtemp(db->dir))
		return tcn_err_set(err, TCN_IO,
		    "cannot make a directory in %s for the store", db->dir);
	snprintf(db->path, sizeof db->path, "%s/bench.db", db->dir);
	return TCN_OK;
}

void
tcn_bench_db_drop(const struct tcn_bench_db *db)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	char path[320];

	assert(db->dir[0] && db->path[0]);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(path, sizeof path, "%s%s", db->path, ends[i]);
		unlink(path);
	}
	rmdir(db->dir);
}

/* A copy of a text that stays when the settings go; NULL stays NULL. */
static const char *
keep(const char *text, char kept[static PATH_BYTES])
{
	if (!text)
		return NULL;
	snprintf(kept, PATH_BYTES, "%s", text);
	return kept;
}

enum tcn_rc
tcn_bench_conf(struct tcn_pipeline_conf *pipe)
{
	enum {
		DICTIONARIES,
		TEXTCAT,
		TAGGER,
		ZONE,
		NO_CATEGORY,
		TEXTS
	};
	static char texts[TEXTS][PATH_BYTES];
	struct tcn_conf conf;
	enum tcn_rc rc = tcn_conf_init(&conf);

	if (!rc) {
		tcn_setup_pipeline(&conf, pipe);
		pipe->dictionaries =
		    keep(pipe->dictionaries, texts[DICTIONARIES]);
		pipe->prepare.textcat_dir =
		    keep(pipe->prepare.textcat_dir, texts[TEXTCAT]);
		pipe->tagger = keep(pipe->tagger, texts[TAGGER]);
		pipe->detector.window.rewrite_zone =
		    keep(pipe->detector.window.rewrite_zone, texts[ZONE]);
		pipe->category.none =
		    keep(pipe->category.none, texts[NO_CATEGORY]);
	}
	tcn_conf_fini(&conf);
	return rc;
}
