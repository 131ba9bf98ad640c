// Pages that are lists, made live: articles as they come, hits that are newer
// than the page, mistakes in rules beside their lines. It is loaded behind
// page.js, which has the connection, times and keys.
// A list moves by itself only while the reader looks at its top.
"use strict";
(() => {
const { on, time, bdi, element, button, numbers, keys, set, spark, data, say,
	replace, post, word, counted, phrase, said, LEVELS } = window.tocsin;
const $ = (what, within = document) => within.querySelector(what);
const $$ = (what, within = document) => [...within.querySelectorAll(what)];
const above = $("#above") || element("p.above");
above.id = "above";

// The bar that says what waits; n: as it is said, or nothing.
function offer(n, act) {
	const text = `${word("{n} newer", { n })} \u2013 ${word("show")}`;
	if (!n)
		above.replaceChildren();
	else if (above.firstChild)
		set(above.firstChild, text);
	else
		above.append(button(text, act));
}

async function ask(target) {
	const answer = await fetch(target).catch(() => null);
	return answer?.ok ? answer.json() : null;
}

// --- hits that are newer than the page ---

const AT_MOST = 100;
let lookedAt = 0;

// A copy of what is there already is no new hit.
async function look({ last_article: last }) {
	if (!last || last == lookedAt || document.hidden)
		return;
	lookedAt = last;
	const since = data.newest ? `&since=${data.newest + .001}` : "";
	const found = await ask(`${data.search}${since}&limit=${AT_MOST}`);
	if (!found)
		return;
	const n = found.articles.filter(one =>
		!one.duplicate_of && !one.version_of).length;
	const text = n < AT_MOST ? numbers.format(n)
		: word("{n} or more", { n: AT_MOST });
	if (n && !above.firstChild)
		say(word("{n} newer", { n: text }));
	offer(n ? text : "", () => location.reload());
}

if (data.search) {
	if (!above.isConnected)
		$(".found").before(above);
	on("beat", look);
}

// --- articles as they come ---

const ROWS = 200, PAGE = 50;
const list = $("#stream");
let newest = 0, held = [], isPaused = false, isAsking = false, again = false;

const KINDS = [["version_of", word("new version")],
	["duplicate_of", word("copy")], ["excerpt_of", word("excerpt")],
	["rewrite_of", word("rewrite")]];

// Only an address of the web becomes a link.
function link(url, inside) {
	let at = null;
	try {
		at = new URL(url);
	} catch { /* it is none */ }
	if (!/^https?:$/.test(at?.protocol))
		return inside;
	const made = element("a", inside);
	made.href = url;
	made.target = "_blank";
	made.rel = "noopener noreferrer nofollow";
	return made;
}

function foreign(text, lang) {
	const made = bdi(text);
	if (/^[A-Za-z0-9-]{1,35}$/.test(lang || ""))
		made.lang = lang;
	return made;
}

const headline = row =>
	row.title || row.beginning || word("(no headline)");

function eventOf(event) {
	const to = element("a", foreign(headline(event), event.lang));
	to.href = "/e/" + encodeURIComponent(event.event);
	const both = document.createDocumentFragment();
	if (LEVELS.includes(event.severity))
		both.append(element(`b.sev.${event.severity}`,
			said(event.severity)));
	both.append(" ", to);
	return element("p.of", ...phrase(word("part of {event}"),
		{ event: both }));
}

function copiesNote(n) {
	return element("p.note", counted(n, "and {n} more with this text",
		"and {n} more with this text"));
}

// A row as the server writes it.
function make(row) {
	let site = "";
	try {
		site = new URL(row.url).hostname.replace(/^www\./, "");
	} catch { /* it has none */ }
	const by = element("p.by", time(row.at, "short"), " ",
		element("b", foreign(row.source || site)), " ", row.lang || "");
	const kind = KINDS.find(([member]) => row[member]);
	if (kind)
		by.append(" ", element("span.copy", kind[1]));
	const article = element("article", by, "\n", element("p",
		link(row.url, foreign(headline(row), row.lang))));
	if (row.event)
		article.append(eventOf(row.event));
	if (row.copies_n)
		article.append(copiesNote(row.copies_n));
	const made = element("li", article);
	made.dataset.seq = row.seq;
	return made;
}

// A text that is there may have been copied, or become part of an event.
function renew(at, row) {
	const article = $("article", at), note = $(".note", at);
	if (row.event && !$(".of", at))
		article.insertBefore(eventOf(row.event), note);
	if (row.copies_n && !note)
		article.append(copiesNote(row.copies_n));
	else if (row.copies_n)
		set(note, copiesNote(row.copies_n).textContent);
}

const isRead = () => scrollY > 40 || list.contains(document.activeElement) ||
	!getSelection().isCollapsed;

function show() {
	const rows = held;
	held = [];
	list.prepend(...rows.map(make));
	while (list.children.length > ROWS)
		list.lastElementChild.remove();
	offer(0);
	$("#nothing")?.remove();
}

function place() {
	if (held.length && !isPaused && !isRead())
		show();
	else if (held.length)
		offer(held.length < ROWS ? numbers.format(held.length)
			: word("{n} or more", { n: ROWS }), show);
}

// One question at a time; what comes meanwhile is asked for behind it.
async function fetchNew() {
	if (isAsking || document.hidden) {
		again = true;
		return;
	}
	isAsking = true;
	again = false;
	const sign = data.articles.includes("?") ? "&" : "?";
	const found = await ask(`${data.articles}${sign}limit=${PAGE}`);
	for (const row of found?.articles || []) {
		const at = $(`[data-seq="${row.seq}"]`, list);
		if (at)
			renew(at, row);
	}
	const fresh = (found?.articles || []).filter(row => row.seq > newest);
	if (fresh.length) {
		newest = fresh[0].seq;
		held = [...fresh, ...held].slice(0, ROWS);
	}
	place();
	isAsking = false;
	if (again)
		fetchNew();
}

function pause() {
	isPaused = !isPaused;
	set($("#pause"), isPaused ? word("Resume") : word("Pause"));
	$("#pause").setAttribute("aria-pressed", isPaused);
	if (isPaused)
		say(word("Paused."));
	else
		place();
}

// --- the lines of a file of rules ---

// Numbers beside the lines, those of mistakes marked.
function numberLines(area, wrong) {
	const gutter = element("pre.gutter");
	const write = () => {
		const n = area.value.split("\n").length;
		if (gutter.children.length == n)
			return;
		gutter.replaceChildren(...Array.from({ length: n }, (_, i) =>
			element(wrong.has(i + 1) ? "b" : "span", `${i + 1}\n`)));
	};
	const box = element("div.numbered");
	gutter.setAttribute("aria-hidden", true);
	area.before(box);
	box.append(gutter, area);
	area.addEventListener("input", write);
	area.addEventListener("scroll", () => {
		gutter.scrollTop = area.scrollTop;
	});
	write();
}

function goToLine(area, n) {
	const lines = area.value.split("\n");
	const from = lines.slice(0, n - 1).join("\n").length + (n > 1 ? 1 : 0);
	area.focus();
	area.setSelectionRange(from, from + (lines[n - 1] || "").length);
	area.scrollTop = (n - 4) * area.scrollHeight / lines.length;
}

if ($("#yaml")) {
	const area = $("#yaml"), wrong = $$(".mistakes [data-line]");
	numberLines(area, new Set(wrong.map(at => Number(at.dataset.line))));
	for (const at of wrong)
		at.append(button(word("Go to the line"), () =>
			goToLine(area, Number(at.dataset.line))));
}

// --- a rule as a form, beside its text: a change of one is a change of both ---

const ruleForm = $("#rule-form");
const ruleChosen = $("#rule-form [name=rule]");

// Only what differs is put in, so that the caret stays where it is.
function replaceText(area, text) {
	const was = area.value;
	let from = 0, end = 0;
	while (from < was.length && was[from] == text[from])
		from++;
	while (end < was.length - from && end < text.length - from &&
	    was.at(-1 - end) == text.at(-1 - end))
		end++;
	if (was == text)
		return;
	area.setRangeText(text.slice(from, text.length - end), from,
		was.length - end);
	area.dispatchEvent(new Event("input"));
}

function fillForm(form) {
	const option = (text, value) => {
		const made = element("option", text);
		made.value = value;
		return made;
	};
	ruleChosen.replaceChildren(...form.rules.map((name, i) =>
		option(name || `(${i})`, i)),
		option(word("new rule"), form.rules.length));
	ruleChosen.value = form.rule;
	for (const field of form.fields) {
		const at = $(`[name="fields.${field.name}"]`, ruleForm);
		if (at != document.activeElement)
			at.value = field.value || "";
		at.readOnly = Boolean(field.fixed);
		at.closest(".field").classList.toggle("said", Boolean(field.said));
	}
}

async function exchange(rule, fields) {
	const area = $("#yaml"), sent = area.value;
	const note = $(".failed", ruleForm) || element("p.failed");
	try {
		const form = await post("/v1/rules/form", { yaml: sent, rule,
			fields });
		note.remove();
		if (area.value != sent)
			return;
		replaceText(area, form.yaml);
		fillForm(form);
	} catch (error) {
		set(note, error.message);
		note.setAttribute("role", "alert");
		$("h2", ruleForm).after(note);
	}
}

if (ruleForm) {
	let later = 0, turn = Promise.resolve();
	// One behind the other: each change is one of the text that is there.
	const inTurn = (fields = {}) => {
		const rule = Number(ruleChosen.value);
		turn = turn.then(() => exchange(rule, fields));
	};
	ruleForm.addEventListener("change", ({ target: at }) =>
		inTurn(at == ruleChosen ? {} : { [at.name.slice(7)]: at.value }));
	$("#yaml").addEventListener("input", () => {
		clearTimeout(later);
		later = setTimeout(inTurn, 500);
	});
}

// --- a list of feeds out of a file ---

const LIST_MAX = 4 << 20; // bytes

function fileField(area) {
	const field = element("input"), note = element("p.failed");
	field.type = "file";
	field.accept = ".opml,.xml,text/x-opml,text/xml";
	field.addEventListener("change", async () => {
		const [file] = field.files;
		const large = file && file.size > LIST_MAX;
		set(note, large ? word("{file} is larger than {n} MiB.",
			{ file: file.name, n: LIST_MAX >> 20 }) : "");
		if (file && !large)
			area.value = await file.text();
	});
	area.before(element("label", word("From a file"), " ", field), note);
}

if ($("#opml"))
	fileField($("#opml"));

// --- what comes in and what does not ---

const HALF_HOURS = 48;
function lineOf(buckets) {
	return spark(Array.from({ length: HALF_HOURS }, (_, i) =>
		(buckets[2 * i] || 0) + (buckets[2 * i + 1] || 0)));
}

function drawRow(key, buckets, n) {
	const row = $$("#intake tr[data-key]").find(at => at.dataset.key == key);
	if (!row)
		return;
	$("path", row)?.setAttribute("d", lineOf(buckets));
	set($(".n", row), numbers.format(n));
}

async function drawIntake() {
	const intake = document.hidden ? null : await ask("/v1/intake");
	if (!intake)
		return;
	drawRow("all", intake.day.buckets, intake.day.taken);
	for (const row of intake.day.sources)
		drawRow(row.source || "all others", row.buckets, row.taken);
	for (const row of intake.refused || [])
		drawRow(row.why, row.buckets, row.n);
	drawPace(intake);
}

// The last whole minute by the stream's time.
function drawPace({ minutes }) {
	replace($("#pace span"), counted(minutes.at(-2) || 0,
		"{n} article in the last minute",
		"{n} articles in the last minute"));
}

if (list && data.articles) {
	newest = Math.max(0, ...$$("li", list).map(at =>
		Number(at.dataset.seq)));
	const toggle = button(word("Pause"), pause);
	toggle.id = "pause";
	toggle.setAttribute("aria-pressed", false);
	$("#pace").replaceChildren(element("span", word("live")), toggle);
	keys[" "] = pause;
	keys["."] = () => held.length && show();
	on("articles", fetchNew);
	on("reset", fetchNew);
	on("live", fetchNew);
	document.addEventListener("visibilitychange", () =>
		again && !document.hidden && fetchNew());
	document.addEventListener("scroll", () => held.length && place(),
		{ passive: true });
	setInterval(drawIntake, 30000);
	drawIntake();
}
})();
