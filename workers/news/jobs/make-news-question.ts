import { type Outcome, succeed } from "../../contract";
import { type Question, questionAbout } from "../provider/prompt";

/** The prompt for a model in the browser; the same as for an endpoint. */
export const makeNewsQuestion = ({ text }: { text: string }): Outcome<Question> => succeed(questionAbout(text));
