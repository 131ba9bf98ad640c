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

// --- what the reader has chosen ---

const LEVELS = ["critical", "high", "medium", "low", "info"];
const chosen = { zone: "", keys: true, notify: [], sound: [] };
try {
	Object.assign(chosen, JSON.parse(localStorage.getItem("tocsin")));
} catch { /* nothing was chosen, or nothing may be kept */ }

function choose(name, value) {
	chosen[name] = value;
	try {
		localStorage.setItem("tocsin", JSON.stringify(chosen));
	} catch { /* then it holds for this page */ }
}

// --- numbers and times ---

// A way to write times, made when it is first used: that takes longer than all
// that is written on most pages.
function format(options, locale) {
	let made = null;
	return { format: at =>
		(made ||= new Intl.DateTimeFormat(locale, options)).format(at) };
}

const numbers = new Intl.NumberFormat();
const zone = chosen.zone ? { timeZone: chosen.zone } : {};
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const forms = {
	clock: CLOCK,
	short: { day: "numeric", month: "short", ...CLOCK },
	whole: { dateStyle: "medium", timeStyle: "short" },
	second: { ...CLOCK, second: "2-digit" },
};
for (const name in forms)
	forms[name] = format({ ...forms[name], ...zone });
// As the server writes it.
const utc = format({ ...CLOCK, weekday: "short", day: "numeric",
	month: "short", year: "numeric", timeZone: "UTC" }, "en-GB");
const relative = new Intl.RelativeTimeFormat(undefined,
	{ style: "short", numeric: "auto" });
let streamAt = data.stream_at || 0;

function age(seconds) {
	const back = seconds - streamAt;
	for (const [unit, length] of [["day", 86400], ["hour", 3600]])
		if (-back >= 2 * length)
			return relative.format(Math.trunc(back / length), unit);
	return relative.format(Math.trunc(Math.min(back, 0) / 60), "minute");
}

function writeTime(at) {
	const ms = Date.parse(at.dateTime);
	const as = at.dataset.as || "age";
	if (Number.isNaN(ms))
		return;
	if (as != "age")
		entitle(at);
	set(at, as == "age" && streamAt ? age(ms / 1000)
		: (forms[as] || forms.short).format(ms));
}

// The stream's own time beside the reader's; of ages, which are many, when
// somebody points at one.
function entitle(at) {
	const ms = Date.parse(at.dateTime);
	if (!at.title && !Number.isNaN(ms))
		at.title = utc.format(ms).replace(",", "") + " UTC";
}

document.addEventListener("pointerover", event =>
	event.target.matches?.("time") && entitle(event.target));

function time(seconds, as) {
	const made = document.createElement("time");
	const at = new Date(seconds * 1000);
	made.dateTime = at.toISOString();
	if (as == "age")
		made.dateTime = made.dateTime.replace(/\.\d+/, "");
	else
		made.dataset.as = as;
	writeTime(made);
	return made;
}

const writeTimes = within => $$("time[datetime]", within).forEach(writeTime);
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
		at.nextSibling.data = ` ${unit}${n == 1 ? "" : "s"} `;
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
		at.replaceChildren("logged out ", login());
	} else if (isLive) {
		const clock = forms.second.format(streamAt ? streamAt * 1000 : now);
		set(at, `${notice || "live"} ${clock}`);
	} else if (lostAt) {
		const left = Math.max(0, Math.round((retryAt - now) / 1000));
		const again = !leads || !retryAt ? "trying now "
			: `trying again in ${left} s `;
		const since = forms.second.format(lostAt);
		const words = `not live since ${since} \u2013 ${again}`;
		if (!at.firstChild || at.firstChild.textContent != words)
			at.replaceChildren(words, button("now", connect));
	} else {
		set(at, "connecting");
	}
	at.dataset.state = isLive ? "live" : lostAt || ended ? "lost" : "off";
}

