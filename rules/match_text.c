/*
 * The search for the literals of all atoms, in one pass over a text.
 *
 * As Karp and Rabin (IBM J. Res. Dev. 31(2), 1987) a number is rolled over the
 * text that stands for its last characters; as Wu and Manber (1994) only a few
 * characters of each literal are looked up. This key is six characters long;
 * four or three in shorter literals; two or one in scripts without spaces,
 * where a character is worth a syllable or a word. At each position
 *	1. a table of bits says whether any key may end here: nearly never;
 *	2. a map gives the literals of that key: most of what is left has none;
 *	3. each of these is compared with the text.
 * Ten bits of a character are taken, so that one number holds the last six. A
 * key is the lower part of that number, with the key's length at the top.
 */
#include <assert.h>
#include <unicode/utf8.h>

#include "engine/base/buf.h"
#include "rules/match_impl.h"

enum {
	CHAR_BITS = 10,
	SPACELESS_MIN = 0x0e00, /* scripts without spaces begin here */
	ASCII_STEP = 16, /* bytes folded at a time */
};

static uint64_t
move_on(uint64_t last, int32_t c)
{
	return last << CHAR_BITS | ((uint64_t)c & ((1 << CHAR_BITS) - 1));
}

/* The key of the n characters that came last. */
static uint64_t
key_of(uint64_t last, unsigned n)
{
	return (last & ((UINT64_C(1) << (CHAR_BITS * n)) - 1)) |
	    (uint64_t)n << (CHAR_BITS * TCN_MATCH_KEY_MAX);
}

static uint64_t
pack(const int32_t *c, unsigned n)
{
	uint64_t last = 0;

	for (unsigned i = 0; i < n; i++)
		last = move_on(last, c[i]);
	return key_of(last, n);
}

static size_t
bit_of(uint64_t key)
{
	return (size_t)(key * UINT64_C(0xff51afd7ed558ccd) >>
	    (64 - TCN_MATCH_KEY_BITS));
}

static inline bool
has_bit(const uint64_t *bits, uint64_t key)
{
	size_t bit = bit_of(key);

	return bits[bit / 64] >> bit % 64 & 1;
}

static void
set_bit(uint64_t *bits, uint64_t key)
{
	bits[bit_of(key) / 64] |= UINT64_C(1) << bit_of(key) % 64;
}

/* The length of a key that ends at end; 0: there is none. */
static unsigned
key_n(const struct tcn_literal *literal, unsigned end)
{
	unsigned n = literal->n >= 6 ? 6 : literal->n >= 4 ? 4 : 3;

	if (tcn_tokenizer_spaceless(literal->c[end - 1]))
		return literal->n == 1 ? 1
		    : end >= 2 && tcn_tokenizer_spaceless(literal->c[end - 2])
		    ? 2
		    : 0;
	return end >= n ? n : 0;
}

bool
tcn_match_texts_fit(const struct tcn_literal *literal)
{
	for (unsigned end = 1; end <= literal->n; end++)
		if (key_n(literal, end))
			return true;
	return false;
}

/* Where the key ends that has the fewest literals by now; first of equals. */
static unsigned
choose_key(const struct tcn_match_texts *texts,
    const struct tcn_literal *literal, uint64_t *key)
{
	size_t fewest = SIZE_MAX;
	unsigned best = 0;

	for (unsigned end = 1; end <= literal->n; end++) {
		unsigned n = key_n(literal, end);
		uint64_t packed = pack(literal->c + end - n, n);
		const uint64_t *first;
		size_t count = 0;

		if (!n)
			continue;
		first = tcn_map_find(&texts->keys, packed);
		for (uint64_t at = first ? *first : 0; at && count < 64;
		     count++)
			at = texts->literals.at[at - 1].next;
		if (count < fewest) {
			fewest = count;
			best = end;
			*key = packed;
		}
	}
	return best;
}

