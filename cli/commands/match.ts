import type { Command } from 'commander';
import { agreementText, partsText } from '../../pipeline/screening/names/agreement-text.ts';
import { sidesOfPair } from '../../pipeline/screening/names/agreement-templates.ts';
import { compareNames, type ComparedNames } from '../../pipeline/screening/names/compare-names.ts';
import { type NamePair, readPairs } from '../screening/name-pairs.ts';
import { command, type Context, runs } from '../program/command.ts';
import { decodeText, readInputFile } from '../program/input/input-files.ts';

export const matchCommand = (): Command =>
  command('match')
    .requiredOption('--pairs <file>', 'NDJSON or CSV with name1, name2 and schema (Person, or of an organisation)')
    .action(runs(match));

async function match({ out }: Context, { pairs: file }: { readonly pairs: string }): Promise<void> {
  const pairs = readPairs(file, decodeText(file, readInputFile(file)));
  const counts = { agree: 0, missed: 0, false: 0, neither: 0 };
  for (const pair of pairs) {
    const found = compareNames(pair.name1, pair.name2, pair.mode);
    if (pair.isMatch !== null) counts[outcomeOf(pair.isMatch, found !== null)] += 1;
    out.row({ ...pair.sent, ...answerOf(found) }, describe(pair, found));
  }
  if (pairs.some(({ isMatch }) => isMatch !== null)) {
    out.note(
      `of the labelled pairs: ${counts.agree} are found, ${counts.missed} are not found, ` +
        `${counts.false} are found although they differ, ${counts.neither} differ and are not found`,
    );
  }
}

const outcomeOf = (isMatch: boolean, isFound: boolean): 'agree' | 'missed' | 'false' | 'neither' =>
  isMatch ? (isFound ? 'agree' : 'missed') : isFound ? 'false' : 'neither';

const answerOf = (found: ComparedNames | null): Readonly<Record<string, unknown>> =>
  found === null
    ? { match: false, level: null, agreement: [], onlyName1: [], onlyName2: [], reason: null }
    : {
        match: true,
        level: found.level,
        agreement: found.agreement.map(({ ours, listed, by }) => ({ name1: ours, name2: listed, by })),
        onlyName1: found.onlyOurs,
        onlyName2: found.onlyListed,
        reason: reasonOf(found),
      };

const reasonOf = (found: ComparedNames): string =>
  [partsText(found, sidesOfPair), agreementText(found, sidesOfPair)].filter((text) => text !== '').join(' ');

function describe({ name1, name2 }: NamePair, found: ComparedNames | null): string {
  const verdict = found === null ? 'not similar' : found.level === 'L3' ? 'equal (L3)' : 'similar (L4)';
  const reason = found === null ? '' : `\n    ${reasonOf(found)}`;
  return `${verdict}: ${name1} | ${name2}${reason}`;
}
