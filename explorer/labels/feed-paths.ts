/** Days of the longest window. */
export const longestWindow = 365;

/** The feed as our links show it: by the time at which changes took their present state. */
export const changesPath = '/changes?by=known';
/** The same with its longest window, for a reader who chose none. */
export const allChangesPath = `/changes?days=${longestWindow}&by=known`;
/** The new ones, in a window that leaves none out. */
export const newChangesPath = `/changes?newOnly=true&days=${longestWindow}&by=known`;
/** The changes of one watched token. */
export const itemChangesPath = (itemId: string): string => `/changes?item=${itemId}&days=${longestWindow}&by=known`;
