// A newsroom with something on each of its pages: a site that feeds are read
// from, receivers that take messages and refuse them, silences, saved searches.
import http from "node:http";
import { Daemon } from "./daemon.mjs";

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel>
<title>Lorault Herald</title><link>http://127.0.0.1/</link>
<item><title>Ferry sinks off Bar Bay, dozens missing</title>
<link>http://127.0.0.1/ferry</link><guid>f1</guid></item>
<item><title>Minister resigns over harbour contract</title>
<link>http://127.0.0.1/minister</link><guid>f2</guid></item>
</channel></rss>`;

const RECEIVERS = port => `receivers:
  - {name: chat, kind: webhook, url: "http://127.0.0.1:${port}/taken",
     allow_private: true}
  - {name: night-desk, kind: webhook, url: "http://127.0.0.1:${port}/refused",
     allow_private: true}
  - {name: log, kind: file, path: messages.ndjson}
desks:
  world: [chat, log]
  night: [night-desk]
`;

// What feeds and receivers talk to.
class Site {
	refuses = true;

	async start() {
		this.server = http.createServer((asked, answer) => {
			const { pathname } = new URL(asked.url, "http://x/");
			const [status, body] =
				pathname == "/feed.xml" ? [200, FEED]
				: pathname == "/robots.txt" ? [200, "User-agent: *\nAllow: /\n"]
				: pathname == "/taken" ? [200, ""]
				: pathname == "/refused" ? [this.refuses ? 410 : 200, ""]
				: [404, "no such page"];
			asked.resume();
			asked.on("end", () => {
				answer.writeHead(status, { "Content-Type":
					pathname == "/feed.xml" ? "application/rss+xml"
					: "text/plain" });
				answer.end(body);
			});
		});
		await new Promise(done => this.server.listen(0, "127.0.0.1", done));
		this.port = this.server.address().port;
		this.url = `http://127.0.0.1:${this.port}`;
	}

	async stop() {
		this.server.closeAllConnections();
		await new Promise(done => this.server.close(done));
	}
}

export class Newsroom extends Daemon {
	// settings: as of Daemon.
	static async open(settings = {}) {
		const site = new Site();
		await site.start();
		const room = new Newsroom({
			...settings,
			lines: ["feeds: {private: true}",
				"deliver: {receivers: receivers.yaml}",
				...settings.lines || []],
			files: { "receivers.yaml": RECEIVERS(site.port),
				...settings.files },
		});
		room.site = site;
		await room.start();
		return room;
	}

	async close() {
		await this.stop();
		await this.site.stop();
	}

	// headers: of who may do everything
	async send(target, body, headers = {}) {
		const answer = await fetch(this.url + target, { method: "POST",
			headers: { "Content-Type": "application/json", ...headers },
			body: JSON.stringify(body) });
		const said = await answer.json();
		if (!answer.ok)
			throw new Error(`${target}: ${JSON.stringify(said)}`);
		return said;
	}

	// Something on every page.
	async fill(headers = {}) {
		const send = (target, body) => this.send(target, body, headers);
		for (let i = 0; i < 12; i++)
			await this.fire(i, { headers });
		for (let i = 0; i < 5; i++)
			await this.fire(0, { lang: i % 2 ? "fr" : "en", headers });
		await this.post({ headers, title: "زلزال قوي word12x 6.6",
			lang: "ar" });
		await send("/v1/feeds", { feeds: [
			{ url: `${this.site.url}/feed.xml`, title: "Lorault Herald" },
			{ url: `${this.site.url}/gone.xml`, title: "Kasora Argus" },
			{ url: `${this.site.url}/feed.xml?two`,
				title: "Zalilde Today" } ] });
		await send("/v1/feeds/poll", { all: true });
		const { feeds } = await this.json("/v1/feeds", { headers });
		await fetch(`${this.url}/v1/feeds/${feeds[2].id}`, {
			method: "PATCH", body: "{\"paused\":true}",
			headers: { "Content-Type": "application/json", ...headers } });
		const { events } = await this.json("/v1/events?limit=20", { headers });
		this.event = events.at(-1).event;
		await send("/v1/silences", { kind: "event", value: this.event,
			for: "2h", reason: "the desk knows" });
		const past = await send("/v1/silences", { kind: "rule",
			value: "rule3", for: "1h", reason: "a drill" });
		await this.fire(0, { headers, title: "Word0x goes on: 42 dead" });
		await send(`/v1/silences/${past.silence}/end`, {});
		await send("/v1/searches", { name: "Ferries",
			query: "q=ferry&lang=en" });
	}
}
