import { DeviceText } from "./device-text";

/** One of several values, stored on the device as text; the default is stored by removing the entry. */
export class DeviceChoice<Value extends string> extends DeviceText {
  /**
   * @param key storage key
   * @param values all allowed values
   * @param usual the default
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
