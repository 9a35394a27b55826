import { chainByCaip2 } from '../../schemas/values/chains.ts';
import { chainName } from './chains.ts';
import { sentenceCase } from '../../schemas/values/sentence-case.ts';

/** A published source, as the composition root names it. */
export interface SourceName {
  /** Id of its feed. */
  readonly feed: string;
  /** Name inside a sentence: "ESMA's register of e-money token white papers". */
  readonly label: string;
  /** Who publishes it. */
  readonly owner: string;
  /** Time between two fetches, milliseconds. */
  readonly everyMs: number;
  readonly isSanctionsList: boolean;
  /** Feed of the list that has every entry of this one; null for a source whose rows no other one has. */
  readonly containedIn: string | null;
}

/** Kinds of sources that are no feed, by the part of the key before the colon. */
const kinds: Readonly<Record<string, string>> = {
  document: 'Document of the issuer',
  operator: 'Record of the operator',
  registry: 'This registry',
  proof: 'Proof of control',
};

/** The name of a source key such as `register:esma-emtwp`, as it stands alone. */
export function sourceName(key: string, sources: readonly SourceName[]): string {
  const [kind = '', id = ''] = key.split(':', 2);
  // A declared source is a name alone, such as "terms".
  if (!key.includes(':') && kinds[kind] === undefined) return `Document of the issuer (${key.replaceAll('_', ' ')})`;
  if (kind === 'chain')
    return `${chainName(chainByCaip2(key.slice('chain:'.length))?.slug ?? id)}, read from its nodes`;
  return sentenceCase(sources.find(({ feed }) => feed === id)?.label ?? kinds[kind] ?? key);
}
