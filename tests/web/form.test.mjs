// A rule as a form beside its text: what each field is for, both ways, with all
// comments, and tried as it is; with scripts and without.
import assert from "node:assert";
import { after, before, test } from "node:test";
import { accessible, end, fits, live, open, picture, press, tabbed, whole }
	from "./browser.mjs";
import { Newsroom } from "./newsroom.mjs";

const RULES = `# House rules
rules:
  - name: quakes        # the first
    watch: true
    where: {any: [word0x, "/word1x|s\\\\wisme/i"]}
    severity: high      # since the flood

  # and ferries
  - {name: ferry, watch: true, where: {any: ferry}}
`;

let room = null;

before(async () => {
	room = await Newsroom.open({ files: { "rules.yaml": RULES } });
	await room.fire(0);
});

after(async () => {
	await end();
	await room.close();
});

const field = name => `[name="fields.${name}"]`;
const yaml = page => page.inputValue("#yaml");

test("a field changes the text, and no comment is lost", async () => {
	const page = await open(room.url + "/rules/try");
	await live(page);
	assert.strictEqual(await page.inputValue(field("severity")), "high");
	assert.strictEqual(await page.inputValue(field("where.any")),
		"word0x\n/word1x|s\\wisme/i");
	assert.match(await page.textContent("#h-within"), /sliding window/);
	assert.match(await page.textContent("#h-more_than"), /1 – 1000000/);
	await page.selectOption(field("severity"), "critical");
	await page.waitForFunction(() =>
		/severity: critical      # since/.test(
			document.querySelector("#yaml").value));
	await page.fill(field("where.none"), "drill\nexercise: no");
	await page.press(field("where.none"), "Tab");
	await page.waitForFunction(() =>
		document.querySelector("#yaml").value.includes("none:"));
	await page.selectOption("#rule-form [name=rule]", "1");
	await page.waitForFunction(() => document.querySelector(
		"[name='fields.name']").value == "ferry");
	await page.selectOption(field("watch"), "");
	await page.fill(field("more_than"), "3");
	await page.press(field("more_than"), "Tab");
	await page.waitForFunction(() =>
		document.querySelector("#yaml").value.includes("more_than"));
	assert.strictEqual(await yaml(page), RULES
		.replace("high      #", "critical      #")
		.replace("isme/i\"]}", "isme/i\"], none: [drill, \"exercise: no\"]}")
		.replace("watch: true, where: {any: ferry}}",
			"where: {any: ferry}, more_than: 3}"));
	await page.done();
});

test("the text changes the form, and a new rule is added", async () => {
	const page = await open(room.url + "/rules/try");
	await live(page);
	await page.fill("#yaml", RULES.replace("high ", "low "));
	await page.waitForFunction(() => document.querySelector(
		"[name='fields.severity']").value == "low");
	await page.selectOption("#rule-form [name=rule]", "2");
	await page.waitForFunction(() => document.querySelector(
		"[name='fields.name']").value == "");
	await page.fill(field("name"), "floods");
	await page.press(field("name"), "Tab");
	await page.waitForFunction(() => document.querySelector("#yaml").value
		.endsWith("where: {any: ferry}}\n  - name: floods\n"));
	await page.fill("#yaml", "rules:\n  - {name: a");
	await page.waitForSelector("#rule-form .failed");
	page.wrong.length = 0; // the browser reports the status 422
	await page.done();
});

test("without scripts, and tried as it is", async () => {
	const page = await open(room.url + "/rules/try", { scripts: false });
	await page.selectOption("#rule-form [name=rule]", "0");
	await page.selectOption(field("severity"), "medium");
	await page.fill(field("budget"), "5");
	await press(page, "button[value=form-rules]");
	assert.strictEqual(await yaml(page), RULES.replace("high ", "medium ")
		.replace("since the flood\n", "since the flood\n    budget: 5\n"));
	await page.selectOption("#rule-form [name=rule]", "1");
	await press(page, "button[value=read-rules]");
	assert.strictEqual(await page.inputValue(field("name")), "ferry");
	await fits(page);
	await picture(page, "form-without-scripts");
	await page.click("button[value=trial]");
	await page.waitForURL(/\/rules\/try\/\d/);
	await page.done();
});

test("a mistake of a field is told at its line", async () => {
	const page = await open(room.url + "/rules/try", { scripts: false });
	await page.fill(field("within"), "soon");
	await press(page, "button[value=form-rules]");
	await press(page, "button[value=check-rules]");
	assert.match(await page.textContent(".mistakes"), /line \d+, column/);
	await page.done();
});

for (const size of ["wide", "phone"])
	test(`its look, ${size}`, async () => {
		const page = await open(room.url + "/rules/try", { size, axe: true });
		await live(page);
		await accessible(page);
		await fits(page);
		await whole(page);
		await picture(page, `form-${size}`);
		await page.done();
	});

test("by keyboard", async () => {
	const page = await open(room.url + "/rules/try");
	await tabbed(page);
	await page.done();
});
