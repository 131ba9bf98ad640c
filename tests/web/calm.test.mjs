// What moves and what never does; and that the page knows when it is not live.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { end, live, open, until } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const N = 60;
const daemon = new Daemon();

before(async () => {
	await daemon.start();
	for (let i = 0; i < N; i++)
		await daemon.fire(i, { ago: 600 - i });
});

after(async () => {
	await end();
	await daemon.stop();
});

// What has the focus, and where it stands once the page has come to rest: rows
// are laid out as they come into sight.
const eye = page => page.evaluate(() => new Promise(done => {
	let last = NaN, same = 0;
	const look = () => {
		const { top } = document.activeElement.getBoundingClientRect();
		same = top == last ? same + 1 : 0;
		last = top;
		if (same < 20)
			requestAnimationFrame(look);
		else
			done([document.activeElement.textContent, top]);
	};
	look();
}));
const text = (page, what) => page.evaluate(what =>
	document.querySelector(what)?.textContent ?? "", what);

test("what the eye rests on stays", async () => {
	const page = await open(daemon.url + "/");
	await live(page);
	await page.evaluate(() => {
		// A count that grows moves what follows it in its line; nothing goes
		// up or down.
		window.moved = [];
		new PerformanceObserver(list => {
			for (const one of list.getEntries().flatMap(at => at.sources))
				if (one.previousRect.top != one.currentRect.top)
					moved.push(one.node?.textContent);
		}).observe({ type: "layout-shift", buffered: false });
	});
	for (let i = 0; i < 40; i++)
		await page.keyboard.press("j");
	const before = await eye(page);
	await page.evaluate(() => moved.splice(0));
	const jobs = [];
	for (let i = 0; i < N; i++)
		jobs.push(daemon.fire(i % 7), daemon.fire(i));
	for (let i = N; i < N + 30; i++)
		jobs.push(daemon.fire(i));
	await Promise.all(jobs);
	await until(page, () => /\b30 new/.test(
		document.querySelector("#above").textContent));
	await page.waitForTimeout(1000);
	assert.deepStrictEqual(await eye(page), before);
	assert.deepStrictEqual(await page.evaluate(() => moved), []);
	await page.keyboard.press(".");
	await until(page, n => document.querySelectorAll(
		"#rows .row, #rows .short").length >= n, N + 30);
	const now = await eye(page);
	assert.strictEqual(now[0], before[0]);
	assert.ok(Math.abs(now[1] - before[1]) <= 1, `${now[1]} ${before[1]}`);
	assert.strictEqual(await text(page, "#above"), "");
	await page.done();
});

test("the order by script is the order of the server", async () => {
	const page = await open(daemon.url + "/");
	await live(page);
	for (let i = 0; i < 5; i++)
		await daemon.fire(100 + i);
	await until(page, () => document.querySelector("#above button"));
	await page.keyboard.press(".");
	await until(page, () => !document.querySelector("#above button"));
	const nodes = () => [...document.querySelectorAll(
		"#rows .row, #rows .short")]
		.map(at => {
			const copy = at.cloneNode(true);
			for (const one of copy.querySelectorAll("time:not([data-as])"))
				one.textContent = "";
			for (const one of copy.querySelectorAll(".changed"))
				one.removeAttribute("class");
			copy.querySelectorAll(".rank, svg path, .was")
				.forEach(one => one.remove());
			return copy.outerHTML.replace(/\s+/g, " ");
		});
	const made = await page.evaluate(nodes);
	await page.reload();
	await live(page);
	assert.deepStrictEqual(made, await page.evaluate(nodes));
	await page.done();
});

test("what closed is listed by script as by the server", async () => {
	const page = await open(daemon.url + "/");
	await live(page);
	assert.ok(await page.evaluate(() =>
		document.querySelector("#closed").hidden));
	const ids = await page.evaluate(() => [...document.querySelectorAll(
		"#rows button[name=ack]")].slice(1, 3).map(at => at.value));
	for (const id of ids)
		await fetch(`${daemon.url}/v1/events/${id}/close`, { method: "POST",
			headers: { "Content-Type": "application/json" }, body: "{}" });
	await until(page, () =>
		document.querySelectorAll("#rows .over").length == 2);
	await page.keyboard.press(".");
	await until(page, () => !document.querySelector("#rows .over"));
	const closed = () => [...document.querySelectorAll("#closed .over")]
		.map(at => at.outerHTML.replace(/>[^<]*<\/time>/, ""));
	const made = await page.evaluate(closed);
	assert.strictEqual(made.length, 2);
	await page.reload();
	await live(page);
	assert.deepStrictEqual(made, await page.evaluate(closed));
	await page.done();
});

