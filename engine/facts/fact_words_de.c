/*
 * engine/facts/fact_words_de.c - the words of German
 */
#include "engine/facts/fact_words_impl.h"

static const struct tcn_fact_row rows[] = {
	{ .is = TCN_FACT_VERB,
	    .words =
		("ist, sind, war, waren, wird, werden, wurde, wurden, worden, "
		 "hat, haben, hatte, hatten, habe, sei, seien, wäre, wären, "
		 "kann, können, konnte, konnten, könnte, könnten, muss, "
		 "müssen, musste, mussten, soll, sollen, sollte, sollten, "
		 "will, wollen, wollte, wollten, darf, dürfen, dürfte, mag, "
		 "bleibt, bleiben, blieb, gibt, gab, geben, würde, würden") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("sagt, sagte, sagten, teilt, teilte, teilten, meldet, melden, "
		 "meldete, meldeten, berichtet, berichten, berichtete, "
		 "berichteten, bestätigt, bestätigen, bestätigte, warnt, "
		 "warnen, warnte, fordert, fordern, forderte, kündigt, "
		 "kündigte, erklärt, erklärte, dementiert, droht, drohen, "
		 "drohte, spricht, sprach, nennt, nannte, heißt, hieß, zeigt, "
		 "zeigen, zeigte, erwartet, erwarten, vermutet, fürchtet, "
		 "fürchten, befürchtet, kritisiert, lobt, verspricht, "
		 "verlangt, räumt, gesteht, schweigt, hofft") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("stirbt, sterben, starb, starben, gestorben, tötet, töten, "
		 "tötete, töteten, getötet, verletzt, verletzen, verletzte, "
		 "verunglückt, verunglückte, trifft, treffen, traf, trafen, "
		 "getroffen, erschüttert, erschütterte, bebt, bebte, zerstört, "
		 "zerstörte, zerstören, brennt, brennen, brannte, brannten, "
		 "explodiert, explodierte, explodierten, kollidiert, "
		 "kollidierte, stürzt, stürzte, stürzten, abgestürzt, sinkt, "
		 "sank, gesunken, kentert, kenterte, entgleist, entgleiste, "
		 "überflutet, überschwemmt, rettet, retten, rettete, retteten, "
		 "gerettet, birgt, bergen, geborgen, sucht, suchen, suchte, "
		 "gesucht, findet, finden, fand, fanden, gefunden, evakuiert, "
		 "evakuieren, evakuierte, flieht, fliehen, flohen, geflohen, "
		 "schießt, schoss, erschießt, erschoss, erschossen, greift, "
		 "griff, angegriffen, festgenommen, nimmt, nahm, nahmen, "
		 "verhaftet, verurteilt, angeklagt, verklagt, ermittelt, "
		 "ermitteln, kommen, kommt, kam, kamen, tot, tote, toten, "
		 "verletzte, vermisst, vermisste, opfer") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("steigt, steigen, stieg, stiegen, gestiegen, fällt, fallen, "
		 "fiel, fielen, gefallen, wächst, klettert, kletterte, sinken, "
		 "sinkt, verliert, verloren, gewinnt, gewann, gewonnen, "
		 "schlägt, schlug, siegt, führt, führte, kürzt, erhöht, "
		 "erhöhte, senkt, senkte, kauft, kaufte, verkauft, übernimmt, "
		 "übernahm, zahlt, zahlte, bietet, bot, einigt, einigen, "
		 "lehnt, genehmigt, schließt, schloss, öffnet, öffnete, "
		 "stoppt, stoppte, tritt, trat, zurückgetreten, wählt, wählte, "
		 "wählen, gewählt, ernannt, verbietet, verboten, blockiert, "
		 "startet, startete, startet, beginnt, begann, endet, endete, "
		 "plant, planen, plante, stellt, stellte, ruft, rief, gerufen, "
		 "geht, ging, gingen, macht, machte, machen, lässt, ließ, "
		 "bringt, brachte, steht, standen, stand, stehen, liegt, lag, "
		 "hält, hielt, setzt, setzte, zieht, zog, sieht, sah, läuft, "
		 "lief, löst, löste, ausgelöst, verursacht, verursachte, "
		 "droht, schickt, schickte, hilft, helfen, erreicht, "
		 "erreichte, verlässt, verließ, kehrt, kehrte, besucht, "
		 "besuchte, gilt, galt, verlassen, gesperrt, sperrt, fährt, "
		 "fuhr, fliegt, flog, verschwindet, verschwand, verschwunden, "
		 "rammt, rammte, folgt, folgte, droht, wirft, warf, räumt, "
		 "räumte, reagiert, reagierte, wächst, prüft, prüfen, "
		 "beschließt, beschloss, unterzeichnet, passiert, geschah, "
		 "dauert, dauerte") },
	{ .is = TCN_FACT_CUT,
	    .words = ("der, die, das, den, dem, des, ein, eine, einen, einem, "
		      "einer, eines, in, im, an, am, auf, zu, zum, zur, von, "
		      "vom, für, mit, bei, beim, nach, aus, über, unter, und, "
		      "oder, aber, als, dass, weil, wenn, ihre, ihr, sein, "
		      "seine, durch, gegen, ohne, um, bis, vor, wie") },
	/* What asks, and what tells the reader what to do. */
	{ .is = TCN_FACT_OPENING,
	    .words = ("was, wie, warum, weshalb, wieso") },
	{ .is = TCN_FACT_OPENING,
	    .words = ("seht, schaut, helft, teilt, lest, folgt, spendet, "
		      "bleibt, hört, achtet, klickt") },
	{ .is = TCN_FACT_OPENING,
	    .words = ("er, sie, es, dies, diese, dieser, dieses, das, sein, "
		      "seine, ihr, ihre, dort, dabei, damit, dazu, daraufhin, "
		      "und, aber, doch, auch, so, dann, außerdem, zudem, hier, "
		      "die bank, das unternehmen, der konzern, die firma, der "
		      "minister, der mann, die frau, da, denn") },
	{ .is = TCN_FACT_FIRST,
	    .words = ("ich, wir, uns, mir, mich, mein, meine, meinen, meiner, "
		      "unser, unsere, unseren") },
	{ .is = TCN_FACT_PRAYER,
	    .words =
		("beten, betet, gebet, gebete, gebeten, beileid, mitgefühl, "
		 "herzliches beileid, gedanken sind bei, in gedanken, rip, "
		 "ruhe in frieden, tiefe trauer, trauern mit") },
	{ .is = TCN_FACT_ASIDE,
	    .words = ("nach, nachdem, wegen, weil, während, trotz, infolge, "
		      "angesichts") },
	{ .is = TCN_FACT_CAUSE,
	    .words = ("weil, wegen, aufgrund, ausgelöst durch, verursacht, "
		      "ursache, grund, infolge, nachdem, schuld") },
	{ .is = TCN_FACT_RESPONSE,
	    .words = ("ermittlungen, ermittelt, ermittler, untersuchung, "
		      "notstand, angeordnet, ordnete an, rief auf, forderte, "
		      "fordert, versprach, kündigte an, entsandt, schickte, "
		      "hilfe, sanktionen, trat zurück, verboten, rückruf, "
		      "ausgesetzt, evakuiert, warnte") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("hoffentlich, bitte, danke, du, dein, deine, euch, euer, "
		      "lol") },
	{ .is = TCN_FACT_PREFIX,
	    .words = ("eilmeldung, eil, breaking, breaking news, news, update, "
		      "liveticker, live ticker, newsticker, ticker, live, live "
		      "blog, liveblog, video, videos, foto, fotos, bilder, "
		      "fotostrecke, in bildern, exklusiv, analyse, kommentar, "
		      "interview, korrektur, vorab, roundup, zusammenfassung, "
		      "überblick, wdh, blickpunkt, hintergrund") },
	{ .is = TCN_FACT_PERSON,
	    .words =
		("mensch, menschen, person, personen, leute, männer, mann, "
		 "frauen, frau, kinder, kind, kindern, jugendliche, schüler, "
		 "studenten, arbeiter, bergleute, feuerwehrleute, "
		 "feuerwehrmänner, polizisten, soldaten, einwohner, bewohner, "
		 "dorfbewohner, touristen, urlauber, zivilisten, opfer, "
		 "erwachsene, patienten, ausländer, deutsche, deutschen, "
		 "migranten, flüchtlinge, demonstranten, verdächtige, "
		 "verdächtigen, kämpfer, rebellen, beamte, mitarbeiter, "
		 "angehörige, besucher, häftlinge, bürger, babys, fahrer, "
		 "fahrgäste, insassen, familien, helfer, menschenleben") },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words =
		("sind, ist, waren, wurden, wurde, werden, wird, haben, hat, "
		 "seien, sei, gelten, gilt, noch, bisher, bislang, bereits, "
		 "schon, inzwischen, mittlerweile, jetzt, nun, als, offiziell, "
		 "bestätigt, bestätigte, gemeldet, teils, teilweise, dabei, "
		 "weitere, weiteren, davon, und mehr, bei, beim, in, im, an, "
		 "am, durch, nach, dem, der, den, einem, einer, einen, auf, "
		 "aus, von, vom, zum, zur, am, kamen, kam, kommen, für, mehr, "
		 "das, die, ihr, verloren, ihr leben") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words = ("auf, inzwischen, mittlerweile, bereits, nun, die, den, "
		      "der, dem, bislang, bisher, noch, von, jetzt, nach, "
		      "werden, wurden, sind, hat, haben, schon") },
	{ .is = TCN_FACT_OBJECT,
	    .words = ("häuser, gebäude, dörfer, städte, wohnungen, autos, "
		      "fahrzeuge, flüge, länder, schulen, schiffe, boote, "
		      "flugzeuge, tiere, hunde, kühe, brücken, hotels, jobs, "
		      "stellen, orte, gemeinden, bezirke") },
	{ .is = TCN_FACT_UNIT,
	    .words =
		("jahr, jahre, jahren, jährige, jähriger, jährigen, jährigem, "
		 "jährigen, monat, monate, monaten, woche, wochen, tag, tage, "
		 "tagen, stunde, stunden, minute, minuten, sekunde, sekunden, "
		 "prozent, prozentpunkte, punkte, punkten, km, kilometer, "
		 "kilometern, meter, metern, m, zentimeter, cm, mm, hektar, "
		 "grad, kg, kilo, tonnen, liter, uhr, mal, stundenkilometer, "
		 "km h, kmh, zone, stimmen, sitze, ps, cent, stock, etagen, "
		 "quadratmeter, tote oder vermisste, tote und verletzte, tote "
		 "und vermisste") },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("tote, toten, toter, tot, todesopfer, todesopfern, todesopfer "
		 "gefordert, getötet, getötete, gestorben, starben, sterben, "
		 "stirbt, ums leben, leichen, umgekommen, ums leben gekommen, "
		 "ums leben gekommene, erschossen, ertrunken, ertranken, "
		 "verstorben, kamen um, leblose, menschenleben, leben "
		 "verloren, das leben, todesfälle, das leben verloren"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("tötet, töten, tötete, töteten, fordert, forderte, "
		      "forderten, sterben, starben, tote, todesopfer, kostet, "
		      "kostete, kosteten, zahl der toten, zahl der todesopfer, "
		      "opferzahl, totenzahl, todeszahl, gestorben, stirbt"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("verletzte, verletzten, verletzt, verletzter, verwundet, "
		 "verwundete, verwundeten, im krankenhaus, ins krankenhaus"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("verletzt, verletzte, verletzten, verwundet, verwunden, "
		      "zahl der verletzten"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("vermisst, vermisste, vermissten, vermisster, "
		      "verschwunden, verschollen, werden vermisst"),
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = "vermisst, vermisste, zahl der vermissten",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_AFTER,
	    .words = ("gerettet, gerettete, geborgen, überlebende, überlebten, "
		      "überlebt, in sicherheit gebracht, in sicherheit, lebend "
		      "geborgen"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("retten, rettet, rettete, retteten, gerettet, bergen, "
		      "überlebende"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("evakuiert, evakuierte, evakuierten, obdachlos, "
		      "obdachlose, vertrieben, vertriebene, verließen ihre "
		      "häuser, häuser verlassen, wohnungen verlassen, flohen, "
		      "geflohen, fliehen, auf der flucht, mussten ihre häuser "
		      "verlassen, ihre häuser verlassen"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("evakuiert, evakuieren, evakuierte, evakuierten, "
		      "vertreibt, vertreiben"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("festgenommen, festnahmen, verhaftet, verhaftete, "
		      "festgenommene, in gewahrsam, in haft, inhaftiert, "
		      "verhaftungen"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("festgenommen, verhaftet, verhaften, verhaftete, verhafteten"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER, .words = "an bord", .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON,
	    .words = "passagiere und",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("an bord, an bord waren, an bord befanden sich, an bord sind"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_COUNT, .words = "zahl, anzahl, bilanz, opferzahl" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words =
		("zahl der toten, zahl der todesopfer, opferzahl, totenzahl, "
		 "todeszahl, zahl der opfer, opferbilanz, zahl der getöteten"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_RISE | TCN_FACT_FALL,
	    .words = "sinkt, sank, gesunken, gesenkt, senkt, korrigiert, "
		     "korrigieren, revidiert, herabgesetzt" },
	{ .is = TCN_FACT_RISE,
	    .words =
		("steigt, stieg, steigen, gestiegen, erhöht, erhöhte, erhöht "
		 "sich, erhöhte sich, klettert, kletterte, wächst, wuchs, "
		 "beträgt, betrug, liegt, lag, liegt bei, lag bei, steht bei, "
		 "erreicht, erreichte, korrigiert, angehoben, beziffert, "
		 "beläuft sich, belief sich, nun, jetzt, sind") },
	{ .is = TCN_FACT_TO, .words = "bis, auf" },
	{ .is = TCN_FACT_FROM,
	    .words = ("einer von, alter von, im alter von, zwischen, von den, "
		      "darunter, davon") },
	{ .is = TCN_FACT_SUIT, .words = "klage" },
	{ .is = TCN_FACT_NONE,
	    .words = "kein, keine, keinen, keiner, niemand, ohne" },
	{ .is = TCN_FACT_QUAKE,
	    .words = "erdbeben, beben, erdstoß, hauptbeben, hauptstoß" },
	{ .is = TCN_FACT_LIMIT,
	    .words = "erlaubt, erlaubte, erlaubten, zulässig, zulässige, "
		     "zulässigen, tempolimit, limit, höchstgeschwindigkeit, "
		     "begrenzt, vorgeschrieben" },
	{ .is = TCN_FACT_AFTERSHOCK, .words = "nachbeben" },
	{ .is = TCN_FACT_LEAST,
	    .words = ("mindestens, wenigstens, mehr als, über, zumindest, "
		      "nicht weniger als, oder mehr, gut") },
	{ .is = TCN_FACT_MOST,
	    .words = ("bis zu, höchstens, maximal, weniger als, nicht mehr "
		      "als, befürchtet, fürchtet, fürchten") },
	{ .is = TCN_FACT_ABOUT,
	    .words = ("etwa, rund, ungefähr, knapp, fast, circa, ca, nahezu, "
		      "annähernd, schätzungsweise, zirka, um die, beinahe") },
	{ .is = TCN_FACT_MORE,
	    .words = ("weitere, weiteren, weiterer, weiteres, zusätzlich, "
		      "zusätzliche, noch einmal, nochmals") },
	{ .is = TCN_FACT_MAY,
	    .words = ("könnte, könnten, können, möglicherweise, vielleicht, "
		      "womöglich, vermutlich, wohl, dürfte, dürften, sollen, "
		      "soll, würde, würden, falls, wenn, drohen, droht") },
	{ .is = TCN_FACT_HISTORY,
	    .words = ("seit, schlimmste, schlimmsten, schwerste, schwersten, "
		      "jahrestag, gedenken, erinnert, erinnern, vor jahren, "
		      "damals, zuletzt, verheerendste") },
	{ .is = TCN_FACT_TIMES, .words = "tausend, tsd", .lo = 1000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "million, millionen, mio",
	    .lo = 1000000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "milliarde, milliarden, mrd",
	    .lo = 1000000000 },
	{ .is = TCN_FACT_TIMES, .words = "dutzend", .lo = 12 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "dutzende, dutzenden",
	    .lo = 24,
	    .hi = 99 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "hunderte, hunderten",
	    .lo = 200,
	    .hi = 999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "tausende, tausenden",
	    .lo = 2000,
	    .hi = 9999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "zehntausende, zehntausenden",
	    .lo = 20000,
	    .hi = 99999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "hunderttausende, hunderttausenden",
	    .lo = 200000,
	    .hi = 999999 },
	{ .is = TCN_FACT_OF, .words = "von" },
	{ .is = TCN_FACT_MONEY, .words = "euro, euros, eur", .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "dollar, us dollar, usd",
	    .unit = "USD" },
	{ .is = TCN_FACT_MONEY,
	    .words = "pfund, britische pfund, gbp",
	    .unit = "GBP" },
	{ .is = TCN_FACT_MONEY,
	    .words = "franken, schweizer franken, chf",
	    .unit = "CHF" },
	{ .is = TCN_FACT_MONEY, .words = "yen", .unit = "JPY" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "übernahme, kaufpreis, gebot, angebot, kauf",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("kauft, kaufte, kaufen, übernimmt, übernahm, übernehmen, "
		      "bietet, bot, verkauft, verkaufte"),
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = ("schaden, schäden, sachschaden, sachschäden, verlust, "
		      "verluste, schadenssumme"),
	    .slot = TCN_SLOT_DAMAGE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "strafe, geldstrafe, bußgeld, geldbuße, vergleich",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_AFTER,
	    .words = ("auf der richterskala, auf der richter skala, magnitude, "
		      "richterskala, auf richterskala"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("stärke, der stärke, magnitude, magnitude von, stärke "
		      "von, richterskala, erdstärke, wert"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("erdbeben, beben, erdstoß, erdstöße, richterskala, "
		      "magnitude, seismologen, epizentrum"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER,
	    .words = ("km h, kmh, stundenkilometer, stundenkilometern, "
		      "kilometer pro stunde, kilometern pro stunde, tempo"),
	    .slot = TCN_SLOT_SPEED,
	    .unit = "km/h" },
	{ .is = TCN_FACT_AFTER,
	    .words = "meter, metern, m",
	    .slot = TCN_SLOT_WATER,
	    .unit = "m" },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("erreicht, erreichte, erreichen, stieg, steigt, "
		      "gestiegen, steht, stand, liegt, lag, sank, sinkt, fiel, "
		      "fällt, pegel, pegelstand, wasserstand"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("fluss, pegel, pegelstand, wasserstand, hochwasser, "
		      "wasser, flut, see, stausee, damm"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_GAP_AFTER | TCN_FACT_DEGREE,
	    .words = "schwer, leicht, lebensgefährlich, schwerst" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_DEGREE,
	    .words =
		"schwerverletzte, schwerverletzten, schwerverletzter, "
		"leichtverletzte, leichtverletzten, leichtverletzter, schwer "
		"verletzt, leicht verletzt, schwer verletzte, leicht verletzte",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_PERSON,
	    .words =
		"palästinenser, israelis, terroristen, islamisten, "
		"dschihadisten, aufständische, extremisten, milizionäre, "
		"pilger, fußgänger, radfahrer, motorradfahrer, wanderer, "
		"bergsteiger, skifahrer, badegäste, seeleute, piloten, bauern, "
		"journalisten, aktivisten, säuglinge, angestellte, "
		"beschäftigte, kunden, fans, gläubige, gäste, sanitäter, "
		"ärzte, wachleute, passanten, anwohner, senioren, rentner, "
		"teenager, mädchen, jungen, buben, wehrleute, taliban, "
		"randalierer, aktivistinnen, russen, ukrainer, amerikaner" },
	{ .is = TCN_FACT_AFTER,
	    .words =
		"fest, in untersuchungshaft, in polizeigewahrsam, festgesetzt",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "müssen ihre häuser verlassen, müssen ihre wohnungen "
		     "verlassen, mussten ihre wohnungen verlassen, in "
		     "sicherheit gebracht worden",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "evakuierung von, bringt in sicherheit",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "suche nach, suchen nach",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_FROM,
	    .words = "unter ihnen, von ihnen, unter anderem, alter von" },
	{ .is = TCN_FACT_CUT | TCN_FACT_GAP_BEFORE, .words = "unter den" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "zahl der verletzten",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "zahl der vermissten",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "zahl der festnahmen, zahl der festgenommenen",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_ALONE,
	    .words =
		"allein in, allein im, alleine in, alleine im, allein aus" },
	{ .is = TCN_FACT_RATE,
	    .words = "jedes jahr, pro jahr, jährlich, im jahr, jeden tag, pro "
		     "tag, täglich, jeden monat, pro monat, pro woche, jede "
		     "woche, im schnitt, im durchschnitt" },
	{ .is = TCN_FACT_PAST,
	    .words = "im vergangenen jahr, im letzten jahr, letztes jahr, "
		     "vergangenes jahr, im vorjahr, im vergangenen monat, in "
		     "den vergangenen jahren, in den letzten jahren" },
	{ .is = TCN_FACT_PAST | TCN_FACT_UNIT,
	    .words = "jahre nach, monate nach, jahre danach, jahre später, "
		     "jahrzehnte später, jahre zuvor, jahren zuvor" },
	{ .is = TCN_FACT_AGO, .words = "vor" },
	{ .is = TCN_FACT_SPAN,
	    .words = "jahr, jahre, jahren, monaten, jahrzehnten, jahrzehnt" },
	{ .is = TCN_FACT_MAY,
	    .words = "wollte, wollten, plante, planten, droht mit" },
	{ .is = TCN_FACT_NUMBER | TCN_FACT_TIMES,
	    .words = "tausend",
	    .lo = 1000 },
	{ .is = TCN_FACT_CONTEXT,
	    .words = "flugzeug, flieger, maschine, jet, hubschrauber, zug, "
		     "bus, reisebus, schiff, fähre, boot, kreuzfahrtschiff, "
		     "unglück, unfall, absturz, abgestürzt, stürzt, entgleist, "
		     "entgleiste, gesunken, sinkt, gekentert, kentert, an bord",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON | TCN_FACT_UNSURE,
	    .words = "passagiere, passagieren, insassen",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_GAP_AFTER, .words = "einer familie" },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "m",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_PERSON | TCN_FACT_ANYONE,
	    .words = "mensch, menschen, person, personen, leute, opfer, "
		     "menschenleben" },
	{ .words = NULL },
};

const struct tcn_fact_lang tcn_fact_words_de = {
	.code = "de",
	.rows = rows,
	.ordinals = " er ",
	.gap_capitals = 2,
	.blank_groups = true,
	.accents = true,
	.decimal_comma = true,
};
