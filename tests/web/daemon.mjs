// A daemon with a store of its own, and events that fire when a test says so:
// each is a watch rule that waits for one word.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const SEVERITIES = ["critical", "high", "medium", "low", "info"];

function rules(n) {
	const rows = [];
	for (let i = 0; i < n; i++)
		rows.push(`  - {name: rule${i}, watch: true, severity: ` +
			`${SEVERITIES[i % 5]}, where: {any: word${i}x}}`);
	return "rules:\n" + rows.join("\n") + "\n";
}

export class Daemon {
	// settings: {tokens: "text of the file", words: how many rules,
	// lines: more of the configuration, files: {name: text}}
	constructor(settings = {}) {
		this.dir = fs.mkdtempSync(path.join(os.tmpdir(), "tocsin-web-"));
		this.settings = settings;
		const lines = ["rules: {file: rules.yaml}"];
		fs.writeFileSync(path.join(this.dir, "rules.yaml"),
			rules(settings.words || 200));
		if (settings.tokens) {
			fs.writeFileSync(path.join(this.dir, "tokens"),
				settings.tokens, { mode: 0o600 });
			lines.push("http: {tokens: tokens}");
		}
		lines.push(...settings.lines || []);
		for (const [name, text] of Object.entries(settings.files || {}))
			fs.writeFileSync(path.join(this.dir, name), text);
		fs.writeFileSync(path.join(this.dir, "tocsin.yaml"),
			lines.join("\n") + "\n");
		this.port = 0;
		this.log = "";
		this.posted = 0;
	}

	async start() {
		this.child = spawn(process.env.TOCSIN, ["run", "--db", "news.db",
			"-c", "tocsin.yaml", "--set", `http.port=${this.port}`],
			{ cwd: this.dir, stdio: ["ignore", "ignore", "pipe"] });
		this.child.stderr.on("data", bytes => this.log += bytes);
		for (let i = 0; i < 200; i++) {
			const found = /event=listening .*?port=(\d+)/.exec(this.log);
			if (found) {
				this.port = Number(found[1]);
				this.url = `http://127.0.0.1:${this.port}`;
				return this;
			}
			await new Promise(done => setTimeout(done, 50));
		}
		throw new Error("the daemon did not start: " + this.log);
	}

	signal(name) {
		this.child.kill(name);
	}

	async end(signal = "SIGTERM") {
		const child = this.child;
		this.log = "";
		if (child.exitCode !== null || child.signalCode !== null)
			return;
		await new Promise(done => {
			child.on("exit", done);
			child.kill(signal);
		});
	}

	async stop() {
		await this.end();
		fs.rmSync(this.dir, { recursive: true, force: true });
	}

	async json(target, options) {
		const answer = await fetch(this.url + target, options);
		return answer.json();
	}

	// articles: {title, source, lang, url, text, ago: seconds, headers: of the
	// request}
	async post(...articles) {
		const now = Date.now() / 1000;
		const lines = articles.map(({ ago = 1, headers: _, ...one }) => {
			const n = ++this.posted;
			return JSON.stringify({ id: `p${n}`, ts: now - ago,
				source: `Paper ${n % 50}`,
				url: `https://paper${n % 50}.example/${n}`,
				text: `Text ${n} ` + Array.from({ length: 30 }, (_, i) =>
					(n * 7919 + i * 104729).toString(36)).join(" "),
				...one });
		});
		const said = await this.json("/v1/articles", { method: "POST",
			headers: { "Content-Type": "application/x-ndjson",
				...articles[0].headers },
			body: lines.join("\n") });
		if (said.stored !== articles.length)
			throw new Error(JSON.stringify(said).slice(0, 500));
	}

	// Fires event i (its severity is that of i modulo 5), or adds to it.
	fire(i, more = {}) {
		return this.post({ title: `Word${i}x happens ${i}`, lang: "en",
			...more });
	}
}
