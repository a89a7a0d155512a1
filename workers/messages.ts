const percent = (share: number) => `${Number((100 * share).toFixed(2))} %`;

/*
 * Every text a person can be shown when something fails, in one place. The wording is the product specification's where it has one.
 * One export each, read as `messages.seed`: a part of the app carries only the texts it uses.
 */
export * as messages from "./messages";
export * from "./runtime/worker-messages";

export const alertLimits = "Alert thresholds must be 0 or more, those in percent at most 100 %";
export const annualization = "The number of steps per year must be above 0";
export const apiAnswerTooLarge = "The answer is larger than 20 MB and was not taken in";
export const apiBars = (found: number, most: number) =>
  `${found.toLocaleString("en")} bars match, at most ${most.toLocaleString("en")} are answered at once: narrow start and end`;
export const apiBearer = "This call needs an access token of this device as its bearer. Make one on API Test.";
export const apiDatesReversed = "The end lies before the start";
export const apiExitThreshold = "exit_threshold must not lie beyond entry_threshold";
export const apiForm = "Forms of a page are not taken here: call the API by fetch or from a program";
export const apiInvalid = "The request does not have the form this operation takes";
export const apiKeyInvalid = "This API key is not valid on this device, or it has expired";
export const apiKeyMissing = "This call needs an API key in the header X-API-Key";
export const apiLimitReached = "This month's requests are used up";
export const apiListForFields = "A list stands where fields are expected";
export const apiNoAnswer = "No answer came";
export const apiNoData = (symbol: string) => `"${symbol}" has no rows in this range`;
export const apiNoDates = (symbol: string) => `"${symbol}" carries no dates, which this call needs`;
export const apiNoOperation = "There is no such operation";
export const apiNoPage = "Nothing is open that could compute this. Open Prospect in a tab and try again.";
export const apiNoPortfolio = "There is no portfolio yet. Add one under Clients, with datasets of this device as its holdings.";
export const apiNoStrategy = "There is no such strategy on this device";
export const apiNoSymbol = (symbol: string) => `There is no dataset "${symbol.slice(0, 60)}" on this device`;
export const apiNotForm = "The form could not be read";
export const apiNotFormType = "This call takes a form: Content-Type must be multipart/form-data";
export const apiNotJson = "The body is no JSON";
export const apiNotJsonType = "This call takes JSON: Content-Type must be application/json";
export const apiScope = (scopes: string) => `This key may not do that: it needs the scope ${scopes}`;
export const apiTimeout = "The computation took longer than four minutes and was ended";
export const apiTooLarge = (most: number) => `The body is larger than ${(most / 2 ** 20).toLocaleString("en")} MB`;
export const apiTooManyKeys = "There are 1,000 keys on this device: sign out forgets them";
export const apiUnreachable = (host: string) =>
  host === ""
    ? "The API of this device does not answer. Reload the page and try again."
    : `${host} cannot be reached. It may be off, redirect elsewhere, not allow calls from this page (CORS), or be new here: then reload the page once.`;
export const apiWrongMethod = (allowed: string) => `This address takes ${allowed}`;
export const backupDamaged = "This backup is damaged and cannot be restored. Nothing was changed.";
export const backupDue = (days: number) =>
  `The last backup is ${days} days old. What is loaded here exists on this device only: save one in Settings.`;
export const backupForeign = "This zip file is not a backup of Prospect. Nothing was changed.";
export const backupNever = "There is no backup yet of what is on this device. A browser can lose it without a word: save one in Settings.";
export const backupNewer = "This backup was made by a newer version of Prospect. Reload the app to update it, then try again.";
export const backupNoArchive = "This file is not a backup of Prospect, or it is cut off. Nothing was changed.";
export const sealInsecure = "Encryption needs a secure page: https, or localhost.";
export const wrongPassphrase = "This passphrase does not open the file. Nothing was changed.";
export const backupTooLarge =
  "The datasets are larger than 4 GB together, more than one backup can hold: remove some that can be loaded again.";
export const confidenceThreshold = "The confidence threshold must lie between 0 and 1";
export const enterMarketData = "Please enter market data";
export const engineColumns = (most: number) => `Choose from 1 to ${most.toLocaleString("en")} columns`;
export const engineLimits = "Limits of the combined score must lie between 0 and 1, the one for Sell below the one for Buy";
export const enterNews = "Please enter news content for analysis";
export const newsDate = (row: number) => `text ${row.toLocaleString("en")} has no valid date`;
export const newsTooLong = (most: string) => `the text has more than ${most} characters`;
export const newsTextTooLong = (most: string) => `The text has more than ${most} characters: give a part of it`;
export const newsFailed = (reason: string) => `Analysis failed: ${reason}`;
export const newsInvalid = "Invalid news content provided";
export const newsTooShort = "Input text too short. Minimum 20 words required.";
export const newsUnavailable = "Analysis failed. Please try again.";
export const entropyOrder = "The order of the patterns must be a whole number from 3 to 7, their delay one from 1 to 1,000";
export const entropyWindow = "The window of the entropy must be a whole number from the order + 1 to 65,536";
export const factorsFailed = (reason: string) => `Failed to generate alpha factors: ${reason}`;
export const factorsTooFew = (given: number, needed: number) =>
  `${needed.toLocaleString("en")} data points needed, got ${given.toLocaleString("en")}`;
