#include "tools/lab/eval/rubric/rubric_line.h"

#include <strings.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

/* Words that no sentence ends on: articles, and what leads to a noun. */
static const struct {
	const char *lang;
	const char *words;
} wanting[] = {
	{ "de",
	    " der die das dem den ein eine einem einen einer und oder von mit "
	    "bei für im am zum zur nach wegen " },
	{ "en",
	    " a an the of and or with from at into its his their by for as "
	    "than " },
	{ "es",
	    " el la los las un una de del en con y o por para su sus que al " },
	{ "fr",
	    " le la les un une de du des et ou à au aux en dans pour par avec "
	    "sur que " },
	{ "it",
	    " il lo la gli le un una di del della dei delle e o con per da nel "
	    "nella che " },
	{ "pt",
	    " o os as um uma de do da dos das e ou em no na nos nas com por "
	    "para que ao " },
};

static const char *const prefixes[] = { "UPDATE", "BREAKING", "VIDEO", "LIVE",
	"WATCH", "URGENT", "URGENTE", "EILMELDUNG", "PHOTOS", "DIRECT",
	"DIRETTA", "AO VIVO", "EN VIVO", "JUST IN" };

/* Counts of one pass. */
struct counts {
	unsigned words, digits, chars, hashtags;
	int brackets; /* open ones */
	bool closed_early;
	unsigned straight; /* quotation marks without a side */
	int low, high; /* open ones with a side: „ and “ */
	unsigned capitals, small; /* letters */
};

static bool
has(struct tcn_str line, const char *part)
{
	return memmem(line.at, line.n, part, strlen(part)) != NULL;
}

static bool
begins(struct tcn_str line, const char *part)
{
	size_t n = strlen(part);

	return line.n >= n && !memcmp(line.at, part, n);
}

static void
count_mark(struct counts *counts, UChar32 c, bool begins_word)
{
	counts->hashtags += c == '#' && begins_word;
	counts->straight += c == '"';
	/* German closes with what English opens with. */
	if (c == 0x201e)
		counts->low++;
	else if (c == 0x201c && counts->low)
		counts->low--;
	else if (c == 0x201c)
		counts->high++;
	else if (c == 0x201d && counts->high)
		counts->high--;
	else if (c == 0x201d)
		counts->closed_early = true;
	counts->brackets += c == '(';
	counts->brackets -= c == ')';
	counts->closed_early |= counts->brackets < 0;
}

static struct counts
count(struct tcn_str line)
{
	struct counts counts = { 0 };
	bool in_word = false, after_space = true;
	int32_t n = (int32_t)(line.n < INT16_MAX ? line.n : INT16_MAX);
	UChar32 c;

	for (int32_t i = 0; i < n;) {
		bool alnum, alone;

		U8_NEXT((const uint8_t *)line.at, i, n, c);
		if (c < 0)
			continue;
		alnum = u_isalnum(c);
		alone = alnum && u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC);
		counts.words += alone || (alnum && !in_word);
		counts.digits += (unsigned)u_isdigit(c);
		counts.capitals += (unsigned)u_isupper(c);
		counts.small += (unsigned)u_islower(c);
		counts.chars += alnum;
		count_mark(&counts, c, after_space);
		in_word = alnum || (in_word && (c == '\'' || c == 0x2019));
		after_space = u_isspace(c);
	}
	return counts;
}

/* The line without closing quotation marks and spaces at its end. */
static struct tcn_str
bare_end(struct tcn_str line)
{
	static const char *const ends[] = { " ", "\"", "'", ")", "\u201d",
		"\u2019", "\u201c", "\u00bb" };
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
			size_t n = strlen(ends[i]);

			if (line.n < n ||
			    memcmp(line.at + line.n - n, ends[i], n) != 0)
				continue;
			line.n -= n;
			again = true;
		}
	}
	return line;
}

static bool
ends(struct tcn_str line, const char *part)
{
	size_t n = strlen(part);

	return line.n >= n && !memcmp(line.at + line.n - n, part, n);
}

