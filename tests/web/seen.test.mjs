// What changed since somebody looked at an event; and alerts of a browser: one
// an event, however many tabs are open.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { accessible, end, fits, live, open, picture, until, whole }
	from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const daemon = new Daemon({ words: 60 });
let id = "";

before(async () => {
	await daemon.start();
	await daemon.fire(0);
	const { rows } = await daemon.json("/v1/now");
	id = rows[0].event;
});

after(async () => {
	await end();
	await daemon.stop();
});

async function note(text) {
	const answer = await fetch(`${daemon.url}/v1/events/${id}/notes`, {
		method: "POST", body: JSON.stringify({ text }),
		headers: { "Content-Type": "application/json" } });
	assert.ok(answer.ok, await answer.text());
}

async function looked(page) {
	await page.goto(`${daemon.url}/e/${id}`);
	await live(page);
	await page.waitForTimeout(300);
}

// --- what changed since ---

test("an event's page says what changed since one looked", async () => {
	const page = await open(`${daemon.url}/e/${id}`, { axe: true });
	await live(page);
	// Nobody has looked before.
	assert.strictEqual(await page.locator("#since").count(), 0);
	await page.waitForTimeout(300);
	await daemon.fire(0, { title: "Word0x goes on: 42 dead", lang: "fr",
		source: "Another paper" });
	await note("called the harbour master");
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 900 });
		if (width == 1280)
			await looked(page);
		const text = await page.textContent("#since");
		assert.match(text, /Changed since you looked, /);
		assert.match(text, /\+1 item, \+1 text, \+1 publisher/);
		assert.match(text, /Revision 2/);
		assert.match(text, /note called the harbour master/);
		await fits(page);
		await whole(page);
		await accessible(page);
		await picture(page, `event-since-${width}`);
	}
	await page.click("#since a:has-text('Compare')");
	await page.waitForURL(/compare\?from=1&to=2$/);
	await looked(page);
	assert.match(await page.textContent("#since"), /Nothing\./);
	await page.done();
});

// --- alerts ---

// Counts what a browser would show and sound, over all of its tabs.
const counted = page => page.addInitScript(() => {
	const count = (what, more) => localStorage.setItem(what, JSON.stringify(
		[...JSON.parse(localStorage.getItem(what) || "[]"), more]));
	window.Notification = class {
		static permission = "granted";
		static requestPermission = async () => "granted";
		constructor(title, { tag, body }) {
			count("shown", { title, tag, body });
		}
	};
	const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
	const node = () => ({ frequency: {}, gain: param, start() {}, stop() {},
		connect: to => to });
	window.AudioContext = class {
		currentTime = 0;
		constructor() { count("rung", location.pathname); }
		resume() {}
		createOscillator() { return node(); }
		createGain() { return node(); }
	};
});

async function tabs(n, before = counted) {
	const first = await open(daemon.url + "/", { before });
	await live(first);
	const all = [first];
	while (all.length < n) {
		const tab = await first.context().newPage();
		await before(tab);
		await tab.goto(daemon.url + (all.length % 2 ? "/search" : "/"));
		await live(tab);
		all.push(tab);
	}
	return all;
}

const kept = (page, what) => page.evaluate(what =>
	JSON.parse(localStorage.getItem(what) || "[]"), what);

test("nothing rings or shows that was not asked for", async () => {
	const [page] = await tabs(2);
	await daemon.fire(5); // critical
	await until(page, () => /1 new/.test(
		document.querySelector("#above").textContent));
	assert.deepStrictEqual(await kept(page, "shown"), []);
	assert.deepStrictEqual(await kept(page, "rung"), []);
	await page.goto(daemon.url + "/keys");
	assert.strictEqual(await page.locator(
		"#settings h3 ~ label :checked").count(), 0);
	await page.done();
});

test("one notification an event, however many tabs", async () => {
	const all = await tabs(4);
	const [page] = all;
	const settings = await page.context().newPage();
	await counted(settings);
	await settings.goto(daemon.url + "/keys");
	const boxes = settings.locator("#settings label:has-text('critical') input");
	assert.strictEqual(await boxes.count(), 2);
	for (let i = 0; i < 2; i++)
		await boxes.nth(i).check();
	await settings.close();
	const before = await page.title();
	await daemon.fire(10);
	await daemon.fire(11); // high: it was not asked for
	await until(page, () => /2 new/.test(
		document.querySelector("#above").textContent));
	await page.waitForTimeout(1000);
	let shown = await kept(page, "shown");
	assert.strictEqual(shown.length, 1, JSON.stringify(shown));
	assert.match(shown[0].title, /Word10x/);
	assert.match(shown[0].body, /critical/);
	assert.strictEqual((await kept(page, "rung")).length, 1);
	// A revision of it is no new event.
	await daemon.fire(10);
	await page.waitForTimeout(1500);
	assert.strictEqual((await kept(page, "shown")).length, 1);
	// The title counts what is not acknowledged.
	const { unacknowledged } = await daemon.json("/v1/now");
	await until(page, n => document.title.startsWith(`(${n}) `),
		unacknowledged);
	assert.notStrictEqual(await page.title(), before);
	// The tab that leads goes: another one shows the next event, once.
	await page.close();
	for (const tab of all.slice(1))
		await live(tab);
	await daemon.fire(15);
	await until(all[2], () => /3 new/.test(
		document.querySelector("#above").textContent));
	await all[2].waitForTimeout(1000);
	shown = await kept(all[2], "shown");
	assert.deepStrictEqual(shown.map(one => /Word\d+x/.exec(one.title)[0]),
		["Word10x", "Word15x"]);
	await all[2].context().close();
});

test("without TLS no tab leads, and a sound is heard once all the same", async () => {
	const all = await tabs(3, async page => {
		await counted(page);
		await page.addInitScript(() => {
			Object.defineProperty(window, "isSecureContext",
				{ value: false });
			localStorage.setItem("tocsin",
				JSON.stringify({ sound: ["critical"] }));
		});
	});
	await daemon.fire(20);
	for (const tab of all)
		await until(tab, () => document.querySelector("#above") == null ||
			/1 new/.test(document.querySelector("#above").textContent));
	await all[0].waitForTimeout(2000);
	assert.strictEqual((await kept(all[0], "rung")).length, 1);
	await all[0].done();
});
