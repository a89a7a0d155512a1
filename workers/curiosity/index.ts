export { jobs } from "./jobs";
export { analyzeCuriosity, type CuriosityData } from "./jobs/analyze-curiosity";
