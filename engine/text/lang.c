#include "engine/text/lang.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/stopwords.h"
#include "engine/text/textcat.h"

#ifndef TCN_TEXTCAT_DIR
#define TCN_TEXTCAT_DIR "/usr/share/libexttextcat"
#endif

#define LANGS_MAX    64 /* so that a set of languages is one uint64_t */
#define SAMPLE_WORDS 200 /* how many vote */
#define SAMPLE_BYTES 1500 /* how much of the title and of the text is read */
#define EARLY_WORDS  24 /* each time so many have voted: is it clear? */
#define LONG_BYTES   200 /* the least text that libexttextcat is given ... */
#define LONG_LETTERS 200 /* ... and its least letters, with the title's */
#define SMALL_PARTS  3 /* of the words, where one with a capital is a name */
#define VOTE         60 /* a word's, divided among its languages */

/* Scripts in which one language is written, or one far more often than others.
 * script_of() expects the two kana first and Han third. */
static const struct {
	UScriptCode script;
	const char *lang;
	bool decisive; /* no vote is needed */
} scripts[] = {
	{ USCRIPT_HIRAGANA, "ja", true },
	{ USCRIPT_KATAKANA, "ja", true },
	{ USCRIPT_HAN, "zh", true },
	{ USCRIPT_HANGUL, "ko", true },
	{ USCRIPT_THAI, "th", true },
	{ USCRIPT_GREEK, "el", true },
	{ USCRIPT_ARMENIAN, "hy", true },
	{ USCRIPT_GEORGIAN, "ka", true },
	{ USCRIPT_TAMIL, "ta", true },
	{ USCRIPT_TELUGU, "te", true },
	{ USCRIPT_BENGALI, "bn", true },
	{ USCRIPT_GUJARATI, "gu", true },
	{ USCRIPT_GURMUKHI, "pa", true },
	{ USCRIPT_KANNADA, "kn", true },
	{ USCRIPT_MALAYALAM, "ml", true },
	{ USCRIPT_SINHALA, "si", true },
	{ USCRIPT_LAO, "lo", true },
	{ USCRIPT_KHMER, "km", true },
	{ USCRIPT_MYANMAR, "my", true },
	{ USCRIPT_ETHIOPIC, "am", true },
	{ USCRIPT_CYRILLIC, "ru", false },
	{ USCRIPT_ARABIC, "ar", false },
	{ USCRIPT_HEBREW, "he", false },
	{ USCRIPT_DEVANAGARI, "hi", false },
};

#define SCRIPTS (sizeof scripts / sizeof *scripts)

struct tcn_lang_detector {
	struct tcn_map words; /* hash of a folded word: set of languages */
	struct tcn_map letters; /* character: set of languages */
	const char *names[LANGS_MAX];
	unsigned names_n;
	uint64_t common; /* set of the languages that most articles are in */
	uint64_t english; /* set of English alone */
	char *dir;
	struct tcn_textcat *textcat;
	bool textcat_tried;
};

/* The number of a language; a language without one is given the next. */
static unsigned
number_of(struct tcn_lang_detector *detector, const char *name)
{
	unsigned i = 0;

	while (i < detector->names_n && strcmp(detector->names[i], name) != 0)
		i++;
	assert(i < LANGS_MAX); /* the tables name fewer languages */
	if (i == detector->names_n)
		detector->names[detector->names_n++] = name;
	return i;
}

/* Adds the words of a section of the nth file, if it has one. */
static void
add_words(struct tcn_lang_detector *detector, size_t nth, const char *section)
{
	struct tcn_sections_words words =
	    tcn_sections_words(tcn_stopwords_files[nth].text, section);
	struct tcn_str word;
	uint64_t bit = 0;

	while (tcn_sections_words_next(&words, &word)) {
		uint64_t *set;

		if (!bit)
			bit = (uint64_t)1 << number_of(detector,
				  tcn_stopwords_files[nth].name);
		tcn_map_put(&detector->words, XXH3_64bits(word.at, word.n),
		    &set, NULL);
		*set |= bit;
	}
}

/* The set of the languages named, a blank between two. */
static uint64_t
set_of(struct tcn_lang_detector *detector, const char *names)
{
	uint64_t set = 0;

	for (unsigned i = 0; i < detector->names_n; i++)
		if (strstr(names, detector->names[i]))
			set |= (uint64_t)1 << i;
	return set;
}

