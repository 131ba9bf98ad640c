/*
 * tools/serve/picture/pictures.h - fetches pictures of articles, makes them
 * small and answers with them, beside the daemon's other work.
 *
 * A reader's browser asks no host but this daemon. The daemon asks the
 * picture's host as it asks for feeds (tools/intake/feeds/fetch.h): no private
 * address that is not allowed, by no redirect, within bounds of time and bytes.
 * What comes is looked at before it is decoded (picture_look.h), and decoded in
 * a process of its own (scale_main.c), the program tocsin-picture. What was
 * made, and what cannot be, is kept for a while (picture_cache.h): so a host is
 * asked once for all readers.
 *
 * WHAT BOUNDS IT. TCN_PICTURES_MAX pictures are under way at a time, of which
 * few are fetched and few are decoded at once; who asks for another, or is one
 * too many who wait for one, is told to come again (503). Memory: that many
 * times TCN_PICTURE_BYTES_MAX at most, and the cache.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_PICTURE_PICTURES_H
#define TCN_TOOLS_SERVE_PICTURE_PICTURES_H

#include <event2/event.h>

#include "tools/intake/feeds/fetch.h"
#include "tools/serve/http/http.h"

#define TCN_PICTURES_MAX 16

struct tcn_pictures_conf {
	bool on; /* else nothing is fetched, and each call answered with 404 */
	/* Agent, allowed addresses, times; its texts must outlive their use.
	 * Bounds that are too wide for a picture are made narrower. */
	struct tcn_fetch_conf fetch;
	size_t cache_bytes;
	const char *program; /* tocsin-picture; NULL: where it is installed */
};

/* Since the start. */
struct tcn_pictures_counts {
	uint64_t fetched; /* with and without success */
	uint64_t failed; /* not fetched, or not to be shown */
	size_t kept_bytes; /* now */
};

struct tcn_pictures;

struct tcn_pictures *tcn_pictures_new(struct event_base *base,
    const struct tcn_pictures_conf *conf);

/* Callers that wait are answered with 503. pictures may be NULL. */
void tcn_pictures_free(struct tcn_pictures *pictures);

/* Replaces conf; what is under way is ended, and callers that wait are answered
 * with 503. Cached pictures stay, unless pictures are off now. */
void tcn_pictures_reconfigure(struct tcn_pictures *pictures,
    const struct tcn_pictures_conf *conf);

/* Whether pictures are shown: they are on, and the program is there. */
bool tcn_pictures_are_shown(const struct tcn_pictures *pictures);

/* Answers the call with the picture at an address (tcn_article_image), as a
 * JPEG, or with 404. */
void tcn_pictures_call(struct tcn_pictures *pictures, struct tcn_str url,
    struct tcn_http_call *call);

struct tcn_pictures_counts
tcn_pictures_counts(const struct tcn_pictures *pictures);

#endif
