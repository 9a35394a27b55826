/**
 * A host that was suspended appends what it had computed behind the outputs of the next owner. Readers ignore observations
 * that they have, so the owner must not take such a record for what readers know.
 */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import type { Join } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { SanctionsEntry, ScreenMatch, Subject } from '../../../schemas/generated/records.ts';
import type { ValueOf } from '../../../schemas/topics.ts';
import { runsOf } from '../../support/runs.ts';
import { entry, feeds, subject } from './harness.ts';
import { entryStep, identifierSubject, rowStep, screened, type Step, steps } from './random-steps.ts';
import { factsOf, Host, playSuspended, type Suspension, suspensions, withNewSubjects } from './suspended-hosts.ts';

const subjectsAfter = <V>(inputs: readonly Step<V>[], assetId: string): readonly Subject[] =>
  inputs.flatMap((step) => (step.kind === 'subjects' && step.assetId === assetId ? [step.subjects] : [])).at(-1) ?? [];

/** Value of a fact by which readers know whether a match is open. */
interface Statement {
  readonly status: string;
  readonly nowNames?: unknown;
  readonly subject?: { readonly key: string };
  readonly subjectKey?: string;
  readonly sinceObservationId: string;
}

const isOpen = ({ status, nowNames }: Statement): boolean =>
  status !== 'cleared' && status !== 'removed' && nowNames === undefined;

/** Readers know what the owner takes for stated: of each open match, and that a match has ended. */
function checkReaders<R extends RowTopic>(
  join: Join<R>,
  given: readonly Step<ValueOf<R>>[],
  suspension: Suspension,
): void {
  const inputs = withNewSubjects(given);
  const { log, owner } = playSuspended(join, inputs, suspension);
  const facts = factsOf(log);
  const stated = new Set([...facts].map(([{ assetId, field }, text]) => `${assetId} ${field} ${text}`));
  const known = new Set<string>();
  for (const [rowKey, match] of owner.open()) {
    for (const [field, text] of Object.entries(match.emitted)) {
      const line = `${match.assetId} ${field} ${text}`;
      assert.ok(stated.has(line), `readers lack ${rowKey} ${line}`);
      known.add(line);
    }
  }
  for (const [{ assetId, field }, text] of facts) {
    if (field !== 'match' && field !== 'listed') continue;
    const value = JSON.parse(text) as Statement;
    const key = value.subject?.key ?? value.subjectKey;
    const isHeld = subjectsAfter(inputs, assetId).some(
      (one) => one.key === key && one.sinceObservationId === value.sinceObservationId,
    );
    if (isHeld && isOpen(value)) assert.ok(known.has(`${assetId} ${field} ${text}`), `readers still have ${text}`);
  }
}

test('screen: readers know each match that a suspended host repeated or omitted', () => {
  fc.assert(
    fc.property(steps(entryStep, screened), suspensions, (all, suspension) =>
      checkReaders(createScreen({ feeds }), all, suspension),
    ),
    { numRuns: runsOf(300) },
  );
});

test('attribute: readers know each match that a suspended host repeated or omitted', () => {
  fc.assert(
    fc.property(steps(rowStep, identifierSubject), suspensions, (all, suspension) =>
      checkReaders(createAttribute({ registers: feeds }), all, suspension),
    ),
    { numRuns: runsOf(300) },
  );
});

const listed = (over: Partial<SanctionsEntry> = {}): Step<SanctionsEntry> => {
  const names = [{ name: 'Zenithal SAS', kind: 'primary', weak: false }];
  return { kind: 'row', make: (asOf) => entry('e1', { entityType: 'organisation', names, asOf, ...over }) };
};
const removed = listed({ status: 'removed' });
const named = (name: string, partyId = 'p1', assetId = 'asset'): Step<SanctionsEntry> => {
  const party = subject('party', partyId, { partyId, partyName: name, display: name, names: [name], since: 50 });
  return { kind: 'subjects', assetId, subjects: [party] };
};
const nobody: Step<SanctionsEntry> = { kind: 'subjects', assetId: 'asset', subjects: [] };
const hostsOf = (inputs: readonly Step<SanctionsEntry>[]) =>
  [new Host(createScreen({ feeds }), inputs), new Host(createScreen({ feeds }), inputs)] as const;
const lastStatus = (log: readonly Output[]): unknown =>
  factsOf(log).map(([, text]) => (JSON.parse(text) as Statement).status)[0];

test('a match that a late record lacks, because it had ended before, is ended again if it does not hold', () => {
  for (const [then, expected] of [
    [named('Orthogonal GmbH'), 'cleared'],
    [named('Zenithal SAS'), 'matched'],
  ] as const) {
    const [owner, suspended] = hostsOf([named('Zenithal SAS'), listed(), removed, listed(), then]);
    const log = [0, 1, 2, 3].flatMap((at) => owner.process(at));
    log.push(...([0, 1, 2].map((at) => suspended.process(at))[2] ?? []));
    assert.is(lastStatus(log), 'matched', 'readers have the end that is repeated');
    log.push(...owner.catchUp(log, 3));
    assert.is(lastStatus(log), expected);
  }
});

test('a match is ended although the end by a host that was ahead is older on the log than its last statement', () => {
  const [owner, ahead] = hostsOf([named('Zenithal SAS'), listed(), listed({ programs: ['Q'] }), removed]);
  const log = [0, 1].flatMap((at) => owner.process(at));
  log.push(...([0, 1, 2, 3].map((at) => ahead.process(at))[3] ?? []));
  log.push(...owner.process(2));
  assert.is(lastStatus(log), 'matched');
  log.push(...owner.catchUp(log, 2));
  assert.is(lastStatus(log), 'cleared');
});

test('a match stays on the log although compaction has left only a record of before it, which a former owner repeated', () => {
  const [owner, suspended] = hostsOf([named('Zenithal SAS'), listed(), listed({ programs: ['Q'] })]);
  const log = [0, 1, 2].flatMap((at) => owner.process(at));
  log.push(...[0, 1].flatMap((at) => suspended.process(at)));
  const records = log.filter(({ topic }) => topic === 'screen.matches');
  assert.is(records.length, 3);
  const observations = log.filter(({ topic }) => topic !== 'screen.matches');
  const repeated = owner.catchUp([...observations, ...records.slice(-1)], 2);
  const [restated] = repeated.filter(({ topic }) => topic === 'screen.matches');
  assert.equal(
    (restated?.value as ScreenMatch | undefined)?.matches,
    owner.open().map(([, match]) => match),
  );
});

test('a match counts as ended only by a record that names it: a late one ends another match of the asset', () => {
  const inputs = [listed(), named('Zenithal SAS'), nobody, nobody, named('Zenithal SAS', 'p2'), listed({ names: [] })];
  checkReaders(createScreen({ feeds }), inputs, {
    from: 2,
    inputs: 4,
    delays: [2, 0, 0, 0, 0, 0, 0, 0],
    isRowsFirst: true,
    noticedAfter: 0,
  });
});

test('matches of many assets that end at once are not ended once more by a host that died before it stored that', () => {
  const assets = Array.from({ length: 300 }, (_, at) => named('Zenithal SAS', 'p1', `asset-${at}`));
  const [owner, next] = hostsOf([...assets, listed(), listed({ names: [] })]);
  const log = assets.flatMap((_, at) => [owner, next].flatMap((host) => host.process(at)));
  log.push(...owner.process(300));
  next.process(300);
  log.push(...owner.process(301));
  assert.equal(next.catchUp(log, 300), []);
  assert.equal(next.open(), []);
});

test.run();
