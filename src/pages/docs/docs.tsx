import { useAtomValue } from "jotai";
import { useEffect, useMemo, useState } from "react";
import { saveFile } from "../../lib/save-file";
import { settingsAtom } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { apiDescription, type Endpoint } from "../parts/api-description";
import { ApiKeyField } from "../parts/api-key-field.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { LinkButton } from "../parts/link-button.tsx";
import { ServerChoice } from "../parts/server-choice.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { LiveFigures } from "./live-figures.tsx";
import { Methods } from "./methods.tsx";
import { WebSocketGuide } from "./websocket-guide.tsx";

const TABS = ["authentication", "strategy-management", "market-data", "risk-management", "analyses"] as const;
const LABELS = {
  authentication: "Authentication",
  "strategy-management": "Strategy Management",
  "market-data": "Market Data",
  "risk-management": "Risk Management",
  analyses: "Analyses",
} as const;

/** The API documentation, generated from openapi.json. */
export default function Docs() {
  const { apiHost } = useAtomValue(settingsAtom);
  const [read, setRead] = useState<{ endpoints: Endpoint[]; text: string } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [selected, select] = useTabAddress(TABS);
  useEffect(() => {
    apiDescription().then(setRead, (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)));
  }, []);
  const base = apiHost || location.origin;
  const tabs = useMemo(
    () =>
      TABS.map((id) => ({
        id,
        label: LABELS[id],
        content: read ? (
          <div className="flex flex-col gap-4">
            {read.endpoints
              .filter(({ tag }) => tag === LABELS[id])
              .map((endpoint) => (
                <EndpointCard key={endpoint.id} endpoint={endpoint} base={base} />
              ))}
          </div>
        ) : (
          <Skeleton rows={8} />
        ),
      })),
    [read, base],
  );
  const save = () => read && saveFile(new Blob([read.text], { type: "application/json" }), "openapi.json");
  const savePostman = async () => {
    if (!read) return;
    const { postmanCollection } = await import("./postman.ts");
    saveFile(JSON.stringify(postmanCollection(read.endpoints, base), null, 2), "prospect.postman_collection.json", "application/json");
  };
  const saveClient = async () => {
    if (!read) return;
    const { typedClient } = await import("./typed-client.ts");
    saveFile(typedClient(read.endpoints), "prospect-client.ts", "text/plain");
  };
  return (
    <>
      <PageHeader
        title="API Documentation"
        description="The Prospect API. Served by this browser for its own pages, offline too; curl and Python need a host of your own."
        actions={
          <>
            <Button onPress={save} isDisabled={!read}>
              openapi.json
            </Button>
            <Button onPress={() => void savePostman()} isDisabled={!read}>
              Postman collection
            </Button>
            <Button onPress={() => void saveClient()} isDisabled={!read}>
              TypeScript client
            </Button>
            <LinkButton to="/test-api">API Test</LinkButton>
          </>
        }
      />
      <div className="mt-4 flex flex-col gap-4">
        <Panel title="Base URL" note={apiHost === "" ? "this browser" : "a host of your own"}>
          <div className="flex flex-col gap-3">
            <CodeBlock label="Base URL" text={`${base}/v1`} />
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-4">
              <ServerChoice />
              <ApiKeyField />
            </div>
          </div>
        </Panel>
        <LiveFigures channel={{ host: apiHost, open }} />
        <FailureBox failure={trouble === null ? null : { message: trouble }} />
        <Tabs label="Endpoints by category" tabs={tabs} selected={selected} onSelect={select} />
        <WebSocketGuide onOpen={setOpen} />
        <Methods />
      </div>
    </>
  );
}
