#include "engine/text/lang.h"

#include <libexttextcat/textcat.h>
#include <stdint.h>
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

#ifndef TCN_TEXTCAT_DIR
#define TCN_TEXTCAT_DIR "/usr/share/libexttextcat"
#endif

#define LANGS_MAX    64 /* the languages of a word are one bit set */
#define SAMPLE_WORDS 200 /* that vote */
#define SAMPLE_BYTES 1500 /* of title and of text that are looked at */
#define EARLY_WORDS  24 /* after so many, and as many again: is it clear? */
#define LONG_BYTES   200 /* less is too short for libexttextcat ... */
#define LONG_LETTERS 200 /* ... or fewer of them, with the title's */
#define VOTE         60 /* of a word or letter of one language alone */

/* Votes of common words that are no function words, and of languages that
 * have no list but would be taken for one that has. */
static const struct tcn_stopwords more_words[] = {
	{ "en",
	    "says said new first year years two three people day week world "
	    "news could back down how makes gets takes" },
	{ "es", "deja dejan tras años dos tres según hoy ayer" },
	{ "af",
	    "die en van het is nie wat vir op n hulle ons sal was hy sy word "
	    "dat met om te ook na sê maar deur toe as gaan moet" },
	{ "gl",
	    "o a os as do da dos das no na nos nas un unha e que non por para "
	    "máis moi polo pola pero tamén foi está este esta" },
	{ "is",
	    "og að í á er sem var til um við með það ekki en hann hún þeir frá "
	    "eftir verið hefur ég því eru voru" },
	{ "lv",
	    "un ir ar par no uz ka kas bet vai kā arī tas tā to pēc lai nav "
	    "bija būs pie jau ko viņš viņa savu" },
	{ "mk",
	    "и на во од со за да се е не што како ќе беше или но тој таа тие "
	    "ги го му дека по до кој која кои сите" },
	{ "sk",
	    "a je na sa v že s z do to pre ako aj po ale za o si od už nie som "
	    "sú bol bola boli bude ktorý ktorá ktoré keď podľa tiež pri len" },
	{ "sl",
	    "in je v na se za so da ki pa z s po tudi ne od bi do ni kot bo še "
	    "ali pri iz že kar bil bila bili tem ter lahko" },
	{ "sw",
	    "ya wa na kwa ni katika la za kuwa hii hiyo huo yake wake alisema "
	    "baada cha vya kama lakini" },
	{ "tl",
	    "ang ng sa mga na ay at si ni kay para hindi ito siya nila kung "
	    "mula pa rin lang may niya namin" },
	{ "ur",
	    "کے کی کا میں سے کو ہے اور نے پر یہ کہ ہیں ہے نہیں تھا تھی تھے وہ "
	    "اس ان بھی کر گیا گئی ہو لیے ایک" },
};

#define MORE (sizeof more_words / sizeof *more_words)

/* Letters that tell languages apart; a vote for each of those named. */
static const struct {
	const char *letters;
	const char *langs;
} letter_votes[] = {
	{ "ß", "de" },
	{ "äöü", "de" },
	{ "ñ¿¡", "es" },
	{ "ãõ", "pt" },
	{ "êèçœù", "fr" },
	{ "òì", "it" },
	{ "ł", "pl" },
	{ "ąę", "pl lt" },
	{ "ėųįū", "lt" },
	{ "ěřů", "cs" },
	{ "ľĺŕ", "sk" },
	{ "őű", "hu" },
	{ "ğşı", "tr" },
	{ "șțţ", "ro" },
	{ "ơưđệạả", "vi" },
	{ "øæ", "da no" },
	{ "å", "sv da no" },
	{ "äö", "sv fi et" },
	{ "ðþ", "is" },
	{ "іїєґ", "uk" },
	{ "ыэ", "ru" },
	{ "ђјљњћџ", "sr" },
	{ "ѓќѕ", "mk" },
	{ "ةى", "ar" },
	{ "پچژگ", "fa ur" },
	{ "ٹڈےںھہ", "ur" },
};

