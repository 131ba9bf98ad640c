/*
 * engine/facts/fact_words_en.c - the words of English
 */
#include "engine/facts/fact_words_impl.h"

static const struct tcn_fact_row rows[] = {
	{ .is = TCN_FACT_VERB,
	    .words = ("is, are, was, were, be, been, being, has, have, had, "
		      "do, does, did, will, would, can, could, may, might, "
		      "must, shall, should, isn, aren, wasn, weren, won, "
		      "wouldn, doesn, didn, hasn, haven, ll, ve, re") },
	{ .is = TCN_FACT_VERB,
	    .words = ("say, says, said, tell, tells, told, announce, "
		      "announces, announced, report, reports, reported, "
		      "confirm, confirms, confirmed, warn, warns, warned, "
		      "claim, claims, claimed, deny, denies, denied, admit, "
		      "admits, admitted, call, calls, called, ask, asks, "
		      "asked, urge, urges, urged, vow, vows, vowed, reveal, "
		      "reveals, revealed, show, shows, showed, suggest, "
		      "suggests, suggested, expect, expects, expected, think, "
		      "thinks, believe, believes, know, knows, fear, fears") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("kill, kills, killed, killing, die, dies, died, dying, "
		 "injure, injures, injured, hurt, hurts, wound, wounds, "
		 "wounded, hit, hits, hitting, strike, strikes, struck, shake, "
		 "shakes, shook, rock, rocks, rocked, destroy, destroys, "
		 "destroyed, damage, damages, damaged, crash, crashes, "
		 "crashed, collide, collides, collided, collapse, collapses, "
		 "collapsed, explode, explodes, exploded, burn, burns, burned, "
		 "sink, sinks, sank, capsize, capsizes, capsized, derail, "
		 "derails, derailed, flood, floods, flooded, trap, traps, "
		 "trapped, rescue, rescues, rescued, save, saves, saved, "
		 "search, searches, searched, find, finds, found, evacuate, "
		 "evacuates, evacuated, flee, flees, fled, shoot, shoots, "
		 "shot, attack, attacks, attacked, bomb, bombs, bombed, blast, "
		 "blasts, arrest, arrests, arrested, charge, charges, charged, "
		 "detain, detains, detained, jail, jails, jailed, sentence, "
		 "sentenced, accuse, accuses, accused, sue, sues, sued") },
	{ .is = TCN_FACT_VERB,
	    .words =
		("rise, rises, rose, climb, climbs, climbed, fall, falls, "
		 "fell, drop, drops, dropped, jump, jumps, jumped, soar, "
		 "soars, soared, surge, surges, surged, slump, slumps, gain, "
		 "gains, gained, lose, loses, lost, beat, beats, win, wins, "
		 "lead, leads, led, cut, cuts, raise, raises, raised, buy, "
		 "buys, bought, sell, sells, sold, acquire, acquires, "
		 "acquired, pay, pays, paid, spend, spends, offer, offers, "
		 "offered, bid, bids, agree, agrees, agreed, reject, rejects, "
		 "rejected, approve, approves, approved, close, closes, "
		 "closed, open, opens, opened, halt, halts, halted, resign, "
		 "resigns, resigned, quit, quits, name, names, named, "
		 "nominate, nominates, nominated, appoint, appoints, "
		 "appointed, elect, elects, elected, vote, votes, voted, ban, "
		 "bans, banned, block, blocks, blocked, launch, launches, "
		 "launched, release, releases, released, unveil, unveils, "
		 "unveiled, recall, recalls, recalled, plan, plans, planned, "
		 "start, starts, started, begin, begins, began, end, ends, "
		 "ended, stop, stops, stopped, continue, continues, continued, "
		 "remain, remains, remained, become, becomes, became, come, "
		 "comes, came, go, goes, went, make, makes, made, take, takes, "
		 "took, get, gets, got, give, gives, gave, leave, leaves, "
		 "left, leaving, see, sees, saw, seek, seeks, sought, face, "
		 "faces, faced, meet, meets, met, hold, holds, held, set, "
		 "sets, put, puts, keep, keeps, kept, turn, turns, turned, "
		 "run, runs, ran, move, moves, moved, send, sends, sent, "
		 "bring, brings, brought, reach, reaches, reached, break, "
		 "breaks, broke, join, joins, joined, help, helps, helped, "
		 "need, needs, needed, want, wants, wanted, try, tries, tried, "
		 "use, uses, used, work, works, worked, blame, blames, blamed, "
		 "cause, causes, caused, force, forces, forced, spark, sparks, "
		 "sparked, cancel, cancels, canceled, cancelled, suspend, "
		 "suspends, suspended, issue, issues, issued, declare, "
		 "declares, declared, investigate, investigates, investigated, "
		 "probe, probes, respond, responds, responded, return, "
		 "returns, returned, arrive, arrives, arrived, visit, visits, "
		 "visited, post, posts, posted, file, files, filed, ease, "
		 "eases, slow, slows, grow, grows, grew, add, adds, added, "
		 "slip, slips, slipped, edge, edges, top, tops, miss, misses, "
		 "follow, follows, followed, hear, heard, look, looks, looked, "
		 "push, pushes, pushed, pull, pulls, pulled, carry, carries, "
		 "carried, mark, marks, marked, play, plays, played, feel, "
		 "feels, felt, drive, drives, drove, throw, throws, threw, "
		 "fight, fights, fought, protest, protests, protested, clash, "
		 "clashes, clashed, threaten, threatens, threatened, target, "
		 "targets, targeted, seize, seizes, seized, pass, passes, "
		 "passed, fail, fails, failed, sign, signs, signed, back, "
		 "backs, backed, support, supports, supported, prepare, "
		 "prepares, prepared, receive, receives, received, deploy, "
		 "deploys, deployed, restore, restores, restored, rule, rules, "
		 "ruled, order, orders, ordered, hail, hails, hailed, slam, "
		 "slams, slammed, mourn, mourns, mourned, weigh, weighs, "
		 "weighed, eyes, tumble, tumbles, tumbled, rally, rallies, "
		 "rallied, expand, expands, expanded, hire, hires, hired, "
		 "fire, fires, fired, settle, settles, settled, debut, debuts, "
		 "star, stars, reopen, reopens, reopened, resume, resumes, "
		 "resumed, extend, extends, extended, delay, delays, delayed, "
		 "defend, defends, defended, insist, insists, insisted, "
		 "criticise, criticises, criticised, criticize, criticizes, "
		 "criticized, praise, praises, praised, estimate, estimates, "
		 "estimated, identify, identifies, identified, recover, "
		 "recovers, recovered, survive, survives, survived, escape, "
		 "escapes, escaped, swept, sweep, sweeps, batter, batters, "
		 "battered, shut, shuts") },
	{ .is = TCN_FACT_CUT,
	    .words =
		("a, an, the, of, in, on, at, to, for, from, by, with, and, "
		 "or, but, as, into, over, under, between, near, than, that, "
		 "which, who, whose, is, are, was, were, has, have, had, his, "
		 "her, its, their, our, my, your, this, these, after, before, "
		 "because, since, while, per, about, against, during, via") },
	/* What asks, and what tells the reader what to do. */
	{ .is = TCN_FACT_OPENING,
	    .words = ("what, how, why, here are, here is, here s, how to, ways "
		      "to, tips") },
	{ .is = TCN_FACT_OPENING,
	    .words =
		("help, keep, stay, watch, follow, pls, plz, donate, tweet, "
		 "look, see, check, read, share, click, join, listen, visit, "
		 "remember, let, lets, don, stop, imagine") },
	{ .is = TCN_FACT_OPENING,
	    .words =
		("he, she, it, they, this, that, these, those, his, her, its, "
		 "their, such, but, and, so, then, also, however, meanwhile, "
		 "the bank, the company, the firm, the group, the agency, the "
		 "minister, the official, the man, the woman, the two") },
	{ .is = TCN_FACT_FIRST,
	    .words = "i, we, me, my, our, ours, myself, ourselves, im, ive" },
	{ .is = TCN_FACT_PRAYER,
	    .words =
		("pray, prays, praying, prayer, prayers, pray for, thoughts "
		 "and prayers, condolences, condolence, rip, rest in peace, "
		 "god bless, god help, heart goes out, hearts go out, thoughts "
		 "are with, stay safe, my heart") },
	{ .is = TCN_FACT_ASIDE,
	    .words = ("after, as, on, over, amid, amidst, following, despite, "
		      "while, because, because of, since, in the wake of, in "
		      "wake of, in response to, in the aftermath of") },
	{ .is = TCN_FACT_CAUSE,
	    .words = ("because, because of, caused by, due to, blamed, blame, "
		      "blames, after, sparked by, triggered by, the cause, "
		      "cause of, cause was, as a result of, stemmed from") },
	{ .is = TCN_FACT_RESPONSE,
	    .words = ("inquiry, investigation, investigating, investigators, "
		      "state of emergency, ordered, orders, urged, called for, "
		      "appealed, pledged, vowed, promised, deployed, sent, "
		      "relief, aid, sanctions, resigned, banned, recall, "
		      "recalled, suspended, evacuated, warned") },
	{ .is = TCN_FACT_PRAYER,
	    .words = ("you, your, yours, hope, hoping, kindly, please, omg, "
		      "wtf, smh, lol, lmao, wow") },
	{ .is = TCN_FACT_PRAYER,
	    .words = "thoughts with, aww, sending love, rt, retweet" },
	{ .is = TCN_FACT_PRAYER,
	    .words = "welp, ugh, yikes, crazy news, sad news, so sad, thoughts "
		     "go out" },
	{ .is = TCN_FACT_PREFIX,
	    .words =
		("breaking, breaking news, just in, update, updates, "
		 "updated, live, live blog, live updates, video, videos, "
		 "watch, photos, photo, pictures, in pictures, gallery, "
		 "exclusive, urgent, alert, news alert, flash, "
		 "developing, listen, audio, analysis, factbox, timeline, "
		 "wrapup, correction, corrected, refile, text, poll, q a, "
		 "explainer, podcast, breakingnews, latest, more, new, mt, "
		 "rpt, "
		 "new photo, new video, chronology, scenarios, snapshot") },
	{ .is = TCN_FACT_PERSON,
	    .words =
		("person, people, persons, men, women, man, woman, child, "
		 "children, boys, girls, boy, girl, students, student, "
		 "workers, worker, miners, firefighters, firefighter, police "
		 "officers, officers, officer, soldiers, soldier, troops, "
		 "residents, villagers, tourists, pupils, others, civilians, "
		 "victims, victim, adults, patients, foreigners, nationals, "
		 "migrants, protesters, demonstrators, suspects, suspect, "
		 "gunmen, militants, rebels, policemen, teenagers, teens, "
		 "babies, crew members, spectators, runners, employees, staff, "
		 "lives, souls, drivers, pilots, sailors, fishermen, guests, "
		 "citizens, members, inmates, prisoners, families") },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words =
		("are, were, was, is, have, has, had, been, be, being, "
		 "reported, reportedly, confirmed, believed, now, still, "
		 "already, so far, also, officially, known, presumed, listed, "
		 "said, to, to be, to have, as, the, more, feared, thought, "
		 "declared, pronounced, all, others, gone, went") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words =
		("to, has, have, had, now, the, a, as, than, been, is, was, "
		 "are, were, some, other, people as, off, up, down, least") },
	{ .is = TCN_FACT_GAP_BEFORE,
	    .words = "no one, not one, no-one, none, no" },
	{ .is = TCN_FACT_OBJECT,
	    .words = ("homes, houses, buildings, villages, towns, schools, "
		      "cars, vehicles, flights, countries, states, cities, "
		      "areas, properties, hospitals, shops, businesses, boats, "
		      "ships, aircraft, planes, dogs, animals, cattle, birds, "
		      "cows, horses, bridges, hotels, jobs, attacks, ways, "
		      "things, districts, provinces, neighborhoods, "
		      "neighbourhoods, communities, parts") },
	{ .is = TCN_FACT_UNIT,
	    .words =
		("year, years, yr, yrs, month, months, week, weeks, day, days, "
		 "hour, hours, hrs, minute, minutes, mins, second, seconds, "
		 "percent, per cent, pct, percentage, points, point, km, kms, "
		 "kilometers, kilometres, kilometer, mile, miles, mi, meter, "
		 "meters, metre, metres, m, feet, foot, ft, cm, mm, inches, "
		 "inch, acres, hectares, degrees, c, f, kg, tons, tonnes, "
		 "pounds, lbs, litres, liters, gallons, barrels, am, pm, o "
		 "clock, gmt, est, utc, times, time, story, storey, zone, "
		 "limit, curve, mph, kph, kmh, km h, s, th, shares, votes, "
		 "seats, old, cents, bps, pips, mw, mg, gb, mb, percentile, "
		 "questions, phase, stage, category, level, dead or missing, "
		 "killed or injured, killed or wounded, dead and missing, dead "
		 "and injured, dead or injured, injured or killed, killed and "
		 "injured, killed or missing, dead or wounded") },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("dead, killed, died, bodies, dead bodies, deaths, fatalities, "
		 "perished, die, lost their lives, lost their life, lose their "
		 "lives, dead and, fatally shot, shot dead, corpses, drowned, "
		 "fatally injured, slain, massacred, lives lost, lives have "
		 "been lost, dead people, dies, people die"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("kills, killed, kill, killing, claims the lives of, "
		      "claimed the lives of, leaves dead, deaths, death toll, "
		      "death toll rises, death toll now, toll, fatalities, "
		      "deaths rise, deaths rises, left dead, kills at least, "
		      "murdered, murders, bodies of, deathtoll, killed are"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_AFTER,
	    .words = ("injured, hurt, wounded, injuries, casualties treated, "
		      "hospitalized, hospitalised, hospitalised with, in "
		      "hospital, taken to hospital, wounding, treated for "
		      "injuries, treated in hospital"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("injures, hurts, wounds, wounding, injuring, injured, "
		      "wounded, injuries, hospitalizes, hurting, hurt"),
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_AFTER,
	    .words = "missing, unaccounted for, unaccounted, disappeared",
	    .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_BEFORE, .words = "missing", .slot = TCN_SLOT_MISSING },
	{ .is = TCN_FACT_AFTER,
	    .words = ("rescued, saved, pulled alive, pulled out alive, "
		      "plucked, pulled from, brought to safety, survivors, "
		      "survived, airlifted"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("rescues, rescued, saves, saved, rescuing, saving, "
		      "survivors, airlifts"),
	    .slot = TCN_SLOT_RESCUED },
	{ .is = TCN_FACT_AFTER,
	    .words =
		("evacuated, displaced, homeless, evacuees, left their homes, "
		 "fled their homes, fled, forced from their homes, forced to "
		 "leave, forced to flee, forced out, moved to safety, without "
		 "homes, leave their homes, flee their homes, flee"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("evacuates, evacuated, evacuate, displaces, displaced, "
		      "displacing, evacuating, evacuation of"),
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_AFTER,
	    .words = ("arrested, detained, held, arrests, in custody, taken "
		      "into custody, apprehended, arrests made"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("arrests, arrest, arrested, detains, detained, detain, "
		      "arresting, detaining"),
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER,
	    .words = "aboard, on board, onboard",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON,
	    .words = "passengers and crew",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_BEFORE,
	    .words = "carrying, with aboard, carried",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_COUNT,
	    .words = "toll, number, count, figure, tally, total, death toll "
		     "rises, death toll now, deaths rise, deaths rises" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = ("death toll, number of dead, number of deaths, body "
		      "count, number of people killed, number of victims, "
		      "deathtoll, death count"),
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_RISE | TCN_FACT_FALL,
	    .words = "reduced, reduces, lowered, lowers, lower, cut, cuts, "
		     "revises, revise, revised, falls, fell, drops, dropped, "
		     "corrects, corrected, downgraded" },
	{ .is = TCN_FACT_RISE,
	    .words = ("rises, rise, rose, rising, risen, climbs, climb, "
		      "climbed, climbing, jumps, jumped, grows, grew, grown, "
		      "increases, increased, increase, reaches, reached, "
		      "stands, stood, stands at, stood at, put at, now at, is "
		      "at, was at, remains at, now, hits, goes up, went up, "
		      "up, soars, tops, passes, is, was, mounts, raised, "
		      "updated, revised, nears, nearing, hit, put") },
	{ .is = TCN_FACT_TO, .words = "to, past" },
	{ .is = TCN_FACT_FROM,
	    .words = ("from, of the, including, between, one in, one of every, "
		      "age, aged") },
	{ .is = TCN_FACT_CONTEXT,
	    .words = "casualties, victims",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_SUIT, .words = "lawsuit, lawsuits, suit" },
	{ .is = TCN_FACT_NONE,
	    .words = "no, not, without, nobody, none, zero" },
	{ .is = TCN_FACT_QUAKE,
	    .words = "quake, quakes, earthquake, earthquakes, temblor, tremor, "
		     "magnitude quake, magnitude earthquake, main shock, "
		     "mainshock" },
	{ .is = TCN_FACT_LIMIT,
	    .words = "limit, limits, limited, restricted, speed limit, "
		     "allowed, permitted, curve of, zone of" },
	{ .is = TCN_FACT_AFTERSHOCK, .words = "aftershock, aftershocks" },
	{ .is = TCN_FACT_LEAST,
	    .words = ("at least, more than, over, no fewer than, no less than, "
		      "not less than, a minimum of, or more, plus, upwards of, "
		      "minimum, above, exceeds, exceeded, beyond") },
	{ .is = TCN_FACT_MOST,
	    .words = ("up to, as many as, at most, feared, no more than, fewer "
		      "than, less than, under, below, maximum, a maximum of") },
	{ .is = TCN_FACT_ABOUT,
	    .words = ("about, around, nearly, almost, some, roughly, "
		      "approximately, an estimated, estimated, close to, "
		      "approx, circa, near, nears, nearing, approaches, more "
		      "or less, or so") },
	{ .is = TCN_FACT_MORE,
	    .words = ("another, further, a further, additional, an additional, "
		      "more, extra") },
	{ .is = TCN_FACT_MAY,
	    .words = ("could, may, might, would, should, possibly, perhaps, "
		      "expected, likely, if, will") },
	{ .is = TCN_FACT_HISTORY,
	    .words = ("since, worst, deadliest, anniversary, ago, largest "
		      "since, years ago, last time, previous, history, "
		      "commemorate, remember, remembered, memorial") },
	{ .is = TCN_FACT_TIMES, .words = "thousand, k", .lo = 1000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "million, millions, mln, mn, mio, m",
	    .lo = 1000000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "billion, billions, bln, bn, b",
	    .lo = 1000000000 },
	{ .is = TCN_FACT_TIMES,
	    .words = "trillion, tn, trln",
	    .lo = 1000000000000 },
	{ .is = TCN_FACT_TIMES, .words = "dozen", .lo = 12 },
	{ .is = TCN_FACT_TIMES, .words = "hundred", .lo = 100 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "dozens, scores of dozens",
	    .lo = 24,
	    .hi = 99 },
	{ .is = TCN_FACT_VAGUE, .words = "scores", .lo = 40, .hi = 199 },
	{ .is = TCN_FACT_VAGUE, .words = "hundreds", .lo = 200, .hi = 999 },
	{ .is = TCN_FACT_VAGUE, .words = "thousands", .lo = 2000, .hi = 9999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "tens of thousands",
	    .lo = 20000,
	    .hi = 99999 },
	{ .is = TCN_FACT_VAGUE,
	    .words = "hundreds of thousands",
	    .lo = 200000,
	    .hi = 999999 },
	{ .is = TCN_FACT_OF, .words = "of" },
	{ .is = TCN_FACT_MONEY,
	    .words = ("dollar, dollars, usd, us dollars, dlrs, dlr, u s "
		      "dollars, bucks"),
	    .unit = "USD" },
	{ .is = TCN_FACT_MONEY, .words = "euro, euros, eur", .unit = "EUR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "pounds sterling, gbp, sterling, stg, pounds",
	    .unit = "GBP" },
	{ .is = TCN_FACT_MONEY, .words = "yen, jpy", .unit = "JPY" },
	{ .is = TCN_FACT_MONEY,
	    .words = "yuan, cny, rmb, renminbi",
	    .unit = "CNY" },
	{ .is = TCN_FACT_MONEY, .words = "rupees, inr, rs", .unit = "INR" },
	{ .is = TCN_FACT_MONEY,
	    .words = "francs, swiss francs, chf",
	    .unit = "CHF" },
	{ .is = TCN_FACT_MONEY, .words = "marks, dm", .unit = "DEM" },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = ("deal, takeover, acquisition, buyout, merger, purchase, "
		      "bid, price tag"),
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("buy, buys, buying, bought, acquire, acquires, acquired, "
		      "acquiring, sell, sells, sold, takes over, valued at, "
		      "for sale at"),
	    .slot = TCN_SLOT_PRICE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = ("damage, damages caused, losses, in damage, in losses, "
		      "in damages, cost of, repair bill"),
	    .slot = TCN_SLOT_DAMAGE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_BEFORE,
	    .words = "fine, penalty, settlement, fines, in fines, penalties",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_BEFORE,
	    .words = "fined, fines, fine, settle, settles, settled",
	    .slot = TCN_SLOT_FINE },
	{ .is = TCN_FACT_AFTER,
	    .words = ("magnitude, on the richter scale, richter, on the "
		      "richter, mag, mw, on richter scale, magnitude quake, "
		      "magnitude earthquake"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_AFTER | TCN_FACT_UNSURE,
	    .words = "earthquake, quake, temblor, tremor, m, aftershock",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_BEFORE,
	    .words =
		("magnitude, magnitude of, mag, richter, measuring, measured, "
		 "preliminary magnitude of, mw, richter scale at"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("earthquake, quake, quakes, temblor, tremor, richter, "
		      "magnitude, seismic, epicenter, epicentre, "
		      "seismologists, terremoto"),
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_GAP_BEFORE, .words = ("") },
	{ .is = TCN_FACT_AFTER,
	    .words = "mph, miles per hour, miles an hour",
	    .slot = TCN_SLOT_SPEED,
	    .unit = "mph" },
	{ .is = TCN_FACT_AFTER,
	    .words = ("km h, kmh, kph, kilometres per hour, kilometers per "
		      "hour, kilometres an hour, kilometers an hour"),
	    .slot = TCN_SLOT_SPEED,
	    .unit = "km/h" },
	{ .is = TCN_FACT_AFTER,
	    .words = "metres, meters, metre, meter, m",
	    .slot = TCN_SLOT_WATER,
	    .unit = "m" },
	{ .is = TCN_FACT_AFTER,
	    .words = "feet, ft, foot",
	    .slot = TCN_SLOT_WATER,
	    .unit = "ft" },
	{ .is = TCN_FACT_BEFORE,
	    .words = ("reached, reaches, reach, stands, stood, hits, hit, "
		      "crested, crests, peaked, peaks, rose, rises, risen, "
		      "rise, fell, falls, dropped, drops, level"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_CONTEXT,
	    .words = ("river, water, flood, floods, flooding, lake, dam, "
		      "reservoir, tide, creek, level, levels, gauge"),
	    .slot = TCN_SLOT_WATER },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "claims, claimed",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_CONTEXT,
	    .words =
		"lives, life, victims, outbreak, epidemic, virus, disease, "
		"fever, quake, earthquake, flood, floods, flooding, landslide, "
		"mudslide, avalanche, storm, storms, hurricane, typhoon, "
		"cyclone, tornado, blaze, fire, fires, wildfire, blast, "
		"explosion, bomb, bombing, attack, attacks, shooting, crash, "
		"collision, derailment, collapse, stampede, famine, heatwave, "
		"clashes, fighting, violence, massacre, disaster, tragedy",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_FROM, .words = "among them, among whom, of whom" },
	{ .is = TCN_FACT_GAP_MEASURE,
	    .words = "preliminary, strong, powerful, moment, on, scale, "
		     "initial, richter, preliminarily" },
	{ .is = TCN_FACT_GAP_AFTER | TCN_FACT_DEGREE,
	    .words = "seriously, badly, critically, slightly, severely, "
		     "gravely, lightly" },
	{ .is = TCN_FACT_DEGREE,
	    .words = "in critical condition, in serious condition, critical, "
		     "serious" },
	{ .is = TCN_FACT_PERSON,
	    .words =
		"insurgents, insurgent, fighters, terrorists, police, "
		"bystanders, passers-by, mourners, pilgrims, refugees, "
		"shoppers, worshippers, commuters, climbers, hikers, skiers, "
		"swimmers, journalists, peacekeepers, guards, cadets, "
		"recruits, marines, servicemen, crew, crewmen, detainees, "
		"hostages, medics, nurses, doctors, motorists, cyclists, "
		"pedestrians, farmers, laborers, labourers, infants, toddlers, "
		"youths, seamen, teenager, customers, clients, monks, priests, "
		"nuns, athletes, fans, politicians, officials, contractors, "
		"engineers, truckers, divers, rescuers, paramedics, asylum "
		"seekers, boys and girls, men and women, women and children" },
	{ .is = TCN_FACT_ALONE, .words = "alone" },
	{ .is = TCN_FACT_RATE,
	    .words =
		"every year, each year, per year, annually, yearly, every day, "
		"each day, per day, every month, each month, per month, every "
		"week, each week, per week, every hour, on average" },
	{ .is = TCN_FACT_RATE | TCN_FACT_UNSURE,
	    .words = "a year, a day, a month, a week, an hour, daily" },
	{ .is = TCN_FACT_PAST,
	    .words = "last year, last month, a year ago, a month ago, in "
		     "recent years, in the past year, last decade, a decade "
		     "ago, a year earlier, years earlier, a previous, two "
		     "world wars, the previous year, the year before" },
	{ .is = TCN_FACT_PAST | TCN_FACT_UNIT,
	    .words = "years ago, months ago, decades ago, years after, years "
		     "on, months after, decades after, years later, decades "
		     "later, years earlier, months earlier, decades earlier" },
	{ .is = TCN_FACT_MAY,
	    .words =
		"planned to, plans to, plan to, planning to, plotted to, "
		"plotting to, plot to, wanted to, wants to, tried to, tries "
		"to, attempted to, attempt to, threatened to, threatens to, "
		"threat to, vowed to, vows to, aims to, how to" },
	{ .is = TCN_FACT_OBJECT,
	    .words = "counts, charges, felonies, fronts, occasions, reasons, "
		     "tips, seasons, episodes, movies, films, books, songs, "
		     "products, devices, apps, models, stores, brands, "
		     "companies, firms, banks, projects, programs, programmes, "
		     "bills, goals, games, matches, rounds, records" },
	{ .is = TCN_FACT_BEFORE, .words = "wound", .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_RISE,
	    .words = "raises, raise, raising, "
		     "puts, bring, brings, brought, bringing, pushes, pushing, "
		     "pushed, takes, taking, took, ticks up, edges up, surges, "
		     "surged, doubles, topped, crosses, crossed" },
	{ .is = TCN_FACT_AT, .words = "at" },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "deaths, fatalities, the dead",
	    .slot = TCN_SLOT_DEAD },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "injuries, number of injured",
	    .slot = TCN_SLOT_INJURED },
	{ .is = TCN_FACT_COUNT | TCN_FACT_BEFORE,
	    .words = "arrests, number of arrests",
	    .slot = TCN_SLOT_ARRESTED },
	{ .is = TCN_FACT_AFTER | TCN_FACT_PERSON | TCN_FACT_UNSURE,
	    .words = "passengers",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_CONTEXT,
	    .words =
		"plane, planes, airliner, jet, aircraft, flight, flights, "
		"ferry, boat, ship, vessel, cruise, train, trains, bus, coach, "
		"helicopter, chopper, crash, crashes, crashed, crashing, sank, "
		"sinks, sinking, capsized, capsizes, derails, derailed, "
		"derailment, hijacked, carrying, aboard, on board, runway, "
		"airport, emergency landing, stranded",
	    .slot = TCN_SLOT_ABOARD },
	{ .is = TCN_FACT_MORE, .words = "new" },
	{ .is = TCN_FACT_OBJECT, .words = "settlement system" },
	{ .is = TCN_FACT_VERB,
	    .words = "kill or wound, kills or wounds, killing or wounding, "
		     "kill and wound, killed and wounded, kills and wounds" },
	{ .is = TCN_FACT_GAP_AFTER,
	    .words = "of a family, of one family, from one family, of the same "
		     "family, from the same family" },
	{ .is = TCN_FACT_AFTER,
	    .words = "forced from homes, forced from home, forced to evacuate, "
		     "driven from their homes",
	    .slot = TCN_SLOT_EVACUATED },
	{ .is = TCN_FACT_BEFORE | TCN_FACT_UNSURE,
	    .words = "m",
	    .slot = TCN_SLOT_MAGNITUDE },
	{ .is = TCN_FACT_PERSON | TCN_FACT_ANYONE,
	    .words = "person, people, persons, others, victims, lives, souls, "
		     "human beings, residents" },
	{ .is = TCN_FACT_MAY,
	    .words = "expecting, expects, expect, expected to, fears of" },
	{ .is = TCN_FACT_VERB,
	    .words = "held hostage, held captive, taken hostage, held talks, "
		     "held a, holds talks" },
	{ .words = NULL },
};

const struct tcn_fact_lang tcn_fact_words_en = {
	.code = "en",
	.rows = rows,
	.ordinals = " st nd rd th ",
	.gap_capitals = 1,
	.blank_groups = false,
	.accents = false,
	.decimal_comma = false,
};
