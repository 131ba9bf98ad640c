/*
 * tests/fuzz/fuzz_category.c - damaged rows of learnt categories do no harm.
 *
 * The input is rows of the saved state: a byte for the kind, four for the id,
 * two for the length, and so many bytes, as this machine has them. They are
 * loaded; what is accepted is guessed by and learnt from, across many
 * half-lives, and saved. The rows may be refused, and make any guess.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "window/base/state.h"
#include "window/category/category.h"

enum {
	HEAD_BYTES = 7,
	WORDS = 30, /* of an article: more than are multiplied at once */
	NEXT_N = 40, /* articles after the rows are loaded */
};

/* Loads a row and returns its bytes; 0: none is left, or it is refused. */
static size_t
load(struct tcn_category *model, const uint8_t *data, size_t size,
    enum tcn_rc *rc)
{
	struct tcn_state_row row = { .kind = TCN_STATE_CATEGORY_TOTALS };
	uint32_t id;
	uint16_t n;

	if (size < HEAD_BYTES)
		return 0;
	memcpy(&id, data + 1, sizeof id);
	memcpy(&n, data + 5, sizeof n);
	if (size - HEAD_BYTES < n)
		return 0;
	row.kind += data[0] % 5;
	row.id = id;
	row.bytes = data + HEAD_BYTES;
	row.n = n;
	*rc = tcn_category_restore_row(model, &row);
	must(*rc == TCN_OK || *rc == TCN_CORRUPT);
	return *rc ? 0 : HEAD_BYTES + row.n;
}

static enum tcn_rc
keep(void *ctx, const struct tcn_state_row *row)
{
	size_t *n = ctx;

	*n += row->n;
	return TCN_OK;
}

/* An article of words of which some are those of the rows. */
static struct tcn_doc
doc_of(unsigned i, struct tcn_term terms[WORDS])
{
	for (unsigned k = 0; k < WORDS; k++)
		terms[k] = (struct tcn_term){ .id = 1 + (i * 7 + k * k) % 50 };
	return (struct tcn_doc){ .terms = terms, .terms_n = i % 2 ? 4 : WORDS };
}

static void
go_on(struct tcn_category *model)
{
	static const char *const names[] = { "sport", "a", "world", "b" };

	for (unsigned i = 0; i < NEXT_N; i++) {
		struct tcn_term terms[WORDS];
		struct tcn_doc doc = doc_of(i, terms);
		struct tcn_category_guess guess;

		tcn_category_set_now(model, (int64_t)i * i * i * TCN_DAY_MS);
		tcn_category_guess(model, &doc, &guess);
		must(guess.margin >= 0);
		must(!isnan(guess.margin));
		must(guess.probability >= 0 && guess.probability <= 1);
		tcn_category_test(model, &guess, tcn_str(names[i % 4]));
		tcn_category_learn(model, &doc, tcn_str(names[i % 4]));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct tcn_category_conf conf = { .half_life_ms = TCN_DAY_MS,
		.labels_max = 3,
		.least = 1,
		.terms_max = 40,
		.share = .9,
		.note_changes = true };
	struct tcn_category *model;
	enum tcn_rc rc = TCN_OK;
	size_t n, bytes = 0;

	model = tcn_category_new(&conf);
	while ((n = load(model, data, size, &rc)) > 0) {
		data += n;
		size -= n;
	}
	if (!rc && !tcn_category_restore_end(model)) {
		go_on(model);
		must(tcn_category_save(model, keep, &bytes) == TCN_OK);
		must(bytes > 0);
	}
	tcn_category_free(model);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
