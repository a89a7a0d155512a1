export { createApi, isApiPath } from "./app";
export { deviceServices } from "./device-services";
export { jobs } from "./jobs";
