// Now as a board: three densities, what closed beside what is open, the event
// that is read beside the list, and the wall, which goes round by itself.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { accessible, COLOUR_RULES, end, fits, GUIDELINES, live, open, picture,
	tabbed, until, whole } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const N = 40;
const daemon = new Daemon({ words: 80 });
const ids = [];

async function act(id, what, body = {}) {
	const answer = await fetch(`${daemon.url}/v1/events/${id}/${what}`, {
		method: "POST", body: JSON.stringify(body),
		headers: { "Content-Type": "application/json" } });
	assert.ok(answer.ok, await answer.text());
}

before(async () => {
	await daemon.start();
	for (let i = 0; i < N; i++)
		await daemon.fire(i, { ago: 900 - i });
	const { rows } = await daemon.json("/v1/now");
	ids.push(...rows.map(row => row.event));
	await act(ids[1], "owner", { owner: "ada" });
	await act(ids[2], "ack");
	await act(ids[N - 1], "close");
});

after(async () => {
	await end();
	await daemon.stop();
});

const sized = (width, height = 900) =>
	({ context: { viewport: { width, height } } });
const box = (page, what) => page.locator(what).first().boundingBox();

async function live_at(path, options) {
	const page = await open(daemon.url + path, options);
	await live(page);
	return page;
}

// --- densities ---

for (const density of ["comfortable", "dense", "wall"])
	for (const [width, height, narrower] of [[390, 844], [1280, 900],
		[1920, 1080, 1600]])
		test(`${density}, ${width} px`, async () => {
			const page = await live_at(`/?density=${density}`,
				{ axe: true, ...sized(width, height) });
			for (const colorScheme of ["light", "dark"]) {
				await page.emulateMedia({ colorScheme });
				await page.waitForTimeout(400);
				await fits(page);
				await whole(page);
				await accessible(page, colorScheme == "dark"
					? COLOUR_RULES : GUIDELINES);
				await picture(page,
					`now-${density}-${width}-${colorScheme}`);
			}
			// What is as wide looks for axe as it did.
			if (narrower) {
				await page.setViewportSize({ width: narrower, height: 900 });
				await page.waitForTimeout(400);
				await fits(page);
				await whole(page);
				await picture(page, `now-${density}-${narrower}-dark`);
			}
			await page.done();
		});

test("dense is a line an event, with what a desk looks for", async () => {
	const page = await live_at("/?density=dense");
	const { height } = await box(page, "#rows > li");
	assert.ok(height <= 44, `${height} px`);
	// As many as there is room for.
	const n = await page.evaluate(() => [...document.querySelectorAll(
		"#rows > li")].filter(at =>
		at.getBoundingClientRect().bottom < innerHeight).length);
	assert.ok(n >= 18, `${n} rows`);
	const row = page.locator(`[id="e-${ids[1]}"]`);
	assert.match(await row.locator("> b").textContent(), /critical|high/);
	assert.match(await row.locator("path").getAttribute("d"), /^M0/);
	assert.strictEqual(await row.locator("> span").textContent(), "1");
	assert.strictEqual(await row.locator("> em").textContent(), "ada");
	assert.match(await row.locator("> time").textContent(), /min/);
	assert.strictEqual(await page.locator(
		`[id="e-${ids[2]}"] [name=unack]`).count(), 1);
	await page.done();
});

test("dense rows are kept true, and are acted on by keys", async () => {
	const page = await live_at("/?density=dense");
	await page.focus(`[id="e-${ids[3]}"] > a`);
	await page.keyboard.press("a");
	await until(page, id => document.getElementById("e-" + id)
		.querySelector("[name=unack]"), ids[3]);
	await page.keyboard.press("o");
	await until(page, id => document.getElementById("e-" + id)
		.querySelector("em").textContent == "desk", ids[3]);
	const i = await page.evaluate(id => /Word(\d+)x/.exec(document
		.getElementById("e-" + id).textContent)[1], ids[3]);
	await daemon.fire(Number(i), { source: "Another paper" });
	await until(page, id => document.getElementById("e-" + id)
		.querySelector("span").textContent == "2", ids[3]);
	await page.keyboard.press("o");
	await until(page, id => !document.getElementById("e-" + id)
		.querySelector("em").textContent, ids[3]);
	await page.done();
});

