/** Path of a logo's URL, the part that is signed. */
export const pathOfLogo = (sha256: string): string => `/logos/${sha256}`;