/* Scripts in which one language is written, or one far more than others. */
static const struct {
	UScriptCode script;
	const char *lang;
	bool alone; /* no vote is needed */
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
	struct tcn_map letters; /* the same for single characters */
	const char *names[LANGS_MAX];
	unsigned names_n;
	uint64_t common; /* set of the languages most articles are in */
	uint64_t english;
	char *dir;
	void *textcat;
	bool textcat_tried;
};

/* The number of a language, given one when it has none. */
static unsigned
number_of(struct tcn_lang_detector *langs, const char *name)
{
	unsigned i = 0;

	while (i < langs->names_n && strcmp(langs->names[i], name) != 0)
		i++;
	if (i == langs->names_n && i < LANGS_MAX)
		langs->names[langs->names_n++] = name;
	return i < LANGS_MAX ? i : LANGS_MAX - 1;
}

static enum tcn_rc
add_words(struct tcn_lang_detector *langs, const char *name, const char *words)
{
	uint64_t bit = (uint64_t)1 << number_of(langs, name);
	struct tcn_str word;

	while ((word = tcn_stopwords_next(&words)).n) {
		uint64_t *set;

		if (tcn_map_put(&langs->words, XXH3_64bits(word.at, word.n),
			&set, NULL) != TCN_OK)
			return TCN_NOMEM;
		*set |= bit;
	}
	return TCN_OK;
}

/* The languages named, of those that have a number, as a set. */
static uint64_t
set_of(const struct tcn_lang_detector *langs, const char *names)
{
	uint64_t set = 0;
	struct tcn_str name;

	while ((name = tcn_stopwords_next(&names)).n) {
		for (unsigned i = 0; i < langs->names_n; i++) {
			if (tcn_str_equal(tcn_str(langs->names[i]), name))
				set |= (uint64_t)1 << i;
		}
	}
	return set;
}

static enum tcn_rc
add_letters(struct tcn_lang_detector *langs, const char *letters,
    const char *names)
{
	const uint8_t *bytes = (const uint8_t *)letters;
	uint64_t bits = set_of(langs, names);

	for (int32_t i = 0; bytes[i];) {
		uint64_t *set;
		UChar32 c;

		U8_NEXT(bytes, i, -1, c);
		if (tcn_map_put(&langs->letters, (uint64_t)c, &set, NULL))
			return TCN_NOMEM;
		*set |= bits;
	}
	return TCN_OK;
}

static enum tcn_rc
add_all(struct tcn_lang_detector *langs)
{
	size_t n = sizeof letter_votes / sizeof *letter_votes;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; rc == TCN_OK && tcn_stopwords_table[i].lang; i++)
		rc = add_words(langs, tcn_stopwords_table[i].lang,
		    tcn_stopwords_table[i].words);
	for (size_t i = 0; rc == TCN_OK && i < MORE; i++)
		rc = add_words(langs, more_words[i].lang, more_words[i].words);
	langs->english = set_of(langs, "en");
	langs->common = set_of(langs,
	    "ar de en es fa fr hi id it ja ko nl pl pt ru sv tr uk vi zh");
	for (size_t i = 0; rc == TCN_OK && i < n; i++)
		rc = add_letters(langs, letter_votes[i].letters,
		    letter_votes[i].langs);
	return rc;
}

void
tcn_lang_detector_free(struct tcn_lang_detector *langs)
{
	if (!langs)
		return;
	tcn_map_fini(&langs->words);
	tcn_map_fini(&langs->letters);
	if (langs->textcat)
		textcat_Done(langs->textcat);
	tcn_mem_free(langs->dir);
	tcn_mem_free(langs);
}

