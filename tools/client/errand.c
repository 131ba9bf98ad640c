#include "tools/client/errand.h"

#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "sql/desk.h"
#include "tools/base/say.h"
#include "tools/pipeline/desk.h"

enum tcn_rc
tcn_errand_open(struct tcn_errand *errand, const char *db, bool writes)
{
	*errand = (struct tcn_errand){ 0 };
	tcn_arena_init(&errand->arena, 0);
	if (!db)
		return tcn_err_set(&errand->err, TCN_INVALID,
		    "which store? Name it with --db FILE");
	return tcn_store_open(db,
	    writes ? TCN_STORE_EXISTING : TCN_STORE_READ_ONLY, &errand->store,
	    &errand->err);
}

enum tcn_rc
tcn_errand_store(struct tcn_errand *errand, enum tcn_rc rc)
{
	if (rc && rc != TCN_NOMEM)
		errand->err = *tcn_store_error(errand->store);
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
tcn_errand_author(struct tcn_errand *errand, const char *name,
    struct tcn_str *author)
{
	return tcn_desk_text("the author (--author NAME)",
	    tcn_str(name ? name : user()), TCN_DESK_NAME_CHARS, &errand->arena,
	    author, &errand->err);
}

enum tcn_rc
tcn_errand_number(struct tcn_errand *errand, const char *text, const char *mend,
    uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9')
		return tcn_err_set(&errand->err, TCN_INVALID,
		    "'%s' is no number: '%s' shows them", text, mend);
	return TCN_OK;
}

void
tcn_errand_no_event(struct tcn_errand *errand, const char *id)
{
	struct tcn_str nearest = { 0 };

	errand->missed = true;
	if (!tcn_desk_nearest(errand->store, id, &errand->arena, &nearest) &&
	    nearest.n)
		tcn_say("no event has the id '%s': did you mean '%s'?", id,
		    nearest.at);
	else
		tcn_say("no event has the id '%s': 'tocsin event list' shows "
			"them",
		    id);
}

int
tcn_errand_close(struct tcn_errand *errand, enum tcn_rc rc)
{
	int code;

	if (rc == TCN_NOMEM)
		tcn_err_set(&errand->err, rc, "out of memory");
	code = rc ? tcn_say_rc(rc, &errand->err) : tcn_say_out(&errand->out);
	tcn_store_close(errand->store);
	tcn_buf_fini(&errand->out);
	tcn_buf_fini(&errand->line);
	tcn_arena_fini(&errand->arena);
	return errand->missed && (!rc || rc == TCN_INVALID) ? TCN_EXIT_NO
							    : code;
}
