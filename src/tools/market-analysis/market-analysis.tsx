import { PageHeader } from "../../ui/page-header.tsx";

export default function MarketAnalysis() {
  return <PageHeader title="Trading Dashboard" description="This feature is coming soon. Stay tuned!" />;
}
