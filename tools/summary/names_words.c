#include "tools/summary/names_words_impl.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/utf8.h"
#include "engine/text/date_names.h"
#include "engine/text/fold.h"

#define LOOKED_UP 128u /* ICU was asked */
#define ANY       "*"
#define SEED      1

static const struct {
	const char *lang;
	unsigned is;
	const char *words; /* a blank between two */
} rows[] = {
	/* Of any language: marks that posts and wires set before texts. */
	{ ANY, TCN_NAME_NEVER,
	    "rt mt via amp breaking update urgent urgente eilmeldung video "
	    "live watch photo photos foto fotos" },
	{ "de", TCN_NAME_ARTICLE,
	    "der die das den dem des ein eine einen einem einer eines im am "
	    "zum zur vom beim ins ans kein keine keinen keiner diese dieser "
	    "dieses diesem diesen ihre ihr ihren ihrer sein seine seinen "
	    "seiner unsere mehr viele alle einige mehrere" },
	{ "de", TCN_NAME_PARTICLE, "von van de di zu" },
	{ "de", TCN_NAME_LOCATIVE,
	    "in bei aus nach nahe über um vor östlich westlich nördlich "
	    "südlich südöstlich südwestlich nordöstlich nordwestlich" },
	{ "de", TCN_NAME_TITLE,
	    "präsident präsidentin bundespräsident bundeskanzler "
	    "bundeskanzlerin kanzler kanzlerin minister ministerin "
	    "außenminister außenministerin innenminister innenministerin "
	    "finanzminister premierminister premierministerin "
	    "ministerpräsident ministerpräsidentin bürgermeister "
	    "bürgermeisterin oberbürgermeister sprecher sprecherin "
	    "polizeisprecher polizeisprecherin herr frau dr prof professor "
	    "papst könig königin prinz prinzessin general oberst landrat "
	    "staatsanwalt richter trainer kapitän senator abgeordneter" },
	{ "de", TCN_NAME_SPEECH,
	    "sagte sagt sagten erklärte erklärt teilte betonte kündigte "
	    "twitterte warnte forderte fordert lobte kritisierte schrieb "
	    "berichtete meinte" },
	{ "de", TCN_NAME_NOUN,
	    "haft gericht flammen brand gefahr kraft not ort betrieb bewegung "
	    "berufung führung folge zukunft sicherheit trauer ordnung angst "
	    "rente sicht stellung verbindung planung bau arbeit druck hause "
	    "richtung angaben kritik medienberichten behördenangaben "
	    "polizeiangaben informationen" },
	{ "en", TCN_NAME_ARTICLE, "the a an this that these those" },
	{ "en", TCN_NAME_PARTICLE, "of de la del van von bin al el da di du" },
	{ "en", TCN_NAME_LOCATIVE,
	    "in near off outside across throughout north south east west "
	    "northeast northwest southeast southwest toward towards around" },
	{ "en", TCN_NAME_TITLE,
	    "president vice-president chancellor minister premier prime "
	    "secretary senator sen governor gov mayor congressman "
	    "congresswoman representative rep chief sheriff captain capt "
	    "colonel col general gen sergeant sgt lieutenant lt officer "
	    "detective judge justice pope king queen prince princess duke "
	    "bishop cardinal reverend rev mr mrs ms miss sir dr professor "
	    "prof spokesman spokeswoman spokesperson coach director chairman "
	    "chairwoman actor actress singer" },
	{ "en", TCN_NAME_SPEECH,
	    "said says told tells added announced announces tweeted tweets "
	    "warned warns confirmed confirms wrote declared insisted argued "
	    "admitted denied denies claimed claims urged urges" },
	{ "es", TCN_NAME_ARTICLE,
	    "el la los las un una unos unas lo al del este esta estos estas "
	    "ese esa su sus nuestro nuestra" },
	{ "es", TCN_NAME_PARTICLE, "de del la las los" },
	{ "es", TCN_NAME_LOCATIVE,
	    "en cerca desde hacia norte sur este oeste noroeste noreste "
	    "suroeste sureste frente" },
	{ "es", TCN_NAME_TITLE,
	    "presidente presidenta vicepresidente vicepresidenta expresidente "
	    "ministro ministra canciller gobernador gobernadora alcalde "
	    "alcaldesa senador senadora diputado diputada secretario "
	    "secretaria director directora general coronel capitán "
	    "comandante comisario juez jueza fiscal papa rey reina príncipe "
	    "princesa obispo cardenal señor señora sr sra don doña doctor "
	    "doctora dr dra profesor profesora portavoz vocero vocera actor "
	    "actriz cantante" },
	{ "es", TCN_NAME_SPEECH,
	    "dijo dice dijeron afirmó afirma aseguró asegura señaló señala "
	    "indicó indica informó informa anunció anuncia declaró declara "
	    "explicó explica confirmó confirma agregó añadió precisó advirtió "
	    "advierte manifestó expresó comentó" },
	{ "fr", TCN_NAME_ARTICLE,
	    "le la les l un une des du au aux ce cette ces cet son sa ses "
	    "leur leurs notre nos" },
	{ "fr", TCN_NAME_PARTICLE, "de du d des la le les" },
	{ "fr", TCN_NAME_LOCATIVE,
	    "à au en dans près vers depuis nord sud est ouest autour" },
	{ "fr", TCN_NAME_TITLE,
	    "président présidente premier première ministre chancelier "
	    "chancelière maire gouverneur préfet préfète sénateur sénatrice "
	    "député députée secrétaire directeur directrice général colonel "
	    "capitaine commandant procureur procureure juge pape roi reine "
	    "prince princesse évêque cardinal monsieur madame m mm mme mlle "
	    "docteur dr professeur pr porte-parole acteur actrice chanteur "
	    "chanteuse" },
	{ "fr", TCN_NAME_SPEECH,
	    "dit déclare déclaré affirme affirmé annonce annoncé indique "
	    "indiqué explique expliqué précise précisé ajoute ajouté estime "
	    "estimé assure assuré confirme confirmé selon prévient twitte" },
	{ "it", TCN_NAME_ARTICLE,
	    "il lo la i gli le l un uno una al allo alla ai agli alle del "
	    "dello della dei degli delle dal dalla nel nella nei sul sulla "
	    "questo questa suo sua" },
	{ "it", TCN_NAME_PARTICLE, "di de del della dei degli da d la" },
	{ "it", TCN_NAME_LOCATIVE,
	    "a ad in presso vicino verso fuori nord sud est ovest da" },
	{ "it", TCN_NAME_TITLE,
	    "presidente vicepresidente premier ministro ministra cancelliere "
	    "sindaco sindaca governatore governatrice prefetto senatore "
	    "senatrice deputato deputata onorevole segretario segretaria "
	    "direttore direttrice generale colonnello capitano comandante "
	    "commissario questore giudice procuratore pm papa re regina "
	    "principe principessa vescovo cardinale signor signora sig dottor "
	    "dottoressa dott professor professoressa prof portavoce attore "
	    "attrice cantante allenatore" },
	{ "it", TCN_NAME_SPEECH,
	    "dice detto disse dichiara dichiarato afferma affermato annuncia "
	    "annunciato spiega spiegato sottolinea sottolineato aggiunge "
	    "aggiunto conferma confermato scrive avverte precisa secondo" },
	{ "pt", TCN_NAME_ARTICLE,
	    "o a os as um uma uns umas ao aos do da dos das no na nos nas "
	    "num numa pelo pela este esta esse essa seu sua seus suas" },
	{ "pt", TCN_NAME_PARTICLE, "de da do das dos" },
	{ "pt", TCN_NAME_LOCATIVE,
	    "em no na perto desde até norte sul leste oeste nordeste noroeste "
	    "sudeste sudoeste" },
	{ "pt", TCN_NAME_TITLE,
	    "presidente presidenta vice-presidente ministro ministra "
	    "chanceler governador governadora prefeito prefeita senador "
	    "senadora deputado deputada vereador vereadora secretário "
	    "secretária diretor diretora general coronel capitão comandante "
	    "delegado delegada juiz juíza procurador procuradora papa rei "
	    "rainha príncipe princesa bispo cardeal senhor senhora sr sra dom "
	    "dona doutor doutora dr dra professor professora porta-voz ator "
	    "atriz cantor cantora técnico" },
	{ "pt", TCN_NAME_SPEECH,
	    "disse diz disseram afirmou afirma declarou declara informou "
	    "informa anunciou anuncia explicou explica confirmou confirma "
	    "acrescentou ressaltou destacou segundo" },
};

