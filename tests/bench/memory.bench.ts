import { it } from "vitest";
import { measure, pricePath, report } from "./measure";

it("copying, the floor of every kernel that writes a column", () => {
  const source = pricePath(1_000_000);
  const target = new Float64Array(source.length);
  report("copy of 1M values", measure([{ name: "Float64Array.set", run: () => target.set(source) }]), source.length, []);
});
