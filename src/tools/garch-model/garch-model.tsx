import { PageHeader } from "../../ui/page-header.tsx";

export default function GarchModel() {
  return <PageHeader title="GARCH Model Analysis" description="This feature is coming soon. Stay tuned!" />;
}