/* Adds the letters that only some languages have: the nth file is of one. */
static void
add_letters(struct tcn_lang_detector *detector, size_t nth)
{
	struct tcn_sections_words letters =
	    tcn_sections_words(tcn_stopwords_files[nth].text, "letters");
	uint64_t bit = (uint64_t)1
	    << number_of(detector, tcn_stopwords_files[nth].name);
	struct tcn_str some;

	while (tcn_sections_words_next(&letters, &some)) {
		const uint8_t *bytes = (const uint8_t *)some.at;

		for (size_t i = 0; i < some.n;) {
			uint64_t *set;
			UChar32 c;

			U8_NEXT(bytes, i, some.n, c);
			tcn_map_put(&detector->letters, (uint64_t)c, &set,
			    NULL);
			*set |= bit;
		}
	}
}

/* Languages with stop words come first: of those with as many votes, the first
 * is taken. */
static void
add_all(struct tcn_lang_detector *detector)
{
	for (size_t i = 0; i < tcn_stopwords_files_n; i++)
		add_words(detector, i, "stop words");
	for (size_t i = 0; i < tcn_stopwords_files_n; i++)
		add_words(detector, i, "common words");
	for (size_t i = 0; i < tcn_stopwords_files_n; i++)
		add_letters(detector, i);
	detector->english = set_of(detector, "en");
	detector->common = set_of(detector,
	    "ar de en es fa fr hi id it ja ko nl pl pt ru sv tr uk vi zh");
}

void
tcn_lang_detector_free(struct tcn_lang_detector *detector)
{
	if (!detector)
		return;
	tcn_map_fini(&detector->words);
	tcn_map_fini(&detector->letters);
	tcn_textcat_close(detector->textcat);
	tcn_mem_free(detector->dir);
	tcn_mem_free(detector);
}

struct tcn_lang_detector *
tcn_lang_detector_new(const char *textcat_dir)
{
	struct tcn_lang_detector *made = tcn_mem_calloc(1, sizeof *made);
	const char *dir = textcat_dir ? textcat_dir : TCN_TEXTCAT_DIR;

	made->dir = tcn_mem_dupz(dir, strlen(dir));
	add_all(made);
	return made;
}

bool
tcn_lang_from_tag(struct tcn_str field, char lang[TCN_LANG_BYTES])
{
	size_t n = 0;

	field = tcn_str_trim(field);
	while (n < field.n && n < 3 && tcn_ascii_is_letter(field.at[n])) {
		lang[n] = tcn_ascii_lower(field.at[n]);
		n++;
	}
	lang[n] = '\0';
	if (n == 2 && strcmp(lang, "un") != 0 && strcmp(lang, "xx") != 0 &&
	    (field.n == 2 || field.at[2] == '-' || field.at[2] == '_'))
		return true;
	lang[0] = '\0';
	return false;
}

/* The counts of a sample of text. */
struct tally {
	unsigned votes[LANGS_MAX];
	unsigned named[LANGS_MAX]; /* those of words with a capital */
	uint64_t voted; /* set of the languages that have some */
	unsigned script[SCRIPTS]; /* letters of each */
	unsigned other; /* letters of other scripts, mostly Latin */
	unsigned accented; /* of those, the ones beyond ASCII */
	unsigned words;
	unsigned small; /* of these, those that begin with a small letter */
	bool latin; /* Latin, or another script without a row, prevails */
};

/* Divides a vote among the languages of a set. */
static void
vote(struct tally *tally, uint64_t set, unsigned weight, bool named)
{
	unsigned share;

	if (!set)
		return;
	share = weight / (unsigned)__builtin_popcountll(set);
	tally->voted |= set;
	for (; set; set &= set - 1)
		(named ? tally->named : tally->votes)[__builtin_ctzll(set)] +=
		    share;
}

static void
count_letter(const struct tcn_lang_detector *detector, struct tally *tally,
    UChar32 c)
{
	UErrorCode status = U_ZERO_ERROR;
	UScriptCode script = uscript_getScript(c, &status);
	const uint64_t *set =
	    tcn_map_find(&detector->letters, (uint64_t)u_tolower(c));

	if (set)
		vote(tally, *set, VOTE / 2, false);
	for (size_t i = 0; i < SCRIPTS; i++) {
		if (scripts[i].script == script) {
			tally->script[i]++;
			return;
		}
	}
	tally->other += u_isalpha(c) != 0;
	tally->accented += u_isalpha(c) != 0;
}