test("a row by script is a row by the server, dense too", async () => {
	const page = await live_at("/?density=dense");
	await daemon.fire(60);
	await until(page, () => document.querySelector("#above button"));
	await page.keyboard.press(".");
	await until(page, () => !document.querySelector("#above button"));
	const rows = () => [...document.querySelectorAll("#rows > li")].map(at => {
		const copy = at.cloneNode(true);
		for (const one of copy.querySelectorAll("time"))
			one.textContent = "";
		for (const one of copy.querySelectorAll(".changed"))
			one.removeAttribute("class");
		copy.querySelectorAll("svg path, .was, .result")
			.forEach(one => one.remove());
		return copy.outerHTML.replace(/\s+/g, " ");
	});
	const made = await page.evaluate(rows);
	await page.reload();
	await live(page);
	assert.deepStrictEqual(made, await page.evaluate(rows));
	await page.done();
});

test("the density is remembered by the browser and by the address", async () => {
	const page = await live_at("/");
	const look = () => document.documentElement.className;
	assert.strictEqual(await page.evaluate(look), "board");
	await page.click("[data-density=dense]");
	await live(page);
	await page.waitForURL(/density=dense$/);
	await page.goto(daemon.url + "/");
	assert.strictEqual(await page.evaluate(look), "board as-dense");
	// What the address says counts for this page, and is not remembered.
	await page.goto(daemon.url + "/?density=comfortable");
	assert.strictEqual(await page.evaluate(look), "board");
	await page.goto(daemon.url + "/?state=unacked");
	assert.strictEqual(await page.evaluate(look), "board as-dense");
	// A filter keeps what the address has.
	await page.goto(daemon.url + "/?density=wall&severity=high");
	assert.strictEqual(await page.evaluate(look), "board as-wall");
	await page.done();
	const other = await open(daemon.url + "/", { scripts: false });
	await other.click("[data-density=dense]");
	await other.locator("#rows > .dense").nth(10).waitFor();
	await other.done();
});

// --- what closed ---

test("what closed in the last day stands beside what is open", async () => {
	for (const density of ["comfortable", "dense", "wall"]) {
		const page = await live_at(`/?density=${density}`);
		const rows = await box(page, "#rows");
		const closed = await box(page, "#closed");
		assert.ok(closed.x >= rows.x + rows.width, density);
		assert.match(await page.textContent("#closed"), /Word\d+x/);
		await page.done();
	}
});

// --- the event beside the list ---

const shows = (page, title) => until(page, title =>
	document.querySelector("#pane h1")?.textContent.trim() == title, title);
const focused = page => page.evaluate(() =>
	document.activeElement.textContent);

