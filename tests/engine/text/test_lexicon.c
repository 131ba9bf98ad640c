#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/text/lexicon.h"
#include "engine/text/stemmer.h"

/* The term of a word, as an article has it. */
static uint64_t
term(const char *lang, const char *text)
{
	struct tcn_stemmer *stemmer;
	char word[TCN_STEM_PAD * 4] = "";
	unsigned number = tcn_stemmer_lang(lang);
	uint64_t id;

	snprintf(word, sizeof word, "%s", text);
	stemmer = tcn_stemmer_new();
	id = tcn_stemmer_get(stemmer, number,
	    tcn_stemmer_key(stemmer, number, word, strlen(word)), word,
	    strlen(word), true)
		 ->id;
	tcn_stemmer_free(stemmer);
	return id;
}

static const struct {
	const char *word, *english;
} pairs[] = {
	{ "terremoto", "earthquake" },
	{ "terremoto", "quake" },
	{ "terremoto", "earthquakes" }, /* the same term again */
	{ "la inundacion", "a flood" }, /* articles are stop words */
	{ "tren de alta velocidad", "high-speed train" }, /* phrases */
	{ "de", "of" },
	{ "1999", "1999" },
	{ "", "nothing" },
	{ "nada", "" },
};

static void
make(struct tcn_lexicon **lexicon)
{
	*lexicon = tcn_lexicon_new();
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		tcn_lexicon_add(*lexicon, "es", tcn_str(pairs[i].word),
		    tcn_str(pairs[i].english));
	tcn_lexicon_close(*lexicon);
}

START_TEST(words_are_found_by_their_terms)
{
	struct tcn_lexicon *lexicon;
	uint32_t meanings[TCN_LEXICON_MEANINGS];

	make(&lexicon);
	/* terremoto, inundacion; earthquake, quake, flood */
	ck_assert_uint_eq(tcn_lexicon_words(lexicon), 5);
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "es",
			      term("es", "terremotos"), meanings),
	    2);
	ck_assert_uint_eq(meanings[0], (uint32_t)term("en", "earthquake"));
	ck_assert_uint_eq(meanings[1], (uint32_t)term("en", "quake"));
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "es",
			      term("es", "inundacion"), meanings),
	    1);
	ck_assert_uint_eq(meanings[0], (uint32_t)term("en", "flood"));
	/* English words mean themselves; a word is one of its language. */
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "en", term("en", "floods"),
			      meanings),
	    1);
	ck_assert_uint_eq(meanings[0], (uint32_t)term("en", "flood"));
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "it",
			      term("es", "terremoto"), meanings),
	    0);
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "", term("es", "terremoto"),
			      meanings),
	    0);
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "es",
			      term("es", "velocidad"), meanings),
	    0);
	ck_assert_uint_eq(tcn_lexicon_left_out(lexicon), 0);
	tcn_lexicon_free(lexicon);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_word_has_no_more_meanings_than_there_is_room)
{
	struct tcn_lexicon *lexicon;
	uint32_t meanings[TCN_LEXICON_MEANINGS];
	char english[16];

	lexicon = tcn_lexicon_new();
	for (int i = 0; i < 20; i++) {
		snprintf(english, sizeof english, "meaning%c", 'a' + i);
		tcn_lexicon_add(lexicon, "de", tcn_str("zug"),
		    tcn_str(english));
	}
	tcn_lexicon_close(lexicon);
	ck_assert_uint_eq(tcn_lexicon_find(lexicon, "de", term("de", "zug"),
			      meanings),
	    TCN_LEXICON_MEANINGS);
	ck_assert_uint_eq(meanings[0], (uint32_t)term("en", "meaninga"));
	tcn_lexicon_free(lexicon);
}
END_TEST

/* Long words, bad UTF-8 and scripts without spaces are words or none. */
START_TEST(any_bytes_are_taken)
{
	struct tcn_lexicon *lexicon;
	char bytes[400];

	lexicon = tcn_lexicon_new();
	for (unsigned c = 0; c < 256; c++)
		for (size_t n = 1; n < sizeof bytes; n += 97) {
			memset(bytes, (int)c, sizeof bytes);
			tcn_lexicon_add(lexicon, "ja",
			    (struct tcn_str){ bytes, n },
			    (struct tcn_str){ bytes, n });
		}
	tcn_lexicon_free(lexicon);
}
END_TEST

TCN_TESTS(lexicon)
{
	tcase_add_test(tc, words_are_found_by_their_terms);
	tcase_add_test(tc, a_word_has_no_more_meanings_than_there_is_room);
	tcase_add_test(tc, any_bytes_are_taken);
}
