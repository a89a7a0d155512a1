import type { Linkage } from "../../../workers/portfolio/hierarchical";

interface Node {
  assets: number[];
  sides: [Node, Node] | null;
  /** Index of the merge that formed it; -1 for an asset. */
  joint: number;
}

/**
 * HERC step by step: sets of assets are merged, the last merges undone, and capital is split top-down by the risk of the clusters on either
 * side.
 */
export function hierarchicalEqualRiskTwin(covariance: ArrayLike<number>, n: number, linkage: Exclude<Linkage, "ward">, clusters: number) {
  const at = (i: number, j: number) => covariance[i * n + j];
  const sigma = (i: number) => Math.sqrt(at(i, i));
  const apart = (a: Node, b: Node) => {
    const all = a.assets.flatMap((i) => b.assets.map((j) => Math.sqrt((1 - at(i, j) / (sigma(i) * sigma(j))) / 2)));
    if (linkage === "average") return all.reduce((sum, one) => sum + one, 0) / all.length;
    return linkage === "single" ? Math.min(...all) : Math.max(...all);
  };
  let nodes = Array.from({ length: n }, (_, i): Node => ({ assets: [i], sides: null, joint: -1 }));
  for (let joint = 0; nodes.length > 1; joint++) {
    const pairs = nodes.flatMap((a, k) => nodes.slice(k + 1).map((b): [Node, Node] => [a, b]));
    let [a, b] = pairs[0];
    for (const [c, d] of pairs) if (apart(c, d) < apart(a, b)) [a, b] = [c, d];
    nodes = [...nodes.filter((node) => node !== a && node !== b), { assets: [...a.assets, ...b.assets], sides: [a, b], joint }];
  }
  const held = (node: Node) => {
    const total = node.assets.reduce((sum, i) => sum + 1 / sigma(i), 0);
    return new Map(node.assets.map((i) => [i, 1 / sigma(i) / total]));
  };
  const tops = (node: Node): Node[] => (node.sides && node.joint >= n - clusters ? node.sides.flatMap(tops) : [node]);
  const volatility = (node: Node) => {
    const own = [...held(node)];
    return Math.sqrt(own.reduce((sum, [i, v]) => sum + own.reduce((row, [j, w]) => row + v * w * at(i, j), 0), 0));
  };
  const risk = (node: Node) => tops(node).reduce((sum, top) => sum + volatility(top), 0);
  const weights = new Float64Array(n);
  const give = (node: Node, capital: number): void => {
    if (!node.sides || node.joint < n - clusters) for (const [i, share] of held(node)) weights[i] = capital * share;
    else
      for (const [k, side] of node.sides.entries())
        give(side, (capital * risk(node.sides[1 - k])) / (risk(node.sides[0]) + risk(node.sides[1])));
  };
  give(nodes[0], 1);
  return weights;
}
