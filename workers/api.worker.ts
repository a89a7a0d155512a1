import { expose } from "comlink";
import { createApi, deviceServices } from "./api";

/** A request and its response as plain data, sent to and from the page. */
interface PlainRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: Blob | null;
}
interface PlainResponse {
  status: number;
  headers: [string, string][];
  body: string;
}

/** The API if no service worker controls the page: the same app, with this page as the only one that computes. */
let page: MessagePort;
const app = createApi(deviceServices(async () => [page]));

const api = {
  start(port: MessagePort): void {
    page = port;
  },
  async answer({ method, url, headers, body }: PlainRequest): Promise<PlainResponse> {
    const response = await app.fetch(new Request(url, { method, headers, body }));
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  },
};

export type PageApi = typeof api;
expose(api);
