// Filters of Now and saved views: each is in the address, a view is a tab with
// its count, and the same makes a feed, a stream and an edition.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { accessible, end, fits, live, open, picture, whole }
	from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

let room = null;

before(async () => {
	room = await Newsroom.open({ words: 30, lines: [
		"report: {editions: editions.yaml}"], files: { "editions.yaml":
		"editions:\n  - {name: grave, when: \"00:00\", " +
		"what: {search: Grave French}}\n" } });
	// Severities go round: 0, 5, 10 are critical, 1, 6 high ...
	for (let i = 0; i < 10; i++)
		await room.fire(i, { source: i < 5 ? "Lorault Herald" : "Argus",
			lang: i % 2 ? "fr" : "en",
			category: i % 3 ? "politics" : "Sport",
			...i == 4 && { text: "People fled in Germany, officials in " +
				"Germany said." },
			...i == 2 && { text: "People fled in Spain, officials in " +
				"Spain said." } });
});

after(async () => {
	await end();
	await room.close();
});

const shown = page => page.evaluate(() => [...document.querySelectorAll(
	"#rows > li a")].map(at => Number(/\d+/.exec(at.textContent))).sort());

test("each filter finds its events, and is in the address", async () => {
	const page = await open(room.url + "/");
	await page.click(".filter summary");
	for (const [field, value, wanted] of [
		["lang", "fr", [1, 3, 5, 7, 9]],
		["source", "argus", [5, 6, 7, 8, 9]],
		["category", "sport", [0, 3, 6, 9]],
		["rule", "rule4", [4]],
		["place", "DE", [4]],
		["place", "FR", []],
		["q", "WORD7X hap", [7]],
		["owner", "nobody-yet", []]]) {
		await page.fill(`.filter [name=${field}]`, value);
		await page.press(`.filter [name=${field}]`, "Enter");
		await page.waitForURL(new RegExp(`[?&]${field}=`));
		assert.deepStrictEqual(await shown(page), wanted, field);
		assert.strictEqual(await page.inputValue(
			`.filter [name=${field}]`), value);
		await page.goto(room.url + "/?severity=info");
	}
	await page.goto(room.url + "/?severity=high&source=Argus&lang=en");
	assert.deepStrictEqual(await shown(page), [6]);
	await page.done();
});

test("countries are counted, and offered where a place is asked for", async () => {
	const page = await open(room.url + "/?place=DE");
	assert.deepStrictEqual(await page.evaluate(() => [...document
		.querySelectorAll("#places option")].map(at =>
		`${at.value} ${at.textContent}`)),
	["DE Germany (1)", "ES Spain (1)"]);
	// The rows of one place are no other list's rows.
	const all = await room.json("/v1/now");
	const one = await room.json(`/v1/now?place=ES&known=${all.list}`);
	assert.strictEqual(one.rows.length, 1);
	assert.deepStrictEqual(one.places, all.places);
	await page.done();
});

for (const scripts of [true, false])
	test(`a view is saved, is a tab, and goes, scripts ${scripts}`, async () => {
		const name = scripts ? "Grave French" : "Argus & co";
		const address = scripts ? "/?severity=high&lang=fr"
			: "/?source=Argus&state=unacked";
		const page = await open(room.url + address, { scripts });
		await page.fill("#save-view [name=name]", name);
		await page.click("#save-view button");
		const tab = `.filters li:has-text("${name}")`;
		assert.strictEqual(await page.getAttribute(`${tab} a`, "aria-current"),
			"true");
		assert.match(await page.textContent(tab), scripts ? / 2$/ : / 5$/);
		await page.goto(room.url + "/");
		await Promise.all([page.waitForEvent("load"),
			page.click(`${tab} a`)]);
		assert.deepStrictEqual(await shown(page), scripts ? [1, 5]
			: [5, 6, 7, 8, 9]);
		await fits(page);
		await whole(page);
		await picture(page, `view-${scripts}`);
		if (!scripts) {
			await page.click(".filter summary");
			await page.click("button:has-text('Remove this view')");
			await page.locator(tab).waitFor({ state: "detached" });
		}
		await page.done();
	});

test("its look on a phone, and what axe finds", async () => {
	for (const size of ["wide", "phone"]) {
		const page = await open(room.url + "/?severity=high&lang=fr",
			{ size, axe: true });
		await live(page);
		await page.click(".filter summary");
		await accessible(page);
		await fits(page);
		await whole(page);
		await picture(page, `view-${size}`);
		await page.done();
	}
});

test("only what the view shows is told as new, and counted", async () => {
	const page = await open(room.url + "/?severity=high&lang=fr");
	await live(page);
	await room.fire(20, { lang: "en" });
	await room.fire(21, { lang: "fr" });
	await page.waitForSelector("#above button");
	assert.match(await page.textContent("#above"), /^1 new/);
	assert.match(await page.textContent(
		".filters li:has-text('Grave French')"), / 3$/);
	await page.done();
});

test("the same makes an Atom feed, a stream and an edition", async () => {
	const page = await open(room.url + "/?severity=high&lang=fr");
	const feed = await page.getAttribute(".as a[href*=atom]", "href");
	const stream = await page.getAttribute(".as a[href*=stream]", "href");
	assert.match(await page.textContent(".as code"),
		/what: {search: "Grave French"}/);
	await page.done();
	const atom = await (await fetch(room.url + feed)).text();
	assert.deepStrictEqual([...atom.matchAll(/<title>Word(\d+)x/g)]
		.map(found => Number(found[1])).sort((a, b) => a - b), [1, 5, 21]);
	const controller = new AbortController();
	const told = await fetch(room.url + stream, { signal: controller.signal });
	assert.strictEqual(told.status, 200);
	await room.fire(22, { lang: "fr" });
	await room.fire(25, { lang: "en" });
	await room.fire(26, { lang: "fr" });
	let text = "";
	const decoder = new TextDecoder();
	for await (const bytes of told.body) {
		text += decoder.decode(bytes);
		if (/Word26x/.test(text))
			break;
	}
	controller.abort();
	assert.ok(!/Word22x|Word25x/.test(text), text);
	const made = await room.send("/v1/editions/grave/make", {});
	const edition = await (await fetch(`${room.url}/v1/editions/grave/` +
		`${made.number || 1}?format=text`)).text();
	assert.match(edition, /Word1x/);
	assert.match(edition, /Word5x/);
	assert.ok(!/Word0x|Word3x/.test(edition), edition);
});

test("a wrong one is refused with what it may be", async () => {
	const answer = await fetch(room.url + "/v1/searches", { method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ name: "x", query: "page=now&severity=awful" }) });
	assert.strictEqual(answer.status, 400);
	assert.match((await answer.json()).error, /severity is info, low/);
});
