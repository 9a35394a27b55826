export interface ReadText {
  readonly text: string;
  /** Bytes that are no UTF-8 were replaced by U+FFFD. */
  readonly replaced: boolean;
}

export function decodeText(bytes: Buffer): ReadText {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { text, replaced: !Buffer.from(text, 'utf8').equals(bytes) };
}
