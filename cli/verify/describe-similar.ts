/** The evidence of a match by a similar name, for `explain`. */
import { readValue } from '../../pipeline/changes/reading.ts';
import type { Observation } from '../../schemas/generated/records.ts';

/**
 * The published rules, each pair of names that they hold for similar, and why nothing rules the match out; empty for any
 * other observation, and for a match that has ended.
 */
export function similarLines(observation: Observation): readonly string[] {
  const read = readValue(observation);
  if (!read.ok || read.reading.about !== 'list_match') return [];
  const { value } = read.reading;
  const similar = value.status === 'matched' ? value.byName?.similar : undefined;
  if (similar === undefined) return [];
  return [
    `similar by  ${similar.rules}, which compares the two names alone`,
    ...similar.pairs.map(([ours = '', listed = '']) => `names       “${ours}” (ours) and “${listed}” (the list's)`),
    `ruled out   no: ${notRuledOut}`,
  ];
}

/** The screening makes no match by a similar name otherwise. Countries are stated, and rule nothing out. */
const notRuledOut =
  'the two state no different LEIs, no different registration numbers of one country, and as persons no years of birth more than one apart';
