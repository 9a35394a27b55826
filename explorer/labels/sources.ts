import type { Change } from '../../schemas/generated/records.ts';
import { nameOfSource } from '../../schemas/terms/source-keys.ts';
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
  /** Hosts that its files are fetched from. */
  readonly hosts: readonly string[];
  readonly licence: string;
  /** Who keeps the copy that is read; null where the publisher's own files are. */
  readonly copyBy: string | null;
  /** Feed of the list that has every entry of this one; null for a source whose rows no other one has. */
  readonly containedIn: string | null;
}

/** Kinds of sources that are no feed, by the part of the key before the colon. */
const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    check: 'Comparison of two sources',
    control: 'A day of the calendar',
    operator: 'Record of the operator',
    proof: 'Proof of control',
    registry: 'This registry',
    review: 'Review by the operator',
  }),
);

/** What is known of the observations of a source, beside its key. */
export interface KnownReadings {
  /** They were read in a document: it was captured, or has a class. */
  readonly isDocument?: boolean;
  /** Bytes are stored that they were read from. */
  readonly hasBytes?: boolean;
  /** Of a chain: its nodes were not read, all of them come from an import. */
  readonly isImported?: boolean;
}

/** The name of a source key such as `register:esma-emtwp`, as it stands alone. It states no more than what is known. */
export function sourceName(key: string, sources: readonly SourceName[], known: KnownReadings = {}): string {
  const [kind = '', id] = key.split(':', 2);
  if (kind === 'chain') {
    return `${nameOfChain(key)}${known.isImported === true ? ', as imported' : known.hasBytes === true ? ', read from its nodes' : ''}`;
  }
  const feed = id === undefined ? undefined : sources.find((source) => source.feed === id);
  if (feed !== undefined) return `${sentenceCase(feed.label)}${copyText(feed)}`;
  const named = kinds.get(kind);
  if (named !== undefined) return named;
  if (id !== undefined) return sentenceCase(key);
  // A declared source is a name alone, such as "terms"; an import can have any other one.
  return known.isDocument === true ? `Document of the issuer (${key.replaceAll('_', ' ')})` : `The source “${key}”`;
}

/** The source of a change. A passage, and what it states of a declared source alone, were read in a document. */
export const sourceOfChange = (
  { sourceKey, subjectKind, assessment, quote }: Pick<Change, 'assessment' | 'quote' | 'sourceKey' | 'subjectKind'>,
  sources: readonly SourceName[],
  isDocument = false,
): string =>
  sourceName(sourceKey, sources, {
    isDocument: isDocument || subjectKind === 'source' || quote !== null,
    hasBytes: assessment.evidence.new.artifactId !== null,
  });

/** A source that stated nothing: no node was asked, or what it published could not be read. */
export const unreadName = (key: string, sources: readonly SourceName[], known: KnownReadings = {}): string =>
  `${sourceName(key, sources, { ...known, hasBytes: false, isImported: false })} · not read`;

/** ", in the copy of 0xB10C"; empty for the publisher's own files. */
export const copyText = ({ copyBy }: Pick<SourceName, 'copyBy'>): string =>
  copyBy === null ? '' : `, in the copy of ${copyBy}`;

const nameOfChain = (key: string): string => {
  const caip2 = nameOfSource(key);
  return chainName(chainByCaip2(caip2)?.slug ?? caip2);
};
