import type { ListMatchValue } from '../../schemas/facts.ts';
import type { WalletEncoding } from '../../schemas/values/wallet-encoding.ts';
import { subjectInWords } from './sanctions-subject.ts';
import { fill } from './template.ts';
import { encodingNouns, listedNouns, type sanctionsTexts, sanctionsPhrases } from './texts/sanctions.ts';
import { clipped, dateInWords, inWords, oneLine, orElse, sentenceCase } from './words.ts';

export type TextName = keyof typeof sanctionsTexts;

const longestName = 160;

/** What the sentences about a match are filled with. `observedAt` is when the asset stopped naming the subject, if it did. */
export function sanctionsSlots(match: ListMatchValue, observedAt: number) {
  const list = orElse(match.list, sanctionsPhrases.list);
  return {
    ...subjectInWords(match.subject),
    list,
    List: sentenceCase(list),
    date: dateInWords(match.asOf),
    left: dateInWords(observedAt),
    listed: listedInWords(match),
    entry: entrySentence(match),
    since: fill(match.inFirstSnapshot ? sanctionsPhrases.sinceFirst : sanctionsPhrases.since, {
      date: dateInWords(match.listedSince),
    }),
    encodings: encodingsInWords(match),
  };
}

/** What the list states differently about a match than before. */
export function differencesInWords(old: ListMatchValue, current: ListMatchValue): string {
  const { nameWas, programsWere, listedWas, matchWas, matchBy } = sanctionsPhrases;
  const parts = [
    [nameWas, entryName(old), entryName(current)],
    [programsWere, named(old.programs), named(current.programs)],
    [listedWas, listedInWords(old), listedInWords(current)],
    [matchWas, matchBy[old.level], matchBy[current.level]],
  ] as const;
  const differing = parts
    .filter(([, before, after]) => before !== after)
    .map(([[what, now], before, after]) => fill(sanctionsPhrases.differed, { what, now, before, after }));
  return differing.length === 0 ? sanctionsPhrases.spelling : inWords(differing);
}

/** Everything the list states about the match, on one line. */
export function particularsInWords(match: ListMatchValue): string {
  const parts = [
    ...(isNamedByWhatIsListed(match) ? [] : [entryName(match)]),
    listedInWords(match),
    ...(match.programs.length === 0 ? [] : [`programmes ${named(match.programs)}`]),
    sanctionsPhrases.matchBy[match.level],
  ];
  return [...new Set(parts)].join('; ');
}

/** What differs in encoding, as a sentence; empty when nothing does. */
export function encodingsInWords({ otherEncoding, encodings }: ListMatchValue): string {
  if (!otherEncoding) return '';
  const ours = encodingNoun(encodings?.ours ?? '');
  const listed = (encodings?.listed ?? []).map(encodingNoun);
  const [first, ...others] = listed;
  if (ours === undefined || first === undefined || others.includes(undefined)) return sanctionsPhrases.unknownEncoding;
  if (first === ours) return fill(sanctionsPhrases.otherType, { encoding: ours.name });
  return fill(sanctionsPhrases.otherEncoding, { listed: first.an, ours: ours.an });
}

const encodingNoun = (encoding: string): (typeof encodingNouns)[WalletEncoding] | undefined =>
  new Map(Object.entries(encodingNouns)).get(encoding.split(':', 1)[0] ?? '');

const nameOr = (text: string, other: string): string => orElse(clipped(text, longestName), other);

const entryName = (match: ListMatchValue): string =>
  nameOr(match.entryName, nameOr(match.entryId, sanctionsPhrases.unnamed));

const named = (items: readonly string[]): string =>
  items.length === 0 ? sanctionsPhrases.none : inWords(items.map((item) => nameOr(item, sanctionsPhrases.unnamed)));

/** `0x… (ETH and USDC)`, `the LEI …`; the entry's name when nothing of it is known to match. */
function listedInWords(match: ListMatchValue): string {
  const template = listedNouns.get(match.subject.kind);
  const labels = labelsByText(match);
  if (labels.size === 0) return entryName(match);
  return inWords(
    [...labels].map(([text, all]) => {
      const value = clipped(text, longestName);
      if (template !== undefined) return fill(template as '{text}', { text: value });
      return all.length === 0 ? value : `${value} (${inWords(all)})`;
    }),
  );
}

/** What is listed, each with the labels it is listed under. */
function labelsByText({ listedAs }: ListMatchValue): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  for (const item of listedAs.map(oneLine)) {
    const [, label, text] = /^(\S+) (.+)$/.exec(item) ?? [];
    if (label !== undefined && text !== undefined) labels.set(text, [...(labels.get(text) ?? []), label]);
    else if (item !== '') labels.set(item, labels.get(item) ?? []);
  }
  return labels;
}

/** Lists of addresses have no names: an entry is called by what it lists. */
function isNamedByWhatIsListed(match: ListMatchValue): boolean {
  const name = entryName(match).toLowerCase();
  const texts = [...labelsByText(match).keys()].map((text) => clipped(text, longestName).toLowerCase());
  return texts.length === 0 || texts.includes(name);
}

function entrySentence(match: ListMatchValue): string {
  const programs = named(match.programs);
  if (isNamedByWhatIsListed(match)) {
    return match.programs.length === 0 ? '' : fill(sanctionsPhrases.programsOnly, { programs });
  }
  return fill(sanctionsPhrases.entry, {
    name: entryName(match),
    programs: match.programs.length === 0 ? '' : fill(sanctionsPhrases.programs, { programs }),
  });
}
