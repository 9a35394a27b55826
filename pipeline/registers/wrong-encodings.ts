/** Texts as a program reads them in a wrong encoding. */
import { normaliseText } from './spellings.ts';
import { once } from '../../schemas/values/once.ts';
import { decodeWindows1252 } from '../../schemas/values/windows-1252.ts';

/** The encodings of one byte a letter that registers of Europe are written in. */
const encodings = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1257', 'iso-8859-2'],
  ...['iso-8859-5', 'iso-8859-7', 'koi8-r', 'ibm866', 'macintosh', 'x-mac-cyrillic', 'iso-8859-1'],
] as const;

interface Encoding {
  /** The upper half: the character of each byte from 0x80 on. */
  readonly characters: string;
  readonly bytes: ReadonlyMap<string, number>;
}

const tables = once((): readonly Encoding[] => {
  const upper = Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index));
  return encodings.map((label) => {
    const characters = ownTables[label]?.(upper) ?? new TextDecoder(label).decode(upper);
    return { characters, bytes: new Map(Array.from(characters).map((character, index) => [character, 128 + index])) };
  });
});

/** Tables that a decoder lacks: it reads ISO 8859-1 as Windows-1252, unlike the programs that damage texts. */
const ownTables: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'windows-1252': decodeWindows1252,
  'iso-8859-1': (bytes) => bytes.toString('latin1'),
};

/** A text read in another encoding than the one it was written in, in every way that these encodings allow; spaces are normal. */
export function wrongReadingsOf(text: string): ReadonlySet<string> {
  const written = [[...Buffer.from(text, 'utf8')], ...tables().flatMap((table) => bytesIn(table, text))];
  const read = written.flatMap((bytes) => [...tables().map((table) => textOf(table, bytes)), multibyte(bytes)].flat());
  return new Set(read.map(normaliseText).filter((reading) => reading !== text));
}

/** The bytes of a text; none if the encoding lacks a letter. */
function bytesIn({ bytes }: Encoding, text: string): readonly (readonly number[])[] {
  const found = Array.from(text).map((character) =>
    character < '\x80' ? character.charCodeAt(0) : bytes.get(character),
  );
  return found.every((byte) => byte !== undefined) ? [found] : [];
}

const textOf = ({ characters }: Encoding, bytes: readonly number[]): string =>
  bytes.map((byte) => (byte < 128 ? String.fromCharCode(byte) : characters.charAt(byte - 128))).join('');

const multibyte = (bytes: readonly number[]): readonly string[] =>
  ['gb18030', 'shift_jis'].map((label) => new TextDecoder(label).decode(Buffer.from(bytes)));

/**
 * The text with what is UTF-8 read as Windows-1252 or ISO 8859-1 read rightly, and controls of that encoding as its
 * characters; null if there is nothing of the kind. Only letters of Europe and marks count as right.
 */
export function readRightly(text: string): string | null {
  if (!/[\x80-\x9f\xc2-\xf4]/.test(text)) return null;
  const [table] = tables();
  if (table === undefined) return null;
  const byteOf = (character: string): number | undefined =>
    table.bytes.get(character) ?? (character <= '\xff' ? character.charCodeAt(0) : undefined);
  const isSound = soundQuote.test(text);
  const utf8 = text.replace(/[^\0-\x7f]{2,}/g, (run) => {
    if (isSound) return run;
    const bytes = Array.from(run).map(byteOf);
    if (!bytes.every((byte) => byte !== undefined)) return run;
    try {
      const read = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes));
      return plausible.test(read) ? read : run;
    } catch {
      return run;
    }
  });
  const right = utf8.replace(/[\x80-\x9f]/g, (control) => table.characters.charAt(control.charCodeAt(0) - 128));
  return right === text ? null : right;
}

/** A quote that opens a word: in UTF-8 that was read wrongly a letter is in front of each. */
const soundQuote = /(?:^|[\s(])[\u2018-\u201f\u2039\xab](?=[\p{L}\p{N}])/u;

const plausible = /^[\xa0-\u017f\u0218-\u021b\u0386-\u03ce\u0400-\u045f\u1e9e\u2010-\u2027\u20ac\u2116\u2122]+$/;
