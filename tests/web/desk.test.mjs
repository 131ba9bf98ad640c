// What a desk does about events: merge, split, ask why, compare; by mouse and
// by keys, with and without scripts, and by two people at once.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { accessible, COLOUR_RULES, end, fits, GUIDELINES, live, looks, open,
	picture, press, until, whole } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const TOKENS = "read reader-0123456789 desk0\n" +
	"write writer-0123456789 ada\nadmin admin-0123456789 eva\n";
const HOSTILE = "<script>alert(1)</script>\"><svg onload=alert(1)>{{7*7}}";
// Tags are taken out of headlines as they come in.
const TITLE = "{{7*7}} \"> ' onload=alert(1) javascript:alert(1) " +
	"evil \u202Ecod.exe \u0632\u0644\u0632\u0627\u0644";

const daemon = new Daemon({ words: 60 });
const room = new Daemon({ words: 20, tokens: TOKENS });
let ids = [];

// The event that waits for word i.
async function event(at, i, options) {
	const { events } = await at.json("/v1/events?limit=1000", options);
	return events.find(one => one.rule == `rule${i}`).event;
}

before(async () => {
	await daemon.start();
	await room.start();
	for (let i = 0; i < 40; i++)
		await daemon.fire(i, { ago: 900 - i });
	for (let n = 0; n < 6; n++)
		await daemon.fire(0, { title: `Word0x goes on, part ${n}`,
			ago: 300 - n, source: n % 2 ? "Evening Post" : "Herald" });
	await daemon.fire(1, { title: `Word1x ${TITLE}`, source: HOSTILE,
		url: "javascript:alert(1)" });
	for (const i of [40, 41])
		await daemon.fire(i, { title: `Word${i}x ${TITLE}`,
			source: HOSTILE });
	for (let i = 0; i <= 41; i++)
		ids.push(await event(daemon, i));
});

after(async () => {
	await end();
	await daemon.stop();
	await room.stop();
});

const path = (i, more = "") => `${daemon.url}/e/${ids[i]}${more}`;
const row = i => `[id="e-${ids[i]}"]`;

async function live_at(url, options) {
	const page = await open(url, options);
	await live(page);
	return page;
}

// --- each page as a page of its own ---

const pages = {
	merge: i => path(i, "/merge"),
	"merge-preview": i => path(i, `/merge?with=${ids[40]},${ids[1]}`),
	split: i => path(i, "/split"),
	compare: i => path(i, "/compare"),
	"compare-two": i => path(i, `/compare?with=${ids[40]}`),
};

for (const name in pages) {
	looks(name, options => live_at(pages[name](0), options));

	test(`${name} without scripts`, async () => {
		for (const size of ["wide", "phone"]) {
			const page = await open(pages[name](0),
				{ size, scripts: false });
			assert.strictEqual(page.answer.status(), 200);
			await fits(page);
			await whole(page);
			await picture(page, `${name}-${size}-without-scripts`);
			await page.done();
		}
	});
}

// --- merging ---

for (const size of ["wide", "phone"])
	for (const dark of [false, true])
		test(`dialogs, ${size}, ${dark ? "dark" : "light"}`, async () => {
			const page = await live_at(path(2), { size, dark, axe: true });
			const look = dark ? "dark" : "light";
			const rules = dark ? COLOUR_RULES : GUIDELINES;
			await page.click("[data-act=merge]");
			await page.waitForSelector("dialog[open] .choices");
			await accessible(page, rules);
			await picture(page, `dialog-merge-${size}-${look}`);
			await page.fill("dialog [type=search]", "word3x");
			assert.strictEqual(await page.locator(
				"dialog .choices li:visible").count(), 1);
			await page.click("dialog .choices li:visible label");
			await page.click("button:has-text('Preview')");
			await page.waitForSelector("dialog .do");
			await accessible(page, rules);
			await picture(page, `dialog-preview-${size}-${look}`);
			// Nothing was done, and the focus comes back.
			await page.keyboard.press("Escape");
			assert.strictEqual(await page.evaluate(() =>
				document.activeElement.dataset.act), "merge");
			await page.click("[data-act=split]");
			await page.waitForSelector("dialog[open] .choices");
			await accessible(page, rules);
			await picture(page, `dialog-split-${size}-${look}`);
			await page.click("dialog .closer");
			assert.strictEqual(await page.locator(
				"dialog[open]").count(), 0);
			await page.done();
		});

