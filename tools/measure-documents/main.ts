/**
 * What the rules find of labelled documents: `npx tsx tools/measure-documents/main.ts FOLDER …`. Prints each label that is not
 * found, and counts by class, field, layout and issuer.
 */
import { labelledIn } from './labelled.ts';
import { measure, type MeasuredLabel, outcomes } from './measure.ts';

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('give the folders of labelled documents');

const all: MeasuredLabel[] = [];
for (const folder of folders) for (const file of labelledIn(folder)) all.push(...(await measure(file)));

for (const { document, field, outcome, note } of all) {
  if (outcome !== 'found') console.log(`${outcome.padEnd(10)}${document}  ${field}  ${note}`);
}

const share = (part: number, of: number): string => (of === 0 ? '-' : (part / of).toFixed(2));

/** Counts by one property; `recall` without the forms that the issuer of each document caused is that of the fold. */
function table(by: 'class' | 'field' | 'layout' | 'issuer'): void {
  console.log(
    `\n${by.padEnd(34)}     n  ${outcomes.map((one) => one.padStart(9)).join(' ')}   recall  without its issuer`,
  );
  for (const key of [...new Set(all.map((one) => one[by]))].sort()) {
    const listed = all.filter((one) => one[by] === key);
    const own = listed.filter(({ outcome }) => outcome !== 'apart');
    const count = (outcome: string): number => listed.filter((one) => one.outcome === outcome).length;
    const fold = own.filter(({ withoutIssuer }) => withoutIssuer === 'found').length;
    console.log(
      `${key.padEnd(34)} ${String(own.length).padStart(5)}  ${outcomes.map((one) => String(count(one)).padStart(9)).join(' ')}` +
        `   ${share(count('found'), own.length).padStart(6)}  ${share(fold, own.length)}`,
    );
  }
}

for (const by of ['class', 'field', 'layout', 'issuer'] as const) table(by);

console.log(`\n${all.length} labels of ${new Set(all.map(({ document }) => document)).size} documents`);

const issuers = [...new Set(all.map(({ issuer }) => issuer))];
const means = issuers.map((issuer) => {
  const own = all.filter((one) => one.issuer === issuer && one.outcome !== 'apart');
  return own.filter(({ withoutIssuer }) => withoutIssuer === 'found').length / own.length;
});
const mean = means.reduce((sum, one) => sum + one, 0) / Math.max(1, means.length);
console.log(
  `\nmean of ${issuers.length} issuers, each without the forms that its documents caused: ${mean.toFixed(2)}`,
);
