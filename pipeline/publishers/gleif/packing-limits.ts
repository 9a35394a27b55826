/** Below this size no ratio is held against a file: a few bytes compress well. */
export const freeBytes = 1024 * 1024;
/** Largest share by which content may be larger than its file. The golden copies are at about 40. */
export const maximumRatio = 100;