test("rows are chosen by key, merged, and come back", async () => {
	const page = await live_at(daemon.url + "/");
	const other = await live_at(daemon.url + "/");
	for (let i = 0; i < 30; i++)
		await page.keyboard.press("j");
	const top = await page.evaluate(() =>
		document.activeElement.getBoundingClientRect().top);
	await page.keyboard.press("x");
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	await page.keyboard.press("k");
	assert.match(await page.textContent("#picked"), /^2 selected/);
	await picture(page, "now-chosen");
	assert.strictEqual(await page.evaluate(() =>
		document.activeElement.getBoundingClientRect().top), top);
	const [head, part] = await page.evaluate(() =>
		[...document.querySelectorAll(".picked")].map(at => at.id.slice(2)));
	await page.keyboard.press("m");
	await page.waitForSelector("dialog .do");
	await page.click("dialog .do");
	await page.waitForSelector("dialog:not([open])", { state: "attached" });
	// Nothing moves; both readers see it struck.
	for (const one of [page, other])
		await until(one, id => /merged into/.test(
			document.getElementById("e-" + id).textContent), part);
	assert.strictEqual(await page.locator("#picked").count(), 0);
	assert.strictEqual(await page.locator(".picked").count(), 0);
	const now = await daemon.json("/v1/now");
	assert.ok(!now.rows.some(one => one.event == part));
	assert.ok(now.rows.some(one => one.event == head));
	await picture(page, "now-merged");
	// "u" within ten seconds takes it back.
	await page.keyboard.press("u");
	for (const one of [page, other])
		await until(one, id => !/merged into/.test(
			document.getElementById("e-" + id).textContent), part);
	await page.done();
	await other.done();
});

test("what is chosen can be let go", async () => {
	const page = await live_at(daemon.url + "/");
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	await page.keyboard.press("Escape");
	assert.strictEqual(await page.locator("#picked").count(), 0);
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	await page.click("#picked button:has-text('Clear')");
	assert.strictEqual(await page.locator(".picked").count(), 0);
	// One alone: the list of those that it may be.
	await page.keyboard.press("j");
	await page.keyboard.press("m");
	await page.waitForSelector("dialog .choices");
	await page.done();
});

test("an event is merged without scripts, and taken back", async () => {
	const page = await open(path(4), { scripts: false });
	await page.click("[data-act=merge]");
	await page.fill("[type=search]", "WORD5x");
	await press(page, "button:has-text('Find')");
	assert.strictEqual(await page.locator(".choices li").count(), 1);
	await page.check(".choices input");
	await page.click("button:has-text('Preview')");
	await page.click(".do");
	await page.waitForURL(path(4));
	assert.match(await page.textContent("#parts"), new RegExp(ids[5]));
	await page.goto(path(5));
	assert.match(await page.textContent(".moved"), /Merged into/);
	await page.goto(path(5, "/history"));
	assert.match(await page.textContent("main"), /merged it into/);
	await page.goto(path(4));
	await page.click("#parts button");
	await page.locator("#parts").waitFor({ state: "detached" });
	await page.done();
});

test("a dialog that cannot be opened says so", async () => {
	const page = await live_at(path(2), { expect: /ERR_FAILED/ });
	await page.route("**/merge", route => route.abort());
	await page.click("[data-act=merge]");
	await until(page, () => /not live: nothing was sent/.test(
		document.querySelector(".acts").textContent));
	await page.done();
});

test("hostile headlines stay text in dialogs", async () => {
	const page = await live_at(path(40));
	await page.keyboard.press("m");
	await page.waitForSelector("dialog .choices");
	await page.fill("dialog [type=search]", "{{7*7}}");
	assert.ok(await page.locator("dialog .choices li:visible").count() >= 1);
	await page.click("dialog .choices li:visible label");
	await page.click("button:has-text('Preview')");
	await page.waitForSelector("dialog .do");
	assert.strictEqual(await page.evaluate(() => document.querySelectorAll(
		"dialog img, dialog script, dialog svg").length), 0);
	assert.ok((await page.textContent("dialog")).includes("{{7*7}}"));
	await page.goto(path(1, "/split"));
	assert.ok(await page.evaluate(() => [...document.links].every(at =>
		/^https?:$/.test(at.protocol))));
	await page.done();
});

