/*
 * What the texts of each kind of event tell, as the grammars have it. A change
 * of a grammar that words a fact otherwise is a change here.
 */
#include "tools/demo/demo_impl.h"

#define KILLED                                                                 \
	"dead/died/killed/toll/lives/bodies/tote/starben/muert/murieron/"      \
	"morts/péri/morti/morte/mortos/morreram"
#define SAVED "rescued/gerett/rescat/resgat/rescapé/sauvé/salvat"

const struct tcn_demo_fact tcn_demo_facts[] = {
	{ "quake", "what", "earthquake|quake|Erdbeben|terremoto|séisme|sismo",
	    NULL, NULL, false },
	{ "quake", "where", "{place1}", NULL, NULL, false },
	{ "quake", "magnitude",
	    "agnitude {n1:6-7}.{n2:1-9}|agnitud {n1:6-7},{n2:1-9}|"
	    "agnitude {n1:6-7},{n2:1-9}|agnitudo {n1:6-7},{n2:1-9}|"
	    "Stärke {n1:6-7},{n2:1-9}",
	    "{n1:6-7}.{n2:1-9}", NULL, false },
	{ "quake", "dead",
	    "{g3:20-180} dead|rises to {g3:20-180}|now {g3:20-180}|"
	    "{g3:20-180} people|risen to {g3:20-180}|{g3:20-180} Tote|"
	    "{g3:20-180} Menschen|stieg auf {g3:20-180}|{g3:20-180} muertos|"
	    "{g3:20-180} personas|subió a {g3:20-180}|{g3:20-180} morts|"
	    "{g3:20-180} personnes|{g3:20-180} morti|{g3:20-180} persone|"
	    "{g3:20-180} mortos|{g3:20-180} pessoas|subiu para {g3:20-180}",
	    "{g3:20-180}", KILLED, false },
	{ "quake", "injured", "{g4:200-1900} hurt|{g4:200-1900} were hurt",
	    "{g4:200-1900}", "hurt", false },
	{ "quake", "emergency", "declares emergency|state of emergency", NULL,
	    NULL, true },
	{ "quake", "girl", "girl|Mädchen|niña|fillette|bambina|menina", NULL,
	    NULL, true },

	{ "blast", "what", "explosion|blast|exploded", NULL, NULL, false },
	{ "blast", "where", "{place1}", NULL, NULL, false },
	{ "blast", "plant", "{brand1}", NULL, NULL, false },
	{ "blast", "dead",
	    "{g2:3-24} dead|{g2:3-24} people died|{g2:3-24} people were "
	    "killed",
	    "{g2:3-24}", KILLED, false },
	{ "blast", "missing", "{g1:6-40} workers of|{g1:6-40} are missing",
	    "{g1:6-40}", "missing", false },
	{ "blast", "evacuated",
	    "{n3:2-9} thousand after|{n3:2-9} thousand people had",
	    "{n3:2-9}000", "evacuat/homes", false },
	{ "blast", "valve", "faulty valve", NULL, NULL, false },
	{ "blast", "prosecutors", "prosecutors", NULL, NULL, true },

	{ "bridge", "what", "collapse|has fallen|gave way", NULL, NULL, false },
	{ "bridge", "where", "{place1}", NULL, NULL, false },
	{ "bridge", "name", "{p6} Bridge", NULL, NULL, false },
	{ "bridge", "dead",
	    "{g1:4-31} dead|toll reaches {g1:4-31}|{g1:4-31} people died|cost "
	    "{g1:4-31} lives",
	    "{g1:4-31}", KILLED, false },
	{ "bridge", "rescued",
	    "{g2:10-70} rescued|{g2:10-70} people have been rescued",
	    "{g2:10-70}", SAVED, false },
	{ "bridge", "cracks", "cracks", NULL, NULL, false },
	{ "bridge", "checks", "checks {n3:60-400}|checks on {n3:60-400}", NULL,
	    NULL, true },

	{ "flood", "what", "flood", NULL, NULL, false },
	{ "flood", "where", "{place1}", NULL, NULL, false },
	{ "flood", "dead", "{g4:2-17} dead|{g4:2-17} people lost", "{g4:2-17}",
	    KILLED, false },
	{ "flood", "evacuated",
	    "{g3:2-19} thousand leave|{g3:2-19} thousand people have left",
	    "{g3:2-19}000", "homes", false },
	{ "flood", "dyke", "breaks dyke|broke on a length", NULL, NULL, false },
	{ "flood", "crest", "crest", NULL, NULL, true },
	{ "flood", "aid", "promises aid|{n7:40-900} million for the victims",
	    NULL, NULL, true },

	{ "wildfire", "what", "wildfire|forest fire", NULL, NULL, false },
	{ "wildfire", "where", "{place1}", NULL, NULL, false },
	{ "wildfire", "hills", "{p6} Hills", NULL, NULL, false },
	{ "wildfire", "evacuated",
	    "{g2:2-14} thousand flee|{g2:2-14} thousand people fled",
	    "{g2:2-14}000", "flee/fled", false },
	{ "wildfire", "homes", "{g3:30-240} homes", NULL, NULL, false },
	{ "wildfire", "arson", "arson", NULL, NULL, false },
	{ "wildfire", "contained", "contained", NULL, NULL, true },

	{ "cabinet", "where", "{country1}", NULL, NULL, false },
	{ "cabinet", "why", "pension fund", NULL, NULL, false },
	{ "cabinet", "minister", "{p1}", NULL, NULL, true },
	{ "cabinet", "coalition", "coalition breaks|loses majority|broke apart",
	    NULL, NULL, false },
	{ "cabinet", "resigns",
	    "Prime Minister {p2} resigns|{p2} steps down|{P2} of {country1} "
	    "has resigned|{p2} resignation|resignation of {P2}|After {p2}",
	    NULL, NULL, false },
	{ "cabinet", "successor", "{p3}", NULL, NULL, true },

	{ "train", "what", "derail|left the tracks|leaves tracks", NULL, NULL,
	    false },
	{ "train", "where", "{place1}", NULL, NULL, false },
	{ "train", "injured",
	    "{n1:8-60} hurt|{n1:8-60} injured|{n1:8-60} people were hurt|"
	    "{n1:8-60} people were injured",
	    "{n1:8-60}", "hurt/injured", false },
	{ "train", "aboard", "{n3:60-240} passengers", "{n3:60-240}",
	    "passengers", false },
	{ "train", "driver", "driver", NULL, NULL, true },
	{ "train", "cause", "landslip", NULL, NULL, false },

	{ "leak", "what", "ammonia|gas leak", NULL, NULL, false },
	{ "leak", "where", "{place1}", NULL, NULL, false },
	{ "leak", "works", "{brand1}", NULL, NULL, false },
	{ "leak", "hospital", "{n1:6-48} people", NULL, NULL, false },
	{ "leak", "stopped", "leak stopped|has been stopped|closed the leaking",
	    NULL, NULL, false },
	{ "leak", "school", "school|pupils", NULL, NULL, true },

	{ "ferry", "what",
	    "sink|sunk|sank|capsize|ferry disaster|gesunken|kenter|hunde|"
	    "hundi|coule|coulé|sombré|naufra|affond|afund",
	    NULL, NULL, false },
	{ "ferry", "where", "{place1}", NULL, NULL, false },
	{ "ferry", "name", "{brand1}", NULL, NULL, false },
	{ "ferry", "aboard",
	    "{n1:240-690} aboard|{n1:240-690} people on board|{n1:240-690} "
	    "Menschen|{n1:240-690} personas|{n1:240-690} personnes|"
	    "{n1:240-690} persone|{n1:240-690} pessoas",
	    "{n1:240-690}", NULL, false },
	{ "ferry", "dead",
	    "{g3:12-90} bodies|death toll at {g3:12-90}|risen to {g3:12-90}|"
	    "steigt auf {g3:12-90}|{g3:12-90} los muertos|{g3:12-90} morts",
	    "{g3:12-90}", KILLED, false },
	{ "ferry", "rescued",
	    "{g2:120-560} rescued|{g2:120-560} people have been|{g2:120-560} "
	    "Gerettete|{g2:120-560} Menschen wurden|{g2:120-560} rescatados|"
	    "{g2:120-560} personas fueron|{g2:120-560} rescapés|{g2:120-560} "
	    "personnes ont|{g2:120-560} salvati|{g2:120-560} persone sono|"
	    "{g2:120-560} resgatados|{g2:120-560} pessoas foram",
	    "{g2:120-560}", SAVED, false },
	{ "ferry", "captain",
	    "captain|Kapitän|capitán|capitaine|comandante|capitão", NULL, NULL,
	    false },
	{ "ferry", "door",
	    "bow door|Bugklappe|puerta de proa|porte d'étrave|portellone|"
	    "porta da proa",
	    NULL, NULL, false },

	{ "bank", "what",
	    "halts withdrawals|stopped paying|takes control|took control|"
	    "queues outside|bank rescue|reopens|state control",
	    NULL, NULL, false },
	{ "bank", "bank", "{brand1} Bank", NULL, NULL, false },
	{ "bank", "where", "{country1}", NULL, NULL, false },
	{ "bank", "guarantee", "guarantee", NULL, NULL, false },
	{ "bank", "buyer", "{brand2} to take over|{brand2} will take over",
	    NULL, NULL, false },

	{ "recall", "what", "recall|pulled from shops", NULL, NULL, false },
	{ "recall", "maker", "{brand1}", NULL, NULL, false },
	{ "recall", "product", "formula", NULL, NULL, false },
	{ "recall", "why", "bacteria", NULL, NULL, false },
	{ "recall", "countries", "{n1:6-19} countries", NULL, NULL, false },
	{ "recall", "babies", "{n2:4-30} babies", NULL, NULL, false },
	{ "recall", "plant", "shuts {place1} plant|closed its plant", NULL,
	    NULL, false },

	{ "blackout", "what", "blackout|power failure|without power|power cut",
	    NULL, NULL, false },
	{ "blackout", "where", "{place1}", NULL, NULL, false },
	{ "blackout", "how many", "{n1:300-1900} thousand", NULL, NULL, false },
	{ "blackout", "cause", "substation|switch", NULL, NULL, false },
	{ "blackout", "rescued", "{g2:20-140} rescued", "{g2:20-140}", SAVED,
	    false },
	{ "blackout", "over", "{n3:5-11} hours", NULL, NULL, false },

	{ 0 },
};
