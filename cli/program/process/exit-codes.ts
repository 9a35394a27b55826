/** Exit codes of every command; from 70 on with the meaning of `sysexits.h`. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unfinished: 70, configuration: 78 } as const;
