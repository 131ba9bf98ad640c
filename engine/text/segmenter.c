#include "engine/text/segmenter.h"

#include <stdint.h>
#include <unicode/ubrk.h>
#include <unicode/uscript.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include "engine/base/mem.h"
#include "engine/text/hans.h"

struct tcn_segmenter {
	UBreakIterator *words;
	UText text;
	struct tcn_str run;
	size_t at; /* what is left of it begins here */
	unsigned pairs; /* side by side; the last one's second is at `at` */
	struct tcn_hans *hans; /* opened when first needed */
	struct tcn_buf simple; /* a run in simplified characters */
};

struct tcn_segmenter *
tcn_segmenter_new(void)
{
	struct tcn_segmenter *made = tcn_mem_calloc(1, sizeof *made);
	UErrorCode status = U_ZERO_ERROR;

	made->words = ubrk_open(UBRK_WORD, "en", NULL, 0, &status);
	if (U_FAILURE(status))
		tcn_mem_end();
	made->text = (UText)UTEXT_INITIALIZER;
	return made;
}

void
tcn_segmenter_free(struct tcn_segmenter *segmenter)
{
	if (!segmenter)
		return;
	ubrk_close(segmenter->words);
	utext_close(&segmenter->text);
	tcn_hans_free(segmenter->hans);
	tcn_buf_fini(&segmenter->simple);
	tcn_mem_free(segmenter);
}

/* Whether characters begin at the same bytes in both. */
static bool
are_parallel(struct tcn_str a, struct tcn_str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (U8_IS_TRAIL(a.at[i]) != U8_IS_TRAIL(b.at[i]))
			return false;
	return true;
}

/* The run in simplified characters; the run itself where its characters would
 * not stand at the same bytes. */
static struct tcn_str
simplify(struct tcn_segmenter *segmenter, struct tcn_str run)
{
	struct tcn_str simple;

	if (!segmenter->hans)
		segmenter->hans = tcn_hans_new();
	tcn_hans_text(segmenter->hans, run, &segmenter->simple);
	simple = tcn_buf_view(&segmenter->simple);
	return are_parallel(run, simple) ? simple : run;
}

void
tcn_segmenter_open(struct tcn_segmenter *segmenter, struct tcn_str run,
    bool chinese)
{
	struct tcn_str cut = chinese ? simplify(segmenter, run) : run;
	UErrorCode status = U_ZERO_ERROR;

	segmenter->run = run;
	segmenter->at = 0;
	segmenter->pairs = 0;
	utext_openUTF8(&segmenter->text, cut.at, (int64_t)cut.n, &status);
	ubrk_setUText(segmenter->words, &segmenter->text, &status);
	if (U_FAILURE(status))
		tcn_mem_end();
}

/* The script of the word's first character, and its bytes. */
static UScriptCode
first_script(struct tcn_str word, int32_t *bytes)
{
	int32_t n = word.n < U8_MAX_LENGTH ? (int32_t)word.n : U8_MAX_LENGTH;
	UErrorCode status = U_ZERO_ERROR;
	UChar32 c;

	*bytes = 0;
	U8_NEXT((const uint8_t *)word.at, *bytes, n, c);
	return c < 0 ? USCRIPT_UNKNOWN : uscript_getScript(c, &status);
}

/* Is the word one Han character? */
static bool
is_one_han(struct tcn_str word)
{
	int32_t bytes;

	return word.n > 0 && word.n <= U8_MAX_LENGTH &&
	    first_script(word, &bytes) == USCRIPT_HAN &&
	    (size_t)bytes == word.n;
}

/* Katakana are what names and words from elsewhere are written in. */
static bool
is_katakana(struct tcn_str word)
{
	int32_t bytes;

	return first_script(word, &bytes) == USCRIPT_KATAKANA &&
	    (size_t)bytes < word.n;
}

/* What ICU takes for a word at `from`; it stands there. */
static struct tcn_str
dictionary_word(struct tcn_segmenter *segmenter, size_t from)
{
	int32_t to = ubrk_next(segmenter->words);
	size_t end = to == UBRK_DONE ? segmenter->run.n : (size_t)to;

	return (struct tcn_str){ segmenter->run.at + from, end - from };
}

/* Is the word, one Han character, followed by another? Sets *word to both. */
static bool
is_paired(struct tcn_segmenter *segmenter, struct tcn_str *word)
{
	size_t end = segmenter->at + word->n;
	struct tcn_str after;

	if (end >= segmenter->run.n || !is_one_han(*word))
		return false;
	after = dictionary_word(segmenter, end);
	ubrk_previous(segmenter->words);
	if (!is_one_han(after))
		return false;
	word->n += after.n;
	return true;
}

bool
tcn_segmenter_next(struct tcn_segmenter *segmenter, struct tcn_str *word,
    enum tcn_segmenter_kind *kind)
{
	while (segmenter->at < segmenter->run.n) {
		unsigned pairs = segmenter->pairs;
		size_t n;

		*word = dictionary_word(segmenter, segmenter->at);
		n = word->n;
		if (is_paired(segmenter, word)) {
			segmenter->pairs++;
			segmenter->at += n;
			*kind = pairs % 2 ? TCN_SEGMENTER_OVERLAP
					  : TCN_SEGMENTER_UNKNOWN;
			return true;
		}
		segmenter->pairs = 0;
		segmenter->at += n;
		if (pairs > 0) /* it stood in the pair before */
			continue;
		*kind = is_katakana(*word) ? TCN_SEGMENTER_UNKNOWN
					   : TCN_SEGMENTER_KNOWN;
		return true;
	}
	return false;
}
