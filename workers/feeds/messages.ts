export const addressInvalid = "Enter a valid URL: one that begins with https://, http://, wss:// or ws://, or demo: for the simulator";
export const newsAddress = "A news feed is read over https:// or http://, not over a socket";
export const credentials = "There is a name or a password in this address. Take it out: Prospect keeps no passwords of hosts";
export const mixed = ({ origin }: { origin: string }) =>
  `This page came over https, so the browser does not let it read ${origin} over an unprotected connection. Use an address that begins with https:// or wss://`;
export const proxyInvalid = "Enter an address that begins with https:// (or http://localhost), without name or password";
export const fileMissing = "This device has no way to the file any more. Remove the feed and follow the file anew";
export const fileAsks = "The browser wants your permission to read the file again. Press Refresh and allow it";
export const fileGone = ({ name }: { name: string }) => `${name} cannot be read: it was moved, renamed or removed`;
export const messageJson =
  "The subscription message begins like JSON but cannot be read as JSON. Mend it, or divide several messages by a line of ---";
export const messageLong = ({ longest }: { longest: number }) => `The subscription message is longer than ${longest} characters`;
export const blocked = ({ origin }: { origin: string }) =>
  `The app's own rules kept it from reaching ${origin}. Reload the page once and try again. If that does not help, whoever hosts Prospect must add ${origin} to connect-src of its Content-Security-Policy`;
export const unreachable = ({ origin }: { origin: string }) =>
  `${origin} could not be read. Either it does not answer, or it does not let pages of other sites read it (CORS). Enter the URL of a proxy of your own, or download the file and open it here`;
export const offline = ({ origin }: { origin: string }) => `There is no network, so ${origin} could not be read`;
export const redirect = ({ origin }: { origin: string }) =>
  `${origin} sends the reader on to another address. Prospect follows that on the same host only, and not in circles. Enter the address it ends at`;
export const status = ({ origin, status }: { origin: string; status: number }) => `${origin} answered with status ${status}`;
export const silent = ({ origin, seconds }: { origin: string; seconds: number }) => `${origin} did not answer within ${seconds} seconds`;
export const stalled = ({ origin, seconds }: { origin: string; seconds: number }) =>
  `${origin} began to answer and then sent nothing for ${seconds} seconds. Nothing was taken over`;
export const slow = ({ origin, bytes, seconds }: { origin: string; bytes: number; seconds: number }) =>
  `${origin} sends too slowly: ${bytes.toLocaleString("en")} bytes in ${seconds} seconds. Nothing was taken over`;
export const long = ({ origin, seconds }: { origin: string; seconds: number }) =>
  `${origin} had not finished its answer after ${seconds} seconds. Nothing was taken over`;
export const tooLarge = ({ origin, megabytes }: { origin: string; megabytes: number }) =>
  `${origin} sends more than ${megabytes} MB. Reading was stopped there, and nothing was taken over`;
export const broken = ({ origin, bytes }: { origin: string; bytes: number }) =>
  `The connection to ${origin} broke off after ${bytes.toLocaleString("en")} bytes, before the whole answer had come. Nothing was taken over`;
export const empty = "The answer is empty";
export const binary =
  "This is no text: an archive, a picture or another binary file. Unpack it, or enter the address of a CSV, JSON or feed";
export const htmlMarket = "This is a web page (HTML), not CSV or JSON. Look on it for a link to the data itself, and enter that";
export const htmlNews = "This is a web page (HTML), not an RSS, Atom or JSON feed. Look on it for its feed's address, and enter that";
export const isNews = "This is XML, not CSV or JSON. If it is a news feed, enter it under News Feed";
export const jsonBroken = "This begins like JSON but cannot be read as JSON";
export const jsonNoTable = "This JSON holds no table: no list of rows, of objects or of columns";
export const noNews = "No news were found in it: an RSS, Atom or JSON feed with titles is needed";
export const xmlDoctype = "This feed was refused: it defines a document type, whose entities can grow without bound. Feeds need none";
export const xmlBroken = "This feed is no well-formed XML: an element is not closed, or closed twice";
export const xmlDeep = "This feed was refused: its elements are nested more than 100 deep";
export const noRows = ({ seconds, rejected }: { seconds: number; rejected: number }) =>
  rejected > 0
    ? `No rows came within ${seconds} seconds: ${rejected.toLocaleString("en")} messages were no JSON objects with numbers`
    : `The socket is open, but nothing came within ${seconds} seconds`;
export const socketFailed = ({ detail }: { detail: string }) => `WebSocket connection failed: ${detail}`;
