import { useEffect, useRef, useState } from "react";
import type { SocketState } from "../../client/live-socket";
import { MarketChannel, MESSAGE_TYPES } from "../../client/market-channel";
import { SimulatedSocket } from "../../client/simulated-socket";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CodeBlock } from "../parts/code-block.tsx";

const SHOWN = 6;

/** The product's own client, on a channel made up on this page. */
export function LiveExample({ onState }: { onState: (state: SocketState) => void }) {
  const [symbol, setSymbol] = useState("AAPL");
  const [state, setState] = useState<string | null>(null);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const channel = useRef<MarketChannel | null>(null);
  const stop = () => {
    channel.current?.close();
    channel.current = null;
  };
  useEffect(() => () => channel.current?.close(), []);
  const start = () => {
    stop();
    setMessages([]);
    const live = new MarketChannel({
      host: "wss://simulator",
      apiKey: "none is needed here",
      socket: SimulatedSocket,
      onState: (now) => {
        setState(now);
        onState(now);
      },
    });
    live.subscribe([symbol.trim()]);
    for (const type of MESSAGE_TYPES)
      live.on(type, (message) => setMessages((before) => [JSON.stringify(message), ...before].slice(0, SHOWN)));
    channel.current = live;
  };
  const running = state === "connecting" || state === "open";
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (symbol.trim() !== "") start();
        }}
      >
        <TextField label="Symbol" value={symbol} onChange={setSymbol} className="w-32" autoComplete="off" />
        <Button type="submit" isDisabled={symbol.trim() === "" || running}>
          Subscribe
        </Button>
        <Button onPress={stop} isDisabled={!running}>
          Close
        </Button>
        <span className="flex items-center gap-2 pb-1" role="status">
          <Badge tone="warn">Simulated</Badge>
          {state ? <span className="text-muted text-small">{state}</span> : null}
        </span>
      </form>
      {messages.length > 0 ? <CodeBlock label="Simulated messages" text={messages.join("\n")} /> : null}
    </div>
  );
}
