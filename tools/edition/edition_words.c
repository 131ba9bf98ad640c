#include "tools/edition/edition_words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>

enum {
	NOUNS = TCN_EDITION_NOUN_REST + 1,
	UNITS = 128, /* of UTF-16: a date, and more */
};

static const struct language {
	const char *code, *locale;
	bool none_is_one; /* 0 takes the form of 1 */
	const char *words[TCN_EDITION_WORDS];
	const char *nouns[NOUNS][2]; /* of one, and of more */
} languages[] = {
	[TCN_EDITION_EN] = {
		.code = "en",
		.locale = "en_GB",
		.words = { "New", "Developing", "Closed", "Unchanged",
		    "Sources: ", "New sources: ",
		    "Nothing new since the last edition.", "As of {}",
		    ("Made from the articles that are quoted here. Titles and "
		     "sentences stand as published; nothing has been checked "
		     "or rewritten."),
		    "{} in the last edition", "in {}", "{} in no.",
		    "Correction: {}", "Withdrawn: {}", "Other" },
		.nouns = { { "{} text", "{} texts" },
		    { "{} origin", "{} origins" },
		    { "{} publisher", "{} publishers" },
		    { "and {} more", "and {} more" },
		    { "{} further event was left out.",
			"{} further events were left out." } },
	},
	[TCN_EDITION_DE] = {
		.code = "de",
		.locale = "de_DE",
		.words = { "Neu", "In Bewegung", "Abgeschlossen",
		    "Unver\u00e4ndert", "Quellen: ", "Neue Quellen: ",
		    "Nichts Neues seit der letzten Ausgabe.", "Stand: {}",
		    ("Gemacht aus den Artikeln, die hier zitiert sind. Titel "
		     "und S\u00e4tze stehen wie ver\u00f6ffentlicht; nichts "
		     "wurde gepr\u00fcft oder umgeschrieben."),
		    "{} in der letzten Ausgabe", "auf {}", "{} in Nr.",
		    "Korrektur: {}", "Zur\u00fcckgenommen: {}",
		    "Sonstiges" },
		.nouns = { { "{} Text", "{} Texte" },
		    { "{} Ursprung", "{} Urspr\u00fcnge" },
		    { "{} Herausgeber", "{} Herausgeber" },
		    { "und {} weitere", "und {} weitere" },
		    { "{} weiteres Ereignis fehlt hier.",
			"{} weitere Ereignisse fehlen hier." } },
	},
	[TCN_EDITION_ES] = {
		.code = "es",
		.locale = "es_ES",
		.words = { "Nuevo", "En desarrollo", "Cerrado", "Sin cambios",
		    "Fuentes: ", "Fuentes nuevas: ",
		    "Nada nuevo desde la \u00faltima edici\u00f3n.",
		    "Situaci\u00f3n: {}",
		    ("Hecho con los art\u00edculos que aqu\u00ed se citan. "
		     "T\u00edtulos y frases est\u00e1n como se publicaron; "
		     "nada se ha comprobado ni reescrito."),
		    "{} en la \u00faltima edici\u00f3n", "en {}",
		    "{} en el n.\u00ba",
		    "Correcci\u00f3n: {}", "Retirado: {}", "Otros" },
		.nouns = { { "{} texto", "{} textos" },
		    { "{} origen", "{} or\u00edgenes" },
		    { "{} medio", "{} medios" },
		    { "y {} m\u00e1s", "y {} m\u00e1s" },
		    { "Falta {} suceso m\u00e1s.",
			"Faltan {} sucesos m\u00e1s." } },
	},
	[TCN_EDITION_FR] = {
		.code = "fr",
		.locale = "fr_FR",
		.none_is_one = true,
		.words = { "Nouveau", "En cours", "Termin\u00e9",
		    "Sans changement", "Sources\u00a0: ",
		    "Nouvelles sources\u00a0: ",
		    ("Rien de nouveau depuis la derni\u00e8re "
		     "\u00e9dition."),
		    "Situation\u00a0: {}",
		    ("Fait des articles cit\u00e9s ici. Titres et phrases "
		     "sont tels que publi\u00e9s\u00a0; rien n'a "
		     "\u00e9t\u00e9 v\u00e9rifi\u00e9 ni "
		     "r\u00e9\u00e9crit."),
		    "{} dans la derni\u00e8re \u00e9dition", "en {}",
		    "{} dans le n\u00ba", "Correction\u00a0: {}",
		    "Retir\u00e9\u00a0: {}", "Autres" },
		.nouns = { { "{} texte", "{} textes" },
		    { "{} origine", "{} origines" },
		    { "{} m\u00e9dia", "{} m\u00e9dias" },
		    { "et {} autre", "et {} autres" },
		    { "{} autre \u00e9v\u00e9nement n'y est pas.",
			"{} autres \u00e9v\u00e9nements n'y sont pas." } },
	},
};

static const struct language *
language_of(enum tcn_edition_language language)
{
	assert((unsigned)language < sizeof languages / sizeof *languages);
	return &languages[language];
}

/* Appends the text with {} replaced. */
static void
fill(const char *text, struct tcn_str with, struct tcn_buf *out)
{
	const char *at = strstr(text, "{}");

	if (!at) {
		tcn_buf_z(out, text);
		return;
	}
	tcn_buf_add(out, text, (size_t)(at - text));
	tcn_buf_str(out, with);
	tcn_buf_z(out, at + 2);
}

const char *
tcn_edition_word(enum tcn_edition_language language, enum tcn_edition_word word)
{
	return language_of(language)->words[word];
}

void
tcn_edition_word_with(enum tcn_edition_language language,
    enum tcn_edition_word word, struct tcn_str text, struct tcn_buf *out)
{
	fill(tcn_edition_word(language, word), text, out);
}

void
tcn_edition_count(enum tcn_edition_language language,
    enum tcn_edition_noun noun, uint64_t n, struct tcn_buf *out)
{
	const struct language *l = language_of(language);
	bool one = n == 1 || (n == 0 && l->none_is_one);
	char number[24];

	snprintf(number, sizeof number, "%" PRIu64, n);
	fill(l->nouns[noun][!one], tcn_str(number), out);
}

const char *
tcn_edition_language_code(enum tcn_edition_language language)
{
	return language_of(language)->code;
}

void
tcn_edition_time(const struct tcn_edition_conf *conf, int64_t ms,
    enum tcn_edition_time length, struct tcn_buf *out)
{
	const struct language *l =
	    language_of((enum tcn_edition_language)conf->language);
	UErrorCode status = U_ZERO_ERROR;
	UChar zone[TCN_SCHEDULE_ZONE_BYTES], text[UNITS];
	char utf8[UNITS * 3];
	int32_t zone_n = 0, n = 0;
	UDateFormat *format;

	u_strFromUTF8(zone, TCN_SCHEDULE_ZONE_BYTES, &zone_n, conf->zone,
	    (int32_t)strlen(conf->zone), &status);
	format = udat_open(UDAT_SHORT,
	    length == TCN_EDITION_TIME_LONG ? UDAT_FULL : UDAT_MEDIUM,
	    l->locale, zone, zone_n, NULL, 0, &status);
	if (U_FAILURE(status))
		return;
	udat_format(format, (UDate)ms, text, UNITS, NULL, &status);
	u_strToUTF8(utf8, sizeof utf8, &n, text, -1, &status);
	udat_close(format);
	if (U_SUCCESS(status))
		tcn_buf_add(out, utf8, (size_t)n);
}
