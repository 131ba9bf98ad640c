// Chromium, and what every page must keep: no error, no report of the content
// security policy, no dialog, no request to anywhere else.
import assert from "node:assert";
import fs from "node:fs";
import { chromium } from "playwright-core";

export const SIZES = { wide: [1280, 900], phone: [390, 844], small: [320, 640] };

let browser = null;
export async function begin() {
	browser ||= await chromium.launch({
		executablePath: process.env.CHROMIUM,
		args: ["--no-sandbox", "--disable-gpu"],
	});
	return browser;
}

export async function end() {
	await browser?.close();
	browser = null;
}

// A page in a browser of its own: {size, dark, scripts, axe, expect: what may
// be said in the console}
export async function open(url, { size = "wide", dark = false, scripts = true,
	axe = false, expect = /^$/, context = {}, before = null } = {}) {
	const [width, height] = SIZES[size];
	const made = await (await begin()).newContext({
		viewport: { width, height },
		colorScheme: dark ? "dark" : "light",
		javaScriptEnabled: scripts,
		bypassCSP: axe,
		locale: "en-GB",
		timezoneId: "Europe/Paris",
		...context,
	});
	const page = await made.newPage();
	const wrong = [];
	const origin = new URL(url).origin;
	page.on("console", said => {
		if (["error", "warning"].includes(said.type()) &&
		    !expect.test(said.text()))
			wrong.push(said.text());
	});
	page.on("pageerror", error => wrong.push(error.stack));
	page.on("dialog", dialog => {
		wrong.push("a dialog: " + dialog.message());
		dialog.dismiss();
	});
	page.on("request", request => {
		if (new URL(request.url()).origin != origin)
			wrong.push("asks elsewhere: " + request.url());
	});
	if (before)
		await before(page);
	page.answer = await page.goto(url);
	page.done = async () => {
		await made.close();
		assert.deepStrictEqual(wrong, []);
	};
	return page;
}

// The page, live.
export const live = page =>
	page.waitForSelector("#live[data-state=live]", { timeout: 15000 });

export async function picture(page, name) {
	await page.screenshot({ path: `pictures/${name}.png` });
}

// Nothing to be scrolled sideways.
export async function fits(page) {
	const [wide, room] = await page.evaluate(() =>
		[document.documentElement.scrollWidth, innerWidth]);
	assert.ok(wide <= room, `${wide} > ${room}`);
}

const axeSource = fs.readFileSync(
	"node_modules/axe-core/axe.min.js", "utf8");

// What axe finds, by the Web Content Accessibility Guidelines up to 2.2 AA.
export async function accessible(page) {
	await page.evaluate(axeSource);
	const found = await page.evaluate(() => axe.run({ runOnly: ["wcag2a",
		"wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
	assert.deepStrictEqual(found.violations.map(one => [one.id,
		one.nodes.map(node => node.html.slice(0, 120))]), []);
}
