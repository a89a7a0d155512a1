export const confidenceThreshold = "The confidence threshold must lie between 0 and 1";
export const enterNews = "Please enter news content for analysis";
export const date = ({ row }: { row: number }) => `text ${row.toLocaleString("en")} has no valid date`;
export const tooLong = ({ most }: { most: string }) => `the text has more than ${most} characters`;
export const textTooLong = ({ most }: { most: string }) => `The text has more than ${most} characters: give a part of it`;
export const failed = ({ cause }: { cause: string }) => `Analysis failed: ${cause}`;
export const invalid = "Invalid news content provided";
export const tooShort = "Input text too short. Minimum 20 words required.";
export const unavailable = "Analysis failed. Please try again.";
export const browserModelAbsent =
  "This browser has no language model of its own. Choose the built-in engine or an endpoint in Model Settings";
export const browserModelFailed = "The browser's own model gave no answer. It may still be loading, or the text may be too long for it";
export const providerUnset = "Enter the endpoint and the model in Settings, under Language model";
export const providerBlocked = ({ origin }: { origin: string }) =>
  `The app's own rules kept it from reaching ${origin}. Reload the page once and try again. If that does not help, whoever hosts Prospect must add ${origin} to connect-src of its Content-Security-Policy`;
export const providerUnreachable = ({ origin }: { origin: string }) =>
  `${origin} did not answer. Check that it is running and that it lets pages of this address ask it (CORS); it must not answer with a redirect`;
export const providerSlow = ({ origin, seconds }: { origin: string; seconds: number }) =>
  `${origin} did not answer within ${seconds} seconds`;
export const providerKeyElsewhere = ({ origin }: { origin: string }) =>
  `The key that is kept was entered for another host than ${origin}. Enter it again in Settings, or forget it there`;
export const providerKeyRefused = ({ origin, status }: { origin: string; status: number }) =>
  `${origin} refused the key (status ${status}). Check it in Settings`;
export const providerNotFound = ({ origin }: { origin: string }) =>
  `${origin} knows no such address or model (status 404). The endpoint usually ends with /v1; check the model's name too`;
export const providerBusy = ({ origin }: { origin: string }) =>
  `${origin} takes no more requests for now (status 429). Wait a little and try again`;
export const providerStatus = ({ origin, status }: { origin: string; status: number }) => `${origin} answered with status ${status}`;
export const replyTooLong = "the model's reply is far longer than asked for and was refused";
export const replyNotProtocol = "the endpoint's answer does not follow the OpenAI protocol";
export const replyNotJson = "the model's reply is not the JSON that was asked for and was refused";
export const replyShape = ({ where }: { where: string }) => `the model's reply was refused: it does not fit what was asked for at ${where}`;
export const replyForeign = ({ quote }: { quote: string }) =>
  `the model's reply was refused: it quotes “${quote}”, which does not stand in the text`;
export const reflectionFailed = "Reflection analysis failed. Please try again.";
export const reflectionNeedsDates = "The linked prices carry no dates, so no decision can be held against them";
