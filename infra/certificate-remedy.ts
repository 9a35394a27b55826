/** How OpenSSL and Node say that a certificate has no authority that is trusted. */
const untrusted = /certificate|CERT_|self[- ]signed/i;

/** What to do about an error of TLS, as a sentence behind it; empty for any other error. */
export const certificateRemedy = (message: string, setting: string): string =>
  untrusted.test(message) ? `. If its certificate is right, name its authority in ${setting}` : '';
