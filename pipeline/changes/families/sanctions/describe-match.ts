import type { ListMatchValue } from '../../../../schemas/facts.ts';
import { fill } from '../../../text/template.ts';
import { clipped, joinList, oneLine, orElse } from '../../../text/values.ts';
import { listedNames, listedNouns, sanctionsPhrases } from './phrases.ts';

/** Characters of a name that texts show. */
export const longestName = 160;

/** A match, with the texts that all others are made of. */
export interface DescribedMatch {
  readonly match: ListMatchValue;
  readonly name: string;
  /** Null when the entry has none. */
  readonly programs: string | null;
  /** `0x… (ETH and USDC)`, `the LEI …`; the name when the match states no listed text. */
  readonly listed: string;
  /** The entry has no name of its own: in lists of addresses, the name of an entry is the address. */
  readonly isNamedByListed: boolean;
  readonly matchedBy: string;
  /** Everything the list states about the match, on one line. */
  readonly particulars: string;
}

export function describeMatch(match: ListMatchValue): DescribedMatch {
  const { subject, level, byName } = match;
  const name = nameOr(match.entryName, nameOr(match.entryId, sanctionsPhrases.unnamed));
  const programs = match.programs.length === 0 ? null : named(match.programs);
  const texts = [...labelsByText(match)].map(([text, labels]) => ({ text: clipped(text, longestName), labels }));
  const listed = texts.length === 0 ? name : joinList(texts.map((item) => formatListed(subject.kind, item)));
  const isNamedByListed = texts.length === 0 || texts.some(({ text }) => text.toLowerCase() === name.toLowerCase());
  const matchedBy = byName === undefined ? sanctionsPhrases.matchBy[level] : matchedByName(level, byName);
  const parts = [
    ...(isNamedByListed ? [] : [name]),
    listed,
    ...(programs === null ? [] : [`programmes ${programs}`]),
    matchedBy,
  ];
  return { match, name, programs, listed, isNamedByListed, matchedBy, particulars: [...new Set(parts)].join('; ') };
}

function matchedByName(level: ListMatchValue['level'], { similar }: NonNullable<ListMatchValue['byName']>): string {
  if (similar !== undefined) return sanctionsPhrases.matchBySimilarName;
  return level === 'L3' ? sanctionsPhrases.matchByName : sanctionsPhrases.matchBy[level];
}

/** The name, clipped; another text when there is none. */
export const nameOr = (text: string, other: string): string => orElse(clipped(text, longestName), other);

/** Names as a list; `none` without any. */
export const named = (items: readonly string[]): string =>
  items.length === 0 ? sanctionsPhrases.none : joinList(items.map((item) => nameOr(item, sanctionsPhrases.unnamed)));

interface ListedText {
  readonly text: string;
  /** The labels it is listed under. */
  readonly labels: readonly string[];
}

function formatListed(kind: ListMatchValue['subject']['kind'], { text, labels }: ListedText): string {
  const template = (kind === 'party' ? listedNames.get(labels[0] ?? '') : undefined) ?? listedNouns.get(kind);
  if (template !== undefined) return fill(template as '{text}', { text });
  return labels.length === 0 ? text : `${text} (${joinList(labels)})`;
}

/** Listed texts with the labels they are listed under. */
function labelsByText({ listedAs }: ListMatchValue): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  for (const item of listedAs.map(oneLine)) {
    const [, label, text] = /^(\S+) (.+)$/.exec(item) ?? [];
    if (label !== undefined && text !== undefined) labels.set(text, [...(labels.get(text) ?? []), label]);
    else if (item !== '') labels.set(item, labels.get(item) ?? []);
  }
  return labels;
}
