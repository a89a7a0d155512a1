export { NO_NEWS } from "./constants";
export { jobs } from "./jobs";
export { type DatedNews, newsSteps } from "./news-steps";
export { askEndpoint, type ProviderRequest } from "./provider/ask";
export { scoreSentiment } from "./sentiment";
