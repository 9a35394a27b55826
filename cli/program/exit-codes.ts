/** Exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2, configuration: 78 } as const;
