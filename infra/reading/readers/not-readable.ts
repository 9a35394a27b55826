/** A document that cannot be read at all; the message gives the reason as a sentence without a full stop. */
export class NotReadable extends Error {}
