import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveFrontier, saveResults, saveWeights } from "./export-results";
import type { PortfolioSettings } from "./settings";
import type { ProposalRun } from "./use-proposal";

/** One button for everything that can be saved. */
export function ExportMenu({ proposal, settings }: { proposal: ProposalRun | null; settings: PortfolioSettings }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        {
          id: "json",
          label: "Portfolio as JSON",
          note: "every figure, settings and data hashes",
          onChoose: () => proposal && saveResults(proposal),
          disabled: !proposal,
        },
        { id: "weights", label: "Weights as CSV", onChoose: () => proposal && saveWeights(proposal), disabled: !proposal },
        { id: "frontier", label: "Frontier as CSV", onChoose: () => proposal && saveFrontier(proposal), disabled: !proposal?.frontier },
        {
          id: "link",
          label: "Copy link to these settings",
          note: "settings only, no data",
          onChoose: () => void import("./record").then(({ copyLink }) => copyLink(settings)),
          divided: true,
        },
      ]}
    />
  );
}
