/** Windows-1252 by its table: some versions of Node decode the bytes from 0x80 to 0x9f as controls. */

/** The characters of bytes 0x80 to 0x9f; the other bytes are their own code points. */
const marks = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of bytes in Windows-1252. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (control) => marks.charAt(control.charCodeAt(0) - 0x80));