static struct tcn_str
sample_of(struct tcn_str text)
{
	if (text.n > SAMPLE_BYTES)
		text.n = SAMPLE_BYTES;
	return text;
}

static void
count_letters(const struct tcn_lang_detector *detector, struct tally *tally,
    struct tcn_str text)
{
	const uint8_t *bytes = (const uint8_t *)text.at;
	int32_t n = (int32_t)text.n;
	UChar32 c;

	/* ASCII letters first, in a loop that becomes vector code. */
	for (int32_t i = 0; i < n; i++)
		tally->other += (uint8_t)((bytes[i] | 32) - 'a') < 26;
	for (int32_t i = 0; i < n;) {
		if (bytes[i] < 0x80) {
			i += (int32_t)tcn_utf8_ascii_n((struct tcn_str){
			    text.at + i, (size_t)(n - i) });
			continue;
		}
		U8_NEXT(bytes, i, n, c);
		if (c >= 0)
			count_letter(detector, tally, c);
	}
}

/*
 * The votes of language i. A headline of six words may hold only one that
 * votes, and by chance for a language that few articles are in: such a
 * language needs twice the votes. Text in plain ASCII has half a vote for
 * English to begin with.
 */
static unsigned
votes_of(const struct tcn_lang_detector *detector, const struct tally *tally,
    unsigned i)
{
	unsigned n = tally->votes[i];

	if (tally->small * SMALL_PARTS < tally->words)
		n += tally->named[i];
	if (!tally->latin)
		return n;
	if (!(detector->common >> i & 1))
		n /= 2;
	if (tally->words > 2 && !tally->accented &&
	    (detector->english >> i & 1))
		n += VOTE / 2;
	return n;
}

/* The result of a vote. */
struct ranking {
	unsigned best; /* a language; LANGS_MAX: none, or two are equal */
	unsigned first, second; /* the most votes, and the next most */
};

/* Only English may have votes though nothing voted for it. */
static struct ranking
rank_votes(const struct tcn_lang_detector *detector, const struct tally *tally)
{
	struct ranking ranking = { .best = LANGS_MAX };
	uint64_t set = tally->voted | detector->english;

	for (; set; set &= set - 1) {
		unsigned i = (unsigned)__builtin_ctzll(set);
		unsigned n = votes_of(detector, tally, i);

		if (n > ranking.first) {
			ranking.second = ranking.first;
			ranking.first = n;
			ranking.best = i;
		} else if (n > ranking.second) {
			ranking.second = n;
		}
	}
	if (ranking.first == ranking.second)
		ranking.best = LANGS_MAX;
	return ranking;
}

/* At least four words voted for the first, and no other has more than a third
 * of its votes. */
static bool
is_clear(struct ranking ranking)
{
	return ranking.first >= 4 * VOTE && ranking.second * 3 <= ranking.first;
}

/* It is clear; or two words and one in six of all voted for the first, and no
 * other has two thirds of its votes. */
static bool
is_sure(struct ranking ranking, unsigned words)
{
	return is_clear(ranking) ||
	    (ranking.second * 3 < ranking.first * 2 &&
		ranking.first >= 2 * VOTE && ranking.first * 6 >= words * VOTE);
}

/* The hash of the folded word. */
static void
fold_of(struct tcn_stemmer *stemmer, const struct tcn_tokenizer_token *token,
    uint64_t *fold)
{
	const struct tcn_stemmer_entry *stem;

	if (token->ascii) { /* folded already */
		*fold = XXH3_64bits(token->word, token->n);
		return;
	}
	stem = tcn_stemmer_get(stemmer, 0,
	    tcn_stemmer_key(stemmer, 0, token->word, token->n), token->word,
	    token->n, false);
	*fold = stem->fold;
}

static bool
is_capital(const struct tcn_tokenizer_token *token)
{
	return (unsigned char)(token->surface.at[0] - 'A') < 26;
}