test("an acknowledgement is seen by all, and who was first", async () => {
	const one = await open(daemon.url + "/");
	const two = await open(daemon.url + "/");
	await live(one);
	await live(two);
	const id = await one.evaluate(() =>
		document.querySelector("#rows button[name=ack]").value);
	const ack = `#e-${id} > article [name=ack]`;
	await one.click(ack);
	await until(one, id => /acknowledged by/.test(
		document.getElementById("e-" + id).textContent), id);
	await until(two, id => /acknowledged by/.test(
		document.getElementById("e-" + id).textContent), id);
	await until(one, id => document.querySelector(
		`[id="e-${id}"] .result button`), id);
	// What came of it covers nothing, also where the page is narrow.
	for (const width of [1280, 700, 390]) {
		await one.setViewportSize({ width, height: 900 });
		assert.deepStrictEqual(await one.evaluate(id => {
			const row = document.getElementById("e-" + id);
			const box = at => at.getBoundingClientRect();
			const of = box(row.querySelector(".result"));
			return [...row.querySelectorAll(
				"article b, article > p > span:not(.result), h3, svg")]
				.filter(at => at.checkVisibility(
					{ visibilityProperty: true }))
				.filter(at => box(at).width && box(at).left < of.right &&
					box(at).right > of.left && box(at).top < of.bottom &&
					box(at).bottom > of.top)
				.map(at => at.textContent);
		}, id), [], `${width} px`);
	}
	await one.setViewportSize({ width: 1280, height: 900 });
	await one.keyboard.press("u");
	await until(two, id => /not acknowledged/.test(
		document.getElementById("e-" + id).textContent), id);
	await one.done();
	await two.done();
});

test("a frozen daemon is told from a quiet one, and found again", async () => {
	const page = await open(daemon.url + "/", {
		expect: /ERR_|Failed to load/ });
	await live(page);
	daemon.signal("SIGSTOP");
	await page.waitForSelector("#live[data-state=lost]");
	assert.match(await page.title(), /^\(\?\)/);
	daemon.signal("SIGCONT");
	// The page may have found it by itself before.
	await page.evaluate(() => document.querySelector("#live button")?.click());
	await live(page);
	await page.done();
});

test("a restart is told, and what was missed is there", async () => {
	const page = await open(daemon.url + "/", {
		expect: /ERR_|Failed to load/ });
	await live(page);
	await daemon.end("SIGKILL");
	await page.waitForSelector("#live[data-state=lost]");
	await daemon.start();
	await daemon.fire(120);
	await live(page);
	assert.match(await text(page, "#live"), /restarted/);
	await until(page, () => /new/.test(
		document.querySelector("#above").textContent));
	await page.done();
});

test("seven tabs have one stream", async () => {
	const first = await open(daemon.url + "/");
	await live(first);
	const tabs = [first];
	for (let i = 0; i < 6; i++) {
		const tab = await first.context().newPage();
		await tab.goto(daemon.url + "/");
		tabs.push(tab);
	}
	for (const tab of tabs)
		await live(tab);
	// The connections of the pages before are closed a moment later.
	const count = async () => (await daemon.json("/v1/stats")).listeners;
	for (let i = 0; i < 300 && await count() != 1; i++)
		await first.waitForTimeout(50);
	assert.strictEqual(await count(), 1);
	await daemon.fire(130);
	for (const tab of tabs)
		await until(tab, () => /new/.test(
			document.querySelector("#above").textContent));
	// The leader goes: another tab takes over.
	await first.close();
	for (const tab of tabs.slice(1))
		await live(tab);
	await daemon.fire(131);
	await until(tabs[3], () => /2 new/.test(
		document.querySelector("#above").textContent));
	await tabs[1].context().close();
});
