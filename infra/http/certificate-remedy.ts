/** Messages and codes of OpenSSL and Node for a certificate without a trusted authority. */
const untrusted = /self[- ]signed|SELF_SIGNED|unable to (?:get|verify)|UNABLE_TO_(?:GET|VERIFY)|unknown ca\b/i;

/** The remedy for an untrusted certificate, as a sentence to append to the error; empty for any other error. */
export const certificateRemedy = (message: string, setting: string): string =>
  untrusted.test(message) ? `. If its certificate is right, name its authority in ${setting}` : '';
