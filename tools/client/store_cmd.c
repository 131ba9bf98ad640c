#include "tools/client/store_cmd.h"

#include <assert.h>
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "sql/store_desk.h"
#include "tools/base/say.h"
#include "tools/pipeline/desk.h"

enum tcn_rc
tcn_store_cmd_open(struct tcn_store_cmd *store_cmd, const char *db,
    const char *writes_as)
{
	enum tcn_rc rc = TCN_OK;

	*store_cmd = (struct tcn_store_cmd){ 0 };
	tcn_arena_init(&store_cmd->arena, 0);
	if (!db)
		return tcn_err_set(&store_cmd->err, TCN_INVALID,
		    "which store? Name it with --db FILE");
	if (writes_as)
		rc = tcn_store_lock_take_beside(db, writes_as, &store_cmd->lock,
		    &store_cmd->err);
	if (rc)
		return rc;
	return tcn_store_open(db,
	    writes_as ? TCN_STORE_EXISTING : TCN_STORE_READ_ONLY,
	    &store_cmd->store, &store_cmd->err);
}

enum tcn_rc
tcn_store_cmd_check(struct tcn_store_cmd *store_cmd, enum tcn_rc rc)
{
	assert(store_cmd->store);
	if (rc && rc != TCN_NOMEM)
		store_cmd->err = *tcn_store_error(store_cmd->store);
	return rc;
}

/* A container often has a user without a name in its environment. */
static const char *
user(void)
{
	const char *name = getenv("USER");
	const struct passwd *entry;

	if (name && *name)
		return name;
	entry = getpwuid(geteuid());
	return entry ? entry->pw_name : "";
}

enum tcn_rc
tcn_store_cmd_author(struct tcn_store_cmd *store_cmd, const char *name,
    struct tcn_str *author)
{
	return tcn_desk_clean_text("the author (--author NAME)",
	    tcn_str(name ? name : user()), TCN_DESK_NAME_CHARS,
	    &store_cmd->arena, author, &store_cmd->err);
}

enum tcn_rc
tcn_store_cmd_number(struct tcn_store_cmd *store_cmd, const char *text,
    const char *mend, uint64_t *number)
{
	char *end;

	assert(text && mend);
	errno = 0;
	*number = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9')
		return tcn_err_set(&store_cmd->err, TCN_INVALID,
		    "'%s' is no number: '%s' shows them", text, mend);
	return TCN_OK;
}

void
tcn_store_cmd_no_event(struct tcn_store_cmd *store_cmd, const char *id)
{
	struct tcn_str nearest = { 0 };

	assert(store_cmd->store);
	store_cmd->not_found = true;
	if (!tcn_desk_nearest_id(store_cmd->store, id, &store_cmd->arena,
		&nearest) &&
	    nearest.n)
		tcn_say("no event has the id '%s': did you mean '%s'?", id,
		    nearest.at);
	else
		tcn_say("no event has the id '%s': 'tocsin event list' shows "
			"them",
		    id);
}

int
tcn_store_cmd_close(struct tcn_store_cmd *store_cmd, enum tcn_rc rc)
{
	int code;

	if (rc == TCN_NOMEM)
		tcn_err_set(&store_cmd->err, rc, "out of memory");
	code =
	    rc ? tcn_say_rc(rc, &store_cmd->err) : tcn_say_out(&store_cmd->out);
	tcn_store_close(store_cmd->store);
	tcn_store_lock_release(store_cmd->lock);
	tcn_buf_fini(&store_cmd->out);
	tcn_buf_fini(&store_cmd->line);
	tcn_arena_fini(&store_cmd->arena);
	return store_cmd->not_found && (!rc || rc == TCN_INVALID) ? TCN_EXIT_NO
								  : code;
}
