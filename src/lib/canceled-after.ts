import type { CanceledAfter } from "../../workers/runtime/parallel";
import { count } from "./format";

/** "Canceled after 312 of 1,000 combinations" */
export const canceledAfter = ({ done, of }: CanceledAfter, things: string): string =>
  `Canceled after ${count(done)} of ${count(of)} ${things}`;

/** File name stem of a possibly partial result: "oil-sweep-canceled-after-312-of-1000". */
export const stemOfPart = (stem: string, part: CanceledAfter | undefined): string =>
  part ? `${stem}-canceled-after-${part.done}-of-${part.of}` : stem;
