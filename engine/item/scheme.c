#include "engine/item/scheme.h"

#include <inttypes.h>
#include <string.h>

static void
print_simhash(const struct tcn_scheme_input *input, struct tcn_buf *out)
{
	if (input->has_fingerprint)
		tcn_buf_printf(out, ",\"fingerprint\":\"%016" PRIx64 "\"",
		    input->fingerprint);
	else
		tcn_buf_z(out, ",\"fingerprint\":null");
}

static void
print_numbers(struct tcn_buf *out, const char *key, const uint32_t *numbers,
    size_t n)
{
	tcn_buf_printf(out, ",\"%s\":[", key);
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(out, "%s%" PRIu32, i ? "," : "", numbers[i]);
	tcn_buf_char(out, ']');
}

/* The words that count, as they stand first. */
static void
print_words(const struct tcn_scheme_input *input, struct tcn_buf *out)
{
	size_t n = 0;

	tcn_buf_z(out, ",\"words\":[");
	for (size_t i = 0; i < input->doc->terms_n; i++) {
		const struct tcn_term *term = &input->doc->terms[i];

		if (term->flags & (TCN_TERM_STOP | TCN_TERM_SUFFIX) ||
		    (input->title_only && !(term->flags & TCN_TERM_TITLE)))
			continue;
		if (n++)
			tcn_buf_char(out, ',');
		tcn_buf_json(out, term->word);
	}
	tcn_buf_char(out, ']');
}

static void
print_minhash(const struct tcn_scheme_input *input, struct tcn_buf *out)
{
	const struct tcn_doc *doc = input->doc;
	size_t n = input->title_only ? doc->title_numbers_n : doc->numbers_n;
	uint32_t values[TCN_MINHASH_VALUES_MAX];

	tcn_buf_z(out, ",\"source\":");
	tcn_buf_json(out, doc->article->source);
	tcn_buf_z(out, ",\"title\":");
	tcn_buf_json(out, doc->title);
	tcn_buf_z(out, ",\"url\":");
	tcn_buf_json(out, doc->article->url);
	print_words(input, out);
	print_numbers(out, "numbers", doc->numbers, n);
	if (n)
		tcn_minhash_sign(input->minhash, doc->numbers, n, values);
	print_numbers(out, "values", values,
	    n ? tcn_minhash_values(input->minhash) : 0);
}

static void
print_sentences(const struct tcn_scheme_input *input, struct tcn_buf *out)
{
	const struct tcn_sketch *sketch = &input->doc->sketch;

	tcn_buf_printf(out, ",\"sentences\":%" PRIu32 ",\"sketch\":[",
	    sketch->full);
	for (uint32_t i = 0; i < sketch->n; i++)
		tcn_buf_printf(out, "%s\"%08" PRIx32 "\"", i ? "," : "",
		    sketch->at[i]);
	tcn_buf_char(out, ']');
}

static const struct tcn_scheme schemes[] = {
	{ "simhash", true, print_simhash },
	{ "minhash", false, print_minhash },
	{ "sentences", false, print_sentences },
};

#define SCHEMES (sizeof schemes / sizeof *schemes)

const struct tcn_scheme *
tcn_scheme_find(const char *name)
{
	if (!name)
		return &schemes[0];
	for (size_t i = 0; i < SCHEMES; i++)
		if (strcmp(schemes[i].name, name) == 0)
			return &schemes[i];
	return NULL;
}
