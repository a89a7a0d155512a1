import { useAtomValue } from "jotai";
import { settingsAtom } from "../../state/settings";
import { Panel } from "../../ui/panel.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { LiveExample } from "./live-example.tsx";

const CONNECT = `const socket = new WebSocket("wss://your-host/v1/market-data");
socket.onopen = () => {
  socket.send(JSON.stringify({ action: "authenticate", apiKey }));
  socket.send(JSON.stringify({ action: "subscribe", symbols: ["AAPL"], channels: ["trades", "quotes"] }));
};`;
const STREAMS = `{
  "action": "subscribe",
  "streams": ["market.data", "model.predictions", "portfolio.updates", "system.health"],
  "symbols": ["AAPL"]
}`;
const MESSAGES = `{ "type": "trade", "timestamp": "2026-01-05T14:30:00.000Z", "price": 101.5, "size": 200, "conditions": [] }
{ "type": "quote", "timestamp": "2026-01-05T14:30:00.000Z", "bid": 101.4, "ask": 101.6, "bidSize": 300, "askSize": 500 }`;
const TYPES = ["trade", "quote", "model_prediction", "portfolio_update", "system_health"];

/** The protocol of a host's live channel. */
export function WebSocketGuide({ onOpen }: { onOpen: (open: boolean) => void }) {
  const { apiHost } = useAtomValue(settingsAtom);
  return (
    <Panel title="WebSocket Integration Guide" note="/v1/market-data on a host of your own">
      <div className="flex flex-col gap-3">
        <p>
          A browser cannot open a socket to itself, so live data needs a host. Send the key in the X-API-Key header or, in a browser, in the
          first message. The default channels are trades and quotes.
        </p>
        <CodeBlock label="Connect, authenticate and subscribe" text={CONNECT} />
        <p>Streams instead of channels:</p>
        <CodeBlock label="Subscribe to streams" text={STREAMS} />
        <p>{`Each message has a type: ${TYPES.join(", ")}.`}</p>
        <CodeBlock label="Messages" text={MESSAGES} />
        <p>{apiHost === "" ? "The same client on a simulated channel:" : "The same client on the host set above:"}</p>
        <LiveExample onOpen={onOpen} />
        <p>After a close, reconnect with exponential backoff: five attempts, the delay doubling from 1 second.</p>
      </div>
    </Panel>
  );
}
