/*
 * tools/intake/feeds/fetch.h - fetches many documents at once over HTTP.
 *
 * libcurl does the transfers; this module limits what a fetch may cost and
 * where it may go. Only http and https; no proxy from the environment; no
 * address of a private network (tools/base/address.h) but those that the
 * configuration or the job allows. Checked is the address that is connected to,
 * at each connection, and that of a connection which is used again: so neither
 * a redirect nor a DNS answer, nor what another job was allowed, leads there.
 * Time, idleness, redirects and bytes are bounded, bytes after unpacking, so
 * that a small body cannot become a huge one. A body that is still gzip then,
 * such as a file feed.xml.gz, is unpacked under the same limit. Few transfers
 * go to one host at a time.
 *
 * Redirects are followed here and not by libcurl, so that permanent ones can be
 * told from temporary ones: `moved` is the address a document has moved to for
 * good.
 *
 * Call order: new; add, for each document; next until it returns TCN_DONE;
 * free. Not thread safe. Transfers wait in the order of add, but for those that
 * go first; at most
 * conf.parallel run (tcn_fetch_check).
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FETCH_H
#define TCN_TOOLS_INTAKE_FEEDS_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/base/networks.h"

struct tcn_fetch_conf {
	const char *user_agent;
	int64_t timeout_ms; /* of one document with its redirects */
	int64_t idle_ms; /* of a transfer in which no byte arrives */
	uint64_t bytes_max; /* of one document, unpacked */
	unsigned redirects_max;
	unsigned parallel; /* transfers at once */
	unsigned per_host; /* transfers at once to one host */
	struct tcn_networks allowed; /* beside public addresses */
};

/* Timeout 30 s, idle 15 s, 16 MiB, 5 redirects, 32 at once, 2 to a host, no
 * private addresses. */
void tcn_fetch_conf_default(struct tcn_fetch_conf *conf);

/* What to fetch. The strings are copied. */
struct tcn_fetch_job {
	const char *url;
	const char *etag; /* of the copy from the last fetch; NULL: none */
	const char *modified; /* its Last-Modified, as it was sent; or NULL */
	/* Addresses that it may be fetched from beside those of the conf; NULL:
	 * none. */
	const struct tcn_networks *allowed;
	bool first; /* before all that wait already */
	void *ctx; /* returned with the result */
};

/* Why there is no usable answer, for counts. */
enum tcn_fetch_failure {
	TCN_FETCH_FAILURE_NONE,
	TCN_FETCH_FAILURE_ADDRESS, /* wrong, or one of a private network */
	TCN_FETCH_FAILURE_NAME, /* the host's is not known */
	TCN_FETCH_FAILURE_CONNECTION, /* refused, cut */
	TCN_FETCH_FAILURE_TLS,
	TCN_FETCH_FAILURE_TIMEOUT,
	TCN_FETCH_FAILURE_REDIRECTS,
	TCN_FETCH_FAILURE_REFUSED, /* 4xx */
	TCN_FETCH_FAILURE_THROTTLED, /* 429 */
	TCN_FETCH_FAILURE_SERVER, /* 5xx */
	TCN_FETCH_FAILURE_TOO_LARGE,
	TCN_FETCH_FAILURE_NO_FEED, /* it came, but cannot be read */
	TCN_FETCH_FAILURES
};

/* "address", "name", ...; "none". */
const char *tcn_fetch_failure_name(enum tcn_fetch_failure failure);

/* The outcome of a fetch. Lives until the next call. */
struct tcn_fetch_result {
	void *ctx;
	long status; /* of HTTP: 200, 304, ...; 0: no answer */
	struct tcn_str body; /* with status 2xx */
	const char *url; /* the address it was found at */
	const char *moved; /* the address it has moved to for good, or NULL */
	const char *charset; /* of the Content-Type, "" when absent */
	const char *lang; /* its Content-Language, "" when absent */
	const char *etag, *modified; /* as sent, "" when absent */
	int64_t retry_after_ms; /* the wait it asks for; 0: none */
	int64_t took_ms; /* with its redirects */
	const char *error; /* a sentence when there is no usable answer */
	bool passing; /* the error may pass: another time may go well */
	enum tcn_fetch_failure failure; /* NONE when there is one */
};

struct tcn_fetch;

struct tcn_fetch *tcn_fetch_new(const struct tcn_fetch_conf *conf);
void tcn_fetch_free(struct tcn_fetch *fetch);

/* Adds a document to fetch; it is begun by the next tcn_fetch_next() at which a
 * transfer is free. */
void tcn_fetch_add(struct tcn_fetch *fetch, const struct tcn_fetch_job *job);

/* Waits until one more transfer has finished. TCN_DONE: none is left.
 * TCN_LIMIT: none has finished in wait_ms; call again. */
TCN_MUST_USE enum tcn_rc tcn_fetch_next(struct tcn_fetch *fetch,
    int64_t wait_ms, struct tcn_fetch_result *fetched);

/* Checks the lists of transfers: TCN_INVALID with a sentence in err when they
 * do not agree with each other. For tests. */
TCN_MUST_USE enum tcn_rc tcn_fetch_check(const struct tcn_fetch *fetch,
    struct tcn_err *err);

#endif
