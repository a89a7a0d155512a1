import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** How a host responded to bytes that no client of ours would send. */
export interface Met {
  /** Of the first response; null if it closed the connection without one. */
  status: number | null;
  /** Everything it sent. */
  text: string;
  /** Milliseconds until it had responded or closed. */
  took: number;
}

type Bytes = string | Uint8Array;

const portOf = (url: string) => Number(new URL(url).port);
const statusOf = (text: string): number | null => {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
  return status === undefined ? null : Number(status);
};
/** Whether a response is complete, by its length or its last chunk; without either it ends with the connection. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const [head, body] = [text.slice(0, end), text.slice(end + 4)];
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || /^HTTP\/1\.[01] 1/.test(text)) return false;
  return length === undefined ? /transfer-encoding: chunked/i.test(head) && body.endsWith("0\r\n\r\n") : body.length >= Number(length);
}

/** Opens a connection and leaves it open. */
export async function openRaw(url: string): Promise<Socket> {
  const socket = connect(portOf(url), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** Milliseconds after which a host counts as silent. */
const PATIENCE = 20_000;

/** Sends raw bytes and waits for a complete response, or until the host closes. */
export async function sendRaw(url: string, pieces: Bytes | Iterable<Bytes>): Promise<Met> {
  const socket = await openRaw(url);
  const began = performance.now();
  const said: Buffer[] = [];
  const whole = () => Buffer.concat(said).toString("latin1");
  const ended = new Promise<void>((resolve) => {
    socket.on("data", (piece) => {
      said.push(piece);
      if (isWhole(whole())) resolve();
    });
    socket.on("close", () => resolve());
    setTimeout(resolve, PATIENCE).unref();
  });
  const list = typeof pieces === "string" || pieces instanceof Uint8Array ? [pieces] : pieces;
  for (const piece of list) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, "drain"), once(socket, "close"), ended]);
  }
  await ended;
  socket.destroy();
  const text = whole();
  return { status: statusOf(text), text, took: performance.now() - began };
}
