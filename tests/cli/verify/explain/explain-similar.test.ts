/** A candidate by a similar name, from the entry and the declared party to the lines that `explain` prints. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeExplained } from '../../../../cli/verify/describe-change.ts';
import { similarLines } from '../../../../cli/verify/describe-similar.ts';
import { gatherEvidence } from '../../../../cli/verify/evidence/gather-evidence.ts';
import { explainEvidence, explainingOn } from '../../../../cli/verify/explain/explain-change.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import type { Observation, SanctionsEntry } from '../../../../schemas/generated/records.ts';
import { issuerId } from '../../../pipeline/changes/builders.ts';
import { entry } from '../../../pipeline/screening/harness.ts';
import { type FoldedWorld, openFoldedWorld } from '../../../support/folded-world.ts';
import { screeningWorld } from '../../../support/screening-world.ts';

const test = suite('explain of a similar name');

let world: FoldedWorld;

test.before(async () => {
  world = await openFoldedWorld(publishedRules);
});
test.after(() => world.close());

/** Entry 9520 of OFAC's list of 2021, with an alias that it does not have: the party is spelled otherwise. */
const listed = entry('9520', {
  entityType: 'organisation',
  names: [
    { name: 'TOSONG TECHNOLOGY TRADING CORPORATION', kind: 'primary', weak: false },
    { name: 'TOSONG TECHNOLOGIES', kind: 'alias', weak: false },
  ],
  countries: ['KP'],
});
const legalName = 'Tosung Technology Trading Corp.';

/** What the joins and the operator state, until the entry is listed as given. */
function screened(...entries: readonly SanctionsEntry[]): readonly Observation[] {
  const seen: Observation[] = [];
  const { declare, list } = screeningWorld((observation) => seen.push(observation));
  declare(100, { [issuerId]: { name: 'Tosung', legalName, country: 'FR' } });
  for (const [at, one] of entries.entries()) list(one, 200 + at);
  return seen;
}

test('its lines name the rules, both names of each pair, what agrees, and that nothing rules it out', async () => {
  await world.append(...screened(listed));
  await world.fold();
  const [change] = await world.changes();
  const evidence = await gatherEvidence(world.engine, change?.id ?? '');
  if (evidence === null) throw new Error('the similar name is no change');
  const lines = describeExplained(await explainEvidence(evidence, explainingOn(world.engine, publishedRules))).split(
    '\n',
  );
  assert.is(lines[0], 'The list has an entry with a name similar to that of the issuer Tosung');
  assert.match(
    lines[1] ?? '',
    /“Technology” and “Trading”.+“Tosung” is spelled “TOSONG”.+Countries: FR; the list states KP\./,
  );
  const at = lines.findIndex((line) => line.includes('similar by'));
  assert.equal(
    lines.slice(at, at + 5).map((line) => line.trim()),
    [
      'similar by  match-v1, which compares the two names alone',
      `names       “${legalName}” (ours) and “TOSONG TECHNOLOGIES” (the list's)`,
      `names       “${legalName}” (ours) and “TOSONG TECHNOLOGY TRADING CORPORATION” (the list's)`,
      'ruled out   no: the two state no different LEIs, no different registration numbers of one country, and as persons no years of birth more than one apart',
      'quote       TOSONG TECHNOLOGY TRADING CORPORATION',
    ],
  );
  assert.ok(lines.some((line) => line.trim().startsWith('list-candidate: ')));
  assert.not.match(lines.join('\n'), /score|similarity|\d ?%/i);
});

test('an equal name, a match that ended and any other observation have no such lines', () => {
  const [first, ...others] = listed.names;
  if (first === undefined) throw new Error('the entry has a name');
  const equal = { ...listed, names: [{ ...first, name: legalName.toUpperCase() }, ...others] };
  const lines = (...entries: readonly SanctionsEntry[]): readonly number[] =>
    screened(...entries).map((observation) => similarLines(observation).length);
  assert.equal(lines(listed), [0, 0, 4]);
  assert.equal(lines(equal), [0, 0, 0]);
  assert.equal(lines(listed, { ...listed, status: 'removed' }), [0, 0, 4, 0]);
});

test.run();
