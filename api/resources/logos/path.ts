/** Path of a logo's URL; this part is signed. */
export const pathOfLogo = (sha256: string): string => `/logos/${sha256}`;
