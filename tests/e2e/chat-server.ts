import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A local server that speaks the OpenAI protocol as local model servers do, CORS included; tests set its answers. */
export interface ChatServer {
  origin: string;
  /** The model's text in the next answers, or a status. */
  says: string | { status: number };
  /** Calls received, without CORS preflights. */
  calls: { url: string; key: string | undefined; origin: string | undefined; body: { model: string; messages: { content: string }[] } }[];
  close(): Promise<void>;
}

export async function chatServer(): Promise<ChatServer> {
  const server: Server = createServer((request, response) => {
    const headers = {
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Headers": "authorization, content-type",
      "Content-Type": "application/json",
    };
    if (request.method === "OPTIONS") {
      response.writeHead(204, headers).end();
      return;
    }
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      chat.calls.push({
        url: request.url ?? "",
        key: request.headers.authorization,
        origin: request.headers.origin,
        body: JSON.parse(body),
      });
      const { says } = chat;
      if (typeof says !== "string") response.writeHead(says.status, headers).end("{}");
      else response.writeHead(200, headers).end(JSON.stringify({ choices: [{ message: { role: "assistant", content: says } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const chat: ChatServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says: "",
    calls: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return chat;
}