enum tcn_rc
tcn_lang_detector_new(const char *textcat_dir, struct tcn_lang_detector **langs)
{
	struct tcn_lang_detector *made = tcn_mem_calloc(1, sizeof *made);
	const char *dir = textcat_dir ? textcat_dir : TCN_TEXTCAT_DIR;

	if (!made)
		return TCN_NOMEM;
	made->dir = tcn_mem_dupz(dir, strlen(dir));
	if (!made->dir || add_all(made) != TCN_OK) {
		tcn_lang_detector_free(made);
		return TCN_NOMEM;
	}
	*langs = made;
	return TCN_OK;
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

/* What is counted of a sample of text. */
struct tally {
	unsigned votes[LANGS_MAX];
	unsigned script[SCRIPTS]; /* letters */
	unsigned other; /* letters of other scripts, Latin mostly */
	unsigned accented; /* of those, the ones beyond ASCII */
	unsigned words;
	bool latin; /* the script that prevails, or one not named above */
};

static void
vote(struct tally *tally, uint64_t set, unsigned weight)
{
	unsigned share;

	if (!set)
		return;
	share = weight / (unsigned)__builtin_popcountll(set);
	for (; set; set &= set - 1)
		tally->votes[__builtin_ctzll(set)] += share;
}

static void
count_letter(const struct tcn_lang_detector *langs, struct tally *tally,
    UChar32 c)
{
	UErrorCode status = U_ZERO_ERROR;
	UScriptCode script = uscript_getScript(c, &status);
	const uint64_t *set =
	    tcn_map_find(&langs->letters, (uint64_t)u_tolower(c));

	if (set)
		vote(tally, *set, VOTE / 2);
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
count_letters(const struct tcn_lang_detector *langs, struct tally *tally,
    struct tcn_str text)
{
	const uint8_t *bytes = (const uint8_t *)text.at;
	int32_t n = (int32_t)text.n;
	UChar32 c;

	/* All ASCII letters first: a loop that goes many bytes at a time. */
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
			count_letter(langs, tally, c);
	}
}

/*
 * A headline of six words may hold one that votes, and by chance for a
 * language few articles are in. Such a one needs twice the votes; and what is
 * plain ASCII is English until something speaks against it.
 */
static unsigned
votes_of(const struct tcn_lang_detector *langs, const struct tally *tally,
    unsigned i)
{
	unsigned n = tally->votes[i];

	if (!tally->latin)
		return n;
	if (!(langs->common >> i & 1))
		n /= 2;
	if (tally->words > 2 && !tally->accented && (langs->english >> i & 1))
		n += VOTE / 2;
	return n;
}

/* The two languages most voted for. */
struct ranking {
	unsigned best; /* LANGS_MAX: none, or two are even */
	unsigned first, second; /* votes */
};

static struct ranking
elect(const struct tcn_lang_detector *langs, const struct tally *tally)
{
	struct ranking ranking = { .best = LANGS_MAX };

	for (unsigned i = 0; i < langs->names_n; i++) {
		unsigned n = votes_of(langs, tally, i);

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

/* Four words voted for it, and no other has a third of its votes. */
static bool
is_clear(struct ranking ranking)
{
	return ranking.first >= 4 * VOTE && ranking.second * 3 <= ranking.first;
}

/* It is clear; or a word in six voted for it, and no other has two thirds. */
static bool
is_sure(struct ranking ranking, unsigned words)
{
	return is_clear(ranking) ||
	    (ranking.second * 3 < ranking.first * 2 &&
		ranking.first >= 2 * VOTE && ranking.first * 6 >= words * VOTE);
}

/* The hash of the folded word; false when out of memory. */
static bool
fold_of(struct tcn_stemmer *stemmer, const struct tcn_tokenizer_token *token,
    uint64_t *fold)
{
	const struct tcn_stemmer_entry *stem;

	if (token->ascii) { /* folded already */
		*fold = XXH3_64bits(token->word, token->n);
		return true;
	}
	stem = tcn_stemmer_get(stemmer, 0,
	    tcn_stemmer_key(stemmer, 0, token->word, token->n), token->word,
	    token->n, false);
	*fold = stem ? stem->fold : 0;
	return stem != NULL;
}

/* Words are cut as in French, so that "l'" and "d'" may vote. */
static enum tcn_rc
count_words(const struct tcn_lang_detector *langs, struct tally *tally,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    struct tcn_str text)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;

	if (!text.n)
		return TCN_OK;
	tcn_tokenizer_scan(&scan, tokenizer, text, "fr");
	while (tally->words < SAMPLE_WORDS &&
	    tcn_tokenizer_next(&scan, &token)) {
		const uint64_t *set;
		uint64_t fold;

		if (!fold_of(stemmer, &token, &fold))
			return TCN_NOMEM;
		set = tcn_map_find(&langs->words, fold);
		if (set)
			vote(tally, *set, VOTE);
		if (++tally->words % EARLY_WORDS == 0 &&
		    is_clear(elect(langs, tally)))
			return TCN_OK;
	}
	return scan.failed ? TCN_NOMEM : TCN_OK;
}

/*
 * It is long enough for libexttextcat. A table of figures is not, whatever its
 * bytes; other scripts take more than one for a letter.
 */
static bool
is_long(const struct tally *tally, struct tcn_str text)
{
	return text.n >= LONG_BYTES &&
	    !(tally->latin && tally->other < LONG_LETTERS);
}

/*
 * The row of the script that prevails, or -1 for Latin and the rest. A
 * character of Han weighs as three letters; any kana make it Japanese.
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

/* libexttextcat's first answer of two letters: "[en--utf8][sco--utf8]". */
static bool
ask_textcat(struct tcn_lang_detector *langs, struct tcn_str text,
    char lang[TCN_LANG_BYTES])
{
	char conf[512], prefix[512];
	const char *said;

	if (!langs->textcat_tried && langs->dir[0]) {
		langs->textcat_tried = true;
		snprintf(conf, sizeof conf, "%s/fpdb.conf", langs->dir);
		snprintf(prefix, sizeof prefix, "%s/", langs->dir);
		langs->textcat = special_textcat_Init(conf, prefix);
	}
	if (!langs->textcat)
		return false;
	text = sample_of(text);
	said = textcat_Classify(langs->textcat, text.at, text.n);
	while (said && (said = strchr(said, '['))) {
		if (++said && strcspn(said, "-") == 2)
			return tcn_lang_from_tag((struct tcn_str){ said, 2 },
			    lang);
	}
	return false;
}

static void
name(char lang[TCN_LANG_BYTES], const char *found)
{
	snprintf(lang, TCN_LANG_BYTES, "%s", found);
}

enum tcn_rc
tcn_lang_detect(struct tcn_lang_detector *langs,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    struct tcn_str title, struct tcn_str text, char lang[TCN_LANG_BYTES])
{
	struct tcn_str parts[2] = { sample_of(title), sample_of(text) };
	struct tally tally = { 0 };
	enum tcn_rc rc = TCN_OK;
	struct ranking ranking;
	bool sure;
	int script;

	lang[0] = '\0';
	for (int i = 0; i < 2; i++)
		count_letters(langs, &tally, parts[i]);
	script = script_of(&tally);
	tally.latin = script < 0;
	if (script >= 0)
		name(lang, scripts[script].lang);
	if (script >= 0 && scripts[script].alone)
		return TCN_OK;
	for (int i = 0; i < 2 && rc == TCN_OK; i++)
		rc = count_words(langs, &tally, tokenizer, stemmer, parts[i]);
	ranking = elect(langs, &tally);
	sure = is_sure(ranking, tally.words);
	if (!sure && is_long(&tally, text) && ask_textcat(langs, text, lang))
		return rc;
	if (ranking.best < LANGS_MAX && (sure || ranking.first >= VOTE / 4))
		name(lang, langs->names[ranking.best]);
	return rc;
}
