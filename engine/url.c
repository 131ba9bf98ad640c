#include "engine/url.h"

#include <stdint.h>
#include <strings.h>
#include <unicode/ucasemap.h>

#include "engine/utf8.h"

/*
 * Parameters that tell an advertiser or a mailing where a reader came from,
 * never which page to show. A name that ends in '*' stands for all that begin
 * so.
 */
static const struct tcn_str tracking[] = {
	TCN_STR("utm_*"), /* Google Analytics and everyone since */
	TCN_STR("fbclid"), /* Facebook */
	TCN_STR("fb_action_*"),
	TCN_STR("fb_ref"),
	TCN_STR("fb_source"),
	TCN_STR("gclid"), /* Google Ads */
	TCN_STR("gclsrc"),
	TCN_STR("dclid"),
	TCN_STR("gbraid"),
	TCN_STR("wbraid"),
	TCN_STR("_ga"),
	TCN_STR("_gl"),
	TCN_STR("msclkid"), /* Microsoft */
	TCN_STR("ocid"),
	TCN_STR("yclid"), /* Yandex */
	TCN_STR("ysclid"),
	TCN_STR("twclid"), /* Twitter */
	TCN_STR("__twitter_impression"),
	TCN_STR("igshid"), /* Instagram */
	TCN_STR("igsh"),
	TCN_STR("ttclid"), /* TikTok */
	TCN_STR("li_fat_id"), /* LinkedIn */
	TCN_STR("mc_cid"), /* Mailchimp */
	TCN_STR("mc_eid"),
	TCN_STR("mkt_tok"), /* Marketo */
	TCN_STR("_hsenc"), /* HubSpot */
	TCN_STR("_hsmi"),
	TCN_STR("oly_anon_id"), /* Omeda */
	TCN_STR("oly_enc_id"),
	TCN_STR("vero_id"), /* Vero */
	TCN_STR("pk_*"), /* Matomo */
	TCN_STR("mtm_*"),
	TCN_STR("at_campaign"), /* Piano, at many broadcasters */
	TCN_STR("at_medium"),
	TCN_STR("xtor"),
	TCN_STR("ns_campaign"), /* Comscore */
	TCN_STR("ns_mchannel"),
	TCN_STR("ns_source"),
	TCN_STR("cmpid"), /* campaign ids of single outlets */
	TCN_STR("icid"),
	TCN_STR("ftag"),
	TCN_STR("smid"),
	TCN_STR("wt.mc_id"),
};

struct parts {
	struct tcn_str scheme;
	struct tcn_str host;
	struct tcn_str port; /* digits, may be empty */
	struct tcn_str path; /* "" or "/..." */
	struct tcn_str query; /* without "?" */
};

static bool
begins_with(struct tcn_str s, struct tcn_str start)
{
	return s.n >= start.n && strncasecmp(s.at, start.at, start.n) == 0;
}

/* The beginning of *s before the first byte of stop; *s keeps the rest. */
static struct tcn_str
take_until(struct tcn_str *s, const char *stop)
{
	struct tcn_str head = { s->at, 0 };

	while (head.n < s->n && !strchr(stop, s->at[head.n]))
		head.n++;
	s->at += head.n;
	s->n -= head.n;
	return head;
}

static void
split_authority(struct tcn_str authority, struct parts *parts)
{
	const char *at = NULL;
	struct tcn_str *host = &parts->host;
	size_t n;

	if (authority.n)
		at = memrchr(authority.at, '@', authority.n);
	if (at) {
		authority.n -= (size_t)(at + 1 - authority.at);
		authority.at = at + 1;
	}
	for (n = authority.n; n > 0; n--) {
		if (authority.at[n - 1] < '0' || authority.at[n - 1] > '9')
			break;
	}
	*host = authority;
	if (n > 0 && authority.at[n - 1] == ':') {
		parts->port.at = authority.at + n;
		parts->port.n = authority.n - n;
		host->n = n - 1;
	}
	while (host->n > 0 && host->at[host->n - 1] == '.')
		host->n--;
}

/* False when url is not an http(s) address with a host. */
static bool
split(struct tcn_str url, struct parts *parts)
{
	static const struct tcn_str schemes[] = {
		TCN_STR("https://"),
		TCN_STR("http://"),
	};
	size_t i = begins_with(url, schemes[0]) ? 0 : 1;

	*parts = (struct parts){ 0 };
	if (!begins_with(url, schemes[i]))
		return false;
	parts->scheme = schemes[i];
	url.at += schemes[i].n;
	url.n -= schemes[i].n;
	split_authority(take_until(&url, "/?#\\"), parts);
	parts->path = take_until(&url, "?#");
	if (url.n > 0 && url.at[0] == '?') {
		url.at++;
		url.n--;
		parts->query = take_until(&url, "#");
	}
	while (parts->path.n > 0 && parts->path.at[parts->path.n - 1] == '/')
		parts->path.n--;
	return parts->host.n > 0;
}

static bool
is_tracking(struct tcn_str parameter)
{
	struct tcn_str name = take_until(&parameter, "=");

	for (size_t i = 0; i < sizeof tracking / sizeof *tracking; i++) {
		struct tcn_str want = tracking[i];
		bool prefix = want.at[want.n - 1] == '*';

		want.n -= prefix;
		if (begins_with(name, want) && (prefix || name.n == want.n))
			return true;
	}
	return false;
}

