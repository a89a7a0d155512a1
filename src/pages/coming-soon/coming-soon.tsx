import { PageHeader } from "../../ui/page-header.tsx";

export function ComingSoon({ title }: { title: string }) {
  return <PageHeader title={title} description="This feature is coming soon. Stay tuned!" />;
}
