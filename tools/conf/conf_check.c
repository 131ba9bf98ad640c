#include "tools/conf/conf.h"

#include <arpa/inet.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/minhash.h"
#include "engine/text/zone.h"
#include "engine/text/zone_day.h"
#include "tools/base/picture_program.h"
#include "tools/base/say.h"
#include "tools/tell/words/words.h"

/*
 * Settings that are each in range and still cannot work, or hardly work,
 * together. A row is one such case.
 */
struct conflict {
	bool (*found)(const struct tcn_conf *conf);
	bool fatal;
	const char *key; /* the setting that an error points at */
	const char *text; /* what is wrong, and how to correct it */
};

static bool
horizon_under_window(const struct tcn_conf *conf)
{
	return conf->near.horizon_ms < conf->rules.within_ms;
}

static bool
bucket_over_horizon(const struct tcn_conf *conf)
{
	return conf->near.bucket_ms > conf->near.horizon_ms;
}

static bool
origins_over_items(const struct tcn_conf *conf)
{
	return conf->rules.min_origins > conf->rules.more_than + 1;
}

static bool
publishers_over_items(const struct tcn_conf *conf)
{
	return conf->rules.min_publishers > conf->rules.more_than + 1;
}

static bool
lateness_over_horizon(const struct tcn_conf *conf)
{
	return conf->time.lateness_ms > conf->near.horizon_ms;
}

static bool
quiet_under_window(const struct tcn_conf *conf)
{
	return conf->rules.quiet_ms < conf->rules.within_ms;
}

static bool
merge_under_join(const struct tcn_conf *conf)
{
	return conf->story.merge < conf->story.join;
}

static bool
no_such_catalogue(const struct tcn_conf *conf)
{
	return !tcn_words_has((enum tcn_words_language)conf->report.language);
}

static bool
no_picture_program(const struct tcn_conf *conf)
{
	char path[PATH_MAX];

	return conf->web.images && !tcn_picture_program(path);
}

static bool
nothing_to_report(const struct tcn_conf *conf)
{
	return conf->report.formats == 0;
}

static bool
least_over_most(const struct tcn_conf *conf)
{
	return conf->feeds.least_ms > conf->feeds.most_ms;
}

static bool
body_over_buffers(const struct tcn_conf *conf)
{
	return conf->http.body_max_bytes + conf->http.head_max_bytes >
	    conf->http.buffers_max_bytes;
}

static bool
long_signatures(const struct tcn_conf *conf)
{
	return conf->lsh.bands * conf->lsh.rows > TCN_MINHASH_VALUES_MAX;
}

static bool
more_bands_than_there_are(const struct tcn_conf *conf)
{
	return conf->lsh.least_bands > conf->lsh.bands;
}

static bool
cluster_horizon_under_window(const struct tcn_conf *conf)
{
	return conf->rules.kind == TCN_CONF_RULE_CLUSTER &&
	    conf->lsh.horizon_ms &&
	    conf->lsh.horizon_ms < conf->rules.within_ms;
}

static bool
half_a_certificate(const struct tcn_conf *conf)
{
	return !conf->http.tls_cert != !conf->http.tls_key;
}

static bool
no_ip_address(const struct tcn_conf *conf)
{
	const char *address = conf->http.address;
	struct in6_addr at;

	return address && inet_pton(AF_INET, address, &at) != 1 &&
	    inet_pton(AF_INET6, address, &at) != 1;
}

static bool
listeners_over_connections(const struct tcn_conf *conf)
{
	return conf->http.listeners_max >= conf->http.connections_max;
}

/* Not http:// or https:// with a host, or what paths cannot be put behind. */
static bool
unfit_public_url(const struct tcn_conf *conf)
{
	const char *url = conf->http.public_url, *host;

	if (!url || !*url)
		return false;
	if (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0)
		return true;
	host = strchr(url, ':') + 3;
	for (const char *at = url; *at; at++)
		if (*at <= ' ' || *at > '~' || strchr("\"<>\\^`{|}?#@", *at))
			return true;
	return strchr("/:", *host) || host[strlen(host) - 1] == '/';
}

static bool
tagger_without_pairs(const struct tcn_conf *conf)
{
	return conf->text.tagger != TCN_CONF_TAGGER_NONE && !conf->pairs.on;
}

static bool
unknown_zone(const struct tcn_conf *conf)
{
	return !tcn_zone_known(tcn_str(conf->pairs.zone));
}

static bool
unknown_report_zone(const struct tcn_conf *conf)
{
	return !tcn_zone_known(tcn_str(conf->report.zone));
}

static bool
pairs_over_vectors(const struct tcn_conf *conf)
{
	int64_t span_ms =
	    conf->pairs.span_ms ? conf->pairs.span_ms : TCN_ZONE_DAY_MS_MAX;

	return conf->pairs.vector == TCN_CONF_PAIRS_GIVEN &&
	    span_ms > conf->near.horizon_ms;
}

