import { expect, it } from "vitest";
import { noticeOf } from "../../src/state/backup-notice";
import { DAY } from "../../workers/contract";

const now = 400 * DAY;
const ago = (days: number) => now - days * DAY;

it.each([
  ["nothing is kept here", { last: null, saved: [] }, null],
  ["what is here is young", { last: null, saved: [ago(29), ago(3)] }, null],
  ["something lies here for a month without any backup", { last: null, saved: [ago(3), ago(30)] }, /There is no backup/],
  ["the last backup is young", { last: ago(29), saved: [ago(300)] }, null],
  ["the last backup is of a time yet to come", { last: now + DAY, saved: [ago(3), ago(40)] }, /The last backup is 40 days old/],
  ["the last backup is of a time yet to come, and what is here is young", { last: now + DAY, saved: [ago(3)] }, null],
  ["the last backup is a month old", { last: ago(31), saved: [ago(1)] }, /The last backup is 31 days old/],
])("when %s", (_, times, expected) => {
  const notice = noticeOf({ ...times, now });
  if (expected === null) expect(notice).toBeNull();
  else expect(notice).toMatch(expected);
});
