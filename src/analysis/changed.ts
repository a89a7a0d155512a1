/** Whether settings differ, but for those named. */
export const changed = <Settings extends object>(then: Settings, now: Settings, but: readonly (keyof Settings)[] = []): boolean =>
  (Object.keys(now) as (keyof Settings)[]).some((key) => !but.includes(key) && JSON.stringify(then[key]) !== JSON.stringify(now[key]));
