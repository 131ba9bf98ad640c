// Texts that want to be more than text: shown, streamed and found as text.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { end, fits, live, open } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const TITLES = [
	"<script>alert(1)</script>",
	"&lt;script&gt;alert(1)&lt;/script&gt;",
	"\"><svg onload=alert(1)>",
	"javascript:alert(1)",
	"</template></script><img src=x onerror=alert(1)>",
	"{{7*7}} ${7*7} <%= 7*7 %>",
	"evil \u202Ecod.exe",
	"a" + "\u0301".repeat(5000),
	"NUL \u0000 in it",
	"a lone \ud800 surrogate",
	"long " + "x".repeat(100000),
	"",
	"\u{1F525}\u{1F525}\u{1F525}",
	"\u0632\u0644\u0632\u0627\u0644 in English 6.6",
];

const daemon = new Daemon();

before(async () => {
	await daemon.start();
});

after(async () => {
	await end();
	await daemon.stop();
});

async function check(page) {
	await fits(page);
	const tall = await page.evaluate(() =>
		[...document.querySelectorAll("#rows > .row > article")]
			.map(at => at.getBoundingClientRect().height)
			.filter(height => height > 200));
	assert.deepStrictEqual(tall, []);
	assert.strictEqual(await page.evaluate(() =>
		document.querySelectorAll("#rows img, #rows script").length), 0);
}

test("titles are text, from the server and by the stream", async () => {
	const page = await open(daemon.url + "/");
	await live(page);
	for (let i = 0; i < TITLES.length; i++)
		await daemon.fire(i, { title: `Word${i}x ${TITLES[i]}`,
			source: TITLES[i] || "x", url: "javascript:alert(1)" })
			.catch(error => assert.match(error.message, /rejected/));
	await page.waitForFunction(() => document.querySelector(
		"#above button"), null, { timeout: 15000 });
	await page.waitForTimeout(500);
	await page.keyboard.press(".");
	await page.waitForFunction(() => document.querySelectorAll(
		"#rows .row, #rows .short").length > 8, null, { timeout: 15000 });
	await check(page);
	const made = await page.evaluate(() =>
		[...document.querySelectorAll("#rows a")].map(at =>
			at.textContent).sort());
	await page.reload();
	await live(page);
	await check(page);
	assert.deepStrictEqual(made, await page.evaluate(() =>
		[...document.querySelectorAll("#rows a")].map(at =>
			at.textContent).sort()));
	for (const part of ["{{7*7}}", "javascript:alert(1)"])
		assert.ok(made.some(one => one.includes(part)), made.join("\n"));
	await page.done();
});

test("an event's page keeps them as text, too", async () => {
	const { events } = await daemon.json("/v1/events?limit=50");
	for (const event of events.slice(0, 8)) {
		const page = await open(`${daemon.url}/e/${event.event}`);
		await live(page);
		await fits(page);
		assert.strictEqual(await page.evaluate(() =>
			document.querySelectorAll("main img, main script").length), 0);
		assert.ok(await page.evaluate(() => [...document.links].every(at =>
			/^https?:$/.test(at.protocol))));
		await page.done();
	}
});
