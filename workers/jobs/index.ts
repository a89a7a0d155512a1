/** One line per question the workers answer; the page's typed client is derived from this list. */
export const jobs = {};

export type Jobs = typeof jobs;
