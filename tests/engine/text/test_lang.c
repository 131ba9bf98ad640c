#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "engine/text/lang.h"
#include "engine/text/textcat.h"

static struct tcn_lang_detector *langs;
static struct tcn_tokenizer *tokenizer;
static struct tcn_stemmer *stemmer;

static void
start(const char *dir)
{
	langs = tcn_lang_detector_new(dir);
	tokenizer = tcn_tokenizer_new();
	stemmer = tcn_stemmer_new();
}

static void
setup(void)
{
	start(NULL);
}

/* Without libexttextcat's models: votes and scripts alone. */
static void
setup_bare(void)
{
	start("");
}

static void
teardown(void)
{
	tcn_lang_detector_free(langs);
	tcn_tokenizer_free(tokenizer);
	tcn_stemmer_free(stemmer);
}

static void
is_lang(const char *title, const char *text, const char *want)
{
	char lang[TCN_LANG_BYTES];
	bool sure;

	tcn_lang_detect(langs, tokenizer, stemmer, tcn_str(title),
	    tcn_str(text), lang, &sure);
	ck_assert_msg(strcmp(lang, want) == 0, "%s: %s %s: got \"%s\"", want,
	    title, text, lang);
}

static const struct {
	const char *lang;
	const char *title;
	const char *text;
} samples[] = {
	{ "en", "Storm cuts power to half of the coast",
	    "More than two hundred thousand homes were without power on Friday "
	    "after a storm crossed the coast. The mayor asked people to stay "
	    "where they are until the roads have been cleared." },
	{ "es", "El terremoto deja sin agua a miles de familias",
	    "Las autoridades informaron este martes que el suministro no será "
	    "restablecido hasta el fin de semana. Muchos vecinos pasaron la "
	    "noche en la calle por miedo a las réplicas." },
	{ "fr", "La grève des trains se poursuit dans tout le pays",
	    "Les syndicats ont annoncé que le mouvement serait reconduit "
	    "jusqu'à lundi. D'après la direction, un train sur trois circule "
	    "et l'accès aux gares est difficile." },
	{ "de", "Hochwasser zwingt Tausende aus ihren Häusern",
	    "Nach tagelangem Regen ist der Fluss über die Ufer getreten. Die "
	    "Feuerwehr musste in der Nacht viele Menschen mit Booten aus den "
	    "überschwemmten Straßen holen." },
	{ "it", "Il governo rinvia la riforma delle pensioni",
	    "Il ministro ha detto che non ci sono i numeri per approvare la "
	    "legge prima dell'estate. I sindacati chiedono un incontro e "
	    "minacciano nuovi scioperi." },
	{ "pt", "Incêndio na serra obriga à retirada de moradores",
	    "Os bombeiros trabalham desde a madrugada para conter as chamas, "
	    "que não param de avançar. Segundo a prefeitura, as escolas da "
	    "região ficarão fechadas até amanhã." },
	{ "nl", "Trein ontspoord bij station, tientallen gewonden",
	    "Het ongeluk gebeurde vlak na het vertrek van de trein. Volgens "
	    "de politie is nog niet duidelijk waardoor de wagons van het "
	    "spoor zijn geraakt." },
	{ "sv", "Skogsbranden sprider sig mot byn",
	    "Räddningstjänsten uppmanar alla som bor i området att hålla "
	    "fönster stängda. Det är ännu oklart hur branden har börjat och "
	    "när den kan vara under kontroll." },
	{ "da", "Broen er lukket på grund af den kraftige blæst",
	    "Politiet oplyser, at broen først bliver åbnet igen i morgen. "
	    "Mange bilister har været nødt til at vende om og køre den lange "
	    "vej rundt om fjorden." },
	{ "fi", "Myrsky katkaisi sähköt tuhansilta kodeilta",
	    "Yhtiön mukaan korjaustyöt ovat käynnissä, mutta kaikki eivät saa "
	    "sähköä vielä tänään. Puita on kaatunut teille ja junat ovat "
	    "myöhässä." },
	{ "pl", "Rząd zapowiada nowe podatki dla banków",
	    "Minister powiedział, że ustawa będzie gotowa jeszcze w tym roku. "
	    "Według opozycji to klienci zapłacą za te zmiany, a nie banki." },
	{ "cs", "Vláda chce zvýšit platy učitelů",
	    "Ministr řekl, že peníze na platy jsou v rozpočtu, ale odbory "
	    "tomu nevěří. Pokud se nedohodnou, bude ve školách stávka." },
	{ "hu", "Leállt a metró egy műszaki hiba miatt",
	    "A közlekedési vállalat szerint a hibát még ma kijavítják, de "
	    "addig pótlóbuszok járnak. Az utasok nem tudták, hogy mikor indul "
	    "a következő szerelvény." },
	{ "ro", "Cutremur puternic în estul țării",
	    "Seismul a fost resimțit și în capitală, unde oamenii au ieșit "
	    "din case. Nu există informații despre victime, dar mai multe "
	    "clădiri sunt avariate." },
	{ "tr", "Depremde hasar gören binalar için karar verildi",
	    "Bakan, yıkılacak binaların listesinin bu hafta açıklanacağını "
	    "söyledi. Evlerini kaybeden aileler için yeni konutlar yapılacak "
	    "ve kira yardımı daha uzun süre devam edecek." },
	{ "ru", "Пожар на складе тушили всю ночь",
	    "Как сообщили спасатели, огонь удалось остановить только к утру. "
	    "По предварительным данным, никто не пострадал, но склад "
	    "полностью сгорел." },
	{ "uk", "Пожежу на складі гасили всю ніч",
	    "Як повідомили рятувальники, вогонь вдалося зупинити лише під "
	    "ранок. За попередніми даними, ніхто не постраждав, але склад "
	    "повністю згорів." },
	{ "bg", "Пожар изпепели склад край града",
	    "Огънят е бил овладян едва сутринта, съобщиха от полицията. Няма "
	    "пострадали хора, но сградата е напълно унищожена." },
	{ "el", "Μεγάλη φωτιά κοντά στην πόλη",
	    "Οι κάτοικοι έφυγαν από τα σπίτια τους." },
	{ "ar", "زلزال قوي يضرب شمال البلاد",
	    "قالت السلطات إن عدد القتلى ارتفع إلى عشرين شخصا بعد أن ضرب "
	    "زلزال قوي المدينة في الصباح." },
	{ "fa", "زلزله شدید شمال کشور را لرزاند",
	    "مسئولان گفتند که در این زلزله دست کم بیست نفر کشته شده اند و "
	    "چند روستا ویران شده است." },
	{ "he", "רעידת אדמה חזקה בצפון הארץ",
	    "המשטרה אמרה כי לא ידוע על נפגעים." },
	{ "hi", "उत्तर में तेज भूकंप के झटके",
	    "अधिकारियों ने कहा कि अब तक किसी के मरने की खबर नहीं है और राहत "
	    "का काम जारी है।" },
	{ "zh", "北部发生强烈地震", "当局说目前没有人员伤亡的报告。" },
	{ "ja", "北部で強い地震、津波の心配なし",
	    "気象庁によると、この地震による津波の心配はないということです。" },
	{ "ko", "북부 지역에서 강한 지진 발생",
	    "당국은 아직까지 인명 피해가 없다고 밝혔다." },
	{ "th", "เกิดแผ่นดินไหวรุนแรงทางภาคเหนือ",
	    "เจ้าหน้าที่กล่าวว่ายังไม่มีรายงานผู้เสียชีวิต" },
	{ "vi", "Động đất mạnh ở miền bắc",
	    "Chính quyền cho biết chưa có người nào bị thương và các trường "
	    "học vẫn mở cửa." },
	{ "id", "Gempa kuat mengguncang wilayah utara",
	    "Pihak berwenang mengatakan bahwa belum ada laporan korban jiwa "
	    "dan bantuan sudah dikirim ke desa yang rusak." },
	{ "ca", "El foc ja ha cremat mil hectàrees",
	    "Els bombers diuen que amb aquest vent és molt difícil d'aturar "
	    "les flames i han demanat més mitjans per als propers dies." },
	{ "no", "Skredet sperrer veien til bygda",
	    "Politiet sier at ingen er skadet, men at det ikke er mulig å "
	    "komme fram før i morgen." },
	{ "sr", "Пожар у фабрици угашен тек ујутру",
	    "Нико није повређен, али је зграда потпуно изгорела, кажу у "
	    "полицији." },
};

