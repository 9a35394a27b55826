import { isEvmAddress, toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { parseTimestamp } from '../../../../schemas/values/timestamp.ts';
import type { Moment } from './validity.ts';

/** A "Sign-In with Ethereum" message, ERC-4361, or the like of Solana. Times are milliseconds since the epoch. */
export interface SiweMessage {
  readonly domain: string;
  /** EIP-55 form, or base58. */
  readonly address: string;
  readonly statement: string | null;
  /** Null in messages of Solana, where each field may be left out. */
  readonly uri: string | null;
  /** A number on Ethereum, a name such as `mainnet` on Solana. */
  readonly chainId: number | string | null;
  readonly nonce: string | null;
  readonly issuedAt: number | null;
  readonly expirationTime: number | null;
  readonly notBefore: number | null;
  readonly requestId: string | null;
  readonly resources: readonly string[];
}

export type SignInKind = 'Ethereum' | 'Solana';

const headers: Readonly<Record<SignInKind, string>> = {
  Ethereum: ' wants you to sign in with your Ethereum account:',
  Solana: ' wants you to sign in with your Solana account:',
};

/** The kind of message that a challenge is, well-formed or not; null: it is none to sign in with. */
export function signInKind(challenge: string): SignInKind | null {
  const [first = ''] = challenge.split('\n');
  const found = (Object.entries(headers) as [SignInKind, string][]).find(([, header]) => first.endsWith(header));
  return found?.[0] ?? null;
}

/** Whether a challenge is a message to sign in with, well-formed or not. */
export const looksLikeSiwe = (challenge: string): boolean => signInKind(challenge) !== null;

/** Reads a message of the kind that its first line names. */
export const parseSignIn = (text: string): SiweMessage | string =>
  signInKind(text) === 'Solana' ? parseSiws(text) : parseSiwe(text);

/** Reads a message of "Sign In with Solana": a statement and fields, each of which may be left out, behind an empty line each. */
function parseSiws(text: string): SiweMessage | string {
  const [first = '', address = '', ...rest] = text.split('\n');
  const domain = first.slice(0, -headers.Solana.length);
  if (!isDomain(domain)) return `${JSON.stringify(domain)} is not a domain`;
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return 'the address is not base58 of 32 bytes';
  const blocks = rest.join('\n').replace(/^\n/, '').split('\n\n');
  const isFields = (block: string): boolean => fieldStart.test(block);
  const [statement, fields] =
    blocks.length === 1 && isFields(blocks[0] ?? '') ? [null, blocks[0]] : [blocks[0] ?? '', blocks[1] ?? ''];
  if (rest[0] !== '' || blocks.length > 2)
    return 'the address, the statement and the fields are not an empty line apart';
  if (statement !== null && !statementShape.test(statement)) return 'the statement has characters it must not have';
  return parseFields((fields ?? '').split('\n'), { domain, address, statement }, 'Solana');
}

const fieldStart =
  /^(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): |^Resources:(?:\n|$)/;

/** Reads a message by the grammar of ERC-4361, including order and line breaks; a string is the reason for refusal. */
export function parseSiwe(text: string): SiweMessage | string {
  const [first = '', address = '', blank, ...rest] = text.split('\n');
  const header = headers.Ethereum;
  const domain = first.endsWith(header) ? first.slice(0, -header.length) : '';
  if (!isDomain(domain)) return `${JSON.stringify(domain)} is not a domain`;
  if (!isEvmAddress(address) || toChecksumAddress(address) !== address) return 'the address is not in EIP-55 form';
  if (blank !== '') return 'the address is not followed by an empty line';
  // Without a statement the grammar has a second empty line, which some libraries leave out.
  if (rest[0]?.startsWith('URI: ') === true && rest[1]?.startsWith('Version: ') === true) {
    return parseFields(rest, { domain, address, statement: null }, 'Ethereum');
  }
  const statement = rest[0] === '' ? null : (rest[0] ?? '');
  if (statement !== null && !statementShape.test(statement)) return 'the statement has characters it must not have';
  if (statement !== null && rest[1] !== '') return 'the statement is not one line followed by an empty line';
  return parseFields(rest.slice(statement === null ? 1 : 2), { domain, address, statement }, 'Ethereum');
}

/** The reason why a message is not valid at a moment; null if it is. */
export function siweTimeProblem(
  { issuedAt, notBefore, expirationTime }: SiweMessage,
  { at, event }: Moment,
): string | null {
  if (issuedAt !== null && issuedAt > at) return `the message was issued after ${event}`;
  if (notBefore !== null && at < notBefore) return `the message was not yet valid when ${event}`;
  return expirationTime !== null && expirationTime < at ? `the message had expired when ${event}` : null;
}

function parseFields(
  lines: readonly string[],
  head: Pick<SiweMessage, 'domain' | 'address' | 'statement'>,
  kind: SignInKind,
): SiweMessage | string {
  const mayLack = kind === 'Solana';
  let at = 0;
  const take = (label: string): string | null => {
    const line = lines[at];
    if (line?.startsWith(`${label}: `) !== true) return null;
    at += 1;
    return line.slice(label.length + 2);
  };
  const uri = take('URI');
  if (uri === null ? !mayLack : !isUri(uri)) return 'the URI is missing or not an RFC 3986 URI';
  const version = take('Version');
  if (version === null ? !mayLack : version !== '1') return 'the Version is missing or not 1';
  const chainId = take('Chain ID');
  if (chainId === null ? !mayLack : kind === 'Ethereum' && !/^\d{1,15}$/.test(chainId)) {
    return 'the Chain ID is missing or not a number';
  }
  const nonce = take('Nonce');
  if (nonce === null ? !mayLack : !/^[A-Za-z0-9]{8,}$/.test(nonce)) {
    return 'the Nonce is missing or not 8 or more letters and digits';
  }
  const issued = take('Issued At');
  const issuedAt = issued === null ? null : parseTimestamp(issued);
  if (issuedAt === null && (issued !== null || !mayLack))
    return 'the Issued At time is missing or not an ISO 8601 date-time';
  const expiration = take('Expiration Time');
  const expirationTime = expiration === null ? null : parseTimestamp(expiration);
  if (expiration !== null && expirationTime === null) return 'the Expiration Time is not an ISO 8601 date-time';
  const earliest = take('Not Before');
  const notBefore = earliest === null ? null : parseTimestamp(earliest);
  if (earliest !== null && notBefore === null) return 'the Not Before time is not an ISO 8601 date-time';
  const requestId = take('Request ID');
  if (requestId !== null && !/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/.test(requestId)) {
    return 'the Request ID has characters it must not have';
  }
  const resources = lines[at] === 'Resources:' ? lines.slice(at + 1) : [];
  if (lines[at] !== undefined && lines[at] !== 'Resources:' && !(mayLack && lines.length === 1 && lines[at] === '')) {
    return `line ${JSON.stringify(lines[at])} is unknown or out of order`;
  }
  if (!resources.every((line) => line.startsWith('- ') && isUri(line.slice(2)))) {
    return 'a resource is not "- " and an RFC 3986 URI';
  }
  const times = { issuedAt, expirationTime, notBefore };
  const rest = {
    chainId: chainId === null || mayLack ? chainId : Number(chainId),
    nonce,
    requestId,
    resources: resources.map((line) => line.slice(2)),
  };
  return { ...head, uri, ...times, ...rest };
}

const statementShape = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;

/** RFC 3986 authority, with an optional scheme before it. */
const isDomain = (text: string): boolean =>
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)(?::\d{1,5})?$/.test(
    text,
  );

const isUri = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text);
