/*
 * engine/facts/fact_words_it.c - the words of Italian
 */
#include "engine/facts/fact_words_impl.h"

static const struct tcn_fact_row rows[] = {
	{ .is = TCN_FACT_VERB,
	    .words = ("è, sono, era, erano, fu, furono, sarà, saranno, "
		      "sarebbe, sarebbero, essere, stato, stata, stati, state, "
		      "ha, hanno, aveva, avevano, avrà, avrebbe, può, possono, "
		      "potrebbe, potrebbero, deve, devono, va, vanno, resta, "
		      "restano, c'è, ci sono, sta, stanno, viene, vengono") },
	{ .is = TCN_FACT_VERB,
	    .words = ("dice, dicono, detto, annuncia, annunciano, annunciato, "
		      "afferma, affermano, affermato, dichiara, dichiarano, "
		      "dichiarato, riferisce, riferiscono, riferito, conferma, "
		      "confermano, confermato, comunica, avverte, avvertono, "
		      "smentisce, nega, chiede, chiedono, chiesto, rivela, "
		      "rivelano, mostra, mostrano, spiega, ammette, denuncia, "
		      "accusa, accusano, accusato, teme, temono, spera, "
		      "promette, minaccia, secondo, segnala, segnalano, "
		      "segnalati, registrata, registrate, registrato") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("muore, muoiono, morto, morti, morta, morte, morì, morirono, "
		 "uccide, uccidono, ucciso, uccisi, uccisa, uccise, ferito, "
		 "feriti, ferita, ferite, ferisce, dispersi, disperso, "
		 "vittime, sfollati, deceduto, deceduti, colpisce, colpiscono, "
		 "colpito, colpita, scuote, scuotono, scosso, trema, tremano, "
		 "tremato, distrugge, distrutto, distrutti, danneggia, "
		 "danneggiato, danneggiati, brucia, bruciano, esplode, "
		 "esplodono, esploso, scontra, schianta, schiantato, "
		 "precipita, precipitato, crolla, crollano, crollato, "
		 "crollati, crollata, crolli, affonda, affondato, deraglia, "
		 "deragliato, allaga, allagato, allagati, salva, salvano, "
		 "salvato, salvati, soccorsi, estratto, estratti, cerca, "
		 "cercano, trova, trovano, trovato, trovati, evacua, evacuano, "
		 "evacuato, evacuati, fugge, fuggono, spara, sparano, sparato, "
		 "attacca, attaccano, attaccato, arresta, arrestano, "
		 "arrestato, arrestati, fermato, fermati, condanna, "
		 "condannato, condannati, indaga, indagano, indagato, "
		 "indagati, avvertita, sentita, avvertito") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("sale, salgono, salito, saliti, aumenta, aumentano, "
		 "aumentato, cresce, crescono, cala, calano, calato, scende, "
		 "scendono, sceso, perde, perdono, perso, vince, vincono, "
		 "vinto, batte, compra, comprano, comprato, acquista, "
		 "acquistato, vende, vendono, venduto, paga, pagano, pagato, "
		 "offre, offrono, offerto, accetta, rifiuta, approva, "
		 "approvato, chiude, chiudono, chiuso, chiuse, apre, aprono, "
		 "aperto, sospende, sospeso, sospesi, dimette, dimesso, "
		 "elegge, eletto, nomina, nominato, vieta, vietato, blocca, "
		 "bloccano, bloccato, bloccati, lancia, lanciano, lanciato, "
		 "inizia, iniziano, iniziato, comincia, finisce, finito, "
		 "prevede, previsto, arriva, arrivano, arrivato, arrivati, "
		 "parte, partono, partito, esce, escono, entra, prende, "
		 "prendono, preso, mette, mettono, messo, dà, danno, dato, fa, "
		 "fanno, fatto, tiene, porta, portano, portato, segue, "
		 "continua, continuano, torna, tornano, tornato, visita, "
		 "manda, invia, inviato, riceve, ricevuto, aiuta, aiutano, "
		 "vuole, vogliono, causa, causano, causato, provoca, "
		 "provocano, provocato, raggiunge, raggiunto, raggiungono, "
		 "lascia, lasciano, lasciato, lancia, stanzia, stanziati, "
		 "dona, donano, donate, donare, raccoglie, servono, serve") },
	{ .is = TCN_FACT_CUT,
	    .words =
		("il, lo, la, i, gli, le, l, un, uno, una, di, del, dello, "
		 "della, dei, degli, delle, a, al, allo, alla, ai, agli, alle, "
		 "da, dal, dalla, dai, dalle, in, nel, nella, nei, nelle, con, "
		 "su, sul, sulla, sui, per, tra, fra, e, ed, o, ma, che, chi, "
		 "cui, se, è, sono, ha, hanno, come, dopo, prima, più, suo, "
		 "sua, loro, mio, mia, questo, questa, non") },
	/* What asks, and what tells the reader what to do. */
	{ .is = TCN_FACT_OPENING, .words = ("come, perché, cosa, ecco") },
	{ .is = TCN_FACT_OPENING,
	    .words =
		("aprite, togliete, seguite, segui, guarda, guardate, aiutate, "
		 "aiutiamo, donate, leggi, leggete, restate, chiamate, "
		 "scrivete, ascolta, ricordate, lasciate, evitate") },
	{ .is = TCN_FACT_OPENING,
	    .words =
		("lui, lei, egli, essa, loro, essi, questo, questa, questi, "
		 "queste, quello, quella, ciò, suo, sua, e, ma, così, anche, "
		 "poi, inoltre, quindi, intanto, qui, la banca, l'azienda, la "
		 "società, il gruppo, il ministro, l'uomo, la donna") },
	{ .is = TCN_FACT_FIRST,
	    .words =
		("io, noi, mio, mia, miei, mie, nostro, nostra, nostri, "
		 "nostre, ci siamo, siamo, sono in, mi, spero, ho, abbiamo") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("preghiamo, pregare, preghiera, preghiere, prego per, "
		      "preghiamo per, condoglianze, vicini alle, cordoglio, "
		      "riposi in pace, riposino in pace, rip, un pensiero, il "
		      "mio pensiero, solidarietà a, coraggio, un abbraccio, "
		      "dio, pregate") },
	{ .is = TCN_FACT_ASIDE,
	    .words = ("dopo, mentre, in seguito a, a causa di, a causa del, "
		      "a causa della, nonostante") },
	{ .is = TCN_FACT_CAUSE,
	    .words = ("perché, a causa di, a causa del, a causa della, causato "
		      "da, causata da, provocato da, provocata da, dovuto a, "
		      "causa, cause, dopo, in seguito a") },
	{ .is = TCN_FACT_RESPONSE,
	    .words =
		("inchiesta, indagine, indagini, stato di emergenza, stato "
		 "d'emergenza, ordinato, ordina, chiesto, promesso, inviato, "
		 "inviati, aiuti, sanzioni, dimesso, vietato, richiamo, "
		 "sospeso, sospese, evacuati, evacuate, allerta, sfollati") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("spero, speriamo, per favore, ragazzi, voi, vostro, "
		      "vostri, ahah, grazie, forza") },
	{ .is = TCN_FACT_PRAYER,
	    .words = "rt, retwittate, diffondete, condividete" },
	{ .is = TCN_FACT_PREFIX,
	    .words = ("ultim'ora, ultimora, ultima ora, urgente, in diretta, "
		      "diretta, live, video, foto, fotogallery, immagini, le "
		      "immagini, esclusiva, esclusivo, aggiornamento, agg, "
		      "aggiornato, analisi, intervista, breaking, breaking "
		      "news, flash, notizie, news, audio, speciale, allerta, "
		      "le foto, il video") },
	{ .is = TCN_FACT_PERSON,
	    .words =
		("persona, persone, uomo, uomini, donna, donne, bambino, "
		 "bambini, bambina, bambine, ragazzi, ragazze, giovani, "
		 "anziani, studenti, alunni, operai, lavoratori, minatori, "
		 "vigili del fuoco, pompieri, poliziotti, agenti, soldati, "
		 "militari, carabinieri, abitanti, residenti, turisti, civili, "
		 "pazienti, stranieri, migranti, manifestanti, sospetti, "
		 "cittadini, famiglie, detenuti, soccorritori, vittime, "
		 "italiani, vite, membri, individui, minori, adulti, "
		 "pescatori, conducenti, spettatori") },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words =
		("sono, è, erano, era, stati, state, stato, stata, risultano, "
		 "risulta, ancora, già, finora, ormai, accertati, accertate, "
		 "accertate, confermati, confermate, ufficialmente, gli, i, "
		 "le, la, l, il, hanno, ha, più, rimasti, rimaste, rimasto, e "
		 "altre, le persone, che") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words = ("a, ha, hanno, già, il, la, i, gli, le, un, una, sono, "
		      "è, di, adesso, ora, bilancio di, ormai, in, con") },
	{ .is = TCN_FACT_OBJECT,
	    .words = ("case, abitazioni, edifici, paesi, città, scuole, auto, "
		      "veicoli, voli, ospedali, barche, navi, aerei, animali, "
		      "cani, ponti, alberghi, posti, comuni, regioni, "
		      "province, aziende, capannoni, chiese, tende, scosse") },
	{ .is = TCN_FACT_UNIT,
	    .words = ("anno, anni, mese, mesi, settimana, settimane, giorno, "
		      "giorni, ora, ore, minuto, minuti, secondo, secondi, per "
		      "cento, punti, punto, km, chilometro, chilometri, metro, "
		      "metri, m, cm, mm, ettari, gradi, kg, chili, tonnellate, "
		      "litri, volte, km h, kmh, voti, seggi, centesimi, piani, "
		      "posti letto, sms, morti e feriti, morti o dispersi, "
		      "morti e dispersi") },
	{ .is = TCN_FACT_AFTER,
	    .words = ("morti, morto, morta, morte, vittime, vittima, decessi, "
		      "deceduti, decedute, uccisi, uccise, ucciso, cadaveri, "
		      "corpi, corpi senza vita, hanno perso la vita, ha perso "
		      "la vita, perso la vita, persero la vita, perdono la "
		      "vita, muoiono, muore, annegati"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("uccide, uccidono, ucciso, uccisi, morti, vittime, muoiono, "
		 "muore, costato la vita a, costa la vita a, uccidendo, "
		 "bilancio delle vittime, decessi, numero delle vittime, "
		 "numero dei morti, bilancio dei morti, morte"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_AFTER,
	    .words = ("feriti, feriti gravi, ferite, ferito, ferita, rimasti "
		      "feriti, rimaste ferite, ricoverati, ricoverate, in "
		      "ospedale, contusi"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("feriti, ferisce, feriscono, ferite, ferendo, numero dei "
		      "feriti, ricoverati"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("dispersi, disperse, disperso, dispersa, scomparsi, "
		      "scomparse, mancano all appello, irrintracciabili"),
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = "dispersi, numero dei dispersi, scomparsi",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_AFTER,
	    .words = ("salvati, salvate, soccorsi, soccorse, tratti in salvo, "
		      "tratte in salvo, superstiti, sopravvissuti, estratti "
		      "vivi, in salvo, estratte vive, messi in salvo"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("salva, salvano, salvati, soccorsi, salvate, superstiti, "
		      "sopravvissuti"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("sfollati, sfollate, evacuati, evacuate, senza tetto, "
		      "senzatetto, hanno lasciato le case, hanno lasciato le "
		      "loro case, senza casa, hanno abbandonato le case, "
		      "rimasti senza casa"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("evacua, evacuano, evacuati, evacuate, sfollati, numero "
		      "degli sfollati"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("arrestati, arrestate, arresti, fermati, fermate, in "
		      "manette, in arresto, in carcere, fermi, indagati"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("arresta, arrestano, arrestati, arrestate, arresti, "
		      "fermati, indagati"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "a bordo, erano a bordo, si trovavano a bordo",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON,
	    .words = ("passeggeri e membri dell equipaggio"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("a bordo, trasportava, con a bordo, a bordo c erano, "
		      "viaggiavano"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_COUNT, .words = "bilancio, numero, totale, conta" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = ("bilancio delle vittime, numero delle vittime, numero "
		      "dei morti, bilancio dei morti, bilancio, i morti, le "
		      "vittime, il bilancio"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_RISE | TCN_FACT_FALL,
	    .words = "rivisto, corretto, ridotto, scende, scendono, sceso, "
		     "cala, calano, ridimensionato" },
	{ .is = TCN_FACT_RISE,
	    .words = ("sale, salgono, salito, saliti, salite, è salito, sono "
		      "saliti, sono salite, aumenta, aumentano, aumentato, "
		      "cresce, raggiunge, raggiunto, si aggrava, aggravato, "
		      "arriva, arrivano, arrivato, tocca, supera, è, è di, "
		      "sono, diventano, passa, aggiornato, parla") },
	{ .is = TCN_FACT_TO, .words = "a, ad, di" },
	{ .is = TCN_FACT_FROM,
	    .words = ("uno su, una su, tra, fra, dei, delle, tra cui, tra i, "
		      "fra cui, di cui, tra le, compresi") },
	{ .is = TCN_FACT_SUIT, .words = "causa" },
	{ .is = TCN_FACT_NONE,
	    .words = "non, nessun, nessuna, nessuno, senza" },
	{ .is = TCN_FACT_QUAKE,
	    .words = "terremoto, terremoti, sisma, terremoto di" },
	{ .is = TCN_FACT_LIMIT,
	    .words = "limite, limitato, limitata, consentito, consentita, "
		     "consentiti, permesso, massimo di, curva da" },
	{ .is = TCN_FACT_AFTERSHOCK,
	    .words = ("replica, repliche, scossa di assestamento, scosse di "
		      "assestamento, assestamento") },
	{ .is = TCN_FACT_LEAST,
	    .words = ("almeno, oltre, più di, non meno di, come minimo, "
		      "minimo, o più, supera i, superano i") },
	{ .is = TCN_FACT_MOST,
	    .words = "fino a, al massimo, meno di, massimo" },
	{ .is = TCN_FACT_ABOUT,
	    .words = ("circa, quasi, intorno a, attorno a, più o meno, "
		      "pressappoco, approssimativamente, all incirca, sfiora, "
		      "sfiorano") },
	{ .is = TCN_FACT_MORE,
	    .words = "altri, altre, altro, ulteriori, nuovi, nuove" },
	{ .is = TCN_FACT_MAY,
	    .words = ("potrebbe, potrebbero, può, possono, forse, sarebbe, "
		      "sarebbero, avrebbe, avrebbero, eventuali, se, rischia, "
		      "rischiano, possibile, possibili") },
	{ .is = TCN_FACT_HISTORY,
	    .words =
		("dal, peggiore, anniversario, più grave dal, ricordano, "
		 "ricorda, ricordare, commemora, memoria, storia, ricordo") },
	{ .is = TCN_FACT_TIMES, .words = "mila, mille", .lo = 1000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "milione, milioni, mln",
	    .lo = 1000000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "miliardo, miliardi, mld",
	    .lo = 1000000000 },
	{ .is = TCN_FACT_TIMES, .words = "dozzina", .lo = 12 },
	{ .is = TCN_FACT_VAGUE, .words = "decine", .lo = 20, .hi = 99 },
	{ .is = TCN_FACT_VAGUE, .words = "centinaia", .lo = 200, .hi = 999 },
	{ .is = TCN_FACT_VAGUE, .words = "migliaia", .lo = 2000, .hi = 9999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "decine di migliaia",
	    .lo = 20000,
	    .hi = 99999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "centinaia di migliaia",
	    .lo = 200000,
	    .hi = 999999 },
	{ .is = TCN_FACT_NUMBER, .words = "una decina", .lo = 10 },
	{ .is = TCN_FACT_NUMBER, .words = "una quindicina", .lo = 15 },
	{ .is = TCN_FACT_NUMBER, .words = "una ventina", .lo = 20 },
	{ .is = TCN_FACT_NUMBER, .words = "una trentina", .lo = 30 },
	{ .is = TCN_FACT_NUMBER, .words = "una quarantina", .lo = 40 },
	{ .is = TCN_FACT_NUMBER, .words = "una cinquantina", .lo = 50 },
	{ .is = TCN_FACT_NUMBER, .words = "un centinaio", .lo = 100 },
	{ .is = TCN_FACT_OF, .words = "di" },
	{ .is = TCN_FACT_MONEY, .words = "euro, eur, di euro", .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "dollaro, dollari, di dollari, usd",
	    .unit = "USD" },
	{ .is = TCN_FACT_MONEY,
	    .words = "sterline, di sterline",
	    .unit = "GBP" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "acquisizione, offerta, prezzo, operazione, acquisto",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = "compra, acquista, acquistato, vende, venduto, rileva",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "danni, perdite, danno",
	    .slot = TCN_SLOT_DAMAGE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "multa, sanzione, ammenda, risarcimento",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("della scala richter, scala richter, sulla scala richter, "
		 "gradi richter, richter, gradi della scala richter, gradi "
		 "sulla scala richter, di magnitudo, magnitudo, ml"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_UNSURE,
	    .words = "gradi, grado",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("magnitudo, di magnitudo, magnitudo di, magnitudine, "
		      "magnitudo ml, richter, mag, ml, magnitudo locale"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "scossa di, scossa da, terremoto di, terremoto, scossa, m",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("terremoto, terremoti, scossa, scosse, sisma, sismica, "
		      "sismico, richter, magnitudo, epicentro, ingv"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("km h, kmh, chilometri orari, km orari, chilometri all ora"),
	    .slot = TCN_SLOT_SPEED,
	    .unit = "km/h" },
	{ .is = TCN_FACT_AFTER,
	    .words = "metri, metro, m",
	    .slot = TCN_SLOT_WATER,
	    .unit = "m" },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("raggiunge, raggiunto, raggiungono, sale, salito, "
		      "livello, scende, sceso"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("fiume, livello, piena, alluvione, inondazione, acqua, "
		      "lago, diga, torrente"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_GAP_AFTER | TCN_FACT_DEGREE,
	    .words = "gravemente, lievemente, in modo grave, gravi, grave, "
		     "lievi, non gravi, in gravi condizioni" },
	{ .is = TCN_FACT_PERSON,
	    .words = "palestinesi, israeliani, terroristi, jihadisti, ribelli, "
		     "combattenti, profughi, rifugiati, immigrati, pellegrini, "
		     "pedoni, ciclisti, motociclisti, escursionisti, "
		     "alpinisti, sciatori, bagnanti, marinai, piloti, "
		     "agricoltori, giornalisti, attivisti, neonati, "
		     "dipendenti, clienti, tifosi, fedeli, ospiti, sanitari, "
		     "medici, infermieri, indagati, presunti" },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		"morte di, la morte di, uccise, uccisa, hanno perso la vita, "
		"ha perso la vita, perdono la vita, perso la vita, la vita a, "
		"la vita di, sono morti, sono morte, morti almeno",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words = "soccorse, soccorre, soccorrono, salvataggio di",
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "sfollate, evacuazione di",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "fermate, arresto di, in manette, in carcere",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "disperse, si cercano",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_RISE,
	    .words =
		"si contano, contano, salirebbe, sfiora, superano, supera" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "vittime, morti, decessi",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "feriti, numero dei feriti",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "dispersi, numero dei dispersi",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "sfollati",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "arresti",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_ALONE,
	    .words = "solo a, solo in, solo nel, solo nella, soltanto a, "
		     "soltanto in" },
	{ .is = TCN_FACT_RATE,
	    .words =
		"all anno, ogni anno, l anno, al giorno, ogni giorno, al mese, "
		"ogni mese, annui, annue, alla settimana, in media" },
	{ .is = TCN_FACT_PAST,
	    .words = "l anno scorso, lo scorso anno, il mese scorso, anno "
		     "precedente, negli ultimi anni" },
	{ .is = TCN_FACT_PAST | TCN_FACT_UNIT,
	    .words = "anni fa, mesi fa, anni dopo, mesi dopo, decenni fa, anni "
		     "prima" },
	{ .is = TCN_FACT_MAY,
	    .words = "voleva, volevano, progettava, minaccia, tentato di, "
		     "tentano di" },
	{ .is = TCN_FACT_NUMBER | TCN_FACT_TIMES,
	    .words = "mille",
	    .lo = 1000 },
	{ .is = TCN_FACT_NUMBER, .words = "mezza dozzina", .lo = 6 },
	{ .is = TCN_FACT_NUMBER, .words = "una dozzina", .lo = 12 },
	{ .is = TCN_FACT_NUMBER, .words = "una sessantina", .lo = 60 },
	{ .is = TCN_FACT_NUMBER, .words = "un migliaio", .lo = 1000 },
	{ .is = TCN_FACT_BEFORE,
	    .words = "multata per, multa da, multata, multato",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_CONTEXT,
	    .words = "aereo, volo, elicottero, treno, autobus, pullman, bus, "
		     "traghetto, nave, barca, barcone, gommone, incidente, "
		     "naufragio, precipita, precipitato, deraglia, deragliato, "
		     "affonda, a bordo",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON | TCN_FACT_UNSURE,
	    .words = "passeggeri, occupanti",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER,
	    .words = "sono morti, sono morte, è morto, è morta, erano morti",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = "della stessa famiglia, di una famiglia" },
	{ .is = TCN_FACT_PERSON | TCN_FACT_ANYONE,
	    .words = "persona, persone, vittime, vite, individui" },
	{ .words = NULL },
};

const struct tcn_fact_lang tcn_fact_words_it = {
	.code = "it",
	.rows = rows,
	.ordinals = " º ª o a esimo ",
	.gap_capitals = 1,
	.blank_groups = false,
	.accents = false,
	.decimal_comma = true,
};
