import type { FieldValue } from '../../../../../schemas/fields/field.ts';
import { publishingSite } from '../../../../../schemas/values/publishing-site.ts';
import type { DimensionVerdict } from '../../../rule.ts';
import { minor, type Outcome, perDimension, unassessed } from './outcome.ts';
import { textOf } from './read-value.ts';
import type { ReasonCode } from './reason-sentences.ts';
import { parseUrl } from '../../../../../schemas/values/parse-url.ts';

/**
 * Address, version, date, language, token identifiers and chains of a document. The address is compared without its scheme;
 * another host of the same registrable name counts as another path.
 */
export function compareDocument(old: FieldValue, current: FieldValue): Outcome {
  const [before, after] = [documentOf(old), documentOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  const findings = [
    ...moved(before, after),
    ...tokens(before, after),
    ...chains(before, after),
    ...edition(before, after),
  ];
  if (findings.length === 0) return minor('same_document');
  const outcome = perDimension(
    findings.map(({ dimension, direction }) => ({ kind: dimension, direction })),
    findings.map(({ reason }) => reason),
  );
  if (findings.some(({ isMinor }) => isMinor !== true)) return outcome;
  const isRoutine = findings.every(({ reason }) => reason === 'other_document_date');
  return { ...outcome, minor: true, ...(isRoutine ? { routine: true } : {}) };
}

interface Part {
  readonly reason: ReasonCode;
  readonly dimension: DimensionVerdict['kind'];
  readonly direction: DimensionVerdict['direction'];
  readonly isMinor?: true;
}

function moved(before: Document, after: Document): readonly Part[] {
  if (before.owner !== after.owner) {
    return [{ reason: 'other_host', dimension: 'transparency', direction: 'mixed' }];
  }
  return before.address === after.address
    ? []
    : [{ reason: 'other_path', dimension: 'transparency', direction: 'neutral', isMinor: true }];
}

function tokens(before: Document, after: Document): readonly Part[] {
  if (before.dti.length > 0 && after.dti.length === 0) {
    return [{ reason: 'tokens_gone', dimension: 'transparency', direction: 'weakens' }];
  }
  return areSame(before.dti, after.dti)
    ? []
    : [{ reason: 'other_tokens', dimension: 'transparency', direction: 'neutral' }];
}

function chains(before: Document, after: Document): readonly Part[] {
  if (before.chains.some((chain) => !after.chains.includes(chain))) {
    return [{ reason: 'chain_removed', dimension: 'transferability', direction: 'weakens' }];
  }
  return areSame(before.chains, after.chains)
    ? []
    : [{ reason: 'chain_added', dimension: 'transferability', direction: 'neutral' }];
}

const edition = (before: Document, after: Document): readonly Part[] => [
  ...(before.version === after.version && before.language === after.language ? [] : [editionOf('other_version')]),
  ...(before.date === after.date ? [] : [editionOf('other_document_date')]),
];

const editionOf = (reason: 'other_version' | 'other_document_date'): Part => ({
  reason,
  dimension: 'transparency',
  direction: 'neutral',
  isMinor: true,
});

interface Document {
  /** Registrable name of the host, or the host when it has none. */
  readonly owner: string;
  readonly address: string;
  readonly version: string | null;
  readonly date: string | null;
  readonly language: string | null;
  readonly dti: readonly string[];
  readonly chains: readonly string[];
}

function documentOf(value: FieldValue): Document | null {
  const url = textOf(value?.['url']);
  const address = url === null ? null : parseUrl(url);
  if (value === null || url === null || address === null) return null;
  const { host, pathname, search } = address;
  return {
    owner: publishingSite(url) ?? '',
    address: `${host.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`,
    version: textOf(value['version']),
    date: textOf(value['date']),
    language: textOf(value['language']),
    dti: membersOf(value['dti']),
    chains: membersOf(value['chains']),
  };
}

const membersOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((member) => typeof member === 'string') : [];

const areSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((member) => right.includes(member));