/* Whether the last word wants another. */
static bool
ends_wanting(struct tcn_str line, struct tcn_str lang)
{
	size_t from = line.n, n;
	char word[16];

	while (from && line.at[from - 1] != ' ')
		from--;
	n = line.n - from;
	if (n == 0 || n + 2 > sizeof word - 1)
		return false;
	word[0] = ' ';
	memcpy(word + 1, line.at + from, n);
	word[n + 1] = ' ';
	word[n + 2] = '\0';
	for (size_t i = 0; i < sizeof wanting / sizeof *wanting; i++)
		if (lang.n >= 2 && !memcmp(lang.at, wanting[i].lang, 2))
			return strstr(wanting[i].words, word) != NULL;
	return false;
}

static bool
is_cut(struct tcn_str line, struct tcn_str lang)
{
	struct tcn_str end = bare_end(line);

	return ends(end, "...") || ends(end, "\u2026") || ends(end, " -") ||
	    ends(end, ",") || ends(end, ":") || ends_wanting(end, lang);
}

static bool
is_retweet(struct tcn_str line)
{
	return begins(line, "RT ") || begins(line, "RT:") ||
	    begins(line, "@") || begins(line, ".@") || has(line, " RT @") ||
	    has(line, " via @");
}

static bool
has_markup(struct tcn_str line)
{
	return has(line, "&lt;") || has(line, "&gt;") || has(line, "&amp;") ||
	    has(line, "&quot;") || has(line, "&#") || has(line, "<br") ||
	    has(line, "</");
}

static bool
has_prefix(struct tcn_str line)
{
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i]);

		if (line.n <= n || strncasecmp(line.at, prefixes[i], n) != 0)
			continue;
		/* "UPDATE 3-" */
		while (n < line.n &&
		    (line.at[n] == ' ' ||
			(line.at[n] >= '0' && line.at[n] <= '9')))
			n++;
		if (n < line.n && strchr(":-|!", line.at[n]))
			return true;
	}
	return false;
}

const char *
tcn_rubric_fault_name(enum tcn_rubric_fault fault)
{
	static const char *const names[TCN_RUBRIC_FAULTS] = {
		[TCN_RUBRIC_SHORT] = "short",
		[TCN_RUBRIC_CUT] = "cut",
		[TCN_RUBRIC_RETWEET] = "retweet",
		[TCN_RUBRIC_QUESTION] = "question",
		[TCN_RUBRIC_MARKUP] = "markup",
		[TCN_RUBRIC_HASHTAGS] = "hashtags",
		[TCN_RUBRIC_LINK] = "link",
		[TCN_RUBRIC_OPEN] = "open",
		[TCN_RUBRIC_PREFIX] = "prefix",
		[TCN_RUBRIC_TABLE] = "table",
		[TCN_RUBRIC_SHOUT] = "shout",
	};

	return names[fault];
}

enum tcn_rubric_fault
tcn_rubric_line_fault(struct tcn_str line, struct tcn_str lang, bool headline)
{
	struct counts counts;

	line = tcn_str_trim(line);
	counts = count(line);
	if (is_retweet(line))
		return TCN_RUBRIC_RETWEET;
	if (counts.words < (headline ? 3 : 5))
		return TCN_RUBRIC_SHORT;
	if (is_cut(line, lang))
		return TCN_RUBRIC_CUT;
	if (ends(bare_end(line), "?"))
		return TCN_RUBRIC_QUESTION;
	if (has_markup(line))
		return TCN_RUBRIC_MARKUP;
	if (counts.hashtags >= 3)
		return TCN_RUBRIC_HASHTAGS;
	if (has(line, "http://") || has(line, "https://"))
		return TCN_RUBRIC_LINK;
	if (counts.brackets || counts.closed_early || counts.straight % 2 ||
	    counts.low || counts.high)
		return TCN_RUBRIC_OPEN;
	if (has_prefix(line))
		return TCN_RUBRIC_PREFIX;
	if (4 * counts.digits > counts.chars)
		return TCN_RUBRIC_TABLE;
	if (has(line, "!!") ||
	    (ends(bare_end(line), "!") && counts.capitals > counts.small))
		return TCN_RUBRIC_SHOUT;
	return TCN_RUBRIC_FAULTS;
}
