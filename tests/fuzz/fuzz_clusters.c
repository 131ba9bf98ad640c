/*
 * tests/fuzz/fuzz_clusters.c - damaged rows of clusters do no harm.
 *
 * The input is a list of rows: an octet for the kind (odd: names that went into
 * others), the item's number and the length of what follows (2 each, little
 * endian), and the bytes of the row. They are restored, each may be refused;
 * what was accepted then takes in items, forgets some, and is saved.
 */
#include <string.h>

#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "window/base/state.h"
#include "window/cluster/clusters.h"

#define HEAD_BYTES 5
#define ITEMS      12
#define WORDS      4

static unsigned
two(const uint8_t *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

/* A copy of just its length: whoever reads on is seen. */
static void
restore(struct tcn_clusters *c, const uint8_t *head, size_t n)
{
	struct tcn_state_row row = {
		.kind =
		    head[0] % 2 ? TCN_STATE_CLUSTERS : TCN_STATE_CLUSTER_ITEM,
		.id = two(head + 1),
		.n = n,
	};
	void *bytes = malloc(n + !n);
	enum tcn_rc rc;

	must(bytes != NULL);
	memcpy(bytes, head + HEAD_BYTES, n);
	row.bytes = bytes;
	rc = tcn_clusters_restore(c, &row);
	must(rc == TCN_OK || rc == TCN_CORRUPT);
	free(bytes);
}

static enum tcn_rc
pass(void *ctx, const struct tcn_state_row *row)
{
	(void)ctx;
	(void)row;
	return TCN_OK;
}

/* Items like each other by half of their words, as time goes on. */
static void
take_in(struct tcn_clusters *c)
{
	for (uint32_t i = 0; i < ITEMS; i++) {
		const uint32_t words[WORDS] = { 1, 2, i / 3, i };
		const struct tcn_clusters_item item = {
			.words = words,
			.words_n = WORDS,
			.seq = 70000 + i,
			.ts_ms = (int64_t)i * 3600 * 1000,
		};
		struct tcn_clusters_step step;

		tcn_clusters_expire(c, item.ts_ms);
		tcn_clusters_insert(c, &item, item.ts_ms, &step);
		must(step.cluster != 0 && step.items > 0);
		must(tcn_clusters_check(c, NULL) == TCN_OK);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_clusters_conf conf = tcn_clusters_conf_default;
	struct tcn_clusters *c;
	size_t at = 0;

	conf.saved = true;
	conf.link = size % 2 ? TCN_CLUSTERS_SINGLE : TCN_CLUSTERS_LEADER;
	c = tcn_clusters_new(&conf);
	while (size - at >= HEAD_BYTES) {
		size_t n = two(data + at + 3);

		if (n > size - at - HEAD_BYTES)
			n = size - at - HEAD_BYTES;
		restore(c, data + at, n);
		at += HEAD_BYTES + n;
	}
	must(tcn_clusters_check(c, NULL) == TCN_OK);
	take_in(c);
	must(tcn_clusters_save(c, pass, NULL) == TCN_OK);
	tcn_clusters_free(c);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
