import { type Outcome, succeed } from "../../contract";
import { type Question, questionAbout } from "../provider/prompt";

/** What a model in the page is asked about a text; an endpoint is asked the same. */
export const makeNewsQuestion = ({ text }: { text: string }): Outcome<Question> => succeed(questionAbout(text));
