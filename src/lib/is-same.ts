/** Whether two values are the same as they would be kept: by what they hold, with their fields in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