for (const density of ["comfortable", "dense"])
	test(`j and k move both panes, ${density}`, async () => {
		const page = await live_at(`/?density=${density}`, sized(1600));
		const before = await daemon.json("/v1/now");
		const list = await box(page, "#rows"), pane = await box(page, "#pane");
		assert.ok(pane.x >= list.x + list.width);
		assert.ok(pane.width > 480, `${pane.width}`);
		await shows(page, await page.textContent("#rows a"));
		for (const key of "jjjk") {
			await page.keyboard.press(key);
			await shows(page, await focused(page));
		}
		// Passing by is not looking.
		const { seen } = await daemon.json("/v1/now");
		assert.deepStrictEqual(Object.keys(seen), Object.keys(before.seen));
		// What is shown is kept true, and its forms work here.
		const id = await page.evaluate(() =>
			document.activeElement.getAttribute("href").slice(3));
		await act(id, "ack");
		await until(page, () => document.querySelector(
			"#pane [name=unack]"));
		await act(id, "unack");
		await page.keyboard.press("c");
		await page.fill("#pane [name=text]", "seen from the list");
		await page.click("#pane [data-act=note] form button");
		await until(page, () => /seen from the list/.test(document
			.querySelector("#pane .noted")?.textContent));
		assert.ok(!page.url().includes("/e/"));
		await picture(page, `now-panes-${density}`);
		// From the other pane the keys go on from the event that is shown.
		await page.focus("#pane h1 a");
		await page.keyboard.press("j");
		await shows(page, await focused(page));
		// A new revision is offered there.
		const i = /Word(\d+)x/.exec(await focused(page))[1];
		await daemon.post({ title: `Word${i}x goes on, 42 dead` });
		await until(page, () => /revision 2/.test(document
			.querySelector("#pane .above")?.textContent));
		await page.click("#pane .above button");
		await until(page, () => !document.querySelector("#pane .above"));
		// Enter leads to its page; so does the headline.
		await page.focus("#rows a");
		await Promise.all([page.waitForNavigation(),
			page.keyboard.press("Enter")]);
		await page.waitForURL(/\/e\//);
		await page.done();
	});

test("a click shows the event beside the list, and it is seen", async () => {
	const page = await live_at("/", { axe: true, ...sized(1920) });
	const link = page.locator(`[id="e-${ids[6]}"] h3 a`);
	const title = await link.textContent();
	await link.click();
	await shows(page, title);
	assert.ok(!page.url().includes("/e/"));
	for (let i = 0; i < 50; i++) {
		const { seen } = await daemon.json("/v1/now");
		if (seen[ids[6]])
			break;
		assert.ok(i < 49, "it was not seen");
		await page.waitForTimeout(100);
	}
	// What is cut by the header is too small for it.
	await page.evaluate(() => scrollTo(0, 0));
	await accessible(page);
	await page.done();
});

test("below 1600 px and without scripts there is one list", async () => {
	const page = await live_at("/", sized(1599));
	assert.ok(!await page.isVisible("#pane"));
	await Promise.all([page.waitForNavigation(), page.click("#rows a")]);
	await page.waitForURL(/\/e\//);
	await page.done();
	const plain = await open(daemon.url + "/",
		{ scripts: false, ...sized(1600) });
	assert.ok(!await plain.isVisible("#pane"));
	await plain.done();
});

test("both panes by keyboard", async () => {
	const page = await live_at("/?severity=critical", sized(1600));
	await shows(page, await page.textContent("#rows a"));
	await tabbed(page, () => until(page, () => {
		const row = document.activeElement.closest("#rows > li");
		return !row || row.querySelector("a").textContent ==
			document.querySelector("#pane h1")?.textContent.trim();
	}));
	await page.done();
});

// --- the wall ---

const onWall = page => page.evaluate(() => [...document.querySelectorAll(
	"#rows > li")].filter(at => at.checkVisibility())
	.map(at => at.id.slice(2)));

test("the wall goes round by itself and shows no button", async () => {
	const page = await open(daemon.url + "/?density=wall", {
		...sized(1920, 1080), before: async page => page.addInitScript(() => {
			// Time goes ten times as fast.
			const now = performance.now.bind(performance);
			performance.now = () => 10 * now();
		}) });
	await live(page);
	assert.deepStrictEqual(await page.evaluate(() =>
		[...document.querySelectorAll("button, input, select")]
			.filter(at => {
				const { width, height } = at.getBoundingClientRect();
				return at.checkVisibility() && width > 1 && height > 1 &&
					getComputedStyle(at).clipPath == "none";
			}).map(at => at.outerHTML)), []);
	const size = await page.evaluate(() => parseFloat(getComputedStyle(
		document.querySelector("#rows a")).fontSize));
	assert.ok(size >= 36, `${size} px`);
	const { rows } = await daemon.json("/v1/now");
	const seen = new Set();
	let first = (await onWall(page))[0], turns = 0;
	for (let i = 0; i < 200 && seen.size < rows.length; i++) {
		const shown = await onWall(page);
		shown.forEach(id => seen.add(id));
		turns += shown[0] != first;
		first = shown[0];
		await page.waitForTimeout(200);
	}
	assert.ok(seen.size >= rows.length - 2, `${seen.size} of ${rows.length}`);
	assert.ok(turns >= 3, `${turns} turns`);
	// Nothing is half seen.
	assert.ok(await page.evaluate(() => [...document.querySelectorAll(
		"#rows > li")].filter(at => at.checkVisibility()).every(at =>
		at.getBoundingClientRect().bottom <= innerHeight)));
	await picture(page, "now-wall-on");
	// It waits while somebody wants it to.
	await page.keyboard.press(" ");
	const held = await onWall(page);
	await page.waitForTimeout(4000);
	assert.deepStrictEqual(await onWall(page), held);
	await page.done();
});

test("what is new is on the wall at once", async () => {
	const page = await live_at("/?density=wall", sized(1920, 1080));
	await page.keyboard.press("j");
	await daemon.fire(65);
	await until(page, () => /Word65x/.test([...document.querySelectorAll(
		"#rows > li")].filter(at => at.checkVisibility())
		.map(at => at.textContent).join(" ")));
	// Escape leads back to the list, and so do links, once one moves.
	await page.mouse.move(500, 500);
	await page.waitForSelector(".stirred [data-density=dense]");
	await picture(page, "now-wall-stirred");
	await Promise.all([page.waitForNavigation(),
		page.keyboard.press("Escape")]);
	await live(page);
	assert.ok(await page.isVisible("#rows [name=ack]"));
	await page.done();
});
