import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const isAboutUpgrade = (name: string): boolean => /^(upgrade|connection|http2-settings)$/i.test(name);

/** The head of a request as sent, without its Upgrade header. */
function withoutUpgrade({ method, url, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isAboutUpgrade(rawHeaders[at])) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/**
 * Answers requests that offer an upgrade to anything but WebSocket as if they had not, as HTTP requires: Node passes them to upgrade
 * listeners, and nobody would answer. Clients that prefer HTTP/2 begin like this.
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
