#include "engine/item/page_key.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/url.h"

static bool
is_page(struct tcn_str canonical)
{
	struct tcn_str host = tcn_url_host(canonical);
	const char *end = canonical.at + canonical.n;
	const char *path = host.n ? host.at + host.n : end;

	while (path < end && *path != '/' && *path != '?')
		path++;
	return end - path > 1; /* more than the slash of the front page */
}

void
tcn_page_key(struct tcn_arena *arena, struct tcn_str source, struct tcn_str url,
    uint64_t *key)
{
	uint64_t parts[2];

	tcn_url_canonical(arena, url, &url);
	*key = 0;
	if (!url.n || !is_page(url))
		return;
	parts[0] = XXH3_64bits(source.n ? source.at : "", source.n);
	parts[1] = XXH3_64bits(url.at, url.n);
	*key = XXH3_64bits(parts, sizeof parts);
}
