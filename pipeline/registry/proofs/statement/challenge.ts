import { sameAccount } from '../../addresses.ts';
import { caip19Of, namesAsset } from '../../caip19.ts';
import type { ProofClaim } from '../proof.ts';
import { looksLikeSiwe, parseSignIn, signInKind, type SiweMessage, siweTimeProblem } from './siwe.ts';
import { hiddenProblem, linesOf, shownLabel } from './statement-lines.ts';
import { type Moment, proofMoment, textTimeProblem } from './validity.ts';

/** Members of a checked challenge besides the asset and the authority. */
export interface CheckedChallenge {
  /** Address that the message names as its signer; null in the form without one. */
  readonly signer: string | null;
}

/**
 * Checks that the signed text names the asset and the authority, exactly once each, was valid when the proof was made, and shows
 * nothing else: lines `Asset: <CAIP-19>` and `Authority: <type> <address>`, or an ERC-4361 message with the resources
 * `asset:<CAIP-19>` and `authority:<type>:<address>`. A string is the reason for refusal.
 */
export function checkChallenge(claim: ProofClaim): CheckedChallenge | string {
  return looksLikeSiwe(claim.challenge) ? checkSiwe(claim) : checkLines(claim);
}

/** Why a signed text was not valid at a moment; null when it was. */
export function challengeTimeProblem(challenge: string, moment: Moment): string | null {
  if (!looksLikeSiwe(challenge)) return textTimeProblem(challenge, moment);
  const message = parseSignIn(challenge);
  return typeof message === 'string' ? message : messageTimeProblem(message, moment);
}

const messageTimeProblem = (message: SiweMessage, moment: Moment): string | null =>
  siweTimeProblem(message, moment) ?? textTimeProblem(message.statement ?? '', moment);

function checkSiwe(claim: ProofClaim): CheckedChallenge | string {
  const message = parseSignIn(claim.challenge);
  const kind = signInKind(claim.challenge) ?? 'Ethereum';
  if (typeof message === 'string') return `is not a valid Sign-In with ${kind} message: ${message}`;
  if ((kind === 'Solana') !== (claim.chain.encoding === 'solana')) {
    return `is a message to sign in with ${kind}; the asset is on ${claim.chain.slug}`;
  }
  if (kind === 'Ethereum' ? message.chainId !== claim.chain.chainId : !isChain(message.chainId, claim.chain.caip2)) {
    return `the Chain ID is ${message.chainId}; the asset is on ${claim.chain.slug} (${claim.chain.caip2})`;
  }
  // The scheme of a URI is the same in capitals.
  const values = (prefix: string): readonly string[] =>
    message.resources.filter((uri) => uri.toLowerCase().startsWith(prefix)).map((uri) => uri.slice(prefix.length));
  const authorities = values('authority:').map((text) => {
    const colon = text.indexOf(':');
    return { type: text.slice(0, Math.max(colon, 0)), address: text.slice(colon + 1) };
  });
  return (
    assetProblem(claim, values('asset:'), 'resource asset:<CAIP-19>') ??
    authorityProblem(claim, authorities, 'resource authority:<type>:<address>') ??
    imitationProblem([message.statement ?? ''], []) ??
    messageTimeProblem(message, proofMoment(claim.provedAt)) ?? { signer: message.address }
  );
}

/** Names that wallets have for the main chain of Solana; a message may name none. */
const solanaNames: readonly (string | number | null)[] = [null, 'mainnet', 'mainnet-beta', 'solana:mainnet'];
const isChain = (named: string | number | null, caip2: string): boolean =>
  named === caip2 || solanaNames.includes(named);

function checkLines(claim: ProofClaim): CheckedChallenge | string {
  const lines = linesOf(claim.challenge);
  const values = (label: RegExp): readonly string[] =>
    lines.filter((line) => label.test(line)).map((line) => line.replace(label, '').trim());
  const authorities = values(/^Authority: /).map(readAuthorityText);
  return (
    assetProblem(claim, values(/^Asset: /), 'line Asset: <CAIP-19>') ??
    authorityProblem(claim, authorities, 'line Authority: <type> <address>') ??
    imitationProblem(lines, ['Asset: ', 'Authority: ']) ??
    textTimeProblem(claim.challenge, proofMoment(claim.provedAt)) ??
    hiddenProblem(claim.challenge) ?? { signer: null }
  );
}

/** Names that state what a proof is about. */
const bindingNames: readonly string[] = ['asset', 'authority'];

/** Why a line would be read as a label that states what the proof is about, though it is not one of the `exact` ones. */
export function imitationProblem(lines: readonly string[], exact: readonly string[]): string | null {
  const imitation = lines.find(
    (line) => !exact.some((label) => line.startsWith(label)) && isBindingName(shownLabel(line)?.words.join('') ?? ''),
  );
  if (imitation === undefined) return null;
  return `has a line that looks like a statement of its asset or authority and is none: ${JSON.stringify(imitation.slice(0, 100))}`;
}

/** Whether a name states, for a reader, what a proof is about. In lower case. */
export const isBindingName = (name: string): boolean => bindingNames.includes(name);

/** Reads `<type> <address>`. */
export function readAuthorityText(text: string): { readonly type: string; readonly address: string } {
  const [type = '', ...rest] = text.split(' ');
  return { type, address: rest.join(' ') };
}

/** Why the assets that a challenge names are not the one of the proof; `form` is how it should name it. */
export function assetProblem(claim: ProofClaim, named: readonly string[], form: string): string | null {
  const [asset] = named;
  if (asset === undefined) return `has no ${form}`;
  if (named.length > 1) return `has more than one ${form}`;
  return namesAsset(asset, claim.asset) ? null : `names asset ${asset}, not ${caip19Of(claim.asset)}`;
}

/** Why the authorities that a challenge names are not the one of the proof; `form` is how it should name it. */
export function authorityProblem(
  claim: ProofClaim,
  named: readonly { readonly type: string; readonly address: string }[],
  form: string,
): string | null {
  const [authority] = named;
  if (authority === undefined) return `has no ${form}`;
  if (named.length > 1) return `has more than one ${form}`;
  const { type, address } = claim.authority;
  return authority.type === type && sameAccount(claim.chain, authority.address, address)
    ? null
    : `names authority ${authority.type} ${authority.address}, not ${type} ${address}`;
}
