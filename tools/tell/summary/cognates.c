#include "tools/tell/summary/cognates.h"

#include <stdlib.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/compare.h"
#include "engine/base/utf8.h"
#include "engine/text/fold.h"

#define LETTERS     4 /* by which words are compared */
#define WORD_LENGTH 4 /* bytes, at least, of a word that may count */

struct reader {
	struct tcn_buf folded, plain;
	uint64_t *ids; /* room for all */
	size_t n;
};

/* The first letters of a word, or all of a number; empty: it says nothing. */
static struct tcn_str
beginning_of(struct tcn_str word, bool number, bool alone)
{
	size_t letters = 0;
	int32_t i = 0, n = (int32_t)word.n;
	UChar32 c;

	if (number || alone)
		return word;
	while (i < n && letters < LETTERS) {
		U8_NEXT((const uint8_t *)word.at, i, n, c);
		letters += c >= 0;
	}
	word.n = letters < LETTERS ? 0 : (size_t)i;
	return word;
}

/* Adds a word that is no longer than what is folded at once. */
static void
add_word(struct reader *reader, struct tcn_str word, bool number, bool alone)
{
	struct tcn_str plain;

	if (!number && !alone && word.n < WORD_LENGTH)
		return;
	tcn_fold(word, &reader->folded);
	plain = tcn_buf_view(&reader->folded);
	if (tcn_utf8_ascii_n(plain) < plain.n) {
		tcn_fold_accents(plain, &reader->plain);
		plain = tcn_buf_view(&reader->plain);
	}
	plain = beginning_of(plain, number, alone);
	if (plain.n)
		reader->ids[reader->n++] = XXH3_64bits(plain.at, plain.n);
}

static void
read_words(struct reader *reader, struct tcn_str line)
{
	const uint8_t *bytes = (const uint8_t *)line.at;
	int32_t n = (int32_t)line.n, begin = 0, before = 0;
	bool number = false;

	for (int32_t i = 0; i < n;) {
		bool alone, inside;
		UChar32 c;

		before = i;
		U8_NEXT(bytes, i, n, c);
		alone = c >= 0 && u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC);
		inside = c >= 0 && u_isalnum(c) && !alone;
		if (inside)
			number |= u_isdigit(c) != 0;
		if (inside && i < n)
			continue;
		add_word(reader,
		    (struct tcn_str){ line.at + begin,
			(size_t)((inside ? i : before) - begin) },
		    number, false);
		if (alone)
			add_word(reader,
			    (struct tcn_str){
				line.at + before, (size_t)(i - before) },
			    false, true);
		begin = i;
		number = false;
	}
}

static size_t
sort_once(uint64_t *ids, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(ids, n, sizeof *ids, tcn_compare_u64);
	for (size_t i = 0; i < n; i++)
		if (!kept || ids[kept - 1] != ids[i])
			ids[kept++] = ids[i];
	return kept;
}

void
tcn_cognates_read(struct tcn_str line, struct tcn_arena *arena,
    struct tcn_summary_terms *cognates)
{
	struct reader reader = { .ids = tcn_arena_zalloc(arena, line.n / 2 + 1,
				     sizeof *reader.ids) };

	read_words(&reader, line);
	*cognates = (struct tcn_summary_terms){ reader.ids,
		sort_once(reader.ids, reader.n) };
	tcn_buf_fini(&reader.folded);
	tcn_buf_fini(&reader.plain);
}

bool
tcn_cognates_alike(struct tcn_summary_terms a, struct tcn_summary_terms b)
{
	return tcn_summary_terms_cosine(a, b) >= TCN_COGNATES_ALIKE;
}
