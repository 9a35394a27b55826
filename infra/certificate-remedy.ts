/** How OpenSSL and Node say that a certificate has no authority that is trusted. */
const untrusted = /self[- ]signed|SELF_SIGNED|unable to (?:get|verify)|UNABLE_TO_(?:GET|VERIFY)|unknown ca\b/i;

/** What to do about a certificate whose authority is not trusted, as a sentence behind the error; empty for any other error. */
export const certificateRemedy = (message: string, setting: string): string =>
  untrusted.test(message) ? `. If its certificate is right, name its authority in ${setting}` : '';