function login() {
	const link = element("a", "log in");
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
		say("Not live: the connection is lost.");
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
	streamAt = message.stream_at || streamAt;
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
		tell(`restarted ${forms.clock.format(Date.now())}, live`, 60000);
	boot = message.boot;
	if (message.version && version != message.version) {
		version = message.version;
		const bar = element("p.failed", "tocsin was updated ",
			button("reload", () => location.reload()));
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
			hello: { seq, boot, version, stream_at: streamAt },
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

function notify(row) {
	if (!leads)
		return;
	if (chosen.sound.includes(row.severity))
		ring();
	if (chosen.notify.includes(row.severity) && window.Notification &&
	    Notification.permission == "granted") {
		const shown = new Notification(row.title || "An event", {
			tag: row.event,
			body: `${row.severity}, ${row.items} items, ` +
				`${row.publishers} publishers`,
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
	ack: ["acknowledged", "unack", "ack"],
	unack: ["no longer acknowledged", "ack", "unack"],
	own: ["yours", "disown", "owner"],
	disown: ["nobody's", "own", "owner"],
	close: ["closed", "reopen", "close"],
	reopen: ["open again", "close", "reopen"],
};
let undo = null;

async function post(target, body, method = "POST") {
	const answer = await fetch(target, {
		method,
		headers: { "Content-Type": "application/json",
			"X-Tocsin-CSRF": me.csrf },
		body: JSON.stringify(body),
	});
	const said = await answer.json().catch(() => ({}));
	if (!answer.ok)
		throw new Error(said.error || "the daemon refused");
	return said;
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
	const [words, back, route] = acts[kind];
	const presses = $$("button", beside);
	const slow = setTimeout(() => result(beside, "sending\u2026"), 200);
	presses.forEach(at => at.disabled = true);
	try {
		const who = me.user || data.you || "desk";
		const said = await post(`${path(id)}/${route}`,
			kind == "own" ? { owner: who }
			: kind == "disown" ? { owner: null } : {});
		const row = said.event || {};
		onChange({ row });
		flush();
		undo = () => act(back, id, beside);
		undo.until = Date.now() + 10000;
		result(beside, said.changed === false ? first(row, kind) : words,
			" ", button("Undo", () => undo && undo()));
	} catch (error) {
		result(beside, isLive ? error.message
			: "not live: nothing was sent");
	}
	clearTimeout(slow);
	presses.forEach(at => at.disabled = false);
}

// Who was there before.
function first(row, kind) {
	const desk = row.desk || {};
	return kind == "ack" && desk.acknowledged_by
		? `already acknowledged by ${desk.acknowledged_by}`
		: "it was so already";
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
const waiting = { fresh: new Map(), moved: new Set(), over: new Set() };

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
	owner: ".figs span", ack: ".figs span+span",
};
const UNITS = { items: "item", origins: "text", publishers: "publisher" };
const FIGURES = ["items", "origins", "publishers", "rank", "revision"];

function slot(at, name) {
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
		$(":scope > article svg path", at)?.setAttribute("d",
			spark(row.spark));
	if (row.desk)
		fillDesk(at, row.desk);
}

function partsOf(parts) {
	const weighty = parts.filter(part => Math.abs(part.points) >= .5);
	return weighty.map((part, i) =>
		`${i ? ", " : ": "}${part.says} ${Math.round(part.points)}`).join("");
}

function fillDesk(at, desk) {
	const { owner, acknowledged_at: acked, acknowledged_by: by } = desk;
	replace(slot(at, "owner"), ...owner ? [bdi(owner), " owns"] : []);
	replace(slot(at, "ack"), ...acked
		? ["acknowledged by ", bdi(by || ""), " ", time(acked, "clock")]
		: ["not acknowledged"]);
	press(at, acked ? "ack" : "unack", acked ? "unack" : "ack",
		list ? acked ? "Unack" : "Ack" : acked
			? "Take the acknowledgement back" : "Acknowledge");
	press(at, owner ? "own" : "disown", owner ? "disown" : "own",
		owner ? "Give up" : "Own");
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
		line.prepend(element("b", row.severity), " ");
	}
	revise(made, row.revision);
	link.href = "/e/" + encodeURIComponent(row.event);
	link.textContent = row.title || "(without a headline)";
	if (row.lang && row.lang != "en")
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
	const note = element("p.was", "was: ", bdi(was));
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
		whole ? "now part of " : "closed ", whole ? linkTo(whole)
			: time(row.changed_at || streamAt, "clock")));
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
		if (!isOver(row))
			waiting.fresh.set(id, row);
		else
			waiting.fresh.delete(id);
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
	if (me.page == "event")
		changes.filter(row => row.event == data.event).forEach(onEvent);
	if (list)
		writeAbove();
}

function writeAbove() {
	const at = $("#above");
	const n = waiting.fresh.size, moved = waiting.moved.size;
	const over = waiting.over.size;
	const parts = [];
	if (n)
		parts.push(isLive ? `${n} new` : `at least ${n} new`);
	if (moved || over)
		parts.push(`${moved + over} moved`);
	if (!n && over + moved < 1) {
		at.replaceChildren();
		return;
	}
	const text = parts.join(", ") + (isLive ? " \u2013 show" : "; not live");
	if (at.firstChild)
		set(at.firstChild, text);
	else
		at.append(button(text, show));
	const worst = [...waiting.fresh.values()].sort((a, b) => b.rank - a.rank);
	if (n > saidNew)
		say(`${n} new. ${worst[0].severity}: ${worst[0].title}`);
	saidNew = n;
}
let saidNew = 0;

// The order of the server, with the very same rows; what the eye rests on stays
// where it is, to the pixel.
async function show() {
	const answer = await fetch("/v1/now" + location.search)
		.catch(() => null);
	if (!answer?.ok)
		return say("The list could not be loaded.");
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
		const more = [[one.items, "item"], [one.origins, "text"],
			[one.publishers, "publisher"]].filter(([n]) => n > 0)
			.map(([n, unit]) =>
				`+${numbers.format(n)} ${unit}${n == 1 ? "" : "s"}`);
		if (one.languages?.length)
			more.push(one.languages.join(", ") + " joined");
		$("h3", at).after(element("p.news", element("b", "New since ",
			time(one.at, "clock"), ": "), more.join(", ")));
	}
}

// The newest of those shown, as the server lists them.
function writeNewest(all) {
	const newest = [...all].sort((a, b) => b.fired_at - a.fired_at ||
		(a.event < b.event ? -1 : 1)).slice(0, 10);
	$("#newest")?.replaceChildren(...newest.map(row => {
		const link = linkTo(row.event);
		link.replaceChildren(bdi(row.title || "(without a headline)"));
		return element("li", time(row.fired_at, "clock"), " ", link);
	}));
}

const WHOLE = 100;
function order(events) {
	const had = new Map(rows);
	rows.clear();
	const place = (row, kind) => {
		let at = had.get(row.event);
		const short = kind == "line";
		if (!at || at.classList.contains("short") != short ||
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
		const at = place(row, i < WHOLE ? "row" : "line");
		const members = at.querySelector(":scope > .members");
		const wanted = (row.members || []).map(one => place(one, "line"));
		if (wanted.length && i < WHOLE) {
			const holder = members || element("ul.members");
			const more = element("ul", ...wanted.slice(3));
			holder.replaceChildren(...wanted.slice(0, 3));
			if (more.firstChild)
				holder.append(element("li", element("details",
					element("summary",
						`${wanted.length - 3} more`), more)));
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
	const away = lostAt ? age(streamAt - (Date.now() - lostAt) / 1000) : "";
	const answer = await fetch("/v1/now" + location.search)
		.catch(() => null);
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
	say(`${away} away: ${changed} changed.`);
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
	const blind = $(".blind", intake);
	if (!blind)
		return;
	$("#own-clock").hidden = !now.own_clock;
	blind.hidden = now.own_clock ||
		!(now.silent_seconds > now.silence_seconds);
	set($("[data-t=silent]", blind),
		`${Math.round(now.silent_seconds / 60)} min`);
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
		asked.onerror = () => failed(new Error("not live: nothing was sent"));
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
		throw new Error("the page could not be read");
	if (!dialog)
		makeDialog();
	const closer = button("Close", () => dialog.close());
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
		result(body(into).querySelector(".buttons") || into, "merged ",
			button("Undo", () => undo && undo()));
	say("Merged.");
}

async function takeBack(parts) {
	for (const id of parts) {
		const answer = await fetch(path(id));
		const { event } = await answer.json();
		if (event.desk.merge)
			await post(`/v1/merges/${event.desk.merge}/end`, {});
	}
	say("The merge was taken back.");
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
	say(`${picked.size} chosen for a merge.`);
}

function writePicked() {
	for (const id of picked)
		if (!rows.has(id))
			picked.delete(id);
	for (const [id, at] of rows)
		at.classList.toggle("picked", picked.has(id));
	const bar = $("#picked") || element("p.picking");
	bar.id = "picked";
	bar.replaceChildren(`${picked.size} chosen `,
		button("Merge\u2026", mergePicked),
		button("Clear", () => {
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

function account(asked) {
	const made = $("#account", asked.response || document.createElement("i"));
	const had = $("#account");
	const focused = had?.contains(document.activeElement);
	if (!made)
		throw new Error($("main > p:not(.note)", asked.response)
			?.textContent || "the account could not be read");
	writeTimes(made);
	if (had)
		had.replaceWith(made);
	else
		$("#explain").after(made);
	if (focused)
		$("button", made)?.focus();
	if ($("progress", made))
		setTimeout(() => load("GET", asked.responseURL).then(account)
			.catch(error => say(error.message)), 1000);
}

document.addEventListener("submit", async event => {
	const form = event.target.closest("#explain, #account form");
	if (!form || me.page != "event")
		return;
	event.preventDefault();
	const press = event.submitter;
	press.disabled = true;
	try {
		account(await load("POST", "/act", sent(form, press)[2]));
	} catch (error) {
		result(press.parentNode, error.message);
	}
	press.disabled = false;
});

// --- an event's page ---

function onEvent(row) {
	const head = $(".event");
	fill(head, { ...row, revision: undefined });
	const desk = row.desk;
	if (desk) {
		const rail = what => $(`#desk-box ${what}`);
		replace(rail("[data-t=owner]"), desk.owner ? bdi(desk.owner)
			: "nobody");
		replace(rail("[data-t=ack]"), ...desk.acknowledged_at
			? [bdi(desk.acknowledged_by || ""), " ",
				time(desk.acknowledged_at, "short")] : ["no"]);
	}
	if (row.open !== undefined)
		onState(row);
	if (row.revision > data.revision)
		offer(`revision ${row.revision} is there`);
}

function offer(what) {
	const at = $("#above") || element("p.above");
	at.id = "above";
	at.replaceChildren(button(`${what} \u2013 show`,
		() => location.reload()));
	$("main").prepend(at);
}

// Open or closed, and the button that does the opposite.
function onState(row) {
	const over = isOver(row);
	set($(".event [data-t=state]"), over ? "closed" : "open");
	press($(".acts"), over ? "close" : "reopen", over ? "reopen" : "close",
		over ? "Reopen" : "Close");
}

// An order of a desk changes what the page holds.
on("merge", message => {
	if (me.page == "event" && rowOf(message).event == data.event)
		offer({ merge: "merged", unmerge: "a merge was taken back",
			split: "split" }[message.kind] +
			` by ${message.author}`);
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
	const at = all.indexOf(document.activeElement);
	for (let i = at < 0 && by < 0 ? all.length - 1 : at + by;
	    i >= 0 && i < all.length; i += by)
		if (test(all[i].closest(ROW)))
			return all[i].focus();
}

// What has a form on the page of an event: a row leads there, and it is open.
const FORMS = ["note", "silence"];

function pressKey(name) {
	const row = current() || (me.page == "event" ? $(".acts") : null);
	const at = row && $$("button[name], details[data-act]", row)
		.find(one => name.includes(one.name || one.dataset.act));
	if (at?.matches("details"))
		unfold(at);
	else if (at)
		at.click();
	else if (row && me.page != "event" && FORMS.includes(name[0]))
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

// --- settings ---

function box(text, is, change) {
	const input = element("input");
	input.type = "checkbox";
	input.checked = is;
	input.addEventListener("change", () => change(input.checked, input));
	return element("label", input, " " + text);
}

function levels(name, before) {
	return LEVELS.map(level => box(level, chosen[name].includes(level),
		async (is, input) => {
			if (is && before && !await before()) {
				input.checked = false;
				return;
			}
			choose(name, LEVELS.filter(one => one == level ? is
				: chosen[name].includes(one)));
		}));
}

function settings(at) {
	const note = element("p.note");
	const ask = async () => {
		const said = await Notification.requestPermission();
		set(note, said == "granted" ? ""
			: "Your browser does not allow notifications of this page.");
		return said == "granted";
	};
	at.append(element("h2", "Settings of this browser"),
		box("keys of one letter", chosen.keys, is => choose("keys", is)),
		box("all times in UTC", chosen.zone == "UTC",
			is => choose("zone", is ? "UTC" : "")),
		element("h3", "Sound for new events"), ...levels("sound"),
		button("Test the sound", ring),
		element("h3", "Notification for new events"));
	if (window.isSecureContext && window.Notification)
		at.append(...levels("notify", ask), button("Test a notification",
			async () => {
				if (await ask())
					new Notification("tocsin", { tag: "test",
						body: "This is what an event looks like." });
			}), note);
	else
		at.append(element("p.note", "Browsers allow notifications only " +
			"over TLS, or from this machine."));
}

if ($("#settings"))
	settings($("#settings"));

// --- begin ---

// For the scripts' tests, and for pages with parts of their own.
window.tocsin = { on, time, bdi, element, button, numbers, keys, set, spark,
	data, say, replace, LEVELS };

writeTimes(document);
for (const at of $$("[data-n], .figs b, .rank b, .short > span"))
	set(at, numbers.format(Number(at.textContent.replaceAll(",", ""))));
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
