/*
 * tocsin check: is the configuration sound, is the store whole?
 */
#include "sql/check.h"
#include "tools/conf.h"
#include "tools/say.h"
#include "tools/settings.h"
#include "tools/verb.h"

struct args {
	struct tcn_conf_args conf;
	const char *db;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "db", 0, "FILE", "check this store, too", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ 0 },
};

static void
say_finding(void *ctx, const char *finding)
{
	tcn_say("%s: %s", (const char *)ctx, finding);
}

/* In what the store's settings are not the defaults. */
static void
say_settings(struct tcn_store *store, const char *path)
{
	struct tcn_str then = { NULL, 0 }, line;
	struct tcn_buf usual = { 0 };
	struct tcn_arena arena;
	struct tcn_conf conf;
	enum tcn_rc rc = tcn_conf_init(&conf);

	tcn_arena_init(&arena, 4096);
	if (!rc)
		rc = tcn_settings_get(store, &arena, &then);
	if (!rc && !then.at)
		tcn_say("%s: does not know with which settings it was filled",
		    path);
	tcn_settings_text(&conf, &usual);
	while (!rc && tcn_settings_line(&then, &line))
		if (!tcn_settings_has(tcn_buf_view(&usual), line))
			tcn_say("%s: filled with %.*s", path,
			    TCN_STR_ARG(line));
	tcn_buf_fini(&usual);
	tcn_arena_fini(&arena);
	tcn_conf_fini(&conf);
}

static int
check_store(const char *path)
{
	struct tcn_err err = { 0 };
	struct tcn_store *store;
	enum tcn_rc rc =
	    tcn_store_open(path, TCN_STORE_READ_ONLY, &store, &err);
	int code = TCN_EXIT_OK;

	if (rc)
		return tcn_say_rc(rc, &err);
	say_settings(store, path); /* what is damaged is found below */
	rc = tcn_store_check(store, say_finding, (void *)(uintptr_t)path);
	if (rc == TCN_CORRUPT)
		code = TCN_EXIT_NO;
	else if (rc)
		code = tcn_say_rc(rc, tcn_store_error(store));
	else
		tcn_say("%s: all is well", path);
	tcn_store_close(store);
	return code;
}

static int
run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_conf conf;
	int code = tcn_conf_start(&args->conf, &conf);

	(void)argc;
	(void)argv;
	tcn_conf_fini(&conf);
	if (!code && args->conf.file)
		tcn_say("%s: all is well", args->conf.file);
	if (!code && args->db)
		code = check_store(args->db);
	return code;
}

const struct tcn_verb tcn_verb_check = {
	.name = "check",
	.summary = "check a configuration and the integrity of a store",
	.usage = "[-c FILE] [--set KEY=VALUE]... [--db FILE]",
	.details =
	    "The configuration is read as a run would read it; settings that "
	    "work but hardly as meant are warned about. Of a store everything "
	    "is read and held against everything else; nothing is changed.\n\n"
	    "Exit code 1: the store is damaged; each finding is a line.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run = run,
};
