/*
 * tools/feeds/fetch.h - many documents at once, over HTTP.
 *
 * libcurl does the transfers; what is ours is what a fetch may cost and where
 * it may go. Only http and https; no proxy from the environment; no address
 * of a private network (tools/base/address.h), asked at each connection, so
 * that neither a redirect nor a DNS answer leads there. Time, idleness,
 * redirects and bytes are bounded, the latter after unpacking, so that a small
 * body cannot become a huge one. Few transfers to one host at a time.
 *
 * Redirects are followed here, so that permanent ones can be told from the
 * others: `moved` is where a document has gone for good.
 *
 * Call order: new; add, as many as there are; next until it says TCN_DONE;
 * free. Not thread safe.
 */
#ifndef TCN_TOOLS_FEEDS_FETCH_H
#define TCN_TOOLS_FEEDS_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_fetch_conf {
	const char *user_agent;
	int64_t timeout_ms; /* of one document, redirects and all */
	int64_t idle_ms; /* without a byte */
	uint64_t bytes_max; /* of one document, unpacked */
	unsigned redirects_max;
	unsigned parallel; /* transfers at once */
	unsigned per_host; /* ... of them to one host */
	bool private_ok; /* addresses of private networks too */
};

/* 30 s; 15 s; 16 MiB; 5; 32; 2; not private. */
void tcn_fetch_conf_default(struct tcn_fetch_conf *conf);

/* What to fetch. The strings are copied. */
struct tcn_fetch_job {
	const char *url;
	const char *etag; /* of the copy at hand; NULL: none */
	const char *modified; /* its Last-Modified, as it was sent; or NULL */
	void *ctx; /* handed back */
};

/* What came of it. Lives until the next call. */
struct tcn_fetch_result {
	void *ctx;
	long status; /* HTTP: 200, 304, ...; 0: none came */
	struct tcn_str body; /* with status 2xx */
	const char *url; /* where it was in the end */
	const char *moved; /* where it is for good, if not where asked; NULL */
	const char *charset; /* of the Content-Type, "" when not said */
	const char *etag, *modified; /* as sent, "" when not */
	int64_t retry_after_ms; /* how long it asks to wait; 0: not said */
	const char *error; /* a sentence when there is no usable answer */
};

struct tcn_fetch;

TCN_MUST_USE enum tcn_rc tcn_fetch_new(const struct tcn_fetch_conf *conf,
    struct tcn_fetch **fetch);
void tcn_fetch_free(struct tcn_fetch *fetch);

TCN_MUST_USE enum tcn_rc tcn_fetch_add(struct tcn_fetch *fetch,
    const struct tcn_fetch_job *job);

/*
 * Waits until one more is done, in the order they finish. TCN_DONE: none is
 * left. TCN_LIMIT: nothing has finished in wait_ms; call again.
 */
TCN_MUST_USE enum tcn_rc tcn_fetch_next(struct tcn_fetch *fetch,
    int64_t wait_ms, struct tcn_fetch_result *fetched);

#endif
