/*
 * An address from anywhere: its canonical form is no longer, is its own
 * canonical form, and names the same host and publisher.
 */
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/item/publisher.h"
#include "tests/fuzz/must.h"

static void
must_be_lower(struct tcn_str got, struct tcn_str of)
{
	must(got.n == of.n);
	for (size_t i = 0; i < got.n; i++) {
		must(got.at[i] == of.at[i] ||
		    got.at[i] == (char)(of.at[i] | 32));
		must(got.at[i] < 'A' || got.at[i] > 'Z');
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str url = { (const char *)data, size };
	struct tcn_str source = tcn_str("Source");
	struct tcn_str once, twice, publisher;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_url_canonical(&arena, url, &once);
	tcn_url_canonical(&arena, once, &twice);
	must(tcn_str_equal(once, twice));
	must(once.n <= url.n);
	must(tcn_url_host(url).n <= url.n);
	must(tcn_url_site(once).n <= tcn_url_host(once).n);
	tcn_publisher_name(&arena, once, source, &publisher);
	if (tcn_url_host(once).n)
		must_be_lower(publisher, tcn_url_site(once));
	else
		must_be_lower(publisher, source);
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
