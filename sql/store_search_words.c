#include <inttypes.h>
#include <unicode/utf8.h>

#include "engine/base/utf8.h"
#include "engine/text/fold.h"
#include "sql/query.h"
#include "sql/store_search_impl.h"

#define WORDS_MAX     64
#define PREFIX_MIN    3 /* bytes: a shorter one matches half the index */
#define LISTED_MAX    8 /* words that are looked up one by one */
#define COUNTED_MAX   10000
#define LETTERS_LEAST 3 /* of a word, for another to be named in its place */
#define LETTERS_MAX   24

/* --- a query as an expression --- */

static bool
is_gap(char c)
{
	return c == '\0' || c == ' ' || (c >= '\t' && c <= '\r');
}

bool
tcn_store_search_next_part(struct tcn_str *rest,
    struct tcn_store_search_part *part)
{
	size_t n = 0;

	part->quoted = false;
	while (rest->n && (is_gap(rest->at[0]) || rest->at[0] == '"')) {
		part->quoted = rest->at[0] == '"';
		rest->at++;
		rest->n--;
	}
	while (n < rest->n && rest->at[n] != '"' &&
	    (part->quoted || !is_gap(rest->at[n])))
		n++;
	part->text = (struct tcn_str){ rest->at, n };
	rest->at += n;
	rest->n -= n;
	if (part->quoted && rest->n) {
		rest->at++;
		rest->n--;
	}
	return n > 0;
}

static void
add_part(struct tcn_buf *expr, struct tcn_str part)
{
	bool prefix = part.n > PREFIX_MIN && part.at[part.n - 1] == '*';

	tcn_buf_z(expr, expr->n ? " \"" : "\"");
	for (size_t i = 0; i < part.n; i++)
		tcn_buf_char(expr, part.at[i] ? part.at[i] : ' ');
	tcn_buf_z(expr, prefix ? "\"*" : "\"");
}

void
tcn_store_search_expression(struct tcn_str query, struct tcn_buf *expr)
{
	struct tcn_store_search_part part;

	for (int i = 0;
	     i < WORDS_MAX && tcn_store_search_next_part(&query, &part); i++)
		add_part(expr, part.text);
}

/* Reads the snippets of the articles in the list, JSON, which lie between low
 * and high; each is that of all hits of its article. */
static enum tcn_rc
read_snippets(struct tcn_query *q, const struct tcn_store_search_hit *hits,
    size_t n, struct tcn_arena *arena,
    struct tcn_store_search_snippet *snippets)
{
	while (tcn_query_next(q)) {
		struct tcn_store_search_snippet snippet;
		uint64_t article;

		TCN_QUERY_GET(q, arena, &article, &snippet.title,
		    &snippet.text);
		for (size_t i = 0; i < n; i++)
			if (hits[i].article == article)
				snippets[i] = snippet;
	}
	return tcn_query_end(q);
}

enum tcn_rc
tcn_store_search_snippets(const struct tcn_store *st, struct tcn_str query,
    const struct tcn_store_search_hit *hits, size_t n, struct tcn_arena *arena,
    struct tcn_store_search_snippet **snippets)
{
	/* +rowid: by a walk; one look at the index for each would open all of
	 * its segments anew. */
	static const char sql[] =
	    "SELECT rowid, highlight(search, 0, ?5, ?6),"
	    " snippet(search, 1, ?5, ?6, '\xe2\x80\xa6', 24)"
	    " FROM search WHERE search MATCH ?1 AND rowid BETWEEN ?2 AND ?3"
	    " AND +rowid IN (SELECT value FROM json_each(?4))";
	uint64_t low = UINT64_MAX, high = 0;
	struct tcn_buf expr = { 0 }, list = { 0 };
	struct tcn_query q;
	enum tcn_rc rc = TCN_OK;

	tcn_store_search_expression(query, &expr);
	*snippets = tcn_arena_zalloc(arena, n + 1, sizeof **snippets);
	for (size_t i = 0; i < n; i++) {
		low = hits[i].article < low ? hits[i].article : low;
		high = hits[i].article > high ? hits[i].article : high;
		tcn_buf_printf(&list, "%c%" PRIu64, i ? ',' : '[',
		    hits[i].article);
	}
	tcn_buf_char(&list, ']');
	if (expr.n && n) {
		q = TCN_QUERY(st, sql, tcn_buf_view(&expr), low, high,
		    tcn_buf_view(&list), TCN_STORE_SEARCH_MARK_BEGIN,
		    TCN_STORE_SEARCH_MARK_END);
		rc = read_snippets(&q, hits, n, arena, *snippets);
	}
	tcn_buf_fini(&list);
	tcn_buf_fini(&expr);
	return rc;
}

/* --- a word that nothing holds, and the one that may have been meant --- */

static enum tcn_rc
count(const struct tcn_store *st, struct tcn_str part, uint64_t *n)
{
	static const char sql[] = "SELECT count(*) FROM (SELECT 1 FROM search"
				  " WHERE search MATCH ? LIMIT ?)";
	struct tcn_buf expr = { 0 };
	struct tcn_query q;
	enum tcn_rc rc;

	*n = 0;
	add_part(&expr, part);
	q = TCN_QUERY(st, sql, tcn_buf_view(&expr), COUNTED_MAX);
	rc = TCN_QUERY_ONE(&q, NULL, n);
	tcn_buf_fini(&expr);
	return rc;
}

/* A word in letters; those that differ from it in one are tried in turn. */
struct speller {
	const struct tcn_store *st;
	struct tcn_arena *arena;
	uint32_t letters[LETTERS_MAX + 1];
	size_t n;
	uint32_t first, last; /* the letters of its script, in the index */
	uint64_t best_n;
	struct tcn_str best;
};

