import { DeviceText } from "./device-text";

/** One of several values, kept on the device as a text; the usual one is kept by forgetting it. */
export class DeviceChoice<Value extends string> extends DeviceText {
  /**
   * @param key the name it is kept by
   * @param values all there are
   * @param usual what holds where none of them is kept
   */
  constructor(
    key: string,
    private readonly values: readonly Value[],
    private readonly usual: Value,
  ) {
    super(() => localStorage, key);
  }

  read = (): Value => this.values.find((one) => one === this.text()) ?? this.usual;

  choose = (next: Value): void => (next === this.usual ? this.forget() : this.keep(next));
}
