// The page left open for a day, played fast: neither the page nor the daemon
// grows. Runs only when SOAK says for how many seconds; 3,600 of them at 20
// revisions a second are what a desk sees in a day. PACE: revisions a second.
import assert from "node:assert";
import fs from "node:fs";
import { after, before, test } from "node:test";
import { end, live, open } from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const SECONDS = Number(process.env.SOAK || 0);
const PACE = Number(process.env.PACE || 20);
const SAMPLES = 12;
const EVENTS = 100;
// What the page may hold more at the end than once it is warm, and the daemon
// for each article that came since: its window holds them all. In bytes.
const PAGE_MAX = 5e6, DAEMON_MAX = 10e3;
const daemon = new Daemon({ words: EVENTS });

before(async () => {
	await daemon.start();
	for (let i = 0; i < EVENTS; i++)
		await daemon.fire(i, { ago: 900 - i });
});

after(async () => {
	await end();
	await daemon.stop();
});

function resident() {
	const status = fs.readFileSync(
		`/proc/${daemon.child.pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024;
}

// What the page holds once its garbage is gone.
async function held(cdp) {
	await cdp.send("HeapProfiler.collectGarbage");
	const { usedSize } = await cdp.send("Runtime.getHeapUsage");
	const counts = await cdp.send("Memory.getDOMCounters");
	return { heap: usedSize, nodes: counts.nodes,
		listeners: counts.jsEventListeners, daemon: resident() };
}

// Revisions for so many seconds; now and then a desk acts, and the reader asks
// for what is new, looks at a row and goes on.
async function live_through(page, seconds, from) {
	const until = Date.now() + seconds * 1000;
	let n = from;
	while (Date.now() < until) {
		const began = Date.now();
		await Promise.all(Array.from({ length: PACE }, () =>
			daemon.fire(n++ * 7 % EVENTS)));
		if (n % (PACE * 5) == 0) {
			await page.keyboard.press(".");
			await page.keyboard.press("j");
			await page.keyboard.press("a");
		}
		await page.waitForTimeout(Math.max(0, began + 1000 - Date.now()));
	}
	return n;
}

test("nothing grows", { skip: SECONDS ? false : "SOAK is not set" },
	async () => {
		const page = await open(daemon.url + "/");
		const cdp = await page.context().newCDPSession(page);
		await live(page);
		let n = await live_through(page, SECONDS / SAMPLES, 0);
		const all = [await held(cdp)];
		const warm = n;
		for (let i = 1; i < SAMPLES; i++) {
			n = await live_through(page, SECONDS / SAMPLES, n);
			all.push(await held(cdp));
			const at = all.at(-1);
			console.log(`# ${n} revisions: page ` +
				`${(at.heap / 1e6).toFixed(2)} MB, ${at.nodes} nodes, ` +
				`${at.listeners} listeners; daemon ` +
				`${(at.daemon / 1e6).toFixed(1)} MB`);
		}
		const [first, last] = [all[0], all.at(-1)];
		assert.ok(last.heap - first.heap <= PAGE_MAX,
			`the page grew by ${last.heap - first.heap} bytes`);
		assert.ok(last.nodes <= first.nodes * 1.2 + 500,
			`${last.nodes} nodes, ${first.nodes} at first`);
		assert.ok(last.listeners <= first.listeners * 1.2 + 50,
			`${last.listeners} listeners, ${first.listeners} at first`);
		assert.ok(last.daemon - first.daemon <= DAEMON_MAX * (n - warm),
			`the daemon grew by ${last.daemon - first.daemon} bytes`);
		await page.done();
	});
