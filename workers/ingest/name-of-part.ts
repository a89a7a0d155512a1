import type { OpenedFile, QualityReport } from "../contract";
import { withoutTurns } from "../format";

/** What a series is called by its file: a part that is not the one to be expected is called by its own name too. */
export function nameOfPart(name: string, { choices }: OpenedFile, { symbols }: QualityReport): string {
  const parts = choices.filter(({ names, chosen }) => chosen !== names[0]).map((choice) => choice.chosen);
  const chosen = symbols ? [...parts, symbols.chosen] : parts;
  const whole = withoutTurns(name);
  // A file of a Mac may have é as two letters: typed, it is one.
  return (chosen.length > 0 ? `${whole} (${chosen.join(", ")})` : whole).normalize("NFC");
}
