#include "sql/store_terms_impl.h"

#include <string.h>
#include <xxhash.h>

#include "sql/store_delta_impl.h"

#define KEY_CHARS 13 /* five bits each */

void
tcn_store_terms_add(struct tcn_buf *bytes, const struct tcn_story_term *term)
{
	uint64_t weight;

	memcpy(&weight, &term->weight, sizeof weight);
	tcn_wire_fixed8(bytes, weight);
	tcn_wire_text(bytes, term->word);
}

bool
tcn_store_terms_next(struct tcn_wire_in *in, struct tcn_story_term *term)
{
	uint64_t weight;

	if (!tcn_wire_left(in))
		return false;
	weight = tcn_wire_read_fixed8(in);
	memcpy(&term->weight, &weight, sizeof weight);
	term->word = tcn_wire_read_text(in);
	return !in->bad;
}

static struct tcn_str
bytes_of(sqlite3_value *value)
{
	const char *at = sqlite3_value_blob(value);

	return (struct tcn_str){ at, (size_t)sqlite3_value_bytes(value) };
}

/* What was written is the result, as text or as bytes. */
static void
give(sqlite3_context *ctx, struct tcn_buf *out, bool is_text)
{
	const char *at = out->at ? out->at : "";

	if (is_text)
		sqlite3_result_text64(ctx, at, out->n, SQLITE_TRANSIENT,
		    SQLITE_UTF8);
	else
		sqlite3_result_blob64(ctx, at, out->n, SQLITE_TRANSIENT);
	tcn_buf_fini(out);
}

static void
story_term(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	const struct tcn_story_term term = { bytes_of(argv[0]),
		sqlite3_value_double(argv[1]), 0 };
	struct tcn_buf out = { 0 };

	(void)argc;
	tcn_store_terms_add(&out, &term);
	give(ctx, &out, false);
}

static void
story_keys(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	struct tcn_wire_in in = tcn_wire_in(bytes_of(argv[0]));
	struct tcn_story_term term;
	struct tcn_buf out = { 0 };

	(void)argc;
	while (tcn_store_terms_next(&in, &term)) {
		uint64_t hash = XXH3_64bits(term.word.at, term.word.n);
		char key[KEY_CHARS + 1] = { [KEY_CHARS] = ' ' };

		for (size_t i = 0; i < KEY_CHARS; i++, hash >>= 5)
			key[i] = "0123456789abcdefghijklmnopqrstuv"[hash & 31];
		tcn_buf_add(&out, key, sizeof key);
	}
	give(ctx, &out, true);
}

static void
story_shared(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	struct tcn_wire_in in = tcn_wire_in(bytes_of(argv[0]));
	struct tcn_story_term ours, own;
	double shared = 0;
	bool any = false;

	(void)argc;
	while (tcn_store_terms_next(&in, &ours)) {
		struct tcn_wire_in others = tcn_wire_in(bytes_of(argv[1]));

		while (tcn_store_terms_next(&others, &own)) {
			if (!tcn_str_equal(ours.word, own.word))
				continue;
			shared += ours.weight * own.weight;
			any = true;
		}
	}
	if (any && !in.bad)
		sqlite3_result_double(ctx, shared);
}

static void
state_row(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	struct tcn_str bytes = bytes_of(argv[2]);
	const struct tcn_state_row row = {
		.kind = (uint32_t)sqlite3_value_int64(argv[0]),
		.id = (uint64_t)sqlite3_value_int64(argv[1]),
		.bytes = bytes.at ? bytes.at : "",
		.n = bytes.n,
	};
	struct tcn_buf out = { 0 };

	(void)argc;
	tcn_store_delta_add(&out, &row);
	give(ctx, &out, false);
}

int
tcn_store_terms_functions(sqlite3 *db)
{
	static const struct {
		const char *name;
		int args;
		void (*call)(sqlite3_context *, int, sqlite3_value **);
	} all[] = {
		{ "story_term", 2, story_term },
		{ "story_keys", 1, story_keys },
		{ "story_shared", 2, story_shared },
		{ "state_row", 3, state_row },
	};
	int code = SQLITE_OK;

	for (size_t i = 0; i < sizeof all / sizeof *all && !code; i++)
		code = sqlite3_create_function_v2(db, all[i].name, all[i].args,
		    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
		    NULL, all[i].call, NULL, NULL, NULL);
	return code;
}
