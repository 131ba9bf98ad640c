#include "engine/text/places.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"
#include "engine/text/date_names.h"
#include "engine/text/sentence.h"

#define SENTENCES  2 /* of the text that are read */
#define WORDS_MAX  120 /* of a sentence */
#define RUN_MAX    5 /* words of a name */
#define BACK_MAX   5 /* words between "in" and a name, and "in" itself */
#define ACRONYM    3 /* letters: "US" */
#define LONG       4 /* letters of a word that tells a title's capitals */
#define UNSURE_MAX 16 /* names of persons in an article */

/* What stands between a word and the one before. */
enum gap {
	GAP_OTHER, /* or nothing: it begins the sentence */
	GAP_BLANK,
	GAP_HYPHEN,
	GAP_APOSTROPHE,
};

struct word {
	struct tcn_str at;
	enum gap gap;
	bool capital, all_capitals;
};

struct reader {
	struct tcn_str lang;
	struct word words[WORDS_MAX];
	size_t n;
	bool is_title; /* written In Such Letters */
	struct tcn_places *places;
	struct tcn_str persons[UNSURE_MAX];
	size_t persons_n;
	struct tcn_str names[TCN_PLACES_MAX]; /* of each place, the first */
};

/* --- words --- */

static UChar32
char_at(struct tcn_str text, size_t i, size_t *next)
{
	const uint8_t *bytes = (const uint8_t *)text.at;
	UChar32 c;

	*next = i;
	U8_NEXT(bytes, *next, text.n, c);
	return c;
}

/* Whether a character, or what stands for none, is a letter or a digit. ICU is
 * not asked about ASCII, which most are. */
