#include "engine/base/url.h"

#include <assert.h>

#include "engine/base/ascii.h"

/*
 * Parameters that tell an advertiser or a mailing where a reader came from,
 * never which page to show. A name that ends in '*' stands for all names that
 * begin like it.
 */
static const struct tcn_str tracking[] = {
	TCN_STR("utm_*"), /* Google Analytics, and many since */
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

/* The parts of an http(s) address; those not there are empty. */
struct parts {
	struct tcn_str scheme; /* with "://", lower case */
	struct tcn_str host;
	struct tcn_str port; /* no leading zeros; "" when it is the default */
	struct tcn_str path; /* no slash at its end */
	struct tcn_str query; /* without "?" */
};

static const struct tcn_str https = TCN_STR("https://");
static const struct tcn_str http = TCN_STR("http://");

/* Without regard to case; start must be in lower case. */
static bool
begins_with(struct tcn_str s, struct tcn_str start)
{
	if (s.n < start.n)
		return false;
	if (memcmp(s.at, start.at, start.n) == 0)
		return true;
	for (size_t i = 0; i < start.n; i++) {
		if (tcn_ascii_lower(s.at[i]) != start.at[i])
			return false;
	}
	return true;
}

/* s without its first n bytes. */
static struct tcn_str
behind(struct tcn_str s, size_t n)
{
	return (struct tcn_str){ s.at + n, s.n - n };
}

/* Cuts what stands before the first `stop` off *s and returns it. */
static struct tcn_str
take_until(struct tcn_str *s, char stop)
{
	const char *end = s->n ? memchr(s->at, stop, s->n) : NULL;
	struct tcn_str head = { s->at, end ? (size_t)(end - s->at) : s->n };

	*s = behind(*s, head.n);
	return head;
}

/* What a byte is to a host: looked up, as an address is taken apart several
 * times an article. */
enum {
	ENDS_HOST = 1,
	NEVER_IN_HOST = 2,
	PARTS_HOST = 4, /* user, port or literal address */
};

static const unsigned char host_bytes[256] = {
	[0 ... ' '] = NEVER_IN_HOST,
	[0x7f] = NEVER_IN_HOST,
	['<'] = NEVER_IN_HOST,
	['>'] = NEVER_IN_HOST,
	['"'] = NEVER_IN_HOST,
	['{'] = NEVER_IN_HOST,
	['}'] = NEVER_IN_HOST,
	['|'] = NEVER_IN_HOST,
	['^'] = NEVER_IN_HOST,
	['`'] = NEVER_IN_HOST,
	['%'] = NEVER_IN_HOST,
	['@'] = NEVER_IN_HOST | PARTS_HOST,
	[':'] = PARTS_HOST,
	['/'] = ENDS_HOST,
	['?'] = ENDS_HOST,
	['#'] = ENDS_HOST,
	['\\'] = ENDS_HOST,
};

/* Cuts what stands before path, query or fragment off *s and returns it; *holds
 * is what its bytes are. */
static struct tcn_str
take_host(struct tcn_str *s, unsigned *holds)
{
	const char *p = s->at, *end = p + s->n;
	struct tcn_str head = { p, 0 };
	unsigned is, all = 0;

	for (; p < end; p++, all |= is) {
		is = host_bytes[(unsigned char)*p];
		if (is == ENDS_HOST)
			break;
	}
	head.n = (size_t)(p - head.at);
	*holds = all;
	*s = behind(*s, head.n);
	return head;
}

/* Could s be a host? This is no check of DNS rules: it refuses what never
 * stands in a host. */
static bool
is_host(struct tcn_str s)
{
	bool literal = s.n > 2 && s.at[0] == '[' && s.at[s.n - 1] == ']';

	if (!literal && s.n && memchr(s.at, ':', s.n))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (host_bytes[(unsigned char)s.at[i]] & NEVER_IN_HOST)
			return false;
	return s.n > 0;
}

/* Cuts a port as ":443" off *host, and leaves it out where it is the default
 * one; what is not a number stays. */
static void
take_port(struct tcn_str *host, struct parts *parts)
{
	struct tcn_str standard =
	    tcn_str(parts->scheme.n == https.n ? "443" : "80");
	size_t n = host->n;

	while (n > 0 && tcn_ascii_is_digit(host->at[n - 1]))
		n--;
	if (n == 0 || host->at[n - 1] != ':')
		return;
	parts->port = behind(*host, n);
	host->n = n - 1;
	while (parts->port.n > 0 && parts->port.at[0] == '0')
		parts->port = behind(parts->port, 1);
	if (tcn_str_equal(parts->port, standard))
		parts->port.n = 0;
}

/*
 * Cuts scheme, host and port off *url. False when it is not an http(s)
 * address with a host.
 */
static bool
take_authority(struct tcn_str *url, struct parts *parts)
{
	struct tcn_str host;
	const char *user;
	unsigned holds;

	*parts = (struct parts){ 0 };
	if (begins_with(*url, https))
		parts->scheme = https;
	else if (begins_with(*url, http))
		parts->scheme = http;
	else
		return false;
	*url = behind(*url, parts->scheme.n);
	host = take_host(url, &holds);
	user = holds & PARTS_HOST ? memrchr(host.at, '@', host.n) : NULL;
	if (user)
		host = behind(host, (size_t)(user + 1 - host.at));
	if (holds & PARTS_HOST)
		take_port(&host, parts);
	while (host.n > 0 && host.at[host.n - 1] == '.')
		host.n--;
	parts->host = host;
	return holds ? is_host(host) : host.n > 0;
}

static void
split_rest(struct tcn_str url, struct parts *parts)
{
	struct tcn_str *path = &parts->path;

	url = take_until(&url, '#');
	*path = take_until(&url, '?');
	if (url.n > 0)
		parts->query = behind(url, 1);
	while (path->n > 0 && path->at[path->n - 1] == '/')
		path->n--;
}

static bool
is_tracking(struct tcn_str parameter)
{
	struct tcn_str name = take_until(&parameter, '=');

	for (size_t i = 0; i < sizeof tracking / sizeof *tracking; i++) {
		struct tcn_str want = tracking[i];
		bool prefix = want.at[want.n - 1] == '*';

		want.n -= prefix;
		if (begins_with(name, want) && (prefix || name.n == want.n))
			return true;
	}
	return false;
}

/* A writer into memory that suffices, as a canonical form is never longer. */
struct out {
	char *at;
	size_t n;
};

static void
put_str(struct out *out, struct tcn_str s)
{
	if (s.n)
		memcpy(out->at + out->n, s.at, s.n);
	out->n += s.n;
}

static void
put_query(struct out *out, struct tcn_str query)
{
	struct tcn_str mark = TCN_STR("?");

	while (query.n > 0) {
		struct tcn_str parameter = take_until(&query, '&');

		if (query.n > 0)
			query = behind(query, 1);
		if (parameter.n == 0 || is_tracking(parameter))
			continue;
		put_str(out, mark);
		put_str(out, parameter);
		mark = tcn_str("&");
	}
}

/* Whether s has a DEL or a byte of at most `most`, in a loop that becomes
 * vector code. */
static bool
has_controls(struct tcn_str s, unsigned char most)
{
	unsigned char found = 0;

	for (size_t i = 0; i < s.n; i++)
		found |= (unsigned char)s.at[i] <= most || s.at[i] == 0x7f;
	return found;
}

/* Removes line breaks and blanks from an address, as browsers do. */
static void
without_blanks(struct tcn_arena *arena, struct tcn_str *url)
{
	struct out out = { 0 };

	if (!has_controls(*url, ' '))
		return;
	out.at = tcn_arena_alloc(arena, url->n);
	for (size_t i = 0; i < url->n; i++) {
		if (!tcn_ascii_is_blank(url->at[i]))
			out.at[out.n++] = url->at[i];
	}
	*url = (struct tcn_str){ out.at, out.n };
}

void
tcn_url_canonical(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str *canonical)
{
	struct parts parts;
	struct out out = { 0 };

	without_blanks(arena, &url);
	*canonical = url;
	if (!take_authority(&url, &parts))
		return;
	split_rest(url, &parts);
	out.at = tcn_arena_alloc(arena, canonical->n);
	put_str(&out, parts.scheme);
	for (size_t i = 0; i < parts.host.n; i++)
		out.at[out.n++] = tcn_ascii_lower(parts.host.at[i]);
	if (parts.port.n > 0) {
		put_str(&out, tcn_str(":"));
		put_str(&out, parts.port);
	}
	put_str(&out, parts.path);
	put_query(&out, parts.query);
	assert(out.n <= canonical->n);
	*canonical = (struct tcn_str){ out.at, out.n };
}

struct tcn_str
tcn_url_host(struct tcn_str url)
{
	struct parts parts;

	url = tcn_str_trim(url);
	if (!take_authority(&url, &parts))
		return (struct tcn_str){ 0 };
	return parts.host;
}

struct tcn_str
tcn_url_web(struct tcn_str url)
{
	struct tcn_str rest;
	struct parts parts;

	url = rest = tcn_str_trim(url);
	return take_authority(&rest, &parts) && !has_controls(url, ' ' - 1)
	    ? url
	    : (struct tcn_str){ 0 };
}

struct tcn_str
tcn_url_site(struct tcn_str url)
{
	static const struct tcn_str mirrors[] = {
		TCN_STR("www."),
		TCN_STR("m."),
		TCN_STR("mobile."),
		TCN_STR("amp."),
	};
	struct tcn_str site = tcn_url_host(url);

	for (size_t i = 0; i < sizeof mirrors / sizeof *mirrors; i++) {
		struct tcn_str rest;

		if (!begins_with(site, mirrors[i]))
			continue;
		rest = behind(site, mirrors[i].n);
		if (memchr(rest.at, '.', rest.n))
			site = rest;
	}
	return site;
}
