/*
 * sql/db_tokenizer.c - cuts texts of ASCII for FTS5, as its own tokenizer does.
 *
 * Full-text search names SQLite's tokenizer "unicode61" in its schema. Ours has
 * the same name on our connections, gives the same tokens, and hands every text
 * that is not of ASCII alone to SQLite's. What SQLite's own needs for a full
 * text is a third of the instructions without what becomes of the tokens; a
 * connection without ours reads and writes the same index.
 */
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "sql/db.h"

#define NAME     "unicode61"
#define TEXT_MAX 65536 /* bytes; longer texts are SQLite's */

/* SQLite's tokenizer, of one connection. */
struct original {
	fts5_tokenizer methods;
	void *data;
};

/* One that a table uses. */
struct tokenizer {
	const struct original *original;
	Fts5Tokenizer *own; /* the original's */
	bool is_plain; /* its tokens are letters and digits */
	/* The text in small letters, and blanks behind it. */
	char small[TEXT_MAX + 2 * TCN_ASCII_BLOCK];
};

static int
create(void *data, const char **args, int args_n, Fts5Tokenizer **to)
{
	const struct original *original = data;
	struct tokenizer *made = tcn_mem_calloc(1, sizeof *made);
	int code =
	    original->methods.xCreate(original->data, args, args_n, &made->own);

	if (code) {
		tcn_mem_free(made);
		return code;
	}
	made->original = original;
	made->is_plain =
	    args_n == 2 && strcmp(args[0], "remove_diacritics") == 0;
	*to = (Fts5Tokenizer *)made;
	return SQLITE_OK;
}

static void
destroy(Fts5Tokenizer *of)
{
	struct tokenizer *tokenizer = (struct tokenizer *)of;

	tokenizer->original->methods.xDelete(tokenizer->own);
	tcn_mem_free(tokenizer);
}

typedef int take_token(void *ctx, int flags, const char *token, int n, int from,
    int to);

/* Gives each run of letters and digits of n bytes of ASCII: it begins and ends
 * where a byte is of another kind than the one before. */
static int
cut(struct tokenizer *tokenizer, const char *text, int n, take_token *take,
    void *ctx)
{
	char *small = tokenizer->small;
	int code = SQLITE_OK, from = -1;

	for (int i = 0; i < n; i++)
		small[i] = tcn_ascii_lower(text[i]);
	memset(small + n, ' ', TCN_ASCII_BLOCK);
	for (int i = 0; i <= n && !code; i += TCN_ASCII_BLOCK) {
		uint64_t alnum = tcn_ascii_kinds(small + i).alnum;
		uint64_t edges = alnum ^ (alnum << 1 | (from >= 0));

		for (; edges && !code; edges &= edges - 1) {
			int at = i + __builtin_ctzll(edges);

			if (from >= 0)
				code = take(ctx, 0, small + from, at - from,
				    from, at);
			from = from < 0 ? at : -1;
		}
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int
tokenize(Fts5Tokenizer *of, void *ctx, int flags, const char *text, int n,
    take_token *take)
{
	struct tokenizer *tokenizer = (struct tokenizer *)of;
	struct tcn_str all = { text, (size_t)n };

	if (tokenizer->is_plain && n <= TEXT_MAX &&
	    tcn_utf8_ascii_n(all) == all.n)
		return cut(tokenizer, text, n, take, ctx);
	return tokenizer->original->methods.xTokenize(tokenizer->own, ctx,
	    flags, text, n, take);
}

/* The interface of FTS5; NULL: the connection has none. */
static int
find_fts5(sqlite3 *db, fts5_api **fts5)
{
	sqlite3_stmt *stmt;
	int code = sqlite3_prepare_v2(db, "SELECT fts5(?)", -1, &stmt, NULL);

	*fts5 = NULL;
	if (code)
		return code;
	sqlite3_bind_pointer(stmt, 1, fts5, "fts5_api_ptr", NULL);
	sqlite3_step(stmt);
	return sqlite3_finalize(stmt);
}

int
tcn_db_add_tokenizer(sqlite3 *db)
{
	fts5_tokenizer ours = { create, destroy, tokenize };
	struct original *original;
	fts5_api *fts5;
	int code = find_fts5(db, &fts5);

	if (code || !fts5)
		return code;
	original = tcn_mem_calloc(1, sizeof *original);
	code = fts5->xFindTokenizer(fts5, NAME, &original->data,
	    &original->methods);
	if (!code)
		code = fts5->xCreateTokenizer(fts5, NAME, original, &ours,
		    tcn_mem_free);
	if (code)
		tcn_mem_free(original);
	return code;
}
