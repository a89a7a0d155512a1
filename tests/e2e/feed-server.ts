import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type FeedAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A local host whose answers a test defines, hostile ones too; CORS is open unless a test says otherwise. */
export async function feedServer(answers: Readonly<Record<string, FeedAnswer>>) {
  /** Requested paths with their queries. */
  const asked: string[] = [];
  const state = { sent: 0 };
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const [path] = (request.url ?? "").split("?");
    const answer = answers[path];
    if (path !== "/closed") response.setHeader("Access-Control-Allow-Origin", "*");
    response.on("error", () => undefined);
    if (answer) answer(request, response);
    else response.writeHead(404).end("nothing here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    state,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const text =
  (body: string, type = "text/plain"): FeedAnswer =>
  (_, response) =>
    void response.writeHead(200, { "Content-Type": type }).end(body);

export const redirect =
  (to: (request: IncomingMessage) => string): FeedAnswer =>
  (request, response) =>
    void response.writeHead(302, { Location: to(request) }).end();

/** Sends pieces until the client disconnects, up to a number of bytes. */
export const endless =
  (piece: string, most: number, told: (sent: number) => void): FeedAnswer =>
  (_, response) => {
    response.writeHead(200, { "Content-Type": "text/csv" });
    response.write("Date,Close\n");
    let sent = 0;
    const pour = () => {
      while (!response.destroyed && sent < most) {
        sent += piece.length;
        told(sent);
        if (!response.write(piece)) return void response.once("drain", pour);
      }
      response.end();
    };
    pour();
  };

/** Sends a few bytes at a time forever. */
export const drip =
  (piece: string, every: number): FeedAnswer =>
  (_, response) => {
    response.writeHead(200, { "Content-Type": "text/csv" });
    const timer = setInterval(() => response.write(piece), every);
    response.on("close", () => clearInterval(timer));
  };
