/*
 * English: breaking events. Each topic has a name for the event (what);
 * headlines (t), leads (l) and facts (s) of the first reports (1), of the
 * middle (2) and of the end (3); and quotes (q). A topic of fragmented events
 * has reports 0 as well: those from before it is known what happened.
 */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_en_events[] = {
	{ "events",
	    "quake|blast|bridge|flood|wildfire|cabinet|train|leak|ferry|bank|"
	    "recall|blackout" },

	{ "aside",
	    "By all accounts: |Witnesses told reporters: |In the words of a "
	    "spokeswoman: |Rescue staff add: |According to a first statement: "
	    "|A correspondent on the spot writes: |From the town hall comes "
	    "word: |People living nearby confirm: |The authorities confirm: "
	    "|As the evening bulletin puts it: |Sources close to the ministry "
	    "say: |A short notice reads: |It has been learned from officials: "
	    "|Local radio adds: " },

	{ "quake.c", "world" },
	{ "quake.what", "earthquake near {place1}, {country1}" },
	{ "magnitude", "magnitude {n1:6-7}.{n2:1-9}" },
	{ "quake.t1",
	    "Strong earthquake shakes {place1}|Earthquake of {magnitude} hits "
	    "{place1} in {country1}|{country1} earthquake: buildings down in "
	    "{place1}|Breaking: {magnitude} quake strikes near {place1}|Quake "
	    "rattles {place1}, felt as far as {place2}" },
	{ "quake.t2",
	    "{place1} earthquake: {g3:20-180} dead as rescuers dig|Rescuers "
	    "search rubble of {place1} after quake|{place1} quake toll rises "
	    "to {g3:20-180}|Hospital in {place1} damaged in earthquake, "
	    "{g4:200-1900} hurt|Aftershock halts rescue in {place1} earthquake "
	    "zone|{country1} declares emergency after {place1} earthquake" },
	{ "quake.t3",
	    "{place1} earthquake: girl pulled alive from rubble|Earthquake "
	    "toll in {place1} now {g3:20-180}, thousands homeless|After the "
	    "quake: {place1} spends night in the open|{country1} mourns the "
	    "{g3:20-180} dead of {place1} earthquake|Quake in {place1}: "
	    "{country2} sends rescue teams and tents" },
	{ "quake.l1",
	    "An earthquake of {magnitude} shook {place1} in {country1} and "
	    "brought down buildings in the old town.|People ran into the "
	    "streets of {place1} as a strong earthquake hit the region at "
	    "{n5:4-9}.{n6:10-59}.|The ground moved for {n7:20-55} seconds: a "
	    "{magnitude} earthquake has struck {place1} and the villages "
	    "around it." },
	{ "quake.l2",
	    "At least {g3:20-180} people have died in the earthquake at "
	    "{place1}, the civil protection of {country1} said, and "
	    "{g4:200-1900} were hurt.|With shovels and bare hands rescuers "
	    "search the rubble of {place1}, where an earthquake of {magnitude} "
	    "killed at least {g3:20-180} people.|The government of {country1} "
	    "has declared a state of emergency after the earthquake in "
	    "{place1}." },
	{ "quake.l3",
	    "The number of people killed by the earthquake in {place1} has "
	    "risen to {g3:20-180}, and thousands will spend the night "
	    "outdoors.|Hours after the earthquake rescuers in {place1} pulled "
	    "a girl of {n8:5-12} alive from the ruins of a school "
	    "hostel.|{country1} has ordered three days of mourning for the "
	    "victims of the {place1} earthquake." },
	{ "quake.s1",
	    "The Seismic Institute in {place2} put the epicentre {n9:4-30} "
	    "kilometres south of the city, at a shallow depth.|The bell tower "
	    "of Saint {p5} has collapsed.|Power is out in most of "
	    "{place1}.|The shock was felt as far away as {place3}.|There was "
	    "no word of victims at first.|Trains between {place1} and {place2} "
	    "were stopped.|The lines of the emergency services are "
	    "overloaded." },
	{ "quake.s2",
	    "The {P5} Hospital moved its patients into the car park.|Two "
	    "hundred soldiers from {place2} are on their way.|An aftershock of "
	    "magnitude {r:4-5}.{r:1-9} forced crews to stop for an hour.|The "
	    "road from {place3} is blocked by a landslide.|Worst hit is the "
	    "{p6} quarter with its brick houses of the last century.|Search "
	    "dogs were flown in from {country2}.|{P1}, mayor of {place1}, "
	    "asked people not to return to their homes.|Water is being brought "
	    "in by tanker." },
	{ "quake.s3",
	    "About {n7:4-19} thousand people need shelter, the Red Ring relief "
	    "service said.|{country2} and {country3} offered rescue teams and "
	    "tents.|Engineers have marked every third house in the {p6} "
	    "quarter as unsafe.|President {P2} will visit {place1} on the "
	    "following day.|The {P5} Hospital treats the injured in the "
	    "open.|Schools stay closed until further notice.|Experts expect "
	    "aftershocks for weeks." },
	{ "quake.q",
	    "“We heard people knocking under the stones, and we will not stop "
	    "as long as they knock,” fire chief {P3} said.|“Nothing in my "
	    "{n8:5-12} years here was like this,” said {P4}, a doctor at the "
	    "{p5} Hospital.|Mayor {P1} said: “Half of our old town is gone, "
	    "but most of our people got out.”|“The next {n9:4-30} hours "
	    "decide,” said {P3}, who leads the rescue work.|“The table walked "
	    "across the kitchen,” said {P6}, a baker in the {p6} quarter." },

	{ "blast.c", "local" },
	{ "blast.what", "explosion at the {brand1} chemical plant, {place1}" },
	{ "blast.t0",
	    "Windows broken across {place1}, cause unknown|Loud bang heard "
	    "over {place2}|Black smoke above {place1} harbour|Residents told "
	    "to stay indoors in {p6} district|Sirens, and nobody knows why: "
	    "{place1} tonight|Airport {place2} holds flights over "
	    "smoke|Ambulances race along coast road|“The sky went orange”: "
	    "neighbours tell|Fire crews called to industrial zone|Phones dead "
	    "in parts of {place1}|Ground shakes, institute sees no quake|Ring "
	    "road closed in both directions" },
	{ "blast.l0",
	    "A loud bang frightened people in and around {place1}; what "
	    "happened was unclear.|Many callers told of broken windows and of "
	    "a column of smoke.|The police asked people in the {p6} district "
	    "to shut windows and doors.|Fire engines from three towns were "
	    "seen on the coast road." },
	{ "blast.s0",
	    "A cause was not known at first.|Traffic on the ring road came to "
	    "a halt.|The seismic institute saw no earthquake.|A school sent "
	    "its pupils home.|The town hall did not answer calls." },
	{ "blast.t1",
	    "Explosion at {brand1} chemical plant in {place1}|{place1}: blast "
	    "rips through {brand1} works|Big explosion at {brand1} plant, many "
	    "hurt in {place1}|{brand1} plant in {place1} on fire after "
	    "explosion" },
	{ "blast.t2",
	    "{place1} explosion: {g1:6-40} workers of {brand1} "
	    "missing|{brand1} plant blast in {place1}: {g2:3-24} dead|Toxic "
	    "cloud fear after {brand1} explosion in {place1}|{place1} "
	    "evacuates {n3:2-9} thousand after {brand1} plant blast|Second "
	    "explosion hampers crews at {brand1} plant in {place1}" },
	{ "blast.t3",
	    "{brand1} knew of faulty valve before {place1} explosion, union "
	    "says|{place1} plant explosion: {g2:3-24} dead, fire under "
	    "control|Prosecutors search {brand1} offices after {place1} "
	    "blast|{place1} residents return home after {brand1} plant "
	    "explosion" },
	{ "blast.l1",
	    "An explosion tore through the {brand1} chemical plant in {place1} "
	    "and was heard {n4:10-40} kilometres away.|A blast has destroyed a "
	    "hall of the {brand1} works in {place1}; a fire is burning.|At the "
	    "chemical plant of {brand1} in {place1} a tank exploded during the "
	    "morning shift." },
	{ "blast.l2",
	    "At least {g2:3-24} people died and {g1:6-40} are missing after "
	    "the explosion at the {brand1} plant in {place1}.|{n3:2-9} "
	    "thousand people had to leave their homes around the {brand1} "
	    "plant in {place1}, where fire crews fight a blaze after an "
	    "explosion.|Two hours after the first blast a second tank exploded "
	    "at the {brand1} plant in {place1}." },
	{ "blast.l3",
	    "The fire at the {brand1} plant in {place1} is under control; "
	    "{g2:3-24} people were killed in the explosion.|Prosecutors have "
	    "searched offices of {brand1} after the explosion at its plant in "
	    "{place1}.|A faulty valve had been reported weeks before the "
	    "explosion at the {brand1} plant in {place1}, the chemical "
	    "workers' union says." },
	{ "blast.s1",
	    "The hall held tanks of solvent, the company said.|{g1:6-40} "
	    "people were on shift.|The harbour was closed to "
	    "ships.|Firefighters from {place2} and {place3} help.|Windows "
	    "broke as far as the {p6} district.|A column of black smoke stands "
	    "over the town." },
	{ "blast.s2",
	    "Measurements by the fire brigade found no toxic gas outside the "
	    "gates so far.|The injured were taken to hospitals in {place2} and "
	    "{place3}.|A foam train of the railway is on its way.|The plant "
	    "makes resins and employs {n5:300-1400} people.|Tank {n6:3-14} is "
	    "being cooled with sea water.|Mayor {P1} asked people to keep "
	    "windows shut.|{brand1} set up a telephone line for relatives." },
	{ "blast.s3",
	    "Investigators expect to enter the hall on the next day.|The "
	    "labour inspectorate had visited the plant in spring.|The public "
	    "prosecutor in {place2} opened a case against persons "
	    "unknown.|{brand1} promised help for the families.|All missing "
	    "workers are accounted for.|The harbour is open again for half of "
	    "the ships.|A minute of silence is planned at the gate." },
	{ "blast.q",
	    "“We train for this and hope never to see it,” said fire chief "
	    "{P2}.|“I saw the roof lift and come down in pieces,” said {P3}, a "
	    "crane driver.|Plant manager {P4} said: “Our thoughts are with the "
	    "families of our colleagues.”|“There is no danger outside the "
	    "cordon,” said {P2}, who leads the operation.|“The valve on tank "
	    "{n6:3-14} was on our list since spring,” said {P5} of the "
	    "chemical workers' union." },

	{ "bridge.c", "local" },
	{ "bridge.what", "collapse of the {p6} Bridge, {place1}" },
	{ "bridge.t1",
	    "{p6} Bridge in {place1} collapses in rush hour|Bridge collapse in "
	    "{place1}: cars in the water|Breaking: part of {p6} Bridge at "
	    "{place1} has fallen|{place1} bridge collapses, many vehicles in "
	    "river" },
	{ "bridge.t2",
	    "{place1} bridge collapse: {g1:4-31} dead, divers search "
	    "river|Divers reach bus under {p6} Bridge in {place1}|{p6} Bridge "
	    "collapse: {g2:10-70} rescued from river in {place1}|Strong "
	    "current slows search at collapsed {place1} bridge" },
	{ "bridge.t3",
	    "Cracks in {p6} Bridge were known for years, report shows|{place1} "
	    "bridge collapse toll reaches {g1:4-31}|Minister {p1} under "
	    "pressure after {place1} bridge collapse|{country1} checks "
	    "{n3:60-400} bridges after {p6} Bridge collapse" },
	{ "bridge.l1",
	    "The {p6} Bridge over the river in {place1} collapsed during the "
	    "rush hour, taking dozens of vehicles with it.|A span of the {p6} "
	    "Bridge in {place1} has fallen into the river; rescue boats are on "
	    "the water.|In {place1} a bridge gave way under evening traffic, "
	    "and cars and a bus fell {n4:14-40} metres." },
	{ "bridge.l2",
	    "At least {g1:4-31} people died when the {p6} Bridge in {place1} "
	    "collapsed, and divers are searching the river.|{g2:10-70} people "
	    "have been rescued from the river below the collapsed {p6} Bridge "
	    "in {place1}.|Divers have reached a city bus that fell with the "
	    "{p6} Bridge in {place1}." },
	{ "bridge.l3",
	    "Engineers warned of cracks in the {p6} Bridge in {place1} as "
	    "early as {n5:2011-2022}, a report shows.|The collapse of the {p6} "
	    "Bridge in {place1} has cost {g1:4-31} lives, the police "
	    "said.|After the collapse of the {p6} Bridge in {place1} the "
	    "government of {country1} orders checks on {n3:60-400} bridges." },
	{ "bridge.s1",
	    "The span of {n6:60-140} metres broke at the eastern pier.|Ferries "
	    "and fishing boats pick up survivors.|The bridge was built in "
	    "{n7:1961-1978}.|A helicopter hovers over the river.|Trains on the "
	    "lower deck had been stopped minutes earlier.|The hospital in "
	    "{place2} was put on alert." },
	{ "bridge.s2",
	    "The current is strong after days of rain.|A floating crane comes "
	    "from {place3}.|The bus of line {n8:2-48} carried about {n9:18-44} "
	    "passengers.|Relatives gather in a school near the eastern "
	    "pier.|Some {n4:14-40} cars are thought to lie on the river "
	    "bed.|The {p6} Bridge carries {n3:60-400} hundred vehicles a "
	    "day." },
	{ "bridge.s3",
	    "The repair had been put off twice to save money.|Prosecutors "
	    "secured files at the road authority.|The wreck will be lifted "
	    "piece by piece.|{place1} plans a temporary ferry.|The last "
	    "missing driver was found in the evening.|Flags fly at half mast "
	    "in {country1}." },
	{ "bridge.q",
	    "“I braked and the road in front of me was gone,” said {P2}, a "
	    "courier.|“We go down in pairs, {n6:10-20} minutes at a time,” "
	    "said diver {P3}.|Transport minister {P1} said: “We owe the "
	    "families the truth, all of it.”|“We wrote it in red ink,” said "
	    "{P4}, an engineer who inspected the bridge.|Mayor {P5} said: "
	    "“{place1} has lost more than a bridge today.”" },

	{ "flood.c", "weather" },
	{ "flood.what", "flood on the river at {place1}, {country1}" },
	{ "flood.t1",
	    "River at {place1} rises, dyke watch called out|Heavy rain: "
	    "{place1} prepares for flood|{place1} flood warning raised to "
	    "second stage|Flood fears grow along river near {place1}" },
	{ "flood.t2",
	    "{place1} flood: old town evacuated as river hits {n1:7-9}.{r:1-9} "
	    "metres|Flood breaks dyke near {place1}|{place1} flood cuts off "
	    "{g2:3-22} villages|Army helps sandbag crews in {place1} "
	    "flood|Flood in {place1}: {g3:2-19} thousand leave homes" },
	{ "flood.t3",
	    "{place1} flood crest passes, dykes hold in {place2}|Flood in "
	    "{place1} leaves {g4:2-17} dead and mud everywhere|{country1} "
	    "promises aid after {place1} flood|Drinking water runs short in "
	    "flooded {place1}" },
	{ "flood.l1",
	    "After {n5:30-60} hours of rain the river at {place1} is rising by "
	    "{r:8-20} centimetres an hour.|{place1} has called out its dyke "
	    "watch; the flood centre expects the river to reach {n1:7-9} "
	    "metres.|The flood warning for {place1} and the lower valley was "
	    "raised to the second stage." },
	{ "flood.l2",
	    "The old town of {place1} was evacuated as the flood reached "
	    "{n1:7-9}.{r:1-9} metres and water came over the quay.|A dyke near "
	    "{place1} broke on a length of {n6:30-120} metres, and the flood "
	    "spread over fields and villages.|{g3:2-19} thousand people have "
	    "left their homes because of the flood around {place1}." },
	{ "flood.l3",
	    "The crest of the flood has passed {place1}; {g4:2-17} people lost "
	    "their lives.|The water is going down in {place1}, but the flood "
	    "left mud in {g2:300-2400} cellars.|The government of {country1} "
	    "promised {n7:40-900} million for the victims of the flood around "
	    "{place1}." },
	{ "flood.s1",
	    "Snow melting in the hills above {place2} adds to it.|Fire "
	    "brigades hand out sandbags.|The museum moves its cellar archive "
	    "upstairs.|Shipping is suspended.|Weather forecasters see no end "
	    "of the rain before the evening.|Car parks by the river were "
	    "cleared." },
	{ "flood.s2",
	    "Soldiers fill sandbags at the stadium.|The hospital in {place3} "
	    "takes patients from {place1}.|{g2:3-22} villages can be reached "
	    "by boat only.|The rail line to {place2} is under "
	    "water.|Helicopters took {r:20-90} people from roofs.|Pumps from "
	    "{country2} are on the way.|The dyke at {place2} is soft, the "
	    "flood centre said." },
	{ "flood.s3",
	    "Drinking water is given out at {r:6-20} points.|Schools stay "
	    "closed all week.|Insurers speak of the worst flood since "
	    "{n8:1954-1997}.|Volunteers from {place3} bring shovels.|Two "
	    "people are still missing.|The dykes at {place2} held." },
	{ "flood.q",
	    "“The river takes what it wants; we can only slow it,” said dyke "
	    "master {P1}.|“We carried my mother out through the window,” said "
	    "{P2} from the old town.|Mayor {P3} said: “Please go now, and take "
	    "your neighbours with you.”|“The water will stand {n9:3-9} days,” "
	    "said {P4} of the flood centre.|Interior minister {P5} said: "
	    "“Nobody will be left alone with this.”" },

	{ "wildfire.c", "environment" },
	{ "wildfire.what", "wildfire in the {p6} Hills near {place1}" },
	{ "wildfire.t1",
	    "Forest fire breaks out in {p6} Hills near {place1}|Wildfire near "
	    "{place1} spreads in dry wind|Smoke over {place1}: fire in the "
	    "{p6} Hills" },
	{ "wildfire.t2",
	    "{place1} wildfire grows to {g1:400-9000} hectares|Wildfire in "
	    "{p6} Hills: {g2:2-14} thousand flee {place1}|Wildfire reaches "
	    "first houses of {place1}|Planes from {country2} fight {place1} "
	    "wildfire" },
	{ "wildfire.t3",
	    "{place1} wildfire contained after {g1:400-9000} hectares "
	    "burn|Rain helps crews in {p6} Hills wildfire|Wildfire near "
	    "{place1}: {g3:30-240} homes lost|Arson suspected in {p6} Hills "
	    "wildfire" },
	{ "wildfire.l1",
	    "A wildfire has broken out in the {p6} Hills above {place1} and is "
	    "moving south with the wind.|Smoke darkens {place1}: a forest fire "
	    "is burning in the {p6} Hills.|{r:60-180} firefighters are out in "
	    "the {p6} Hills near {place1}, where a wildfire started at noon." },
	{ "wildfire.l2",
	    "The wildfire in the {p6} Hills near {place1} has grown to "
	    "{g1:400-9000} hectares.|{g2:2-14} thousand people fled from "
	    "{place1} as the wildfire in the {p6} Hills came closer.|The "
	    "wildfire has reached the first houses of {place1}." },
	{ "wildfire.l3",
	    "Crews have contained the wildfire in the {p6} Hills near "
	    "{place1}.|The wildfire at {place1} destroyed {g3:30-240} "
	    "homes.|Police suspect arson behind the wildfire in the {p6} Hills "
	    "near {place1}." },
	{ "wildfire.s1",
	    "The forest is dry after {n4:20-60} days without rain.|Hikers were "
	    "brought down by bus.|Winds of {n5:40-80} kilometres an hour are "
	    "forecast.|The cause is unknown.|Farms were told to move their "
	    "animals." },
	{ "wildfire.s2",
	    "{n6:3-9} water planes fly from the lake at {place2}.|The motorway "
	    "to {place3} is closed.|A children's camp was moved in time.|Old "
	    "{p6} monastery is threatened.|Bulldozers cut a fire break of "
	    "{n7:4-18} kilometres.|{r:4-30} firefighters were treated for "
	    "smoke.|The power line to {place2} was switched off." },
	{ "wildfire.s3",
	    "People may return to the northern quarters.|Light rain fell in "
	    "the evening.|A petrol can was found near the chapel.|The old {p6} "
	    "monastery was saved.|Embers will need watching for days.|The "
	    "state opens a fund of {n8:5-60} million." },
	{ "wildfire.q",
	    "“It jumped the road as if the road were not there,” said fire "
	    "chief {P1}.|“I took the dog and the photographs,” said {P2}, "
	    "whose house burned.|“The wind is our enemy tonight,” said {P3} of "
	    "the forest service.|Mayor {P4} said: “Houses can be built "
	    "again.”|“We had {n9:5-20} minutes,” said {P5}, who runs the "
	    "camp." },

	{ 0 },
};