export const factorsNoneSelected = "select at least one factor";
export const factorsUneven = "every column must have as many rows as the first";
export const factorPeriods =
  "windows, periods and horizons must be whole numbers of steps: a lookback of 20 or more, a window of 5 or more";
export const factorPermutations = "the number of permutations must be a whole number from 1 up, and the seed a number";
export const factorThreshold = "the correlation threshold must be above 0 and at most 1";
export const factorPoints = "the fewest points and those of the chart must be whole numbers from 2 up, and the half-life of news above 0";
export const formulaAt = (at: number, message: string) => `at character ${at.toLocaleString("en")}: ${message}`;
export const formulaLong = (most: number) => `a formula has at most ${most.toLocaleString("en")} characters`;
export const formulaCharacter = (character: string) => `“${character}” has no meaning in a formula`;
export const formulaEmpty = "there is no formula";
export const formulaEnds = "the formula ends where a value is expected";
export const formulaUnexpected = (text: string) => `“${text}” is not expected here`;
export const formulaUnclosed = (open: number) =>
  `a bracket is missing: the one at character ${open.toLocaleString("en")} is not closed here`;
export const formulaDeep = (most: number) => `more than ${most.toLocaleString("en")} parts lie within each other`;
export const formulaChained = "comparisons cannot follow each other";
export const formulaUnknown = (name: string, near: string | null) => `“${name}” is not known${near ? `: is “${near}” meant?` : ""}`;
export const formulaNeedsBrackets = (name: string) => `${name} is a function: its values follow in brackets`;
export const formulaNoFunction = (name: string) => `${name} is a column, not a function`;
export const formulaCount = (name: string, wanted: number, given: number) =>
  `${name} takes ${wanted} ${wanted === 1 ? "value" : "values"}, not ${given}`;
export const formulaCondition = "a comparison can only be the first value of if(…)";
export const formulaNoCondition = "the first value of if(…) is a comparison, such as close > open";
export const formulaConstant = "the formula is the same number at every step: it needs a column, such as close";
export const formulaNumber = "a number is needed here, not a series";
export const formulaSteps = (least: number, most: number) =>
  `a whole number of steps from ${least} to ${most.toLocaleString("en")} is needed here`;
export const formulaNeeds = (columns: string) => `not available: needs ${columns}`;
export const formulaLooksAhead = (row: number, known: number, early: string, late: string) =>
  `looks ahead: at row ${row.toLocaleString("en")} it is ${early} while ${known.toLocaleString("en")} rows are known, and ${late} once all are`;
export const formulaCost = (operations: number, most: number) =>
  `would take about ${Math.round(operations / 1e9).toLocaleString("en")} billion steps on these rows, more than ${(most / 1e9).toLocaleString("en")} billion: shorten its windows or the data`;
export const formulaReadsAhead = "looks ahead: it reads later rows than its own";
export const searchFailed = (reason: string) => `Failed to search for formulas: ${reason}`;
export const searchTrials = (most: number) =>
  `the number of trials must be a whole number from 1 to ${most.toLocaleString("en")}, and the seed a number`;
export const searchLimits = "the holdout must be from 10 to 60 %, and the depth a whole number from 1 to 5";
export const factorNeedsVolume = "not available: needs volume";
export const factorNeedsNews = "not available: needs dated news";
export const factorNeverKnown = "not available: needs more values, or values that vary more";
export const factorWarmUp = "warm-up: too few values before them to compare with";
export const factorDatesLeftOut = "dates on which fewer than 3 assets have both the factor and a return to come";
export const fitOfOtherData = "The fitted model belongs to other data. Fit it again.";
export const forecastHorizon = "The horizon must be a whole number of steps from 1 to 252";
export const forecastLevels = "The coverage of a band must lie between 0 and 1";
export const forecastNotExact = "An EGARCH has no exact forecast beyond one step: choose simulation or bootstrap";
export const forecastFewResiduals = (given: number) => `A bootstrap needs at least 100 residuals, this fit has ${given}`;
export const forecastPaths = "The number of paths must be a whole number from 100 to 100,000";
export const refitWindow = "The window must be a whole number of at least 100 steps, shorter than the series";
export const refitStep = "The step between refits must be a whole number of at least 1";
export const refitTooMany = (given: number) => `${given.toLocaleString("en")} refits are too many: take a longer step (at most 5,000)`;
export const probabilities = "Probabilities must lie between 0 and 1";
export const searchGrid = (given: number) => `A search needs 1 to 320 models, the grid has ${given}`;
export const seed = "The seed must be a number";
export const demoName = "Please enter your full name";
export const demoEmail = "Please enter your business email";
export const demoEmailForm = "Please enter a valid email address, such as name@company.com";
export const demoNotSent = "The request could not be sent. It is kept on this device: try again, or send it by e-mail.";
export const eraseFailed = "Not everything could be erased. Close the other tabs of Prospect and try again.";
export const csvFailed = (reason: string) => `CSV processing failed: ${reason}`;
export const csvInvalid = "Invalid CSV format";
export const csvNotCsv = "Please upload a CSV file";
export const selectFileFirst = "Please select a file first";
export const csvTooShort = "CSV must contain at least 2 valid price points";
export const feedAddressInvalid = "Enter a valid URL: one that begins with https://, http://, wss:// or ws://, or demo: for the simulator";
export const feedNewsAddress = "A news feed is read over https:// or http://, not over a socket";
export const feedCredentials = "There is a name or a password in this address. Take it out: Prospect keeps no passwords of hosts";
export const feedMixed = (origin: string) =>
  `This page came over https, so the browser does not let it read ${origin} over an unprotected connection. Use an address that begins with https:// or wss://`;
