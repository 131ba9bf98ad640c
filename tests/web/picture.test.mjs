// The picture in the README: the page at half past three of the day that
// `tocsin demo` generates, moved to now.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { end, live, open, picture } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const UNTIL = Date.UTC(2026, 2, 3, 15, 30) / 1000;
const RULES = `rules:
  - name: disasters
    more_than: 15
    within: 4h
    least: 85
    severity: critical
    where: {any: [ferry, flood, earthquake, derailed]}
  - name: breaking
    more_than: 15
    within: 4h
    least: 85
    where: {none: [ferry, flood, earthquake, derailed]}
`;
const daemon = new Daemon({ files: { "rules.yaml": RULES } });

after(async () => {
	await end();
	await daemon.stop();
});

test("the page on a day of news", async () => {
	const day = execFileSync(process.env.TOCSIN, ["demo", "--print"],
		{ encoding: "utf8", maxBuffer: 1 << 28 })
		.trim().split("\n").map(line => JSON.parse(line))
		.filter(one => one.ts < UNTIL);
	const later = Date.now() / 1000 - UNTIL;
	await daemon.start();
	for (let i = 0; i < day.length; i += 500)
		await daemon.json("/v1/articles", { method: "POST",
			headers: { "Content-Type": "application/x-ndjson" },
			body: day.slice(i, i + 500).map(one => JSON.stringify(
				{ ...one, ts: one.ts + later })).join("\n") });
	const { events } = await daemon.json("/v1/events?limit=20");
	assert.ok(events.length >= 4, JSON.stringify(events));
	const page = await open(daemon.url);
	await live(page);
	for (const [row, button] of [[2, "own"], [3, "ack"]]) {
		await page.click(`#rows > :nth-child(${row}) [name=${button}]`);
		await page.waitForSelector(
			`#rows > :nth-child(${row}) .result button`);
	}
	await page.setViewportSize({ width: 1280, height: 780 });
	await page.mouse.move(0, 0);
	await page.reload();
	await live(page);
	await picture(page, "page");
	await page.done();
});
