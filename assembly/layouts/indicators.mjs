import { block, i32, usize } from "./declare.mjs";

export const bars = block("Bars of an instrument and what is made of them: parameters of `averageTrueRange`, `directional` and `volumePrice`.", {
  high: usize("column of highs"),
  low: usize("column of lows, aligned with the highs"),
  close: usize("column of closes, aligned with the highs"),
  volume: usize("column of volumes, aligned with the highs; not read by the kernels of ranges"),
  period: i32("bars looked at, at least 1"),
  out: usize("aligned with the highs"),
  plus: usize("of `directional`: the positive indicator, aligned with the highs"),
  minus: usize("of `directional`: the negative indicator, aligned with the highs"),
  state: usize("of `directional`: 4 values carried from chunk to chunk; any contents before the first"),
});
