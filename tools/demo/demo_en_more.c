/* English: more everyday topics. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_en_more[] = {
	{ "film.c", "culture" },
	{ "title",
	    "The {^=adj} {^=noun}|A {^=noun} in {place3}|{^=noun} of "
	    "{^=creature}|Seven {^=creature}|No {^=noun} for {p4}|The "
	    "{^=trade}'s Daughter|{^=goods} and {^=creature}|Letters to "
	    "{place4}|The Last {^=trade}|After the {^=noun}" },
	{ "film.l",
	    "In “{=title}”, {P1} tells of a {=trade} who finds a {=noun:2} "
	    "full of {=goods}.|{n1:2-11} minutes of applause followed "
	    "“{=title}” in {place1}.|It took {P1} {n2:3-16} years to finish "
	    "“{=title}”." },
	{ "film.s",
	    "{P2} plays the {=trade:2}, with hardly a word.|The camera of {P3} "
	    "never hurries.|It was shot in a {=noun} near {place2}.|Music is "
	    "by {P4}.|The budget was {n3:1-40} million.|Some left before the "
	    "end; they missed the best of it.|It opens on {day}.|A scene with "
	    "{n4:30-400} {=creature:2} is already famous.|The jury in {place3} "
	    "was split." },

	{ "music.c", "culture" },
	{ "music.l",
	    "The singer {P1} needs {n1:2-9} chords and a chair.|In {place1} a "
	    "waltz by {P1} was heard for the first time in {n2:60-210} "
	    "years.|“{=title}” is the {n3:3-14}th record of {P1}, and the "
	    "quietest." },
	{ "music.s",
	    "On the bass: {P2}.|It was recorded in a {=noun:2} in "
	    "{place2}.|The label {brand1} presses {n4:900-9000} copies.|The "
	    "score lay among {=goods}.|A {=adj} encore followed.|Tickets cost "
	    "{n5:9-120}.|The tour goes on to {place3} and {place4}.|Drummer "
	    "{P3} left for a career as a {=trade}.|One song is only about "
	    "{=creature}." },

	{ "book.c", "culture" },
	{ "book.l",
	    "On page {n1:2-90} of “{=title}” a {=trade} burns a {=noun}, and "
	    "nothing is the same.|{P1} wrote “{=title}” in {n2:5-40} weeks on "
	    "a night train.|A first novel of {n3:180-900} pages: “{=title}”." },
	{ "book.s",
	    "The publisher {brand1} prints again.|{P2}, the critic, found it "
	    "{=adj}.|It is set in {place3} during a strike.|Translations into "
	    "{n4:3-22} languages are agreed.|A chapter about {=creature} can "
	    "be skipped.|The author answers no letters.|Its heroine is called "
	    "{P3}.|Readings start in {place2} on {day}." },

	{ "food.c", "life" },
	{ "dish",
	    "pickled turnip|eel soup|walnut dumplings|rye porridge|smoked "
	    "plums|chestnut bread|buckwheat pie|nettle broth|quince jam|barley "
	    "stew|sorrel pancakes|goat curd|braised leeks|poppy rolls|bean "
	    "cakes|juniper ham" },
	{ "food.l",
	    "{P1} serves {=dish} to anyone who can find the {=noun} behind the "
	    "station of {place1}.|Nobody in {place1} agrees how much {=dish} "
	    "is enough.|Once a poor man's lunch, {=dish} costs {n2:9-48} in "
	    "{place1} now." },
	{ "food.s",
	    "The secret is {n3:2-14} hours of patience.|{P2} uses butter, "
	    "which is a sin.|A farm near {place2} delivers every "
	    "{day}.|Vinegar comes last.|Her mother was a {=trade}.|The recipe "
	    "hangs in a {=noun:2}.|Children get {=dish:2}.|A rival in {place3} "
	    "adds mint.|Reserve {n4:2-20} days ahead." },

	{ "travel.c", "life" },
	{ "travel.l",
	    "{place1} is best seen from the {=noun}, before {n2:5-9} in the "
	    "morning.|The path from {place2} to {place1} has {n3:30-900} steps "
	    "and one inn.|They come for the {=noun} and stay for {=dish}." },
	{ "travel.s",
	    "Rooms above the {=noun:2} cost {n4:30-240}.|{P1} rents "
	    "boats.|Bring boots and a book.|The museum of {=goods} shuts on "
	    "{day}.|{^=creature} nest in the cliffs.|The bus to {place3} "
	    "leaves twice a day.|In {n5:1780-1950} a fire took the old "
	    "town.|Ask for {P2}, who has the key." },

	{ "tech.c", "technology" },
	{ "gadget",
	    "lamp|watch|keyboard|camera|drone|lock|battery|printer|speaker|"
	    "oven|scanner|bicycle|radio|thermostat|notebook|telescope|"
	    "translator|mower|kettle|helmet" },
	{ "does",
	    "listens|folds flat|needs no charger|draws maps|smells "
	    "smoke|floats|mends itself|counts steps backwards|works under "
	    "water|forgets on purpose" },
	{ "stuff",
	    "hemp|glass|cork|recycled nets|bamboo|ceramic|old "
	    "tyres|wool|magnesium|paper|flax|sea salt" },
	{ "tech.l",
	    "On a stage in {place1}, {P1} of {brand1} held up a {=gadget} and "
	    "said nothing.|The {=gadget} of {brand1} is made of {=stuff} and "
	    "costs {n2:49-1900}.|{n3:8-60} engineers in {place1} spent "
	    "{n4:2-8} years on a {=gadget}." },
	{ "tech.s",
	    "It weighs {n5:40-900} grams.|{brand2} sells a cheaper one.|A chip "
	    "from {country2} does the work.|Testers found it {=adj}.|Shops get "
	    "it on {day}.|The battery lasts {n6:3-90} hours.|Privacy groups "
	    "ask what it keeps.|The casing is cast in {place2}.|A version for "
	    "{=trade}s follows." },

	{ "space.c", "science" },
	{ "body",
	    "a frozen moon|a nameless asteroid|the far side of the moon|a red "
	    "dwarf|the rings|a double star|the cloud tops of a gas giant|a "
	    "dust belt" },
	{ "feature",
	    "salt plains|ice volcanoes|a slow storm|two craters in a row|faint "
	    "methane|a hollow core|blue dunes|a warm spot" },
	{ "space.l",
	    "After {n1:3-14} years in the dark, the probe {brand1} sent "
	    "{n2:9-400} pictures of {=body}.|From a hill above {place1}, "
	    "astronomers looked at {=body} and saw {=feature}.|The countdown "
	    "for {brand1} stopped at {n3:3-90} seconds." },
	{ "space.s",
	    "Flight director {P1} had not slept.|The signal takes {n4:2-300} "
	    "minutes.|A valve made by {brand2} stuck.|{P2} hopes for "
	    "water.|The fuel lasts until {n5:2028-2041}.|Data go to {place2} "
	    "and {place3}.|It is no bigger than a {=noun}.|The mission cost "
	    "{n6:90-900} million." },

	{ "nature.c", "environment" },
	{ "nature.l",
	    "First came one pair, then {n3:5-80}: {=creature} are back in "
	    "{place1}.|At dawn {P1} and {n4:6-90} helpers walk the banks of "
	    "the {place1} marsh to count {=creature}.|The lake near {place1} "
	    "is {n5:2-15} metres lower than usual." },
	{ "nature.s",
	    "Hunters and farmers are not amused.|Ranger {P2} puts up signs.|A "
	    "dam above {place2} was opened.|The {=adj} meadow floods in "
	    "spring.|{^=creature:2} had eaten the reeds.|Nets were moved by "
	    "{brand1}.|A web camera runs day and night.|The count goes back to "
	    "{n6:1921-1999}.|Dogs must stay on leads until {day}." },

	{ "rail.c", "transport" },
	{ "rail.l",
	    "Between {place1} and {place2} buses replace trains until "
	    "{n4:2-28} of the month.|The trams of {brand1} touch the {=noun} "
	    "wall in {place1}.|Platform {n5:1-14} in {place1} was full of "
	    "flowers: {P1} made a last trip." },
	{ "rail.s",
	    "The ballast dates from {n6:1911-1989}.|Minister {P2} spoke of "
	    "teething trouble.|Commuters from {place3} lose {n7:10-70} minutes "
	    "a day.|A {=creature} nest holds up the works.|Tickets stay valid "
	    "on the ferry.|{brand2} will pay a fine.|Steam trains run on "
	    "{day}.|The bridge at {place4} is next." },

	{ "homes.c", "business" },
	{ "homes.l",
	    "A room in {place1} costs {n2:240-1900} a month, and a queue of "
	    "{n3:20-300} waits.|On the site of a {=noun} in {place1}, {brand1} "
	    "plans {n1:80-2400} flats.|{P1} built a house of {=stuff} and "
	    "sleeps well." },
	{ "homes.s",
	    "Tenants in {place2} street pay by the week.|Architect {P2} kept "
	    "the {=adj} gate.|Interest rates did the rest.|A third is for "
	    "families.|Cranes from {place3} stand idle.|{P3} of the tenants' "
	    "union called it {=adj:2}.|Neighbours fear shade.|Keys are handed "
	    "over in {n4:2027-2031}." },

	{ "power.c", "business" },
	{ "power.l",
	    "{n3:6-120} turbines of {brand1} turn on the ridge above "
	    "{place1}.|Water from a drowned mine warms {n1:9-190} homes in "
	    "{place1}.|The bill of an average household in {country1} falls by "
	    "{n4:20-190} a year." },
	{ "power.s",
	    "Engineer {P1} listens to bearings.|The cable to {place2} is "
	    "{n5:8-90} kilometres long.|A court in {place3} rejected "
	    "complaints about {=creature}.|{brand2} operates the grid.|Storage "
	    "is the {=adj} part.|Subsidies end with the year.|On {day} the "
	    "wind dropped.|The chimney will be a {=noun}." },

	{ "farm.c", "business" },
	{ "crop",
	    "apples|hops|rye|lentils|pears|sugar "
	    "beet|asparagus|cherries|barley|sunflowers|pumpkins|linseed|plums|"
	    "cabbages|grapes|walnuts|garlic|peppers" },
	{ "farm.l",
	    "In one night the frost took {n2:20-90} percent of the {=crop} "
	    "around {place1}.|{P1} walks the rows of {=crop} with a {=gadget} "
	    "on a pole.|The {=crop} of {place1} have a buyer at last." },
	{ "farm.s",
	    "A sack brings {n3:4-60} now.|Insurance covers hail, not "
	    "{=creature}.|The co-operative of {place2} built a {=noun}.|Seed "
	    "comes from {country2}.|Inspector {P2} found no fault.|Pickers "
	    "from {place3} sleep in vans.|{brand1} buys the rest for juice.|It "
	    "needs {n4:2-9} weeks of rain." },

	{ "theft.c", "crime" },
	{ "theft.l",
	    "They came through the roof of the {=noun} in {place1} and left "
	    "with {=goods}.|A {=trade} in {place1} opened his shed and found "
	    "{n1:20-900} {=goods}.|Police in {place1} puzzle over a burglar "
	    "who takes only {=goods}." },
	{ "theft.s",
	    "The loss is put at {n3:2-90} thousand.|A camera filmed a "
	    "hat.|Inspector {P2} asks for calls.|The van was found in "
	    "{place2}.|Nobody was hurt.|The alarm had been off since "
	    "{day}.|Two {=trade}s were questioned.|The insurer {brand1} offers "
	    "a reward." },

	{ "crash.c", "local" },
	{ "crash.l",
	    "Near {place1} {n2:4-28} tonnes of {=goods} ended up on the "
	    "road.|A driver aged {n3:19-88} missed a bend in {place1} and "
	    "parked in a {=noun}.|It took firefighters {n4:2-11} hours to "
	    "clear the road near {place1}." },
	{ "crash.s",
	    "The driver walked away with bruises.|Drivers waited for up to "
	    "{n5:2-9} hours.|A crane came from {place2}.|Police blame black "
	    "ice.|{^=creature} were counted and led off.|The guard rail will "
	    "be mended by {day}.|{P2}, a nurse, stopped to help.|Damage: "
	    "{n6:8-240} thousand." },

	{ "obit.c", "people" },
	{ "obit.l",
	    "{P1} never owned a car and crossed {n2:20-90} borders.|Born above "
	    "a {=noun} in {place1}, {P1} became a {=trade} and then much "
	    "more.|With {P1} goes the last of the {place1} {=trade}s." },
	{ "obit.s",
	    "At {n3:12-29} she left for {place2}.|A quarrel with {P2} lasted "
	    "{n4:6-40} years.|The {=adj:2} drawings hang in {place3}.|Three "
	    "prizes were sent back.|{n5:2-9} grandchildren survive.|Friends "
	    "recall a laugh that filled the {=noun:2}.|A street will bear the "
	    "name." },

	{ "fest.c", "life" },
	{ "lamp",
	    "paper lantern|laser|candle boat|drum|mirror|glow "
	    "worm|bonfire|bell" },
	{ "fest.l",
	    "For {n3:2-9} days {place1} smells of {=dish}.|With drums and "
	    "{=goods}, {n2:4-80} thousand people moved through {place1}.|{P1}, "
	    "a {=trade}, wears the crown of {=crop} until next year." },
	{ "fest.s",
	    "The procession starts at the {=noun}.|Mayor {P2} tapped the "
	    "barrel in {r:1-6} blows.|Trains run late.|A {=adj} giant of "
	    "{=stuff} leads the way.|Guests came from {place2} and "
	    "{country2}.|It rained on {day}.|The oldest drum dates from "
	    "{n4:1610-1890}.|A lost child was found asleep in a {=noun:2}." },

	{ "dig.c", "science" },
	{ "dig.l",
	    "A digger driver in {place1} stopped just in time: under the clay "
	    "lay a {=noun}.|In a field near {place1}, {P1} found {n1:200-4000} "
	    "coins and phoned the museum.|{n2:9-40} centuries ago somebody "
	    "buried a {=trade} with {=goods} near {place1}." },
	{ "dig.s",
	    "Archaeologist {P2} calls it {=adj}.|The motorway must wait "
	    "{n3:3-20} months.|Seeds of {=crop} lay in a jar.|It goes to the "
	    "museum in {place2}.|The site is guarded at night.|Letters name a "
	    "ruler of {place3}.|{brand1} lends pumps.|Only {n4:5-40} percent "
	    "is dug." },

	{ "labour.c", "business" },
	{ "labour.l",
	    "The {=trade}s of {place1} stood at the gate of {brand1} before "
	    "dawn.|{n1:3-14} percent and two free days: {brand1} and its "
	    "{=trade}s have a deal.|At {brand1} in {place1} the week now ends "
	    "on {day}." },
	{ "labour.s",
	    "Union leader {P1} thanked the cooks.|Talks went on in a "
	    "{=noun}.|{P2} of the employers spoke of a {=adj} signal.|Strike "
	    "pay was {n3:20-90} a day.|{brand2} signed the same.|Apprentices "
	    "get {n4:40-300} more.|The vote is on {day}.|In {place2} the "
	    "lights stay off." },

	{ "museum.c", "culture" },
	{ "museum.l",
	    "A painting of a {=noun} by {P1}, the pride of {place1}, is by "
	    "somebody else.|{n1:40-900} {=goods} and one {=gadget}: {place1} "
	    "has a new museum.|In {n3:4-30} crates the figures of {=stuff} "
	    "left {place1}." },
	{ "museum.s",
	    "Curator {P2} was the first to doubt.|X-rays showed {=creature} "
	    "under the paint.|Entrance is free on {day}.|{brand1} paid for the "
	    "roof.|The {=adj} frame is real.|Visitors may touch everything.|A "
	    "sister show runs in {place2}.|The catalogue weighs {n4:1-6} "
	    "kilos." },

	{ "tax.c", "politics" },
	{ "holds", "holds|lifts|cuts|defends|hints at higher" },
	{ "tax.l",
	    "From {n3:2027-2030} {=goods} will be taxed like bread in "
	    "{country1}.|The central bank in {place1} surprised nobody but "
	    "{brand1}.|{P1} laid {n4:90-900} pages before parliament in "
	    "{place1}." },
	{ "tax.s",
	    "Economist {P2} called it {=adj}.|Growth is seen at {r:0-4} "
	    "percent.|The {=trade}s' guild cheered.|{P3} of the opposition "
	    "missed a word on pensions.|It costs {n5:90-900} million a "
	    "year.|The currency fell against that of {country2}.|Parliament "
	    "votes on {day}.|A leak to the {place2} press came first." },

	{ "sea.c", "transport" },
	{ "sea.l",
	    "The {n3:80-290}-metre {brand1}, laden with {=goods}, sits on a "
	    "sandbank off {place1}.|For {n4:40-190} days {P1} saw nothing but "
	    "water.|In the port of {place1} cranes move {=goods} day and "
	    "night." },
	{ "sea.s",
	    "Two tugs from {place2} pull at high tide.|Captain {P2} blamed a "
	    "chart.|No oil was lost.|The pilot {P3} came by helicopter.|Ice "
	    "closes the strait in {n5:3-9} weeks.|{^=creature} follow the "
	    "boats.|{brand2} owns the quay.|The harbour master spoke of a "
	    "{=adj} night." },

	{ "law.c", "politics" },
	{ "law.l",
	    "With {n2:120-260} votes the parliament of {country1} closed a "
	    "debate about {=gadget}s.|{P1} left the ministry by the back door, "
	    "with a box of {=goods}.|In {place1} {P1} and {P2} signed a paper "
	    "on every {=noun} along the border." },
	{ "law.s",
	    "It takes effect in {n3:2-18} months.|The second chamber may "
	    "object.|{P3} abstained.|Lawyers call a clause {=adj}.|Campaign "
	    "posters in {place2} still show the old face.|The ambassador of "
	    "{country3} watched.|{brand1} had lobbied against it.|Turnout was "
	    "{n4:31-84} percent in {place3}." },

	{ "charity.c", "local" },
	{ "charity.l",
	    "An envelope with {n3:4-90} thousand lay in the letter box of the "
	    "{=noun} in {place1}.|{P1} came out of the water in {place1} blue "
	    "and happy.|Every {day} {n4:40-400} people eat {=dish} in a "
	    "{=noun} in {place1}." },
	{ "charity.s",
	    "{P2} peels from six.|{brand1} doubles the sum.|The roof had "
	    "leaked for {n5:3-30} years.|Helpers came from {place2}.|Somebody "
	    "always brings {=goods}.|The organiser, a {=trade:2}, is "
	    "{n6:17-91}.|They need {=gadget}s most.|Next year {place3} joins "
	    "in." },

	{ "design.c", "life" },
	{ "design.l",
	    "In a former {=noun} in {place1}, {P1} turns {=stuff} into "
	    "chairs.|The bridge over the {place1} canal weighs {n1:2-40} "
	    "tonnes and is made of {=stuff}.|Grandmother had {=goods}; now "
	    "{place1} wants them, too." },
	{ "design.s",
	    "It bends and does not break.|A chair costs {n2:90-2400}.|{P2} of "
	    "the academy frowned.|Orders come from {country2}.|The colour is "
	    "called {place3} grey.|{brand1} copied it within weeks.|It can be "
	    "boiled.|A show runs until {day}." },

	{ "chess.c", "sport" },
	{ "sport",
	    "fencing|judo|archery|curling|diving|sailing|handball|sabre|"
	    "biathlon|badminton|canoe|snooker|darts|gymnastics" },
	{ "chess.l",
	    "{P1} offered a bishop, and {P2} took too long to see why.|On the "
	    "lake of {place1} {n4:4-19} boats fought for every stroke.|With a "
	    "{=adj} last lap {P1} won in {place1}." },
	{ "chess.s",
	    "Coach {P3} hid behind a {=noun}.|The hall was cold.|She trains in "
	    "{place2} at five in the morning.|The record had stood since "
	    "{n5:1968-2015}.|{P4} protested in vain.|Prize money goes to a "
	    "{=noun:2}.|Next stop: {place3}.|The wind helped, {p2} said." },

	{ "army.c", "local" },
	{ "army.l",
	    "{n3:300-4900} people had to leave their homes in {place1} while "
	    "experts worked at a {=noun}.|The dog {brand1} needed {n4:9-80} "
	    "minutes to find {P1} in the woods.|Measured again after {n5:9-60} "
	    "years: the tower of {place1} leans." },
	{ "army.s",
	    "By evening all were back.|{P2} lifted it with bare hands.|A "
	    "school served {=dish}.|The fuse goes to a museum in {place2}.|The "
	    "woods are full of {=creature}.|Chief {P3} praised the "
	    "volunteers.|Steel from {brand2} holds it.|It happens every "
	    "{n6:2-9} years." },
	{ 0 },
};
