// The page, made live. Pages are whole without this file: it keeps figures
// true, tells what is new, and knows keys. It writes text only as text.
// What moves: figures. What waits until the reader asks: order and new rows.
"use strict";
(() => {
const $ = (what, within = document) => within.querySelector(what);
const $$ = (what, within = document) => [...within.querySelectorAll(what)];
const me = JSON.parse($("#data").textContent);
const data = me.data || {};
const title = document.title;
const locale = navigator.language.startsWith(me.lang) ? navigator.language
	: me.lang;
const list = $("#rows");

// element("p.note", "text", child ...)
function element(what, ...children) {
	const [tag, ...classes] = what.split(".");
	const made = document.createElement(tag);
	if (classes.length)
		made.className = classes.join(" ");
	made.append(...children);
	return made;
}

function button(text, act) {
	const made = element("button", text);
	made.type = "button";
	made.addEventListener("click", act);
	return made;
}

// --- words ---
// A message is written here in English; where the page speaks another language,
// a script of its own has the translations. Both functions are known to what
// collects messages (tools/tell/words/script_words.sed).

const words = window.words || {};
let plurals = null;

function filled(text, values) {
	return values ? text.replace(/\{(\w+)\}/g, (all, name) =>
		values[name] ?? all) : text;
}

const word = (text, values) => filled(words[text] || text, values);

// The form of a count, with {n} for the number.
function counted(n, one, more, values) {
	const forms = words[one] || [one, more];
	plurals ||= new Intl.PluralRules(me.lang);
	return filled(forms[plurals.select(n) == "one" ? 0 : 1],
		{ n: numbers.format(n), ...values });
}

// A message whose {names} stand for elements, as what to append.
function phrase(text, values) {
	return text.split(/\{(\w+)\}/).map((part, i) =>
		i % 2 ? values[part] : part).filter(part => part !== "");
}

// What the interface says in English, which may have a number in it.
function said(text) {
	const [n] = text.match(/\d+/) || [];
	const message = text.replace(/\d+/, "{n}");
	const one = message.replace(/s$/, "");
	return n && Array.isArray(words[one]) ? counted(Number(n), one, message)
		: word(message, { n });
}

// --- what the reader has chosen ---

const LEVELS = ["critical", "high", "medium", "low", "info"];
const chosen = { zone: "", keys: true, notify: [], sound: [] };
function recall() {
	try {
		Object.assign(chosen, JSON.parse(localStorage.getItem("tocsin")));
	} catch { /* nothing was chosen, or nothing may be kept */ }
}
recall();
// Another tab of this browser has chosen.
addEventListener("storage", recall);

function choose(name, value) {
	chosen[name] = value;
	try {
		localStorage.setItem("tocsin", JSON.stringify(chosen));
	} catch { /* then it holds for this page */ }
}

// --- pictures ---
// One that cannot be shown is left out, and what it would have shown is said by
// the headline.

const hide = image => image.closest?.(".picture")?.classList.add("none");

document.addEventListener("error", event => hide(event.target), true);
$$(".picture img").forEach(image =>
	image.complete && !image.naturalWidth && image.currentSrc && hide(image));

// --- numbers and times ---

// A way to write times, made when it is first used: that takes longer than all
// that is written on most pages.
function later(make) {
	let made = null;
	return { format: (...of) => (made ||= make()).format(...of) };
}

const format = (options, of = locale) =>
	later(() => new Intl.DateTimeFormat(of, options));

const large = later(() => new Intl.NumberFormat(locale));
const numbers = { format: n => n < 1000 ? String(n) : large.format(n) };
const zone = chosen.zone ? { timeZone: chosen.zone } : {};
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const forms = {
	short: { day: "numeric", month: "short", ...CLOCK },
	whole: { dateStyle: "medium", timeStyle: "short" },
	day: { day: "numeric", month: "short" },
};
for (const name in forms)
	forms[name] = format({ ...forms[name], ...zone });

// "05:07", "05:07:41": most of what a page has, and the same in all languages.
const digits = n => String(n).padStart(2, "0");
function clockOf(ms) {
	const at = new Date(ms);
	return chosen.zone
		? [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
		: [at.getHours(), at.getMinutes(), at.getSeconds()];
}
forms.clock = { format: ms => clockOf(ms).slice(0, 2).map(digits).join(":") };
forms.second = { format: ms => clockOf(ms).map(digits).join(":") };
// As the server writes it.
const utc = format({ ...CLOCK, weekday: "short", day: "numeric",
	month: "short", year: "numeric", timeZone: "UTC" },
	me.lang == "en" ? "en-GB" : me.lang);
const relative = later(() => new Intl.RelativeTimeFormat(locale,
	{ style: "short", numeric: "auto" }));

// The server's clock, as the stream tells it, which goes on here; that of a day
// that is replayed goes at its own pace. Until then ages stay as they are.
const clock = { at: 0, own: false, set: 0 };
const nowAt = () => clock.at && (clock.own ? clock.at
	: clock.at + (performance.now() - clock.set) / 1000);

function setClock({ clock_at: at, own_clock: own }) {
	if (!at)
		return;
	const jumped = Math.abs(at - nowAt()) > 30; // or it was not known
	Object.assign(clock, { at, own, set: performance.now() });
	if (jumped)
		writeAges();
}

function age(seconds) {
	const back = seconds - nowAt();
	for (const [unit, length] of [["day", 86400], ["hour", 3600]])
		if (-back >= 2 * length)
			return relative.format(Math.trunc(back / length), unit);
	return relative.format(Math.trunc(Math.min(back, 0) / 60), "minute");
}

function writeTime(at) {
	const ms = Date.parse(at.dateTime);
	const as = at.dataset.as || "age";
	if (Number.isNaN(ms) || as == "age" && !clock.at && at.textContent)
		return;
	set(at, as == "age" && clock.at ? age(ms / 1000)
		: (forms[as] || forms.short).format(ms));
}

// The time in UTC beside the reader's; of those that the server wrote without,
// when somebody points at one.
function entitle(at) {
	const ms = Date.parse(at.dateTime);
	if (!at.title && !Number.isNaN(ms))
		at.title = utc.format(ms).replace(",", "") + " UTC";
}

document.addEventListener("pointerover", event =>
	event.target.matches?.("time") && entitle(event.target));

function time(seconds, as) {
	const made = element("time");
	const at = new Date(seconds * 1000);
	made.dateTime = at.toISOString();
	if (as == "age")
		made.dateTime = made.dateTime.replace(/\.\d+/, "");
	else
		made.dataset.as = as;
	writeTime(made);
	if (as != "age")
		entitle(made);
	return made;
}

function writeAxis(chart) {
	const all = $$("text[data-at]", chart);
	const hasDays = !all.some(at => at.textContent.includes(":"));
	for (const at of all) {
		const clock = forms.clock.format(at.dataset.at * 1000);
		set(at, hasDays || clock == "00:00"
			? forms.day.format(at.dataset.at * 1000) : clock);
	}
	const zone = $("text:last-of-type", chart);
	if (zone?.textContent == "UTC" && chosen.zone != "UTC")
		zone.remove();
}

function writeTimes(within) {
	$$("time[datetime]", within).forEach(writeTime);
	// Those below a chart, which the server writes in UTC.
	$$(".chart svg", within).forEach(writeAxis);
}

const writeAges = () => $$("time:not([data-as])").forEach(writeTime);

// --- writing in place ---

// Only what differs is touched, so that a selection stays.
function set(at, text) {
	if (at && at.textContent != text) {
		at.textContent = text;
		return true;
	}
	return false;
}

// A figure that changed is marked for a moment.
function figure(at, n, quiet, unit) {
	if (n === undefined || !set(at, numbers.format(n)))
		return;
	if (unit)
		at.nextSibling.data = ` ${unit(n)} `;
	if (quiet)
		return;
	at.classList.add("changed");
	setTimeout(() => at.classList.remove("changed"), 10000);
}

let saidAt = 0, toSay = "";
function say(sentence) {
	toSay = sentence;
	const wait = Math.max(0, saidAt + 20000 - Date.now());
	setTimeout(() => {
		if (!toSay)
			return;
		saidAt = Date.now();
		set($("#said"), toSay);
		toSay = "";
	}, wait);
}

const counts = { open: data.open, unacknowledged: data.unacknowledged,
	silenced: data.silenced };
let isLive = false;
function writeTitle() {
	const n = !isLive ? "(?) " : counts.unacknowledged > 0
		? `(${counts.unacknowledged}) ` : "";
	document.title = list || me.page == "event" ? n + title : title;
	for (const name in counts)
		if (counts[name] !== undefined)
			for (const at of $$(`[data-count=${name}]`))
				set(at, numbers.format(counts[name]));
}

// --- live: one stream, kept up ---
// Of the tabs of one browser one leads: it has the stream and tells the others,
// as a browser opens six connections to a server and no more.

const SILENT = 12000, ASLEEP = 15000, KEPT = 300;
const KINDS = ["alert", "update", "desk", "silence", "merge", "feed", "rules",
	"articles"];
const listeners = {};
const on = (kind, fn) => (listeners[kind] ||= []).push(fn);
const told = (kind, message) =>
	(listeners[kind] || []).forEach(fn => fn(message, kind));
const mayLead = window.isSecureContext && navigator.locks &&
	window.BroadcastChannel && me.stream != "articles";
const channel = mayLead ? new BroadcastChannel("tocsin") : null;
const kept = [];
let source = null, seq = data.seq || 0, boot = null, version = me.version;
let heardAt = 0, tries = 0, retryAt = 0, openedAt = 0, lostAt = 0;
let leads = !mayLead;
let notice = "", ended = false;

function writeLive() {
	const at = $("#live");
	const now = Date.now();
	if (ended) {
		at.replaceChildren(word("logged out"), " ", login());
	} else if (isLive) {
		writeState(at, clock.at ? nowAt() * 1000 : now);
	} else if (lostAt) {
		const left = Math.max(0, Math.round((retryAt - now) / 1000));
		const again = !leads || !retryAt ? word("trying now")
			: word("trying again in {n} s", { n: left });
		const since = forms.second.format(lostAt);
		const text = word("not live since {when}", { when: since }) +
			` \u2013 ${again} `;
		if (!at.firstChild || at.firstChild.textContent != text)
			at.replaceChildren(text,
				button(word("Try now"), connect));
	} else {
		set(at, word("connecting"));
	}
	at.dataset.state = !isLive ? lostAt || ended ? "lost" : "off"
		: clock.own ? "replay" : quiet.quiet == "usual" ? "live"
		: quiet.quiet;
}

// What comes in: a day that is replayed, or nothing for longer than is usual at
// this hour.
let quiet = { quiet: "usual" };
function writeState(at, now) {
	const silent = { span: span(quiet.silent_seconds) };
	const text = notice || (clock.own
		? word("replay, {day}", { day: forms.day.format(now) })
		: quiet.quiet == "usual" ? word("live")
		: quiet.quiet == "unusual" ? word("quiet for {span},", silent)
		: word("nothing for {span},", silent));
	if (!at.querySelector(".at")) {
		const link = element("a");
		link.href = "/health";
		at.replaceChildren(link, " ", element("span.at"));
	}
	set(at.firstChild, text);
	set(at.lastChild, forms.second.format(now));
}

const span = seconds => seconds < 120
	? word("{n} s", { n: Math.round(seconds) })
	: seconds < 7200 ? word("{n} min", { n: Math.round(seconds / 60) })
	: word("{n} h", { n: Math.round(seconds / 3600) });

// What the page says of it at length, where it does.
function writeQuiet() {
	for (const at of $$("[data-quiet]")) {
		at.hidden = at.dataset.quiet != quiet.quiet;
		set($("[data-t=silent]", at), span(quiet.silent_seconds));
		set($("[data-t=usual]", at), span(quiet.usual_seconds));
	}
}

function login() {
	const link = element("a", word("Log in"));
	link.href = "/login?to=" +
		encodeURIComponent(location.pathname + location.search);
	return link;
}

function heard() {
	heardAt = Date.now();
	if (isLive)
		return;
	isLive = true;
	lostAt = tries = 0;
	writeTitle();
	writeLive();
	told("live");
}

function lost() {
	if (isLive || !lostAt) {
		lostAt = heardAt || Date.now();
		isLive = false;
		say(word("Not live: the connection is lost."));
	}
	source?.close();
	source = null;
	openedAt = 0;
	if (leads && !ended && retryAt <= Date.now()) {
		const seconds = [1, 2, 4, 8, 15, 30][Math.min(tries++, 5)];
		retryAt = Date.now() + seconds * 1000 * (.7 + .6 * Math.random());
	}
	writeTitle();
	writeLive();
	told("lost");
}

// A server that refuses ends an EventSource for good and does not say why.
async function connect() {
	if (!leads || ended || !me.stream)
		return;
	retryAt = 0;
	openedAt = Date.now();
	source?.close();
	try {
		const answer = await fetch("/v1/session");
		if (answer.status == 401) {
			ended = true;
			return lost();
		}
		if (answer.status >= 500)
			throw answer.status;
	} catch {
		return lost();
	}
	open();
}

function open() {
	// Who leads listens for all: to every event.
	const page = mayLead ? "now" : me.stream;
	const after = seq ? `&after=${seq}` : "";
	source?.close();
	source = new EventSource(`/v1/stream?page=${page}${after}`);
	source.onerror = lost;
	for (const kind of ["hello", "beat", "reset", "bye", ...KINDS])
		source.addEventListener(kind, event => {
			channel?.postMessage({ kind, data: event.data });
			take(kind, event.data);
		});
}

function take(kind, text) {
	const message = JSON.parse(text);
	heard();
	setClock(message);
	if (message.quiet) {
		quiet = message;
		writeQuiet();
	}
	for (const name in counts)
		if (message[name] !== undefined)
			counts[name] = message[name];
	if (kind == "hello")
		hello(message);
	else if (kind == "bye")
		bye(message);
	else if (kind == "reset")
		reset(message);
	else if (KINDS.includes(kind))
		next(kind, message, text);
	if (kind == "beat" || kind == "hello") {
		writeTitle();
		told("beat", message);
	}
	writeLive();
}

function hello(message) {
	if (boot !== null && boot != message.boot)
		tell(word("restarted {when}, live",
			{ when: forms.clock.format(Date.now()) }), 60000);
	boot = message.boot;
	if (message.version && version != message.version) {
		version = message.version;
		const bar = element("p.failed", word("tocsin was updated."), " ",
			button(word("Reload"), () => location.reload()));
		$("main").prepend(bar);
	}
	seq ||= message.seq;
}

function tell(text, ms) {
	notice = text;
	setTimeout(() => {
		notice = "";
	}, ms);
}

function bye(message) {
	ended = message.why == "logout";
	lost();
}

// What was missed will not be sent: ask for all as it stands.
function reset(message) {
	seq = message.seq || 0;
	told("reset", message);
}

function next(kind, message, text) {
	if (message.seq) {
		if (message.seq <= seq)
			return;
		if (seq && message.prev > seq)
			told("reset", message);
		seq = message.seq;
		kept.push([seq, kind, text]);
		if (kept.length > KEPT)
			kept.shift();
	}
	told(kind, message);
}

// A tab that begins asks for what came since its page was made.
function onChannel({ data: sent }) {
	if (sent.kind && !leads)
		take(sent.kind, sent.data);
	else if (sent.ask !== undefined && leads && isLive)
		channel.postMessage({ to: sent.from,
			hello: { ...quiet, seq, boot, version,
				clock_at: nowAt(), own_clock: clock.own },
			list: kept.filter(one => one[0] > sent.ask),
			whole: !kept.length || kept[0][0] <= sent.ask ||
				sent.ask >= seq });
	else if (sent.to == from && !leads) {
		take("hello", JSON.stringify(sent.hello));
		sent.list.forEach(one => take(one[1], one[2]));
		if (!sent.whole)
			told("reset", sent.hello);
	}
}

const from = Math.random();
function begin() {
	if (!me.stream)
		return;
	if (channel) {
		channel.onmessage = onChannel;
		channel.postMessage({ ask: seq, from });
		navigator.locks.request("tocsin", () => {
			leads = true;
			connect();
			return new Promise(() => {});
		});
	} else {
		connect();
	}
}

let tickedAt = Date.now(), hiddenAt = 0;
function tick() {
	const now = Date.now();
	const slept = now - tickedAt > ASLEEP;
	tickedAt = now;
	if (isLive ? slept || now - heardAt > SILENT
	    : openedAt && now - openedAt > SILENT) {
		lost();
	} else if (!isLive && leads && retryAt && now >= retryAt &&
	    !(hiddenAt && !mayLead)) {
		connect();
	}
	// Without a leader a hidden tab gives its connection back.
	if (!mayLead && hiddenAt && now - hiddenAt > 30000 && source) {
		lost();
	}
	if (me.stream)
		writeLive();
}

addEventListener("offline", lost);
addEventListener("online", connect);
addEventListener("pageshow", event => event.persisted && connect());
document.addEventListener("visibilitychange", () => {
	hiddenAt = document.hidden ? Date.now() : 0;
	if (!hiddenAt && !isLive)
		connect();
	if (!hiddenAt)
		flush();
});

// --- sound and notification, by choice ---

let soundAt = 0, audio = null;
function ring() {
	if (Date.now() - soundAt < 10000)
		return;
	soundAt = Date.now();
	audio ||= new AudioContext();
	audio.resume();
	for (const [pitch, after] of [[660, 0], [880, .18], [660, .36]]) {
		const tone = audio.createOscillator(), loud = audio.createGain();
		const at = audio.currentTime + after;
		tone.frequency.value = pitch;
		loud.gain.setValueAtTime(.0001, at);
		loud.gain.exponentialRampToValueAtTime(.25, at + .02);
		loud.gain.exponentialRampToValueAtTime(.0001, at + .5);
		tone.connect(loud).connect(audio.destination);
		tone.start(at);
		tone.stop(at + .5);
	}
}

// Whether no tab of this browser has alerted to the event yet. Where none leads,
// as without TLS, all hear of it at once: each waits for a moment of its own.
const ALERTED = "tocsin-alerted", ALERTS_KEPT = 50;
async function isFirst(event) {
	if (!mayLead)
		await new Promise(done => setTimeout(done, 500 * Math.random()));
	try {
		const had = JSON.parse(localStorage.getItem(ALERTED)) || [];
		if (had.includes(event))
			return false;
		localStorage.setItem(ALERTED, JSON.stringify(
			[event, ...had].slice(0, ALERTS_KEPT)));
	} catch { /* nothing may be kept */ }
	return true;
}

async function notify(row) {
	/* A story that was told goes on. */
	if (row.goes_on || !leads || !(chosen.sound.includes(row.severity) ||
	    chosen.notify.includes(row.severity)) || !await isFirst(row.event))
		return;
	if (chosen.sound.includes(row.severity))
		ring();
	if (chosen.notify.includes(row.severity) && window.Notification &&
	    Notification.permission == "granted") {
		const shown = new Notification(row.title || word("(no headline)"), {
			tag: row.event,
			body: [said(row.severity),
				counted(row.items, "{n} item", "{n} items"),
				counted(row.publishers, "{n} publisher",
					"{n} publishers")].join(", "),
		});
		shown.onclick = () => {
			focus();
			location.href = "/e/" + encodeURIComponent(row.event);
		};
	}
}

on("alert", message => message.late || notify(rowOf(message)));

// --- acts ---

const path = id => "/v1/events/" + encodeURIComponent(id);
const acts = {
	ack: [word("acknowledged"), "unack", "ack"],
	unack: [word("not acknowledged"), "ack", "unack"],
	own: [word("you own it"), "disown", "owner"],
	disown: [word("released"), "own", "owner"],
	close: [word("closed"), "reopen", "close"],
	reopen: [word("reopened"), "close", "reopen"],
};
let undo = null;

// What the interface says in English.
async function translated(text) {
	const answer = text && me.lang != "en" &&
		await fetch("/said?text=" + encodeURIComponent(text))
			.catch(() => null);
	return answer?.ok ? answer.text() : text;
}

async function post(target, body, method = "POST") {
	const answer = await fetch(target, {
		method,
		headers: { "Content-Type": "application/json",
			"X-Tocsin-CSRF": me.csrf },
		body: JSON.stringify(body),
	});
	const answered = await answer.json().catch(() => ({}));
	if (!answer.ok)
		throw new Error(await translated(answered.error) ||
			word("the daemon refused"));
	return answered;
}

function result(beside, ...what) {
	let at = beside.querySelector(".result");
	if (!at) {
		at = element("span.result");
		beside.append(at);
	}
	at.replaceChildren(...what);
	clearTimeout(at.timer);
	at.timer = setTimeout(() => at.remove(), 10000);
}

async function act(kind, id, beside) {
	const [done, back, route] = acts[kind];
	const presses = $$("button", beside);
	const slow = setTimeout(() => result(beside, word("sending\u2026")), 200);
	presses.forEach(at => at.disabled = true);
	try {
		const who = me.user || data.you || "desk";
		const now = await post(`${path(id)}/${route}`,
			kind == "own" ? { owner: who }
			: kind == "disown" ? { owner: null } : {});
		const row = now.event || {};
		onChange({ row });
		flush();
		undo = () => act(back, id, beside);
		undo.until = Date.now() + 10000;
		result(beside, now.changed === false ? first(row, kind) : done,
			" ", button(word("Undo"), () => undo && undo()));
	} catch (error) {
		result(beside, isLive ? error.message
			: word("not live: nothing was sent"));
	}
	clearTimeout(slow);
	presses.forEach(at => at.disabled = false);
}

// Who was there before.
function first(row, kind) {
	const desk = row.desk || {};
	return kind == "ack" && desk.acknowledged_by
		? word("already acknowledged by {who}",
			{ who: desk.acknowledged_by })
		: word("already done");
}

document.addEventListener("click", event => {
	const pressed = event.target.closest("button[form=desk]");
	if (!pressed || !acts[pressed.name])
		return;
	event.preventDefault();
	act(pressed.name, pressed.value, pressed.parentNode);
});

// --- rows of Now ---

// An event that was removed since has no row.
const rowOf = message => message.row === null
	? { event: message.event, open: false } : message.row || message;
const rows = new Map();
const pending = new Map();
// unsifted: what is new, but of which it is not known whether a view shows it.
const waiting = { fresh: new Map(), unsifted: new Map(), moved: new Set(),
	over: new Set() };

function spark(values) {
	const most = Math.max(1, ...values);
	const y = n => 26 - Math.floor((48 * n + most) / (2 * most));
	let last = 0;
	return values.map((n, i) => {
		if (!i)
			return "M0 " + y(n);
		if (n === values[i - 1] && n === values[i + 1])
			return "";
		const by = y(n) - y(values[last]);
		const step = (last ? " " : "l") + 2 * (i - last) +
			(by < 0 ? "" : " ") + by;
		last = i;
		return step;
	}).join("");
}

function bdi(text) {
	const made = element("bdi", text);
	made.dir = "auto";
	return made;
}

function replace(at, ...nodes) {
	if (at && at.textContent !=
	    nodes.map(one => one.textContent ?? one).join(""))
		at.replaceChildren(...nodes);
}

// Where the slots of a row are: there are hundreds of rows, so they have no
// marks for them. An event's page has: data-n for figures, data-t for texts.
const ROW = ".row, .short";
const SLOTS = {
	items: ".figs b", origins: ".figs b+b", publishers: ".figs b+b+b",
	rank: ".rank b", parts: ".rank span", langs: ".line span",
	places: ".line span+span", owner: ".figs span",
	ack: ".figs span+span",
};
const DENSE = { publishers: ":scope > span", owner: ":scope > em",
	places: ":scope > i" };
const UNITS = {
	items: n => counted(n, "item", "items"),
	origins: n => counted(n, "text", "texts"),
	publishers: n => counted(n, "publisher", "publishers"),
};
const FIGURES = ["items", "origins", "publishers", "rank", "revision"];

function slot(at, name) {
	if (at.matches(".dense"))
		return DENSE[name] && $(DENSE[name], at);
	if (at.matches(".short"))
		return name == "items" ? $(":scope > span", at) : null;
	if (at.matches(".row"))
		return SLOTS[name] && $(":scope > article " + SLOTS[name], at);
	return $(`[data-n=${name}], [data-t=${name}]`, at);
}

const titleOf = at => at.querySelector("h3 a, :scope > a");
const idOf = at => decodeURIComponent(
	titleOf(at).getAttribute("href").slice(3));

// Fills the slots of a row, or of an event's page.
function fill(at, row, quiet) {
	for (const name of FIGURES)
		figure(slot(at, name), row[name], quiet,
			at.matches(".row") && UNITS[name]);
	if (row.languages)
		set(slot(at, "langs"), row.languages.join(" "));
	if (row.parts)
		set(slot(at, "parts"), partsOf(row.parts));
	if (row.spark)
		$(":scope > article svg path, :scope > svg path", at)
			?.setAttribute("d", spark(row.spark));
	if (row.places?.length)
		fillPlaces(at, row.places);
	if (row.desk)
		fillDesk(at, row.desk);
}

// The interface names places in English; in other languages the browser names
// countries, where the server has written nothing yet.
function fillPlaces(at, places) {
	const { city } = places[0];

	if (!slot(at, "places"))
		$(".line", at)?.append(" ", element("span"));
	const to = slot(at, "places");
	if (me.lang == "en") {
		set(to, (city ? city + ", " : "") +
			places.map(one => one.name).join("; "));
	} else if (to && !to.textContent) {
		const names = new Intl.DisplayNames([me.lang], { type: "region" });
		set(to, places.map(one => names.of(one.country)).join("; "));
	}
}

function partsOf(parts) {
	const weighty = parts.filter(part => Math.abs(part.points) >= .5);
	return weighty.map((part, i) =>
		`${i ? ", " : ": "}${said(part.says)} ${Math.round(part.points)}`)
		.join("");
}

function fillDesk(at, desk) {
	const { owner, acknowledged_at: acked, acknowledged_by: by } = desk;
	replace(slot(at, "owner"), ...!owner ? [] : at.matches(".dense")
		? [bdi(owner)] : phrase(word("owner: {owner}"),
			{ owner: bdi(owner) }));
	replace(slot(at, "ack"), ...acked
		? phrase(word("acknowledged by {who} {when}"),
			{ who: bdi(by || ""), when: time(acked, "clock") })
		: [word("not acknowledged")]);
	press(at, acked ? "ack" : "unack", acked ? "unack" : "ack",
		at.matches(ROW) ? acked ? word("Unack") : word("Ack")
			: acked ? word("Unacknowledge") : word("Acknowledge"));
	press(at, owner ? "own" : "disown", owner ? "disown" : "own",
		owner ? word("Release") : word("Own"));
}

// A button that does the opposite from now on.
function press(row, was, is, text) {
	const at = $(`button[name=${was}]`, row);
	if (!at)
		return;
	at.name = is;
	set(at, text);
}

// The revision that a row shows; the first needs no mark.
const revisionOf = at => Number(at.dataset.rev || 1);

function revise(at, revision) {
	if (revision > 1)
		at.dataset.rev = revision;
	else
		delete at.dataset.rev;
}

// A row as the server makes it.
function make(row, kind) {
	const made = $(`#${kind}`).content.firstElementChild.cloneNode(true);
	const line = $(".line", made) || made;
	const link = $("a", made), when = $("time", made);
	if (kind == "row")
		made.id = "e-" + row.event;
	if (LEVELS.includes(row.severity)) {
		made.classList.add(row.severity);
		line.prepend(element("b", said(row.severity)), " ");
	}
	revise(made, row.revision);
	link.href = "/e/" + encodeURIComponent(row.event);
	link.textContent = row.title || word("(no headline)");
	if (row.lang && (row.lang != "en" || me.lang != "en"))
		link.lang = row.lang;
	when.replaceWith(time(row.fired_at, "age"));
	$$("button", made).forEach(at => at.value = row.event);
	fill(made, row, true);
	return made;
}

function retitle(at, row) {
	const link = titleOf(at), was = link.textContent;
	if (!row.title || row.title == was || at.contains(document.activeElement))
		return;
	link.textContent = row.title;
	const note = element("p.was", ...phrase(word("was: {title}"),
		{ title: bdi(was) }));
	link.closest("h3, li").after(note);
	setTimeout(() => note.remove(), 60000);
}

// What it has become part of, by the stream or by a desk.
const wholeOf = row => row.merged_into || row.desk?.part_of;
const isOver = row => row.open === false || row.state == "closed" ||
	wholeOf(row);
const body = at => at.querySelector(":scope > article") || at;

function linkTo(id) {
	const made = element("a",
		rows.has(id) ? titleOf(rows.get(id)).textContent : id);
	made.href = "/e/" + encodeURIComponent(id);
	return made;
}

function end(at, row) {
	const whole = wholeOf(row);
	if (at.classList.contains("over"))
		return;
	at.classList.add("over");
	$$("button", body(at)).forEach(one => one.disabled = true);
	// In the place of the rank, so that nothing moves.
	($(".rank", body(at)) || titleOf(at)).after(element("p.ended",
		...whole ? phrase(word("merged into {event}"),
			{ event: linkTo(whole) })
			: phrase(word("closed {when}"), { when: time(
				row.changed_at || nowAt(), "clock") })));
}

// A merge was taken back, or it was reopened, before the list was renewed.
function revive(at) {
	if (!at.classList.contains("over"))
		return;
	at.classList.remove("over");
	at.querySelector(".ended")?.remove();
	$$("button", body(at)).forEach(one => one.disabled = false);
}

function apply(row) {
	const id = row.event, at = rows.get(id);
	if (!at) {
		if (!isOver(row)) {
			(data.filtered ? waiting.unsifted : waiting.fresh)
				.set(id, row);
		} else {
			waiting.fresh.delete(id);
			waiting.unsifted.delete(id);
		}
		return;
	}
	const rank = at.rank ?? row.rank;
	if (row.revision) {
		if (row.revision < revisionOf(at))
			return;
		if (row.revision > revisionOf(at))
			at.classList.add("revised");
		revise(at, row.revision);
	}
	fill(at, row);
	retitle(at, row);
	if (row.rank !== undefined && row.rank != rank)
		waiting.moved.add(id);
	at.rank = row.rank ?? rank;
	if (isOver(row)) {
		end(at, row);
		waiting.over.add(id);
	} else if (row.open) {
		revive(at);
		waiting.over.delete(id);
	}
}

// Changes are collected: the page is written four times a second at most, and
// not at all while nobody sees it.
let flushAt = 0;
function onChange(message) {
	const row = rowOf(message);
	if (!row.event)
		return;
	pending.set(row.event, { ...pending.get(row.event), ...row });
	if (!flushAt && !document.hidden)
		flushAt = setTimeout(() => requestAnimationFrame(flush), 250);
}

function flush() {
	clearTimeout(flushAt);
	flushAt = 0;
	const changes = [...pending.values()];
	pending.clear();
	if (list)
		changes.forEach(apply);
	if (shown)
		changes.filter(row => row.event == shown.event).forEach(onEvent);
	if (list && waiting.unsifted.size)
		sift();
	else if (list)
		writeAbove();
}

// Of what is new, a view shows some: the server knows which.
async function sift() {
	const asked = [...waiting.unsifted];
	const answer = await fetch(listed()).catch(() => null);
	if (!answer?.ok)
		return writeAbove();
	const now = await answer.json();
	for (const [id, row] of asked) {
		// It changed meanwhile and is asked for again, or is in the list.
		if (waiting.unsifted.get(id) != row)
			continue;
		waiting.unsifted.delete(id);
		if (now.rows.some(one => one.event == id))
			waiting.fresh.set(id, row);
		else
			waiting.fresh.delete(id);
	}
	writeViews(now.views);
	writeAbove();
}

// How many events each saved view shows.
function writeViews(views) {
	for (const at of $$("[data-view]")) {
		const view = views.find(one => one.name == at.dataset.view);
		if (view)
			set(at, numbers.format(view.matching));
	}
}

async function renewViews() {
	const answer = document.hidden || !isLive ? null
		: await fetch("/v1/now?limit=1").catch(() => null);
	if (answer?.ok)
		writeViews((await answer.json()).views);
}

if ($("[data-view]"))
	setInterval(renewViews, 15000);

function writeAbove() {
	const at = $("#above");
	const n = waiting.fresh.size, moved = waiting.moved.size;
	const over = waiting.over.size;
	const parts = [];
	if (n)
		parts.push(isLive ? counted(n, "{n} new", "{n} new")
			: counted(n, "at least {n} new", "at least {n} new"));
	if (moved || over)
		parts.push(counted(moved + over, "{n} moved", "{n} moved"));
	if (!n && over + moved < 1) {
		at.replaceChildren();
		return;
	}
	const text = parts.join(", ") + (isLive ? ` \u2013 ${word("show")}`
		: `; ${word("not live")}`);
	if (at.firstChild)
		set(at.firstChild, text);
	else
		at.append(button(text, show));
	const worst = [...waiting.fresh.values()].sort((a, b) => b.rank - a.rank);
	if (n > saidNew)
		say(`${counted(n, "{n} new", "{n} new")}. ` +
			`${said(worst[0].severity)}: ${worst[0].title}`);
	saidNew = n;
}
let saidNew = 0;

// The order of the server, with the very same rows; what the eye rests on stays
// where it is, to the pixel.
async function show() {
	const answer = await fetch(listed()).catch(() => null);
	if (!answer?.ok)
		return say(word("The list could not be loaded."));
	const now = await answer.json();
	mark(now.seen);
	const focused = document.activeElement;
	const rest = focused?.closest(ROW) ||
		[...list.children].find(at => at.getBoundingClientRect().top > 90);
	const before = rest?.getBoundingClientRect().top;
	// The browser keeps what is read in its place; here it is known better.
	document.documentElement.classList.add("still");
	order(headsOf(now.rows));
	writeNewest(now.rows);
	writeClosed(now.closed);
	writeViews(now.views);
	writePicked();
	Object.values(waiting).forEach(one => one.clear());
	saidNew = 0;
	writeAbove();
	if (rest?.isConnected)
		scrollBy(0, rest.getBoundingClientRect().top - before);
	requestAnimationFrame(() => requestAnimationFrame(() =>
		document.documentElement.classList.remove("still")));
	if (focused?.isConnected && focused != document.body)
		focused.focus({ preventScroll: true });
	$("#nothing")?.remove();
	writeTitle();
}

// What is over, as the server lists it: with when it closed.
function writeClosed(all) {
	const at = $("#closed");
	if (!at)
		return;
	at.hidden = !all.length;
	$("ol", at).replaceChildren(...all.map(row => {
		const made = make({ ...row, fired_at: row.changed_at }, "line");
		made.className = made.className.replace("short", "short over");
		return made;
	}));
}

// Rows that belong to another stand behind it and name it.
function headsOf(all) {
	const heads = [];
	for (const row of all) {
		const head = heads.at(-1);
		if (row.group && head?.event == row.group)
			(head.members ||= []).push(row);
		else
			heads.push(row);
	}
	return heads;
}

// "New since 05:04: +24 items": what came since the reader looked.
function mark(seen) {
	for (const at of $$(".row > article > .news"))
		at.remove();
	for (const one of Object.entries(seen || {}).map(([event, row]) =>
		({ event, ...row }))) {
		const at = rows.get(one.event)?.querySelector(":scope > article");
		if (!at || !one.items)
			continue;
		const more = Object.keys(UNITS).filter(name => one[name] > 0)
			.map(name => `+${numbers.format(one[name])} ` +
				UNITS[name](one[name]));
		if (one.languages?.length)
			more.push(word("{languages} joined",
				{ languages: one.languages.join(", ") }));
		$("h3", at).after(element("p.news", element("b",
			...phrase(word("New since {when}:"),
				{ when: time(one.at, "clock") }), " "),
			more.join(", ")));
	}
}

// The newest of those shown, as the server lists them.
function writeNewest(all) {
	const newest = [...all].sort((a, b) => b.fired_at - a.fired_at ||
		(a.event < b.event ? -1 : 1)).slice(0, 10);
	$("#newest")?.replaceChildren(...newest.map(row => {
		const link = linkTo(row.event);
		link.replaceChildren(bdi(row.title || word("(no headline)")));
		return element("li", time(row.fired_at, "clock"), " ", link);
	}));
}

// The rows of this page, which has parameters of its own.
function listed() {
	const asked = new URLSearchParams(location.search);
	asked.delete("density");
	return `/v1/now?${asked}`;
}

function order(events) {
	const had = new Map(rows);
	rows.clear();
	const place = (row, kind) => {
		let at = had.get(row.event);
		const short = kind == "line";
		if (!at || !at.matches(".row, .dense") != short ||
		    at.classList.contains("over"))
			at = make(row, kind);
		else
			fill(at, row);
		revise(at, row.revision);
		at.classList.remove("revised");
		at.rank = row.rank;
		rows.set(row.event, at);
		return at;
	};
	const placed = events.map((row, i) => {
		const at = place(row, i < data.whole ? "row" : "line");
		const members = at.querySelector(":scope > .members");
		const wanted = (row.members || []).map(one => place(one, "line"));
		if (wanted.length && i < data.whole) {
			const holder = members || element("ul.members");
			const more = element("ul", ...wanted.slice(3));
			holder.replaceChildren(...wanted.slice(0, 3));
			if (more.firstChild)
				holder.append(element("li", element("details",
					element("summary",
						counted(wanted.length - 3,
							"{n} more", "{n} more")),
					more)));
			at.append(holder);
		} else {
			members?.remove();
		}
		return at;
	});
	placed.forEach((at, i) => {
		if (list.children[i] != at)
			list.insertBefore(at, list.children[i] || null);
	});
	while (list.children.length > placed.length)
		list.lastElementChild.remove();
}

// After a gap that cannot be filled: figures at once, the rest when asked.
async function compare() {
	const away = lostAt ? age(nowAt() - (Date.now() - lostAt) / 1000) : "";
	const answer = await fetch(listed()).catch(() => null);
	if (!answer?.ok)
		return;
	const now = await answer.json();
	const there = new Set();
	let changed = 0;
	for (const row of now.rows) {
		const at = rows.get(row.event);
		there.add(row.event);
		changed += !at || revisionOf(at) != row.revision;
		onChange({ row });
	}
	for (const [event, at] of rows)
		if (!there.has(event) && !at.classList.contains("over"))
			onChange({ row: { event, state: "closed" } });
	flush();
	say(counted(changed, "Away {span}: {n} changed.",
		"Away {span}: {n} changed.", { span: away }));
}

if (list) {
	for (const at of $$(ROW, list)) {
		const id = idOf(at);
		const rank = slot(at, "rank");
		at.rank = rank ? Number(rank.textContent) : undefined;
		rows.set(id, at);
	}
	mark(Object.fromEntries((data.seen || []).map(one => [one.event, one])));
	on("reset", compare);
}
for (const kind of ["alert", "update", "desk", "silence", "merge"])
	on(kind, onChange);
for (const kind of ["live", "lost"])
	on(kind, () => list && writeAbove());

// --- what comes in ---

const intake = $("#intake");

async function renewIntake() {
	if (!intake || document.hidden || !isLive)
		return;
	const answer = await fetch("/v1/intake?brief=true").catch(() => null);
	if (!answer?.ok)
		return;
	const now = await answer.json();
	const figures = { taken: now.taken, copies: now.copies,
		failing: now.feeds.failing, feeds: now.feeds.n };
	$(".newest", intake)?.toggleAttribute("hidden", !figures.failing);
	for (const slot of $$("[data-n]", intake))
		figure(slot, figures[slot.dataset.n], true);
	$(".bars path", intake)?.setAttribute("d", bars(now.minutes));
	if (now.last_at)
		for (const at of $$("time", intake))
			at.replaceWith(time(now.last_at, at.dataset.as));
	$("#own-clock")?.toggleAttribute("hidden", !now.own_clock);
}

// As the server draws them.
function bars(minutes) {
	const most = Math.max(1, ...minutes);
	return minutes.map((n, i) => n ? `M${4 * i + 2} 40V` +
		Math.round(40 - 40 * n / most) : "").join("");
}

setInterval(renewIntake, 60000);

// --- dialogs: pages of ours, shown over this one ---

// A page as a document: the policy lets no text become HTML, but what a request
// parses runs nothing.
function load(method, target, fields) {
	return new Promise((done, failed) => {
		const asked = new XMLHttpRequest();
		asked.open(method, target);
		asked.responseType = "document";
		asked.onload = () => done(asked);
		asked.onerror = () =>
			failed(new Error(word("not live: nothing was sent")));
		if (fields)
			asked.setRequestHeader("Content-Type",
				"application/x-www-form-urlencoded");
		asked.send(fields ? fields.toString() : null);
	});
}

let dialog = null;

function makeDialog() {
	dialog = element("dialog");
	dialog.addEventListener("submit", submit);
	document.body.append(dialog);
}

function present(asked) {
	const main = asked.response?.querySelector("main");
	if (!main)
		throw new Error(word("the page could not be read"));
	if (!dialog)
		makeDialog();
	const closer = button(word("Close"), () => dialog.close());
	closer.className = "closer";
	dialog.setAttribute("aria-label", $("h1", main)?.textContent || title);
	dialog.replaceChildren(closer, ...main.childNodes);
	writeTimes(dialog);
	if (!dialog.open)
		dialog.showModal();
	($("[autofocus]", dialog) || closer).focus();
}

function sayWrong(error) {
	$(".failed", dialog)?.remove();
	const at = element("p.failed", error.message);
	at.setAttribute("role", "alert");
	dialog.append(at);
}

// beside: where it is said that it could not be opened.
const openDialog = (href, beside) => load("GET", href).then(present)
	.catch(error => dialog?.open ? sayWrong(error)
		: result(beside, error.message));

// What the form would send, and where to.
function sent(form, by) {
	return [form.method.toUpperCase(), by?.getAttribute("formaction") ||
		form.getAttribute("action"),
	new URLSearchParams(new FormData(form, by))];
}

async function submit(event) {
	const [method, target, fields] = sent(event.target, event.submitter);
	event.preventDefault();
	try {
		const asked = method == "GET"
			? await load("GET", `${target}?${fields}`)
			: await load("POST", target, fields);
		if (target == "/act" && asked.status < 400)
			finish(fields, asked.responseURL);
		else
			present(asked);
	} catch (error) {
		sayWrong(error);
	}
}

// It is done: the list hears of it by the stream, any other page is made anew.
function finish(fields, url) {
	dialog.close();
	if (!list)
		return location.assign(url);
	const into = rows.get(fields.get("into"));
	const parts = fields.getAll("event");
	picked.clear();
	writePicked();
	undo = () => takeBack(parts).catch(error => say(error.message));
	undo.until = Date.now() + 10000;
	if (into)
		result(body(into).querySelector(".buttons") || into, word("merged"),
			" ", button(word("Undo"), () => undo && undo()));
	say(word("Merged."));
}

async function takeBack(parts) {
	for (const id of parts) {
		const answer = await fetch(path(id));
		const { event } = await answer.json();
		if (event.desk.merge)
			await post(`/v1/merges/${event.desk.merge}/end`, {});
	}
	say(word("The merge was undone."));
}

document.addEventListener("click", event => {
	const link = event.target.closest("a[href]");
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey ||
	    !(link.matches("[data-dialog]") || dialog?.contains(link) &&
		/^\/e\/[^/]+\/(merge|split)$/.test(link.pathname)))
		return;
	event.preventDefault();
	openDialog(link.href, link.parentNode);
});

// A list that is filtered while one types; without scripts it is asked for.
document.addEventListener("input", event => {
	if (!event.target.matches("[data-filter]"))
		return;
	const words = event.target.value.toLowerCase().split(/\s+/);
	for (const at of $$(".choices li", event.target.closest("dialog, main")))
		at.hidden = !words.every(word =>
			at.textContent.toLowerCase().includes(word));
});

// --- rows chosen for a merge ---

const picked = new Set();
const mayAct = ["write", "admin"].includes(me.scope);

function pick() {
	const at = current();
	if (!at || !mayAct || at.matches(".over"))
		return;
	const id = idOf(at);
	if (!picked.delete(id))
		picked.add(id);
	writePicked();
	say(counted(picked.size, "{n} selected for a merge.",
		"{n} selected for a merge."));
}

function writePicked() {
	for (const id of picked)
		if (!rows.has(id))
			picked.delete(id);
	for (const [id, at] of rows)
		if (at.classList.toggle("picked", picked.has(id)))
			body(at).dataset.picked = word("selected");
	const bar = $("#picked") || element("p.picking");
	bar.id = "picked";
	bar.replaceChildren(counted(picked.size, "{n} selected", "{n} selected"),
		" ", button(word("Merge\u2026"), mergePicked),
		button(word("Clear"), () => {
			picked.clear();
			writePicked();
		}));
	if (picked.size)
		document.body.append(bar);
	else
		bar.remove();
}

// What stands highest stays; the others become part of it.
function mergePicked() {
	if (!list)
		return $(".acts [data-act=merge]")?.click();
	const [head, ...rest] = $$(".picked", list).map(idOf);
	const id = head || (current() && idOf(current()));
	if (id && mayAct)
		openDialog(`/e/${encodeURIComponent(id)}/merge` + (rest.length
			? "?with=" + encodeURIComponent(rest.join(",")) : ""),
			$("#picked") || $(".buttons", current()) || current());
}

// --- the full account, within the page ---

// of: the event that it was asked for, which another may have taken the place of.
function account(asked, of) {
	if (shown.event != of)
		return;
	const made = $("#account", asked.response || element("i"));
	const had = $("#account");
	const focused = had?.contains(document.activeElement);
	if (!made)
		throw new Error($("main > p:not(.note)", asked.response)
			?.textContent || word("the explanation could not be read"));
	writeTimes(made);
	if (had)
		had.replaceWith(made);
	else
		$("#explain").after(made);
	if (focused)
		$("button", made)?.focus();
	if ($("progress", made))
		setTimeout(() => load("GET", asked.responseURL)
			.then(next => account(next, of))
			.catch(error => say(error.message)), 1000);
}

document.addEventListener("submit", async event => {
	const form = event.target.closest("#explain, #account form");
	if (!form || !shown)
		return;
	event.preventDefault();
	const press = event.submitter, of = shown.event;
	press.disabled = true;
	try {
		account(await load("POST", "/act", sent(form, press)[2]), of);
	} catch (error) {
		result(press.parentNode, error.message);
	}
	press.disabled = false;
});

// --- an event's page, or one that is shown beside the list ---

let shown = me.page == "event" ? { event: data.event, revision: data.revision,
	within: $("main"), renew: () => location.reload() } : null;

function setShown(what) {
	shown = what;
	writeTimes(what.within);
}

function onEvent(row) {
	const head = $(".event");
	if (!head) // what is shown says why there is none
		return;
	fill(head, { ...row, revision: undefined });
	const desk = row.desk;
	if (desk) {
		const rail = what => $(`#desk-box ${what}`);
		replace(rail("[data-t=owner]"), desk.owner ? bdi(desk.owner)
			: word("nobody"));
		replace(rail("[data-t=ack]"), ...desk.acknowledged_at
			? [bdi(desk.acknowledged_by || ""), " ",
				time(desk.acknowledged_at, "short")] : [word("no")]);
	}
	if (row.open !== undefined)
		onState(row);
	if (row.revision > shown.revision)
		offer(word("revision {n} is available", { n: row.revision }));
}

function offer(what) {
	const at = $(":scope > .above", shown.within) || element("p.above");
	if (!list)
		at.id = "above";
	at.replaceChildren(button(`${what} \u2013 ${word("show")}`,
		() => shown.renew()));
	shown.within.prepend(at);
}

// Open or closed, and the button that does the opposite.
function onState(row) {
	const over = isOver(row);
	set($(".event [data-t=state]"), over ? word("closed") : word("open"));
	press($(".acts"), over ? "close" : "reopen", over ? "reopen" : "close",
		over ? word("Reopen") : word("Close"));
}

// An order of a desk changes what the page holds.
on("merge", message => {
	if (shown && rowOf(message).event == shown.event)
		offer({ merge: word("merged by {who}", { who: message.author }),
			unmerge: word("merge undone by {who}",
				{ who: message.author }),
			split: word("split by {who}", { who: message.author }),
		}[message.kind]);
});

// --- keys ---

let prefix = "";
// Those of folded rows are left out. No box is asked for: most rows have none
// until they are scrolled to.
const links = () => $$("#rows a").filter(at =>
	!at.closest("details:not([open])"));
const current = () => document.activeElement?.closest(ROW) || null;

function step(by, test = () => true) {
	const all = links();
	let at = all.indexOf(document.activeElement);
	// From the event that is shown beside them.
	if (at < 0 && shown)
		at = all.findIndex(one => idOf(one.closest(ROW)) == shown.event);
	for (let i = at < 0 && by < 0 ? all.length - 1 : at + by;
	    i >= 0 && i < all.length; i += by)
		if (test(all[i].closest(ROW)))
			return all[i].focus();
}

// What has a form on the page of an event: a row leads there, and it is open.
const FORMS = ["note", "silence"];

function pressKey(name) {
	const row = current() || (shown ? $(".acts") : null);
	const find = within => within &&
		$$("button[name], details[data-act]", within)
			.find(one => name.includes(one.name || one.dataset.act));
	// What a row has no form for, the event has that is shown beside it.
	const at = find(row) || shown && current() &&
		idOf(row) == shown.event && find($(".acts"));
	if (at?.matches("details"))
		unfold(at);
	else if (at)
		at.click();
	else if (current() && name[0] == "own" && mayAct && slot(row, "owner"))
		act(slot(row, "owner").textContent ? "disown" : "own",
			idOf(row), row);
	else if (current() && FORMS.includes(name[0]))
		location.href = `/e/${encodeURIComponent(idOf(row))}#${name[0]}`;
}

function unfold(details) {
	details.open = true;
	$("input:not([type=hidden]), textarea, select", details)?.focus();
}

const go = to => () => {
	location.href = to;
};

function onward(rel) {
	const at = $(`a[rel=${rel}]`);
	if (at)
		at.click();
	else if (rel == "prev")
		history.back();
}

const keys = {
	j: () => step(1),
	k: () => step(-1),
	n: () => step(1, at => at.matches(".revised")),
	v: () => ($(".evidence a[href]") || current()?.querySelector("a"))?.click(),
	".": () => seen(show),
	a: () => pressKey(["ack", "unack"]),
	o: () => pressKey(["own", "disown"]),
	c: () => pressKey(["note"]),
	s: () => pressKey(["silence"]),
	x: pick,
	m: mergePicked,
	u: () => undo && undo.until > Date.now() && undo(),
	"/": go("/search"),
	"?": go("/keys"),
	"[": () => onward("prev"),
	"]": () => onward("next"),
	Escape: () => {
		const open = $("details[open]");
		if (open) {
			open.open = false;
		} else if (picked.size) {
			picked.clear();
			writePicked();
		} else {
			document.activeElement.blur();
		}
	},
	"g n": go("/"),
	"g s": go("/stream"),
	"g f": go("/feeds"),
	"g r": go("/rules"),
	"g h": go("/health"),
};

// What was looked at is told, so that "new since" counts from here.
function seen(then) {
	const at = current();
	if (at)
		post(`/v1/events/${encodeURIComponent(idOf(at))}/seen`,
			{ revision: revisionOf(at) }).catch(() => {});
	if (list && then)
		then();
}

// In a list of boxes: j and k go on, x marks.
function keyOfBox(event) {
	const boxes = $$(".choices input", event.target.closest("form"))
		.filter(at => at.checkVisibility());
	const at = boxes.indexOf(event.target);
	if (event.key == "x")
		event.target.click();
	else
		boxes[at + (event.key == "j" ? 1 : -1)]?.focus();
	event.preventDefault();
}

document.addEventListener("keydown", event => {
	const plain = !event.ctrlKey && !event.altKey && !event.metaKey &&
		!event.isComposing && chosen.keys;
	if (plain && ["j", "k", "x"].includes(event.key) &&
	    event.target.matches?.(".choices input"))
		return keyOfBox(event);
	const field = event.target.closest?.(
		"input, textarea, select, dialog, [contenteditable]" +
		(event.key == " " ? ", button, summary" : ""));
	if (!plain || (field && event.key != "Escape") || dialog?.open)
		return;
	const name = prefix ? `${prefix} ${event.key}` : event.key;
	prefix = event.key == "g" && !prefix ? "g" : "";
	if (!keys[name] || (event.repeat && !["j", "k"].includes(name)))
		return;
	event.preventDefault();
	keys[name]();
});

// --- begin ---

// For the scripts' tests, and for pages with parts of their own.
window.tocsin = { on, time, bdi, element, button, numbers, keys, set, spark,
	data, say, replace, post, word, counted, phrase, said, LEVELS, ROW, idOf,
	titleOf, load, sent, result, show, seen, setShown, chosen, choose,
	ring };

// The report is by the reader's clocks once the server knows the zone.
async function keepZone() {
	const cookie = "tocsin-zone=" + (chosen.zone ||
		Intl.DateTimeFormat().resolvedOptions().timeZone);
	const report = $("#report");
	if (document.cookie.split("; ").includes(cookie))
		return;
	document.cookie = cookie + ";path=/;max-age=31536000;samesite=lax";
	const asked = report &&
		await load("GET", location.href).catch(() => null);
	const made = asked?.response && $("#report", asked.response);
	if (made) {
		report.replaceWith(made);
		writeTimes(document);
	}
}

// What needs no way of the browser's to write dates and numbers is written at
// once. To make one takes longer than all else: the rest waits until the page is
// seen, each form in a task of its own.
$$("time[data-as=clock]").forEach(writeTime);
requestAnimationFrame(() => [
	() => $$("time[data-as=short]").forEach(writeTime),
	() => $$("time[data-as=whole]").forEach(writeTime),
	() => {
		writeAges();
		$$(".chart svg").forEach(writeAxis);
	},
	() => $$("[data-n], .figs b, .rank b, .short > span").forEach(at =>
		at.textContent.length > 3 && set(at,
			numbers.format(at.textContent.replace(/\D/g, "")))),
	keepZone,
].forEach(task => setTimeout(task)));
if (me.page == "event")
	post(`${path(data.event)}/seen`, { revision: data.revision })
		.catch(() => {});
if (me.page == "event" && FORMS.includes(location.hash.slice(1)))
	pressKey([location.hash.slice(1)]);
writeTitle();
setInterval(tick, 1000);
setInterval(writeAges, 30000);
begin();
})();
