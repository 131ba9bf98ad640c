// The pages in the reader's language: by what the browser asks for, or by what
// the reader has chosen; no text of ours is left in English, and what scripts
// write is what the server would.
import assert from "node:assert";
import fs from "node:fs";
import { after, before, test } from "node:test";
import { end, fits, live, open, picture, press, whole }
	from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

let room = null;
let pages = {};

before(async () => {
	room = await Newsroom.open({ words: 30 });
	await room.fill();
	const { feeds } = await room.json("/v1/feeds");
	pages = {
		now: "/",
		event: `/e/${room.event}`,
		history: `/e/${room.event}/history`,
		items: `/e/${room.event}/items`,
		revision: `/e/${room.event}/r/1`,
		merge: `/e/${room.event}/merge`,
		split: `/e/${room.event}/split`,
		search: "/search?q=happens",
		"search-none": "/search?q=happens+hapens",
		stream: "/stream",
		feeds: "/feeds",
		feed: `/feeds/${feeds.find(one => one.failures).id}`,
		"feed-add": "/feeds/add?address=" +
			encodeURIComponent(room.site.url + "/feed.xml"),
		rules: "/rules",
		rule: "/rules/rule0",
		try: "/rules/try",
		receivers: "/receivers",
		silences: "/silences",
		silence: "/silences/1",
		health: "/health",
		reports: "/reports",
		editions: "/editions",
		sessions: "/sessions",
		keys: "/keys",
	};
});

after(async () => {
	await end();
	await room.close();
});

// The texts of a page that are ours: not what was published, nor names, times,
// code, or what a rule says of itself.
const ours = page => page.evaluate(() => {
	const texts = new Set();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const skipped = "bdi, code, kbd, time, textarea, script, template, q, pre, " +
		"blockquote, .hint, .terms, .sources, .formats, .langs, .about, .brand, option[lang], .rule-form option, " +
		".line span, .settings td, .newest a, [lang]:not(html), .by a, .figs a";
	while (walk.nextNode()) {
		const text = walk.currentNode.data.trim();
		const at = walk.currentNode.parentElement;
		if (/[A-Za-z]{4}/.test(text) && !at.closest(skipped) &&
		    !/^Word\d|^(rule|e|p)\d|chat|desk|log$/.test(text))
			texts.add(text);
	}
	for (const at of document.querySelectorAll("[aria-label], [title]"))
		for (const text of [at.ariaLabel, at.title])
			if (text && !at.closest(skipped) && /[a-z]{4}/.test(text))
				texts.add(text);
	return [...texts];
});

// What a catalogue says as it is in English.
function same(language) {
	const texts = [];
	for (const entry of fs.readFileSync(`${language}.po`, "utf8").split("\n\n")) {
		const said = {};
		let key = "";
		for (const line of entry.split("\n")) {
			const [, name, text] = /^(?:(\S+) )?"(.*)"$/.exec(line) || [];
			key = name || key;
			if (text !== undefined && !line.startsWith("#"))
				said[key] = (said[key] || "") + text;
		}
		for (const [id, str] of [["msgid", "msgstr"], ["msgid", "msgstr[0]"],
			["msgid_plural", "msgstr[1]"]])
			if (said[id] && said[id] == said[str])
				texts.push(said[id].replace(/[.*+?^$()|[\]\\]/g, "\\$&")
					.replace(/\{\w+\}/g, ".*"));
	}
	return new RegExp(`^(${texts.join("|")})$`);
}

// Names; and errors, which come from the interface, which speaks English.
const OTHER = new RegExp("^(admin|webhook|file|live [0-9:]+|word12x|world|night|" +
	"Paper \\d+|/[a-z0-9./]+)$|\\b404\\b|the file|answered|: http");
const inEnglish = {};

test("all pages in English", async () => {
	const page = await open(room.url + "/keys");
	for (const name in pages) {
		await page.goto(room.url + pages[name]);
		inEnglish[name] = new Set(await ours(page));
		assert.ok(inEnglish[name].size > 10, name);
	}
	await page.done();
});

for (const [language, locale] of [["de", "de-DE"], ["es", "es-ES"],
	["fr", "fr-FR"]])
	test(`all pages in ${language}`, async () => {
		const known = same(language), left = [];
		const page = await open(room.url + "/keys", { context: { locale } });
		for (const name in pages) {
			const answer = await page.goto(room.url + pages[name]);
			assert.strictEqual(answer.status(), 200, name);
			assert.strictEqual(await page.getAttribute("html", "lang"),
				language);
			for (const text of await ours(page))
				if (inEnglish[name].has(text) && !known.test(text) &&
				    !OTHER.test(text))
					left.push(`${name}: ${text}`);
			await whole(page);
			await fits(page);
			await picture(page, `${name}-${language}`);
		}
		assert.deepStrictEqual(left, []);
		await page.done();
	});

test("a phone in French", async () => {
	for (const name of ["now", "event", "keys", "rules", "health"]) {
		const page = await open(room.url + pages[name],
			{ size: "phone", context: { locale: "fr-FR" } });
		await whole(page);
		await fits(page);
		await picture(page, `${name}-fr-phone`);
		await page.done();
	}
});

test("the reader chooses, without scripts", async () => {
	const page = await open(room.url + "/keys",
		{ scripts: false, context: { locale: "de-DE" } });
	await page.selectOption("[name=language]", "fr");
	await press(page, "form:has([name=language]) button");
	await page.goto(room.url + "/");
	assert.strictEqual(await page.getAttribute("html", "lang"), "fr");
	await page.goto(room.url + "/keys");
	assert.strictEqual(await page.inputValue("[name=language]"), "fr");
	await page.selectOption("[name=language]", "auto");
	await press(page, "form:has([name=language]) button");
	assert.strictEqual(await page.getAttribute("html", "lang"), "de");
	await page.done();
	const swede = await open(room.url + "/", { context: { locale: "sv-SE" } });
	assert.strictEqual(await swede.getAttribute("html", "lang"), "en");
	await swede.done();
});

test("what scripts write is what the server writes", async () => {
	const context = { locale: "de-DE" };
	const page = await open(room.url + "/", { context });
	await live(page);
	const title = "Word20x happens in Germany";
	await room.fire(20, { title });
	await room.fire(20, { title });
	await page.waitForSelector("#above button");
	assert.match(await page.textContent("#above"), /1 neu.* – anzeigen/);
	await page.click("#above button");
	await page.waitForSelector("#rows a:text('Word20x')");
	const row = at => at.evaluate(() => {
		const made = [...document.querySelectorAll(".row")].find(one =>
			one.textContent.includes("Word20x")).cloneNode(true);
		for (const time of made.querySelectorAll("time"))
			time.textContent = "";
		return made.outerHTML;
	});
	const fresh = await open(room.url + "/", { context });
	await live(fresh);
	assert.strictEqual(await row(page), await row(fresh));
	assert.match(await row(page), /nicht bestätigt/);
	assert.match(await row(page), /<span>Deutschland<\/span>/);
	await page.click(".row:has-text('Word20x') button[name=ack]");
	await page.waitForSelector(".row:has-text('bestätigt von desk')");
	assert.match(await page.textContent(".row:has-text('Word20x') .result"),
		/bestätigt Rückgängig/);
	await page.done();
	await fresh.done();
});
