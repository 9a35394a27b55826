/** Contents below this size may have any ratio: a few bytes compress well. */
export const freeBytes = 1024 * 1024;
/** Largest ratio of content to packed file. The golden copies have about 40. */
export const maximumRatio = 100;
