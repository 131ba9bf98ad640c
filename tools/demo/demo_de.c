/* German. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_de_rules[] = {
	{ "days",
	    "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag" },
	{ "topics", "rat|gericht|firma|studie|spiel|film|acker|dieb|bau|fest" },
	{ "dateline",
	    "{^place1}, {day} ({country1} Presse) — |(Agentur {country1}) — " },
	{ "credit",
	    "Mit Material der Agentur {country1}.|Mehr dazu bei "
	    "{o1}.|Agenturmeldung, von {o1} nicht bearbeitet." },
	{ "q",
	    "„{^remark}“, sagte {P7}, {role}.|{P7}, {role}, fasst es so: "
	    "„{^remark}.“|„{^remark}“, schrieb {P8} an Kollegen." },
	{ "remark",
	    "auf diesen Tag warten wir seit {r:2-30} Jahren|leicht wird das "
	    "nicht|mit {=ding} allein ist es nicht getan|lieber spät als "
	    "falsch|in {place3} ging es mit weniger|daran wird man uns "
	    "messen|meine Großmutter hätte gelacht" },
	{ "role",
	    "Sprecherin von {brand3}|Dozentin an der Universität {place3}|eine "
	    "Anwohnerin|{=beruf} im Ruhestand|Berater der Region|der in "
	    "{place2} als {=beruf} arbeitet" },
	{ "beruf",
	    "Bäcker|Klempner|Pilot|Schneider|Drucker|Pfleger|Schweißer|"
	    "Übersetzer|Imker|Archivar|Müller|Schuster|Förster|Schlosser|"
	    "Töpfer" },
	{ "ding",
	    "Speisesaal|Hafen|Brückenkopf|Obstgarten|Ofen|Chor|Tunnel|Archiv|"
	    "Pavillon|Stausee|Mühlrad|Keller|Fährhaus|Leuchtturm|Stadion|"
	    "Wochenmarkt|Kai|Theater|Viadukt|Lagerhaus|Stadtpark|Kiosk|"
	    "Waschhaus|Sägewerk|Steinbruch|Schlachthof" },
	{ "ware",
	    "Regenschirme|Kastanien|Keramik|Fahrräder|Kerzen|Blumen|Gewürze|"
	    "Schallplatten|Spielzeug|Käselaibe|Lampen|Teppiche|Schmuck|Schuhe|"
	    "Möbel|Uhren|Geigen|Strickwaren" },
	{ "adj",
	    "alter|stiller|brüchiger|unerwarteter|schlichter|lauter|nüchterner|"
	    "zäher|gewaltiger|scheuer|kurioser|umstrittener|langsamer|"
	    "eigener" },
	{ "tier",
	    "Otter|Stare|Nachtfalter|Aale|Fledermäuse|Lachse|Igel|Hummeln|"
	    "Kraniche|Krebse|Luchse|Eulen|Eidechsen|Störche" },
	{ "frucht",
	    "Äpfel|Linsen|Birnen|Spargel|Kirschen|Sonnenblumen|Pflaumen|"
	    "Walnüsse|Paprika|Rüben|Kürbisse|Hopfen|Roggen|Trauben" },
	{ "rat.l",
	    "Nach {r:2-6} Stunden hat der Stadtrat von {place1} über {=ding} "
	    "und Haushalt entschieden.|Über das Vorhaben am {=ding} stritt der "
	    "Rat von {place1} bis Mitternacht." },
	{ "rat.s",
	    "Die Opposition um {P2} sprach von einem faulen Kompromiss.|Die "
	    "Kosten liegen bei {n4:2-90} Millionen.|Anwohner der "
	    "{place2}straße füllten den Saal.|{brand1} wollte sich nicht "
	    "äußern.|Kämmerer {P3} warnte vor einem Loch im Haushalt.|Die "
	    "nächste Sitzung ist an einem {day}." },
	{ "gericht.l",
	    "Ein Gericht in {place1} hat eines der längsten Verfahren der "
	    "letzten Jahre beendet.|{P1}, früher {=beruf}, stand in {place1} "
	    "vor den Richtern." },
	{ "gericht.s",
	    "Staatsanwältin {P2} hatte {n2:2-11} Jahre gefordert.|Die "
	    "Verteidigung nannte die Beweise dünn.|{n3:18-210} Zeugen sagten "
	    "aus.|Die Akten füllen {n4:30-400} Ordner.|Beide Seiten haben "
	    "einen Monat Zeit für die Berufung.|Alles begann in {place2}." },
	{ "firma.l",
	    "{brand1}, Hersteller für {=ware}, und der Rivale {brand2} sind "
	    "nach {n2:3-40} Wochen einig.|Die Gruppe {brand1} aus {place1} hat "
	    "mehr verkauft als geplant." },
	{ "firma.s",
	    "Chefin {P2} will kein Werk schließen.|Zusammen beschäftigen sie "
	    "{n4:900-24000} Menschen.|Aufträge aus {country2} haben sich "
	    "verdoppelt.|Die Gewerkschaft in {place2} fordert ein Treffen.|Die "
	    "Schulden sanken auf {n5:20-900} Millionen.|Das Lager in {place3} "
	    "steht zum Verkauf." },
	{ "studie.l",
	    "Ein Team der Universität {place1} hat {n3:2-19} Jahre lang "
	    "{=tier} beobachtet.|Was als Doktorarbeit über {=tier} begann, "
	    "steht nun auf Titelseiten." },
	{ "studie.s",
	    "Die Proben stammen von {n4:6-70} Orten um {place2}.|{P2}, nicht "
	    "beteiligt, nannte die Methode mutig.|Die Förderung endet im "
	    "nächsten Jahr.|Zwei Labore in {country2} versuchen es auch.|Die "
	    "Daten sind offen für alle.|Die Jäger murren." },
	{ "spiel.l",
	    "{n2:2-89} Minuten brauchte {P1}, um {place2} verstummen zu "
	    "lassen.|Ein Abend in {place1} endete mit {n3:9-60} tausend "
	    "Menschen auf den Beinen." },
	{ "spiel.s",
	    "Trainer {P3} wechselte {n4:2-5} Spieler.|{place2} hat hier seit "
	    "{n5:1988-2022} nicht gewonnen.|Schiedsrichter {P4} zeigte "
	    "{n6:1-7} Karten.|Regen machte den Rasen zum Sumpf.|Kapitän {P5} "
	    "ging an Krücken.|Weiter geht es in {place3}." },
	{ "film.l",
	    "{P1} erzählt von einem {=beruf}, der im Keller {=ware} "
	    "findet.|{n1:2-11} Minuten Beifall für {P1} in {place1}." },
	{ "film.s",
	    "{P2} spielt fast ohne Worte.|Gedreht wurde bei {place2}.|Die "
	    "Musik schrieb {P3}.|Das Budget lag bei {n2:1-40} Millionen.|Start "
	    "ist am {day}.|Ein {=adj} Film, fanden Kritiker." },
	{ "acker.l",
	    "In einer Nacht nahm der Frost {n2:20-90} Prozent der Ernte um "
	    "{place1}: {=frucht} vor allem.|Jeden Morgen geht {P1} durch die "
	    "Reihen und sieht nach: {=frucht}." },
	{ "acker.s",
	    "Die Kiste bringt {n3:4-60}.|Versichert ist Hagel, nicht "
	    "{=tier}.|Die Genossenschaft in {place2} baute eine Halle.|Das "
	    "Saatgut kommt aus {country2}.|{brand1} kauft den Rest für "
	    "Saft.|Es fehlen {n4:2-9} Wochen Regen." },
	{ "dieb.l",
	    "Sie kamen in {place1} durchs Dach und nahmen {=ware} mit.|Bei "
	    "{place1} lagen {n2:4-28} Tonnen {=ware} auf der Straße." },
	{ "dieb.s",
	    "Der Schaden: {n3:2-90} tausend.|Eine Kamera filmte einen "
	    "Hut.|Kommissarin {P2} bittet um Hinweise.|Der Lieferwagen stand "
	    "in {place2}.|Verletzt wurde niemand.|Der Versicherer {brand1} "
	    "lobt eine Belohnung aus." },
	{ "bau.l",
	    "Zwischen {place1} und {place2} fahren Busse statt Züge.|Ein "
	    "Bagger hielt in {place1} gerade noch: im Lehm steckten alte "
	    "Mauern." },
	{ "bau.s",
	    "Architekt {P2} wollte das Tor erhalten.|Pendler aus {place3} "
	    "verlieren {n3:10-70} Minuten am Tag.|{brand2} zahlt eine "
	    "Strafe.|Ein Nest hält die Arbeiten auf: {=tier}.|Dezernent {P3} "
	    "sprach von Kinderkrankheiten." },
	{ "fest.l",
	    "{n3:2-9} Tage lang dreht sich in {place1} alles um eines: "
	    "{=frucht}.|Mit Trommeln zogen {n2:4-80} tausend durch {place1}." },
	{ "fest.s",
	    "Der Zug beginnt am {=ding}.|Bürgermeister {P2} brauchte {r:1-6} "
	    "Schläge.|Gäste kamen aus {country2}.|Am {day} regnete es.|Die "
	    "älteste Trommel ist von {n4:1610-1890}." },

	{ "weather.t", "Die Wettervorhersage für {village1}" },
	{ "himmel", "sonnig|leichter Regen|Nebel|Schauer|klar|wolkig|böig" },
	{ "weather.l",
	    "Das Wetter in {place1} und Umgebung: {himmel}, später {himmel}." },
	{ "weather.s",
	    "Höchstwerte um {r:2-31} Grad.|Wind mit {r:5-50} Kilometern in der "
	    "Stunde.|Regenrisiko: {r:0-100} Prozent." },
	{ "stars.t", "Ihr Horoskop für {day}: {=zeichen}" },
	{ "zeichen",
	    "Widder|Stier|Zwillinge|Krebs|Löwe|Jungfrau|Waage|Skorpion|Schütze|"
	    "Steinbock|Wassermann|Fische" },
	{ "stars.l",
	    "{=zeichen}: Ein {=adj} Tag erwartet Sie; unterschreiben Sie "
	    "nichts vor Mittag." },
	{ "stars.s",
	    "In der Liebe hilft Geduld.|Ihre Glückszahl: {n1:1-49}.|Meiden Sie "
	    "Streit um Geld." },
	{ "score.t",
	    "Der Spielbericht vom Abend: {village1} gegen {village2}" },
	{ "score.l", "Endstand: {village1} {n1:0-4}:{n2:0-3} {village2}." },
	{ "score.s",
	    "Zuschauer: {n5:400-39000}.|Schiedsrichter: {p1}.|Gelb: {p2}, "
	    "{p3}." },

	{ "quake.t1",
	    "Starkes Erdbeben erschüttert {place1}|Erdbeben der Stärke "
	    "{n1:6-7},{n2:1-9} in {place1}, {country1}" },
	{ "quake.t2",
	    "Erdbeben in {place1}: mindestens {g3:20-180} Tote|Retter suchen "
	    "in Trümmern von {place1} nach Erdbebenopfern" },
	{ "quake.t3",
	    "Erdbeben von {place1}: Mädchen lebend geborgen|Tausende nach "
	    "Erdbeben in {place1} im Freien" },
	{ "quake.l1",
	    "Ein Erdbeben der Stärke {n1:6-7},{n2:1-9} hat {place1} in "
	    "{country1} erschüttert und Häuser der Altstadt einstürzen "
	    "lassen." },
	{ "quake.l2",
	    "Mindestens {g3:20-180} Menschen starben bei dem Erdbeben in "
	    "{place1}, teilte der Katastrophenschutz mit." },
	{ "quake.l3",
	    "Die Zahl der Toten nach dem Erdbeben in {place1} stieg auf "
	    "{g3:20-180}." },
	{ "quake.s1",
	    "Das Zentrum lag {n9:4-30} Kilometer vor der Stadt.|Der Stoß war "
	    "bis {place3} zu spüren.|In großen Teilen von {place1} fiel der "
	    "Strom aus." },
	{ "quake.s2",
	    "Das {P5}-Krankenhaus verlegte Patienten auf den Parkplatz.|Ein "
	    "Nachbeben unterbrach die Suche eine Stunde lang.|Am schlimmsten "
	    "traf es das Viertel {p6}." },
	{ "quake.s3",
	    "{country2} und {country3} boten Hilfe an.|Die Schulen bleiben "
	    "geschlossen.|{n7:4-19} tausend Menschen brauchen ein Obdach." },
	{ "quake.q",
	    "„Wir hörten Klopfen unter den Steinen“, sagte Feuerwehrchef "
	    "{P3}.|„Die halbe Altstadt ist weg“, sagte Bürgermeisterin {P1}." },

	{ "ferry.t1",
	    "Fähre {brand1} vor {place1} mit {n1:240-690} Menschen "
	    "gesunken|Fährunglück vor {place1}: {brand1} kentert" },
	{ "ferry.t2",
	    "Fähre {brand1}: {g2:120-560} Gerettete vor {place1}|Suche nach "
	    "Überlebenden der Fähre {brand1} vor {place1}" },
	{ "ferry.t3",
	    "Kapitän der Fähre {brand1}, {p1}, in {place1} vernommen|Fähre "
	    "{brand1}: Zahl der Toten steigt auf {g3:12-90}" },
	{ "ferry.l1",
	    "Die Fähre {brand1} ist vor {place1} mit {n1:240-690} Menschen an "
	    "Bord gesunken." },
	{ "ferry.l2",
	    "{g2:120-560} Menschen wurden von der Fähre {brand1} gerettet, die "
	    "vor {place1} sank." },
	{ "ferry.l3",
	    "Der Kapitän der Fähre {brand1}, {P1}, wird in {place1} "
	    "vernommen." },
	{ "ferry.s1",
	    "Die Wellen waren {n6:4-9} Meter hoch.|Das Schiff hatte "
	    "{n7:40-160} Fahrzeuge geladen.|Die Küstenwache in {place2} leitet "
	    "den Einsatz." },
	{ "ferry.s2",
	    "Das Wasser hat {n9:4-11} Grad.|Die Marine von {country2} schickte "
	    "eine Fregatte.|Angehörige warten im Hafen von {place1}." },
	{ "ferry.s3",
	    "Die Reederei {brand2} richtete ein Telefon ein.|Die Bugklappe "
	    "stand offen, sagen Überlebende.|Der Fahrtschreiber wurde "
	    "gefunden." },
	{ "ferry.q",
	    "„Sie lag binnen Minuten auf der Seite“, sagte {P2}, ein "
	    "Fahrer.|„Wir suchen, solange es Hoffnung gibt“, sagte {P3} von "
	    "der Küstenwache." },
	{ 0 },
};
