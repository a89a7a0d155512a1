import type { OpenedFile, QualityReport } from "../contract";
import { withoutTurns } from "../format";

/** Name of a series by its file: a part other than the default one is also named by its own name. */
export function nameOfPart(name: string, { choices }: OpenedFile, { symbols }: QualityReport): string {
  const parts = choices.filter(({ names, chosen }) => chosen !== names[0]).map((choice) => choice.chosen);
  const chosen = symbols ? [...parts, symbols.chosen] : parts;
  const whole = withoutTurns(name);
  // A file of a Mac may have é as two letters: typed, it is one.
  return (chosen.length > 0 ? `${whole} (${chosen.join(", ")})` : whole).normalize("NFC");
}