export const feedProxyInvalid = "Enter an address that begins with https:// (or http://localhost), without name or password";
export const feedFileMissing = "This device has no way to the file any more. Remove the feed and follow the file anew";
export const feedFileAsks = "The browser wants your permission to read the file again. Press Refresh and allow it";
export const feedFileGone = (name: string) => `${name} cannot be read: it was moved, renamed or removed`;
export const feedMessageJson =
  "The subscription message begins like JSON but cannot be read as JSON. Mend it, or divide several messages by a line of ---";
export const feedMessageLong = (longest: number) => `The subscription message is longer than ${longest} characters`;
export const feedBlocked = (origin: string) =>
  `The app's own rules kept it from reaching ${origin}. Reload the page once and try again. If that does not help, whoever hosts Prospect must add ${origin} to connect-src of its Content-Security-Policy`;
export const feedUnreachable = (origin: string) =>
  `${origin} could not be read. Either it does not answer, or it does not let pages of other sites read it (CORS). Enter the URL of a proxy of your own, or download the file and open it here`;
export const feedOffline = (origin: string) => `There is no network, so ${origin} could not be read`;
export const feedRedirect = (origin: string) =>
  `${origin} sends the reader on to another address. Prospect follows that on the same host only, and not in circles. Enter the address it ends at`;
export const feedStatus = (origin: string, status: number) => `${origin} answered with status ${status}`;
export const feedSilent = (origin: string, seconds: number) => `${origin} did not answer within ${seconds} seconds`;
export const feedStalled = (origin: string, seconds: number) =>
  `${origin} began to answer and then sent nothing for ${seconds} seconds. Nothing was taken over`;
export const feedSlow = (origin: string, bytes: number, seconds: number) =>
  `${origin} sends too slowly: ${bytes.toLocaleString("en")} bytes in ${seconds} seconds. Nothing was taken over`;
export const feedLong = (origin: string, seconds: number) =>
  `${origin} had not finished its answer after ${seconds} seconds. Nothing was taken over`;
export const feedTooLarge = (origin: string, megabytes: number) =>
  `${origin} sends more than ${megabytes} MB. Reading was stopped there, and nothing was taken over`;
export const feedBroken = (origin: string, bytes: number) =>
  `The connection to ${origin} broke off after ${bytes.toLocaleString("en")} bytes, before the whole answer had come. Nothing was taken over`;
export const feedEmpty = "The answer is empty";
export const feedBinary =
  "This is no text: an archive, a picture or another binary file. Unpack it, or enter the address of a CSV, JSON or feed";
export const feedHtmlMarket = "This is a web page (HTML), not CSV or JSON. Look on it for a link to the data itself, and enter that";
export const feedHtmlNews = "This is a web page (HTML), not an RSS, Atom or JSON feed. Look on it for its feed's address, and enter that";
export const feedIsNews = "This is XML, not CSV or JSON. If it is a news feed, enter it under News Feed";
export const feedJsonBroken = "This begins like JSON but cannot be read as JSON";
export const feedJsonNoTable = "This JSON holds no table: no list of rows, of objects or of columns";
export const feedNoNews = "No news were found in it: an RSS, Atom or JSON feed with titles is needed";
export const feedXmlDoctype = "This feed was refused: it defines a document type, whose entities can grow without bound. Feeds need none";
export const feedXmlBroken = "This feed is no well-formed XML: an element is not closed, or closed twice";
export const feedXmlDeep = "This feed was refused: its elements are nested more than 100 deep";
export const feedNoRows = (seconds: number, rejected: number) =>
  rejected > 0
    ? `No rows came within ${seconds} seconds: ${rejected.toLocaleString("en")} messages were no JSON objects with numbers`
    : `The socket is open, but nothing came within ${seconds} seconds`;
export const fileUnreadable = "Failed to read file";
export const indicatorPeriod = "The period of an indicator must be a whole number from 1 up";
export const replayStep = (length: number) => `The step must lie among the ${length.toLocaleString("en")} prices, with one before it`;
export const replayTooShort = (given: number) => `A replay needs at least 20 prices; ${given.toLocaleString("en")} given`;
export const marketAndNewsRequired = "Both market data and news data are required";
export const marketDataTooShort = "At least 2 market data points required";
export const garchFailed = (reason: string) => `Failed to analyze data: ${reason}`;
export const garchNoParameters = "no parameters could be found that describe these values";
/** @param distribution as a fit names it: "t", "skewt" or "ged" */
export const garchZeros = (fraction: number, distribution: string) =>
  `${Math.round(100 * fraction)}% of the returns are exactly zero: the likelihood has no maximum with ${distribution === "ged" ? "Generalized error (GED)" : distribution === "t" ? "Student's t" : "Skewed t"} errors, whose density spikes there without bound. Choose Normal errors, or leave out the rows without trading`;
