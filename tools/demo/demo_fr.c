/* French. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_fr_rules[] = {
	{ "days", "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche" },
	{ "topics",
	    "conseil|procès|société|étude|match|cinéma|champs|vol|chantier|"
	    "fête" },
	{ "dateline",
	    "{^place1}, {day} (Agence {country1}) — |({country1} Presse) — " },
	{ "credit",
	    "Avec l'Agence {country1}.|Lire la suite sur {o1}.|Dépêche "
	    "d'agence, non modifiée par {o1}." },
	{ "q",
	    "« {remark} », a dit {P7}, {role}.|{P7}, {role}, résume : « "
	    "{remark} ».|« {^remark} », a écrit {P8} à ses collègues." },
	{ "remark",
	    "nous attendons ce jour depuis {r:2-30} ans|personne n'a dit que "
	    "ce serait facile|le {=chose} n'est que la moitié de "
	    "l'histoire|mieux vaut tard que mal|à {place3}, ils ont fait avec "
	    "moins|on nous jugera sur le {=chose}|ma grand-mère aurait bien "
	    "ri" },
	{ "role",
	    "porte-parole de {brand3}|professeure à l'université de "
	    "{place3}|une voisine|{=métier} à la retraite|conseiller "
	    "régional|patron d'un atelier de {=métier} à {place2}" },
	{ "métier",
	    "boulanger|plombier|pilote|tailleur|imprimeur|infirmier|soudeur|"
	    "traducteur|apiculteur|archiviste|meunier|cordonnier|forestier|"
	    "serrurier|potier" },
	{ "chose",
	    "réfectoire|port|pont|verger|four|chœur|tunnel|musée|pavillon|"
	    "barrage|moulin|grenier|bac|phare|stade|marché|quai|théâtre|viaduc|"
	    "hangar|jardin|kiosque|lavoir|belvédère|chantier "
	    "naval|conservatoire" },
	{ "bien",
	    "parapluies|châtaignes|céramiques|vélos|bougies|fleurs|épices|"
	    "disques|jouets|fromages|lampes|tapis|bijoux|chaussures|meubles|"
	    "montres|violons|dentelles" },
	{ "adj",
	    "ancien|discret|fragile|inattendu|modeste|bruyant|sobre|tenace|"
	    "vaste|timide|curieux|contesté|lent|singulier" },
	{ "bête",
	    "loutres|étourneaux|phalènes|anguilles|chauves-souris|saumons|"
	    "hérissons|bourdons|grues|écrevisses|lynx|chouettes|lézards|"
	    "cigognes" },
	{ "fruit",
	    "pommes|lentilles|poires|asperges|cerises|tournesols|prunes|noix|"
	    "poivrons|olives|amandes|betteraves|courges|artichauts" },
	{ "conseil.l",
	    "Après {r:2-6} heures de débat, le conseil municipal de {place1} a "
	    "tranché sur le {=chose}.|Le sort du {=chose} a divisé les élus de "
	    "{place1} jusqu'à minuit." },
	{ "conseil.s",
	    "L'opposition, menée par {P2}, parle d'un compromis {=adj}.|Le "
	    "coût est estimé à {n4:2-90} millions.|Les riverains de la rue "
	    "{place2} occupaient la salle.|{brand1} n'a pas souhaité "
	    "réagir.|Le trésorier, {P3}, craint un trou dans les comptes.|La "
	    "prochaine séance tombe un {day}." },
	{ "procès.l",
	    "Un tribunal de {place1} a clos l'une des plus longues affaires de "
	    "ces dernières années.|{P1}, ancien {=métier}, comparaissait "
	    "devant les juges de {place1}." },
	{ "procès.s",
	    "La procureure {P2} avait requis {n2:2-11} ans.|La défense a jugé "
	    "le dossier {=adj}.|{n3:18-210} témoins ont été entendus.|Les "
	    "pièces remplissent {n4:30-400} classeurs.|Les parties ont un mois "
	    "pour faire appel.|Tout est parti d'un {=chose} à {place2}." },
	{ "société.l",
	    "{brand1}, fabricant de {=bien}, et son rival {brand2} ont conclu "
	    "{n2:3-40} semaines de pourparlers.|Le groupe {brand1}, établi à "
	    "{place1}, a vendu plus de {=bien} que prévu." },
	{ "société.s",
	    "La présidente, {P2}, promet de ne fermer aucun site.|Les deux "
	    "maisons emploient {n4:900-24000} personnes.|Les commandes de "
	    "{country2} ont doublé.|Le syndicat de {place2} demande une "
	    "réunion.|La dette recule à {n5:20-900} millions.|L'entrepôt de "
	    "{place3} est à vendre." },
	{ "étude.l",
	    "Une équipe de l'université de {place1} a suivi des {=bête} "
	    "pendant {n3:2-19} ans.|Une simple thèse sur les {=bête} finit à "
	    "la une." },
	{ "étude.s",
	    "Les relevés viennent de {n4:6-70} sites autour de {place2}.|{P2}, "
	    "qui n'y a pas pris part, juge la méthode {=adj}.|La bourse "
	    "s'achève l'an prochain.|Deux laboratoires de {country2} tentent "
	    "de refaire l'essai.|Les données sont ouvertes à tous.|Les "
	    "chasseurs grognent." },
	{ "match.l",
	    "Il a fallu {n2:2-89} minutes à {P1} pour faire taire "
	    "{place2}.|Une soirée à {place1} s'est terminée avec {n3:9-60} "
	    "mille spectateurs debout." },
	{ "match.s",
	    "L'entraîneur {P3} a changé {n4:2-5} joueurs.|{place2} n'a plus "
	    "gagné ici depuis {n5:1988-2022}.|L'arbitre, {P4}, a sorti "
	    "{n6:1-7} cartons.|La pluie a noyé la pelouse.|Le capitaine {P5} "
	    "est parti avec des béquilles.|Prochain rendez-vous à {place3}." },
	{ "cinéma.l",
	    "{P1} raconte un {=métier} qui trouve un {=chose:2} plein de "
	    "{=bien}.|{n1:2-11} minutes d'applaudissements pour {P1} à "
	    "{place1}." },
	{ "cinéma.s",
	    "{P2} joue le {=métier:2} presque sans un mot.|Le tournage a eu "
	    "lieu dans un {=chose} près de {place2}.|La musique est de "
	    "{P3}.|Le budget était de {n2:1-40} millions.|Sortie le {day}.|La "
	    "critique l'a trouvé {=adj}." },
	{ "champs.l",
	    "En une nuit, le gel a détruit {n2:20-90} pour cent des {=fruit} "
	    "autour de {place1}.|Chaque matin, {P1} marche entre ses rangs de "
	    "{=fruit}." },
	{ "champs.s",
	    "La caisse se paie {n3:4-60}.|L'assurance couvre la grêle, pas les "
	    "{=bête}.|La coopérative de {place2} a bâti un {=chose}.|La "
	    "semence vient de {country2}.|{brand1} achète le reste pour le "
	    "jus.|Il faudrait {n4:2-9} semaines de pluie." },
	{ "vol.l",
	    "Ils sont passés par le toit du {=chose} de {place1} et repartis "
	    "avec des {=bien}.|Près de {place1}, {n2:4-28} tonnes de {=bien} "
	    "ont fini sur la route." },
	{ "vol.s",
	    "Le préjudice atteint {n3:2-90} mille.|Une caméra a filmé un "
	    "chapeau.|L'inspectrice {P2} lance un appel à témoins.|La "
	    "camionnette a été retrouvée à {place2}.|Personne n'a été "
	    "blessé.|L'assureur {brand1} promet une récompense." },
	{ "chantier.l",
	    "Entre {place1} et {place2}, des cars remplacent les trains.|Une "
	    "pelleteuse s'est arrêtée à temps à {place1} : sous la boue "
	    "dormait un {=chose}." },
	{ "chantier.s",
	    "L'architecte {P2} a tenu à garder la porte.|Les usagers de "
	    "{place3} perdent {n3:10-70} minutes par jour.|{brand2} paiera une "
	    "amende.|Un nid de {=bête} bloque les travaux.|L'adjoint {P3} "
	    "parle de défauts de jeunesse." },
	{ "fête.l",
	    "Pendant {n3:2-9} jours, {place1} sent bon les {=fruit}.|Tambours "
	    "et {=bien} : {n2:4-80} mille personnes ont traversé {place1}." },
	{ "fête.s",
	    "Le cortège part du {=chose}.|Le maire {P2} a donné le premier "
	    "coup.|Des invités sont venus de {country2}.|Il a plu {day}.|Le "
	    "plus vieux tambour date de {n4:1610-1890}." },

	{ "weather.t", "Les prévisions météo pour {village1}" },
	{ "ciel",
	    "soleil|pluie faible|brouillard|averses|ciel clair|nuages|vent" },
	{ "weather.l",
	    "La météo à {place1} et alentour : {ciel}, puis {ciel}." },
	{ "weather.s",
	    "Maximum {r:2-31} degrés.|Vent de {r:5-50} kilomètres à "
	    "l'heure.|Risque de pluie : {r:0-100} pour cent." },
	{ "stars.t", "Votre ciel de {day} : {=signe}" },
	{ "signe",
	    "Bélier|Taureau|Gémeaux|Cancer|Lion|Vierge|Balance|Scorpion|"
	    "Sagittaire|Capricorne|Verseau|Poissons" },
	{ "stars.l",
	    "{=signe} : une journée {=adj} vous attend ; ne signez rien avant "
	    "midi." },
	{ "stars.s",
	    "En amour, patience.|Votre chiffre : {n1:1-49}.|Évitez les "
	    "querelles d'argent." },
	{ "score.t", "Le résumé du match : {village1} face à {village2}" },
	{ "score.l", "Score final : {village1} {n1:0-4}-{n2:0-3} {village2}." },
	{ "score.s",
	    "Spectateurs : {n5:400-39000}.|Arbitre : {p1}.|Avertis : {p2}, "
	    "{p3}." },

	{ "quake.t1",
	    "Fort séisme à {place1}|Un séisme de magnitude {n1:6-7},{n2:1-9} "
	    "frappe {place1}, en {country1}" },
	{ "quake.t2",
	    "Séisme à {place1} : au moins {g3:20-180} morts|À {place1}, les "
	    "sauveteurs fouillent les décombres du séisme" },
	{ "quake.t3",
	    "Séisme de {place1} : une fillette sauvée des décombres|Nuit "
	    "dehors pour des milliers de sinistrés du séisme de {place1}" },
	{ "quake.l1",
	    "Un séisme de magnitude {n1:6-7},{n2:1-9} a secoué {place1}, en "
	    "{country1}, et renversé des immeubles de la vieille ville." },
	{ "quake.l2",
	    "Au moins {g3:20-180} personnes ont péri dans le séisme de "
	    "{place1}, selon la protection civile." },
	{ "quake.l3",
	    "Le bilan du séisme de {place1} s'élève à {g3:20-180} morts." },
	{ "quake.s1",
	    "L'épicentre se trouve à {n9:4-30} kilomètres de la ville.|La "
	    "secousse a été ressentie jusqu'à {place3}.|Le courant est coupé "
	    "dans une grande partie de {place1}." },
	{ "quake.s2",
	    "L'hôpital {P5} a installé ses malades sur le parking.|Une "
	    "réplique a suspendu les recherches pendant une heure.|Le quartier "
	    "{p6} est le plus touché." },
	{ "quake.s3",
	    "{country2} et {country3} proposent des équipes de secours.|Les "
	    "écoles restent fermées.|Quelque {n7:4-19} mille personnes "
	    "cherchent un abri." },
	{ "quake.q",
	    "« Nous avons entendu des coups sous les pierres », a dit le chef "
	    "des pompiers {P3}.|« La moitié de la vieille ville a disparu », a "
	    "dit la maire {P1}." },

	{ "ferry.t1",
	    "Le ferry {brand1} coule au large de {place1} avec {n1:240-690} "
	    "personnes|Naufrage du ferry {brand1} près de {place1}" },
	{ "ferry.t2",
	    "Ferry {brand1} : {g2:120-560} rescapés au large de "
	    "{place1}|Recherche de survivants du ferry {brand1} au large de "
	    "{place1}" },
	{ "ferry.t3",
	    "Le capitaine du ferry {brand1}, {p1}, entendu à {place1}|Ferry "
	    "{brand1} : le bilan atteint {g3:12-90} morts" },
	{ "ferry.l1",
	    "Le ferry {brand1} a sombré au large de {place1} avec {n1:240-690} "
	    "personnes à bord." },
	{ "ferry.l2",
	    "{g2:120-560} personnes ont été sauvées du ferry {brand1}, qui a "
	    "coulé au large de {place1}." },
	{ "ferry.l3",
	    "Le capitaine du ferry {brand1}, {P1}, est entendu à {place1}." },
	{ "ferry.s1",
	    "Les vagues atteignaient {n6:4-9} mètres.|Le navire transportait "
	    "{n7:40-160} véhicules.|Les garde-côtes de {place2} dirigent les "
	    "secours." },
	{ "ferry.s2",
	    "L'eau est à {n9:4-11} degrés.|La marine de {country2} a envoyé "
	    "une frégate.|Les familles attendent dans le port de {place1}." },
	{ "ferry.s3",
	    "L'armateur {brand2} a ouvert une ligne d'aide.|La porte d'étrave "
	    "était ouverte, disent des rescapés.|La boîte noire a été "
	    "retrouvée." },
	{ "ferry.q",
	    "« Il s'est couché en quelques minutes », raconte {P2}, "
	    "chauffeur.|« Nous chercherons tant qu'il y aura de l'espoir », a "
	    "dit {P3}, des garde-côtes." },
	{ 0 },
};
