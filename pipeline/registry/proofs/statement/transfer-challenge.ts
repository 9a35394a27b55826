import { parseCaip19 } from '../../../../schemas/values/caip.ts';
import type { Chain } from '../../../../schemas/values/chains.ts';
import { parseTimestamp } from '../../../../schemas/values/timestamp.ts';
import { readAccount, sameAccount } from '../../addresses.ts';
import { checkChallenge } from './challenge.ts';
import type { ProofClaim } from '../proof.ts';
import { linesOf, shownLabel } from './statement-lines.ts';

/** The payment that a challenge asks for. */
export interface AskedTransfer {
  /** CAIP-19 as the challenge has it. */
  readonly asset: string;
  /** Contract or mint of the token, lower case on EVM chains; null: the native coin. */
  readonly token: string | null;
  /** Base units. */
  readonly amount: bigint;
  /** Lower case on EVM chains. */
  readonly recipient: string;
  /** When it may be made, milliseconds since the epoch, both included. */
  readonly from: number;
  readonly until: number;
}

/** What a challenge may ask for, by the namespace of its CAIP-19 id. Of Solana, a program moves its coin: tokens alone. */
const payments: Readonly<Record<Chain['encoding'], { readonly namespaces: readonly string[]; readonly what: string }>> =
  {
    evm: { namespaces: ['slip44', 'erc20'], what: 'a coin or an erc20' },
    solana: { namespaces: ['token'], what: 'a token' },
    xrpl: { namespaces: [], what: 'nothing' },
  };

/**
 * Reads a challenge of a transfer: besides asset and authority the lines `Amount: <base units>`, `Coin: <CAIP-19>`,
 * `Recipient: <CAIP-10>`, `Issued: <ISO>` and `Expires: <ISO>`, each once. Proofs that were stored earlier have the coin behind
 * the amount, and the address of the recipient alone. A string is the reason for refusal.
 */
export function readTransferChallenge(claim: ProofClaim): AskedTransfer | string {
  const { chain, authority, collectors, challenge } = claim;
  const bound = checkChallenge(claim);
  if (typeof bound === 'string') return bound;
  const lines = linesOf(challenge);
  const values = (label: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${label}: `)).map((line) => line.slice(label.length + 2).trim());
  const value = (label: string): string => values(label)[0] ?? '';
  const [amount, coin, to] = [value('Amount'), value('Coin'), value('Recipient')];
  const joins = values('Coin').length === 0 && amount.includes(' ');
  const labels = ['Amount', ...(joins ? [] : ['Coin']), 'Recipient', 'Issued', 'Expires'];
  const wrong = labels.find((label) => values(label).length !== 1);
  if (wrong !== undefined) return `has ${values(wrong).length} lines ${wrong}: where a transfer needs one`;
  const shown = lines.map((line) => shownLabel(line)?.words.join(''));
  const imitated = labels.find((label) => shown.filter((name) => name === label.toLowerCase()).length > 1);
  if (imitated !== undefined) return `has a line that looks like ${imitated}: and is none`;
  const [from, until] = [parseTimestamp(value('Issued')), parseTimestamp(value('Expires'))];
  if (from === null || until === null || until < from) {
    return 'states no window: Issued and Expires are ISO 8601 date-times in this order';
  }
  const [, units = '', asset = ''] = /^([1-9]\d{0,77}) (\S+)$/.exec(joins ? amount : `${amount} ${coin}`) ?? [];
  const named = parseCaip19(asset);
  const { namespaces, what } = payments[chain.encoding];
  if (named?.chain !== chain.caip2 || named.tokenId !== null || !namespaces.includes(named.assetNamespace)) {
    return `asks for no base units of ${what} on ${chain.caip2}: Amount: ${amount}, Coin: ${coin}`;
  }
  const prefix = `${chain.caip2}:`;
  const recipient = readAccount(chain, to.startsWith(prefix) ? to.slice(prefix.length) : to);
  if ('problem' in recipient) return `names a recipient that is no account: ${recipient.problem}`;
  const isCollector = collectors?.some(
    (one) => one.startsWith(prefix) && sameAccount(chain, one.slice(prefix.length), recipient.address),
  );
  if (isCollector === false) return `names ${recipient.address} as recipient, which ATTESTRY_PROOF_COLLECTORS does not`;
  if (sameAccount(chain, recipient.address, authority.address)) return 'names the authority itself as recipient';
  const stored = (address: string): string => (chain.encoding === 'evm' ? address.toLowerCase() : address);
  return {
    asset,
    amount: BigInt(units),
    from,
    until,
    recipient: stored(recipient.address),
    token: named.assetNamespace === 'slip44' ? null : stored(named.assetReference),
  };
}
