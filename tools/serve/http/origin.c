#include "tools/serve/http/origin.h"

#include <strings.h>

#include "engine/base/ascii.h"

/* The host of "host:port", without the port if it is the scheme's own. */
static struct tcn_str
host_of(struct tcn_str at, struct tcn_str scheme)
{
	struct tcn_str port = tcn_str(scheme.n == 5 ? ":443" : ":80");
	size_t n = at.n - port.n;

	if (at.n > port.n && memcmp(at.at + n, port.at, port.n) == 0)
		at.n = n;
	return at;
}

static bool
is_same(struct tcn_str a, struct tcn_str b)
{
	return a.n == b.n && strncasecmp(a.at, b.at, a.n) == 0;
}

/* Whether the origin, and nothing behind it, is of that scheme and host. */
static bool
is(const char *origin, struct tcn_str scheme, struct tcn_str host)
{
	struct tcn_str at = tcn_str(origin);

	if (host.n == 0 || at.n < scheme.n + 3 ||
	    strncasecmp(at.at, scheme.at, scheme.n) != 0 ||
	    memcmp(at.at + scheme.n, "://", 3) != 0)
		return false;
	at.at += scheme.n + 3;
	at.n -= scheme.n + 3;
	return is_same(host_of(at, scheme), host_of(host, scheme));
}

bool
tcn_origin_is(const char *origin, const char *scheme, const char *host)
{
	return is(origin, tcn_str(scheme), tcn_str(host));
}

bool
tcn_origin_of(const char *origin, const char *url)
{
	const char *host = strstr(url, "://");
	struct tcn_str scheme = { url, host ? (size_t)(host - url) : 0 };

	return host &&
	    is(origin, scheme,
		(struct tcn_str){ host + 3, strcspn(host + 3, "/?#") });
}

bool
tcn_origin_is_own_path(struct tcn_str path)
{
	bool in_path = true;

	if (path.n == 0 || path.n > TCN_ORIGIN_PATH_MAX || path.at[0] != '/')
		return false;
	for (size_t i = 0; i < path.n; i++) {
		char c = path.at[i];

		if (c <= ' ' || c >= 0x7f || c == '\\')
			return false;
		in_path = in_path && c != '?' && c != '#';
		if (in_path && c == '/' && i && path.at[i - 1] == '/')
			return false;
	}
	return true;
}
