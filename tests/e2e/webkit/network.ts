import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

type Pattern = string | RegExp;
type Headers = Record<string, string>;
type Handler = (route: Route) => unknown;
/** A request as passed to listeners. */
export interface Heard {
  url(): string;
  method(): string;
}

/** Address of the init scripts. */
const EARLY = "/early-scripts-of-the-flow.js";

/** A glob pattern as in Playwright: two asterisks match anything, one matches within a folder. */
export function asExpression(pattern: Pattern): RegExp {
  if (pattern instanceof RegExp) return pattern;
  const parts = pattern.split("**").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*"));
  return new RegExp(`^${parts.join(".*")}$`);
}

/** A host's response. */
class Answer {
  constructor(
    private readonly code: number,
    private readonly sent: Headers,
    private readonly bytes: Buffer,
  ) {}
  status = () => this.code;
  headers = () => this.sent;
  body = async () => this.bytes;
  text = async () => this.bytes.toString("utf8");
}

/** A request waiting for a flow's handler, with Playwright's method names. */
class Route {
  constructor(
    private readonly asked: IncomingMessage,
    private readonly answer: ServerResponse,
  ) {}

  request = () => ({ url: () => this.asked.url ?? "", method: () => this.asked.method ?? "GET" });
  abort = async () => void this.answer.destroy();
  continue = () => forward(this.asked, this.answer);
  async fetch(): Promise<Answer> {
    const response = await askHost(this.asked);
    return new Answer(response.statusCode ?? 0, response.headers as Headers, await buffer(response));
  }
  async fulfill({
    response,
    status,
    contentType,
    body,
  }: {
    response?: Answer;
    status?: number;
    contentType?: string;
    body?: string | Buffer;
  }): Promise<void> {
    const { "content-length": _, "transfer-encoding": __, ...headers } = response?.headers() ?? {};
    this.answer.writeHead(status ?? response?.status() ?? 200, { ...headers, ...(contentType && { "content-type": contentType }) });
    this.answer.end(body ?? (await response?.body()));
  }
}

/** Sends a request on to its host, for the raw response. */
function askHost(asked: IncomingMessage): Promise<IncomingMessage> {
  const { hostname, port, pathname, search } = new URL(asked.url ?? "");
  const { "proxy-connection": _, ...headers } = asked.headers;
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      path: pathname + search,
      method: asked.method,
      headers: { ...headers, "accept-encoding": "identity" },
    };
    asked.pipe(send(options, resolve).on("error", reject));
  });
}

/** Answers as the host does; pages of the app get the flow's init scripts. */
async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  try {
    const response = await askHost(asked);
    const headers = { ...response.headers };
    const path = new URL(asked.url ?? "").pathname;
    // The engine does not request cached files again, and no flow could intercept them.
    if (path.startsWith("/assets/")) headers["cache-control"] = "no-store";
    if (!String(headers["content-type"]).startsWith("text/html")) {
      answer.writeHead(response.statusCode ?? 0, headers);
      // Connections cut by the host or by the page are cut on the other side too.
      await pipeline(response, answer);
      return;
    }
    delete headers["content-length"];
    delete headers["transfer-encoding"];
    const page = (await buffer(response)).toString("utf8");
    answer.writeHead(response.statusCode ?? 0, headers);
    // Only the app's own pages: others may allow no scripts.
    answer.end(page.includes("/theme.js") ? page.replace("<head>", `<head><script src="${EARLY}"></script>`) : page);
  } catch {
    answer.destroy();
  }
}

/**
 * The network of a visitor in WebKitGTK, whose driver cannot control it: a proxy that blocks requests, simulates being offline, and injects
 * init scripts.
 */
export class Network {
  private readonly routes: { pattern: Pattern; handler: Handler; owner: object }[] = [];
  private readonly scripts: { text: string; owner: object }[] = [];
  private readonly listeners: { hear: (request: Heard) => void; owner: object }[] = [];
  private readonly sockets = new Set<Socket>();
  private cut = false;

  private readonly server = createServer((asked, answer) => {
    const address = asked.url ?? "";
    if (address.endsWith(EARLY)) {
      answer.writeHead(200, {
        "content-type": "text/javascript",
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
      });
      answer.end(this.scripts.map(({ text }) => text).join("\n"));
      return;
    }
    this.tell(address, asked.method);
    if (this.cut) {
      answer.destroy();
      return;
    }
    const found = this.routes.findLast(({ pattern }) => asExpression(pattern).test(address));
    if (found) void found.handler(new Route(asked, answer));
    else void forward(asked, answer);
  });

  static async start(): Promise<Network> {
    const network = new Network();
    const { server, sockets } = network;
    server.on("connection", (socket: Socket) => {
      sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => undefined));
    });
    server.on("upgrade", ({ url = "", rawHeaders }: IncomingMessage, socket: Socket) => {
      const { hostname, port, pathname, search } = new URL(url);
      network.tell(url);
      if (network.cut) return socket.destroy();
      const host = connect(Number(port), hostname, () => {
        const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`);
        host.write(`${[`GET ${pathname}${search} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
        host.pipe(socket).pipe(host);
      });
      host.on("error", () => socket.destroy());
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return network;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  route = (owner: object, pattern: Pattern, handler: Handler) => void this.routes.push({ pattern, handler, owner });
  unroute(owner: object, pattern: Pattern): void {
    const at = this.routes.findIndex((route) => route.owner === owner && String(route.pattern) === String(pattern));
    if (at >= 0) this.routes.splice(at, 1);
  }
  beginWith = (owner: object, text: string) => void this.scripts.push({ text, owner });
  listen = (owner: object, hear: (request: Heard) => void) => void this.listeners.push({ hear, owner });
  private tell(address: string, method = "GET"): void {
    for (const { hear } of this.listeners) hear({ url: () => address, method: () => method });
  }
  /** A page's routes, scripts and listeners end with it. */
  forget(owner: object): void {
    for (const list of [this.routes, this.scripts, this.listeners] as { owner: object }[][]) {
      for (let at = list.length - 1; at >= 0; at--) if (list[at].owner === owner) list.splice(at, 1);
    }
  }

  setOffline(offline: boolean): void {
    this.cut = offline;
    if (offline) for (const socket of this.sockets) socket.destroy();
  }
  get offline(): boolean {
    return this.cut;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