static bool
is_alnum(UChar32 c)
{
	return c < 0x80 ? c >= 0 && tcn_ascii_is_alnum((char)c) : u_isalnum(c);
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Whether "U.S" goes on behind the full stop at i. */
static bool
is_initial(struct tcn_str text, size_t begin, size_t i)
{
	return i + 1 < text.n && text.at[i] == '.' &&
	    is_upper(text.at[i - 1]) && is_upper(text.at[i + 1]) &&
	    (i - 1 == begin || text.at[i - 2] == '.') &&
	    (i + 2 == text.n || text.at[i + 2] == '.' ||
		!u_isalnum((unsigned char)text.at[i + 2]));
}

/* Where the word ends that begins at i. */
static size_t
end_of_word(struct tcn_str text, size_t begin, struct word *word)
{
	size_t i = begin, next;

	word->all_capitals = true;
	while (i < text.n) {
		UChar32 c = char_at(text, i, &next);

		if (i > begin && is_initial(text, begin, i)) {
			i++;
			continue;
		}
		if (!is_alnum(c) &&
		    (c < 0x80 || u_charType(c) != U_NON_SPACING_MARK))
			break;
		word->all_capitals &=
		    c < 0x80 ? c < 'a' || c > 'z' : !u_islower(c);
		i = next;
	}
	return i;
}

/* The gap that lies between two bytes of a sentence. */
static enum gap
gap_of(struct tcn_str between)
{
	if (between.n == 1 && (*between.at == ' ' || *between.at == '\n'))
		return GAP_BLANK;
	if (between.n == 1 && *between.at == '-')
		return GAP_HYPHEN;
	if (tcn_str_equal(between, tcn_str("'")) ||
	    tcn_str_equal(between, tcn_str("\u2019")))
		return GAP_APOSTROPHE;
	return tcn_str_equal(between, tcn_str(". ")) ? GAP_BLANK : GAP_OTHER;
}

static void
cut_words(struct reader *in, struct tcn_str sentence)
{
	size_t end = 0, next;

	in->n = 0;
	for (size_t i = 0; i < sentence.n && in->n < WORDS_MAX;) {
		struct word word = { .gap = GAP_OTHER };
		UChar32 c = char_at(sentence, i, &next);

		if (!is_alnum(c)) {
			i = next;
			continue;
		}
		if (in->n)
			word.gap = gap_of((struct tcn_str){
			    sentence.at + end, i - end });
		word.capital =
		    c < 0x80 ? is_upper((char)c) : u_isupper(c) || u_istitle(c);
		end = end_of_word(sentence, i, &word);
		word.at = (struct tcn_str){ sentence.at + i, end - i };
		in->words[in->n++] = word;
		i = end;
	}
}

/* How the sentence is written; false: in capitals, and none of it is read. */
static bool
read_form(struct reader *in)
{
	size_t capitals = 0, smalls = 0, whole = 0;

	for (size_t i = 0; i < in->n; i++) {
		const struct word *word = &in->words[i];

		if (word->at.n < LONG)
			continue;
		capitals += word->capital;
		whole += word->capital && word->all_capitals;
		smalls += !word->capital;
	}
	in->is_title =
	    capitals + smalls > 1 && capitals * 5 >= (capitals + smalls) * 4;
	return !(whole > 2 && whole * 2 > capitals + smalls);
}

/* --- names --- */

static struct tcn_str
run_of(const struct reader *in, size_t from, size_t to)
{
	const char *begin = in->words[from].at.at;
	struct tcn_str last = in->words[to - 1].at;

	return (struct tcn_str){ begin, (size_t)(last.at + last.n - begin) };
}

static bool
is_acronym(struct tcn_str name)
{
	size_t letters = 0;

	for (size_t i = 0; i < name.n; i++)
		letters += name.at[i] != '.' && name.at[i] != ' ';
	return letters > 0 && letters <= ACRONYM;
}

/* The longest name of a place that begins with a word; *to is behind it. */
static struct tcn_place_name
find_name(const struct reader *in, size_t from, size_t *to)
{
	const struct tcn_place_name none = { .zone = "" };
	size_t most = from + 1;

	if (!in->words[from].capital ||
	    !tcn_place_names_may_start(in->lang, in->words[from].at))
		return none;
	while (most < in->n && most - from < RUN_MAX &&
	    in->words[most].gap != GAP_OTHER)
		most++;
	for (*to = most; *to > from; --*to) {
		struct tcn_str run = run_of(in, from, *to);
		struct tcn_place_name name;

		if (!in->words[*to - 1].capital ||
		    (is_acronym(run) && !in->words[from].all_capitals))
			continue;
		name = tcn_place_names_find(in->lang, run);
		if (name.kinds & (TCN_PLACE_COUNTRY | TCN_PLACE_CITY))
			return name;
	}
	return none;
}

/* Whether the words before a name say that it is where: "in the northern". */
static bool
is_located(const struct reader *in, size_t from)
{
	for (size_t i = from; i > 0 && from - i < BACK_MAX; i--) {
		const struct word *before = &in->words[i - 1];
		unsigned kinds;

		if (in->words[i].gap != GAP_BLANK &&
		    in->words[i].gap != GAP_APOSTROPHE)
			return false;
		if (before->capital && !in->is_title && i > 1)
			return false;
		kinds = tcn_place_names_find(in->lang, before->at).kinds;
		if (kinds & TCN_PLACE_BEFORE)
			return true;
		if (!(kinds & TCN_PLACE_BETWEEN))
			return false;
	}
	return false;
}

/* What the words beside a name make of it. */
enum beside {
	BESIDE_NOTHING, /* it stands alone */
	BESIDE_PART, /* of a longer name */
	BESIDE_PERSON, /* the last part of one */
};

static bool
is_between(const struct reader *in, size_t word)
{
	return tcn_place_names_find(in->lang, in->words[word].at).kinds &
	    TCN_PLACE_BETWEEN;
}

/* Whether "of" with a capital before it stands before a name. */
static bool
is_of(const struct reader *in, size_t from)
{
	unsigned kinds;

	if (from < 2 || in->words[from - 1].capital ||
	    !in->words[from - 2].capital ||
	    in->words[from - 1].gap != GAP_BLANK)
		return false;
	kinds = tcn_place_names_find(in->lang, in->words[from - 1].at).kinds;
	return kinds & TCN_PLACE_BETWEEN && !(kinds & TCN_PLACE_BEFORE);
}

/* "in Chile Monday" */
static bool
is_day(const struct reader *in, const struct word *word)
{
	struct tcn_buf folded = { 0 };
	bool is;

	tcn_date_fold(word->at, &folded);
	is = tcn_date_names_is_day(in->lang,
	    tcn_date_word_hash(tcn_buf_view(&folded)));
	tcn_buf_fini(&folded);
	return is;
}

static enum beside
beside_name(const struct reader *in, size_t from, size_t to, bool located)
{
	const struct word *words = in->words;
	bool before = from && words[from].gap == GAP_BLANK;
	bool after = to < in->n && words[to].gap == GAP_BLANK;

	if ((from && words[from].gap == GAP_HYPHEN) ||
	    (to < in->n && words[to].gap == GAP_HYPHEN) ||
	    (after && words[to].capital && !is_day(in, &words[to])))
		return BESIDE_PART;
	if (located)
		return BESIDE_NOTHING;
	if (from == 1 && is_between(in, 0)) /* "The US" */
		return BESIDE_NOTHING;
	if (before && words[from - 1].capital)
		return from > 1 ? BESIDE_PERSON : BESIDE_PART;
	return before && is_of(in, from) ? BESIDE_PART : BESIDE_NOTHING;
}

/* Whether a name in a title is followed by what a name's part is not. */
static bool
ends_there(const struct reader *in, size_t to)
{
	return to == in->n || in->words[to].gap == GAP_APOSTROPHE ||
	    in->words[to].gap == GAP_OTHER;
}

static void
add_place(struct reader *in, const struct tcn_place_name *name,
    struct tcn_str run, bool located)
{
	struct tcn_places *places = in->places;
	size_t i = 0;

	while (i < places->n &&
	    (strcmp(places->at[i].country, name->country) != 0 ||
		strcmp(places->at[i].zone, name->zone) != 0 ||
		!tcn_str_equal(in->names[i], run)))
		i++;
	if (i == TCN_PLACES_MAX)
		return;
	if (i == places->n) {
		struct tcn_place *place = &places->at[places->n++];

		in->names[i] = run;
		*place = (struct tcn_place){ .zone = name->zone };
		strcpy(place->country, name->country);
		place->homonym = name->kinds & TCN_PLACE_HOMONYM;
	}
	places->at[i].located |= located;
}

/* Takes the name of the words [from, to). */
static void
take_name(struct reader *in, const struct tcn_place_name *name, size_t from,
    size_t to)
{
	struct tcn_str run = run_of(in, from, to);
	bool located = is_located(in, from);
	enum beside beside = BESIDE_NOTHING;

	if (!in->is_title)
		beside = beside_name(in, from, to, located);
	else if (!located && (from || !ends_there(in, to)))
		beside = BESIDE_PART;
	if (beside == BESIDE_NOTHING && *name->country)
		add_place(in, name, run, located);
	else if (beside == BESIDE_PERSON && in->persons_n < UNSURE_MAX)
		in->persons[in->persons_n++] = run;
}

static void
read_sentence(struct reader *in, struct tcn_str sentence)
{
	cut_words(in, sentence);
	if (!read_form(in))
		return;
	for (size_t i = 0, to; i < in->n; i = to) {
		struct tcn_place_name name = find_name(in, i, &to);

		if (name.kinds)
			take_name(in, &name, i, to);
		else
			to = i + 1;
	}
}

/* Leaves out who is a person, and joins what is called in two ways. */
static void
settle(struct reader *in)
{
	struct tcn_places *places = in->places;
	size_t kept = 0;

	for (size_t i = 0; i < places->n; i++) {
		const struct tcn_place *place = &places->at[i];
		bool gone = false;
		size_t k = 0;

		for (size_t p = 0; p < in->persons_n; p++)
			gone |= tcn_str_equal(in->persons[p], in->names[i]);
		while (k < kept &&
		    (strcmp(places->at[k].country, place->country) != 0 ||
			strcmp(places->at[k].zone, place->zone) != 0))
			k++;
		if (gone)
			continue;
		if (k == kept) {
			places->at[kept++] = *place;
			continue;
		}
		places->at[k].located |= place->located;
		places->at[k].homonym &= place->homonym;
	}
	places->n = kept;
}

struct tcn_places
tcn_places_find(struct tcn_str title, struct tcn_str text, const char *lang)
{
	struct tcn_places places = { .n = 0 };
	struct reader in = { .lang = tcn_str(lang), .places = &places };
	struct tcn_sentence_scan scan;
	struct tcn_str sentence;

	read_sentence(&in, title);
	tcn_sentence_scan(&scan, text, lang);
	for (size_t i = 0; i < SENTENCES && tcn_sentence_next(&scan, &sentence);
	     i++)
		read_sentence(&in, sentence);
	settle(&in);
	return places;
}

void
tcn_places_drop_unsure(struct tcn_places *places)
{
	size_t kept = 0;
	bool sure[TCN_PLACES_MAX] = { false };

	for (size_t i = 0; i < places->n; i++)
		for (size_t k = 0; k < places->n; k++)
			sure[i] |= !places->at[k].homonym &&
			    strcmp(places->at[i].country,
				places->at[k].country) == 0;
	for (size_t i = 0; i < places->n; i++)
		if (sure[i])
			places->at[kept++] = places->at[i];
	places->n = kept;
}