/* Counts the votes of words: apart those of words with a capital that are not
 * the first, which may be names. They are cut as in French, so that "l'" and
 * "d'" vote. */
static void
count_words(const struct tcn_lang_detector *detector, struct tally *tally,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    struct tcn_str text)
{
	bool first = true;
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;

	if (!text.n)
		return;
	tcn_tokenizer_scan(&scan, tokenizer, text, "fr");
	while (tally->words < SAMPLE_WORDS &&
	    tcn_tokenizer_next(&scan, &token)) {
		bool capital = is_capital(&token);
		const uint64_t *set;
		uint64_t fold;

		tally->small +=
		    !capital && !tcn_ascii_is_digit(token.surface.at[0]);
		fold_of(stemmer, &token, &fold);
		set = tcn_map_find(&detector->words, fold);
		if (set)
			vote(tally, *set, VOTE, capital && !first);
		first = false;
		if (++tally->words % EARLY_WORDS == 0 &&
		    is_clear(rank_votes(detector, tally)))
			return;
	}
}

/*
 * Whether the text is long enough for libexttextcat. A table of figures never
 * is, as it has few letters. Those of other scripts than Latin are not counted
 * one by one: there a letter takes two bytes or more.
 */
static bool
is_long(const struct tally *tally, struct tcn_str text)
{
	return text.n >= LONG_BYTES &&
	    !(tally->latin && tally->other < LONG_LETTERS);
}

/*
 * The row of the script that prevails, or -1 for Latin and the rest. A letter
 * of a script with a row weighs twice a Latin one, as Latin names stand in any
 * text, and a character of Han or a kana three times, being a syllable or more.
 * Japanese is what has one kana to 20 characters of Han.
 */
static int
script_of(const struct tally *tally)
{
	unsigned kana = tally->script[0] + tally->script[1];
	unsigned most = tally->other;
	int best = -1;

	for (int i = 2; i < (int)SCRIPTS; i++) {
		unsigned n = tally->script[i] * (i == 2 ? 3 : 2);

		if (i == 2)
			n += kana * 3;
		if (n > most) {
			most = n;
			best = i;
		}
	}
	if (best == 2 && kana * 20 > tally->script[2])
		return 0;
	return best;
}

/* Asks libexttextcat, whose models are read with the first question; *found is
 * whether it has an answer. */
static void
ask_textcat(struct tcn_lang_detector *detector, struct tcn_str text,
    char lang[TCN_LANG_BYTES], bool *found)
{
	char code[3];

	*found = false;
	if (!detector->textcat_tried && detector->dir[0])
		detector->textcat = tcn_textcat_open(detector->dir);
	detector->textcat_tried = true;
	*found = detector->textcat &&
	    tcn_textcat_ask(detector->textcat, sample_of(text), code) &&
	    tcn_lang_from_tag((struct tcn_str){ code, 2 }, lang);
}

static void
set_lang(char lang[TCN_LANG_BYTES], const char *found)
{
	size_t n = strnlen(found, TCN_LANG_BYTES - 1);

	memcpy(lang, found, n);
	lang[n] = '\0';
}

void
tcn_lang_detect(struct tcn_lang_detector *detector,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    struct tcn_str title, struct tcn_str text, char lang[TCN_LANG_BYTES],
    bool *sure)
{
	struct tcn_str parts[2] = { sample_of(title), sample_of(text) };
	struct tally tally = { 0 };
	struct ranking ranking;
	bool found = false;
	int script;

	assert(detector && tokenizer && stemmer);
	lang[0] = '\0';
	*sure = true;
	for (int i = 0; i < 2; i++)
		count_letters(detector, &tally, parts[i]);
	script = script_of(&tally);
	tally.latin = script < 0;
	if (script >= 0)
		set_lang(lang, scripts[script].lang);
	if (script >= 0 && scripts[script].decisive)
		return;
	for (int i = 0; i < 2; i++)
		count_words(detector, &tally, tokenizer, stemmer, parts[i]);
	ranking = rank_votes(detector, &tally);
	*sure = is_sure(ranking, tally.words);
	if (!*sure && is_long(&tally, text))
		ask_textcat(detector, text, lang, &found);
	if (!found && ranking.best < LANGS_MAX &&
	    (*sure || ranking.first >= VOTE / 4))
		set_lang(lang, detector->names[ranking.best]);
}
