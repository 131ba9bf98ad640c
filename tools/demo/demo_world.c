#include "tools/demo/demo_world_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/demo/demo_rng.h"

#define SYNDICATES_OF_TONGUE 8

/* How many of 200 sources write in each language. */
static const uint8_t share[TCN_DEMO_LANGS] = { 132, 20, 14, 14, 8, 8, 2, 2 };
static const char *const codes[TCN_DEMO_LANGS] = { "en", "es", "fr", "de", "pt",
	"it", "zh", "ja" };
/* Parts of host names, by the same index as tcn_demo_outlets. */
static const char *const slugs[16] = { "courier", "gazette", "herald", "post",
	"news", "observer", "today", "radio", "tribune", "standard", "mail",
	"argus", "live", "record", "star", "now" };
static const char *const agencies[TCN_DEMO_LANGS] = { "%s Press Agency",
	"Agencia %s de Prensa", "Agence %s Presse", "%s Presse-Dienst",
	"Agência %s de Notícias", "Agenzia Stampa %s", "%s通讯社", "%s通信社" };

const char *
tcn_demo_lang_code(enum tcn_demo_lang lang)
{
	return codes[lang];
}

static void
add_syllable(const struct tcn_demo_syllable *sound, enum tcn_demo_lang lang,
    struct tcn_buf *out)
{
	if (lang == TCN_DEMO_ZH)
		tcn_buf_z(out, sound->zh);
	else if (lang == TCN_DEMO_JA)
		tcn_buf_z(out, sound->ja);
	else
		tcn_buf_z(out, sound->latin);
}

void
tcn_demo_country(uint32_t country, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_syllable(&tcn_demo_countries[country % TCN_DEMO_COUNTRIES], lang,
	    out);
}

/* Picks pairs of syllables in steps of 331, which has no factor in common with
 * the number of pairs, so that no name occurs twice. */
void
tcn_demo_town(uint32_t country, uint32_t town, enum tcn_demo_lang lang,
    struct tcn_buf *out)
{
	uint32_t pairs = tcn_demo_name_starts_n * tcn_demo_name_ends_n;
	uint32_t at = (country * TCN_DEMO_TOWNS + town) * 331 % pairs;

	add_syllable(&tcn_demo_name_starts[at / tcn_demo_name_ends_n], lang,
	    out);
	add_syllable(&tcn_demo_name_ends[at % tcn_demo_name_ends_n], lang, out);
}

/* Appends a start, nearly always a middle, and an end. */
static void
add_long_name(uint64_t number, const struct tcn_demo_syllable *starts,
    uint32_t starts_n, const struct tcn_demo_syllable *ends, uint32_t ends_n,
    enum tcn_demo_lang lang, struct tcn_buf *out)
{
	uint64_t middle =
	    number / starts_n / ends_n % (tcn_demo_name_middles_n + 1);

	add_syllable(&starts[number % starts_n], lang, out);
	if (middle < tcn_demo_name_middles_n)
		add_syllable(&tcn_demo_name_middles[middle], lang, out);
	add_syllable(&ends[number / starts_n % ends_n], lang, out);
}

void
tcn_demo_village(uint64_t number, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_long_name(number, tcn_demo_name_starts, tcn_demo_name_starts_n,
	    tcn_demo_name_ends, tcn_demo_name_ends_n, lang, out);
}

void
tcn_demo_surname(uint64_t number, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_long_name(number, tcn_demo_surname_starts,
	    tcn_demo_surname_starts_n, tcn_demo_surname_ends,
	    tcn_demo_surname_ends_n, lang, out);
}

void
tcn_demo_first_name(uint64_t number, enum tcn_demo_lang lang,
    struct tcn_buf *out)
{
	add_syllable(&tcn_demo_first_names[number % tcn_demo_first_names_n],
	    lang, out);
}

/* A company or product: the start of a surname and the end of a town. */
void
tcn_demo_brand(uint64_t number, enum tcn_demo_lang lang, struct tcn_buf *out)
{
	add_long_name(number, tcn_demo_surname_starts,
	    tcn_demo_surname_starts_n, tcn_demo_name_ends, tcn_demo_name_ends_n,
	    lang, out);
}

/* Writes pattern with name in place of its %s, cut to fit. */
static void
fill_in(char *to, size_t size, const char *pattern, const char *name)
{
	const char *gap = strstr(pattern, "%s");

	if (!gap)
		snprintf(to, size, "%s", pattern);
	else
		snprintf(to, size, "%.*s%s%s", (int)(gap - pattern), pattern,
		    name, gap + 2);
}

static uint16_t
country_of_lang(enum tcn_demo_lang lang, struct tcn_demo_rng *rng)
{
	uint32_t country;

	do {
		country = tcn_demo_below(rng, TCN_DEMO_COUNTRIES);
	} while (tcn_demo_country_lang[country] != lang);
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
static enum tcn_rc
name_source(const struct tcn_demo_world *world, uint32_t n, uint32_t pattern)
{
	struct tcn_demo_source *s = &world->sources[n];
	struct tcn_buf name = { 0 };
	struct tcn_buf latin = { 0 };
	const char *form =
	    s->agency ? agencies[s->lang] : tcn_demo_outlets[s->lang][pattern];
	bool failed;

	tcn_demo_town(s->country, s->town, s->lang, &name);
	tcn_demo_town(s->country, s->town, TCN_DEMO_EN, &latin);
	failed = name.failed || latin.failed;
	if (!failed) {
		for (size_t i = 0; i < latin.n; i++)
			latin.at[i] = (char)tolower((unsigned char)latin.at[i]);
		fill_in(s->name, sizeof s->name, form, name.at);
		snprintf(s->host, sizeof s->host, "%s%s-%s.example",
		    n % 3 ? "www." : "", latin.at,
		    s->agency ? "wire" : slugs[pattern]);
	}
	tcn_buf_fini(&name);
	tcn_buf_fini(&latin);
	return failed ? TCN_NOMEM : TCN_OK;
}

/* Adds a source. Two outlets of one name would count as one publisher, so names
 * are drawn until one is new. */
static enum tcn_rc
add_source(struct tcn_demo_world *world, uint32_t n, enum tcn_demo_lang lang,
    struct tcn_demo_rng *rng)
{
	struct tcn_demo_source *s = &world->sources[n];
	enum tcn_rc rc;

	s->lang = lang;
	for (int tries = 0; tries < 50; tries++) {
		s->country = country_of_lang(lang, rng);
		s->town = (uint16_t)tcn_demo_below(rng, TCN_DEMO_TOWNS);
		rc = name_source(world, n, tcn_demo_below(rng, 16));
		if (rc != TCN_OK)
			return rc;
		if (!host_taken(world, n, s->host))
			return TCN_OK;
	}
	return TCN_OK;
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

enum tcn_rc
tcn_demo_world_init(struct tcn_demo_world *world, uint64_t seed,
    uint32_t sources_n)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(seed, 1) };
	uint32_t n = 0;

	*world = (struct tcn_demo_world){ .seed = seed };
	world->sources = tcn_mem_calloc(sources_n, sizeof *world->sources);
	if (!world->sources)
		return TCN_NOMEM;
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
			if (add_source(world, n, s->lang, &rng) != TCN_OK) {
				tcn_demo_world_fini(world);
				return TCN_NOMEM;
			}
		}
	}
	world->sources_n = n;
	return TCN_OK;
}

void
tcn_demo_world_fini(struct tcn_demo_world *world)
{
	tcn_mem_free(world->sources);
	world->sources = NULL;
}
