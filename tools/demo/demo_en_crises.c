/* English: more breaking events; laid out as in demo_en_events.c. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_en_crises[] = {
	{ "cabinet.c", "politics" },
	{ "cabinet.what", "government crisis in {country1}" },
	{ "cabinet.t1",
	    "{country1} minister {p1} resigns over pension fund affair|Pension "
	    "fund affair: {country1} coalition meets at night|Prime Minister "
	    "{p2} faces calls to quit in {country1}|{p1} leaves {country1} "
	    "cabinet, denies fund loan" },
	{ "cabinet.t2",
	    "{country1} coalition breaks over pension fund affair|Three more "
	    "ministers quit {p2} cabinet in {country1}|{p2} loses majority in "
	    "{country1} parliament|Protesters fill {place1} square, call on "
	    "{p2} to go|{country1}: {p2} vows to stay as cabinet shrinks" },
	{ "cabinet.t3",
	    "{country1} Prime Minister {p2} resigns|{p2} steps down, "
	    "{country1} heads for early election|After {p2}: {p3} asked to "
	    "form {country1} cabinet|{country1} president dissolves parliament "
	    "after {p2} resignation" },
	{ "cabinet.l1",
	    "Labour minister {P1} of {country1} has resigned over a loan from "
	    "the state pension fund.|The coalition of {country1} met until "
	    "late over the pension fund affair.|Prime Minister {P2} is under "
	    "pressure after the resignation of minister {p1}." },
	{ "cabinet.l2",
	    "The governing coalition of {country1} broke apart over the "
	    "pension fund affair.|Three ministers left the cabinet of Prime "
	    "Minister {P2} within an hour.|Tens of thousands called for the "
	    "resignation of Prime Minister {p2} in the main square of "
	    "{place1}." },
	{ "cabinet.l3",
	    "Prime Minister {P2} of {country1} has resigned after days of "
	    "crisis over the pension fund affair.|The president of {country1} "
	    "has dissolved parliament; an early election is to be held within "
	    "{n1:40-90} days.|After the resignation of {P2}, parliament "
	    "speaker {P3} is to form a caretaker cabinet in {country1}." },
	{ "cabinet.s1",
	    "The loan of {n2:2-40} million went to a company of his "
	    "brother.|The newspaper {place1} Lantern had published bank "
	    "papers.|The opposition asks for a special session.|{p1} spoke of "
	    "a private matter.|The fund pays {n3:1-6} million pensioners." },
	{ "cabinet.s2",
	    "The smaller party, the Reform Union, withdrew its {n4:11-38} "
	    "deputies.|Bonds of {country1} lost {r:1-5} percent.|Justice "
	    "minister {P4} was among those who left.|The session was broken "
	    "off twice.|Auditors found two more loans.|Union leaders in "
	    "{place2} threaten a general strike.|A vote of no confidence is "
	    "set for the evening." },
	{ "cabinet.s3",
	    "He read a statement of {n5:4-12} lines and took no "
	    "questions.|People in the square sang and waved keys.|Markets took "
	    "the news calmly.|The Reform Union names {P5} as its "
	    "candidate.|Prosecutors asked parliament to lift the immunity of "
	    "{p1}.|Ambassadors were informed beforehand." },
	{ "cabinet.q",
	    "“I have lost the trust of people I respect,” {P1} said.|“This "
	    "cabinet is over, it only does not know it,” said {P5} of the "
	    "Reform Union.|Prime Minister {P2} said: “I was elected to govern, "
	    "not to run.”|“They lent our old age to their friends,” said {P6}, "
	    "a retired nurse in the square.|“Parliament will decide, not the "
	    "street,” speaker {P3} said." },

	{ "train.c", "local" },
	{ "train.what", "train derailment at {place1}" },
	{ "train.t1",
	    "Train derails near {place1}, {n1:8-60} hurt|{place1} derailment: "
	    "regional train leaves tracks|Derailed train blocks line between "
	    "{place1} and {place2}" },
	{ "train.t2",
	    "{place1} train derailment: {n1:8-60} injured, driver "
	    "trapped|Passengers climb from derailed train at "
	    "{place1}|Helicopters at {place1} train derailment" },
	{ "train.t3",
	    "{place1} derailment: driver freed after {n2:2-5} hours|Landslip "
	    "caused {place1} train derailment, operator says|Line reopens "
	    "partly after {place1} derailment" },
	{ "train.l1",
	    "A regional train with {n3:60-240} passengers derailed near "
	    "{place1}; at least {n1:8-60} people were hurt.|Three carriages of "
	    "a train from {place2} left the tracks at {place1}." },
	{ "train.l2",
	    "Rescue crews are working at the derailed train near {place1}, "
	    "where {n1:8-60} people were injured and the driver was "
	    "trapped.|Passengers broke windows to leave a train that derailed "
	    "near {place1}." },
	{ "train.l3",
	    "The driver of the train that derailed near {place1} has been "
	    "freed from his cab.|A landslip on the slope above the line caused "
	    "the train derailment at {place1}, the operator said." },
	{ "train.s1",
	    "The train was on its way to {place3}.|Buses are being sent.|The "
	    "slope had been soaked by rain.|Two carriages lie on their "
	    "side.|Doctors came with the local fire brigade." },
	{ "train.s2",
	    "Helicopters brought {n4:2-9} people to {place2}.|The power line "
	    "was switched off.|A farmer pulled children out with his "
	    "tractor.|The train did {n5:70-120} kilometres an hour.|Passengers "
	    "wait in the village hall." },
	{ "train.s3",
	    "The carriages will be lifted by a crane train.|One track will "
	    "open in the morning.|The driver is out of danger.|The line "
	    "between {place2} and {place3} stays closed.|Sensors on the slope "
	    "had failed." },
	{ "train.q",
	    "“There was a jolt, then gravel against the glass,” said passenger "
	    "{P1}.|“Without the tractor we would have waited much longer,” "
	    "said {P2} of the fire brigade.|“We check every slope on the "
	    "line,” said {P3}, spokesman of the railway.|Mayor {P4} said: “The "
	    "whole village came with blankets.”" },

	{ "leak.c", "local" },
	{ "leak.what", "ammonia leak at the {brand1} ice works, {place1}" },
	{ "leak.t1",
	    "Ammonia leak at {brand1} ice works in {place1}|{place1}: gas leak "
	    "empties {brand1} cold store|Ammonia cloud over {place1}, school "
	    "evacuated" },
	{ "leak.t2",
	    "{place1} ammonia leak: {n1:6-48} people in hospital|Ammonia leak "
	    "at {brand1}: {place1} centre sealed off|{place1} pupils safe "
	    "after ammonia leak" },
	{ "leak.t3",
	    "{place1} ammonia leak stopped, streets reopen|{brand1} ice works "
	    "shut after ammonia leak in {place1}" },
	{ "leak.l1",
	    "Ammonia escaped from the {brand1} ice works in {place1} and "
	    "spread over nearby streets.|A school in {place1} was evacuated "
	    "because of an ammonia leak at the cold store of {brand1}." },
	{ "leak.l2",
	    "{n1:6-48} people were taken to hospital after the ammonia leak at "
	    "the {brand1} ice works in {place1}.|Police sealed off the centre "
	    "of {place1} because of an ammonia leak." },
	{ "leak.l3",
	    "The ammonia leak at the {brand1} ice works in {place1} has been "
	    "stopped.|Firefighters in protective suits closed the leaking "
	    "ammonia pipe at the {brand1} works in {place1}." },
	{ "leak.s1",
	    "A pipe burst on the roof.|People complained of burning eyes.|The "
	    "wind blows towards the market.|{n2:120-600} pupils walked to a "
	    "sports hall." },
	{ "leak.s2",
	    "Crews spray water to bind the gas.|Trams turn round at the "
	    "bridge.|Most patients may go home by night.|The plant holds "
	    "{n3:2-14} tonnes of ammonia." },
	{ "leak.s3",
	    "Measurements show no danger any more.|Inspectors sealed the "
	    "plant.|The market opens again in the morning.|The pipe was "
	    "{n4:20-45} years old." },
	{ "leak.q",
	    "“You smell it and you run,” said {P1}, a fishmonger.|“The "
	    "children were splendid,” said head teacher {P2}.|“We had the pipe "
	    "closed after {n5:30-90} minutes,” said fire chief {P3}." },

	{ "ferry.c", "world" },
	{ "ferry.what", "sinking of the ferry {brand1} off {place1}" },
	{ "ferry.t1",
	    "Ferry {brand1} sinks off {place1} with {n1:240-690} aboard|Ferry "
	    "{brand1} sends distress call off {place1}|{brand1} ferry "
	    "disaster: hundreds in the water off {place1}|Passenger ferry "
	    "{brand1} capsizes near {place1}" },
	{ "ferry.t2",
	    "{brand1} ferry: {g2:120-560} rescued off {place1}, many "
	    "missing|Rescue ships search for {brand1} ferry survivors off "
	    "{place1}|{brand1} ferry sinking: {g3:12-90} bodies found off "
	    "{place1}|Fishing boats save dozens from ferry {brand1}|High seas "
	    "hamper search for {brand1} off {place1}" },
	{ "ferry.t3",
	    "{brand1} ferry captain {p1} questioned in {place1}|{brand1} ferry "
	    "death toll at {g3:12-90}, search goes on|Bow door of ferry "
	    "{brand1} was open, survivors say|{country1} mourns {brand1} ferry "
	    "victims" },
	{ "ferry.l1",
	    "The passenger ferry {brand1} has sunk off {place1} with "
	    "{n1:240-690} people on board.|The ferry {brand1}, on its way from "
	    "{place1} to {country2}, capsized in heavy seas.|Rescue ships and "
	    "helicopters are heading for the ferry {brand1} off {place1}." },
	{ "ferry.l2",
	    "{g2:120-560} people have been rescued from the ferry {brand1}, "
	    "which sank off {place1}.|Rescuers have found {g3:12-90} bodies "
	    "after the sinking of the ferry {brand1} off {place1}.|Ships from "
	    "{country2} and {country3} join the search for survivors of the "
	    "ferry {brand1}." },
	{ "ferry.l3",
	    "The captain of the ferry {brand1}, {P1}, is being questioned in "
	    "{place1}.|The number of people killed in the sinking of the ferry "
	    "{brand1} has risen to {g3:12-90}.|Survivors of the ferry {brand1} "
	    "say that the bow door stood open when the ship left {place1}." },
	{ "ferry.s1",
	    "The distress call came at {n4:1-5}.{n5:10-59} in the "
	    "morning.|Waves were {n6:4-9} metres high.|The ship carried "
	    "{n7:40-160} vehicles.|The coast guard in {place2} leads the "
	    "operation.|The {brand1} was built in {n8:1984-2009}.|Life rafts "
	    "were seen by a freighter." },
	{ "ferry.s2",
	    "The water has {n9:4-11} degrees.|A school in {place1} was turned "
	    "into a shelter.|The navy of {country2} sent a "
	    "frigate.|Helicopters can stay for {r:20-50} minutes "
	    "only.|Relatives gather in the harbour of {place1}.|The freighter "
	    "{brand3} took {r:40-90} people aboard.|Fishermen from {place3} "
	    "went out in the storm." },
	{ "ferry.s3",
	    "Divers are to go down to the wreck at {n6:40-90} metres.|The "
	    "shipping company {brand2} set up a help line.|Prosecutors seized "
	    "papers of {brand2}.|The passenger list was not complete.|The "
	    "voyage recorder was found.|Churches in {place1} rang their "
	    "bells." },
	{ "ferry.q",
	    "“She lay on her side within minutes,” said {P2}, a lorry driver "
	    "who survived.|“We will search as long as there is hope,” said "
	    "{P3} of the coast guard.|“My crew pulled {r:9-30} people over the "
	    "rail,” said {P4}, skipper of a fishing boat.|President {P5} said: "
	    "“The sea has taken our neighbours and friends.”|“The door was not "
	    "shut, we all saw it,” said {P6}, a student." },

	{ "bank.c", "business" },
	{ "bank.what", "run on the {brand1} Bank, {country1}" },
	{ "bank.t1",
	    "{brand1} Bank halts withdrawals, {country1} regulator steps "
	    "in|{country1} takes control of {brand1} Bank|Queues outside "
	    "{brand1} Bank branches in {place1}" },
	{ "bank.t2",
	    "{brand1} Bank: {country1} guarantees savings|Customers of "
	    "{brand1} Bank wait for money in {place1}|{brand1} Bank rescue "
	    "talks go on in {place1}|Shares slide as {country1} props up "
	    "{brand1} Bank" },
	{ "bank.t3",
	    "{brand2} to take over {brand1} Bank branches|{brand1} Bank "
	    "reopens under state control|{brand1} Bank head {p1} resigns" },
	{ "bank.l1",
	    "The regulator of {country1} took control of {brand1} Bank after "
	    "customers withdrew {n1:2-19} billion in {n2:2-5} days.|{brand1} "
	    "Bank, the fourth largest of {country1}, stopped paying out "
	    "deposits." },
	{ "bank.l2",
	    "The government of {country1} guarantees all savings up to "
	    "{n3:50-200} thousand at {brand1} Bank.|Hundreds of customers "
	    "waited outside branches of {brand1} Bank in {place1} for a second "
	    "time." },
	{ "bank.l3",
	    "{brand2} will take over the branches of {brand1} Bank, the "
	    "regulator of {country1} said.|{brand1} Bank opened its doors "
	    "again, under state control." },
	{ "bank.s1",
	    "The bank had lent heavily to shipyards.|Trading in its shares was "
	    "suspended.|Cash machines in {place2} ran dry.|The central bank "
	    "called the system sound.|Chief executive {P1} was not "
	    "available." },
	{ "bank.s2",
	    "Withdrawals are limited to {n4:200-900} a day.|Rating agencies "
	    "cut the bank to junk.|Parliament meets in the evening.|Two "
	    "smaller lenders saw outflows.|A sale to {brand2} is being "
	    "discussed." },
	{ "bank.s3",
	    "Some {n5:40-190} branches will close.|Chief executive {P1} leaves "
	    "at once.|The bonds are worth {n6:8-45} percent of their "
	    "price.|The guarantee stays for a year.|Queues were shorter than "
	    "before." },
	{ "bank.q",
	    "“Deposits are safe, today and tomorrow,” finance minister {P2} "
	    "said.|“I want to see my money, that is all,” said {P3}, a "
	    "pensioner in {place1}.|“It was a bet on ships, and the ships did "
	    "not come,” said analyst {P4}." },

	{ "recall.c", "health" },
	{ "recall.what", "recall of {brand1} infant formula" },
	{ "recall.t1",
	    "{brand1} recalls infant formula in {n1:6-19} countries|{brand1} "
	    "infant formula pulled from shops over bacteria|Health office of "
	    "{country1} warns of {brand1} infant formula" },
	{ "recall.t2",
	    "{brand1} infant formula: {n2:4-30} babies ill in "
	    "{country1}|{brand1} formula recall widens to {n3:20-90} "
	    "products|Parents return {brand1} infant formula in {place1}" },
	{ "recall.t3",
	    "{brand1} shuts {place1} plant after formula recall|Source of "
	    "{brand1} formula bacteria found in {place1}" },
	{ "recall.l1",
	    "{brand1} is recalling infant formula in {n1:6-19} countries after "
	    "bacteria were found in cans from its plant in {place1}.|The "
	    "health office of {country1} warns parents not to use infant "
	    "formula made by {brand1}." },
	{ "recall.l2",
	    "{n2:4-30} babies in {country1} fell ill after drinking infant "
	    "formula by {brand1}, which has widened its recall.|{brand1} has "
	    "widened its recall of infant formula to {n3:20-90} products." },
	{ "recall.l3",
	    "{brand1} has closed its plant in {place1} after the recall of "
	    "infant formula.|Inspectors traced the bacteria in infant formula "
	    "by {brand1} to a drier in {place1}." },
	{ "recall.s1",
	    "Cans with numbers from {n4:100-400} to {n5:500-900} are "
	    "affected.|Shops give the money back.|The bacteria may cause "
	    "fever.|{brand1} has a third of the market.|Doctors advise calm." },
	{ "recall.s2",
	    "All but two children may leave hospital soon.|Rival {brand2} runs "
	    "extra shifts.|Pharmacies in {place2} sell out.|A hot line took "
	    "{n6:2-30} thousand calls.|Customs stop exports to {country2}." },
	{ "recall.s3",
	    "A drier had been cleaned with untreated water.|Some {n7:200-900} "
	    "workers were sent home.|Parents plan to sue.|The office clears "
	    "formula of other makers.|The plant made {n8:20-90} million cans a "
	    "year." },
	{ "recall.q",
	    "“We are deeply sorry,” {brand1} head {P1} said.|“Throw it away "
	    "and see a doctor if there is fever,” said {P2} of the health "
	    "office.|“I checked every can in the cupboard,” said {P3}, a "
	    "father of twins." },

	{ "blackout.c", "local" },
	{ "blackout.what", "power failure in the region of {place1}" },
	{ "blackout.t0",
	    "Lifts stuck all over {place1}|Trams stand still at {p6} "
	    "Square|Dark stage: {place2} opera sends audience home|Traffic "
	    "lights out, police wave cars through|Surgeons in {place3} finish "
	    "by torchlight|Frozen food melts in shops|No water above fourth "
	    "floor in {p6} towers|Phones silent since noon|Cash tills shut, "
	    "bakeries give bread away|Tunnel fans stop, ring road closed|Zoo "
	    "worries about penguins|Stadium match called off" },
	{ "blackout.l0",
	    "Residents report that nothing works in parts of {place1}.|People "
	    "helped each other down staircases.|Police officers stood at "
	    "crossings.|Nobody could say when it would end." },
	{ "blackout.s0",
	    "The utility did not answer the phone.|Shops closed "
	    "early.|Generators hummed at the hospital.|Candles sold out.|The "
	    "radio kept talking." },
	{ "blackout.t1",
	    "Power failure hits {place1} and {place2}|Blackout in {place1}: "
	    "{n1:300-1900} thousand without power|Power cut darkens {country1} "
	    "region around {place1}" },
	{ "blackout.t2",
	    "{place1} blackout: substation {brand1} blamed|Power returns "
	    "slowly after blackout in {place1}|Blackout in {place1} stretches "
	    "into night|{g2:20-140} rescued from lifts in {place1} blackout" },
	{ "blackout.t3",
	    "{place1} blackout over after {n3:5-11} hours|Grid operator "
	    "{brand1} explains {place1} blackout|Minister {p1} orders inquiry "
	    "into {place1} blackout" },
	{ "blackout.l1",
	    "A power failure has cut off {place1}, {place2} and the towns "
	    "around them.|{n1:300-1900} thousand people are without power "
	    "after a blackout in the region of {place1}." },
	{ "blackout.l2",
	    "A fire in a substation of {brand1} caused the blackout in "
	    "{place1}, the grid operator said.|Power is coming back quarter by "
	    "quarter after the blackout in {place1}." },
	{ "blackout.l3",
	    "The blackout in {place1} is over; the last homes got power back "
	    "after {n3:5-11} hours.|Grid operator {brand1} has explained how a "
	    "switch caused the blackout in {place1}." },
	{ "blackout.s1",
	    "The grid failed at {n4:11-14}.{n5:10-59}.|Trains and trams "
	    "stopped.|Hospitals run on generators.|Power plants in {place3} "
	    "shut down by themselves." },
	{ "blackout.s2",
	    "A transformer of {n6:20-60} years burned.|Police patrol dark "
	    "streets.|Lines from {country2} are used for the restart.|Schools "
	    "serve as warm rooms.|Firefighters opened lifts by hand." },
	{ "blackout.s3",
	    "A switch had been set wrongly during repairs.|Damage is put at "
	    "{n7:20-300} million.|Customers get a day's fee back.|Parliament "
	    "will hear {brand1}.|It was the longest power cut since "
	    "{n8:1974-2003}." },
	{ "blackout.q",
	    "“First the hospitals, then the water, then everybody,” said grid "
	    "engineer {P2}.|“We sang in the lift for two hours,” said "
	    "{P3}.|Energy minister {P1} said: “One switch must not turn off a "
	    "region.”|“It was so quiet that we heard the river,” said {P4} of "
	    "{place2}." },
	{ 0 },
};
