import { X } from "lucide-react";
import { Badge, SampleChip } from "../../../src/ui/badge.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { Chip } from "../../../src/ui/chip.tsx";
import { Direction } from "../../../src/ui/direction.tsx";
import { FileButton } from "../../../src/ui/file-drop.tsx";
import { InfoButton } from "../../../src/ui/info-button.tsx";
import { Verdict } from "../../../src/ui/verdict.tsx";
import { Forced, Sample } from "./forced.tsx";

const KINDS = ["default", "primary", "quiet", "danger"] as const;
const WORDS = { default: "Export", primary: "Run Analysis", quiet: "Compare", danger: "Delete" };

function Row() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {KINDS.map((kind) => (
        <Button key={kind} kind={kind}>
          {WORDS[kind]}
        </Button>
      ))}
    </div>
  );
}

export function Buttons() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-5">
      <Sample name="Buttons">
        <Row />
      </Sample>
      <Sample name="hover">
        <Forced state="hover">
          <Row />
        </Forced>
      </Sample>
      <Sample name="focus">
        <Forced state="focus">
          <Row />
        </Forced>
      </Sample>
      <Sample name="pressed">
        <Forced state="pressed">
          <Row />
        </Forced>
      </Sample>
      <Sample name="disabled">
        <div className="flex flex-wrap items-center gap-2">
          {KINDS.map((kind) => (
            <Button key={kind} kind={kind} isDisabled>
              {WORDS[kind]}
            </Button>
          ))}
        </div>
      </Sample>
      <Sample name="busy, keys, small, square">
        <div className="flex flex-wrap items-center gap-2">
          <Button busy>Working</Button>
          <Button kind="primary" keys="Ctrl ↵">
            Run
          </Button>
          <Button size="small">Table</Button>
          <Button size="small" kind="quiet">
            Copy
          </Button>
          <Button square aria-label="Close" kind="quiet">
            <X aria-hidden="true" size={16} />
          </Button>
          <FileButton onFile={() => {}}>Choose CSV</FileButton>
          <InfoButton title="AIC" formula="−2LL + 2k" />
        </div>
      </Sample>
      <Sample name="Badges and the Sample chip">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>Beta</Badge>
          <Badge tone="accent">New</Badge>
          <Badge tone="good">Active</Badge>
          <Badge tone="bad">Failed</Badge>
          <Badge tone="warn">Dev</Badge>
          <SampleChip />
        </div>
      </Sample>
      <Sample name="Chips">
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone="up">trending_bullish</Chip>
          <Chip>interest rates</Chip>
          <Chip onPress={() => {}}>Volatility</Chip>
          <Chip chosen onPress={() => {}}>
            Regimes
          </Chip>
          <Chip>A topic with a name much too long to stand in one line of a narrow rail beside others</Chip>
        </div>
      </Sample>
      <Sample name="Marks">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Direction mark="up">Buy</Direction>
          <Direction mark="down">Sell</Direction>
          <Direction mark="flat">Hold</Direction>
          <Verdict state="ok">Ljung–Box</Verdict>
          <Verdict state="caution">Jarque–Bera</Verdict>
          <Verdict state="bad">Stationary</Verdict>
        </div>
      </Sample>
      <Sample name="Up and down, red for up">
        <UpDown choice="red-green" />
      </Sample>
      <Sample name="Up and down, blue and orange">
        <UpDown choice="blue-orange" />
      </Sample>
    </div>
  );
}

function UpDown({ choice }: { choice: "red-green" | "blue-orange" }) {
  return (
    <div className="flex flex-wrap gap-x-4" data-updown={choice}>
      <Direction mark="up">Buy</Direction>
      <Direction mark="down">Sell</Direction>
      <Chip tone="up">Bull</Chip>
      <Chip tone="down">Bear</Chip>
    </div>
  );
}
