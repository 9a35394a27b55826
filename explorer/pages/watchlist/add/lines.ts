import { caip19Text } from '../../../../schemas/values/caip.ts';
import type { AddressEncoding } from '../../../../schemas/values/chains.ts';
import { readTokenText } from '../../../../schemas/values/token-text.ts';
import { mostEntries } from '../../../../api/readmodel/resources/watchlist/schema.ts';
import { FormRefusal } from '../../../form-refusal.ts';

/** The lines of a paste, each a token or an issuer; empty lines and those that begin with # are passed over. */
export function linesIn(text: string): readonly string[] {
  const lines = text
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new FormRefusal('text', 'Paste at least one token');
  if (lines.length > mostEntries) {
    throw new FormRefusal('text', `A paste has up to ${mostEntries} lines, and this one ${lines.length}`);
  }
  return lines;
}

/** Standards of tokens that are written without one; null where a chain has several. */
const usualStandard: Readonly<Record<AddressEncoding, string | null>> = { evm: 'erc20', solana: 'token', xrpl: null };

/** The CAIP-19 that a line names, for a request; null where the line does not name one token on one chain. */
export function caip19In(line: string): string | null {
  const token = readTokenText(line);
  if (token === null || token.chain === null || token.otherChain !== null) return null;
  const { address, chain } = token;
  const assetNamespace = token.namespace ?? usualStandard[chain.encoding];
  return assetNamespace === null ? null : caip19Text({ chain: chain.caip2, assetNamespace, assetReference: address });
}