void
tcn_match_texts_add(struct tcn_match_texts *texts,
    const struct tcn_literal *literal, uint32_t atom)
{
	uint32_t from = (uint32_t)texts->chars.n;
	struct tcn_match_literal *added;
	uint64_t key = 0, *first;
	unsigned end = choose_key(texts, literal, &key);

	assert(end > 0); /* tcn_match_texts_fit() */
	for (unsigned i = 0; i < literal->n; i++) {
		int32_t *c;

		TCN_MATCH_PUSH(&texts->chars, c);
		*c = literal->c[i];
	}
	TCN_MATCH_PUSH(&texts->literals, added);
	tcn_map_put(&texts->keys, key, &first, NULL);
	*added = (struct tcn_match_literal){
		.from = from,
		.n = literal->n,
		.key_end = end,
		.atom = atom,
		.next = (uint32_t)*first,
	};
	*first = texts->literals.n;
	texts->lengths[key_n(literal, end)] = true;
	set_bit(texts->key_bits, key);
	if (key_n(literal, end) >= 4)
		set_bit(texts->end_bits, pack(literal->c + end - 4, 4));
}

void
tcn_match_texts_ready(struct tcn_match_texts *texts)
{
	texts->folded =
	    tcn_mem_alloc(TCN_PATTERN_TEXT_MAX * sizeof *texts->folded);
}

void
tcn_match_texts_fini(struct tcn_match_texts *texts)
{
	tcn_mem_free(texts->literals.at);
	tcn_mem_free(texts->chars.at);
	tcn_map_fini(&texts->keys);
	tcn_buf_fini(&texts->text);
	tcn_mem_free(texts->folded);
}

/* The title without what is known to be the outlet's name. */
static struct tcn_str
title_of(const struct tcn_doc *doc)
{
	struct tcn_str title = doc->title;

	if (doc->suffix_is_source && doc->suffix.n)
		title.n = (size_t)(doc->suffix.at - title.at);
	return title;
}

static int32_t
fold_ascii(uint8_t c)
{
	return c + ((unsigned)(c - 'A') < 26 ? 32 : 0);
}

/* Folds bytes as if all were ASCII; false: they are not. */
static bool
fold_step(const uint8_t at[ASCII_STEP], int32_t to[ASCII_STEP])
{
	uint8_t all = 0;

	for (int i = 0; i < ASCII_STEP; i++)
		all |= at[i];
	for (int i = 0; i < ASCII_STEP; i++)
		to[i] = fold_ascii(at[i]);
	return all < 0x80;
}

/* Folds a text, many bytes at a time where they are ASCII. */
static void
fold(struct tcn_match_texts *texts, const uint8_t *at, size_t n)
{
	size_t to = 0;
	size_t mixed = 0; /* up to here characters are folded one by one */

	texts->spaceless = false;
	for (size_t i = 0; i < n && i < TCN_PATTERN_TEXT_MAX;) {
		int32_t c = at[i];

		if (i >= mixed && i + ASCII_STEP <= n &&
		    to + ASCII_STEP <= TCN_PATTERN_TEXT_MAX &&
		    fold_step(at + i, texts->folded + to)) {
			i += ASCII_STEP;
			to += ASCII_STEP;
			continue;
		}
		if (i >= mixed)
			mixed = i + ASCII_STEP;

		if (c < 0x80) {
			i++;
			c = fold_ascii((uint8_t)c);
		} else {
			U8_NEXT(at, i, n, c);
			c = tcn_literal_fold(c);
			texts->spaceless |= c >= SPACELESS_MIN;
		}
		texts->folded[to++] = c;
	}
	texts->folded_n = to;
}

void
tcn_match_texts_set_doc(struct tcn_match_texts *texts,
    const struct tcn_doc *doc)
{
	struct tcn_str title = title_of(doc), text = doc->text;

	assert(texts->folded != NULL); /* tcn_match_texts_ready() */
	if (text.n > TCN_PATTERN_TEXT_MAX + 8)
		text.n = TCN_PATTERN_TEXT_MAX + 8; /* patterns cut it, too */
	tcn_buf_clear(&texts->text);
	tcn_buf_str(&texts->text, title);
	tcn_buf_char(&texts->text, '\n');
	tcn_buf_str(&texts->text, text);
	fold(texts, (const uint8_t *)texts->text.at, texts->text.n);
}

static bool
stands_at(const struct tcn_match_texts *texts,
    const struct tcn_match_literal *literal, size_t end)
{
	size_t from;

	if (end < literal->key_end)
		return false;
	from = end - literal->key_end;
	return from + literal->n <= texts->folded_n &&
	    memcmp(texts->folded + from, texts->chars.at + literal->from,
		literal->n * sizeof *texts->folded) == 0;
}

