import { count } from "../format";

export const addressInvalid = "Enter a valid URL that begins with https://, http://, wss:// or ws://, or demo: for the simulator";
export const newsAddress = "News feeds are read over https:// or http://, not over a socket";
export const credentials = "This address contains a user name or password. Remove it: Prospect stores no host passwords";
export const mixed = ({ origin }: { origin: string }) =>
  `This page was loaded over https, so the browser blocks ${origin} over an insecure connection. Use an https:// or wss:// address`;
export const proxyInvalid = "Enter an address that begins with https:// (or http://localhost), without name or password";
export const fileMissing = "This device has lost access to the file. Remove the feed and follow the file again";
export const fileAsks = "The browser needs permission to read the file again. Press Refresh and allow it";
export const fileGone = ({ name }: { name: string }) => `${name} cannot be read: it was moved, renamed or deleted`;
export const messageJson = "The subscription message is not valid JSON. Correct it, or separate several messages with a line of ---";
export const messageLong = ({ longest }: { longest: number }) => `The subscription message is longer than ${longest} characters`;
export const blocked = ({ origin }: { origin: string }) =>
  `The app's content security policy blocked ${origin}. Reload the page and try again. If it is still blocked, the host of Prospect must add ${origin} to connect-src in its Content-Security-Policy`;
export const unreachable = ({ origin }: { origin: string }) =>
  `${origin} could not be read. It is not responding, or it blocks cross-origin reads (CORS). Enter your own proxy URL, or download the file and open it here`;
export const offline = ({ origin }: { origin: string }) => `Offline: ${origin} could not be read`;
export const redirect = ({ origin }: { origin: string }) =>
  `${origin} redirects to another address. Prospect follows redirects on the same host only, and no loops. Enter the final address`;
export const status = ({ origin, status }: { origin: string; status: number }) => `${origin} responded with status ${status}`;
export const silent = ({ origin, seconds }: { origin: string; seconds: number }) => `${origin} did not respond within ${seconds} seconds`;
export const stalled = ({ origin, seconds }: { origin: string; seconds: number }) =>
  `${origin} stalled: no data for ${seconds} seconds. Nothing was imported`;
export const slow = ({ origin, bytes, seconds }: { origin: string; bytes: number; seconds: number }) =>
  `${origin} is too slow: ${count(bytes)} bytes in ${seconds} seconds. Nothing was imported`;
export const long = ({ origin, seconds }: { origin: string; seconds: number }) =>
  `${origin} did not finish its response within ${seconds} seconds. Nothing was imported`;
export const tooLarge = ({ origin, megabytes }: { origin: string; megabytes: number }) =>
  `${origin} sent more than ${megabytes} MB. Nothing was imported`;
export const broken = ({ origin, bytes }: { origin: string; bytes: number }) =>
  `The connection to ${origin} was lost after ${count(bytes)} bytes, before the response was complete. Nothing was imported`;
export const empty = "The response is empty";
export const binary =
  "This is not a text file but an archive, image or other binary file. Unpack it, or enter the address of a CSV, JSON or news feed";
export const htmlMarket = "This is a web page (HTML), not CSV or JSON. Enter the address of the data itself";
export const htmlNews = "This is a web page (HTML), not an RSS, Atom or JSON feed. Enter the address of its feed";
export const isNews = "This is XML, not CSV or JSON. If it is a news feed, enter it under News Feed";
export const jsonBroken = "This is not valid JSON";
export const jsonNoTable = "This JSON contains no table: no list of rows, objects or columns";
export const noNews = "No news found: an RSS, Atom or JSON feed with titles is needed";
export const xmlDoctype = "This feed was refused: it declares a document type (DOCTYPE), which can expand without bound";
export const xmlBroken = "This feed is not well-formed XML: an element is unclosed or closed twice";
export const xmlDeep = "This feed was refused: its elements are nested more than 100 deep";
export const noRows = ({ seconds, rejected }: { seconds: number; rejected: number }) =>
  rejected > 0
    ? `No rows within ${seconds} seconds: ${count(rejected)} messages were not JSON objects with numbers`
    : `Socket connected, but no data arrived within ${seconds} seconds`;
export const socketFailed = ({ detail }: { detail: string }) => `WebSocket connection failed: ${detail}`;