/* The hash of a language, which with a word's key makes that of the word in it.
 * It has a seed, as some words are codes of languages: "en", "es". */
static uint64_t
hash_lang(const char *lang)
{
	return XXH3_64bits_withSeed(lang, strlen(lang), SEED);
}

static enum tcn_rc
add_row(struct tcn_name_words *words, size_t row)
{
	const char *at = rows[row].words;
	enum tcn_rc rc = TCN_OK;

	while (*at && rc == TCN_OK) {
		struct tcn_str word = { at, strcspn(at, " ") };
		uint64_t key, *slot;

		at += word.n + (at[word.n] == ' ');
		rc = tcn_name_words_key(words, word, &key);
		if (rc == TCN_OK)
			rc = tcn_map_put(&words->map,
			    hash_lang(rows[row].lang) ^ key, &slot, NULL);
		if (rc == TCN_OK)
			*slot |= rows[row].is;
	}
	return rc;
}

enum tcn_rc
tcn_name_words_init(struct tcn_name_words *words)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < sizeof rows / sizeof *rows && rc == TCN_OK; i++)
		rc = add_row(words, i);
	words->any = hash_lang(ANY);
	return rc;
}

void
tcn_name_words_fini(struct tcn_name_words *words)
{
	tcn_map_fini(&words->map);
	tcn_map_fini(&words->keys);
	tcn_buf_fini(&words->folded);
	tcn_buf_fini(&words->plain);
}

