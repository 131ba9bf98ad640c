#include "tools/lab/demo/demo_world_impl.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/sections.h"
#include "tools/lab/demo/demo_rng.h"

#define SYNDICATES_OF_TONGUE 8

/* How many of 200 sources write in each language. */
static const uint8_t share[TCN_DEMO_LANGS] = { 132, 20, 14, 14, 8, 8, 2, 2 };
/* Parts of host names, by the same index as the rule "outlets". */
static const char *const slugs[16] = { "courier", "gazette", "herald", "post",
	"news", "observer", "today", "radio", "tribune", "standard", "mail",
	"argus", "live", "record", "star", "now" };
/* --- names --- */

/* A rule of names.txt, of which each text is a name or syllable in Latin
 * letters, Chinese and Japanese, and what else is known of it. */
static const struct tcn_demo_rule *
names(const char *rule)
{
	const struct tcn_demo_rule *found =
	    tcn_demo_grammar_find(tcn_demo_grammar(), TCN_DEMO_LANGS,
		tcn_str(rule));

	assert(found);
	return found;
}

static struct tcn_str
nth_field(struct tcn_str text, unsigned nth)
{
	struct tcn_str field = { "", 0 };

	for (unsigned i = 0; i <= nth; i++)
		if (!tcn_sections_part(&text, ' ', &field))
			return (struct tcn_str){ "", 0 };
	return field;
}

static void
add_name(const struct tcn_demo_rule *rule, uint64_t nth,
    enum tcn_demo_lang lang, struct tcn_buf *out)
{
	tcn_buf_str(out,
	    nth_field(rule->texts[nth],
		lang == TCN_DEMO_ZH       ? 1
		    : lang == TCN_DEMO_JA ? 2
					  : 0));
}

void
tcn_demo_country(uint32_t country, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_name(names("countries"), country % TCN_DEMO_COUNTRIES, lang, out);
}

/* Picks pairs of syllables in steps of 331, which has no factor in common with
 * the number of pairs, so that no name occurs twice. */
void
tcn_demo_town(uint32_t country, uint32_t town, enum tcn_demo_lang lang,
    struct tcn_buf *out)
{
	const struct tcn_demo_rule *starts = names("town starts");
	const struct tcn_demo_rule *ends = names("town ends");
	uint32_t at =
	    (country * TCN_DEMO_TOWNS + town) * 331 % (starts->n * ends->n);

	add_name(starts, at / ends->n, lang, out);
	add_name(ends, at % ends->n, lang, out);
}

/* Appends a start, nearly always a middle, and an end. */
static void
add_long_name(uint64_t number, const struct tcn_demo_rule *starts,
    const struct tcn_demo_rule *ends, enum tcn_demo_lang lang,
    struct tcn_buf *out)
{
	const struct tcn_demo_rule *middles = names("middles");
	uint64_t middle = number / starts->n / ends->n % (middles->n + 1);

	add_name(starts, number % starts->n, lang, out);
	if (middle < middles->n)
		add_name(middles, middle, lang, out);
	add_name(ends, number / starts->n % ends->n, lang, out);
}

void
tcn_demo_village(uint64_t number, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_long_name(number, names("town starts"), names("town ends"), lang,
	    out);
}

void
tcn_demo_surname(uint64_t number, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_long_name(number, names("surname starts"), names("surname ends"),
	    lang, out);
}

void
tcn_demo_first_name(uint64_t number, enum tcn_demo_lang lang,
    struct tcn_buf *out)
{
	const struct tcn_demo_rule *first = names("first names");

	add_name(first, number % first->n, lang, out);
}

/* A company or product: the start of a surname and the end of a town. */
void
tcn_demo_brand(uint64_t number, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_long_name(number, names("surname starts"), names("town ends"), lang,
	    out);
}

/* --- outlets --- */

static uint16_t
country_of_lang(enum tcn_demo_lang lang, struct tcn_demo_rng *rng)
{
	const struct tcn_demo_rule *countries = names("countries");
	struct tcn_str code;
	uint32_t country;

	do {
		country = tcn_demo_below(rng, TCN_DEMO_COUNTRIES);
		code = nth_field(countries->texts[country], 3);
	} while (!tcn_str_equal(code, tcn_str(tcn_demo_lang_code(lang))));
	return (uint16_t)country;
}

