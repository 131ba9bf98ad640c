#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/daemon/daemon_impl.h"

#define SUFFIX ".links" /* of the file of the key beside a store */

/* Links are of use where a reader without a token would be refused. */
static bool
are_wanted(const struct tcn_conf *conf)
{
	return conf->http.links_ms > 0 && conf->http.tokens &&
	    *conf->http.tokens && conf->http.public_url &&
	    *conf->http.public_url;
}

enum tcn_rc
tcn_daemon_name_links(struct tcn_daemon *d, const struct tcn_conf *conf,
    const char *db)
{
	const char *key = conf->http.links_key;
	struct tcn_buf name = { 0 };

	tcn_buf_z(&name, key && *key ? key : db);
	if (!key || !*key)
		tcn_buf_z(&name, SUFFIX);
	if (!name.failed)
		d->links_file = tcn_mem_dupz(name.at, name.n);
	tcn_buf_fini(&name);
	return d->links_file ? TCN_OK : TCN_NOMEM;
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