export const garchModel = "this kind of volatility model is not available here";
export const garchMeanLags = "the mean can look back over 1 to 5 returns";
export const garchTargeting =
  "variance targeting needs a long-run variance that follows from omega and the weights: an EGARCH sets that of the logarithm, a FIGARCH has none";
export const garchTargetingOfHar = "variance targeting is for GARCH and GJR-GARCH models: a HAR estimates its omega";
export const garchDecay = "the decay must lie between 0 and 1";
export const garchStart = "ν must start between 2.05 and 300, λ between -0.99 and 0.99, and the tolerance must be 0 or more";
export const garchIterations = "The number of iterations must be a whole number from 1 to 1,000";
export const garchOrders = "GARCH orders must be positive integers";
export const garchOrdersTooLarge = "GARCH orders above 5 are not supported";
export const garchTooFew = (given: number) => `at least 100 data points are needed, ${given.toLocaleString("en")} given`;
export const garchFewPoints = (given: number) =>
  `${given} data points are few for a GARCH model: expect wide standard errors. 500 or more are better.`;
export const linkIgnored = "Some settings of the link are unknown or not valid here, and were left out";
export const linkTooLong = "These settings are too long for a link";
export const linkUnreadable = "The settings in this link cannot be read: it may have been cut off on the way";
export const lyapunovDimension = "The embedding dimension must be a whole number from 1 to 20";
export const lyapunovInterval = "The time between two values must be above 0";
export const lyapunovLag = "The lag must be a whole number of steps from 1 up, shorter than the series";
export const lyapunovLengths = "Highs and lows must be as many as closes";
export const lyapunovNoRoom = (given: number, dimension: number, lag: number, theiler: number, steps: number) =>
  `${given.toLocaleString("en")} values are too few to follow neighbors in dimension ${dimension} with lag ${lag}, Theiler window ${theiler} and ${steps} steps: lower these, or load more data`;
export const lyapunovRegion = "The fitted region must begin before it ends, within the steps followed";
export const lyapunovSteps = "The steps followed must be a whole number from 2 to 500";
export const lyapunovSurrogates = "The number of surrogates must be 19, 39 or 99";
export const lyapunovTheiler = "The Theiler window must be a whole number of steps, 0 or more";
export const lyapunovTooFew = (least: number, given: number) =>
  `at least ${least} values are needed to look for chaos, ${given.toLocaleString("en")} given`;
export const noVariation = "the values show no variation";
export const nonPositivePrice = (row: number, value: number) =>
  `row ${row.toLocaleString("en")} has the price ${value}; prices must be above 0`;
export const tooLargeValues = "the values are too large to compute with";
export const notFinite = (row: number) => `row ${row.toLocaleString("en")} holds no finite number`;
export const analysisFailedPlain = "Analysis failed";
export const httpError = (status: number) => `HTTP error! status: ${status}`;
export const analysisFailed = (reason: string) => `Analysis failed: ${reason}`;
export const regimeStates = "The number of regimes must be 2, 3 or 4";
export const regimeHorizon = "The horizon must be a whole number of steps from 0 to 252";
export const regimeThreshold = "The probability to stay out from must lie between 0 and 1";
export const regimeCost = "The cost of a change must be 0 or more, and below 100 %";
export const regimeTraining = "The share to fit on must be above 0 and at most 1";
export const regimeTimingTooFew = (fitted: number, timed: number) =>
  `timing needs at least 100 returns to fit on and 60 to be timed, there are ${fitted.toLocaleString("en")} and ${timed.toLocaleString("en")}`;
export const regimeAlwaysIn = "Always in the market: there is no timing to test.";
export const regimeNeverIn = "Never in the market: there is no timing to test.";
export const riskFreeRate = "The risk-free rate must be above −100 %";
export const markovCsv = "Please upload a CSV file with Date and Close columns";
export const hostInvalid = "Enter an address that begins with https:// (or http://localhost), without name, password or query";
export const lyapunovCsv = "Please upload a CSV file with Close, High, and Low price columns";
export const regimeTooFew = (given: number) => `at least 100 returns are needed, ${given.toLocaleString("en")} given`;
export const regimeFewPoints = (given: number) =>
  `${given} returns are few for regimes: expect wide standard errors. 500 or more are better.`;
export const regimesByMean = "Named by mean return: Bull is the regime of the highest.";
export const regimesByVariance =
  "The means hardly differ, so the names go by volatility: Bull is the calm regime (low volatility), Bear the volatile one.";
export const oneRegimeIsBetter = (states: number) =>
  `By BIC one regime describes these values as well as ${states}: the regimes may be chance.`;
export const regimeOfFew = (label: string, count: number) =>
  `${label} holds about ${count.toLocaleString("en")} values that are nearly equal or far from all others: look for a bad tick, a split or days without trading.`;