static bool
host_taken(const struct tcn_demo_world *world, uint32_t n, const char *host)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!strcmp(world->sources[i].host, host))
			return true;
	}
	return false;
}

/* Names a source; the agency of a syndicate after its country. */
static void
name_source(const struct tcn_demo_world *world, uint32_t n, uint32_t pattern)
{
	struct tcn_demo_source *s = &world->sources[n];
	struct tcn_buf name = { 0 };
	struct tcn_buf latin = { 0 };
	struct tcn_str form = s->agency
	    ? tcn_demo_rule_nth(s->lang, "agency", 0)
	    : tcn_demo_rule_nth(s->lang, "outlets", pattern);
	const char *gap;
	const char *end;

	tcn_demo_town(s->country, s->town, s->lang, &name);
	tcn_demo_town(s->country, s->town, TCN_DEMO_EN, &latin);
	for (size_t i = 0; i < latin.n; i++)
		latin.at[i] = (char)tolower((unsigned char)latin.at[i]);
	/* Writes pattern with name in place of its %s, cut to fit. */
	gap = memmem(form.at, form.n, "%s", 2);
	end = form.at + form.n;
	assert(gap);
	snprintf(s->name, sizeof s->name, "%.*s%s%.*s", (int)(gap - form.at),
	    form.at, name.at, (int)(end - gap - 2), gap + 2);
	snprintf(s->host, sizeof s->host, "%s%s-%s.example",
	    n % 3 ? "www." : "", latin.at, s->agency ? "wire" : slugs[pattern]);
	tcn_buf_fini(&name);
	tcn_buf_fini(&latin);
}

/* Adds a source. Two outlets of one name would count as one publisher, so names
 * are drawn until one is new. */
static void
add_source(struct tcn_demo_world *world, uint32_t n, enum tcn_demo_lang lang,
    struct tcn_demo_rng *rng)
{
	struct tcn_demo_source *s = &world->sources[n];

	s->lang = lang;
	for (int tries = 0; tries < 50; tries++) {
		s->country = country_of_lang(lang, rng);
		s->town = (uint16_t)tcn_demo_below(rng, TCN_DEMO_TOWNS);
		name_source(world, n, tcn_demo_below(rng, 16));
		if (!host_taken(world, n, s->host))
			return;
	}
}

/*
 * Puts six of ten outlets into syndicates: one for every 24 outlets of a
 * language. Its first member is the agency that writes the texts the others
 * copy.
 */
static void
join_syndicate(struct tcn_demo_source *s, uint32_t nth, uint32_t of,
    struct tcn_demo_rng *rng)
{
	uint32_t n = of / 24;
	uint32_t which;

	if (n == 0)
		n = 1;
	if (n > SYNDICATES_OF_TONGUE)
		n = SYNDICATES_OF_TONGUE;
	which = nth < n ? nth : tcn_demo_below(rng, n);
	s->agency = nth < n;
	if (s->agency || tcn_demo_chance(rng, 60))
		s->syndicate =
		    (uint16_t)((uint32_t)s->lang * SYNDICATES_OF_TONGUE +
			which + 1);
}

void
tcn_demo_world_init(struct tcn_demo_world *world, uint64_t seed,
    uint32_t sources_n)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(seed, 1) };
	uint32_t n = 0;

	*world = (struct tcn_demo_world){ .seed = seed };
	world->sources = tcn_mem_calloc(sources_n, sizeof *world->sources);
	for (int lang = TCN_DEMO_LANGS - 1; lang >= 0; lang--) {
		uint32_t of = (sources_n * share[lang] + 199) / 200;

		if (lang == TCN_DEMO_EN || of > sources_n - n)
			of = sources_n - n;
		world->lang_first[lang] = n;
		world->lang_sources_n[lang] = of;
		for (uint32_t i = 0; i < of; i++, n++) {
			struct tcn_demo_source *s = &world->sources[n];

			s->lang = (enum tcn_demo_lang)lang;
			join_syndicate(s, i, of, &rng);
			add_source(world, n, s->lang, &rng);
		}
	}
	world->sources_n = n;
}

void
tcn_demo_world_fini(struct tcn_demo_world *world)
{
	tcn_mem_free(world->sources);
	world->sources = NULL;
}
