/** A document that cannot be read at all; the message says why, as a sentence without a full stop. */
export class NotReadable extends Error {}
