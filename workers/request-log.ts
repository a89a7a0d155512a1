import { type Count, type LoggedRequest, REQUESTS } from "./contract";

/** As many are kept for a page that asks later; more than a first visit makes. */
const MAX_KEPT = 1000;

/** The requests a thread sees, told to every open page. */
export class RequestLog {
  private readonly kept: LoggedRequest[] = [];
  private readonly channel = new BroadcastChannel(REQUESTS);
  /** The thread may be ended and started again: its numbers would then begin again. */
  private readonly run = crypto.randomUUID().slice(0, 8);
  private count = 0;

  /** @param host the app's own, where files come from and nothing goes to */
  constructor(private readonly host: string) {
    // A page asks with any message that is no request.
    this.channel.onmessage = ({ data }) => {
      if (data === REQUESTS) this.channel.postMessage(this.kept);
    };
  }

  /** Of a request to another host the body is measured too, in a copy of its own. */
  note(request: Request, answeredHere: boolean): void {
    const { host, pathname } = new URL(request.url);
    const own = host === this.host;
    const tell = (sent: Count | null) =>
      this.tell({ method: request.method, host, path: pathname, sent: answeredHere ? 0 : sent, answeredHere });
    const address = own ? 0 : request.url.length;
    if (answeredHere || request.method === "GET") {
      tell(address);
      return;
    }
    request
      .clone()
      .arrayBuffer()
      .then(
        ({ byteLength }) => tell(address + byteLength),
        () => tell(null),
      );
  }

  /** What a socket sends; no service worker sees it. */
  noteSocket(address: string, sent: Count): void {
    const { host, pathname } = new URL(address);
    this.tell({ method: "WebSocket", host, path: pathname, sent, answeredHere: false });
  }

  close(): void {
    this.channel.close();
  }

  private tell(request: Omit<LoggedRequest, "id" | "at">): void {
    const logged = { ...request, id: `${this.run}-${this.count++}`, at: Date.now() };
    this.kept.push(logged);
    if (this.kept.length > MAX_KEPT) this.kept.shift();
    this.channel.postMessage([logged]);
  }
}
