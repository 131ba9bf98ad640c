// What is done on the pages beside Now and an event's, in the browser as a
// reader does it, and without scripts.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { end, open, press, send } from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

let room = null;

before(async () => {
	room = await Newsroom.open({ words: 20 });
	await room.fill();
});

after(async () => {
	await end();
	await room.close();
});

const text = (page, what) => page.evaluate(what =>
	document.querySelector(what)?.textContent ?? "", what);
const dead = async () => (await room.json(
	"/v1/deliveries?state=dead&limit=1000")).deliveries.length;
const until = async (fn, wanted) => {
	for (let i = 0; i < 100; i++) {
		if (await fn() === wanted)
			return;
		await new Promise(done => setTimeout(done, 50));
	}
	assert.strictEqual(await fn(), wanted);
};

for (const scripts of [true, false]) {
	const way = scripts ? "" : ", without scripts";

	test(`a message that was given up is sent again, or dropped${way}`,
		async () => {
			const page = await open(room.url + "/receivers", { scripts });
			const n = await dead();
			assert.ok(n > 2, `${n}`);
			await send(page, "#dead ~ ul button:has-text(\"Drop\")");
			await until(dead, n - 1);
			room.site.refuses = false;
			await send(page, "#dead ~ ul button:has-text(\"Resend\")");
			await until(dead, n - 2);
			room.site.refuses = true;
			await page.done();
		});

	test(`a test message is sent${way}`, async () => {
		const page = await open(room.url + "/receivers", { scripts });
		await send(page, "li:has-text(\"chat\") button");
		await until(async () => {
			await page.goto(room.url + "/receivers");
			return /Test message of .*: accepted in/.test(
				await text(page, "main"));
		}, true);
		await page.done();
	});

	test(`a silence is made, tells what it kept quiet, and ends${way}`,
		async () => {
			const page = await open(room.url + "/silences", { scripts });
			const i = scripts ? 7 : 8;
			await page.fill("[name=value]", `rule${i}`);
			await page.fill("[name=reason]", "a drill" + way);
			await send(page, "#silence button");
			await room.fire(i);
			await until(async () => {
				await page.goto(room.url + "/silences");
				return /messages about 1 event/.test(await page.textContent(
					`li:has-text("a drill${way}")`));
			}, true);
			await press(page,
				`li:has-text("a drill${way}") a[href^="/sil"]`);
			assert.match(await text(page, "main"),
				/messages about 1 event.*held/s);
			await page.click("button:has-text(\"End silence\")");
			await page.waitForSelector(`section li:has-text("a drill${way}")`);
			await page.done();
		});

	test(`a list of feeds is taken, and says which line is no good${way}`,
		async () => {
			const page = await open(room.url + "/feeds", { scripts });
			const list = "<opml><body>\n" +
				`<outline text="One" xmlUrl="${room.site.url}/one${
					scripts}.xml"/>\n` +
				`<outline text="Bad" xmlUrl="ftp://nowhere/"/>\n` +
				`<outline xmlUrl="${room.site.url}/feed.xml"/>\n` +
				"</body></opml>";
			await page.click("summary:has-text(\"Import OPML\")");
			if (scripts)
				await page.setInputFiles("[type=file]", { name: "my.opml",
					mimeType: "text/x-opml", buffer: Buffer.from(list) });
			else
				await page.fill("#opml", list);
			await page.click("#opml-form button");
			await page.locator(".figures b").nth(2).waitFor();
			assert.deepStrictEqual(await page.locator(".figures b")
				.allTextContents(), ["1", "1", "1"]);
			assert.match(await text(page, ".mistakes"),
				/line 3: no http or https address\s+Bad/);
			await page.goto(room.url + "/feeds");
			await page.click("summary:has-text(\"Import OPML\")");
			await page.fill("#opml", "<rss/>");
			await page.click("#opml-form button");
			assert.match(await text(page, ".failed"), /no list of feeds/);
			assert.strictEqual(await page.inputValue("#opml"), "<rss/>");
			page.wrong.length = 0; // the browser reports the status 400
			await page.done();
		});

	test(`rules are checked, and a mistake is shown at its line${way}`,
		async () => {
			const page = await open(room.url + "/rules/try", { scripts });
			await page.click("button:has-text(\"Check\")");
			assert.match(await text(page, "[role=status].well"),
				/Valid: 20 rules/);
			const wrong = (await page.inputValue("#yaml")) +
				"  - {name: last, watch: maybe, where: {any: x}}\n";
			await page.fill("#yaml", wrong);
			await page.click("button:has-text(\"Check\")");
			assert.match(await text(page, ".mistakes [data-line=\"22\"]"),
				/line 22, column \d+: .*maybe/s);
			const [line, mark] = (await text(page, ".place")).split("\n");
			assert.strictEqual(line.indexOf("maybe"), mark.indexOf("^"));
			assert.strictEqual(await page.inputValue("#yaml"), wrong);
			if (scripts) {
				assert.strictEqual(await text(page, ".gutter b"), "22\n");
				await page.click(".mistakes button");
				assert.match(await page.evaluate(() =>
					getSelection().toString()), /name: last/);
			}
			await page.done();
		});
}

test("all messages of a receiver are dropped at once", async () => {
	const page = await open(room.url + "/receivers");
	const n = await dead();
	await send(page, `button:has-text("Drop all ${n}")`);
	await until(dead, 0);
	assert.match(await text(page, "#dead + p"), /^None/);
	await page.done();
});
