#include "tools/pipeline/search_rule.h"

#include <ctype.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "tools/base/safe.h"

#define TERM_CHARS 200
#define PREFIX_MIN 3 /* as of a search: bytes of word*, with the star */

void
tcn_search_rule_name(struct tcn_str text,
    char name[static TCN_SEARCH_RULE_NAME_BYTES])
{
	size_t n = 0;

	for (size_t i = 0; i < text.n && n + 1 < TCN_SEARCH_RULE_NAME_BYTES;
	     i++) {
		unsigned char c = (unsigned char)text.at[i];

		if (c < 0x80 && isalnum(c))
			name[n++] = (char)tolower(c);
		else if (n && name[n - 1] != '-')
			name[n++] = '-';
	}
	while (n && name[n - 1] == '-')
		n--;
	name[n] = '\0';
	if (!n)
		memcpy(name, "search", sizeof "search");
}

/* Whether a word can be looked for at all: FTS5 and rules leave out what has
 * neither letter nor digit. */
static bool
has_letter(struct tcn_str word)
{
	for (size_t i = 0; i < word.n;) {
		int32_t at = (int32_t)i;
		UChar32 c;

		U8_NEXT((const uint8_t *)word.at, at, (int32_t)word.n, c);
		i = (size_t)at;
		if (c >= 0 && u_isalnum(c))
			return true;
	}
	return false;
}

/* A text in single quotes, in which nothing but they has meaning. */
static void
add_quoted(struct tcn_buf *out, struct tcn_str text)
{
	tcn_buf_char(out, '\'');
	for (size_t i = 0; i < text.n; i++) {
		if (text.at[i] == '\'')
			tcn_buf_char(out, '\'');
		tcn_buf_char(out, text.at[i]);
	}
	tcn_buf_char(out, '\'');
}

/* word* as a pattern: /\bword/i. */
static void
add_prefix(struct tcn_buf *out, struct tcn_str word)
{
	struct tcn_buf pattern = { 0 };

	tcn_buf_z(&pattern, "/\\b");
	for (size_t i = 0; i < word.n; i++) {
		unsigned char c = (unsigned char)word.at[i];

		if (c == ' ') {
			tcn_buf_z(&pattern, "\\s+");
			continue;
		}
		if (c < 0x80 && !isalnum(c))
			tcn_buf_char(&pattern, '\\');
		tcn_buf_char(&pattern, (char)c);
	}
	tcn_buf_z(&pattern, "/i");
	add_quoted(out, tcn_buf_view(&pattern));
	tcn_buf_fini(&pattern);
}

/* Adds a word or phrase to the list that is open; *n counts them. */
static void
add_term(struct tcn_str part, struct tcn_arena *arena, struct tcn_buf *out,
    size_t *n)
{
	bool prefix = part.n > PREFIX_MIN && part.at[part.n - 1] == '*';
	struct tcn_str term;

	part.n -= prefix;
	tcn_safe_text(arena, part, TERM_CHARS, &term);
	while (term.n && *term.at == '/') { /* begins a pattern */
		term.at++;
		term.n--;
	}
	if (!has_letter(term))
		return;
	tcn_buf_z(out, (*n)++ ? ", " : "");
	if (prefix)
		add_prefix(out, term);
	else
		add_quoted(out, term);
}

static void
add_words(const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_buf *out, size_t *n)
{
	struct tcn_str rest = search->query;
	struct tcn_store_search_part part;
	struct tcn_buf list = { 0 };

	while (tcn_store_search_next_part(&rest, &part))
		add_term(part.text, arena, &list, n);
	if (*n) {
		tcn_buf_z(out, "      all: [");
		tcn_buf_str(out, tcn_buf_view(&list));
		tcn_buf_z(out, "]\n");
	}
	tcn_buf_fini(&list);
}

/* "      source: ['...']", unless there is none. */
static void
add_condition(const char *name, struct tcn_str value, struct tcn_arena *arena,
    struct tcn_buf *out, size_t *n)
{
	struct tcn_str clean;

	if (!value.n)
		return;
	tcn_safe_text(arena, value, TERM_CHARS, &clean);
	if (!clean.n)
		return;
	tcn_buf_printf(out, "      %s: [", name);
	add_quoted(out, clean);
	tcn_buf_z(out, "]\n");
	++*n;
}

enum tcn_rc
tcn_search_rule(const struct tcn_store_search *search, struct tcn_str name,
    struct tcn_arena *arena, struct tcn_buf *out, struct tcn_err *err)
{
	char word[TCN_SEARCH_RULE_NAME_BYTES];
	size_t n = 0;

	tcn_search_rule_name(name, word);
	tcn_buf_printf(out, "  - name: %s\n    watch: true\n    where:\n",
	    word);
	add_words(search, arena, out, &n);
	add_condition("source", search->source, arena, out, &n);
	add_condition("language", search->lang, arena, out, &n);
	add_condition("category", search->category, arena, out, &n);
	if (search->category.n)
		tcn_buf_z(out, "      predicted: true\n");
	return n ? TCN_OK
		 : tcn_err_set(err, TCN_INVALID,
		       "a rule asks for words, a source, a language or a "
		       "category: this search has none of them");
}

const char *
tcn_search_rule_left_out(const struct tcn_store_search *search, size_t i)
{
	const struct {
		const char *name;
		bool is;
	} parts[] = {
		{ "since", search->since_ms && search->since_ms != INT64_MIN },
		{ "until", search->until_ms && search->until_ms != INT64_MAX },
		{ "event", search->event.n > 0 },
	};

	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
		if (parts[k].is && i-- == 0)
			return parts[k].name;
	return NULL;
}