static const struct conflict conflicts[] = {
	{ unknown_zone, true, "pairs.zone",
	    "pairs.zone is no time zone; name one as Europe/Madrid" },
	{ unknown_report_zone, true, "report.zone",
	    "report.zone is no time zone; name one as Europe/Madrid" },
	{ pairs_over_vectors, true, "pairs.span",
	    "pairs.span is longer than near.horizon, for which vectors are "
	    "kept: with pairs.vector given make it shorter" },
	{ horizon_under_window, true, "near.horizon",
	    "near.horizon is shorter than rules.within: the index would "
	    "forget items that still count; make it at least as long" },
	{ bucket_over_horizon, true, "near.bucket",
	    "near.bucket is wider than near.horizon: make it narrower, or "
	    "auto" },
	{ lateness_over_horizon, true, "time.lateness",
	    "time.lateness is longer than near.horizon: a late item could "
	    "not be compared with its own time; shorten it" },
	{ origins_over_items, false, "rules.min_origins",
	    "rules.min_origins is over rules.more_than + 1: an event needs "
	    "more items than rules.more_than says" },
	{ publishers_over_items, false, "rules.min_publishers",
	    "rules.min_publishers is over rules.more_than + 1: an event needs "
	    "more items than rules.more_than says" },
	{ quiet_under_window, false, "rules.quiet",
	    "rules.quiet is shorter than rules.within: an event may close "
	    "while its items still count, and come back by rules.reopen" },
	{ merge_under_join, false, "story.merge",
	    "story.merge is below story.join: stories will merge more easily "
	    "than items join them" },
	{ tagger_without_pairs, false, "text.tagger",
	    "while pairs.on is false, text.tagger has an effect in `tocsin "
	    "similar pairs` only: parts of speech are used for rewrites "
	    "alone" },
	{ least_over_most, true, "feeds.least",
	    "feeds.least is longer than feeds.most: make it shorter" },
	{ body_over_buffers, true, "http.buffers_max",
	    "http.buffers_max is below http.body_max: one request could not be "
	    "received; raise it" },
	{ long_signatures, true, "lsh.rows",
	    "lsh.bands times lsh.rows is over 512, the longest signature; "
	    "lower one of them" },
	{ more_bands_than_there_are, true, "lsh.least_bands",
	    "lsh.least_bands is over lsh.bands: no two items could be linked; "
	    "lower it" },
	{ cluster_horizon_under_window, false, "lsh.horizon",
	    "lsh.horizon is below rules.within: items older than that have "
	    "left their clusters and do not count" },
	{ unfit_public_url, true, "http.public_url",
	    "http.public_url is http:// or https://, a host, and perhaps a "
	    "path without a slash at its end" },
	{ no_ip_address, true, "http.address",
	    "http.address takes an IP address alone; the port is http.port" },
	{ half_a_certificate, true, "http.tls_cert",
	    "http.tls_cert and http.tls_key go together: name both, or "
	    "neither" },
	{ listeners_over_connections, false, "http.connections_max",
	    "http.listeners_max is not below http.connections_max: listeners "
	    "could take every connection" },
	{ no_such_catalogue, false, "report.language",
	    "report.language has no catalogue in this program, which was built "
	    "without msgfmt: reports will be in English" },
	{ no_picture_program, false, "web.images",
	    "web.images has no effect, since there is no program "
	    "tocsin-picture: install the package tocsin-pictures, or build "
	    "with libgd-dev there" },
	{ nothing_to_report, false, "report.formats",
	    "report.formats is empty: no reports will be written" },
};

enum {
	CONFLICTS = sizeof conflicts / sizeof *conflicts,
};

/* Sets the place of err to where key was set: in the file, or by --set. */
static void
point_at(const struct tcn_conf *conf, const char *key, struct tcn_err *err)
{
	size_t row;

	if (tcn_conf_find(key, &row, NULL) != TCN_OK)
		return;
	if (conf->places[row].from == TCN_CONF_FROM_FILE)
		tcn_err_at(err, NULL, conf->places[row].line,
		    conf->places[row].column);
	else if (conf->places[row].from == TCN_CONF_FROM_SET)
		tcn_err_at(err, "--set", 0, 0);
}

enum tcn_rc
tcn_conf_check(const struct tcn_conf *conf, struct tcn_err *err)
{
	struct tcn_err file = err ? *err : (struct tcn_err){ 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < CONFLICTS; i++) {
		if (!conflicts[i].fatal || !conflicts[i].found(conf))
			continue;
		point_at(conf, conflicts[i].key, err);
		rc = tcn_err_set(err, TCN_INVALID, "%s", conflicts[i].text);
		if (!tcn_err_report(err))
			return rc;
		tcn_err_at(err, file.file, 0, 0);
	}
	return rc;
}

void
tcn_conf_warn(const struct tcn_conf *conf, struct tcn_buf *out)
{
	for (size_t i = 0; i < CONFLICTS; i++)
		if (!conflicts[i].fatal && conflicts[i].found(conf))
			tcn_buf_printf(out, "%s\n", conflicts[i].text);
}

void
tcn_conf_say_warnings(const struct tcn_conf *conf)
{
	struct tcn_buf text = { 0 };

	tcn_conf_warn(conf, &text);
	for (char *at = text.at; at && *at;) {
		size_t n = strcspn(at, "\n");

		tcn_say("warning: %.*s", (int)n, at);
		at += n + 1;
	}
	tcn_buf_fini(&text);
}
