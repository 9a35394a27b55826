import { ApiError, errorBody } from '../../../errors.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import { findTokens, type TokenQuery } from './lookup.ts';

/** Most characters of one member of an entry: no identifier is longer. */
const longestText = 256;
const members = ['caip19', 'address', 'chain_slug'] as const;

/** The result of one entry of a batch: its deployments, or the refusal that a single lookup would have got. */
export type EntryResult = { readonly found: readonly AssetSummary[] } | { readonly error: object };

/** Looks one entry up as a single lookup would. A malformed entry has an error as its result; the batch is not refused. */
export function lookUpEntry(entry: unknown, registry: RegistryReader): EntryResult {
  try {
    return { found: findTokens(queryOf(entry), registry) };
  } catch (error) {
    if (error instanceof ApiError) return { error: errorBody(error, 'A', '') };
    throw error;
  }
}

function queryOf(entry: unknown): TokenQuery {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw refuse('an entry must be an object');
  const given = new Map(Object.entries(entry));
  const unknown = [...given.keys()].find((name) => !members.some((member) => member === name));
  if (unknown !== undefined) throw refuse(`an entry has no member ${JSON.stringify(unknown.slice(0, longestText))}`);
  for (const [name, value] of given) {
    if (typeof value !== 'string') throw refuse(`${name} must be text`);
    if (value.length > longestText) throw refuse(`${name} must have at most ${longestText} characters`);
  }
  const text = (name: string): string | null => (given.get(name) as string | undefined) ?? null;
  return { caip19: text('caip19'), address: text('address'), chainSlug: text('chain_slug') };
}

const refuse = (message: string): ApiError => new ApiError('invalid_parameter', message);
