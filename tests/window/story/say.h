/*
 * tests/window/story/say.h - docs made of a sentence, without the engine's text
 * machinery: words are what stands between spaces.
 */
#ifndef TCN_TESTS_WINDOW_STORY_SAY_H
#define TCN_TESTS_WINDOW_STORY_SAY_H

#include <string.h>
#include <xxhash.h>

#include "engine/item/doc.h"

#define SAY_WORDS 128

struct say {
	struct tcn_doc doc;
	struct tcn_article article;
	struct tcn_term terms[SAY_WORDS];
	uint32_t words[SAY_WORDS];
};

static inline uint32_t
say_term(struct say *say, const char *at, size_t n)
{
	uint64_t id = XXH3_64bits(at, n);
	size_t i;

	for (i = 0; i < say->doc.terms_n; i++)
		if (say->terms[i].id == id)
			return (uint32_t)i;
	say->terms[i] = (struct tcn_term){ .id = id, .word = { at, n } };
	say->doc.terms_n++;
	return (uint32_t)i;
}

static inline void
say_words(struct say *say, const char *at)
{
	while (*at && say->doc.words_n < SAY_WORDS) {
		size_t n = strcspn(at, " ");

		if (n)
			say->words[say->doc.words_n++] = say_term(say, at, n);
		at += n + (at[n] == ' ');
	}
}

/* Both must outlive the doc. */
static inline const struct tcn_doc *
say_both(struct say *say, const char *title, const char *text)
{
	memset(say, 0, sizeof *say);
	say_words(say, title);
	say->doc.title_n = say->doc.suffix_at = say->doc.words_n;
	say_words(say, text);
	say->doc.article = &say->article;
	say->doc.words = say->words;
	say->doc.terms = say->terms;
	say->doc.text_key = XXH3_64bits(title, strlen(title));
	return &say->doc;
}

/* The title is all there is. */
static inline const struct tcn_doc *
say(struct say *buf, const char *title)
{
	return say_both(buf, title, "");
}

#endif