/* Compares the literals of a key that ends at end, if there are any. */
static void
look_up_key(const struct tcn_match_texts *texts, size_t end, uint64_t key,
    void (*found)(void *ctx, uint32_t atom), void *ctx)
{
	const uint64_t *first = tcn_map_find(&texts->keys, key);

	for (uint64_t at = first ? *first : 0; at;) {
		const struct tcn_match_literal *literal =
		    &texts->literals.at[at - 1];

		if (stands_at(texts, literal, end))
			found(ctx, literal->atom);
		at = literal->next;
	}
}

/* Keys of one or two characters, in scripts without spaces. */
static void
scan_few(const struct tcn_match_texts *texts, unsigned n,
    void (*found)(void *ctx, uint32_t atom), void *ctx)
{
	uint64_t last = 0;

	for (size_t i = 0; i < texts->folded_n; i++) {
		uint64_t key;

		last = move_on(last, texts->folded[i]);
		key = key_of(last, n);
		if (has_bit(texts->key_bits, key))
			look_up_key(texts, i + 1, key, found, ctx);
	}
}

/* Keys of three, and of four and six: for these the bits of their last four
 * characters are asked first. */
static inline void
scan_many(const struct tcn_match_texts *texts, bool threes, bool longer,
    void (*found)(void *ctx, uint32_t atom), void *ctx)
{
	uint64_t last = 0;

	for (size_t i = 0; i < texts->folded_n; i++) {
		last = move_on(last, texts->folded[i]);
		if (threes && has_bit(texts->key_bits, key_of(last, 3)))
			look_up_key(texts, i + 1, key_of(last, 3), found, ctx);
		if (!longer || !has_bit(texts->end_bits, key_of(last, 4)))
			continue;
		if (has_bit(texts->key_bits, key_of(last, 4)))
			look_up_key(texts, i + 1, key_of(last, 4), found, ctx);
		if (has_bit(texts->key_bits, key_of(last, 6)))
			look_up_key(texts, i + 1, key_of(last, 6), found, ctx);
	}
}

void
tcn_match_texts_scan(const struct tcn_match_texts *texts,
    void (*found)(void *ctx, uint32_t atom), void *ctx)
{
	bool longer = texts->lengths[4] || texts->lengths[6];

	for (unsigned n = 1; n <= 2; n++)
		if (texts->lengths[n] && texts->spaceless)
			scan_few(texts, n, found, ctx);
	if (texts->lengths[3] && longer)
		scan_many(texts, true, true, found, ctx);
	else if (texts->lengths[3])
		scan_many(texts, true, false, found, ctx);
	else if (longer)
		scan_many(texts, false, true, found, ctx);
}

/* Is a literal in the list of its key, and would a scan get that far? */
static bool
is_indexed(const struct tcn_match_texts *texts, size_t number)
{
	const struct tcn_match_literal *literal = &texts->literals.at[number];
	const int32_t *end = texts->chars.at + literal->from + literal->key_end;

	for (unsigned n = 1; n <= TCN_MATCH_KEY_MAX; n++) {
		uint64_t key = n <= literal->key_end ? pack(end - n, n) : 0;
		const uint64_t *first = tcn_map_find(&texts->keys, key);
		uint64_t at = first ? *first : 0;

		while (at && at != number + 1)
			at = texts->literals.at[at - 1].next;
		if (at && n <= literal->key_end)
			return texts->lengths[n] &&
			    has_bit(texts->key_bits, key) &&
			    (n < 4 ||
				has_bit(texts->end_bits, pack(end - 4, 4)));
	}
	return false;
}

enum tcn_rc
tcn_match_texts_check(const struct tcn_match_texts *texts, size_t atoms_n,
    struct tcn_err *err)
{
	for (size_t i = 0; i < texts->literals.n; i++) {
		const struct tcn_match_literal *literal =
		    &texts->literals.at[i];

		if ((size_t)literal->from + literal->n > texts->chars.n ||
		    !literal->key_end || literal->key_end > literal->n ||
		    literal->atom >= atoms_n)
			return tcn_err_set(err, TCN_CORRUPT,
			    "literal %zu has characters, a key or an atom that "
			    "are not",
			    i);
		if (literal->next > i) /* older ones are behind newer ones */
			return tcn_err_set(err, TCN_CORRUPT,
			    "literal %zu is in a broken list", i);
		if (!is_indexed(texts, i))
			return tcn_err_set(err, TCN_CORRUPT,
			    "literal %zu is not found under its key", i);
	}
	return TCN_OK;
}
