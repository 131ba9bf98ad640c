/* English: everyday topics. demo_text_impl.h explains the grammar. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_en_rules[] = {
	{ "days", "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday" },
	{ "topics",
	    "council|court|merger|earn|factory|science|health|school|match|"
	    "transfer|film|music|book|food|travel|tech|space|nature|rail|homes|"
	    "power|farm|theft|crash|obit|fest|dig|labour|museum|tax|sea|law|"
	    "charity|design|chess|army" },
	{ "dateline",
	    "{^place1}, {day} ({country1} Press Agency) — |({country1} Press) "
	    "— |{place1} — " },
	{ "credit",
	    "Reporting by the {country1} Press Agency.|This report came from a "
	    "news agency and was not changed by {o1}.|© {country1} Press "
	    "Agency. All rights reserved.|Read more on the pages of {o1}.|Sign "
	    "up for the newsletter of {o1}." },
	{ "q",
	    "“{^remark},” said {P7}, {role}.|{P7}, {role}, put it this way: "
	    "“{^remark}.”|“{^remark},” {role} {P7} told reporters.|Asked what "
	    "comes next, {P8} said only that “{remark2}”.|“{^remark2},” wrote "
	    "{P8} in a note to colleagues." },
	{ "remark",
	    "we have waited {r:2-30} years for a day like this|nobody should "
	    "expect it to be easy|the {=noun} is only half of the story|I "
	    "would rather be late than wrong|what matters now is the next "
	    "{r:2-18} months|our neighbours in {place3} did it with less|there "
	    "is no money in the {=noun} for mistakes|people will judge us by "
	    "the {=noun}, not by the {=noun:2}|it took one phone call and a "
	    "great deal of patience|the {=noun:2} was never meant to last this "
	    "long|you could hear a pin drop in the {=noun}|my grandmother "
	    "would have laughed at it" },
	{ "remark2",
	    "the {=noun} speaks for itself|some of us have a {=noun:2} to look "
	    "after|one thing after the other|we shall see in the spring|the "
	    "door to {place2} is still open|not every {=noun} needs a "
	    "committee|a {=noun} is a {=noun}" },
	{ "role",
	    "who has led the {=noun} board since {n8:1994-2024}|a spokeswoman "
	    "for {brand3}|a lecturer at the University of {place3}|who lives "
	    "nearby|the deputy chair|a retired {=trade}|the youngest member of "
	    "the panel|an adviser to the region|who runs a {=trade} business "
	    "in {place2}|chief of staff in {place3}|a long-time critic|head of "
	    "the {place2} office" },
	{ "trade",
	    "baker|plumber|surveyor|pilot|joiner|florist|tailor|brewer|printer|"
	    "glazier|nurse|welder|translator|beekeeper|optician|archivist|"
	    "miller|saddler|cobbler|chemist|forester|locksmith|potter|dentist|"
	    "conductor" },
	{ "noun",
	    "canteen|ledger|harbour|ladder|bridge|orchard|furnace|choir|quarry|"
	    "kennel|tunnel|lantern|archive|pavilion|reservoir|greenhouse|"
	    "workshop|windmill|attic|cellar|ferry|tower|gallery|stadium|"
	    "nursery|barrack|clinic|depot|fountain|foundry|garden|kiosk|"
	    "library|market|monastery|observatory|pier|playground|promenade|"
	    "sawmill|seminar|signal "
	    "box|slipway|stable|terrace|theatre|viaduct|vineyard|warehouse|"
	    "weir|kiln|bakery|courtyard|dairy|embankment|footpath|granary|"
	    "hangar|laundry|lighthouse" },
	{ "adj",
	    "ageing|bold|brittle|costly|crowded|curious|delicate|disputed|"
	    "draughty|fragile|frugal|gentle|hidden|humble|lively|lonely|modest|"
	    "narrow|neglected|ornate|patient|quiet|rusty|sober|splendid|"
	    "stubborn|sturdy|tidy|uneven|vast|weathered|wooden" },

	{ "council.c", "politics" },
	{ "backs", "backs|approves|rejects|postpones|trims|revives" },
	{ "back", "back|turn down|argue over|wave through|put off|pick apart" },
	{ "plan",
	    "a {=adj} {=noun} scheme|the {=noun} levy|a ban on {=vehicle}|the "
	    "{=adj} quarter plan|free {=vehicle} for pupils|a tax on "
	    "{=goods}|longer hours for the {=noun}|the sale of the old "
	    "{=noun}|a {=noun} for {place2} road|rules for {=goods} stalls" },
	{ "vehicle",
	    "scooters|lorries|cargo bikes|trams|night "
	    "buses|minibuses|mopeds|coaches|rickshaws|hire cars|delivery "
	    "vans|pedal boats" },
	{ "goods",
	    "umbrellas|chestnuts|ceramics|second-hand "
	    "clothes|bicycles|fireworks|candles|flowers|spices|records|toys|"
	    "cheese|lamps|bottled water|carpets|jewellery|coffee|pickles" },
	{ "council.l",
	    "After {r:2-6} hours of debate the council of {place1} decided on "
	    "{=plan}.|{^=plan} divided the town hall of {place1} until close "
	    "to midnight.|A petition with {n3:800-9400} names lay on the table "
	    "when {place1} discussed {=plan}." },
	{ "council.s",
	    "Mayor {P1} had called it the most {=adj} question of the "
	    "term.|{P2} of the opposition spoke of a {=adj:2} compromise.|The "
	    "cost is put at {n4:2-90} million over {n5:2-9} years.|Residents "
	    "of {place2} street filled the gallery and sang.|The {=noun:2} "
	    "next door is not affected.|A second reading is due before the "
	    "{=noun:3} opens.|The treasurer, {P3}, warned of a hole in the "
	    "{=noun} budget.|{brand1}, which runs the {=noun:2}, declined to "
	    "comment.|The next sitting falls on a {day}." },

	{ "court.c", "justice" },
	{ "rules",
	    "rules|adjourns|hears last witness|rejects plea|seals papers" },
	{ "offence",
	    "forged {=goods} papers|false accounts|bribery over a "
	    "{=noun}|insider dealing|smuggling {=goods}|a breach of the "
	    "{=noun} lease|tax evasion|a copied patent|perjury|a stolen "
	    "{=noun} fund" },
	{ "court.l",
	    "A court in {place1} closed one of the longest cases of recent "
	    "years: {=offence}.|The regional court of {place1} heard closing "
	    "speeches in a case about {=offence}.|{P1}, a former {=trade}, "
	    "stood before the judges in {place1}, accused of {=offence}." },
	{ "court.s",
	    "Prosecutor {P2} had asked for {n2:2-11} years.|The defence, led "
	    "by {P3}, called the evidence {=adj}.|Over {n3:18-210} witnesses "
	    "were heard since {day}.|The files fill {n4:30-400} binders.|Both "
	    "sides have a month to appeal.|The presiding judge, {P4}, read for "
	    "{n5:2-5} hours.|{brand2} dismissed two managers last year.|The "
	    "accused listened without a word.|A ledger found in a {=noun:2} in "
	    "{place2} had set off the inquiry." },

	{ "merger.c", "business" },
	{ "merger.l",
	    "{brand1}, the maker of {=goods}, and its rival {brand2} ended "
	    "{n2:3-40} weeks of talks.|The {=goods} market of {country1} is "
	    "about to change: {brand1} wants {brand2}.|Behind closed doors in "
	    "{place1}, {brand1} and {brand2} shook hands." },
	{ "merger.s",
	    "Chief executive {P1} promised no closures before "
	    "{n3:2027-2034}.|Together they employ {n4:900-24000} "
	    "people.|Analysts at {brand3} called the price {=adj}.|Unions in "
	    "{place2} asked for a meeting.|The deal hangs on approval in "
	    "{country2}.|{P2}, the founder's daughter, keeps {n5:6-33} "
	    "percent.|Shares rose {r:1-9} percent in early trade.|The name "
	    "{brand2} is to vanish from shops.|A plant that makes {=goods:2} "
	    "is for sale." },

	{ "earn.c", "business" },
	{ "moves",
	    "jumps|slips|climbs|tumbles|edges up|halves|recovers|stalls" },
	{ "earn.l",
	    "{brand1} of {place1} sold more {=goods} than planned and less of "
	    "everything else.|The {=goods} group {brand1} reported {n2:8-700} "
	    "million for the quarter.|A {=adj} winter left its mark on the "
	    "books of {brand1}." },
	{ "earn.s",
	    "Finance chief {P2} spoke of a {=adj:2} year.|Orders from "
	    "{country2} doubled.|The dividend stays at {n3:10-95} "
	    "cents.|Freight through {place2} cost a fifth more.|{brand2}, the "
	    "closest rival, reports on {day}.|The {=goods:2} unit is under "
	    "review.|Staff at the {place3} site worked short hours.|Debt fell "
	    "to {n4:20-900} million.|A warehouse fire in {place2} weighed on "
	    "the figures." },

	{ "factory.c", "business" },
	{ "factory.l",
	    "Where a {=noun} stood until {n2:1971-2012}, {brand1} now makes "
	    "{=goods}.|The news reached {place1} before breakfast: {brand1} "
	    "has decided about its {=goods} works.|With a ribbon and a brass "
	    "band {place1} greeted {brand1}." },
	{ "factory.s",
	    "The state of {country1} adds {n3:4-60} million.|Plant manager "
	    "{P1} began as an apprentice here.|Every {n4:8-90} seconds a box "
	    "of {=goods} leaves the hall.|Neighbours feared noise and "
	    "{=vehicle}.|The roof carries {n5:900-9000} solar panels.|{brand2} "
	    "supplies the machines.|Training starts in a former "
	    "{=noun:2}.|Union secretary {P2} called the contract {=adj}.|Water "
	    "comes from the {place3} reservoir." },

	{ "science.c", "science" },
	{ "creature",
	    "otters|starlings|moths|eels|bats|beetles|jackdaws|salmon|"
	    "hedgehogs|bumblebees|newts|cranes|lichens|mosses|ferns|mussels|"
	    "hornets|voles|swifts|carp|crayfish|lynxes|adders|owls" },
	{ "do",
	    "sleep by day|sing at dusk|change colour|cross mountains|return "
	    "every {n2:2-9} years|avoid light|share food|dig so deep" },
	{ "finding",
	    "a memory for smells|an unknown enzyme|traces of early glass|a "
	    "clock in the liver|a second magnetic sense|a gene for "
	    "cold|patterns in old ice|a cure for {=creature} rot|a quieter way "
	    "to count {=creature}|salt in old tree rings" },
	{ "science.l",
	    "A team at the University of {place1} watched {=creature} for "
	    "{n3:2-19} years and found {=finding}.|What began as a thesis "
	    "about {=creature} ended with {=finding}.|In a cellar lab in "
	    "{place1}, {P1} showed visitors {=finding}." },
	{ "science.s",
	    "The paper appeared in the {place3} Annals of {=creature:2} "
	    "research.|Samples came from {n4:6-70} sites around "
	    "{place2}.|{P2}, who was not involved, called the method {=adj}.|A "
	    "grant of {n5:1-9} million ends next year.|Earlier work had blamed "
	    "the {=noun}.|The group will now turn to {=creature:2}.|Students "
	    "carried {n6:20-300} traps through mud.|The data are open to "
	    "all.|Two labs in {country2} try to repeat it." },

	{ "health.c", "health" },
	{ "illness",
	    "hay fever|migraine|back "
	    "pain|asthma|gout|insomnia|shingles|whooping cough|anaemia|tick "
	    "fever|vertigo|frozen shoulder|eczema|tinnitus" },
	{ "therapy",
	    "cold light|a nasal spray|walking in groups|a patch|a new tablet "
	    "by {brand1}|singing lessons|a fungus extract|low doses of "
	    "salt|breathing games|weekly phone calls" },
	{ "health.l",
	    "{n1:80-1900} patients took part when {place1} tried {=therapy} "
	    "against {=illness}.|Doctors in {country1} see more {=illness} "
	    "than in any year since {n2:1998-2019}.|For people with "
	    "{=illness}, {=therapy} may be worth a try, a study from {place1} "
	    "says." },
	{ "health.s",
	    "Of those treated, {n3:31-84} percent felt better after {n4:3-30} "
	    "weeks.|{P1}, who leads the ward, warned against hope too "
	    "early.|Insurers in {country2} already pay for it.|Side effects "
	    "were {=adj}: a dry mouth and odd dreams.|The waiting list has "
	    "{n5:40-900} names.|{brand2} makes the device in {place2}.|Family "
	    "doctors were not asked.|A helpline is open until {day}.|The "
	    "ministry wants figures by summer." },

	{ "school.c", "education" },
	{ "subject",
	    "handwriting|Latin|cookery|swimming|computing|woodwork|debating|"
	    "first "
	    "aid|geometry|gardening|astronomy|choir|book-keeping|philosophy" },
	{ "school.l",
	    "In {place1} {n2:14-380} pupils spend their mornings with "
	    "{=subject}.|The ministry of {country1} settled an old quarrel "
	    "about {=subject}.|A {=noun} made of {=goods} stands in the yard "
	    "of the {p2} school in {place1}." },
	{ "school.s",
	    "Teacher {P1} had the idea on a train to {place2}.|Parents paid "
	    "for the {=goods}.|Marks in {=subject:2} went up, too.|The old gym "
	    "is used as a {=noun:2}.|Critics call it {=adj}.|{n3:3-40} schools "
	    "in {country2} follow.|The pupils take turns at night.|Inspectors "
	    "come in {n4:2-11} weeks.|{P3}, aged {n5:9-17}, wants to be a "
	    "{=trade}." },

	{ "match.c", "sport" },
	{ "match.l",
	    "{P1} needed {n1:2-89} minutes to silence {place2}.|A {=adj} "
	    "evening in {place1} ended with {n2:9-60} thousand people on their "
	    "feet.|{place1} came from behind against {place2}, and nobody knew "
	    "quite how." },
	{ "match.s",
	    "Goalkeeper {P2} tipped a header over the bar.|Coach {P3} changed "
	    "{n3:2-5} players at the break.|{place2} have not won here since "
	    "{n4:1988-2022}.|The referee, {P4}, showed {n5:1-7} cards.|Rain "
	    "turned the pitch into a {=noun}.|{p1} had scored {n6:3-25} before "
	    "this season.|Captain {P5} left on crutches.|The next game is away "
	    "to {place3}.|A flare delayed the second half." },

	{ "transfer.c", "sport" },
	{ "transfer.l",
	    "The winger {P1} landed in {place1} with two bags and a {=adj} "
	    "smile.|After {n3:2-9} seasons in {place2}, {P1} packs.|A fax, a "
	    "flight and a late signature: {P1} is a {place1} player." },
	{ "transfer.s",
	    "His agent {P2} spoke of a dream.|He takes number "
	    "{n4:4-44}.|{place2} keep {n5:5-30} percent of the next fee.|Fans "
	    "burned scarves at the {=noun}.|Manager {P3} wanted a defender.|He "
	    "was born above a {=trade} shop in {place3}.|A knee injury cost "
	    "him {n6:3-14} months.|He speaks the language of {country2} "
	    "already." },

	{ 0 },
};
