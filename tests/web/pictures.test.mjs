// The picture of an event, where the newsroom has set that pictures are shown:
// it comes from this daemon, moves nothing, and is left out where it cannot be
// shown.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import http from "node:http";
import zlib from "node:zlib";
import { after, before, test } from "node:test";
import { accessible, end, fits, live, open, picture, until, whole }
	from "./browser.mjs";
import { Daemon } from "./daemon.mjs";

const ready = !/pictures: none/.test(
	execFileSync(process.env.TOCSIN, ["version"], { encoding: "utf8" }));
const skip = ready ? false : "the program was built without libgd";

function chunk(name, bytes) {
	const body = Buffer.concat([Buffer.from(name), bytes]);
	const made = Buffer.alloc(body.length + 8);
	made.writeUInt32BE(bytes.length);
	body.copy(made, 4);
	made.writeUInt32BE(crc(body), body.length + 4);
	return made;
}

function crc(bytes) {
	let all = ~0;
	for (const byte of bytes) {
		all ^= byte;
		for (let i = 0; i < 8; i++)
			all = all >>> 1 ^ (all & 1 && 0xedb88320);
	}
	return ~all >>> 0;
}

// A sunset: 800 by 500.
function png() {
	const rows = Buffer.alloc(500 * 2401);
	for (let y = 0; y < 500; y++)
		for (let x = 0; x < 800; x++) {
			const sun = (x - 560) ** 2 + (y - 230) ** 2 < 4900;
			const ground = y > 380 - 60 * Math.sin(x / 130);
			rows.set(ground ? [40, 50, 60] : sun ? [255, 240, 200]
				: [230 - y / 4, 130 + y / 5, 90 + y / 3],
				y * 2401 + 1 + x * 3);
		}
	const head = Buffer.alloc(13);
	head.writeUInt32BE(800);
	head.writeUInt32BE(500, 4);
	head.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", head), chunk("IDAT", zlib.deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0))]);
}

let site = null, base = "", asked = [];
const shown = new Daemon({ words: 10,
	lines: ["web: {images: true}", "feeds: {private: true}"] });
const plain = new Daemon({ words: 10, lines: ["feeds: {private: true}"] });

before(async () => {
	site = http.createServer((request, answer) => {
		asked.push(request.url);
		const good = request.url == "/good.png";
		answer.writeHead(good ? 200 : 404);
		answer.end(good ? png() : "");
	});
	await new Promise(done => site.listen(0, "127.0.0.1", done));
	base = `http://127.0.0.1:${site.address().port}`;
	for (const daemon of [shown, plain]) {
		await daemon.start();
		await daemon.fire(0, { image: base + "/good.png",
			source: "Lorault Herald", title: "Word0x: \"quay\" closes" });
		await daemon.fire(1, { image: base + "/none.png" });
		await daemon.fire(2);
	}
});

after(async () => {
	await end();
	await shown.stop();
	await plain.stop();
	site.close();
});

async function path(daemon, i) {
	const { events } = await daemon.json("/v1/events?limit=10");
	return "/e/" + events.find(one => one.rule == "rule" + i).event;
}

const loaded = page => until(page, () =>
	document.querySelector(".picture img")?.naturalWidth > 0);

for (const [size, dark] of [["wide", false], ["wide", true], ["phone", false],
	["phone", true], ["small", false]])
	test(`a picture beside the headline, ${size}, dark ${dark}`, { skip },
		async () => {
			const page = await open(shown.url + await path(shown, 0),
				{ size, dark });
			await live(page);
			await loaded(page);
			const image = page.locator(".picture img");
			assert.strictEqual(await image.getAttribute("alt"),
				"Word0x: \"quay\" closes");
			assert.strictEqual(await image.getAttribute("loading"), "lazy");
			assert.match(await image.getAttribute("src"),
				/^\/v1\/images\/\d+$/);
			assert.strictEqual(await page.textContent(".picture figcaption"),
				"Lorault Herald");
			await fits(page);
			await whole(page);
			await picture(page, `picture-${size}-${dark ? "dark" : "light"}`);
			await page.done();
		});

test("it is accessible", { skip }, async () => {
	const page = await open(shown.url + await path(shown, 0), { axe: true });
	await loaded(page);
	await accessible(page);
	await page.done();
});

test("nothing moves when it comes", { skip }, async () => {
	const at = () => JSON.stringify([...document.querySelectorAll(
		"header .figures, #why h2, .picture")].map(one =>
		one.getBoundingClientRect()));
	let go = null;
	const page = await open(shown.url + await path(shown, 0), {
		before: page => page.route("**/v1/images/*", async route => {
			await new Promise(done => go = done);
			await route.continue();
		}) });
	await live(page);
	await until(page, () => document.querySelector("#why h2"));
	const first = await page.evaluate(at);
	go();
	await loaded(page);
	assert.strictEqual(await page.evaluate(at), first);
	await page.done();
});

test("one that cannot be shown takes no room", { skip }, async () => {
	const page = await open(shown.url + await path(shown, 1),
		{ expect: /status of 404/ });
	await until(page, () => document.querySelector(".picture.none"));
	assert.strictEqual(await page.locator(".picture").isVisible(), false);
	await page.done();
	const none = await open(shown.url + await path(shown, 2));
	assert.strictEqual(await none.locator(".picture").count(), 0);
	await none.done();
});

test("the event beside the list has it, lists and the wall none", { skip },
	async () => {
		const page = await open(shown.url + "/", { context: {
			viewport: { width: 1920, height: 1080 } } });
		await live(page);
		await page.click(`#rows a[href="${await path(shown, 0)}"]`);
		await until(page, () => document.querySelector(
			"#pane .picture img")?.naturalWidth > 0);
		assert.strictEqual(await page.locator("#rows img").count(), 0);
		await picture(page, "picture-beside");
		await page.done();
		for (const density of ["dense", "wall"]) {
			const page = await open(shown.url + "/?density=" + density);
			await live(page);
			assert.strictEqual(await page.locator("img").count(), 0);
			await page.done();
		}
	});

test("unless it is set no page has one, and no host is asked", async () => {
	const before = asked.length;
	const page = await open(plain.url + await path(plain, 0));
	await live(page);
	assert.strictEqual(await page.locator(".picture").count(), 0);
	assert.strictEqual((await fetch(plain.url + "/v1/images/1")).status, 404);
	assert.strictEqual(asked.length, before);
	await page.done();
});
