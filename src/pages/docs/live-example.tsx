import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import type { Cause } from "../../../workers/contract";
import { MarketChannel, MESSAGE_TYPES, STREAMS } from "../../client/market-channel";
import { SimulatedSocket } from "../../client/simulated-socket";
import { failureText, loadTexts } from "../../lib/texts.ts";
import { apiSecretAtom } from "../../state/api-connection";
import { settingsAtom } from "../../state/settings";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CodeBlock } from "../parts/code-block.tsx";

const SHOWN = 6;
/** Key for the simulated channel, which requires one but accepts any. */
const ANY_KEY = "simulated";

const WAYS = ["channels", ...STREAMS, "all"] as const;
type Way = (typeof WAYS)[number];
const wordsOf = (way: Way) => (way === "channels" ? "Trades and quotes" : way === "all" ? "All streams" : way);
const OPTIONS = WAYS.map((way) => ({ value: way, label: wordsOf(way) }));

/** The product's own client: connected to the host in the settings, with its key, or otherwise to a channel simulated on this page. */
export function LiveExample({ onOpen }: { onOpen: (open: boolean) => void }) {
  const { apiHost } = useAtomValue(settingsAtom);
  const key = useAtomValue(apiSecretAtom);
  const [symbol, setSymbol] = useState("AAPL");
  const [way, setWay] = useState<Way>("channels");
  const [state, setState] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const channel = useRef<MarketChannel | null>(null);
  const stop = () => {
    channel.current?.close();
    channel.current = null;
  };
  // A channel is of one host, and of the key entered for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another host or key ends it
  useEffect(() => stop, [apiHost, key]);
  const showTrouble = async (cause: Cause) => {
    await loadTexts();
    setTrouble(failureText(cause));
  };
  const start = () => {
    stop();
    setMessages([]);
    setTrouble(null);
    const live = new MarketChannel({
      ...(apiHost === ""
        ? { host: "wss://simulator", apiKey: ANY_KEY, socket: SimulatedSocket }
        : { host: apiHost.replace(/^http/, "ws"), apiKey: key }),
      onState: (now, cause) => {
        setState(now);
        onOpen(now === "open");
        if (now === "open") setTrouble(null);
        if (cause) void showTrouble(cause);
      },
    });
    const symbols = [symbol.trim()];
    if (way === "channels") live.subscribe(symbols);
    else live.subscribeStreams(symbols, way === "all" ? STREAMS : [way]);
    for (const type of [...MESSAGE_TYPES, "error"] as const)
      live.on(type, (message) => setMessages((before) => [JSON.stringify(message), ...before].slice(0, SHOWN)));
    channel.current = live;
  };
  const running = state === "connecting" || state === "open" || state === "waiting";
  const missing = apiHost !== "" && key === "";
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (symbol.trim() !== "" && !missing) start();
        }}
      >
        <TextField label="Symbol" value={symbol} onChange={setSymbol} className="w-32" autoComplete="off" />
        <Select label="Messages" value={way} options={OPTIONS} onChange={setWay} className="w-48" />
        <Button type="submit" isDisabled={symbol.trim() === "" || running || missing}>
          Subscribe
        </Button>
        <Button onPress={stop} isDisabled={!running}>
          Close
        </Button>
        <span className="flex items-center gap-2 pb-1" role="status">
          {apiHost === "" ? <Badge tone="warn">Simulated</Badge> : <Badge>{new URL(apiHost).host}</Badge>}
          {state ? <span className="text-muted text-small">{state}</span> : null}
        </span>
      </form>
      {missing ? <p className="text-muted text-small">This host needs an API key: enter it above.</p> : null}
      <FailureBox failure={trouble === null ? null : { message: trouble }} />
      {messages.length > 0 ? (
        <CodeBlock label={apiHost === "" ? "Simulated messages" : "Messages received"} text={messages.join("\n")} />
      ) : null}
    </div>
  );
}