#define SAMPLES (int)(sizeof samples / sizeof *samples)

START_TEST(language_of_a_text)
{
	is_lang(samples[_i].title, samples[_i].text, samples[_i].lang);
}
END_TEST

START_TEST(language_of_a_headline)
{
	/* no word of the title votes */
	if (!strstr("bg ca fi id no", samples[_i].lang))
		is_lang(samples[_i].title, "", samples[_i].lang);
}
END_TEST

/* A name may be a word of another language, and so may an English word; where
 * all words have a capital, all of them vote. */
START_TEST(a_name_does_not_vote)
{
	is_lang("Envoy meets Annan before talks", "", "en");
	is_lang("Oil down on war fears", "", "en");
	is_lang("State budget hurts car makers", "", "en");
	is_lang("Annan Och Sedan", "", "sv");
}
END_TEST

START_TEST(no_telling)
{
	is_lang("", "", "");
	is_lang("NASDAQ 4,120.5", "", "");
	is_lang("12 34 :) !!", "", "");
}
END_TEST

/* A language that has neither stop words nor votes here. */
START_TEST(textcat_knows_more)
{
	is_lang("Daeargryn cryf yn y gogledd",
	    "Dywedodd yr awdurdodau nad oes adroddiadau am anafiadau hyd yn "
	    "hyn, ond mae nifer o dai wedi cael eu difrodi ac mae'r ysgolion "
	    "ar gau heddiw. Bydd y gwasanaethau brys yn aros yn yr ardal dros "
	    "nos rhag ofn y bydd rhagor o gryniadau.",
	    "cy");
}
END_TEST

