/** The same list in other tabs: they are told of its changes, and tell of theirs. Once it is closed nothing is told, whatever a job still ends with. */
export class OtherTabs {
  private readonly channel: BroadcastChannel;
  closed = false;

  constructor(name: string, onChange: () => void) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = onChange;
  }

  tell(): void {
    if (!this.closed) this.channel.postMessage("changed");
  }

  close(): void {
    this.closed = true;
    this.channel.close();
  }
}

/** Says so to all who listen to these names, in this tab and in the others. */
export function tellAllTabs(names: readonly string[], what = "changed"): void {
  for (const name of names) {
    const channel = new BroadcastChannel(name);
    channel.postMessage(what);
    channel.close();
  }
}
