import { type Count, type LoggedRequest, REQUESTS } from "./contract";

/** Number of requests kept for pages that ask later: more than a first visit makes. */
const MAX_KEPT = 1000;

/** Reports the requests a thread sees to every open page. */
export class RequestLog {
  private readonly kept: LoggedRequest[] = [];
  private readonly channel = new BroadcastChannel(REQUESTS);
  /** Makes ids unique: a thread that is terminated and restarted counts from 0 again. */
  private readonly run = crypto.randomUUID().slice(0, 8);
  private count = 0;

  /** @param host the app's own, whose addresses do not count as data sent */
  constructor(private readonly host: string) {
    // A page asks for earlier requests with this message.
    this.channel.onmessage = ({ data }) => {
      if (data === REQUESTS) this.channel.postMessage(this.kept);
    };
  }

  /** The body, if any, is measured in a copy of the request. */
  note(request: Request, answeredHere: boolean): void {
    const { host, pathname } = new URL(request.url);
    const own = host === this.host;
    const logSent = (sent: Count | null) =>
      this.log({ method: request.method, host, path: pathname, sent: answeredHere ? 0 : sent, answeredHere });
    const address = own ? 0 : request.url.length;
    if (answeredHere || request.method === "GET") {
      logSent(address);
      return;
    }
    request
      .clone()
      .arrayBuffer()
      .then(
        ({ byteLength }) => logSent(address + byteLength),
        () => logSent(null),
      );
  }

  /** Data sent over a WebSocket, which no service worker sees. */
  noteSocket(address: string, sent: Count): void {
    const { host, pathname } = new URL(address);
    this.log({ method: "WebSocket", host, path: pathname, sent, answeredHere: false });
  }

  close(): void {
    this.channel.close();
  }

  private log(request: Omit<LoggedRequest, "id" | "at">): void {
    const logged = { ...request, id: `${this.run}-${this.count++}`, at: Date.now() };
    this.kept.push(logged);
    if (this.kept.length > MAX_KEPT) this.kept.shift();
    this.channel.postMessage([logged]);
  }
}
