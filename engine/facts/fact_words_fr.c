/*
 * engine/facts/fact_words_fr.c - the words of French
 */
#include "engine/facts/fact_words_impl.h"

static const struct tcn_fact_row rows[] = {
	{ .is = TCN_FACT_VERB,
	    .words = ("est, sont, était, étaient, fut, furent, sera, seront, "
		      "serait, seraient, être, été, a, ont, avait, avaient, "
		      "eu, aura, auront, aurait, auraient, peut, peuvent, "
		      "pourrait, pourraient, doit, doivent, devrait, va, vont, "
		      "reste, restent, fait, font, faisait, y a") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("dit, disent, annonce, annoncent, annoncé, affirme, "
		 "affirment, affirmé, déclare, déclarent, déclaré, indique, "
		 "indiquent, indiqué, confirme, confirment, confirmé, "
		 "rapporte, rapportent, selon, prévient, avertit, appelle, "
		 "appellent, appelé, demande, demandent, demandé, dénonce, "
		 "dénoncent, révèle, révèlent, montre, montrent, explique, "
		 "expliquent, reconnaît, nie, dément, accuse, accusent, "
		 "accusé, craint, craignent, espère, promet, menace, menacent, "
		 "réclame, réclament, estime, estiment, précise") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("meurt, meurent, mort, morts, morte, mortes, tue, tuent, tué, "
		 "tués, tuée, tuées, décès, décédé, décédés, décède, blesse, "
		 "blessent, blessé, blessés, blessée, blessées, disparu, "
		 "disparus, disparue, disparues, victimes, frappe, frappent, "
		 "frappé, secoue, secouent, secoué, touche, touchent, touché, "
		 "ravage, ravagé, détruit, détruits, détruisent, brûle, "
		 "brûlent, explose, explosent, explosé, percute, percuté, "
		 "heurte, s'écrase, écrasé, s'effondre, effondré, coule, "
		 "coulé, chavire, chaviré, déraille, déraillé, inonde, inondé, "
		 "sauve, sauvé, sauvés, secouru, secourus, cherche, cherchent, "
		 "recherche, recherchent, retrouve, retrouvent, retrouvé, "
		 "retrouvés, trouve, trouvé, évacue, évacuent, évacué, "
		 "évacués, fuit, fuient, fui, tire, tirent, tiré, abattu, "
		 "abattus, attaque, attaquent, attaqué, arrête, arrêté, "
		 "arrêtés, interpelle, interpellé, interpellés, condamne, "
		 "condamné, condamnés, inculpé, poursuit, enquête, fait "
		 "état") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("monte, montent, monté, grimpe, grimpent, augmente, "
		 "augmentent, augmenté, s'élève, s'élèvent, s'alourdit, "
		 "alourdi, passe, passent, passé, baisse, baissent, baissé, "
		 "chute, chutent, perd, perdent, perdu, gagne, gagnent, gagné, "
		 "bat, battent, battu, achète, achètent, acheté, rachète, "
		 "racheté, vend, vendent, vendu, paie, payé, offre, offrent, "
		 "offert, accepte, accepté, rejette, rejeté, approuve, "
		 "approuvé, ferme, ferment, fermé, ouvre, ouvrent, ouvert, "
		 "suspend, suspendu, démissionne, démissionné, élu, élit, "
		 "nommé, nomme, interdit, interdisent, bloque, bloquent, "
		 "bloqué, lance, lancent, lancé, commence, commencent, "
		 "commencé, débute, termine, terminé, prévoit, prévoient, "
		 "prévu, vient, viennent, venu, prend, prennent, pris, met, "
		 "mettent, mis, donne, donnent, donné, arrive, arrivent, "
		 "arrivé, part, partent, parti, sort, sortent, sorti, tient, "
		 "tiennent, tenu, porte, portent, porté, suit, continue, "
		 "continuent, continué, revient, reviennent, revenu, visite, "
		 "envoie, envoient, envoyé, reçoit, reçu, aide, veut, veulent, "
		 "voulu, cause, causé, provoque, provoquent, provoqué, "
		 "entraîne, entraîné, atteint, atteignent, déclenche, "
		 "déclenché, se rend, rendu, voit, vu, laisse, laissé, force, "
		 "contraint") },
	{ .is = TCN_FACT_CUT,
	    .words = ("le, la, les, l, un, une, des, du, de, d, en, à, au, "
		      "aux, par, pour, avec, sans, sur, sous, dans, et, ou, "
		      "que, qu, qui, se, s, son, sa, ses, leur, leurs, ce, "
		      "cette, ces, est, sont, a, ont, comme, entre, depuis, "
		      "vers, chez, après, avant, plus, très, mon, ma") },
	/* What asks, and what tells the reader what to do. */
	{ .is = TCN_FACT_OPENING,
	    .words = ("comment, pourquoi, quoi, ce que") },
	{ .is = TCN_FACT_OPENING,
	    .words =
		("suivez, regardez, aidez, partagez, lisez, découvrez, restez, "
		 "donnez, écoutez, voici, retrouvez, cliquez, évitez") },
	{ .is = TCN_FACT_OPENING,
	    .words = ("il, elle, ils, elles, on, ce, cela, ceci, celui, celle, "
		      "ceux, ça, c, cette, ces, son, sa, ses, leur, leurs, et, "
		      "mais, ainsi, alors, aussi, puis, ensuite, de plus, en "
		      "outre, par ailleurs, cependant, toutefois, ici, la "
		      "banque, l'entreprise, la société, le groupe, le "
		      "ministre, l'homme, la femme") },
	{ .is = TCN_FACT_FIRST,
	    .words = "je, j, nous, mon, ma, mes, notre, nos, moi, me, m" },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("prions, prier, prière, prières, prie, priez, "
		      "condoléances, pensées, mes pensées, courage, repose en "
		      "paix, reposent en paix, rip, que dieu, solidarité avec, "
		      "bon courage, bénisse") },
	{ .is = TCN_FACT_ASIDE,
	    .words = ("après, suite à, à la suite de, alors que, malgré, "
		      "en raison de, à cause de, tandis que, parce que") },
	{ .is = TCN_FACT_CAUSE,
	    .words = ("parce que, à cause de, en raison de, causé par, causée "
		      "par, provoqué par, provoquée par, dû à, due à, cause, "
		      "causes, après, suite à") },
	{ .is = TCN_FACT_RESPONSE,
	    .words =
		("enquête, enquêteurs, état d'urgence, ordonné, ordonne, "
		 "appelé à, exigé, promis, déployé, envoyé, aide, sanctions, "
		 "démissionné, interdit, rappel, suspendu, évacué, averti") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("j'espère, espérons, s'il vous plaît, svp, vous, votre, "
		      "vos, mdr, lol, merci") },
	{ .is = TCN_FACT_PREFIX,
	    .words = ("urgent, alerte, alerte info, flash, dernière minute, en "
		      "direct, direct, live, vidéo, vidéos, photo, photos, en "
		      "images, images, diaporama, exclusif, exclu, mise à "
		      "jour, màj, actualisé, analyse, reportage, interview, "
		      "infographie, breaking, info, breaking news, audio, "
		      "portrait, éclairage, récit") },
	{ .is = TCN_FACT_PERSON,
	    .words =
		("personne, personnes, homme, hommes, femme, femmes, enfant, "
		 "enfants, mineurs, jeunes, élèves, étudiants, ouvriers, "
		 "travailleurs, employés, pompiers, policiers, agents, "
		 "soldats, militaires, gendarmes, habitants, riverains, "
		 "touristes, civils, patients, étrangers, migrants, "
		 "manifestants, suspects, citoyens, familles, bébés, détenus, "
		 "secouristes, victimes, autres, français, spectateurs, "
		 "conducteurs, pêcheurs, vies, gens, individus, membres, "
		 "foyers, adultes, adolescents") },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words =
		("ont, a, sont, est, étaient, était, été, seraient, serait, "
		 "toujours, encore, déjà, désormais, autres, dont, au total, "
		 "officiellement, confirmés, confirmé, portées, portés, les, "
		 "le, la, l, des, de, du, d, y, au moins, se sont, en, qui, se "
		 "trouvaient, étant, ayant, plus, sur place, bien") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words = ("a, ont, à, de, d, désormais, le, la, les, l, des, est, "
		      "sont, fait, dont, plus, maintenant, provisoire, y, la "
		      "mort de, en, autres") },
	{ .is = TCN_FACT_OBJECT,
	    .words =
		("maisons, logements, bâtiments, villages, villes, écoles, "
		 "voitures, véhicules, vols, pays, hôpitaux, bateaux, navires, "
		 "avions, animaux, chiens, ponts, hôtels, emplois, communes, "
		 "régions, départements, immeubles, entreprises, magasins") },
	{ .is = TCN_FACT_UNIT,
	    .words =
		("an, ans, année, années, mois, semaine, semaines, jour, "
		 "jours, heure, heures, h, minute, minutes, seconde, secondes, "
		 "pour cent, points, point, km, kilomètre, kilomètres, mètre, "
		 "mètres, m, cm, mm, hectares, degrés, kg, kilos, tonnes, "
		 "litres, fois, km h, kmh, voix, sièges, centimes, étages, "
		 "morts et blessés, morts ou disparus, morts et disparus") },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("morts, mort, morte, mortes, tués, tué, tuées, tuée, décès, "
		 "décédés, décédées, décédé, victimes mortelles, corps, "
		 "cadavres, corps sans vie, péri, ont péri, trouvé la mort, "
		 "perdu la vie, sont mortes, sont morts, noyés, abattus, vies, "
		 "meurent, meurt, perdent la vie, trouvent la mort"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("tue, tuent, tué, tués, tuant, morts, mort de, la mort de, "
		 "coûté la vie à, coûte la vie à, fait, bilan, tuer, décès de, "
		 "décès, morts confirmés, nombre de morts, victimes"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_AFTER,
	    .words = ("blessés, blessé, blessées, blessée, hospitalisés, "
		      "hospitalisées, hospitalisé, à l hôpital, blessés dont"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("blesse, blessent, blessé, blessés, blessant, nombre de "
		      "blessés, hospitalisés"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("disparus, disparu, disparues, disparue, portés "
		      "disparus, portées disparues, manquent à l appel, "
		      "introuvables, manquants"),
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE,
	    .words = "disparus, nombre de disparus, portés disparus",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_AFTER,
	    .words = ("secourus, secourues, sauvés, sauvées, rescapés, "
		      "survivants, repêchés, sains et saufs, sain et sauf, mis "
		      "à l abri, en vie"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("sauve, sauvent, sauvé, secourt, secouru, rescapés, "
		      "survivants, secourir"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("évacués, évacuées, évacué, déplacés, déplacées, sans abri, "
		 "sinistrés, délogés, relogés, quitté leur domicile, fui, fui "
		 "leur domicile, quitter leur domicile"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("évacue, évacuent, évacué, évacués, évacuation de, "
		      "déplacés, sinistrés, évacuer"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("arrêtés, arrêtées, interpellés, interpellées, "
		      "interpellations, arrestations, en garde à vue, placés "
		      "en garde à vue, gardes à vue, interpellé, détenues"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("arrête, arrêtent, arrêté, interpelle, interpellé, "
		      "arrestation de, arrestations, interpellations, arrêtés"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "à bord, se trouvaient à bord, étaient à bord",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON,
	    .words = "passagers et membres d équipage",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("à bord, transportait, transportant, avec à son bord, à "
		      "son bord, à bord se trouvaient"),
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_COUNT, .words = "bilan, nombre, total, chiffre" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = ("bilan, nombre de morts, nombre de victimes, nombre des "
		      "morts, bilan des morts, bilan humain, nombre de tués, "
		      "bilan des victimes"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_RISE | TCN_FACT_FALL,
	    .words = "revu, revue, revus, révisé, ramené, ramenée, abaissé, "
		     "abaissée, corrigé, baisse, redescend" },
	{ .is = TCN_FACT_RISE,
	    .words =
		("s'élève, s'élèvent, s'est alourdi, s'alourdit, passe, passe "
		 "désormais, passé, monte, monté, grimpe, atteint, augmente, "
		 "dépasse, est, était, fait état, porté, est passé, revu, "
		 "établi, s'établit, se monte, grimpé, est de") },
	{ .is = TCN_FACT_TO, .words = "à, au" },
	{ .is = TCN_FACT_FROM,
	    .words = ("un sur, une sur, entre, parmi, dont, sur les, y "
		      "compris, parmi eux") },
	{ .is = TCN_FACT_SUIT, .words = "plainte" },
	{ .is = TCN_FACT_NONE, .words = "aucun, aucune, pas, sans, personne" },
	{ .is = TCN_FACT_QUAKE,
	    .words = "séisme, séismes, tremblement, tremblement de terre, "
		     "tremblements de terre" },
	{ .is = TCN_FACT_LIMIT,
	    .words = "limite, limité, limitée, limités, limitées, autorisé, "
		     "autorisée, autorisés, permis" },
	{ .is = TCN_FACT_AFTERSHOCK, .words = "réplique, répliques" },
	{ .is = TCN_FACT_LEAST,
	    .words = ("au moins, plus de, pas moins de, au minimum, minimum, "
		      "dépasse, ou plus, plus d'une") },
	{ .is = TCN_FACT_MOST,
	    .words = "jusqu'à, au plus, moins de, au maximum, maximum" },
	{ .is = TCN_FACT_ABOUT,
	    .words = ("environ, près de, quelque, quelques, autour de, "
		      "presque, à peu près, approximativement") },
	{ .is = TCN_FACT_MORE,
	    .words = "autres, supplémentaires, nouveaux, nouvelles, de plus" },
	{ .is = TCN_FACT_MAY,
	    .words = ("pourrait, pourraient, peut être, peut, peuvent, serait, "
		      "seraient, aurait, auraient, risque, risquent, "
		      "éventuellement, si") },
	{ .is = TCN_FACT_HISTORY,
	    .words = ("depuis, pire, anniversaire, plus meurtrier, plus "
		      "meurtrière, commémore, commémoration, souvenir, "
		      "hommage, précédent, à l époque") },
	{ .is = TCN_FACT_TIMES, .words = "mille", .lo = 1000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "million, millions, mio",
	    .lo = 1000000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "milliard, milliards, mrd, mds",
	    .lo = 1000000000 },
	{ .is = TCN_FACT_TIMES, .words = "douzaine", .lo = 12 },
	{ .is = TCN_FACT_VAGUE, .words = "dizaines", .lo = 20, .hi = 99 },
	{ .is = TCN_FACT_VAGUE, .words = "centaines", .lo = 200, .hi = 999 },
	{ .is = TCN_FACT_VAGUE, .words = "milliers", .lo = 2000, .hi = 9999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "dizaines de milliers",
	    .lo = 20000,
	    .hi = 99999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "centaines de milliers",
	    .lo = 200000,
	    .hi = 999999 },
	{ .is = TCN_FACT_NUMBER, .words = "une dizaine", .lo = 10 },
	{ .is = TCN_FACT_NUMBER, .words = "une douzaine", .lo = 12 },
	{ .is = TCN_FACT_NUMBER, .words = "une quinzaine", .lo = 15 },
	{ .is = TCN_FACT_NUMBER, .words = "une vingtaine", .lo = 20 },
	{ .is = TCN_FACT_NUMBER, .words = "une trentaine", .lo = 30 },
	{ .is = TCN_FACT_NUMBER, .words = "une quarantaine", .lo = 40 },
	{ .is = TCN_FACT_NUMBER, .words = "une cinquantaine", .lo = 50 },
	{ .is = TCN_FACT_NUMBER, .words = "une soixantaine", .lo = 60 },
	{ .is = TCN_FACT_NUMBER, .words = "une centaine", .lo = 100 },
	{ .is = TCN_FACT_OF, .words = "de, d" },
	{ .is = TCN_FACT_MONEY,
	    .words = "euro, euros, eur, d'euros",
	    .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "dollar, dollars, usd, de dollars, dollars américains",
	    .unit = "USD" },
	{ .is = TCN_FACT_MONEY,
	    .words = "livres, livres sterling, de livres",
	    .unit = "GBP" },
	{ .is = TCN_FACT_MONEY,
	    .words = "francs suisses, de francs suisses, chf",
	    .unit = "CHF" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "rachat, acquisition, offre, prix, opération",
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("achète, rachète, racheté, acheté, vend, vendu, "
		      "acquiert, valorisé"),
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "dégâts, pertes, dommages",
	    .slot = TCN_SLOT_DAMAGE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "amende, pénalité, indemnité, sanction",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("sur l'échelle de richter, degrés sur l'échelle de richter, "
		 "richter, de magnitude, sur l'échelle ouverte de richter"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_UNSURE,
	    .words = "degrés",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE,
	    .words = "magnitude, de magnitude, magnitude de, richter",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_CONTEXT,
	    .words =
		("séisme, tremblement, secousse, secousses, tremblement de "
		 "terre, richter, magnitude, épicentre, réplique, sismique"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER,
	    .words = "km h, kmh, kilomètres heure, kilomètres à l'heure",
	    .slot = TCN_SLOT_SPEED,
	    .unit = "km/h" },
	{ .is = TCN_FACT_AFTER,
	    .words = "mètres, mètre, m",
	    .slot = TCN_SLOT_WATER,
	    .unit = "m" },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("atteint, atteignait, atteignent, atteindre, monte, "
		      "monté, baissé, descendu, niveau"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("fleuve, rivière, niveau, crue, inondation, inondations, "
		      "eau, eaux, lac, barrage"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_GAP_AFTER | TCN_FACT_DEGREE,
	    .words = "grièvement, légèrement, gravement, sérieusement" },
	{ .is = TCN_FACT_DEGREE,
	    .words = "graves, grave, légers, en urgence absolue, dans un état "
		     "grave" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_DEGREE,
	    .words = "blessés graves, blessés légers, blessé grave, blessé "
		     "léger, grièvement blessées, grièvement blessés",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_PERSON,
	    .words =
		"palestiniens, israéliens, terroristes, djihadistes, rebelles, "
		"combattants, réfugiés, pèlerins, piétons, cyclistes, motards, "
		"randonneurs, alpinistes, skieurs, baigneurs, marins, pilotes, "
		"agriculteurs, journalistes, militants, nourrissons, salariés, "
		"clients, supporteurs, supporters, fidèles, lycéens, "
		"collégiens, écoliers, adolescentes, jeunes filles, occupants, "
		"soignants, gardiens, passants" },
	{ .is = TCN_FACT_BEFORE,
	    .words = "causé la mort de, provoqué la mort de, causant la mort "
		     "de, tuées, morts à, tué au moins",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words = "sauvetage de, secours de",
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "évacuées",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = "interpellés, interpellées, arrêtées, garde à vue de",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "placés en garde à vue, placées en garde à vue, mises en "
		     "examen, mis en examen",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "morts, victimes, nombre de décès, décès",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "blessés, nombre de blessés",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "disparus, nombre de disparus",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "interpellations, arrestations",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_CUT | TCN_FACT_GAP_BEFORE, .words = "parmi les" },
	{ .is = TCN_FACT_ALONE,
	    .words = "rien qu à, rien qu en, rien que dans, à lui seul, à elle "
		     "seule, uniquement à, seulement à" },
	{ .is = TCN_FACT_RATE,
	    .words = "par an, chaque année, tous les ans, par jour, chaque "
		     "jour, par mois, chaque mois, par semaine, chaque "
		     "semaine, en moyenne" },
	{ .is = TCN_FACT_PAST,
	    .words = "l an dernier, l année dernière, le mois dernier, l an "
		     "passé, ces dernières années, l année précédente" },
	{ .is = TCN_FACT_PAST | TCN_FACT_UNIT,
	    .words = "ans après, mois après, ans plus tard, mois plus tard, "
		     "ans plus tôt, ans auparavant" },
	{ .is = TCN_FACT_AGO, .words = "il y a" },
	{ .is = TCN_FACT_SPAN,
	    .words = "an, ans, année, années, mois, décennies, siècle" },
	{ .is = TCN_FACT_MAY,
	    .words = "voulait, voulaient, prévoyait, projetait, menace de, "
		     "tenté de, projetaient" },
	{ .is = TCN_FACT_NUMBER | TCN_FACT_TIMES,
	    .words = "mille",
	    .lo = 1000 },
	{ .is = TCN_FACT_NUMBER, .words = "un millier", .lo = 1000 },
	{ .is = TCN_FACT_NUMBER, .words = "une demi douzaine", .lo = 6 },
	{ .is = TCN_FACT_CONTEXT,
	    .words =
		"avion, vol, hélicoptère, train, bus, autocar, car, bateau, "
		"ferry, navire, embarcation, accident, naufrage, crash, s "
		"écrase, écrasé, déraille, déraillement, coule, à bord",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON | TCN_FACT_UNSURE,
	    .words = "passagers, occupants",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = "d une même famille, d une famille" },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "m",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_PERSON | TCN_FACT_ANYONE,
	    .words = "personne, personnes, victimes, vies, gens, autres" },
	{ .words = NULL },
};

const struct tcn_fact_lang tcn_fact_words_fr = {
	.code = "fr",
	.rows = rows,
	.ordinals = " er ère ème e eme nd nde è ",
	.gap_capitals = 1,
	.blank_groups = true,
	.accents = false,
	.decimal_comma = true,
};