export const regimesNotConverged = "The search ended before it was sure of the best parameters.";
export const regimeTops = "Another set of parameters fits almost as well: read the regimes with care.";
export const enterStrategies = "Please choose at least one strategy to validate";
export const strategiesUnequal = "Every strategy, the benchmark and the dates need the same number of rows";
export const strategyFailed = (name: string, reason: string) => `${name}: ${reason}`;
export const windowSize = "The window size must be a whole number of days from 1 up";
export const stepSize = "The step size must be a whole number of days from 1 up";
export const outOfSample = "The out-of-sample share must lie between 0 and 100 %";
export const significanceLevel = "The significance level must lie between 0 and 1";
export const foldCount = "The number of folds must be a whole number from 2 to 20";
export const pathFolds = "The number of CPCV folds must be a whole number from 2 to 12, and fewer of them are tested at once";
export const purging = "Purge and embargo must be whole numbers, 0 or more, and together shorter than a fold";
export const resamplingScheme = "Blocks are drawn either stationary or circular";
export const blockLength = "The block length must be a number from 1 up";
export const validationTooLarge = (candidates: number, rows: number, most: number) =>
  `${candidates.toLocaleString("en")} candidates of ${rows.toLocaleString("en")} rows are too much to hold at once (at most ${most.toLocaleString("en")} values): choose fewer strategies, vary their parameters less, or a shorter time`;
export const validationTooMany = (most: number) => `At most ${most.toLocaleString("en")} candidates can be held against each other`;
export const validationWindows = (windows: number, most: number) =>
  `This step makes ${windows.toLocaleString("en")} windows, at most ${most.toLocaleString("en")} are run: take a longer step`;
export const validationRuined = (name: string) => `${name} lost everything and was left out.`;
export const validationNeverTraded = (name: string) => `${name} never traded and was left out.`;
export const validationNeverTradedMany = (count: number, of: number) =>
  `${count.toLocaleString("en")} of ${of.toLocaleString("en")} candidates never traded and were left out.`;
export const validationNothing = "No strategy traded and kept something: nothing is left to validate";
export const validationPurgeCut = (rows: number, asked: number) =>
  `A fold is short: ${rows.toLocaleString("en")} rows are purged around it, not the ${asked.toLocaleString("en")} the longest lookback would need.`;
export const recordBenchmark = "A track record has no price to hold: it is compared with the risk-free rate.";
export const recordNoDates = "The dates are left out: rows carry none.";
export const trialCount = "The number of trials must be at least 1";
export const datesMoved = (from: string | null, to: string | null) => `No rows lie between ${from ?? "the first"} and ${to ?? "the last"}.`;
export const noRowsBetween = "No rows lie between these dates";
export const needsWindow = (rows: number, given: number) =>
  `not available: needs a window of ${rows.toLocaleString("en")} returns, with two in each part; ${given.toLocaleString("en")} given`;
export const needsConfigurations = "not available: needs at least two strategies that vary and 40 returns";
export const needsSamples = (rows: number, given: number) =>
  `at least ${rows.toLocaleString("en")} returns are needed, ${given.toLocaleString("en")} given`;
export const fewConfigurations = "Fewer than 10 strategies: the probability of overfitting says little.";
export const enterPortfolioData = "Please enter portfolio data";
export const portfolioInvalid = "Invalid portfolio data format";
export const insufficientPoints = (given: number) => `Insufficient data points: ${given.toLocaleString("en")} given, 2 needed`;
export const dataFormatInvalid = "Invalid data format";
export const riskFailed = (reason: string) => `Failed to assess portfolio risk: ${reason}`;
export const ruinousReturn = "a return of -100 % or less leaves nothing to measure";
export const browserModelAbsent =
  "This browser has no language model of its own. Choose the built-in engine or an endpoint in Model Settings";
export const browserModelFailed = "The browser's own model gave no answer. It may still be loading, or the text may be too long for it";
export const providerUnset = "Enter the endpoint and the model in Settings, under Language model";
export const providerBlocked = (origin: string) =>
  `The app's own rules kept it from reaching ${origin}. Reload the page once and try again. If that does not help, whoever hosts Prospect must add ${origin} to connect-src of its Content-Security-Policy`;
export const providerUnreachable = (origin: string) =>
  `${origin} did not answer. Check that it is running and that it lets pages of this address ask it (CORS); it must not answer with a redirect`;
export const providerSlow = (origin: string, seconds: number) => `${origin} did not answer within ${seconds} seconds`;
export const providerKeyElsewhere = (origin: string) =>
  `The key that is kept was entered for another host than ${origin}. Enter it again in Settings, or forget it there`;
export const providerKeyRefused = (origin: string, status: number) => `${origin} refused the key (status ${status}). Check it in Settings`;
export const providerNotFound = (origin: string) =>
  `${origin} knows no such address or model (status 404). The endpoint usually ends with /v1; check the model's name too`;
