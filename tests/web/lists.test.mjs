// The stream as it comes, and hits that are newer than the page.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { end, live, open, until } from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

let room = null;

before(async () => {
	room = await Newsroom.open({ words: 40 });
	await room.fill();
});

after(async () => {
	await end();
	await room.close();
});

const first = page => page.textContent("#stream li a");
const top = (page, words) => until(page, words =>
	document.querySelector("#stream li")?.textContent.includes(words), words);
const offered = (page, n) => until(page, n =>
	document.querySelector("#above")?.textContent.startsWith(`${n} newer`), n);

test("articles come by themselves, as the server writes them", async () => {
	const page = await open(room.url + "/stream");
	await live(page);
	await room.fire(20, { title: "Word20x is told twice", source: "Herald",
		text: "A ferry left the harbour of Bar before dawn and sank." });
	await top(page, "Word20x is told twice");
	await room.post({ title: "Word20x is told twice", source: "Argus",
		text: "A ferry left the harbour of Bar before dawn and sank." });
	await until(page, () => /and 1 more with this text/.test(
		document.querySelector("#stream li").textContent));
	const rows = () => [...document.querySelectorAll("#stream li")]
		.map(at => at.outerHTML.replace(/\s+/g, " ").replace(/> </g, "><"));
	const made = await page.evaluate(rows);
	await page.reload();
	await live(page);
	assert.deepStrictEqual(made, await page.evaluate(rows));
	await page.done();
});

test("paused, and read further down, it waits", async () => {
	const page = await open(room.url + "/stream");
	await live(page);
	const before = await first(page);
	await page.keyboard.press(" ");
	assert.strictEqual(await page.textContent("#pause"), "Resume");
	await room.post({ title: "Unseen one" }, { title: "Unseen two" });
	await offered(page, 2);
	assert.strictEqual(await first(page), before);
	await page.keyboard.press(" ");
	await top(page, "Unseen two");
	assert.strictEqual(await page.textContent("#above"), "");
	await page.evaluate(() => scrollTo(0, 300));
	const y = await page.evaluate(() => document.querySelector(
		"#stream li:nth-child(5)").getBoundingClientRect().top);
	await room.post({ title: "Unseen three" });
	await offered(page, 1);
	assert.strictEqual(await page.evaluate(() => document.querySelector(
		"#stream li:nth-child(5)").getBoundingClientRect().top), y);
	await page.keyboard.press(".");
	await top(page, "Unseen three");
	await page.done();
});

test("space presses a button that has the focus, and does not pause", async () => {
	const page = await open(room.url + "/stream");
	await live(page);
	await page.focus("form.find button");
	await page.keyboard.press(" ");
	await page.waitForLoadState();
	await live(page);
	assert.strictEqual(await page.textContent("#pause"), "Pause");
	await page.done();
});

test("a filter holds for what comes, too", async () => {
	const page = await open(room.url + "/stream?source=Radio");
	await live(page);
	await room.post({ title: "Not of it", source: "Herald" });
	await room.post({ title: "Of it", source: "Radio" });
	await top(page, "Of it");
	assert.strictEqual(await page.locator("#stream li").count(), 1);
	assert.strictEqual(await page.locator("#nothing").count(), 0);
	await page.done();
});

test("many at once are cut, and the page does not grow", async () => {
	const page = await open(room.url + "/stream");
	await live(page);
	for (let i = 0; i < 5; i++)
		await room.post(...Array.from({ length: 60 }, (_, k) =>
			({ title: `One of many ${i}.${k}` })));
	await top(page, "One of many 4.59");
	assert.ok(await page.locator("#stream li").count() <= 200);
	await page.done();
});

test("what comes in and what is refused is drawn", async () => {
	const page = await open(room.url + "/stream");
	await live(page);
	const refused = await page.textContent("tr[data-key=unreadable] .n");
	await room.send("/v1/articles", { id: 7 }).catch(() => {});
	await until(page, was => document.querySelector(
		"tr[data-key=unreadable] .n").textContent != was, refused)
		.catch(async () => {
			await page.reload();
			assert.notStrictEqual(await page.textContent(
				"tr[data-key=unreadable] .n"), refused);
		});
	assert.ok(await page.locator("#intake tr[data-key]").count() > 10);
	await page.done();
});

test("hits that are newer than the page are told of", async () => {
	const page = await open(room.url + "/search?q=dolphins");
	await live(page);
	await room.post({ title: "Dolphins are back", text: "They swim again." });
	await offered(page, 1);
	await room.post({ title: "Dolphins are back", text: "They swim again.",
		ago: 0 }, { title: "Where dolphins sleep", ago: 0 });
	await offered(page, 2);
	await page.click("#above button");
	await until(page, () =>
		document.querySelectorAll(".hits li").length == 2);
	await room.post({ title: "Nothing of the kind", ago: 0 });
	await page.waitForTimeout(6000);
	assert.strictEqual(await page.locator("#above button").count(), 0);
	await page.done();
});

for (const scripts of [true, false]) {
	const way = scripts ? "" : ", without scripts";

	test(`a search is saved, opened by its name, and narrowed${way}`,
		async () => {
			const page = await open(room.url + "/search?q=happens",
				{ scripts });
			await page.fill("[name=name]", "What happens" + way);
			await page.click("#save button");
			await page.click(`a:has-text("What happens${way}")`);
			await page.waitForURL(/\?s=What/);
			assert.strictEqual(await page.textContent("h1"),
				`Search: What happens${way}`);
			const french = page.locator("ul.facet li:has(a[href*='lang=fr'])");
			const n = await french.locator("b").textContent();
			await french.locator("a").click();
			await page.waitForURL(/q=happens&lang=fr/);
			assert.ok((await page.textContent(".found")).startsWith(
				`${n} hit`));
			await page.click("a:has-text(\"any\")");
			await page.waitForURL(url => !/lang/.test(url));
			await page.done();
		});

	test(`a word that nothing holds is underlined, with why${way}`,
		async () => {
			const page = await open(room.url +
				"/search?q=happens+hapens", { scripts });
			assert.strictEqual(await page.textContent(".bad"), "hapens");
			assert.match(await page.textContent(".bad + span"),
				/in no article; try happens/);
			await page.click(".bad + span a");
			await page.waitForURL(/q=happens%20happens/);
			await page.done();
		});

	test(`a mistake is marked at its field${way}`, async () => {
		const page = await open(room.url + "/search?q=x&since=yesterdy",
			{ scripts });
		assert.strictEqual(await page.getAttribute("[name=since]",
			"aria-describedby"), "wrong");
		assert.match(await page.textContent("#wrong"), /since/);
		await page.done();
	});
}
