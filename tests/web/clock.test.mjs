// One clock: what the page says of now, by a clock that the test moves by hand.
// The stream's messages come from the test, too.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { accessible, end, open, picture } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const daemon = new Daemon({ words: 10 });
let start = 0;

before(async () => {
	await daemon.start();
	for (let i = 0; i < 5; i++)
		await daemon.fire(i, { ago: 60 });
	start = Date.now() / 1000;
});

after(async () => {
	await end();
	await daemon.stop();
});

// In the place of the stream: tell(kind, message) is what it says.
const byHand = page => page.addInitScript(() => {
	window.EventSource = class extends EventTarget {
		constructor() {
			super();
			window.tell = (kind, message) => this.dispatchEvent(
				new MessageEvent(kind,
					{ data: JSON.stringify(message) }));
		}
		close() {}
	};
});

async function opened(path, options) {
	const page = await open(daemon.url + path,
		{ ...options, before: byHand });
	await page.waitForFunction(() => !!window.tell);
	return page;
}

const said = (page, kind, message) => page.evaluate(([kind, message]) =>
	tell(kind, message), [kind, message]);
const beat = (page, message) => said(page, "beat", { own_clock: false,
	quiet: "usual", silent_seconds: 1, usual_seconds: 20, ...message });
const state = page => page.evaluate(() =>
	[document.querySelector("#live").dataset.state,
		document.querySelector("#live").textContent]);
const at = seconds => new Date(seconds * 1000).toLocaleTimeString("en-GB",
	{ timeZone: "Europe/Paris" });

test("the page's time goes on when articles stop", async () => {
	const page = await opened("/");
	await beat(page, { clock_at: start, stream_at: start });
	assert.deepStrictEqual(await state(page), ["live", `live ${at(start)}`]);
	// Between two beats it goes on by itself.
	await page.waitForFunction(before => !document.querySelector("#live")
		.textContent.endsWith(before), at(start));
	await beat(page, { clock_at: start + 660, stream_at: start });
	assert.deepStrictEqual(await state(page),
		["live", `live ${at(start + 660)}`]);
	await page.waitForFunction(() => /1[12] min/.test(
		document.querySelector("#rows time").textContent));
	await page.done();
});

for (const size of ["wide", "phone"])
	for (const dark of [false, true])
		test(`quiet, and nothing at all, ${size}, ${dark}`, async () => {
			const page = await opened("/", { size, dark, axe: true });
			const look = `${size}-${dark ? "dark" : "light"}`;
			await beat(page, { clock_at: start + 720, quiet: "unusual",
				silent_seconds: 720 });
			let [is, words] = await state(page);
			assert.strictEqual(is, "unusual");
			assert.match(words, /^quiet for 12 min, \d/);
			assert.match(await page.textContent("[data-quiet=unusual]"),
				/for 12 min. At this hour one comes about every 20 s/);
			assert.ok(await page.isHidden("[data-quiet=broken]"));
			await accessible(page);
			await picture(page, `now-quiet-${look}`);
			await beat(page, { clock_at: start + 2700, quiet: "broken",
				silent_seconds: 2700 });
			[is, words] = await state(page);
			assert.strictEqual(is, "broken");
			assert.match(words, /^nothing for 45 min, \d/);
			assert.ok(await page.isVisible("[data-quiet=broken]"));
			assert.match(await page.textContent("[data-quiet=broken]"),
				/What to do:/);
			await accessible(page);
			await picture(page, `now-broken-${look}`);
			await beat(page, { clock_at: start + 2705 });
			assert.strictEqual((await state(page))[0], "live");
			assert.ok(await page.isHidden("[data-quiet=broken]"));
			await page.done();
		});

test("other pages say it, too", async () => {
	for (const path of ["/health", "/rules", "/search"]) {
		const page = await opened(path);
		await beat(page, { clock_at: start + 2700, quiet: "broken",
			silent_seconds: 2700 });
		assert.strictEqual((await state(page))[0], "broken");
		await page.done();
	}
});

test("a replayed day says that it is one, and goes by its own", async () => {
	const page = await opened("/");
	const then = Date.UTC(2026, 2, 3, 4, 7, 41) / 1000;
	await beat(page, { clock_at: then, own_clock: true });
	assert.deepStrictEqual(await state(page),
		["replay", "replay, 3 Mar 05:07:41"]);
	// It goes at a pace of its own: not by this clock.
	await page.waitForTimeout(2100);
	assert.strictEqual((await state(page))[1], "replay, 3 Mar 05:07:41");
	await beat(page, { clock_at: then + 600, own_clock: true });
	assert.strictEqual((await state(page))[1], "replay, 3 Mar 05:17:41");
	await picture(page, "now-replay");
	await page.done();
});
