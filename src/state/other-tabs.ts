/**
 * Synchronizes a list between tabs: sends and receives change notifications. Once closed it sends nothing, even if a job completes later.
 */
export class OtherTabs {
  private readonly channel: BroadcastChannel;
  closed = false;

  constructor(name: string, onChange: () => void) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = onChange;
  }

  post(): void {
    if (!this.closed) this.channel.postMessage("changed");
  }

  close(): void {
    this.closed = true;
    this.channel.close();
  }
}

/** Says so to all who listen to these names, in this tab and in the others. */
export function notifyTabs(names: readonly string[], what = "changed"): void {
  for (const name of names) {
    const channel = new BroadcastChannel(name);
    channel.postMessage(what);
    channel.close();
  }
}
