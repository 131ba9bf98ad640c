/* A wire's reports, each statement in several ways: what desks rewrite. */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_en_reports[] = {
	{ "rewrites", "deal|ruling|walkout|warning|schools|catch|plant" },
	{ "deal.c", "business" },
	{ "deal.t",
	    "{brand1} to buy {brand2} for {n1:120-980} million|{brand2} agrees "
	    "to {n1:120-980} million takeover by {brand1}|{brand1} strikes "
	    "deal for {=goods} maker {brand2}" },
	{ "deal.1",
	    "{brand1} agreed to buy {brand2}, a maker of {=goods}, for "
	    "{n1:120-980} million, both said on {day}.|The {=goods} maker "
	    "{brand2} is being taken over by {brand1}; the price is "
	    "{n1:120-980} million.|In a transaction worth {n1:120-980} "
	    "million, {brand1} acquires {brand2}, known for its {=goods}." },
	{ "deal.2",
	    "Shareholders of {brand2} are offered {n2:11-98} a share, a "
	    "premium of {n3:12-64} percent.|Holders receive {n2:11-98} for "
	    "each share of {brand2}, {n3:12-64} percent above the last "
	    "price.|The bid of {n2:11-98} lies {n3:12-64} percent over what "
	    "{brand2} stock closed at." },
	{ "deal.3",
	    "{P1}, chief executive of {brand1}, will lead the group from "
	    "{place1}.|The merged company is to be run by {P1}, head of "
	    "{brand1}, with its seat in {place1}.|At the top stands {P1} of "
	    "{brand1}; headquarters stay in {place1}." },
	{ "deal.4",
	    "{brand2} employs {n4:400-9800} people in {place2} and "
	    "{place3}.|Some {n4:400-9800} workers in {place2} and {place3} "
	    "change their employer.|With it come factories in {place2} and "
	    "{place3} and a staff of {n4:400-9800}." },
	{ "deal.5",
	    "Regulators in {country2} must still approve.|The purchase needs "
	    "the consent of authorities in {country2}.|What the competition "
	    "office of {country2} thinks of it is open." },
	{ "deal.6",
	    "{P2}, who founded {brand2} in {n5:1948-1999}, sells her whole "
	    "stake.|Founder {P2} set {brand2} up in {n5:1948-1999} and gives "
	    "up everything she holds.|All stock of {P2}, who began {brand2} in "
	    "{n5:1948-1999}, goes to the buyer." },
	{ "deal.7",
	    "{brand1} expects to save {n6:11-88} million a year.|Annual costs "
	    "should fall by {n6:11-88} million, {brand1} reckons.|The "
	    "purchaser hopes to spend {n6:11-88} million less each year." },
	{ "ruling.c", "justice" },
	{ "ruling.t",
	    "{P1} gets {n1:2-14} years over {brand1} bribes|Court in {place1} "
	    "jails {P1} in {brand1} case|{brand1} affair: {n1:2-14} years for "
	    "{P1}" },
	{ "ruling.1",
	    "A court in {place1} sentenced {P1} to {n1:2-14} years in prison "
	    "for taking bribes from {brand1}.|{P1} must go to jail for "
	    "{n1:2-14} years, judges in {place1} decided: he had let {brand1} "
	    "pay him.|For accepting money of {brand1}, {P1} was given "
	    "{n1:2-14} years by the bench of {place1}." },
	{ "ruling.2",
	    "The former {=trade} received {n2:40-900} thousand in {n3:3-21} "
	    "payments.|In {n3:3-21} instalments {n2:40-900} thousand went to "
	    "the one-time {=trade}.|He, once a {=trade}, pocketed {n2:40-900} "
	    "thousand, handed over {n3:3-21} times." },
	{ "ruling.3",
	    "Judge {P2} spoke of a betrayal of {country1}.|According to judge "
	    "{P2}, {country1} had been betrayed.|It was treason towards "
	    "{country1}, {P2} said from the bench." },
	{ "ruling.4",
	    "His lawyer, {P3}, announced an appeal.|{P3}, counsel for the "
	    "defence, means to take the case to a higher instance.|An appeal "
	    "will be lodged, attorney {P3} told reporters." },
	{ "ruling.5",
	    "The money bought a {=thing} on the coast near {place2}.|A "
	    "{=thing} by the sea at {place2} was paid for with it.|He spent it "
	    "on a {=thing} close to the beach of {place2}." },
	{ "ruling.6",
	    "Prosecutors had questioned {n4:20-180} witnesses since "
	    "{n5:2014-2023}.|{n4:20-180} people testified in an inquiry that "
	    "began in {n5:2014-2023}.|The investigation of {n5:2014-2023} led "
	    "to {n4:20-180} witness statements." },
	{ "ruling.7",
	    "{brand1} dismissed its manager in {country2}, {P4}.|{P4}, who ran "
	    "the branch in {country2}, lost the job at {brand1}.|At {brand1} "
	    "the person responsible in {country2}, {P4}, has been sacked." },
	{ "walkout.c", "business" },
	{ "walkout.t",
	    "{n1:300-6400} walk out at {brand1} in {place1}|Strike halts "
	    "{brand1} works in {place1}|{brand1} staff in {place1} down tools "
	    "over pay" },
	{ "walkout.1",
	    "{n1:300-6400} workers of {brand1} in {place1} went on strike for "
	    "higher wages.|At {brand1} in {place1} {n1:300-6400} employees "
	    "stopped work over pay.|A stoppage by {n1:300-6400} people brought "
	    "the {place1} site of {brand1} to a halt." },
	{ "walkout.2",
	    "The union wants {n2:4-14} percent; the company offers "
	    "{n3:1-3}.|{n2:4-14} percent is demanded, {n3:1-3} on the "
	    "table.|While management would give {n3:1-3} percent, organised "
	    "labour asks for {n2:4-14}." },
	{ "walkout.3",
	    "“We cannot live on promises,” said union leader {P1}.|Union "
	    "leader {P1} complained of empty promises.|Promises feed nobody, "
	    "in the words of {P1}, who leads the union." },
	{ "walkout.4",
	    "Spokeswoman {P2} called the action irresponsible.|Irresponsible "
	    "is what {P2}, speaking for the firm, called it.|The firm's {P2} "
	    "reproached the strikers for a lack of responsibility." },
	{ "walkout.5",
	    "Every day without production costs {n4:2-19} million.|Losses add "
	    "up to {n4:2-19} million daily.|The damage is {n4:2-19} million "
	    "for each day that the lines stand still." },
	{ "walkout.6",
	    "The plant makes {=goods} for {brand2} and {brand3}.|{brand2} and "
	    "{brand3} get their {=goods} from there.|It supplies {brand2} and "
	    "{brand3} with {=goods}." },
	{ "walkout.7",
	    "Talks resume on {day} in {place2} under mediator {P3}.|Mediator "
	    "{P3} has invited both sides to {place2}.|In {place2}, {P3} will "
	    "try to bring the parties together." },
	{ "warning.c", "health" },
	{ "warning.t",
	    "{brand1} pulls {=goods} after {n1:4-90} fall ill|{n1:4-90} "
	    "poisoned: {country1} warns of {brand1} {=goods}|Sale of {brand1} "
	    "{=goods} stopped in {country1}" },
	{ "warning.1",
	    "{brand1} is recalling {=goods} after {n1:4-90} people fell ill in "
	    "{country1}.|Because {n1:4-90} customers in {country1} were taken "
	    "sick, {brand1} withdraws its {=goods}.|{=goods} of {brand1} "
	    "disappear from shops of {country1}: they made {n1:4-90} people "
	    "ill." },
	{ "warning.2",
	    "Batches {n2:1000-4900} to {n3:5000-9900} are affected.|It "
	    "concerns numbers {n2:1000-4900} up to {n3:5000-9900}.|Stamped on "
	    "the packages is a code between {n2:1000-4900} and "
	    "{n3:5000-9900}." },
	{ "warning.3",
	    "A laboratory in {place2} found traces of cadmium.|Cadmium was "
	    "what chemists in {place2} came upon.|Analysts from {place2} "
	    "proved that cadmium was in it." },
	{ "warning.4",
	    "Health minister {P1} told buyers to return them.|Take them back "
	    "to the shop, advised {P1}, minister of health.|{P1}, in charge of "
	    "health, asked the public to hand in what it has at home." },
	{ "warning.5",
	    "The goods came from a supplier in {country2}, {brand2}.|{brand2}, "
	    "a subcontractor in {country2}, had delivered them.|They were "
	    "produced by {brand2} of {country2}." },
	{ "warning.6",
	    "{n4:2-9} children are in hospital in {place1}.|Hospitals of "
	    "{place1} are treating {n4:2-9} children.|Among the patients in "
	    "{place1} are {n4:2-9} minors." },
	{ "warning.7",
	    "{brand1} stock lost {n5:4-29} percent.|On the exchange {brand1} "
	    "fell by {n5:4-29} percent.|Investors marked {brand1} down "
	    "{n5:4-29} percent." },
	{ "schools.c", "education" },
	{ "schools.t",
	    "{place1} to close {n1:3-28} schools|{n1:3-28} schools shut in "
	    "{place1} savings plan of {p1}|{p1} plan: {n1:3-28} {place1} "
	    "schools face closure" },
	{ "schools.1",
	    "{place1} will close {n1:3-28} schools by {n2:2027-2031}, "
	    "councillor {P1} announced.|Councillor {P1} wants {n1:3-28} "
	    "schools of {place1} shut until {n2:2027-2031}.|For {n1:3-28} "
	    "schools in {place1} lessons end no later than {n2:2027-2031}, as "
	    "{P1} of the council made known." },
	{ "schools.2",
	    "The number of pupils has fallen by {n3:11-48} percent to "
	    "{n4:2100-29000}.|{n4:2100-29000} children are left in the "
	    "classrooms, {n3:11-48} percent fewer than once.|With "
	    "{n4:2100-29000} pupils the town counts {n3:11-48} percent less "
	    "than before." },
	{ "schools.3",
	    "{P2} of the parents' association promised resistance.|Parents "
	    "will not put up with it, said {P2}, their elected voice.|An "
	    "outcry came from {P2}, who speaks for mothers and fathers." },
	{ "schools.4",
	    "{n5:60-800} teachers are to move to {place2}.|{place2} gets "
	    "{n5:60-800} of the teachers.|Teaching staff, {n5:60-800} of them, "
	    "will be transferred to {place2}." },
	{ "schools.5",
	    "The {village1} school, built in {n6:1870-1960}, becomes a "
	    "{=thing}.|Out of the {n6:1870-1960} building at {village1} a "
	    "{=thing} shall be made.|A {=thing} moves into the house of "
	    "{n6:1870-1960} in {village1}." },
	{ "schools.6",
	    "The savings amount to {n7:2-40} million a year.|{n7:2-40} million "
	    "are spared annually.|Every year the treasurer keeps {n7:2-40} "
	    "million." },
	{ "catch.c", "environment" },
	{ "catch.t",
	    "{country1} and {country2} agree on herring quota|Herring: "
	    "{n1:12-98} thousand tonnes for {country1}|Fishermen of {place1} "
	    "angry at herring deal with {country2}" },
	{ "catch.1",
	    "{country1} and {country2} settled their dispute over herring: "
	    "{n1:12-98} thousand tonnes may be caught.|The herring row is "
	    "over; {country2} grants {country1} {n1:12-98} thousand tonnes.|Of "
	    "the herring, {n1:12-98} thousand tonnes go to {country1}, "
	    "negotiators of {country2} conceded." },
	{ "catch.2",
	    "Ministers {P1} and {P2} signed in {place3} after {n2:9-40} "
	    "hours.|After {n2:9-40} hours in {place3}, {P1} and {P2} put their "
	    "names under it.|It took {P1} and {P2} {n2:9-40} hours of "
	    "bargaining in {place3}." },
	{ "catch.3",
	    "The harbour of {place1} loses {n3:12-180} boats.|{n3:12-180} "
	    "vessels of {place1} will have to be scrapped.|For {place1} it "
	    "means {n3:12-180} cutters fewer." },
	{ "catch.4",
	    "{P3}, skipper of the {brand1}, spoke of a funeral.|A funeral, "
	    "that is how the {brand1}'s skipper {P3} sees it.|On board of the "
	    "{brand1}, {P3} compared the day with a burial." },
	{ "catch.5",
	    "Scientists had advised a limit of {n4:5-11} thousand.|No more "
	    "than {n4:5-11} thousand was the counsel of biologists.|Marine "
	    "researchers held {n4:5-11} thousand to be the utmost." },
	{ "catch.6",
	    "Nets must have meshes of {n5:32-90} millimetres.|{n5:32-90} "
	    "millimetres is prescribed as mesh width.|Meshes narrower than "
	    "{n5:32-90} millimetres are forbidden." },
	{ "plant.c", "business" },
	{ "plant.t",
	    "{brand1} picks {village1} for {=goods} plant|{village1} wins "
	    "{brand1} works, {n1:200-2900} jobs|{n1:200-2900} jobs for "
	    "{village1} as {brand1} builds" },
	{ "plant.1",
	    "{brand1} will build a factory for {=goods} in {village1} and hire "
	    "{n1:200-2900} people.|{village1} gets a {=goods} works of "
	    "{brand1} with {n1:200-2900} jobs.|{n1:200-2900} find employment "
	    "when {brand1} turns out {=goods} at {village1}." },
	{ "plant.2",
	    "The investment comes to {n2:80-970} million, of which {country1} "
	    "pays {n3:5-60}.|{n2:80-970} million will be spent; {n3:5-60} are "
	    "a grant of {country1}.|{country1} adds {n3:5-60} to a budget of "
	    "{n2:80-970} million." },
	{ "plant.3",
	    "Governor {P1} praised what she called a beginning.|A beginning, "
	    "governor {P1} rejoiced.|{P1}, the governor, was full of praise: "
	    "this was only the start." },
	{ "plant.4",
	    "{place2} and {place3} had applied as well.|Beaten were {place2} "
	    "and {place3}.|Rivals in {place2} and {place3} came away with "
	    "nothing." },
	{ "plant.5",
	    "Farmer {P2} refuses to sell {n4:3-60} hectares.|{n4:3-60} "
	    "hectares belong to {P2}, a farmer who will not part with "
	    "them.|Whether {P2} gives up {n4:3-60} hectares of farmland is "
	    "uncertain." },
	{ "plant.6",
	    "Production starts in {n5:2027-2032} with machines of "
	    "{brand2}.|{brand2} delivers the machinery; {n5:2027-2032} is the "
	    "year of the opening.|From {n5:2027-2032} the equipment of "
	    "{brand2} is to run." },
	{ 0 },
};
