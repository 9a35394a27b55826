import type { ChainAnswer, Plan } from '../../exchange.ts';
import { type Controllers, type ReadContext, readAccounts } from './graph.ts';
import { type DecodedAnswer, valueOf } from '../calls/outcome.ts';

/** By the address of the contract. */
type Creators = ReadonlyMap<string, DecodedAnswer<string>>;

/**
 * Who created assets, and these accounts themselves, which are added to those that were read. An account that created a
 * token has no power over it, so its own controllers are not followed.
 */
export function* readCreated(context: ReadContext, roots: ReadonlySet<string>, { read }: Controllers): Plan<Creators> {
  const contracts = [...roots].filter((root) => (read.get(root)?.reading.code?.size ?? 0) > 0);
  if (contracts.length === 0) return new Map();
  const creators = yield* readCreators(contracts);
  const accounts = [...new Set([...creators.values()].flatMap((known) => valueOf(known) ?? []))];
  const missing = accounts.filter((account) => !read.has(account));
  for (const account of yield* readAccounts(context, missing, new Set())) read.set(account.reading.address, account);
  return creators;
}

/**
 * Who created contracts, as the provider states it (`ots_getContractCreator`): standard JSON-RPC has no method for it.
 * `none`: no transaction did, as of contracts of the first block. Addresses are lower case.
 */
function* readCreators(contracts: readonly string[]): Plan<Creators> {
  const answers = yield contracts.map((contract) => ({ method: 'ots_getContractCreator', params: [contract] }));
  return new Map(contracts.map((contract, index) => [contract, creatorOf(answers[index])] as const));
}

function creatorOf(answer: ChainAnswer | undefined): DecodedAnswer<string> {
  if (answer?.kind !== 'result') return { kind: 'unknown' };
  if (answer.result === null) return { kind: 'none' };
  const { creator } = answer.result as { readonly creator?: unknown };
  const isAddress = typeof creator === 'string' && /^0x[0-9a-fA-F]{40}$/.test(creator);
  return isAddress ? { kind: 'value', value: creator.toLowerCase() } : { kind: 'unknown' };
}
