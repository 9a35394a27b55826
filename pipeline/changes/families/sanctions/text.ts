import type { ListMatchValue } from '../../../../schemas/facts.ts';
import type { WalletEncoding } from '../../../../schemas/values/wallet-encoding.ts';
import { type MatchContext, pairsBeyond, type Review } from './match-context.ts';
import type { AgreedWords } from '../../../screening/names/pairing/agreement.ts';
import { agreementPhrases, sidesOfMatch } from '../../../screening/names/agreement-templates.ts';
import { agreementText, partText } from '../../../screening/names/agreement-text.ts';
import { type DescribedMatch, longestName, named, nameOr } from './describe-match.ts';
import { formatLinked, formatSubject } from './subject-text.ts';
import { fill } from '../../../text/template.ts';
import { encodingNouns, sanctionsPhrases } from './phrases.ts';
import type { sanctionsTexts } from './templates.ts';
import { clipped, formatDate, joinList, formatIsoDate, orElse, quoted, quotedSentence } from '../../../text/values.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

export type TextName = keyof typeof sanctionsTexts;

/** Slots of the templates about a match. `observedAt` is when the asset stopped naming the subject, if it did. */
export function sanctionsSlots(
  described: DescribedMatch,
  observedAt: number,
  { review, stillNamedBy, link }: MatchContext,
) {
  const { match } = described;
  const list = orElse(match.list, sanctionsPhrases.list);
  const subject = formatSubject(match.subject);
  return {
    ...subject,
    Subject: sentenceCase(subject.subject),
    linked: formatLinked(match.subject),
    link: spaced(match.level === 'L5' ? link() : ''),
    list,
    List: sentenceCase(list),
    date: formatDate(match.asOf),
    left: formatDate(observedAt),
    listed: described.listed,
    entry: entrySentence(described),
    since: formatSince(match),
    encodings: formatEncodings(match),
    byName: formatName(match, subject.subject),
    part: formatPart(match),
    agreement: formatAgreement(match),
    stated: formatCountries(match),
    further: formatFurther(match, review),
    by: orElse(clipped(review?.by ?? '', longestName), sanctionsPhrases.reviewer),
    why: quotedSentence(review?.why ?? ''),
    reviewedAt: formatDate(review?.at ?? observedAt),
    remaining: formatRemaining(list, stillNamedBy()),
  };
}

/** Who took an earlier review back, when and why. */
export const reopenedSentence = ({ by, why, at }: Review): string =>
  fill(sanctionsPhrases.reopened, {
    by: orElse(clipped(by, longestName), sanctionsPhrases.reviewer),
    date: formatDate(at),
    why: quotedSentence(why),
  });

/** A sentence between two others. */
const spaced = (sentence: string): string => (sentence === '' ? '' : ` ${sentence}`);

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

/** Where the matching name stands inside a listed one, with a space behind it; empty for a whole name. */
function formatPart({ byName }: ListMatchValue): string {
  const part = byName?.part;
  return part === undefined ? '' : `${partText(sidesOfMatch.listedName, part)} `;
}

/** In which words similar names agree; empty for equal names. */
function formatAgreement({ byName }: ListMatchValue): string {
  const similar = byName?.similar;
  if (similar === undefined) return '';
  const agreement = similar.agreement.map(({ ours, listed, by }) => ({ ours, listed, by: by as AgreedWords['by'] }));
  return orElse(agreementText({ ...similar, agreement }, sidesOfMatch), agreementPhrases.alike);
}

const mostPairs = 3;

/** The pairs of similar names that a review did not cover. */
function formatFurther({ byName }: ListMatchValue, review: Review | null): string {
  const further = pairsBeyond(byName?.similar?.pairs ?? [], review?.pairs ?? []);
  const named = further
    .slice(0, mostPairs)
    .map(([ours = '', listed = '']) => fill(sanctionsPhrases.namePair, { ours: quoted(ours), listed: quoted(listed) }));
  const more = further.length - named.length;
  return joinList(more > 0 ? [...named, fill(sanctionsPhrases.morePairs, { count: String(more) })] : named);
}

/** The countries of both sides, which decide nothing; empty when neither states one. */
function formatCountries({ byName, countries = [] }: ListMatchValue): string {
  const ours = byName?.similar?.country ?? null;
  const listed = joinList(countries.map((country) => clipped(country, longestName)));
  if (ours === null) return countries.length === 0 ? '' : fill(sanctionsPhrases.countriesListed, { listed });
  if (countries.length === 0) return fill(sanctionsPhrases.countryOurs, { ours });
  return fill(sanctionsPhrases.countries, { ours, listed });
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
export function formatDifferences(old: DescribedMatch, current: DescribedMatch): string {
  const { nameWas, programsWere, listedWas, matchWas } = sanctionsPhrases;
  const { listedOnWas, countriesWere, datesWere } = sanctionsPhrases;
  const stated = (texts: readonly string[] | undefined, other: readonly string[] | undefined): string =>
    texts === undefined || other === undefined ? '' : named(texts.map(formatIsoDate));
  const programs = (side: DescribedMatch): string => side.programs ?? sanctionsPhrases.none;
  const listedOn = ({ match: { listedOn: date } }: DescribedMatch): string =>
    named(date === undefined ? [] : [formatIsoDate(date)]);
  const [{ match: before }, { match: now }] = [old, current];
  const parts = [
    [nameWas, old.name, current.name],
    [programsWere, programs(old), programs(current)],
    [listedOnWas, listedOn(old), listedOn(current)],
    [countriesWere, stated(before.countries, now.countries), stated(now.countries, before.countries)],
    [datesWere, stated(before.dates, now.dates), stated(now.dates, before.dates)],
    [listedWas, old.listed, current.listed],
    [matchWas, old.matchedBy, current.matchedBy],
  ] as const;
  const differing = parts
    .filter(([, left, right]) => left !== right)
    .map(([[what, verb], left, right]) =>
      fill(sanctionsPhrases.differed, { what, now: verb, before: left, after: right }),
    );
  return differing.length === 0 ? sanctionsPhrases.spelling : joinList(differing);
}

/** How the encodings of the two addresses differ, as a sentence; empty when they do not. */
function formatEncodings({ otherEncoding, encodings }: ListMatchValue): string {
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

function entrySentence({ name, programs, isNamedByListed }: DescribedMatch): string {
  const { entry, programs: more, programsOnly } = sanctionsPhrases;
  if (isNamedByListed) return programs === null ? '' : fill(programsOnly, { programs });
  return fill(entry, { name, programs: programs === null ? '' : fill(more, { programs }) });
}
