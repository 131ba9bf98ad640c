#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/serve/daemon/daemon_impl.h"

/* Of the files beside a store: of the key that signs links, and of who is
 * logged in. */
#define LINKS    ".links"
#define SESSIONS ".sessions"

/* Links are of use where a reader without a token would be refused. */
static bool
are_wanted(const struct tcn_conf *conf)
{
	return conf->http.links_ms > 0 && conf->http.tokens &&
	    *conf->http.tokens && conf->http.public_url &&
	    *conf->http.public_url;
}

static char *
name_beside(const char *db, const char *suffix)
{
	struct tcn_buf name = { 0 };
	char *copy = NULL;

	tcn_buf_printf(&name, "%s%s", db, suffix);
	copy = tcn_mem_dupz(name.at, name.n);
	tcn_buf_fini(&name);
	return copy;
}

void
tcn_daemon_name_files(struct tcn_daemon *d, const struct tcn_conf *conf,
    const char *db)
{
	const char *key = conf->http.links_key;

	d->links_file = key && *key ? tcn_mem_dupz(key, strlen(key))
				    : name_beside(db, LINKS);
	d->sessions_file = name_beside(db, SESSIONS);
}

enum tcn_rc
tcn_daemon_open_links(struct tcn_daemon *d, const struct tcn_conf *conf,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	if (!are_wanted(conf) || d->link_keys)
		return TCN_OK;
	rc = tcn_link_keys_open(d->links_file, &d->link_keys, err);
	if (!rc)
		tcn_err_at(err, "", 0, 0); /* no error that follows is there */
	return rc;
}

void
tcn_daemon_use_links(struct tcn_daemon *d, const struct tcn_conf *conf)
{
	d->api.linker = (struct tcn_linker){
		.keys = are_wanted(conf) ? d->link_keys : NULL,
		.address = conf->http.public_url,
		.lifetime_ms = conf->http.links_ms,
	};
	d->api.link_keys = are_wanted(conf) ? d->link_keys : NULL;
}