// --- splitting ---

test("items are split off by keys", async () => {
	const page = await live_at(path(0));
	const other = await live_at(path(0));
	await page.click("[data-act=split]");
	await page.waitForSelector("dialog .choices");
	await page.focus("dialog .choices input");
	for (const key of "jjxjx")
		await page.keyboard.press(key);
	assert.strictEqual(await page.locator(
		"dialog .choices input[name=items]:checked").count(), 2);
	await page.click("dialog button:has-text('Preview')");
	await page.waitForSelector("dialog .do");
	await picture(page, "dialog-split-preview");
	// Back, with the same boxes.
	await page.click("dialog button:has-text('Change selection')");
	await page.waitForSelector("dialog .choices");
	assert.strictEqual(await page.locator(
		"dialog .choices input[name=items]:checked").count(), 2);
	await page.click("dialog button:has-text('Preview')");
	await page.waitForSelector("dialog .do");
	await Promise.all([page.waitForNavigation(), page.click("dialog .do")]);
	await page.waitForURL(/\/e\/desk-/);
	assert.match(await page.textContent("main"), /Split from/);
	assert.match(await page.textContent("[data-n=items]"), /^2$/);
	// Who looks at the old one is told, and nothing moves by itself.
	await until(other, () => /split by/.test(
		document.querySelector("#above")?.textContent));
	await page.done();
	await other.done();
});

test("a note and a silence begin on Now by a key", async () => {
	for (const [key, field] of [["c", "text"], ["s", "reason"]]) {
		const page = await live_at(daemon.url + "/");
		await page.keyboard.press("j");
		await Promise.all([page.waitForNavigation(),
			page.keyboard.press(key)]);
		await page.waitForSelector(`details[open] [name=${field}]`);
		assert.ok(await page.evaluate(() =>
			document.activeElement.closest("details[open]")));
		await page.done();
	}
});

test("a split without scripts, by whole publishers", async () => {
	const page = await open(path(0, "/split"), { scripts: false });
	await page.click("summary:has-text('Whole publishers')");
	await page.check("input[name=publishers][value=Herald]");
	await page.click("button:has-text('Preview')");
	await page.click("button:has-text('Change selection')");
	assert.ok(await page.isChecked(
		"input[name=publishers][value=Herald]"));
	await page.click("button:has-text('Preview')");
	await page.click(".do");
	await page.waitForURL(/\/e\/desk-/);
	await page.done();
});

// --- two people ---

async function person(token) {
	const page = await open(room.url + "/login", {
		expect: /409 \(Conflict\)|403/ });
	await page.fill("[name=token]", token);
	await page.click("main button");
	await live(page);
	return page;
}

test("of two who merge at once one reads who was first", async () => {
	const headers = { Authorization: "Bearer admin-0123456789",
		"Content-Type": "application/x-ndjson" };
	const post = room.json.bind(room);
	room.json = (target, options = {}) => post(target,
		{ ...options, headers: { ...headers, ...options.headers } });
	for (let i = 0; i < 3; i++)
		await room.fire(i, { ago: 100 - i });
	const [a, b, c] = [await event(room, 0), await event(room, 1),
		await event(room, 2)];
	const ada = await person("writer-0123456789");
	const eva = await person("admin-0123456789");
	const reader = await person("reader-0123456789");
	for (const [page, into] of [[ada, a], [eva, c]]) {
		await page.goto(`${room.url}/e/${into}`);
		await live(page);
		await page.keyboard.press("m");
		await page.fill("dialog [type=search]", "word1x");
		await page.click("dialog .choices li:visible label");
		await page.click("button:has-text('Preview')");
		await page.waitForSelector("dialog .do");
	}
	await reader.goto(`${room.url}/e/${b}`);
	await live(reader);
	assert.strictEqual(await reader.locator("[data-act=merge]").count(), 0);
	assert.match(await reader.textContent(".acts"), /Read only/);
	await Promise.all([ada.waitForNavigation(), ada.click("dialog .do")]);
	await eva.click("dialog .do");
	await eva.waitForSelector("dialog .failed");
	assert.match(await eva.textContent("dialog"),
		/part of .* already: take that back first/s);
	assert.match(await eva.textContent("dialog .moved"), /by ada/);
	await picture(eva, "dialog-too-late");
	// And a third, who only looks, is told.
	await until(reader, () => /merged by ada/.test(
		document.querySelector("#above")?.textContent));
	await reader.click("#above button");
	await live(reader);
	assert.match(await reader.textContent(".moved"), /Merged into.*by ada/s);
	for (const page of [ada, eva, reader])
		await page.done();
});

