// Chromium, and what every page must keep: no error, no report of the content
// security policy, no dialog, no request to anywhere else.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "node:test";
import { chromium } from "playwright-core";

const SIZES = { wide: [1280, 900], phone: [390, 844], small: [320, 640],
	zoomed: [640, 450] }; // what 1280 px have that are enlarged to 200 %

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
	page.wrong = wrong;
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

export const until = (page, fn, arg) => page.waitForFunction(fn, arg,
	{ timeout: 15000 });

// A press that leads to another page: what is read after it is of that page.
export const press = (page, what) =>
	Promise.all([page.waitForEvent("load"), page.click(what)]);

// A press that sends a form, by script or not: it is answered then.
export const send = (page, what) => Promise.all([
	page.waitForResponse(one => one.request().method() == "POST"),
	page.click(what)]);

export async function picture(page, name) {
	return;
	await page.screenshot({ path: `pictures/${name}.png` });
}

// Nothing to be scrolled sideways.
export async function fits(page) {
	const [wide, room] = await page.evaluate(() =>
		[document.documentElement.scrollWidth, innerWidth]);
	assert.ok(wide <= room, `${wide} > ${room}`);
}

// No text is cut by its box, but where an ellipsis says so, nor hangs out of the
// window, but where it can be scrolled.
export async function whole(page) {
	assert.deepStrictEqual(await page.evaluate(() => {
		const cut = [];
		const shortened = at =>
			getComputedStyle(at).textOverflow == "ellipsis";
		for (const at of document.querySelectorAll("main *")) {
			const style = getComputedStyle(at), box = at.getBoundingClientRect();
			if (!box.width || at.closest("svg, .unseen, div.wide, textarea") ||
			    !at.checkVisibility() || shortened(at) ||
			    shortened(at.parentNode))
				continue;
			const hides = style.overflowX == "hidden" &&
				at.scrollWidth > at.clientWidth + 1;
			if (hides || box.right > innerWidth + 1 || box.left < -1)
				cut.push(at.outerHTML.slice(0, 120));
		}
		return cut;
	}), []);
}

// Controls that stand in a line have one baseline, and a box stands beside its
// label, on the same line.
export async function aligned(page) {
	assert.deepStrictEqual(await page.evaluate(() => {
		const wrong = [];
		const controls = [...document.querySelectorAll("main :is(button, " +
			".button, select, summary, input:not([type=hidden]))")]
			.filter(at => at.checkVisibility() && !at.closest("dialog"));
		const isBox = at => /checkbox|radio/.test(at.type);
		const beside = (a, b) => {
			const x = a.getBoundingClientRect();
			const y = b.getBoundingClientRect();
			const both = Math.min(x.bottom, y.bottom) -
				Math.max(x.top, y.top);
			return both > .5 * Math.min(x.height, y.height) &&
				Math.abs(x.bottom - y.bottom) > 1.5;
		};
		const group = at => at.closest("form, .acts, .buttons, li, section");
		controls.filter(at => !isBox(at)).forEach((a, i, all) => {
			for (const b of all.slice(i + 1))
				if (group(a) && group(a) == group(b) && beside(a, b))
					wrong.push(a.outerHTML.slice(0, 80) + " beside " +
						b.outerHTML.slice(0, 80));
		});
		for (const at of controls.filter(isBox)) {
			const text = [...at.closest("label").childNodes].find(one =>
				one != at && one.textContent.trim());
			const range = document.createRange();
			range.selectNodeContents(text);
			const line = range.getClientRects()[0];
			const box = at.getBoundingClientRect();
			if (line.left < box.right || Math.abs(line.top + line.bottom -
				box.top - box.bottom) > 8)
				wrong.push("a box: " + at.closest("label").outerHTML
					.slice(0, 120));
		}
		return wrong;
	}), []);
}

// The header of a phone is one line.
export async function oneLine(page) {
	const { height } = await page.locator("header.bar").boundingBox();
	assert.ok(height <= 64, `the header has ${height} px`);
}

// A test that what opened({axe}) shows is whole and accessible, and of it one
// for each size: of one page, loaded once, which no script lays out by its
// width. Light and dark differ in their colours only; and the two extremes of
// size have the colours and the structure of the others, so that axe looks there
// for what depends on the layout alone.
export function looks(name, opened) {
	test(`${name} at each width`, async t => {
		const page = await opened({ axe: true });
		for (const size in SIZES)
			await t.test(`${name}, ${size}`, () => stands(page, size, name));
		await page.done();
	});
}

async function stands(page, size, name) {
	const extreme = ["small", "zoomed"].includes(size);
	const [width, height] = SIZES[size];
	await page.setViewportSize({ width, height });
	await fits(page);
	await whole(page);
	await accessible(page, extreme ? LAYOUT_RULES : GUIDELINES);
	await picture(page, `${name}-${size}-light`);
	if (!extreme) {
		await page.emulateMedia({ colorScheme: "dark" });
		await accessible(page, COLOUR_RULES);
		await picture(page, `${name}-${size}-dark`);
		await page.emulateMedia({ colorScheme: "light" });
	}
	await aligned(page);
	if (size != "zoomed")
		await oneLine(page);
}

// By Tab alone: every control is reached, seen, and under nothing. What comes in
// meanwhile must be reached, too, and takes the focus away: then it begins at
// the top. settled: waits for what a press brings in.
export async function tabbed(page, settled = async () => {}) {
	let left = [], n = 0, pressed = 0;
	do {
		await page.keyboard.press("Tab");
		await settled();
		const looked = await page.evaluate(() => {
			const at = document.activeElement;
			const box = at.getClientRects()[0];
			const x = Math.min(box.x + box.width / 2, innerWidth - 1);
			const y = Math.min(box.y + box.height / 2, innerHeight - 1);
			const top = document.elementFromPoint(x, y);
			window.reached ||= new WeakSet();
			reached.add(at);
			const controls = [...document.querySelectorAll("a[href], " +
				"button, input, select, textarea, summary")]
				.filter(at => at.checkVisibility() && !at.disabled &&
					at.type != "hidden");
			return { n: controls.length,
				covered: at != document.body && (!top ||
					!(at.contains(top) || top.contains(at)))
					? at.outerHTML : "",
				left: controls.filter(at => !reached.has(at))
					.map(at => at.outerHTML.slice(0, 120)) };
		});
		assert.strictEqual(looked.covered, "");
		({ left, n } = looked);
	} while (left.length && ++pressed < 3 * n);
	assert.deepStrictEqual(left, []);
}

const axeSource = fs.readFileSync(
	"node_modules/axe-core/axe.min.js", "utf8");

// The Web Content Accessibility Guidelines up to 2.2 AA, and what of them is
// about colours, and about where things stand.
export const GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const LAYOUT_RULES = ["scrollable-region-focusable", "target-size"];

// What axe finds.
export async function accessible(page, runOnly = GUIDELINES) {
	if (!await page.evaluate(() => "axe" in window))
		await page.evaluate(axeSource);
	const found = await page.evaluate(runOnly => axe.run({ runOnly,
		resultTypes: ["violations"], preload: false }), runOnly);
	assert.deepStrictEqual(found.violations.map(one => [one.id,
		one.nodes.map(node => node.html.slice(0, 120))]), []);
}