/* A writer into memory known to suffice: a canonical form never grows. */
struct out {
	char *at;
	size_t n;
};

static void
put(struct out *out, struct tcn_str s)
{
	if (s.n)
		memcpy(out->at + out->n, s.at, s.n);
	out->n += s.n;
}

static void
put_lower(struct out *out, struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.at[i];

		out->at[out->n++] = c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
	}
}

static void
put_query(struct out *out, struct tcn_str query)
{
	struct tcn_str mark = TCN_STR("?");
	struct tcn_str between = TCN_STR("&");

	while (query.n > 0) {
		struct tcn_str parameter = take_until(&query, "&");

		if (query.n > 0) {
			query.at++;
			query.n--;
		}
		if (parameter.n == 0 || is_tracking(parameter))
			continue;
		put(out, mark);
		put(out, parameter);
		mark = between;
	}
}

static bool
is_default_port(const struct parts *parts)
{
	struct tcn_str http = TCN_STR("80");
	struct tcn_str https = TCN_STR("443");

	return tcn_str_equal(parts->port,
	    parts->scheme.n == sizeof "https://" - 1 ? https : http);
}

enum tcn_rc
tcn_url_canonical(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str *canonical)
{
	struct tcn_str colon = TCN_STR(":");
	struct parts parts;
	struct out out = { 0 };

	url = tcn_str_trim(url);
	*canonical = url;
	if (!split(url, &parts))
		return TCN_OK;
	out.at = tcn_arena_alloc(arena, url.n);
	if (!out.at)
		return TCN_NOMEM;
	put(&out, parts.scheme);
	put_lower(&out, parts.host);
	if (parts.port.n > 0 && !is_default_port(&parts)) {
		put(&out, colon);
		put(&out, parts.port);
	}
	put(&out, parts.path);
	put_query(&out, parts.query);
	*canonical = (struct tcn_str){ out.at, out.n };
	return TCN_OK;
}

struct tcn_str
tcn_url_host(struct tcn_str url)
{
	struct parts parts;

	if (!split(tcn_str_trim(url), &parts))
		return (struct tcn_str){ 0 };
	return parts.host;
}

static struct tcn_str
without_mirror(struct tcn_str host)
{
	static const struct tcn_str mirrors[] = {
		TCN_STR("www."),
		TCN_STR("m."),
		TCN_STR("mobile."),
		TCN_STR("amp."),
	};

	for (size_t i = 0; i < sizeof mirrors / sizeof *mirrors; i++) {
		struct tcn_str rest = host;

		if (!begins_with(host, mirrors[i]))
			continue;
		rest.at += mirrors[i].n;
		rest.n -= mirrors[i].n;
		if (memchr(rest.at, '.', rest.n))
			return rest;
	}
	return host;
}

/* Case folded by ICU; folding can grow a string, at most threefold. */
static enum tcn_rc
fold(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *folded)
{
	UErrorCode status = U_ZERO_ERROR;
	UCaseMap *map = ucasemap_open("", U_FOLD_CASE_DEFAULT, &status);
	char *at = tcn_arena_alloc(arena, s.n * 3 + 1);
	int32_t n = 0;

	if (map && at)
		n = ucasemap_utf8FoldCase(map, at, (int32_t)(s.n * 3 + 1), s.at,
		    (int32_t)s.n, &status);
	ucasemap_close(map);
	if (!at || U_FAILURE(status))
		return TCN_NOMEM;
	*folded = (struct tcn_str){ at, (size_t)n };
	return TCN_OK;
}

static enum tcn_rc
folded_source(struct tcn_arena *arena, struct tcn_str source,
    struct tcn_str *publisher)
{
	struct out out = { 0 };
	bool gap = false;

	source = tcn_str_trim(source);
	if (source.n == 0)
		return TCN_OK;
	if (source.n > INT32_MAX / 4)
		source = tcn_utf8_cut(source, INT32_MAX / 4);
	out.at = tcn_arena_alloc(arena, source.n);
	if (!out.at)
		return TCN_NOMEM;
	for (size_t i = 0; i < source.n; i++) {
		struct tcn_str byte = { source.at + i, 1 };

		if (strchr(" \t\n\v\f\r", byte.at[0])) {
			gap = true;
			continue;
		}
		if (gap)
			out.at[out.n++] = ' ';
		gap = false;
		put_lower(&out, byte);
	}
	*publisher = (struct tcn_str){ out.at, out.n };
	if (tcn_utf8_ascii_n(*publisher) == publisher->n)
		return TCN_OK;
	return fold(arena, *publisher, publisher);
}

enum tcn_rc
tcn_url_publisher(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str source, struct tcn_str *publisher)
{
	struct tcn_str host = tcn_url_host(url);
	struct out out = { 0 };

	*publisher = (struct tcn_str){ 0 };
	if (host.n == 0)
		return folded_source(arena, source, publisher);
	host = without_mirror(host);
	out.at = tcn_arena_alloc(arena, host.n);
	if (!out.at)
		return TCN_NOMEM;
	put_lower(&out, host);
	*publisher = (struct tcn_str){ out.at, out.n };
	return TCN_OK;
}
