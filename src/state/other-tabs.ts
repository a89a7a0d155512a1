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
