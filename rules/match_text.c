#include <unicode/utf8.h>

#include "rules/match_impl.h"

/*
 * Texts are looked for as Karp and Rabin did (IBM J. Res. Dev. 31, 1987), but
 * by a few characters of each: a key of three, of two or one in scripts where
 * that is much. A bit table refuses nearly all positions, a map most of what
 * is left, and what remains is compared. A code point has 21 bits, so a key
 * is its characters, packed, and the top bits say how many.
 */
static uint64_t
pack(const int32_t *c, unsigned n)
{
	uint64_t key = n == 3 ? 0
	    : n == 2          ? UINT64_C(1) << 63
			      : UINT64_C(3) << 62;

	for (unsigned i = 0; i < n; i++)
		key |= (uint64_t)c[i] << (21 * i);
	return key;
}

static size_t
bit_of(uint64_t key)
{
	return (size_t)(key * UINT64_C(0xff51afd7ed558ccd) >>
	    (64 - TCN_MATCH_KEY_BITS));
}

/* How long the key that ends at end may be; 0: no key ends there. */
static unsigned
key_n(const struct tcn_literal *literal, unsigned end)
{
	if (tcn_token_spaceless(literal->c[end - 1]))
		return literal->n == 1                                     ? 1
		    : end >= 2 && tcn_token_spaceless(literal->c[end - 2]) ? 2
									   : 0;
	return end >= TCN_MATCH_KEY_MAX ? TCN_MATCH_KEY_MAX : 0;
}

bool
tcn_match_texts_fit(const struct tcn_literal *literal)
{
	for (unsigned end = 1; end <= literal->n; end++)
		if (key_n(literal, end))
			return true;
	return false;
}

/* The key with the fewest literals under it by now, the first of equals. */
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

bool
tcn_match_texts_add(struct tcn_match_texts *texts,
    const struct tcn_literal *literal, uint32_t atom)
{
	uint32_t from = (uint32_t)texts->chars.n;
	struct tcn_match_literal *added;
	uint64_t key = 0, *first;
	unsigned end = choose_key(texts, literal, &key);

	for (unsigned i = 0; i < literal->n; i++) {
		int32_t *c;

		if (!TCN_MORE(&texts->chars, c))
			return false;
		*c = literal->c[i];
	}
	if (!TCN_MORE(&texts->literals, added) ||
	    tcn_map_put(&texts->keys, key, &first, NULL))
		return false;
	*added = (struct tcn_match_literal){
		.from = from,
		.n = literal->n,
		.key_end = end,
		.atom = atom,
		.next = (uint32_t)*first,
	};
	*first = texts->literals.n;
	texts->lengths[key_n(literal, end)] = true;
	texts->bits[bit_of(key) / 64] |= UINT64_C(1) << bit_of(key) % 64;
	return true;
}

enum tcn_rc
tcn_match_texts_ready(struct tcn_match_texts *texts)
{
	texts->folded =
	    tcn_malloc(TCN_PATTERN_TEXT_MAX * sizeof *texts->folded);
	return texts->folded ? TCN_OK : TCN_NOMEM;
}

void
tcn_match_texts_fini(struct tcn_match_texts *texts)
{
	tcn_free(texts->literals.at);
	tcn_free(texts->chars.at);
	tcn_map_fini(&texts->keys);
	tcn_buf_fini(&texts->text);
	tcn_free(texts->folded);
}

struct tcn_str
tcn_match_title(const struct tcn_doc *doc)
{
	struct tcn_str title = doc->title;

	if (doc->suffix_is_source && doc->suffix.n)
		title.n = (size_t)(doc->suffix.at - title.at);
	return title;
}

static void
fold(struct tcn_match_texts *texts, const uint8_t *at, size_t n)
{
	size_t to = 0;

	for (size_t i = 0; i < n && i < TCN_PATTERN_TEXT_MAX;) {
		int32_t c = at[i];

		if (c < 0x80) {
			i++;
			c += (unsigned)(c - 'A') < 26 ? 32 : 0;
		} else {
			U8_NEXT(at, i, n, c);
			c = tcn_literal_fold(c);
		}
		texts->folded[to++] = c;
	}
	texts->folded_n = to;
}

enum tcn_rc
tcn_match_texts_take(struct tcn_match_texts *texts, const struct tcn_doc *doc)
{
	struct tcn_str title = tcn_match_title(doc), text = doc->text;

	if (text.n > TCN_PATTERN_TEXT_MAX + 8)
		text.n = TCN_PATTERN_TEXT_MAX + 8; /* patterns cut, too */
	tcn_buf_clear(&texts->text);
	tcn_buf_str(&texts->text, title);
	tcn_buf_char(&texts->text, '\n');
	tcn_buf_str(&texts->text, text);
	if (texts->text.failed)
		return TCN_NOMEM;
	fold(texts, (const uint8_t *)texts->text.at, texts->text.n);
	return TCN_OK;
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

/* The literals filed under a key that ends at end, if there are any. */
static void
look_at(const struct tcn_match_texts *texts, size_t end, uint64_t key,
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

static inline bool
may_be(const struct tcn_match_texts *texts, uint64_t key)
{
	size_t bit = bit_of(key);

	return texts->bits[bit / 64] >> bit % 64 & 1;
}

/* Keys of three characters: each is the one before, moved on. */
static void
scan_threes(const struct tcn_match_texts *texts,
    void (*found)(void *ctx, uint32_t atom), void *ctx)
{
	uint64_t key = 0;

	for (size_t i = 0; i < texts->folded_n; i++) {
		key = key >> 21 | (uint64_t)texts->folded[i] << 42;
		if (may_be(texts, key) && i >= 2)
			look_at(texts, i + 1, key, found, ctx);
	}
}

void
tcn_match_texts_scan(const struct tcn_match_texts *texts,
    void (*found)(void *ctx, uint32_t atom), void *ctx)
{
	for (unsigned n = 1; n < TCN_MATCH_KEY_MAX; n++) {
		if (!texts->lengths[n])
			continue;
		for (size_t end = n; end <= texts->folded_n; end++) {
			uint64_t key = pack(texts->folded + end - n, n);

			if (may_be(texts, key))
				look_at(texts, end, key, found, ctx);
		}
	}
	if (texts->lengths[TCN_MATCH_KEY_MAX])
		scan_threes(texts, found, ctx);
}
