import { because, type Cause, type Count, failBecause, type Millis, type Outcome, succeed } from "../contract";
import { RequestLog } from "../request-log";
import { type LiveCount, LiveRows } from "./live-rows";
import { socketTexts } from "./socket-message";

/** Maximum duration of the handshake before a retry. */
const PATIENCE: Millis = 10_000;
/** A connection that lasted this long resets the number of attempts. */
const LASTING: Millis = 5000;
/** Maximum wait for the first rows. */
const FIRST_ROWS: Millis = 20_000;
const MIN_ROWS: Count = 2;
const LOOK: Millis = 200;
const FIRST_WAIT: Millis = 1000;
const MAX_ATTEMPTS: Count = 5;
/** Created with the first socket. */
let requests: RequestLog | undefined;

export interface LiveState extends LiveCount {
  state: "connecting" | "open" | "waiting" | "failed";
  /** Why it was disconnected or failed; null if it was not. */
  trouble: Cause | null;
}

/** A connection to a live channel, with up to five reconnection attempts whose delays double. */
export class LiveFeed {
  private readonly rows: LiveRows;
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: LiveState["state"] = "connecting";
  private trouble: Cause | null = null;
  private attempts: Count = 0;
  private opened: Millis = 0;
  private ended = false;

  /**
   * @param message sent each time the socket opens
   * @param earlier rows already stored, as CSV
   */
  constructor(
    private readonly url: string,
    private readonly message = "",
    earlier = "",
  ) {
    this.rows = new LiveRows(earlier);
    this.connect();
  }

  read(): LiveState {
    return { ...this.rows.count, state: this.state, trouble: this.trouble };
  }

  /** All rows as CSV, once there are enough for a series. */
  async firstRows(): Promise<Outcome<Blob>> {
    const until = Date.now() + FIRST_ROWS;
    while (this.rows.count.rows < MIN_ROWS) {
      if (Date.now() > until) return failBecause("bad-input", this.whyNone());
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
    return succeed(this.rows.text());
  }

  private whyNone(): Cause {
    if (this.trouble !== null) return this.trouble;
    if (this.state !== "open") return because("feeds/socketFailed", { detail: "the host is not responding" });
    return because("feeds/noRows", { seconds: FIRST_ROWS / 1000, rejected: this.rows.count.rejected });
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    this.state = "connecting";
    const socket = new WebSocket(this.url);
    requests ??= new RequestLog(self.location.host);
    requests.noteSocket(this.url, this.url.length);
    this.socket = socket;
    this.opened = 0;
    this.timer = setTimeout(() => this.lost(socket, because("feeds/socketFailed", { detail: "the host is not responding" })), PATIENCE);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.state = "open";
      this.trouble = null;
      this.opened = Date.now();
      for (const text of socketTexts(this.message)) {
        socket.send(text);
        requests?.noteSocket(this.url, text.length);
      }
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket === this.socket) this.rows.take(data, Date.now());
    };
    socket.onclose = ({ code }) =>
      this.lost(
        socket,
        because("feeds/socketFailed", { detail: code === 1006 ? "the host is not responding" : `closed with code ${code}` }),
      );
  }

  private lost(socket: WebSocket, cause: Cause): void {
    if (this.ended || socket !== this.socket) return;
    this.socket = null;
    clearTimeout(this.timer);
    socket.close();
    if (this.opened > 0 && Date.now() - this.opened >= LASTING) this.attempts = 0;
    this.trouble = cause;
    if (this.attempts >= MAX_ATTEMPTS) {
      this.state = "failed";
      return;
    }
    this.state = "waiting";
    this.timer = setTimeout(() => this.connect(), FIRST_WAIT * 2 ** this.attempts++);
  }
}
