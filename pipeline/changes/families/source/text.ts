/** Slots of the templates about a source. */
import type { CaptureComparison } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { formatPublished, formatSource } from '../../../text/source-text.ts';
import { fill } from '../../../text/template.ts';
import { sourcePhrases } from './templates.ts';
import { clipped, joinList, quoted } from '../../../text/values.ts';
import { mostLinks } from '../../../documents/captures/describe-capture.ts';
import { mostPassages } from '../../../documents/captures/passages.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

const longestAddress = 280;
const quotedPassages = 2;

/** The name of the source within a sentence, and at its start. */
export function namesOf({ sourceKey }: Observation): { readonly source: string; readonly Source: string } {
  const source = formatSource(sourceKey);
  return { source, Source: sentenceCase(source) };
}

/** The same with its publisher. */
export function publishedNamesOf(seen: Observation, address: string) {
  const published = formatPublished(seen.sourceKey, address);
  return { ...namesOf(seen), published, Published: sentenceCase(published) };
}

export const formatAddress = (address: string): string => clipped(address, longestAddress);

/** Retained and new shares of the text, as a sentence after a space; empty when it was not compared. */
export const formatMeasures = (comparison: CaptureComparison | null): string =>
  comparison === null
    ? ''
    : ` ${fill(sourcePhrases.kept, { kept: percent(comparison.kept5), new: percent(comparison.new5) })}`;

/** The first removed and added passages, as sentences after a space each. */
export const formatPassages = ({ passagesRemoved, passagesAdded }: CaptureComparison): string =>
  (
    [
      [sourcePhrases.gone, passagesRemoved],
      [sourcePhrases.added, passagesAdded],
    ] as const
  )
    .filter(([, passages]) => passages.length > 0)
    .map(
      ([phrase, passages]) =>
        ` ${fill(phrase, { passages: joinList(passages.slice(0, quotedPassages).map(quotedInSentence)) })}`,
    )
    .join('');

/** A quotation without its full stop: the sentence around it has one. */
const quotedInSentence = (passage: string): string => quoted(passage.replace(/\.$/, ''));

/** `2 passages gone and one link new`. */
export function formatDifferences(comparison: CaptureComparison): string {
  const { passagesRemoved, passagesAdded, linksRemoved, linksAdded } = comparison;
  const counts = [
    counted(sourcePhrases.passagesGone, passagesRemoved.length, mostPassages),
    counted(sourcePhrases.passagesNew, passagesAdded.length, mostPassages),
    counted(sourcePhrases.linksGone, linksRemoved.length, mostLinks),
    counted(sourcePhrases.linksNew, linksAdded.length, mostLinks),
  ].filter((count) => count !== null);
  return counts.length === 0 ? sourcePhrases.otherOrder : joinList(counts);
}

type Counts = readonly [one: string, several: `${string}{count}${string}`, most: `${string}{count}${string}`];

function counted([one, several, most]: Counts, count: number, largest: number): string | null {
  if (count === 0) return null;
  if (count === 1) return one;
  return fill(count < largest ? several : most, { count: String(count) });
}

/** A share as a percentage with one decimal. Shares between 0 and 1 never round to 0 or 100. */
function percent(share: number): string {
  const tenths = Math.round(share * 1000);
  const honest = share > 0 && share < 1 ? Math.min(999, Math.max(1, tenths)) : tenths;
  return honest % 10 === 0 ? String(honest / 10) : `${Math.floor(honest / 10)}.${honest % 10}`;
}
