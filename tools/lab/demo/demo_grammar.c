#include "tools/lab/demo/demo_grammar_impl.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/sections.h"

static const struct tcn_sections_file files[] = {
#include "tools/lab/demo/texts_data.h"
};

#define FILES (sizeof files / sizeof *files)

static const char *const codes[TCN_DEMO_LANGS] = { "en", "es", "fr", "de", "pt",
	"it", "zh", "ja" };
static struct tcn_demo_grammar built_in;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const char *
tcn_demo_lang_code(enum tcn_demo_lang lang)
{
	return codes[lang];
}

/* Orders by language, then by name. */
static int
compare(enum tcn_demo_lang lang, struct tcn_str name,
    const struct tcn_demo_rule *rule)
{
	return lang != rule->lang ? (lang > rule->lang) - (lang < rule->lang)
				  : tcn_str_compare(name, rule->name);
}

/* Where the rule is, or would be. */
static size_t
search(const struct tcn_demo_grammar *grammar, enum tcn_demo_lang lang,
    struct tcn_str name)
{
	size_t from = 0, to = grammar->rules_n;

	while (from < to) {
		size_t i = from + (to - from) / 2;

		if (compare(lang, name, &grammar->rules[i]) > 0)
			from = i + 1;
		else
			to = i;
	}
	return from;
}

const struct tcn_demo_rule *
tcn_demo_grammar_find(const struct tcn_demo_grammar *grammar,
    enum tcn_demo_lang lang, struct tcn_str name)
{
	size_t i = search(grammar, lang, name);

	return i < grammar->rules_n &&
		compare(lang, name, &grammar->rules[i]) == 0
	    ? &grammar->rules[i]
	    : NULL;
}

/* --- reading --- */

/* Makes room for a rule among the others, which are in order. */
static enum tcn_rc
add_rule(struct tcn_demo_grammar *grammar, enum tcn_demo_lang lang,
    struct tcn_str name, struct tcn_demo_rule **rule, struct tcn_err *err)
{
	size_t i = search(grammar, lang, name);

	if (tcn_demo_grammar_find(grammar, lang, name))
		return tcn_err_set(err, TCN_INVALID,
		    "[%.*s] is there already: give one of them another name",
		    TCN_STR_ARG(name));
	if (grammar->rules_n == TCN_DEMO_RULES_MAX)
		return tcn_err_set(err, TCN_LIMIT, "more than %d rules",
		    TCN_DEMO_RULES_MAX);
	*rule = &grammar->rules[i];
	memmove(*rule + 1, *rule, (grammar->rules_n++ - i) * sizeof **rule);
	**rule = (struct tcn_demo_rule){ name, lang,
		&grammar->texts[grammar->texts_n], 0 };
	return TCN_OK;
}

/* Each hole of an alternative is closed. */
static bool
is_whole(struct tcn_str text)
{
	bool open = false, whole = true;

	for (size_t i = 0; i < text.n; i++) {
		if (text.at[i] != '{' && text.at[i] != '}')
			continue;
		whole &= open == (text.at[i] == '}');
		open = text.at[i] == '{';
	}
	return whole && !open;
}

static enum tcn_rc
add_line(struct tcn_demo_grammar *grammar, struct tcn_demo_rule *rule,
    struct tcn_str line, struct tcn_err *err)
{
	struct tcn_str text;

	while (tcn_sections_part(&line, '|', &text)) {
		if (!text.n)
			return tcn_err_set(err, TCN_INVALID,
			    "an alternative without text: leave out a |");
		if (!is_whole(text))
			return tcn_err_set(err, TCN_INVALID,
			    "a { without its }, or the other way round");
		if (grammar->texts_n == TCN_DEMO_TEXTS_MAX)
			return tcn_err_set(err, TCN_LIMIT,
			    "more than %d alternatives", TCN_DEMO_TEXTS_MAX);
		grammar->texts[grammar->texts_n++] = text;
		rule->n++;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_demo_grammar_read(struct tcn_demo_grammar *grammar, enum tcn_demo_lang lang,
    const char *text, struct tcn_err *err)
{
	struct tcn_sections sections = { .rest = tcn_str(text) };
	struct tcn_demo_rule *rule = NULL;
	struct tcn_str line;
	bool is_heading;
	enum tcn_rc rc;

	while (!(rc = tcn_sections_next(&sections, &is_heading, &line, err))) {
		if (is_heading)
			rc = add_rule(grammar, lang, line, &rule, err);
		else
			rc = add_line(grammar, rule, line, err);
		if (rc)
			return rc;
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

/* The language that the name of a file begins with. */
static enum tcn_demo_lang
lang_of(const char *name)
{
	int lang = 0;

	while (lang < TCN_DEMO_LANGS &&
	    memcmp(name, tcn_demo_lang_code(lang), 2) != 0)
		lang++;
	return lang;
}

enum tcn_rc
tcn_demo_grammar_read_all(struct tcn_demo_grammar *grammar, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < FILES && !rc; i++) {
		tcn_err_at(err, files[i].name, 0, 0);
		rc = tcn_demo_grammar_read(grammar, lang_of(files[i].name),
		    files[i].text, err);
	}
	return rc;
}

static void
read_built_in(void)
{
	enum tcn_rc rc = tcn_demo_grammar_read_all(&built_in, NULL);

	assert(rc == TCN_OK);
	(void)rc;
}

const struct tcn_demo_grammar *
tcn_demo_grammar(void)
{
	pthread_once(&once, read_built_in);
	return &built_in;
}

uint32_t
tcn_demo_rule_alternatives(enum tcn_demo_lang lang, const char *name)
{
	const struct tcn_demo_rule *rule =
	    tcn_demo_grammar_find(tcn_demo_grammar(), lang, tcn_str(name));

	return rule ? rule->n : 0;
}

struct tcn_str
tcn_demo_rule_nth(enum tcn_demo_lang lang, const char *name, uint32_t nth)
{
	const struct tcn_demo_rule *rule =
	    tcn_demo_grammar_find(tcn_demo_grammar(), lang, tcn_str(name));

	assert(!rule || nth < rule->n);
	return rule ? rule->texts[nth] : (struct tcn_str){ "", 0 };
}
