#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

static int
print(const void *opts_in, const struct tcn_conf *conf, int argc, char **argv)
{
	const char *key = argc ? argv[0] : NULL;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = TCN_OK;
	size_t row;
	int code;

	(void)opts_in;
	if (key)
		rc = tcn_conf_find(key, &row, &err);
	if (rc != TCN_OK)
		return tcn_say_rc(rc, &err);
	if (key)
		tcn_conf_explain(conf, row, &out);
	else
		tcn_conf_print(conf, &out);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

const struct tcn_verb tcn_verb_config = {
	.name = "config",
	.summary = "print the settings in force, with comments, or explain one",
	.usage = "[-c FILE] [--set KEY=VALUE]... [KEY]",
	.details = "What is printed is a complete configuration file: keep it, "
		   "change it, and give it back with -c.\n\n"
		   "KEY is a setting (near.horizon, or just horizon when only "
		   "one section has that name) or a section (near).",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = 1,
	.run_conf = print,
	.conf_at = offsetof(struct args, conf),
};
