/* Italian. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_it_rules[] = {
	{ "days", "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica" },
	{ "topics",
	    "comune|processo|azienda|studio|partita|cinema|campi|furto" },
	{ "dateline", "{^place1}, {day} (Agenzia {country1}) — " },
	{ "credit", "Con notizie dell'Agenzia {country1}.|Continua su {o1}." },
	{ "q",
	    "«{^remark}», ha detto {P7}, {role}.|{P7}, {role}, riassume: "
	    "«{remark}»." },
	{ "remark",
	    "aspettiamo questo giorno da {r:2-30} anni|nessuno ha detto che "
	    "fosse facile|il {=cosa} è solo metà della storia|meglio tardi che "
	    "male|a {place3} ci sono riusciti con meno|ci giudicheranno dal "
	    "{=cosa}" },
	{ "role",
	    "portavoce di {brand3}|docente all'università di {place3}|una "
	    "vicina|{=mestiere} in pensione|che ha una bottega a {place2}" },
	{ "mestiere",
	    "fornaio|idraulico|pilota|sarto|tipografo|infermiere|saldatore|"
	    "traduttore|apicoltore|archivista|mugnaio|calzolaio|vasaio" },
	{ "cosa",
	    "refettorio|porto|ponte|frutteto|forno|coro|tunnel|museo|"
	    "padiglione|mulino|faro|campanile|mercato|molo|teatro|viadotto|"
	    "magazzino|giardino|chiosco|lavatoio|belvedere|cantiere|convento" },
	{ "bene",
	    "ombrelli|castagne|ceramiche|biciclette|candele|fiori|spezie|"
	    "dischi|giocattoli|formaggi|lampade|tappeti|gioielli|scarpe|"
	    "orologi|violini" },
	{ "adj",
	    "antico|discreto|fragile|inatteso|modesto|sobrio|tenace|vasto|"
	    "curioso|contestato|lento|singolare" },
	{ "bestia",
	    "lontre|falene|anguille|gru|linci|civette|lucertole|cicogne|"
	    "rondini|trote|volpi|api|rane" },
	{ "comune.l",
	    "Dopo {r:2-6} ore il consiglio comunale di {place1} ha deciso sul "
	    "{=cosa}.|La sorte del {=cosa} ha diviso {place1} fino a "
	    "mezzanotte." },
	{ "comune.s",
	    "L'opposizione di {P2} parla di un accordo {=adj}.|La spesa è di "
	    "{n4:2-90} milioni.|Gli abitanti di via {place2} hanno riempito la "
	    "sala.|{brand1} non commenta.|La prossima seduta cade di {day}." },
	{ "processo.l",
	    "Un tribunale di {place1} ha chiuso uno dei casi più lunghi degli "
	    "ultimi anni.|{P1}, già {=mestiere}, era davanti ai giudici di "
	    "{place1}." },
	{ "processo.s",
	    "La pm {P2} aveva chiesto {n2:2-11} anni.|La difesa ha definito "
	    "{=adj} il quadro.|Sentiti {n3:18-210} testimoni.|C'è un mese per "
	    "l'appello.|Tutto era partito da un {=cosa} di {place2}." },
	{ "azienda.l",
	    "{brand1} e la rivale {brand2} hanno chiuso {n2:3-40} settimane di "
	    "trattative: al centro {=bene}.|Il gruppo {brand1}, di {place1}, "
	    "ha venduto più del previsto." },
	{ "azienda.s",
	    "{P2} promette di non chiudere stabilimenti.|Insieme occupano "
	    "{n4:900-24000} persone.|Raddoppiano gli ordini da {country2}.|Il "
	    "sindacato di {place2} chiede un incontro.|Il deposito di {place3} "
	    "è in vendita." },
	{ "studio.l",
	    "Un gruppo dell'università di {place1} ha osservato le {=bestia} "
	    "per {n3:2-19} anni.|Una tesi sulle {=bestia} è finita in prima "
	    "pagina." },
	{ "studio.s",
	    "I campioni vengono da {n4:6-70} siti vicino a {place2}.|{P2} "
	    "definisce {=adj} il metodo.|I fondi finiscono l'anno "
	    "prossimo.|Due laboratori in {country2} riprovano.|I cacciatori "
	    "protestano." },
	{ "partita.l",
	    "A {P1} sono bastati {n2:2-89} minuti per zittire {place2}.|Una "
	    "sera a {place1} è finita con {n3:9-60} mila persone in piedi." },
	{ "partita.s",
	    "Il tecnico {P3} ha cambiato {n4:2-5} giocatori.|{place2} non "
	    "vince qui dal {n5:1988-2022}.|L'arbitro {P4} ha estratto {n6:1-7} "
	    "cartellini.|Il capitano {P5} è uscito in stampelle.|Ora tocca a "
	    "{place3}." },
	{ "cinema.l",
	    "{P1} racconta di un {=mestiere} che trova un {=cosa:2} pieno di "
	    "sorprese: {=bene}.|{n1:2-11} minuti di applausi per {P1} a "
	    "{place1}." },
	{ "cinema.s",
	    "{P2} quasi non parla.|È girato in un {=cosa} vicino a "
	    "{place2}.|Le musiche sono di {P3}.|È costato {n2:1-40} "
	    "milioni.|La critica lo trova {=adj}." },
	{ "campi.l",
	    "In una notte il gelo ha preso il {n2:20-90} per cento del "
	    "raccolto di {place1}.|Ogni mattina {P1} cammina tra i filari di "
	    "{place1}." },
	{ "campi.s",
	    "Una cassa vale {n3:4-60}.|La cooperativa di {place2} ha costruito "
	    "un {=cosa}.|Il seme viene da {country2}.|{brand1} compra il resto "
	    "per il succo.|Mancano {n4:2-9} settimane di pioggia." },
	{ "furto.l",
	    "Sono entrati dal tetto del {=cosa} di {place1}; mancano "
	    "{=bene}.|Vicino a {place1} {n2:4-28} tonnellate di merce sono "
	    "finite in strada." },
	{ "furto.s",
	    "Il danno è di {n3:2-90} mila.|Una telecamera ha ripreso un "
	    "cappello.|L'ispettrice {P2} chiede aiuto.|Il furgone era a "
	    "{place2}.|Nessun ferito." },

	{ "weather.t", "Il bollettino meteo di {village1}" },
	{ "cielo", "sole|pioggia debole|nebbia|rovesci|sereno|nuvole|vento" },
	{ "weather.l",
	    "Il meteo a {place1} e dintorni: {cielo}, poi {cielo}." },
	{ "weather.s",
	    "Massima di {r:4-33} gradi.|Vento a {r:5-50} chilometri "
	    "orari.|Probabilità di pioggia: {r:0-100} per cento." },
	{ "stars.t", "Oroscopo di {day}: {=segno}" },
	{ "segno",
	    "Ariete|Toro|Gemelli|Cancro|Leone|Vergine|Bilancia|Scorpione|"
	    "Sagittario|Capricorno|Acquario|Pesci" },
	{ "stars.l",
	    "{=segno}: vi aspetta un giorno {=adj}; non firmate nulla prima di "
	    "mezzogiorno." },
	{ "stars.s", "In amore, pazienza.|Il vostro numero è il {n1:1-49}." },
	{ "score.t", "La cronaca della partita: {village1} e {village2}" },
	{ "score.l",
	    "Risultato finale: {village1} {n1:0-4}-{n2:0-3} {village2}." },
	{ "score.s",
	    "Spettatori: {n5:400-39000}.|Arbitro: {p1}.|Ammoniti: {p2}, "
	    "{p3}." },

	{ "quake.t1",
	    "Forte terremoto scuote {place1}|Terremoto di magnitudo "
	    "{n1:6-7},{n2:1-9} a {place1}, {country1}" },
	{ "quake.t2", "Terremoto a {place1}: almeno {g3:20-180} morti" },
	{ "quake.t3", "Terremoto di {place1}: bambina estratta viva" },
	{ "quake.l1",
	    "Un terremoto di magnitudo {n1:6-7},{n2:1-9} ha scosso {place1}, "
	    "in {country1}, e fatto crollare palazzi." },
	{ "quake.l2",
	    "Almeno {g3:20-180} persone sono morte nel terremoto di "
	    "{place1}." },
	{ "quake.l3",
	    "Il bilancio del terremoto di {place1} è salito a {g3:20-180} "
	    "morti." },
	{ "quake.s1",
	    "L'epicentro è a {n9:4-30} chilometri dalla città.|La scossa è "
	    "stata avvertita fino a {place3}." },
	{ "quake.s2",
	    "L'ospedale {P5} ha portato i malati all'aperto.|Il quartiere {p6} "
	    "è il più colpito." },
	{ "quake.s3",
	    "{country2} e {country3} mandano squadre.|Le scuole restano "
	    "chiuse." },
	{ "quake.q",
	    "«Sentivamo bussare sotto le pietre», ha detto il capo dei "
	    "pompieri {P3}." },
	{ "ferry.t1",
	    "Traghetto {brand1} affonda al largo di {place1} con {n1:240-690} "
	    "persone|Naufragio del traghetto {brand1} vicino a {place1}" },
	{ "ferry.t2",
	    "Traghetto {brand1}: {g2:120-560} salvati al largo di {place1}" },
	{ "ferry.t3",
	    "Interrogato a {place1} il comandante del {brand1}, {p1}" },
	{ "ferry.l1",
	    "Il traghetto {brand1} è affondato al largo di {place1} con "
	    "{n1:240-690} persone a bordo." },
	{ "ferry.l2",
	    "{g2:120-560} persone sono state salvate dal traghetto {brand1}, "
	    "affondato al largo di {place1}." },
	{ "ferry.l3",
	    "Il comandante del traghetto {brand1}, {P1}, è interrogato a "
	    "{place1}." },
	{ "ferry.s1",
	    "Le onde erano alte {n6:4-9} metri.|La nave portava {n7:40-160} "
	    "veicoli." },
	{ "ferry.s2",
	    "L'acqua è a {n9:4-11} gradi.|La marina di {country2} ha mandato "
	    "una fregata." },
	{ "ferry.s3",
	    "Il portellone di prua era aperto, dicono i superstiti.|Trovata la "
	    "scatola nera." },
	{ "ferry.q",
	    "«Si è coricata in pochi minuti», racconta {P2}, camionista." },
	{ 0 },
};