/* Whether a word of ASCII has no capitals. */
static bool
is_small(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (word.at[i] >= 'A' && word.at[i] <= 'Z')
			return false;
	return true;
}

/* Folds a word to its key. */
static enum tcn_rc
fold(struct tcn_name_words *words, struct tcn_str word, uint64_t *key)
{
	struct tcn_str plain;
	enum tcn_rc rc = tcn_fold(word, &words->folded);

	plain = tcn_buf_view(&words->folded);
	if (rc == TCN_OK && tcn_utf8_ascii_n(plain) < plain.n) {
		rc = tcn_fold_accents(plain, &words->plain);
		plain = tcn_buf_view(&words->plain);
	}
	if (rc == TCN_OK)
		*key = XXH3_64bits(plain.at, plain.n);
	return rc;
}

enum tcn_rc
tcn_name_words_key(struct tcn_name_words *words, struct tcn_str word,
    uint64_t *key)
{
	uint64_t *known;
	bool added;
	enum tcn_rc rc;

	if (tcn_utf8_ascii_n(word) == word.n && is_small(word)) {
		*key = tcn_name_words_small_key(word);
		return TCN_OK;
	}
	rc = tcn_map_put(&words->keys, XXH3_64bits(word.at, word.n), &known,
	    &added);
	if (rc == TCN_OK && added)
		rc = fold(words, word, known);
	if (rc == TCN_OK)
		*key = *known;
	return rc;
}

/* A language, at hand or asked for. */
static enum tcn_rc
find_lang(struct tcn_name_words *words, const char *code,
    const struct tcn_name_words_lang **found)
{
	struct tcn_name_words_lang *lang = &words->langs[words->next];
	enum tcn_rc rc;

	assert(strlen(code) < sizeof lang->code);
	for (size_t i = 0; i < TCN_NAME_WORDS_LANGS; i++) {
		*found = &words->langs[i];
		if (words->langs[i].hash &&
		    strcmp(words->langs[i].code, code) == 0)
			return TCN_OK;
	}
	rc = tcn_date_names_lang(tcn_str(*code ? code : "en"), &lang->dates);
	if (rc != TCN_OK)
		return rc;
	strcpy(lang->code, code);
	lang->hash = hash_lang(code);
	words->next = (words->next + 1) % TCN_NAME_WORDS_LANGS;
	*found = lang;
	return TCN_OK;
}

/* Whether ICU has the word as a month's or weekday's name. */
static enum tcn_rc
is_date(struct tcn_name_words *words, const struct tcn_name_words_lang *lang,
    struct tcn_str word, bool *is)
{
	const struct tcn_date_word *date = NULL;
	enum tcn_rc rc = tcn_date_fold(word, &words->folded);

	if (rc == TCN_OK && lang->dates != TCN_DATE_NO_LANG)
		date = tcn_date_names_find(lang->dates,
		    tcn_date_word_hash(tcn_buf_view(&words->folded)));
	*is = date && date->kinds & (TCN_DATE_MONTH | TCN_DATE_WEEKDAY) &&
	    !(date->kinds & TCN_DATE_SHORTENED);
	return rc;
}

enum tcn_rc
tcn_name_words_find(struct tcn_name_words *words, const char *code,
    struct tcn_str word, uint64_t key, unsigned *is)
{
	const struct tcn_name_words_lang *lang;
	uint64_t *slot;
	const uint64_t *any;
	bool date = false;
	enum tcn_rc rc = find_lang(words, code, &lang);

	if (rc == TCN_OK)
		rc = tcn_map_put(&words->map, lang->hash ^ key, &slot, NULL);
	if (rc == TCN_OK && !(*slot & LOOKED_UP)) {
		rc = is_date(words, lang, word, &date);
		any = tcn_map_find(&words->map, words->any ^ key);
		if (rc == TCN_OK)
			*slot |= LOOKED_UP | (date ? TCN_NAME_NEVER : 0) |
			    (any ? *any : 0);
	}
	if (rc == TCN_OK)
		*is = (unsigned)(*slot & ~(uint64_t)LOOKED_UP);
	return rc;
}