// --- the full account ---

// The page replaces the account at each answer: it is looked up and scrolled to,
// or its button pressed, in one step, so that it cannot be replaced between.
const to_account = page => page.evaluate(() =>
	document.querySelector("#account").scrollIntoView());

// Freezes the job that runs, or lets it go on.
const jobs = signal => spawnSync("pkill", ["-" + signal, "-P",
	String(daemon.child.pid)]);

// Has a job that is frozen before it ends: it may be quick, so several tries.
const freeze_one = async () => {
	for (let i = 0; i < 100; i++) {
		await daemon.json("/v1/explanations", { method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ event: ids[3] }) });
		if (jobs("STOP").status === 0)
			return;
	}
	assert.fail("no job could be frozen");
};

test("the account waits for its turn, and can be stopped", async t => {
	const page = await live_at(path(0), { axe: true });
	t.after(() => jobs("CONT"));
	await freeze_one();
	await page.click("#explain button");
	await page.waitForSelector("#account progress");
	assert.match(await page.textContent("#account"),
		/Waiting for another job/);
	await accessible(page);
	await to_account(page);
	await picture(page, "event-account-waits");
	await page.evaluate(() =>
		document.querySelector("#account button").click());
	await until(page, () => /it was cancelled/.test(
		document.querySelector("#account").textContent));
	await page.done();
});

test("all is told within the page", async () => {
	const page = await live_at(path(0), { axe: true });
	await page.click("#explain button");
	await page.waitForSelector("#account .reached", { timeout: 30000 });
	assert.match(await page.textContent("#account"), /fired/);
	await page.waitForURL(path(0));
	await fits(page);
	await accessible(page);
	await to_account(page);
	await picture(page, "event-account");
	await page.done();
});

test("without scripts it is a page that looks again", async () => {
	const page = await open(path(0), { scripts: false });
	await page.click("#explain button");
	await page.waitForURL(/\/explain\//);
	for (let i = 0; i < 30 && !await page.locator(".reached").count(); i++)
		await page.waitForTimeout(1000);
	assert.match(await page.textContent("#account"), /fired/);
	await fits(page);
	await picture(page, "explain-without-scripts");
	await page.done();
});

// --- the rail ---

test("what comes in is kept true", async () => {
	const page = await open(daemon.url + "/", { before: async page =>
		page.addInitScript(() => {
			const every = window.setInterval;
			window.setInterval = (fn, ms) =>
				every(fn, ms == 60000 ? 1000 : ms);
		}) });
	await live(page);
	const taken = Number(await page.textContent(
		"#intake [data-n=taken]"));
	await daemon.fire(50);
	await until(page, n => Number(document.querySelector(
		"#intake [data-n=taken]").textContent) == n + 1, taken);
	// As the server draws it. The bars move on at each full minute.
	while (new Date().getSeconds() < 5 || new Date().getSeconds() > 50)
		await page.waitForTimeout(500);
	const drawn = () => document.querySelector(".bars path")
		.getAttribute("d");
	const made = await page.evaluate(drawn);
	await page.reload();
	assert.strictEqual(await page.evaluate(drawn), made);
	await page.done();
});

test("the page loads itself anew by choice only", async () => {
	const page = await open(daemon.url + "/?every=10", { scripts: false });
	let loads = 0;
	page.on("load", () => loads++);
	await daemon.fire(51);
	await until(page, () => true);
	for (let i = 0; i < 15 && !loads; i++)
		await page.waitForTimeout(1000);
	assert.ok(loads > 0);
	assert.match(await page.content(), /Word51x/);
	await page.done();
	const still = await live_at(daemon.url + "/?every=10");
	still.on("load", () => assert.fail("loaded by itself"));
	await still.waitForTimeout(12000);
	await still.done();
});
