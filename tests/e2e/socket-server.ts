import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

const MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A server's frame: unmasked, final. */
function frame(opcode: number, payload: Buffer): Buffer {
  const length = payload.length;
  const head = length < 126 ? Buffer.from([0x80 | opcode, length]) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  if (length >= 126) {
    head[0] = 0x80 | opcode;
    head[1] = length < 65_536 ? 126 : 127;
    if (length < 65_536) head.writeUInt16BE(length, 2);
    else head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The texts of a browser's short masked frames. */
function textsOf(data: Buffer): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at + 6 <= data.length) {
    const short = data[at + 1] & 127;
    const start = short < 126 ? at + 2 : at + 4;
    const length = short < 126 ? short : data.readUInt16BE(at + 2);
    const mask = data.subarray(start, start + 4);
    const payload = data.subarray(start + 4, start + 4 + length).map((byte, i) => byte ^ mask[i & 3]);
    if ((data[at] & 15) === 1) texts.push(Buffer.from(payload).toString());
    at = start + 4 + length;
  }
  return texts;
}

export interface Visitor {
  path: string;
  at: number;
  texts: string[];
  say(message: unknown): void;
  raw(bytes: Buffer): void;
  hangUp(): void;
}

/** A WebSocket server on the loopback address whose behavior a test defines, including hostile behavior. */
export async function socketServer(greet: (visitor: Visitor) => void) {
  const visitors: Visitor[] = [];
  const sockets = new Set<Duplex>();
  const state = { stall: false };
  const server = createServer((_, response) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>page</title>"),
  );
  server.on("upgrade", (request, socket: Duplex) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    const visitor: Visitor = {
      path: request.url ?? "",
      at: Date.now(),
      texts: [],
      say: (message) => void socket.write(frame(1, Buffer.from(typeof message === "string" ? message : JSON.stringify(message)))),
      raw: (bytes) => void socket.write(bytes),
      hangUp: () => void socket.destroy(),
    };
    visitors.push(visitor);
    if (state.stall) return;
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${MAGIC}`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on("data", (data: Buffer) => visitor.texts.push(...textsOf(data)));
    greet(visitor);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    page: `http://127.0.0.1:${port}/`,
    host: `ws://127.0.0.1:${port}`,
    visitors,
    state,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