export const providerBusy = (origin: string) => `${origin} takes no more requests for now (status 429). Wait a little and try again`;
export const providerStatus = (origin: string, status: number) => `${origin} answered with status ${status}`;
export const replyTooLong = "the model's reply is far longer than asked for and was refused";
export const replyNotProtocol = "the endpoint's answer does not follow the OpenAI protocol";
export const replyNotJson = "the model's reply is not the JSON that was asked for and was refused";
export const replyShape = (where: string) => `the model's reply was refused: it does not fit what was asked for at ${where}`;
export const replyForeign = (quote: string) => `the model's reply was refused: it quotes “${quote}”, which does not stand in the text`;
export const reflectionFailed = "Reflection analysis failed. Please try again.";
export const reflectionNeedsDates = "The linked prices carry no dates, so no decision can be held against them";
export const needsTwoReturns = "not available: needs at least two returns";
export const noDrawdown = "not available: the value never fell below an earlier one";
export const noShortfall = "not available: no return lies below the risk-free rate";
export const noLowerTail = "not available: the 5 % quantile of the returns is 0";
export const studentNeeds = "not available: needs at least 10 returns that vary";
export const riskConfidence = "The confidence level must lie between 50 % and 100 %";
export const riskLookback = "The lookback period must be a whole number of days from 2 up";
export const riskPeriod = "The period must be a whole number of values from 2 up";
export const weightsOver = (sum: string) => `The weights add up to ${sum}; they must not exceed 100 %`;
export const portfolioEmpty = (name: string) => `${name} holds nothing yet: add holdings in Portfolio Management`;
export const drawdownCap = "The cap on the drawdown must be above 0 % and at most 100 %";
export const capOutOfReach = "Even cash alone passes the cap on the drawdown: the risk-free rate is below zero";
export const riskLimits = "Max drawdown and VaR threshold must be 0 or more";
export const riskRate = "The risk-free rate must be a number above -100 %";
export const replicates = (least: number) => `The number of iterations must be a whole number from ${least} to 100,000`;
export const simulationDraws = "The number of draws must be a whole number from 100 to 10,000,000";
export const assetsUnequal = "Every asset needs the same number of values, and one weight";
export const assetsMixed = (name: string) => `${name} was read as returns or prices unlike the assets before it: say which they are`;
export const assetFailed = (name: string, reason: string) => `${name}: ${reason}`;
export const lossAversion = "Loss aversion must be positive";
export const riskAversion = "Risk aversion must be positive";
export const referenceWindow = "The reference window must be a whole number of steps, 0 or more, shorter than the series";
export const nothingToExport = "There is nothing to save yet";
export const strategySaveFailed = "Failed to save strategy";
export const strategyDeleteFailed = "Failed to delete strategy";
export const strategyListFailed = (reason: string) => `Failed to list strategies: ${reason}`;
export const strategyFetchFailed = "Failed to fetch strategy: it is no longer on this device. Its parameters stay below.";
export const strategyName = "Give the strategy a name first";
export const strategyFile = "This file holds no strategies of Prospect: take one that was exported here";
export const strategyTestFailed = (reason: string) => `Strategy test failed: ${reason}`;
export const strategyOptimizationFailed = (reason: string) => `Strategy optimization failed: ${reason}`;
export const backtestType = "the type must be momentum, mean-reversion, behavioral, smart-beta or rules";
export const blocksOperand = "every condition needs two known values and a comparison";
export const blocksWindow = (most: number) => `a value may look back on 1 to ${most.toLocaleString("en")} rows`;
export const blocksWeight = "a block must hold between −100 and 100 %";
export const blocksConditions = (most: number) => `an if needs between 1 and ${most} conditions`;
export const blocksDepth = (most: number) => `blocks may be nested ${most} deep`;
export const backtestLookback = "the lookback period must be a whole number of bars from 1 to 10,000";
export const backtestThreshold = "the signal threshold must be 0 or more";
export const backtestExit = "the exit threshold must lie between minus the signal threshold and the signal threshold";
export const backtestStops = "stop loss, take profit and trailing stop must lie between 0 and 100 %";
export const backtestTarget = "the target volatility must be above 0";
export const backtestWeights = "the behavioral weights must lie between 0 and 100 %, one of them above 0";
export const backtestFixedCosts = "fixed costs must be 0 or more";
export const backtestSize = "the position size must be above 0 % and at most 100 %";
export const backtestAllocation = "the cash must be shared out equally or first come, first served";
export const backtestNoAssets = (most: number) => `between 1 and ${most} assets are needed`;
export const backtestNoPrices = (names: readonly string[]) => `Without a price between the dates, left out: ${names.join(", ")}.`;
export const backtestSharedFills =
  "Several assets are traded at their closes: orders are filled at the next close, stops told from closes.";
export const backtestUntraded = (rows: number, assets: number) =>
  `${rows.toLocaleString("en")} prices are missing in ${assets === 1 ? "one asset" : `${assets} assets`}: on those rows it is not traded and keeps its last price.`;
export const backtestBand = "the band for resizing must lie between 0 and 100 %";
export const backtestUneven = "every column needs as many rows as the closes";
export const backtestFewRows = (least: number, given: number) => `at least ${least} rows are needed, ${given.toLocaleString("en")} given`;
export const backtestBar = (row: number) => `row ${row.toLocaleString("en")} has an open, high or low that is not above 0`;
export const backtestNoOpens = "The data has no opens: orders are filled at the next close, stops at closes.";
export const backtestNoRange = "The data has no highs and lows: stops are told from opens and closes.";
export const backtestMissing = (rows: number) => `${rows.toLocaleString("en")} rows lack an open, high or low: the close stood in.`;
export const backtestNarrow = (rows: number) =>
  `${rows.toLocaleString("en")} rows have a high or low within open and close: it was widened.`;
