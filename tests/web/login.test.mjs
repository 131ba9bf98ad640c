// Logging in and out in a real browser, and what a scope shows.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { end, live, looks, open } from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

const TOKENS = { read: "reader-0123456789ab", write: "writer-0123456789ab",
	admin: "admin-0123456789abc" };
const FILE = Object.entries(TOKENS).map(([scope, token]) =>
	`${scope} ${token} ${scope}er`).join("\n") + "\n";
const headers = { Authorization: `Bearer ${TOKENS.admin}` };
const expect = /401|403|404|ERR_|Failed to load/;
let room = null;

before(async () => {
	room = await Newsroom.open({ words: 20, tokens: FILE });
	await room.fill(headers);
});

after(async () => {
	await end();
	await room.close();
});

// A browser of its own that has logged in and is at that page.
async function enter(scope, to, options = {}) {
	const page = await open(room.url + to, { expect, ...options });
	await page.fill("#token", TOKENS[scope]);
	await page.click("form.login button");
	await page.waitForURL(room.url + to);
	return page;
}

const text = (page, what = "main") => page.textContent(what);
const loggedOut = page => page.waitForFunction(() =>
	/logged out/.test(document.querySelector("#live").textContent), null,
	{ timeout: 20000 });

for (const scripts of [true, false]) {
	const way = scripts ? "" : ", without scripts";

	test(`a token typed once becomes a cookie${way}`, async () => {
		const page = await open(room.url + "/feeds?page=1",
			{ expect, scripts });
		await page.waitForURL(/\/login\?to=%2Ffeeds%3Fpage%3D1$/);
		await page.locator("#token:focus").waitFor();
		await page.fill("#token", "nobody-0123456789ab");
		await page.click("form.login button");
		assert.match(await text(page, "#wrong"), /not known/);
		assert.strictEqual(await page.inputValue("#token"), "");
		await page.fill("#token", TOKENS.read);
		await page.click("form.login button");
		await page.waitForURL(room.url + "/feeds?page=1");
		const cookie = (await page.context().cookies())
			.find(one => one.name == "tocsin");
		assert.deepStrictEqual([cookie.httpOnly, cookie.sameSite],
			[true, "Strict"]);
		assert.ok(!page.url().includes("reader"));
		// Scripts see in which time zone their reader is, and no more.
		assert.match(await page.evaluate(() => document.cookie),
			scripts ? /^tocsin-zone=[^;]*$/ : /^$/);
		await page.done();
	});
}

// What each scope is shown, on every page.
const SHOWN = [
	["/feeds", "summary:has-text(\"Import OPML\")", "admin"],
	["/feeds", "button:has-text(\"Fetch now\")", "admin"],
	["/receivers", "button:has-text(\"Send a test\")", "admin"],
	["/receivers", "button:has-text(\"Drop\")", "admin"],
	["/silences", "button:has-text(\"Silence\")", "admin"],
	["/silences", "button:has-text(\"End silence\")", "admin"],
	["/rules", "h2:has-text(\"The file\")", "admin"],
	["/rules/try", "button:has-text(\"Save\")", "admin"],
	["/rules/try", "button:text-is(\"Try\")", "write"],
	["/rules/try", "button:has-text(\"Check\")", "read"],
	["/search?q=happens", "#save", "write"],
	["/health", "h2:has-text(\"Settings\")", "admin"],
	["/stream", "#stream li", "read"],
];
const ORDER = ["read", "write", "admin"];

for (const scope of ORDER)
	test(`what the scope ${scope} is shown`, async () => {
		const page = await enter(scope, "/health");
		for (const [where, what, needs] of SHOWN) {
			await page.goto(room.url + where);
			const n = await page.locator(what).count();
			assert.strictEqual(n > 0,
				ORDER.indexOf(scope) >= ORDER.indexOf(needs),
				`${scope} ${where} ${what}`);
		}
		await page.done();
	});

