/*
 * What the interface refuses, as pages say it in their reader's language. The
 * interface says it in English; here each sentence that a form or an address of
 * a page can lead to is a message, with what differs in braces, and is found by
 * its text. One that is not here stands in English.
 */
#include "tools/serve/web/web_errors.h"

#include "tools/tell/words/filled.h"

static const char *const sentences[] = {
	TCN_WORDS("no such path"),
	TCN_WORDS("no event has the id '{id}': did you mean '{best}'?"),
	TCN_WORDS("no event has the id '{id}': 'tocsin event list' and "
		  "/v1/events show them"),
	TCN_WORDS("no article has that id"),
	TCN_WORDS("no message has that number"),
	TCN_WORDS("the message of that number does not exist, or is not in a "
		  "state that allows this"),
	TCN_WORDS("there is no receiver and no desk of that name"),
	TCN_WORDS("no receiver of the file has that name"),
	TCN_WORDS("no edition that was due at that time was made"),
	TCN_WORDS("the file of editions has none of that name"),
	TCN_WORDS("there is no file of editions: the setting report.editions "
		  "names one"),
	TCN_WORDS("the event has no such revision: they count from 1"),
	TCN_WORDS("no job has that id: it ended more than an hour ago, later "
		  "ones took its place, or the daemon was started again"),
	TCN_WORDS("one job runs and three wait: try again when one is over"),
	TCN_WORDS("only a running daemon can do this: 'tocsin run'"),
	TCN_WORDS("somebody else asked for it: they or an administrator may "
		  "cancel it"),
	TCN_WORDS("\"{name}\" must be a date"),
	TCN_WORDS("\"{name}\" must be a text"),
	TCN_WORDS("\"since\" must be before \"until\""),
	TCN_WORDS("\"days\" must be a number from 1 to {n}"),
	TCN_WORDS("limit must be 1 to {n}"),
	TCN_WORDS("no merge has this number"),
	TCN_WORDS("none of these belongs to the event itself: split the one "
		  "that they came with"),
	TCN_WORDS("nothing would be left of the event"),
	TCN_WORDS("\"items\" or \"publishers\" must say what is split off"),
	TCN_WORDS("no rule has that name, and none of that name fired then"),
	TCN_WORDS("the file has been changed since you read it: read it again, "
		  "and make your change to what it holds now"),
	TCN_WORDS("1,000 searches are saved: remove one first"),
	TCN_WORDS("no search has that name: /v1/searches lists them"),
	TCN_WORDS("this name is taken by something else: choose another"),
	TCN_WORDS("no search is saved under this name"),
	TCN_WORDS("\"name\" must say what the search is to be called"),
	TCN_WORDS("the token is not known"),
	TCN_WORDS("there is no such session: /v1/sessions lists them"),
	TCN_WORDS("too many wrong tokens came from this address"),
	TCN_WORDS("the token's scope does not allow this"),
	TCN_WORDS("no silence has that number"),
	TCN_WORDS("\"value\" must name what is to be silenced"),
	TCN_WORDS("say how long it is to hold: \"for\": \"2h\", or \"until\" "
		  "with a date"),
	TCN_WORDS("\"for\" is a text such as 2h; \"until\" a date"),
	TCN_WORDS("until is over already"),
	TCN_WORDS("the store has failed: send this again"),
	TCN_WORDS("the daemon is stopping: send this again"),
	TCN_WORDS("the daemon is about to end: send this again"),
	TCN_WORDS("the daemon is going down"),
	TCN_WORDS("too many requests of this kind wait: send this again"),
	TCN_WORDS("too much at once: send it again a little later"),
	TCN_WORDS("this store is one of several that follow a log "
		  "(kafka.lease): send the request to the detector that leads, "
		  "with --url"),
	TCN_WORDS("\"text\" must hold the note"),
	TCN_WORDS("\"owner\" must name the owner; null: nobody"),
	TCN_WORDS("\"url\" must be the address of a feed"),
	TCN_WORDS("\"url\" must be an address: http:// or https://"),
	TCN_WORDS("out of memory"),
	TCN_WORDS("the form does not say what to do, or with what"),
	TCN_WORDS("the daemon gave no answer that can be read"),
	TCN_WORDS("it gave no answer that can be read"),
	TCN_WORDS("this job explains nothing"),
	TCN_WORDS("a day is written as 2026-03-03"),
	TCN_WORDS("no such file: load the page anew"),
	TCN_WORDS("'{key}' can be changed in the text only, as it is written "
		  "there"),
	TCN_WORDS("a rule has no '{word}'; did you mean '{best}'?"),
	TCN_WORDS("a rule has no '{word}'; 'man tocsin-rules' names all there "
		  "is"),
	TCN_WORDS("{where} has no '{word}'; did you mean '{best}'?"),
	TCN_WORDS("{where} has no '{word}'; 'man tocsin-rules' names all there "
		  "is"),
	TCN_WORDS("'{word}' belongs under the rule itself"),
	TCN_WORDS("'{word}' belongs under {where}:, indented"),
	TCN_WORDS("{key}: nothing stands here; remove it, or give a text"),
	TCN_WORDS("{key} has no value; give one, or remove the line"),
	TCN_WORDS("{key} takes one value, neither a list nor names"),
	TCN_WORDS("this rule has no name; give it one, as 'name: floods'"),
	TCN_WORDS("the rule on line {line} is called {name} as well; names "
		  "tell events apart"),
	TCN_WORDS("asks for the very same as rule '{rule}' on line {line}: "
		  "each event will be sent twice"),
	TCN_WORDS("a rule is expected here, as '- name: floods'"),
	TCN_WORDS("rules is a list: each rule begins with '- name: ...'"),
	TCN_WORDS("'rules:' is expected here, and the rules under it"),
	TCN_WORDS("a file of rules holds 'rules:' and no '{word}'"),
	TCN_WORDS("no rule stands here, so nothing would ever fire; write one"),
	TCN_WORDS("a step says when: give 'more_than: 50' or 'unacknowledged: "
		  "30m'"),
	TCN_WORDS("a step has one condition: make two steps of more_than and "
		  "unacknowledged"),
	TCN_WORDS("a step says what then: give 'severity: critical' or "
		  "'notify: [night-desk]'"),
	TCN_WORDS("a rule has {n} steps at most; remove some"),
	TCN_WORDS("the rule's severity is {severity} already: a step raises "
		  "it; give a higher one"),
	TCN_WORDS("the rule fires at more than {n}: this step is reached at "
		  "once; give more"),
	TCN_WORDS("'{word}' is no name: small letters a-z, digits and '-', at "
		  "most {n}, as 'world-desk'"),
	TCN_WORDS("{key}: no '{word}'; did you mean '{best}'?"),
	TCN_WORDS("{key}: '{word}' is no choice; it takes {words}"),
	TCN_WORDS("{key}: '{word}' is neither yes nor no; it takes true or "
		  "false"),
	TCN_WORDS("{key} takes a whole number, not '{word}'"),
	TCN_WORDS("{key} takes a number, not '{word}'"),
	TCN_WORDS("{key}: '{word}' is out of range; it takes {least} to "
		  "{most}"),
	TCN_WORDS("{key} takes a time of the day such as \"06:30\" or "
		  "\"23:00\", not '{word}'"),
	TCN_WORDS("no time zone '{word}'; name one as Europe/Paris or UTC"),
	TCN_WORDS("behind a pattern's second slash stand only the letters i, "
		  "m, s and x"),
	TCN_WORDS("the pattern matches where there is nothing, hence every "
		  "item"),
	TCN_WORDS("the pattern '{pattern}' is wrong at its character {n}: "
		  "{why}"),
	TCN_WORDS("'{word}' is no language's code; write ISO 639-1, as en, fr "
		  "or zh"),
	TCN_WORDS("no word stands here, so no item can have it; for signs "
		  "write a /pattern/"),
	TCN_WORDS("'{word}' says nothing in '{lang}': nearly every text in "
		  "that language has it; name the languages meant under "
		  "'language'"),
	TCN_WORDS("stands here twice"),
	TCN_WORDS("stands under 'none' as well: no item can meet both"),
	TCN_WORDS("stands under 'none' as well, and so never counts"),
	TCN_WORDS("stands under 'all' as well: 'any' then asks for nothing"),
	TCN_WORDS("rule '{rule}' notifies '{desk}', and there is no desk or "
		  "receiver of that name"),
	TCN_WORDS("not_while: there is no rule '{word}'; did you mean "
		  "'{best}'?"),
	TCN_WORDS("not_while: there is no rule '{word}'; name one of this "
		  "file"),
	TCN_WORDS("a watch rule fires at its first item: {key} is not looked "
		  "at; remove it, or 'watch'"),
	TCN_WORDS("watch without where: every story there is becomes an event; "
		  "say which under 'where'"),
	TCN_WORDS("quiet_hours need a beginning, as 'from: \"23:00\"'"),
	TCN_WORDS("quiet_hours need an end, as 'to: \"06:30\"'"),
	TCN_WORDS("quiet_hours need a time zone, as 'zone: Europe/Paris'"),
	TCN_WORDS("'{word}' is given twice; the first is on line {n}"),
	TCN_WORDS("event {event} has moved on: its revision is {n} now, look "
		  "at it again"),
	TCN_WORDS("{event} cannot become part of {into}, which is part of it"),
	TCN_WORDS("{event} is part of {into} already: take that back first"),
	TCN_WORDS("not valid YAML"),
	TCN_WORDS("a name is expected here"),
};

#define SENTENCES (sizeof sentences / sizeof *sentences)

const char *
tcn_web_errors_at(size_t i)
{
	return i < SENTENCES ? sentences[i] : NULL;
}

bool
tcn_web_errors_say(const struct tcn_words *words, struct tcn_str says,
    struct tcn_buf *out)
{
	struct tcn_filled filled;

	for (size_t i = 0; i < SENTENCES; i++) {
		if (!tcn_filled_find(sentences[i], says, &filled))
			continue;
		tcn_words_say(words, sentences[i], filled.with, out);
		return true;
	}
	return false;
}
