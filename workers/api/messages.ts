import { count, plural } from "../format";

export const aboveLimit = ({ figure, value, limit }: { figure: string; value: string; limit: string }) =>
  `${figure} of ${value} is above the limit of ${limit}`;
export const bars = ({ found, most }: { found: number; most: number }) =>
  `${count(found)} bars match; at most ${count(most)} are returned per call: narrow start and end`;
export const bearer =
  "This call needs an access token as its bearer token. Create one on the API Test page; a host shows one when it first starts.";
export const busy = "This host is busy: try again in a moment";
export const cutOff = "The connection ended before the body had arrived";
export const datesReversed = "The end is before the start";
export const exitThreshold = "exit_threshold must not exceed entry_threshold";
export const form = "Form posts from web pages are not accepted: call the API with fetch or from a program";
export const foreignHost = "This host only answers requests to its own address";
export const foreignOrigin = ({ origin }: { origin: string }) => `Pages of ${origin.slice(0, 200)} may not call this host`;
export const invalid = "The request does not match the schema of this operation";
export const keyInvalid = "This API key is not valid on this device, or it has expired";
export const keyMissing = "This call needs an API key in the header X-API-Key";
export const limitReached = "The monthly request limit is reached";
export const noData = ({ symbol }: { symbol: string }) => `"${symbol}" has no rows in this range`;
export const noDates = ({ symbol }: { symbol: string }) => `"${symbol}" has no dates, which this call needs`;
export const noAction = "A message is a JSON object whose action is authenticate or subscribe";
export const noOperation = "No such operation";
export const noPage = "Prospect is not open in any tab, so nothing can compute this. Open it and try again.";
export const noPortfolio = "No portfolio yet. Add one in Portfolio Management, with datasets on this device as its holdings.";
export const noStop = ({ limit }: { limit: string }) => `stop_loss is 0: losses are not cut at the limit of ${limit}`;
export const noStrategy = "No such strategy on this device";
export const noSymbol = ({ symbol }: { symbol: string }) => `No dataset "${symbol.slice(0, 60)}" on this device`;
export const notForm = "The form could not be read";
export const notFormType = "Content-Type must be multipart/form-data";
export const notJson = "The body is not valid JSON";
export const notJsonType = "Content-Type must be application/json";
export const repeatedParameter = "The address gives this parameter more than once";
export const scope = ({ scopes }: { scopes: string }) => `This key lacks the scope ${scopes}`;
export const timeout = "The computation took longer than four minutes and was stopped";
export const tooLarge = ({ most }: { most: number }) => `The body is larger than ${count(most / 2 ** 20)} MB`;
export const tooManyMessages = ({ most }: { most: number }) => `More than ${most} messages are waiting to be answered`;
export const tooManySymbols = ({ most }: { most: number }) => `One connection can follow at most ${most} symbols`;
export const tooManyKeys = "This device already holds 1,000 keys: signing out deletes them";
export const unknownParameter = ({ names }: { names: string }) => `This operation has no such parameter; available: ${names}`;
export const unreadableStrategy = "This strategy has settings this version cannot read. Open it in the Strategy Builder and save it again.";
export const wrongMethod = ({ allowed }: { allowed: string }) => `This address accepts ${allowed}`;
export const orders = ({ found, most }: { found: number; most: number }) =>
  `The backtest has at least ${count(found)} orders; at most ${count(most)} are returned per call: narrow start_date and end_date`;
export const repeatedDates = ({ name, count: rows }: { name: string; count: number }) =>
  `${plural(rows, "row")} of ${name} ${rows === 1 ? "shares its date" : "share their date"} with another, so ${name} cannot be matched by date: repeated=first, repeated=last or repeated=mean in the request says which value is kept`;
