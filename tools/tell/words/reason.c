#include "tools/tell/words/reason.h"

#include <stdlib.h>
#include <string.h>

#include "tools/tell/words/filled.h"

/* What a feature of the score says (window/story/news_words.h), with {value}
 * for its value. */
static const char *const sentences[] = {
	TCN_WORDS_IN("reason",
	    "stories like it were more than ten times as large in the days "
	    "before"),
	TCN_WORDS_IN("reason",
	    "a story like it was {value} times as large in the days before"),
	TCN_WORDS_IN("reason",
	    "no larger than the largest story like it in the days before"),
	TCN_WORDS_IN("reason",
	    "{value} times as large as any story like it in the days before"),
	TCN_WORDS_IN("reason",
	    "its words were more than ten times as frequent in the days "
	    "before"),
	TCN_WORDS_IN("reason",
	    "its words were {value} times as frequent in the days before"),
	TCN_WORDS_IN("reason",
	    "its words are as frequent as they ever were in the days before"),
	TCN_WORDS_IN("reason",
	    "its words are {value} times as frequent as they ever were in the "
	    "days before"),
	TCN_WORDS_IN("reason",
	    "no alert of the last two days had the same subject"),
	TCN_WORDS_IN("reason",
	    "{value} of its subject was in alerts of the last two days"),
	TCN_WORDS_IN("reason",
	    "all of its subject was in alerts of the last two days"),
	/* As stored of events that fired when it was one day. */
	TCN_WORDS_IN("reason", "no alert of the last day had the same subject"),
	TCN_WORDS_IN("reason",
	    "{value} of its subject was in alerts of the last day"),
	TCN_WORDS_IN("reason",
	    "all of its subject was in alerts of the last day"),
	TCN_WORDS_IN("reason", "one text only"),
	TCN_WORDS_IN("reason", "only {value} different texts"),
	TCN_WORDS_IN("reason", "{value} different texts"),
	TCN_WORDS_IN("reason", "one publisher only"),
	TCN_WORDS_IN("reason", "{value} publishers with texts of their own"),
	TCN_WORDS_IN("reason", "no two texts hold the same phrase"),
	TCN_WORDS_IN("reason",
	    "too few texts to tell a phrase that they share"),
	TCN_WORDS_IN("reason",
	    "only {value} of the texts hold the same three words in a row"),
	TCN_WORDS_IN("reason",
	    "{value} of the texts hold the same three words in a row"),
	TCN_WORDS_IN("reason", "all texts hold the same three words in a row"),
	TCN_WORDS_IN("reason",
	    "not one form that is filled in again and again"),
	TCN_WORDS_IN("reason",
	    "a little like a form that is filled in again and again"),
	TCN_WORDS_IN("reason",
	    "much like a form that is filled in again and again"),
	TCN_WORDS_IN("reason", "a form that is filled in again and again"),
	TCN_WORDS_IN("reason", "the texts have no subject in common"),
	TCN_WORDS_IN("reason",
	    "only {value} of the texts have the same subject"),
	TCN_WORDS_IN("reason", "{value} of the texts have the same subject"),
	TCN_WORDS_IN("reason", "all texts have the same subject"),
	TCN_WORDS_IN("reason", "all items have words"),
	TCN_WORDS_IN("reason",
	    "no words to judge by: {value} of the items came as vectors"),
	TCN_WORDS_IN("reason",
	    "no words to judge by: all items came as vectors"),
	TCN_WORDS_IN("reason", "no name that the texts share"),
	TCN_WORDS_IN("reason", "few texts share a name, or only a common one"),
	TCN_WORDS_IN("reason", "some texts share a name"),
	TCN_WORDS_IN("reason", "many texts share a name"),
	TCN_WORDS_IN("reason", "most texts share a rare name"),
	TCN_WORDS_IN("reason", "no rare word that the texts share"),
	TCN_WORDS_IN("reason", "few texts share a rare word"),
	TCN_WORDS_IN("reason", "some texts share a rare word"),
	TCN_WORDS_IN("reason", "many texts share a rare word"),
	TCN_WORDS_IN("reason", "most texts share a rare word"),
	TCN_WORDS_IN("reason", "no name that stands in one headline only"),
	TCN_WORDS_IN("reason", "few names that stand in one headline only"),
	TCN_WORDS_IN("reason", "some names that stand in one headline only"),
	TCN_WORDS_IN("reason", "many names that stand in one headline only"),
	TCN_WORDS_IN("reason",
	    "each headline names somebody or something else"),
	TCN_WORDS_IN("reason",
	    "each headline names several that no other one names"),
	TCN_WORDS_IN("reason", "no figures in the headlines"),
	TCN_WORDS_IN("reason", "figures in only {value} of the headlines"),
	TCN_WORDS_IN("reason", "figures in {value} of the headlines"),
	TCN_WORDS_IN("reason", "figures in all headlines"),
	TCN_WORDS_IN("reason", "no label in capitals before the headlines"),
	TCN_WORDS_IN("reason",
	    "a label in capitals before only {value} of the headlines"),
	TCN_WORDS_IN("reason",
	    "a label in capitals before {value} of the headlines"),
	TCN_WORDS_IN("reason", "a label in capitals before all headlines"),
	TCN_WORDS_IN("reason",
	    "nearly every headline begins with a word of its own"),
	TCN_WORDS_IN("reason",
	    "only {value} of the headlines begin with the same word"),
	TCN_WORDS_IN("reason",
	    "{value} of the headlines begin with the same word"),
	TCN_WORDS_IN("reason", "all headlines begin with the same word"),
	TCN_WORDS_IN("reason", "nothing like it has come at this time of day"),
	TCN_WORDS_IN("reason",
	    "only {value} of what was like it came at this time of day"),
	TCN_WORDS_IN("reason",
	    "{value} of what was like it came at this time of day"),
	TCN_WORDS_IN("reason", "all that was like it came at this time of day"),
	TCN_WORDS_IN("reason", "nobody speaks in the headlines"),
	TCN_WORDS_IN("reason",
	    "somebody speaks in only {value} of the headlines"),
	TCN_WORDS_IN("reason", "somebody speaks in {value} of the headlines"),
	TCN_WORDS_IN("reason", "somebody speaks in all headlines"),
	TCN_WORDS_IN("reason", "hardly any of all items since its first"),
	TCN_WORDS_IN("reason", "only {value} of all items since its first"),
	TCN_WORDS_IN("reason", "{value} of all items since its first"),
	TCN_WORDS_IN("reason", "a tenth or more of all items since its first"),
	TCN_WORDS_IN("reason",
	    "counts {value} stories that share the name {name}"),
	/* TRANSLATORS: words, patterns and the like, as its file of rules has
	 * them. */
	TCN_WORDS_IN("reason", "its rule asks for: {asked}"),
	TCN_WORDS_IN("reason", "early: {value} of {all} items"),
	TCN_WORDS_IN("reason", "early: {value} of {all} texts"),
	TCN_WORDS_IN("reason", "early: {value} of {all} publishers"),
};