export const benchmarkDates = "The benchmark must have dates that ascend, each once, to be matched with the data";
export const benchmarkUndated = "The data has no dates, so a benchmark of other data cannot be matched: buying and holding stands in.";
export const benchmarkLate = (day: string) => `The benchmark begins on ${day}: before that it stands still.`;
export const benchmarkEarly = (day: string) => `The benchmark ends on ${day}: after that it stands still.`;
export const benchmarkApart = "The benchmark and the data have no time in common";
export const backtestNoSentiment = "Sentiment is not available: needs dated news. The other weights carry the score.";
export const backtestLookAhead = "Filled at the very close that decided: this looks ahead.";
export const backtestNeverTraded = "No signal was ever filled.";
export const backtestListed = (listed: number, trades: number) =>
  `The list shows the first ${listed.toLocaleString("en")} of ${trades.toLocaleString("en")} trades.`;
export const backtestRuined = (row: number) =>
  `the account came to nothing at row ${row.toLocaleString("en")}: take smaller positions or long ones only`;
export const backtestUnadjustedRuined = (row: number) =>
  `Without the behavioral adjustment the account comes to nothing at row ${row.toLocaleString("en")}.`;
export const backtestNoTrades = "not available: no trade was closed";
export const backtestNoLosses = "not available: no closed trade lost";
export const backtestNoWins = "not available: no closed trade won";
export const backtestEqualTrades = "not available: needs two closed trades of different profit";
export const stressFewTrades = (least: number, given: number) =>
  `not available: needs ${least} closed trades, ${given.toLocaleString("en")} given`;
export const stressRegimes = (reason: string) => `not available: ${reason}`;
export const stressIterations = "the number of Monte Carlo runs must be a whole number from 100 to 100,000";
export const sweepAxes = "choose one to four parameters to vary, each once, with at least one value";
export const sweepTooMany = (given: number, most: number) =>
  `${given.toLocaleString("en")} combinations are too many: at most ${most.toLocaleString("en")}`;
export const searchWindows = "the number of walk-forward windows must be a whole number from 2 to 50";
export const searchFewRows = (least: number, given: number) =>
  `at least ${least.toLocaleString("en")} rows are needed to walk forward, ${given.toLocaleString("en")} given: take fewer windows or more data`;
export const searchStart = "Each stretch out of sample begins without a position.";
export const searchNoTrades = (windows: number) =>
  `In ${windows.toLocaleString("en")} windows no combination could be ranked: the original parameters were kept there.`;
export const searchUnsure = "The deflated Sharpe ratio is below 95 %: the best of so many trials may be luck.";
export const sweepKeep = (most: number) => `the number of kept runs must be a whole number from 0 to ${most}`;
export const sweepSkipped = (count: number) => `${count.toLocaleString("en")} combinations contradict themselves and were not run.`;
export const sweepNothing = "no combination could be ranked: none traded with returns that vary";
export const portfolioNoAssets = "Please load at least one asset";
export const portfolioLengths = (first: string, length: number, other: string, otherLength: number) =>
  `Assets without dates must have equally many prices: ${first} has ${length.toLocaleString("en")}, ${other} ${otherLength.toLocaleString("en")}`;
export const portfolioDates = (name: string) => `The dates of ${name} must ascend, each once`;
export const portfolioFewRows = (rows: number, least: number) =>
  `The assets have ${rows.toLocaleString("en")} complete rows in common; at least ${least} are needed`;
export const portfolioBetween = (least: number, first: string, last: string) =>
  `Fewer than ${least} rows lie between these dates: the assets have theirs from ${first} to ${last}`;
export const portfolioPrice = (name: string, value: number) => `${name} has the price ${value}; prices must be above 0`;
export const portfolioNoPrice = (name: string) => `${name} has no price`;
export const portfolioOverflow = "The prices are too large to compute with";
export const portfolioFlat = (name: string) => `${name} shows no variation: leave it out for this objective`;
export const portfolioBoundCount = (assets: number) => `Bounds must be one number, or one for each of the ${assets} assets`;
export const portfolioBounds = (name: string) =>
  `${name}: the lower bound must not exceed the upper one, and both must lie within -1000 % and 1000 %`;
export const portfolioLowerSum = (sum: number) => `The lower bounds add up to ${percent(sum)}; they must leave room within 100 %`;
export const portfolioUpperSum = (sum: number) => `The upper bounds add up to ${percent(sum)}; they must reach 100 %`;
export const portfolioGroup = (name: string) => `The group ${name} must name loaded assets`;
export const portfolioConflict = (sides: readonly { name: string; side: "least" | "most"; share: number }[]) =>
  `No weights keep all limits at once: ${sides
    .map(({ name, side, share }) => `${name} at ${side} ${percent(share)}`)
    .join(", ")}. Relax ${sides.length === 1 ? "it" : "one of them"}, or the bounds of the assets`;
export const portfolioCapital = "The capital must be above 0";
export const portfolioShareCount = (name: string) => `The capital buys more shares of ${name} than can be counted: take less of it`;
export const portfolioTooMany = (most: number) => `At most ${most} assets can be optimized at once`;
export const portfolioTwice = (name: string) => `Two assets are called ${name}: give each a name of its own`;
export const riskFreeSetting = (most: number) => `The risk-free rate must be a number from -${most} to ${most} percent`;
export const portfolioRiskFree = "The risk-free rate must be a number";
export const portfolioSpan = "The span of exponential weights must be above 1";
export const portfolioMatrix = (assets: number) => `Covariances must be a symmetric matrix of ${assets} x ${assets} numbers`;
export const portfolioMeans = (assets: number) => `Expected returns must be ${assets} numbers, one for each asset`;
export const portfolioViewConfidence = "The confidence of a view is above 0 % and at most 100 %";
export const portfolioViews = "Views need a weight for every asset and an expected return, and must not contradict each other";
export const portfolioShares = (assets: number) => `Shares of risk must be ${assets} numbers above 0`;
export const portfolioNoShares = "These assets can be mixed so that no risk is left, so it cannot be shared out: choose minimum variance";
export const portfolioTarget = "The target return must be a number";
export const portfolioTargetTooHigh = (target: number, highest: number) =>
  `No allowed portfolio is expected to return ${percent(target)} a year; the highest is ${percent(highest)}`;
