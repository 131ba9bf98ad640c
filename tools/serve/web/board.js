// Now as a board: how much it shows of each event, the event that is read beside
// the list, and the wall, which goes round by itself; and what the browser does,
// on the page of keys. It is loaded behind page.js, which has the list and its
// rows.
"use strict";
(() => {
const { on, element, button, keys, set, say, word, said, LEVELS, ROW, idOf,
	titleOf, load, sent, result, show, seen, setShown, ring, chosen: choices,
	choose: keep } = window.tocsin;
const $ = (what, within = document) => within.querySelector(what);
const $$ = (what, within = document) => [...within.querySelectorAll(what)];
const list = $("#rows");

// --- how much of each event ---
// The address has it for who is sent there; what was chosen here holds for the
// pages that are opened next, too: a cookie, so that they come as they will stay.

const YEAR = 365 * 86400;
document.addEventListener("click", event => {
	const at = event.target.closest(".density a");
	if (at)
		document.cookie = `tocsin-density=${at.dataset.density};path=/;` +
			`max-age=${YEAR};samesite=lax`;
});

// --- the event beside the list ---

const pane = $("#pane");
const wide = matchMedia("(min-width:100rem)");
const beside = () => pane && wide.matches;
let chosen = null, timer = 0;

const address = id => "/e/" + encodeURIComponent(id);

function mark(id) {
	for (const at of $$("[aria-current]", list))
		at.removeAttribute("aria-current");
	for (const at of $$(ROW, list))
		if (idOf(at) == id)
			titleOf(at).setAttribute("aria-current", "true");
}

// Shows an event there; a row that is passed by in a hurry is not asked for.
function choose(id, wait = 150) {
	if (id == chosen)
		return;
	chosen = id;
	mark(id);
	clearTimeout(timer);
	timer = setTimeout(renew, wait);
}

async function renew() {
	const id = chosen;
	try {
		const asked = await load("GET", address(id));
		if (id == chosen)
			put(id, asked.response);
	} catch (error) {
		result(pane, error.message);
	}
}

// What is in the page of that event, but for what this page has already.
function put(id, from) {
	const main = from && $("main", from);
	if (!main)
		throw new Error(word("the page could not be read"));
	const data = $("#data", from);
	$("#desk", main)?.remove();
	const title = $("h1", main);
	if (title) {
		const link = element("a", ...title.childNodes);
		link.href = address(id);
		title.append(link);
	}
	pane.replaceChildren(...main.childNodes);
	pane.scrollTop = 0;
	const { revision } = data && JSON.parse(data.textContent).data || {};
	setShown({ event: id, revision, within: pane, renew });
}

document.addEventListener("focusin", event => {
	const row = event.target.closest(ROW);
	if (beside() && row && list.contains(row))
		choose(idOf(row));
});

// A click shows it here; the key Enter, and a click that asks for a tab of its
// own, lead to its page.
document.addEventListener("click", event => {
	const link = event.target.closest("a[href^='/e/']");
	if (!beside() || !link || event.detail == 0 || event.defaultPrevented ||
	    event.ctrlKey || event.metaKey || event.shiftKey ||
	    !/^\/e\/[^/]+$/.test(link.pathname) || pane.contains(link))
		return;
	event.preventDefault();
	link.focus();
	choose(decodeURIComponent(link.pathname.slice(3)), 0);
	seen();
});

// Its forms are sent from here, and it is shown anew.
pane?.addEventListener("submit", async event => {
	const [, target, fields] = sent(event.target, event.submitter);
	if (target != "/act" || event.target.closest("#explain, #account"))
		return;
	event.preventDefault();
	try {
		const asked = await load("POST", target, fields);
		if (asked.status >= 400)
			throw new Error($("main p", asked.response)?.textContent);
		renew();
	} catch (error) {
		result(event.submitter.parentNode, error.message);
	}
});

function begin() {
	const first = $(ROW, list);
	if (beside() && first && !chosen)
		choose(idOf(first), 0);
}

if (pane && list) {
	wide.addEventListener("change", begin);
	begin();
}

// --- the wall ---
// As many events as there is room for, for a while each, the first again behind
// the last; what is new is shown at once, at the top.

const TURN = 15000, STIR = 4000;

function wall() {
	const foot = element("p.round");
	const place = element("span");
	const toggle = button(word("Pause"), pause);
	let from = 0, to = 0, turnsAt = 0, isPaused = false, stirredAt = 0;
	let soon = 0;
	foot.append(place, toggle);
	$(".bar").append(foot);

	function fit() {
		const all = [...list.children];
		all.forEach((at, i) => at.hidden = i < from);
		const room = innerHeight - 24;
		to = from;
		while (to < all.length && (to == from ||
			all[to].getBoundingClientRect().bottom <= room))
			to++;
		all.forEach((at, i) => at.hidden = i < from || i >= to);
		set(place, all.length > to - from ? word("{from} to {to} of {n}",
			{ from: from + 1, to, n: all.length }) : "");
		turnsAt = performance.now() + TURN;
	}

	function turn(by = 1) {
		const n = list.children.length;
		if (by < 0)
			from = Math.max(0, from - (to - from));
		else
			from = to < n ? to : 0;
		if (!from)
			renewed();
		else
			fit();
	}

	// Fitted first, too: it does not turn again while the list is asked for.
	async function renewed() {
		soon = from = 0;
		fit();
		await show();
		fit();
	}

	function pause() {
		isPaused = !isPaused;
		set(toggle, isPaused ? word("Resume") : word("Pause"));
		say(isPaused ? word("Paused.") : "");
	}

	// Who moves the mouse or has the focus in it sees what there is to press.
	function stir() {
		stirredAt = performance.now();
		document.documentElement.classList.add("stirred");
	}

	setInterval(() => {
		const now = performance.now();
		if (now - stirredAt > STIR)
			document.documentElement.classList.remove("stirred");
		if (now >= turnsAt && !isPaused && !document.hidden)
			turn();
	}, 250);
	keys[" "] = pause;
	keys.j = () => turn(1);
	keys.k = () => turn(-1);
	keys.Escape = () => $(".density [data-density=comfortable]").click();
	on("alert", () => soon ||= setTimeout(renewed, 500));
	for (const what of ["pointermove", "keydown"])
		addEventListener(what, stir);
	addEventListener("resize", fit);
	fit();
}

if (list && document.documentElement.classList.contains("as-wall"))
	wall();

// --- what this browser does ---

function box(text, is, change) {
	const input = element("input");
	input.type = "checkbox";
	input.checked = is;
	input.addEventListener("change", () => change(input.checked, input));
	return element("label", input, " " + text);
}

function levels(name, before) {
	return LEVELS.map(level => box(said(level), choices[name].includes(level),
		async (is, input) => {
			if (is && before && !await before()) {
				input.checked = false;
				return;
			}
			keep(name, LEVELS.filter(one => one == level ? is
				: choices[name].includes(one)));
		}));
}

function settings(at) {
	const note = element("p.note");
	const ask = async () => {
		const given = await Notification.requestPermission() == "granted";
		set(note, given ? "" : word("Your browser does not allow " +
			"notifications from this page."));
		return given;
	};
	at.append(element("h2", word("Settings of this browser")),
		box(word("single-letter keys"), choices.keys,
			is => keep("keys", is)),
		box(word("all times in UTC"), choices.zone == "UTC",
			is => keep("zone", is ? "UTC" : "")),
		element("h3", word("Sound for new events")), ...levels("sound"),
		button(word("Test the sound"), ring),
		element("h3", word("Notification for new events")));
	if (window.isSecureContext && window.Notification)
		at.append(...levels("notify", ask), button(word("Test a notification"),
			async () => {
				if (await ask())
					new Notification("tocsin", { tag: "test",
						body: word("This is what an event looks like.") });
			}), note);
	else
		at.append(element("p.note", word("Browsers allow notifications " +
			"only over TLS, or from this machine.")));
}

if ($("#settings"))
	settings($("#settings"));
})();