test("a form that the scope does not allow is refused", async () => {
	const page = await enter("read", "/feeds");
	const csrf = await page.evaluate(() =>
		JSON.parse(document.querySelector("#data").textContent).csrf);
	const status = await page.evaluate(async csrf => (await fetch("/act", {
		method: "POST", redirect: "manual",
		body: new URLSearchParams({ csrf, act: "drop-dead",
			receiver: "night-desk", back: "/receivers" }) })).status, csrf);
	assert.strictEqual(status, 403);
	const { deliveries } = await room.json(
		"/v1/deliveries?state=dead", { headers });
	assert.ok(deliveries.length > 0);
	await page.done();
});

test("who is logged out while a page is open is led back to it", async () => {
	const page = await enter("write", "/search?q=happens");
	await live(page);
	const admin = await enter("admin", "/sessions");
	const row = admin.locator("main li:has-text(\"writeer\")");
	for (let n = await row.count(); n > 0; n--) {
		await row.first().locator("button").click();
		await row.nth(n - 1).waitFor({ state: "detached" });
	}
	await loggedOut(page);
	await page.click("#live a");
	await page.fill("#token", TOKENS.write);
	await page.click("form.login button");
	await page.waitForURL(room.url + "/search?q=happens");
	await live(page);
	await page.done();
	await admin.done();
});

test("a cookie that is gone or of another time asks to log in", async () => {
	const page = await enter("read", "/stream");
	await live(page);
	await page.context().clearCookies();
	await page.goto(room.url + "/feeds");
	await page.waitForURL(/\/login\?to=%2Ffeeds$/);
	await page.context().addCookies([{ name: "tocsin", value: "0".repeat(64),
		url: room.url }]);
	await page.goto(room.url + "/feeds");
	await page.waitForURL(/\/login\?to=%2Ffeeds$/);
	await page.done();
});

test("a form of a page that was logged out changes nothing", async () => {
	const page = await enter("admin", "/receivers");
	const before = await room.json("/v1/deliveries?state=dead", { headers });
	await page.context().clearCookies();
	await page.click("#dead ~ ul button:has-text(\"Drop\")");
	await page.locator("main",
		{ hasText: "logged out, and nothing has changed" }).waitFor();
	assert.deepStrictEqual(await room.json("/v1/deliveries?state=dead",
		{ headers }), before);
	await page.done();
});

test("logging out ends the session, also in other tabs", async () => {
	const page = await enter("write", "/sessions");
	assert.match(await text(page), /You are writeer, with the scope write/);
	const tab = await page.context().newPage();
	await tab.goto(room.url + "/stream");
	await live(tab);
	await page.click("main p ~ form button:has-text(\"Log out\")");
	await page.waitForURL(/\/login/);
	assert.deepStrictEqual((await page.context().cookies()).filter(one =>
		one.name == "tocsin"), []);
	await loggedOut(tab);
	await page.goto(room.url + "/rules");
	await page.waitForURL(/\/login\?to=%2Frules$/);
	await page.done();
});

test("a link in a message leads through the login to the event", async () => {
	for (const [link, what] of [[`/e/${room.event}`, "h1"],
		[`/r/${room.event}`, "h1"]]) {
		const page = await enter("read", link);
		assert.match(await text(page, what), /\S/);
		await page.done();
	}
});

test("a token that is taken out of the file ends its sessions", async () => {
	const page = await enter("read", "/stream");
	await live(page);
	fs.writeFileSync(path.join(room.dir, "tokens"),
		FILE.replace(/^read.*\n/, ""), { mode: 0o600 });
	await room.send("/v1/reload", {}, headers);
	await loggedOut(page);
	await page.goto(room.url + "/stream");
	await page.fill("#token", TOKENS.read);
	await page.click("form.login button");
	assert.match(await text(page, "#wrong"), /not known/);
	fs.writeFileSync(path.join(room.dir, "tokens"), FILE, { mode: 0o600 });
	await room.send("/v1/reload", {}, headers);
	await page.done();
});

looks("login", options => open(room.url + "/login", { ...options, expect }));
