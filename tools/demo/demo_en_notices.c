/*
 * English: notices, which come every day with the same wording and other names
 * and numbers, and series, stories that run for days.
 */
#include "tools/demo/demo_text_impl.h"

const struct tcn_demo_rule tcn_demo_en_notices[] = {
	/* In the order of the table in demo_plan.c. */
	{ "notices",
	    "nav|dividend|weather|stars|score|traffic|stocks|lottery" },

	{ "nav.c", "business" },
	{ "nav.t", "{brand1} {fund} Fund: Net Asset Value(s)" },
	{ "fund",
	    "Growth|Income|Bond|Balanced|Equity|Property|Global|Small "
	    "Companies" },
	{ "nav.l",
	    "The net asset value per share of the {brand1} Fund as at close of "
	    "business was {r:80-900}.{r:10-99}." },
	{ "nav.s",
	    "Number of shares in issue: {r:100000-9000000}.|This notice is "
	    "issued by the fund's administrator.|The value includes income." },

	{ "dividend.c", "business" },
	{ "dividend.t",
	    "{brand1} declares quarterly dividend of {r:5-95} cents per "
	    "share" },
	{ "dividend.l",
	    "The board of {brand1} has declared a quarterly dividend of "
	    "{r:5-95} cents per share, payable to holders of record." },
	{ "dividend.s",
	    "The ex-dividend date follows on {day}.|Forward-looking statements "
	    "involve risks.|Further information is available from investor "
	    "relations." },

	{ "weather.c", "weather" },
	{ "weather.t",
	    "Weather forecast for {place1}: {sky}, highs of {r:-4-29}" },
	{ "sky",
	    "sunny spells|light rain|fog at first|showers|clear and "
	    "dry|cloudy|gusty|thunder later" },
	{ "weather.l",
	    "Weather forecast for {place1} and surroundings: {sky}, later "
	    "{sky}." },
	{ "weather.s",
	    "Highs of {r:3-29} degrees, at night down to {r:-6-14}.|Wind from "
	    "the {wind} at {r:5-50} kilometres an hour.|Chance of rain: "
	    "{r:0-100} percent.|Outlook for tomorrow: {sky}." },
	{ "wind", "north|south|west|east|north-west|south-west" },

	{ "stars.c", "life" },
	{ "stars.t", "Your horoscope for {day}: {=sign}" },
	{ "sign",
	    "Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|"
	    "Capricorn|Aquarius|Pisces" },
	{ "stars.l",
	    "{=sign}: A {=adj} day lies ahead; do not sign for {=goods} before "
	    "noon." },
	{ "stars.s",
	    "In love, patience pays.|An old friend from {place2} may "
	    "call.|Your lucky number is {n1:1-49}.|Avoid quarrels about a "
	    "{=noun}.|Money: keep it together." },

	{ "score.c", "sport" },
	{ "score.t", "Full-time match report: {village1} against {village2}" },
	{ "score.l",
	    "Full-time in the {league}: {village1} {n1:0-4}-{n2:0-3} "
	    "{village2}." },
	{ "league",
	    "First Division|Second Division|National League|Cup|Youth League" },
	{ "score.s",
	    "Half-time: {n3:0-1}-{n4:0-1}.|Attendance: "
	    "{n5:400-39000}.|Referee: {p1}.|Booked: {p2}, {p3}." },

	{ "traffic.c", "local" },
	{ "traffic.t", "Traffic update: expect delays near {village1}" },
	{ "road",
	    "A{r:1-99}|B{r:100-999}|B{r:100-999}|C{r:1000-4999}|C{r:1000-4999}|"
	    "{p8} Street|{p9} Road" },
	{ "traffic.l",
	    "Traffic update for {village1}: expect delays of {r:5-70} minutes "
	    "on {road}." },
	{ "traffic.s",
	    "Cause: {jam}.|Diversions are signposted.|Buses run as usual.|The "
	    "next update follows in an hour." },
	{ "jam",
	    "roadworks|a broken-down vehicle|heavy traffic|a burst pipe|a "
	    "closed lane" },

	{ "stocks.c", "business" },
	{ "stocks.t",
	    "Stock market report: {place1} index {session} {updown} "
	    "{r:0-2}.{r:0-9} percent" },
	{ "session", "opens|at midday|closes" },
	{ "updown", "up|down" },
	{ "stocks.l",
	    "The {place1} stock market index {session} {updown} "
	    "{r:0-2}.{r:0-9} percent at {r:1000-9000} points." },
	{ "stocks.s",
	    "Gainers included {brand1} and {brand2}.|{brand3} was the biggest "
	    "loser.|Volume was {r:20-400} million shares.|Government bonds "
	    "were little changed." },

	{ "lottery.c", "life" },
	{ "lottery.t", "{country1} lottery: winning numbers for {day}" },
	{ "lottery.l",
	    "The winning numbers are {n1:1-9}, {n2:10-19}, {n3:20-29}, "
	    "{n4:30-39}, {n5:40-49}." },
	{ "lottery.s",
	    "All figures without guarantee.|The jackpot stands at {n6:1-40} "
	    "million.|The next draw follows in three days." },

	{ "series", "trial|strike|tour|talks|expedition|inquiry" },
	{ "trial.c", "justice" },
	{ "trial.t",
	    "{p1} trial: {witness} takes the stand in {place1}|Day in court: "
	    "{p1} {plea} {place1} bribery charges|{p1} trial hears of {r:2-90} "
	    "phone calls|Judge {p2} warns lawyers at {p1} trial" },
	{ "witness",
	    "banker|gardener|former "
	    "minister|accountant|neighbour|driver|pilot" },
	{ "plea", "denies|answers|laughs at|stays silent on" },
	{ "trial.l",
	    "The trial of former governor {P1} went on in {place1} with a "
	    "{witness} on the stand.|Former governor {P1}, charged with "
	    "bribery, followed the hearing in {place1} without a word." },
	{ "trial.s",
	    "Judge {P2} closed the session at {r:2-6}.|Prosecutor {P3} showed "
	    "letters.|Counsel {P4} called them copies.|The jury visits a villa "
	    "near {place2} on {day}.|A verdict is expected in spring.|The sum "
	    "at issue: {n1:3-60} million." },
	{ "strike.c", "transport" },
	{ "strike.t",
	    "{brand1} pilots' strike: {r:20-300} flights cancelled|{brand1} "
	    "and pilots meet again in {place1}|{brand1} strike goes on, "
	    "passengers camp in {place1}|{brand1} pilots reject offer of "
	    "{r:3-9} percent" },
	{ "strike.l",
	    "The strike of pilots at the airline {brand1} goes on; {r:20-300} "
	    "flights were cancelled.|Talks between {brand1} and its pilots in "
	    "{place1} ended without a result." },
	{ "strike.s",
	    "Union leader {P1} asks for {n1:6-15} percent.|{brand1} flies only "
	    "to {country2}.|Hotels in {place1} are full.|Personnel chief {P2} "
	    "sees no room.|A mediator, {P3}, was called.|The strike began on a "
	    "Sunday." },
	{ "tour.c", "sport" },
	{ "tour.t",
	    "{country1} cycling tour: {rider} wins stage to {town}|{rider} "
	    "keeps yellow jersey in {country1} tour|Crash splits field on "
	    "{country1} tour stage to {town}" },
	{ "rider", "{p1}|{p2}|{p3}|{p4}" },
	{ "town", "{place1}|{place2}|{place3}|{place4}|{place5}|{place6}" },
	{ "tour.l",
	    "{rider} won the stage to {town} of the {country1} cycling tour by "
	    "{r:1-90} seconds.|On the climb to {town} the {country1} cycling "
	    "tour lost {r:2-9} riders." },
	{ "tour.s",
	    "The field rode {r:120-240} kilometres.|{P5} of team {brand1} is "
	    "third.|A dog ran across the road.|Tomorrow leads to {town}.|{P6} "
	    "gave up with a broken wrist.|Wind from the side split the "
	    "bunch." },
	{ "talks.c", "politics" },
	{ "talks.t",
	    "{country1} and {country2} talk about {place1} canal for another "
	    "day|Envoy {p1} sees progress in {place1} canal talks|{place1} "
	    "canal talks stall over toll|{country2} leaves {place1} canal "
	    "talks, returns" },
	{ "talks.l",
	    "Delegations of {country1} and {country2} sat down again over the "
	    "{place1} canal.|Envoy {P1} spoke of small steps in the talks on "
	    "the {place1} canal." },
	{ "talks.s",
	    "At issue is a toll of {n1:2-40} thousand a ship.|{P2} leads the "
	    "delegation of {country2}.|The meal was served late.|Pilots on the "
	    "canal go on working.|A paper of {r:9-60} pages was exchanged.|The "
	    "talks resume in the morning." },
	{ "expedition.c", "science" },
	{ "expedition.t",
	    "Ice ship {brand1} {icework} at {r:70-84} degrees north|{brand1} "
	    "expedition finds {ice} under polar ice|Storm holds ice ship "
	    "{brand1}|Letters from the ice: {p1} aboard the {brand1}" },
	{ "icework", "drifts|drills|turns south|is stuck|moves again" },
	{ "ice", "warm water|old pollen|unknown sponges|thin spots|a ridge" },
	{ "expedition.l",
	    "The research ship {brand1} {icework} in the polar ice with "
	    "{n1:30-90} people aboard.|Chief scientist {P1} reported from the "
	    "ice ship {brand1} by satellite." },
	{ "expedition.s",
	    "The air has {r:18-44} degrees of frost.|A bear visited the "
	    "camp.|Cook {P2} bakes at night.|The drill reached {r:200-2900} "
	    "metres.|The ship is due in {place1} in {n2:2-9} weeks.|Divers saw "
	    "{ice}." },
	{ "inquiry.c", "politics" },
	{ "inquiry.t",
	    "{place1} stadium inquiry: {clue}|Inquiry into {place1} stadium "
	    "hears {p1}|{place1} stadium cost {r:200-900} million, inquiry "
	    "told|{p1} contradicts {p2} at {place1} stadium inquiry" },
	{ "clue",
	    "papers missing|second contract found|roof never tested|auditor "
	    "speaks|emails read out" },
	{ "inquiry.l",
	    "The inquiry into the {place1} stadium roof heard another witness: "
	    "{clue}.|Architect {P1} told the {place1} stadium inquiry about "
	    "the roof." },
	{ "inquiry.s",
	    "Chair {P3} asked {r:20-90} questions.|Builder {brand1} sent "
	    "lawyers.|The roof weighs {n1:400-4000} tonnes.|{P2} could not "
	    "remember.|Hearings go on until {day}.|The report is due in "
	    "autumn." },
	{ 0 },
};
