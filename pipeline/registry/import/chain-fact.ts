import type { TSchema } from '@sinclair/typebox';
import {
  accountControl,
  authorityGone,
  chainCap,
  chainCode,
  chainMultiplier,
  chainPaused,
  chainPowers,
  chainRole,
  chainSupply,
  chainToken,
  holdersNotKnown,
  nullable,
  ownershipOffer,
} from '../../../schemas/facts.ts';
import { sourceKeyOf } from '../../../schemas/terms/source-keys.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { shapeProblem } from '../../../schemas/shape-check.ts';
import { readAccount } from '../addresses.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { requiredText } from './members.ts';

interface ChainField {
  readonly subjectKind: 'asset' | 'authority';
  readonly shape: TSchema;
}

const ofAsset = (shape: TSchema): ChainField => ({ subjectKind: 'asset', shape });
const ofAuthority = (shape: TSchema): ChainField => ({ subjectKind: 'authority', shape });

/** Facts of a chain that can be imported. `authority` has a form of its own; `chain_reading` is what processors write. */
const fields: Readonly<Record<string, ChainField>> = {
  token: ofAsset(chainToken),
  supply: ofAsset(chainSupply),
  cap: ofAsset(chainCap),
  multiplier: ofAsset(chainMultiplier),
  paused: ofAsset(chainPaused),
  powers: ofAsset(chainPowers),
  holders_not_known: ofAsset(holdersNotKnown),
  code: ofAsset(chainCode),
  ownership_offer: ofAsset(ownershipOffer),
  control: ofAuthority(nullable(accountControl)),
  role: ofAuthority(nullable(chainRole)),
  gone: ofAuthority(authorityGone),
};

export const chainFieldNames: readonly string[] = Object.keys(fields);
export const isChainField = (field: string): boolean => Object.hasOwn(fields, field);

/** Members of values that are accounts, or lists of them. */
const accountMembers: ReadonlySet<string> = new Set([
  ...['signers', 'voters', 'modules', 'next', 'holders', 'owner', 'guard', 'fallbackHandler', 'delegate'],
  ...['implementation', 'beacon'],
]);

interface ChainValue {
  readonly value: unknown;
  readonly issues: readonly ImportIssue[];
}

/** The value of a fact of a chain, its accounts in stored form. A reading that failed has none, whatever the shape. */
export function readChainFact(line: ImportLine, chain: Chain, isRead: boolean): ChainValue {
  const name = requiredText(line.value, 'field');
  const field = fields[name];
  if (field === undefined) throw new Error(`${name} is no fact of a chain`);
  const issues = placeIssuesOf(line, chain, name, field);
  const given = line.value['value'] ?? null;
  if (given === null && !isRead) return { value: null, issues };
  const problem = shapeProblem(field.shape, given);
  if (problem !== null) return { value: null, issues: [...issues, invalid(line, 'value', problem)] };
  const account = (text: string, path: string): string => {
    const reading = readAccount(chain, text);
    if ('address' in reading) return reading.address;
    issues.push(invalid(line, path, reading.problem));
    return text;
  };
  if (name === 'ownership_offer' && typeof given === 'string') return { value: account(given, 'value'), issues };
  return { value: withAccounts(given, account), issues };
}

function placeIssuesOf(line: ImportLine, chain: Chain, name: string, { subjectKind }: ChainField): ImportIssue[] {
  const issues: ImportIssue[] = [];
  if (requiredText(line.value, 'sourceKey') !== sourceKeyOf.chain(chain.caip2)) {
    issues.push(invalid(line, 'sourceKey', `must be chain:${chain.caip2}: the asset is on ${chain.slug}`));
  }
  if (requiredText(line.value, 'subjectKind') !== subjectKind) {
    issues.push(invalid(line, 'subjectKind', `must be ${subjectKind} for the field ${name}`));
  }
  const key = requiredText(line.value, 'subjectKey');
  const expected = keyProblem(key, name, subjectKind, chain);
  return expected === null ? issues : [...issues, invalid(line, 'subjectKey', expected)];
}

function keyProblem(key: string, name: string, kind: ChainField['subjectKind'], chain: Chain): string | null {
  if (kind === 'asset') return key === '' ? null : 'must be empty: the fact is about the asset itself';
  if (name === 'gone') return /^[a-z][a-z0-9_-]*(?::.+)?$/.test(key) ? null : 'must be the key of an authority';
  const [account = '', ...rest] = key.split(':');
  const reading = readAccount(chain, account);
  if ('problem' in reading) return reading.problem;
  if (reading.address !== account) return `must name the account as ${reading.address}`;
  const isComplete = name === 'control' ? rest.length === 0 : rest.length === 1 && rest[0] !== '';
  if (isComplete) return null;
  return name === 'control' ? 'must be the account alone' : 'must be <contract>:<hash of the role>';
}

function withAccounts(value: unknown, account: (text: string, path: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => {
    if (!accountMembers.has(name)) return [name, member];
    if (typeof member === 'string') return [name, account(member, `value.${name}`)];
    if (!Array.isArray(member)) return [name, member];
    return [name, member.map((one, index) => account(String(one), `value.${name}[${index}]`))];
  });
  return Object.fromEntries(entries);
}