START_TEST(models_are_read_once)
{
	static const char dir[] = "/usr/share/libexttextcat";
	struct tcn_str text = tcn_str("Dywedodd yr awdurdodau nad oes");
	struct tcn_textcat *a, *b, *none;
	char lang[3];

	none = tcn_textcat_open("/nowhere");
	ck_assert_ptr_null(none);
	a = tcn_textcat_open(dir);
	b = tcn_textcat_open(dir);
	ck_assert_ptr_nonnull(a);
	ck_assert_ptr_eq(a, b);
	tcn_textcat_close(a); /* b has them still */
	ck_assert(tcn_textcat_ask(b, text, lang));
	ck_assert_str_eq(lang, "cy");
	tcn_textcat_close(b);
	tcn_textcat_close(NULL);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Enough bytes for libexttextcat but hardly a word, so it must not be asked. */
START_TEST(a_table_of_figures_is_no_text)
{
	is_lang("WIDGETS INC 3RD QTR NET",
	    "Shr 23 cts vs 18 cts\n    Net 509,144 vs 277,834\n"
	    "    Revs 2,258,341 vs 1,328,634\n    Avg shrs 2,177,553 vs "
	    "1,564,605\n    Nine mths\n    Shr 55 cts vs 42 cts\n"
	    "    Net 1,150,633 vs 649,914\n    Revs 6,258,341 vs 4,328,634\n",
	    "en");
}
END_TEST

static const struct {
	const char *field;
	const char *lang;
} fields[] = {
	{ "en", "en" },
	{ " EN ", "en" },
	{ "pt-BR", "pt" },
	{ "zh_Hans_CN", "zh" },
	{ "tl/en", "" },
	{ "und", "" },
	{ "un", "" },
	{ "english", "" },
	{ "e", "" },
	{ "", "" },
	{ "e1", "" },
};

START_TEST(field)
{
	char lang[TCN_LANG_BYTES];
	bool known = tcn_lang_from_tag(tcn_str(fields[_i].field), lang);

	ck_assert_str_eq(lang, fields[_i].lang);
	ck_assert_int_eq(known, fields[_i].lang[0] != '\0');
}
END_TEST

TCN_SUITE(lang)
{
	Suite *s = suite_create("lang");
	TCase *full = tcase_create("with models");
	TCase *bare = tcase_create("without models");
	TCase *rest = tcase_create("rest");

	tcase_add_checked_fixture(full, setup, teardown);
	tcase_add_loop_test(full, language_of_a_text, 0, SAMPLES);
	tcase_add_test(full, textcat_knows_more);
	tcase_add_test(full, a_table_of_figures_is_no_text);
	tcase_add_checked_fixture(bare, setup_bare, teardown);
	tcase_add_loop_test(bare, language_of_a_text, 0, SAMPLES);
	tcase_add_loop_test(bare, language_of_a_headline, 0, SAMPLES);
	tcase_add_test(bare, a_name_does_not_vote);
	tcase_add_test(bare, no_telling);
	tcase_add_loop_test(rest, field, 0, sizeof fields / sizeof *fields);
	tcase_add_test(rest, models_are_read_once);
	suite_add_tcase(s, full);
	suite_add_tcase(s, bare);
	suite_add_tcase(s, rest);
	return s;
}
