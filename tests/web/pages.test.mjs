// The pages beside Now and an event's: each at each width, light and dark, with
// and without scripts: nothing for axe to find, nothing to scroll sideways,
// nothing cut, all reached by keyboard.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { end, fits, looks, open, picture, tabbed, whole }
	from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

let room = null;
const pages = {
	"search": "/search?q=happens",
	"search-none": "/search?q=happens+hapens",
	"stream": "/stream",
	"feeds": "/feeds",
	"feed": null,
	"feed-add": null,
	"rules": "/rules",
	"rule": "/rules/rule0",
	"try": "/rules/try",
	"receivers": "/receivers",
	"silences": "/silences",
	"silence": "/silences/1",
	"health": "/health",
	"reports": "/reports",
	"sessions": "/sessions",
};

before(async () => {
	room = await Newsroom.open({ words: 20 });
	await room.fill();
	const { feeds } = await room.json("/v1/feeds");
	pages.feed = `/feeds/${feeds.find(one => one.failures).id}`;
	pages["feed-add"] = "/feeds/add?address=" +
		encodeURIComponent(room.site.url + "/feed.xml");
});

after(async () => {
	await end();
	await room.close();
});

for (const name in pages) {
	looks(name, async options => {
		const page = await open(room.url + pages[name], options);
		assert.strictEqual(page.answer.status(), 200);
		return page;
	});

	test(`${name} without scripts`, async () => {
		for (const size of ["wide", "phone"]) {
			const page = await open(room.url + pages[name],
				{ size, scripts: false });
			assert.strictEqual(page.answer.status(), 200);
			await fits(page);
			await whole(page);
			if (size == "wide")
				await picture(page, `${name}-without-scripts`);
			await page.done();
		}
	});

	test(`${name} by keyboard`, async () => {
		const page = await open(room.url + pages[name]);
		await tabbed(page);
		await page.done();
	});
}
