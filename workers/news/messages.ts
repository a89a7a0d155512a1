import { count } from "../format";

export const confidenceThreshold = "The confidence threshold must be between 0 and 1";
export const enterNews = "Please enter news content for analysis";
export const tooLong = ({ most }: { most: number }) => `the text has more than ${count(most)} characters`;
export const textTooLong = ({ most }: { most: number }) => `The text has more than ${count(most)} characters: shorten it`;
export const failed = ({ cause }: { cause: string }) => `Analysis failed: ${cause}`;
export const invalid = "Invalid news content provided";
export const tooShort = "Input text too short. Minimum 20 words required.";
export const unavailable = "Analysis failed. Please try again.";
export const browserModelAbsent = "This browser has no built-in language model. Choose the lexicon engine or an endpoint in Model Settings";
export const browserModelFailed = "The browser's model did not respond. It may still be loading, or the text may be too long";
export const providerUnset = "Enter the endpoint and the model in Settings, under Language model";
export const providerBlocked = ({ origin }: { origin: string }) =>
  `The app's content security policy blocked ${origin}. Reload the page and try again. If it is still blocked, the host of Prospect must add ${origin} to connect-src in its Content-Security-Policy`;
export const providerUnreachable = ({ origin }: { origin: string }) =>
  `${origin} did not respond. Check that it is running, allows requests from this page (CORS) and does not redirect`;
export const providerSlow = ({ origin, seconds }: { origin: string; seconds: number }) =>
  `${origin} did not respond within ${seconds} seconds`;
export const providerKeyElsewhere = ({ origin }: { origin: string }) =>
  `The saved key was entered for a host other than ${origin}. Enter it again in Settings, or delete it there`;
export const providerKeyRefused = ({ origin, status }: { origin: string; status: number }) =>
  `${origin} rejected the key (status ${status}). Check it in Settings`;
export const providerNotFound = ({ origin }: { origin: string }) =>
  `${origin} has no such address or model (status 404). The endpoint usually ends with /v1; check the model name too`;
export const providerBusy = ({ origin }: { origin: string }) => `${origin} is rate-limiting requests (status 429). Try again later`;
export const providerStatus = ({ origin, status }: { origin: string; status: number }) => `${origin} responded with status ${status}`;
export const replyTooLong = "the model's reply was refused: too long";
export const replyNotProtocol = "the endpoint's response does not follow the OpenAI API";
export const replyNotJson = "the model's reply was refused: not the requested JSON";
export const replyShape = ({ where }: { where: string }) => `the model's reply was refused: it violates the schema at ${where}`;
export const replyForeign = ({ quote }: { quote: string }) =>
  `the model's reply was refused: it quotes “${quote}”, which is not in the text`;
export const reflectionFailed = "Reflection analysis failed. Please try again.";
export const reflectionNeedsDates = "The linked prices have no dates, so no signal can be scored against them";
export const noneOnRows = "No dated news falls on a row of the data: start each item with its date, such as 2018-10-03";
