import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Subject } from '../../../schemas/generated/records.ts';
import type { Join } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import { drive, entry, feeds, observationsIn, row, subject } from '../screening/harness.ts';
import type { AppendedValue, Step } from './rebalance-scripts.ts';
import { factOf, type JoinResults, matchesOf, slowEndings, statementOf, withoutSlowEndings } from './slow-joins.ts';

const lei = '969500OYUDADGZKCR583';
const asset = 'asset-0';
const issuer = subject('lei', lei, { partyId: 'p1', since: 300 });
const named = (asOf: number) => entry('e1', { asOf, identifiers: [{ kind: 'lei', value: lei, country: null }] });
const unnamed = (asOf: number) => entry('e1', { asOf });
const screen = createScreen({ feeds });
const attribute = createAttribute({ registers: feeds });

type Piece = readonly [topic: AppendedValue['topic'], value: unknown, timestamp: number];
const subjectsOf = (subjects: readonly Subject[], position = 0): Piece => [
  'asset.subjects',
  { assetId: asset, position, subjects },
  300,
];
const entryPiece = (value: ReturnType<typeof entry>): Piece => ['sanctions.entries', value, value.asOf];
const rowPiece = (value: ReturnType<typeof row>): Piece => ['register.rows', value, value.asOf];

const stepsOf = (pieces: readonly Piece[]): readonly Step[] =>
  pieces.map(([topic, value, timestamp]) =>
    Object.assign(async () => undefined, { appends: [{ topic, value, timestamp }] }),
  );

/** What a host states that reads the pieces in this order: the real join, with the last results and all statements. */
function host<R extends RowTopic>(join: Join<R>, rowKey: string, pieces: readonly Piece[]) {
  const driver = drive(join);
  const last = new Map<string, string>();
  const stated = new Set<string>();
  for (const [topic, value, timestamp] of pieces) {
    const subjects = topic === 'asset.subjects' ? (value as { readonly subjects: readonly Subject[] }).subjects : null;
    const outputs = subjects === null ? driver.row(value as never, timestamp) : driver.subjects(asset, subjects);
    for (const observation of observationsIn(outputs)) {
      const statement = statementOf(factOf(observation), observation.value);
      last.set(factOf(observation), statement);
      stated.add(statement);
    }
  }
  const open = driver.matches(rowKey).map(({ assetId, subjectKey }) => [assetId, subjectKey] as const);
  // The topic of matches has a record of the row once it had a match.
  const matches = last.size === 0 ? [] : [matchesOf(rowKey, open)];
  const results: JoinResults = { facts: [...last.values()].sort(), matches, parked: [] };
  return { results, stated };
}

const accepted = <R extends RowTopic>(
  join: Join<R>,
  pieces: readonly Piece[],
  moving: ReturnType<typeof host>,
  alone: ReturnType<typeof host>,
): JoinResults =>
  withoutSlowEndings(moving.results, alone.results, {
    endings: slowEndings(join, stepsOf(pieces)),
    stated: moving.stated,
  });

/** Rows, of which the last ends every match, and then the subject that the first one names. */
const joins = {
  screen: {
    join: screen,
    rowKey: 'list:e1',
    rows: [named(100), unnamed(200)].map(entryPiece),
  },
  attribute: {
    join: attribute,
    rowKey: 'register:r1',
    rows: [row('r1', { asOf: 100, lei }), row('r1', { asOf: 200 })].map(rowPiece),
  },
};

function checkSlowHost<R extends RowTopic>(join: Join<R>, rowKey: string, rows: readonly Piece[]): void {
  const subjects = subjectsOf([issuer]);
  const pieces = [...rows, subjects];
  const alone = host(join, rowKey, pieces);
  const slow = host(join, rowKey, [subjects, ...rows]);
  assert.equal(alone.results.facts, []);
  assert.ok(slow.results.facts.length > 0);
  assert.equal(slow.results.matches, [`${rowKey} `]);
  assert.equal(accepted(join, pieces, slow, alone), alone.results);
}

test('a host that reads entries after the subjects also states a match that has ended', () => {
  checkSlowHost(joins.screen.join, joins.screen.rowKey, joins.screen.rows);
});

test('a host that reads register rows after the subjects also states a match that has ended', () => {
  checkSlowHost(joins.attribute.join, joins.attribute.rowKey, joins.attribute.rows);
});

test('a match that ended before may end once more', () => {
  const [first, second, third] = [named(100), unnamed(200), unnamed(250)].map(entryPiece);
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  const pieces = [subjectsOf([issuer]), first, second, subjectsOf([]), third, subjectsOf([issuer], 2)];
  const alone = host(screen, 'list:e1', pieces);
  const again = host(screen, 'list:e1', [...pieces, first, third]);
  assert.not.equal(again.results, alone.results);
  assert.equal(accepted(screen, [...pieces, first, third], again, alone), alone.results);
  const lost = { ...again, stated: new Set(again.results.facts) };
  assert.not.equal(
    accepted(screen, [...pieces, first, third], lost, alone),
    alone.results,
    'its first end is not stated',
  );
});

test('a match that stays open differs', () => {
  const pieces = [...joins.screen.rows, subjectsOf([issuer])];
  const alone = host(screen, 'list:e1', pieces);
  const open = host(screen, 'list:e1', [subjectsOf([issuer]), entryPiece(named(100))]);
  assert.equal(accepted(screen, pieces, open, alone), open.results);
  const unended = { ...open, results: { ...open.results, matches: ['list:e1 '] } };
  assert.equal(accepted(screen, pieces, unended, alone), unended.results, 'its end is not stated');
});

test('an end of a match that one host has open differs', () => {
  const [first, second] = joins.screen.rows;
  assert.ok(first !== undefined && second !== undefined);
  const pieces = [subjectsOf([issuer]), first, second, entryPiece(named(400))];
  const alone = host(screen, 'list:e1', pieces);
  const ended = host(screen, 'list:e1', pieces.slice(0, 3));
  assert.equal(accepted(screen, pieces, ended, alone), ended.results);
});

test('an end of a match that no row and subject of the input give differs', () => {
  const pieces = [...joins.screen.rows, subjectsOf([issuer])];
  const alone = host(screen, 'list:e1', pieces);
  const ended = host(screen, 'list:e1', [subjectsOf([issuer]), ...joins.screen.rows]);
  const rowsAlone = joins.screen.rows.slice(1);
  assert.equal(accepted(screen, [...rowsAlone, subjectsOf([issuer])], ended, alone), ended.results);
});

test.run();
