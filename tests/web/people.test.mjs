// Each page at each width, light and dark, with and without scripts: nothing
// for axe to find, nothing to scroll sideways, all reached by keyboard.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { end, fits, live, looks, open, picture, tabbed, until }
	from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const daemon = new Daemon();
let pages = {};

before(async () => {
	await daemon.start();
	for (let i = 0; i < 12; i++)
		await daemon.fire(i);
	for (let i = 0; i < 5; i++)
		await daemon.fire(0, { lang: i % 2 ? "fr" : "en" });
	await daemon.fire(12, { title: "زلزال قوي word12x 6.6", lang: "ar" });
	const { events } = await daemon.json("/v1/events?limit=20");
	const id = events[0].event;
	pages = {
		now: "/",
		empty: "/?severity=info&lang=zz",
		event: `/e/${id}`,
		history: `/e/${id}/history`,
		items: `/e/${id}/items`,
		revision: `/e/${id}/r/1`,
		reports: "/reports",
		keys: "/keys",
		missing: "/e/none",
	};
});

after(async () => {
	await end();
	await daemon.stop();
});

for (const name of ["now", "empty", "event", "history", "items", "revision",
	"reports", "keys", "missing"])
	looks(name, async options => {
		const page = await open(daemon.url + pages[name],
			{ ...options, expect: /404 \(Not Found\)/ });
		if (["now", "event"].includes(name))
			await live(page);
		return page;
	});

test("an event says what its rule asked for, which nobody weighed", async () => {
	const page = await open(daemon.url + pages.event);
	assert.strictEqual((await page.textContent("#why li")).trim(),
		"its rule asks for: word0x");
	await page.done();
});

for (const name of ["now", "event", "keys"])
	test(`${name} without scripts`, async () => {
		const page = await open(daemon.url + pages[name],
			{ scripts: false });
		await fits(page);
		assert.match(await page.content(), /scripts are off|Scripts are off/);
		await picture(page, `${name}-without-scripts`);
		await page.done();
	});

for (const name of ["now", "event"])
	test(`${name} by keyboard`, async () => {
		const page = await open(daemon.url + pages[name]);
		await live(page);
		await tabbed(page);
		await page.done();
	});

test("targets are large enough", async () => {
	for (const [size, least] of [["wide", 24], ["phone", 44]]) {
		const page = await open(daemon.url + pages.now, { size });
		const small = await page.evaluate(least =>
			[...document.querySelectorAll("button, select, input, nav a")]
				.filter(at => at.offsetParent && at.type != "hidden" &&
					at.getBoundingClientRect().height < least)
				.map(at => at.outerHTML), least);
		assert.deepStrictEqual(small, []);
		await page.done();
	}
});

test("times are the reader's, the stream's beside", async () => {
	const page = await open(daemon.url + pages.event);
	await until(page, () => {
		const at = document.querySelector("time[data-as=whole]");
		return /UTC$/.test(at.title) && !/UTC/.test(at.textContent);
	});
	await page.done();
});
