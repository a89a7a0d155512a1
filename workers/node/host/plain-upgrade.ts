import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const isAboutUpgrade = (name: string): boolean => /^(upgrade|connection|http2-settings)$/i.test(name);

/** The beginning of a request as it was sent, without the wish for another protocol. */
function withoutUpgrade({ method, url, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isAboutUpgrade(rawHeaders[at])) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/**
 * Answers requests that offer another protocol than WebSocket as if they offered none, as HTTP has it: Node hands them to whoever listens for
 * upgrades, and nobody would answer. Clients that would rather speak HTTP/2 begin so.
 */
export function ignoreOtherUpgrades(server: Server): void {
  const listeners = server.listeners("upgrade") as Upgrade[];
  server.removeAllListeners("upgrade");
  server.on("upgrade", (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() === "websocket") {
      for (const listener of listeners) listener.call(server, request, socket, head);
      return;
    }
    socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
    server.emit("connection", socket);
  });
}