/* Scripts whose words differ by letters, as the index spells them. */
static bool
take_script(struct speller *s)
{
	static const uint32_t scripts[][2] = {
		{ 'a', 'z' }, { 0x3b1, 0x3c9 }, /* Greek */
		{ 0x430, 0x45f }, /* Cyrillic */
		{ 0x561, 0x587 }, /* Armenian */
		{ 0x5d0, 0x5ea }, /* Hebrew */
		{ 0x621, 0x64a }, /* Arabic */
		{ 0x905, 0x94d }, /* Devanagari */
		{ 0x985, 0x9cd }, /* Bengali */
		{ 0x10d0, 0x10f0 }, /* Georgian */
	};

	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		s->first = scripts[i][0];
		s->last = scripts[i][1];
		for (size_t k = 0; k < s->n; k++)
			if (s->letters[k] >= s->first &&
			    s->letters[k] <= s->last)
				return true;
	}
	return false;
}

/* Looks the letters up in the index; the word that most articles hold wins. */
static enum tcn_rc
try(struct speller *s, const uint32_t *letters, size_t n)
{
	static const char sql[] =
	    "SELECT doc FROM temp.search_words WHERE term = ?";
	uint8_t bytes[4 * (LETTERS_MAX + 2)];
	struct tcn_str word = { (const char *)bytes, 0 };
	struct tcn_query q;
	uint64_t docs = 0;

	for (size_t i = 0; i < n; i++)
		U8_APPEND_UNSAFE(bytes, word.n, letters[i]);
	q = TCN_QUERY(s->st, sql, word);
	if (tcn_query_next(&q))
		docs = tcn_query_get_u64(&q);
	if (docs > s->best_n) {
		s->best_n = docs;
		tcn_arena_str(s->arena, word, &s->best);
	}
	return tcn_query_end(&q);
}

/* Tries the word with letter i left out, or changed places with the next. */
static enum tcn_rc
try_without(struct speller *s, size_t i)
{
	uint32_t to[LETTERS_MAX + 2];
	enum tcn_rc rc;

	memcpy(to, s->letters, i * sizeof *to);
	memcpy(to + i, s->letters + i + 1, (s->n - i - 1) * sizeof *to);
	rc = try(s, to, s->n - 1);
	if (rc || i + 1 == s->n)
		return rc;
	memcpy(to, s->letters, s->n * sizeof *to);
	to[i] = s->letters[i + 1];
	to[i + 1] = s->letters[i];
	return try(s, to, s->n);
}

/* Tries the word with each letter of its script in place of letter i, and ahead
 * of it. */
static enum tcn_rc
try_with(struct speller *s, size_t i)
{
	uint32_t to[LETTERS_MAX + 2];
	enum tcn_rc rc = TCN_OK;

	for (uint32_t c = s->first; c <= s->last && !rc; c++) {
		memcpy(to, s->letters, i * sizeof *to);
		to[i] = c;
		memcpy(to + i + 1, s->letters + i, (s->n - i) * sizeof *to);
		rc = try(s, to, s->n + 1);
		if (rc || i == s->n)
			continue;
		memcpy(to + i + 1, s->letters + i + 1,
		    (s->n - i - 1) * sizeof *to);
		rc = try(s, to, s->n);
	}
	return rc;
}

/* Reads a word as the index spells it; false: not one to be corrected. */
static void
take_word(struct speller *s, struct tcn_str word, bool *fit)
{
	struct tcn_buf folded = { 0 }, plain = { 0 };
	struct tcn_str letters;

	*fit = tcn_utf8_valid(word);
	if (*fit) {
		tcn_fold(word, &folded);
		tcn_fold_accents(tcn_buf_view(&folded), &plain);
	}
	letters = tcn_buf_view(&plain);
	for (size_t at = 0; at < letters.n && s->n <= LETTERS_MAX;) {
		uint32_t c;

		U8_NEXT_UNSAFE((const uint8_t *)letters.at, at, c);
		s->letters[s->n++] = c;
	}
	*fit = *fit && s->n >= LETTERS_LEAST && s->n <= LETTERS_MAX &&
	    take_script(s);
	tcn_buf_fini(&folded);
	tcn_buf_fini(&plain);
}

static enum tcn_rc
correct(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_store_search_word *word)
{
	struct speller s = { .st = st, .arena = arena };
	bool fit;
	enum tcn_rc rc;

	take_word(&s, word->word, &fit);
	if (!fit)
		return TCN_OK;
	rc = tcn_db_exec(st,
	    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words"
	    " USING fts5vocab (main, search, row)");
	for (size_t i = 0; i <= s.n && !rc; i++) {
		if (i < s.n)
			rc = try_without(&s, i);
		if (!rc)
			rc = try_with(&s, i);
	}
	word->instead = s.best;
	return rc;
}

enum tcn_rc
tcn_store_search_words(const struct tcn_store *st, struct tcn_str query,
    struct tcn_arena *arena, struct tcn_store_search_word_list *words)
{
	struct tcn_store_search_part part;
	enum tcn_rc rc = TCN_OK;

	words->n = 0;
	words->at = tcn_arena_zalloc(arena, LISTED_MAX, sizeof *words->at);
	while (!rc && words->n < LISTED_MAX &&
	    tcn_store_search_next_part(&query, &part)) {
		struct tcn_store_search_word *word = &words->at[words->n++];

		word->word = part.text;
		word->phrase = part.quoted;
		rc = count(st, part.text, &word->articles);
		if (!rc && !word->articles && !word->phrase)
			rc = correct(st, arena, word);
	}
	return rc;
}
