/*
 * Any bytes as a robots.txt, of which the first line is an address to ask
 * about: the answer takes bounded time, a file without "disallow" allows
 * everything, and all memory comes back.
 */
#include <strings.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/intake/feeds/robots.h"

static bool
has_word(struct tcn_str s, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= s.n; i++)
		if (strncasecmp(s.at + i, word, n) == 0)
			return true;
	return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size }, url = bytes;
	const char *end = size ? memchr(data, '\n', size) : NULL;
	struct tcn_robots robots;
	struct tcn_arena arena;
	bool allowed;

	if (end)
		url.n = (size_t)(end - url.at);
	tcn_arena_init(&arena, 0);
	tcn_robots_parse(bytes, tcn_str("tocsin/1.0"), &arena, &robots);
	must(robots.rules_n <= 1000 && robots.sitemaps_n <= 100);
	must(robots.delay_ms >= 0 && robots.delay_ms <= 60000);
	for (size_t i = 0; i < robots.sitemaps_n; i++)
		must(robots.sitemaps[i].n > 0);
	allowed = tcn_robots_allows(&robots, url, &arena);
	must(allowed || has_word(bytes, "disallow"));
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