export const portfolioConfidence = "The confidence level must lie between 0 and 1";
export const portfolioInfeasible = "No portfolio satisfies all limits at once: widen a bound or a group";
export const portfolioStopped = "The optimizer found no answer it can stand behind: try another covariance estimate or wider limits";
export const portfolioNoExcess = (riskFree: number) =>
  `No allowed portfolio is expected to return more than the risk-free rate of ${percent(riskFree)}, so no Sharpe ratio can be maximized: this is the minimum-variance portfolio`;
export const portfolioNoTangency = (riskFree: number) =>
  `No allowed portfolio is expected to return more than the risk-free rate of ${percent(riskFree)}: there is no maximum Sharpe ratio to mark`;
export const portfolioLimitsIgnored =
  "This rule takes no bounds or groups: weights are positive and add up to 100 %, the limits were not applied";
export const portfolioClusters = (assets: number) => `The number of clusters must be a whole number from 1 to ${assets}, or empty`;
export const portfolioFewDays = (returns: number, assets: number) =>
  `${returns} returns do not determine the sample covariance of ${assets} assets: a shrunk estimate is safer`;
export const portfolioThinTail = (days: number) =>
  `Only the worst ${days === 1 ? "return counts" : `${days} returns count`}: take a lower confidence level or a longer history`;
export const portfolioPoints = (most: number) => `The frontier can be shown with 2 to ${most.toLocaleString("en")} portfolios`;
export const rebalanceTargets = (assets: number) => `Target weights must be ${assets} numbers, one for each asset`;
export const rebalanceTargetSum = (sum: number) => `The target weights add up to ${percent(sum)}; they must add up to 100 %`;
export const rebalanceFrequency = "The frequency must be daily, weekly, monthly or quarterly";
export const rebalanceThreshold = "The threshold must lie between 0 % and 100 %";
export const rebalanceTurnover = "The largest turnover must be above 0 %";
export const rebalanceRiskBudget = "The risk budget must be above 0";
export const rebalanceCapital = "The initial capital must be above 0";
export const rebalanceCosts = "Transaction costs and slippage must be 0 or more, and below 100 % together";
export const rebalanceNoDates = "The prices carry no dates: all rows were used";
export const rebalanceClamped = (from: string, to: string) =>
  `The prices reach from ${from} to ${to}: the dates were moved into this range`;
export const rebalanceWiped = (row: number) => `Short holdings lose everything at row ${row.toLocaleString("en")}: take smaller ones`;
export const rebalanceListed = (listed: number, events: number) =>
  `The list shows the first ${listed.toLocaleString("en")} of ${events.toLocaleString("en")} events`;
export const quoteUnclosed = "a quoted field is never closed";
export const shapeWindow =
  "The window of the shapes must be a whole number from 4 to 10,000 (or 0 for none), their reach one from 1 to 100,000";
export const structureTooFew = (given: number) =>
  `at least 30 returns are needed to measure structure, ${given.toLocaleString("en")} given`;
export const timesLength = "There must be one date per value";
export const resultsFailed = (reason: string) => `Data processing failed: ${reason}`;
export const resultsNothing = "No valid data patterns found in input.";
export const resultsBalance = "the starting balance must be above 0";
export const socketFailed = (reason: string) => `WebSocket connection failed: ${reason}`;
export const storageRefused = "This browser does not let Prospect keep data on this device. What you load stays until this tab is closed.";
export const storageFull =
  "There is no room left on this device. What you loaded stays until this tab is closed: remove datasets you no longer need.";
export const browserTooOld =
  "This browser is too old to compute here: it lacks WebAssembly with SIMD. Chrome or Edge 111, Firefox 128, Safari 16.4 and newer ones have it.";
export const inputsInDatabase =
  "There is no room left in this browser's storage for inputs, or it refuses them. What you type is kept in its database instead.";
export const datasetGone = "This dataset is no longer on this device.";
export const recordGone = "This entry is no longer on this device.";
export const recordsUnreadable = "Some saved entries could not be read and are left out of the list.";
export const runDataChanged = "The numbers this run used are no longer what they were";
export const runForeign = "It used something that cannot be written down, such as a file";
export const runLongList = (most: number) => `It used a list of more than ${most.toLocaleString("en")} values that belong to no dataset`;
export const runLongInput = "What it was asked is longer than 1,000,000 characters";
export const runLongText = "It used a text of more than 100,000 characters";
export const runNoDigest = "Its result was not written down, so there is nothing to compare with";
export const datasetDamaged = (name: string) => `The numbers of ${name} are damaged on this device. Load them again.`;
export const datasetsUnreadable = "Some saved datasets could not be read and are left out of the list.";
