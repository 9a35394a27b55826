import type { ListMatchValue } from '../../../../schemas/facts.ts';
import type { WalletEncoding } from '../../../../schemas/values/wallet-encoding.ts';
import type { MatchStanding } from './standing.ts';
import { formatLinked, formatSubject } from './subject-text.ts';
import { fill } from '../../text/template.ts';
import { encodingNouns, listedNames, listedNouns, type sanctionsTexts, sanctionsPhrases } from './templates.ts';
import {
  clipped,
  formatDate,
  joinList,
  formatIsoDate,
  oneLine,
  orElse,
  quoted,
  sentenceCase,
} from '../../text/values.ts';

export type TextName = keyof typeof sanctionsTexts;

const longestName = 160;

/** Slots of the templates about a match. `observedAt` is when the asset stopped naming the subject, if it did. */
export function sanctionsSlots(match: ListMatchValue, observedAt: number, { review, stillNamedBy }: MatchStanding) {
  const list = orElse(match.list, sanctionsPhrases.list);
  const subject = formatSubject(match.subject);
  return {
    ...subject,
    Subject: sentenceCase(subject.subject),
    linked: formatLinked(match.subject),
    list,
    List: sentenceCase(list),
    date: formatDate(match.asOf),
    left: formatDate(observedAt),
    listed: formatListed(match),
    entry: entrySentence(match),
    since: formatSince(match),
    encodings: formatEncodings(match),
    byName: formatName(match, subject.subject),
    by: orElse(clipped(review?.by ?? '', longestName), sanctionsPhrases.reviewer),
    why: asSentence(quoted(review?.why ?? '')),
    reviewedAt: formatDate(review?.at ?? observedAt),
    remaining: formatRemaining(list, stillNamedBy()),
  };
}

/** A quotation that ends a sentence. */
const asSentence = (quote: string): string => (/[.!?…]”$/.test(quote) ? quote : `${quote}.`);

/** The listing date that the list states, if it states one; otherwise the date of the first file with the entry. */
function formatSince({ listedOn, inFirstSnapshot, listedSince }: ListMatchValue): string {
  const { sinceStated, sinceFirst, since } = sanctionsPhrases;
  if (listedOn !== undefined) return fill(sinceStated, { date: formatIsoDate(listedOn) });
  return fill(inFirstSnapshot ? sinceFirst : since, { date: formatDate(listedSince) });
}

/** How the registry declares the party: `the issuer Example is declared as Example SAS, in the same country (FR)`. */
function formatName({ byName, subject }: ListMatchValue, name: string): string {
  const particular = byName?.particular ?? null;
  return fill(sanctionsPhrases.declared, {
    name,
    ours: nameOr(byName?.ours ?? subject.display, sanctionsPhrases.unnamed),
    particular:
      particular === null
        ? ''
        : fill(sanctionsPhrases.sameParticular[particular.kind], { value: clipped(particular.value, longestName) }),
  });
}

/** A reminder that other entries of this or another list still match, or that other entries and lists are separate. */
function formatRemaining(list: string, others: readonly string[]): string {
  if (others.length === 0) return sanctionsPhrases.separate;
  const names = others.map((other) => {
    const name = orElse(other, sanctionsPhrases.list);
    return name === list ? fill(sanctionsPhrases.otherEntry, { list }) : name;
  });
  return fill(sanctionsPhrases.stillNamed, { others: joinList(names) });
}

/** The particulars of a match that differ between two readings of the list. */
export function formatDifferences(old: ListMatchValue, current: ListMatchValue): string {
  const { nameWas, programsWere, listedWas, matchWas } = sanctionsPhrases;
  const { listedOnWas, countriesWere, datesWere } = sanctionsPhrases;
  const stated = (texts: readonly string[] | undefined, other: readonly string[] | undefined): string =>
    texts === undefined || other === undefined ? '' : named(texts.map(formatIsoDate));
  const listedOn = ({ listedOn: date }: ListMatchValue): string =>
    named(date === undefined ? [] : [formatIsoDate(date)]);
  const parts = [
    [nameWas, entryName(old), entryName(current)],
    [programsWere, named(old.programs), named(current.programs)],
    [listedOnWas, listedOn(old), listedOn(current)],
    [countriesWere, stated(old.countries, current.countries), stated(current.countries, old.countries)],
    [datesWere, stated(old.dates, current.dates), stated(current.dates, old.dates)],
    [listedWas, formatListed(old), formatListed(current)],
    [matchWas, matchedBy(old), matchedBy(current)],
  ] as const;
  const differing = parts
    .filter(([, before, after]) => before !== after)
    .map(([[what, now], before, after]) => fill(sanctionsPhrases.differed, { what, now, before, after }));
  return differing.length === 0 ? sanctionsPhrases.spelling : joinList(differing);
}

/** Everything the list states about the match, on one line. */
export function formatParticulars(match: ListMatchValue): string {
  const parts = [
    ...(isNamedByWhatIsListed(match) ? [] : [entryName(match)]),
    formatListed(match),
    ...(match.programs.length === 0 ? [] : [`programmes ${named(match.programs)}`]),
    matchedBy(match),
  ];
  return [...new Set(parts)].join('; ');
}

const matchedBy = ({ level, byName }: ListMatchValue): string =>
  level === 'L3' && byName !== undefined ? sanctionsPhrases.matchByName : sanctionsPhrases.matchBy[level];

/** How the encodings of the two addresses differ, as a sentence; empty when they do not. */
export function formatEncodings({ otherEncoding, encodings }: ListMatchValue): string {
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
  items.length === 0 ? sanctionsPhrases.none : joinList(items.map((item) => nameOr(item, sanctionsPhrases.unnamed)));

/** `0x… (ETH and USDC)`, `the LEI …`; the entry's name when the match states no listed text. */
function formatListed(match: ListMatchValue): string {
  const template = listedNouns.get(match.subject.kind);
  const labels = labelsByText(match);
  if (labels.size === 0) return entryName(match);
  return joinList(
    [...labels].map(([text, all]) => {
      const value = clipped(text, longestName);
      const asName = match.subject.kind === 'party' ? listedNames.get(all[0] ?? '') : undefined;
      if (asName !== undefined) return fill(asName as '{text}', { text: value });
      if (template !== undefined) return fill(template as '{text}', { text: value });
      return all.length === 0 ? value : `${value} (${joinList(all)})`;
    }),
  );
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

/** Whether the entry has no name of its own: in lists of addresses, the name of an entry is the address. */
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