static bool
has_value(const struct tcn_filled *filled)
{
	return filled->n && strcmp(filled->names[0], "value") == 0;
}

/* A value begins with a digit, so that "only 3 texts" is no "{value} texts". */
static bool
is_of(const char *message, struct tcn_str says, struct tcn_filled *filled)
{
	const struct tcn_str *value = &filled->with[0].text;

	return tcn_filled_find(message, says, filled) &&
	    (!has_value(filled) ||
		(value->n && *value->at >= '0' && *value->at <= '9'));
}

/* "37 %" and "2.3" as the language writes them. */
static struct tcn_str
value_in(const struct tcn_words *words, struct tcn_str value,
    char out[static TCN_WORDS_BYTES])
{
	char text[32];
	double n;

	if (value.n >= sizeof text)
		return value;
	memcpy(text, value.at, value.n);
	text[value.n] = '\0';
	n = atof(text);
	return text[value.n - 1] == '%'
	    ? tcn_words_percent(words, n / 100, out)
	    : tcn_words_thousandths(words, (int64_t)(n * 1000 + 0.5), out);
}

bool
tcn_reason_say(const struct tcn_words *words, struct tcn_str says,
    struct tcn_buf *out)
{
	char value[TCN_WORDS_BYTES];
	struct tcn_filled filled;

	for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
		if (!is_of(sentences[i], says, &filled))
			continue;
		if (has_value(&filled))
			filled.with[0].text =
			    value_in(words, filled.with[0].text, value);
		tcn_words_fill(tcn_words_in(words, "reason", sentences[i]),
		    filled.with, out);
		return true;
	}
	tcn_buf_str(out, says);
	return false;
}
