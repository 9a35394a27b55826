/** Segregated-witness addresses: bech32 for version 0 (BIP-173), bech32m above (BIP-350). */
import { bech32, bech32m } from '@scure/base';

export interface SegwitWallet {
  readonly encoding: 'bitcoin' | 'litecoin';
  readonly version: number;
  /** Witness program, hex. */
  readonly program: string;
}

const prefixes: Readonly<Record<string, SegwitWallet['encoding']>> = { bc: 'bitcoin', ltc: 'litecoin' };

/** Decodes a mainnet witness address of Bitcoin or Litecoin; null when it is invalid. */
export function parseSegwitWallet(address: string): SegwitWallet | null {
  if (!/^(?:bc|ltc)1/i.test(address)) return null;
  for (const [coder, fits] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0 && version <= 16],
  ] as const) {
    const decoded = coder.decodeUnsafe(address, 90);
    const encoding = prefixes[decoded?.prefix ?? ''];
    const [version, ...words] = decoded?.words ?? [];
    if (encoding === undefined || version === undefined || !fits(version)) continue;
    const program = coder.fromWordsUnsafe(words);
    if (!program || !hasProgramLength(version, program.length)) continue;
    return { encoding, version, program: Buffer.from(program).toString('hex') };
  }
  return null;
}

const hasProgramLength = (version: number, length: number): boolean =>
  version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
