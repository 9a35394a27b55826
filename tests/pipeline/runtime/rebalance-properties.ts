/** What several hosts write whose partitions move is what one writes: a property for each processor. */
import * as assert from 'uvu/assert';
import type { LogRecord } from '../../../infra/log/log.ts';
import type { AccountEvent, Observation } from '../../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import {
  type Act,
  holdsWhateverMoves,
  lastOfEach,
  once,
  type Play,
  playAlone,
  type Played,
  playMoving,
} from './rebalance-scripts.ts';
import {
  accountsPlay,
  assets,
  attributePlay,
  crowdedAttributePlay,
  crowdedDeclarePlay,
  crowdedScreenPlay,
  declarePlay,
  detectPlay,
  ingestPlay,
  intakePlay,
  screenPlay,
  tenants,
} from './scenarios.ts';

const valueOf = <T extends TopicName>({ world }: Played, topic: T, { value }: LogRecord): ValueOf<T> =>
  world.codec.decode(topic, value ?? Buffer.alloc(0));

const recordsOf = ({ written }: Played, topic: TopicName): readonly LogRecord[] => written[topic] ?? [];

/** Keys of what was parked: told again by another host, a dead letter has another time. */
const parked = (played: Played, topic: TopicName): readonly string[] =>
  [...new Set(recordsOf(played, topic).map(({ key, partition }) => `${partition} ${key?.toString()}`))].sort();

interface Property {
  readonly play: Play;
  /** What must be the same. */
  readonly of: (played: Played) => unknown;
  readonly checks?: (alone: Played) => void;
  /** Leaves acts out that make the property another one. */
  readonly acts?: (act: Act) => boolean;
  /** Before each piece of input, a host is marked to die between its next outputs and their commit. */
  readonly deadly?: boolean;
  /** Members tell the group how far they are after every chunk. */
  readonly tells?: boolean;
}

async function check({ play, of, checks, acts, ...property }: Property, runs: number): Promise<void> {
  const alone = await playAlone(play);
  const expected = of(alone);
  checks?.(alone);
  await alone.world.close();
  await holdsWhateverMoves(runs, async (script, count, tells) => {
    const chosen = acts === undefined ? script : script.filter(acts);
    const kept = property.deadly === true ? chosen.flatMap(withDeath) : chosen;
    const moving = await playMoving(play, count, kept, property.tells ?? tells);
    try {
      assert.equal(of(moving), expected);
    } finally {
      await moving.world.close();
    }
  });
}

const withDeath = (act: Act, at: number): readonly Act[] =>
  act.kind === 'input' ? [{ kind: 'kill before state', host: at }, act] : [act];

export const detectMoves = (runs: number): Promise<void> =>
  check(
    {
      play: detectPlay,
      of: (played) => ({
        changes: once(recordsOf(played, 'changes'), (record) => {
          const { id, revision } = valueOf(played, 'changes', record);
          return `${id} ${revision}`;
        }),
        records: lastOfEach(recordsOf(played, 'asset.records')),
        subjects: lastOfEach(recordsOf(played, 'asset.subjects')),
        parked: parked(played, 'dead.letters'),
      }),
      checks: (alone) => {
        assert.ok(recordsOf(alone, 'changes').length > assets);
        assert.is(lastOfEach(recordsOf(alone, 'asset.records')).length, assets);
      },
    },
    runs,
  );

/** Places where the events of a tenant leave out a number. */
function gapsIn(events: readonly AccountEvent[]): readonly string[] {
  return tenants.flatMap((tenantId) => {
    let last = 0;
    return events
      .filter((event) => event.tenantId === tenantId)
      .flatMap(({ seq }) => {
        const before = last;
        last = Math.max(last, seq);
        return seq > before + 1 ? [`${tenantId}: ${before} to ${seq}`] : [];
      });
  });
}

export const accountsMove = (runs: number): Promise<void> =>
  check(
    {
      play: accountsPlay,
      of: (played) => {
        const records = recordsOf(played, 'accounts.events');
        const events = records.map((record) => valueOf(played, 'accounts.events', record));
        return {
          events: once(records, (record) => String(valueOf(played, 'accounts.events', record).seq)),
          gaps: gapsIn(events),
          parked: parked(played, 'accounts.dead.letters'),
        };
      },
      checks: (alone) => {
        const events = recordsOf(alone, 'accounts.events');
        assert.ok(events.length > 60);
        assert.equal(gapsIn(events.map((record) => valueOf(alone, 'accounts.events', record))), []);
        assert.is(parked(alone, 'accounts.dead.letters').length, 1);
      },
    },
    runs,
  );

export const ingestMoves = (runs: number): Promise<void> =>
  check(
    {
      play: ingestPlay,
      of: (played) => ({
        entries: once(
          recordsOf(played, 'sanctions.entries'),
          (record) => valueOf(played, 'sanctions.entries', record).runId,
        ),
        rows: once(recordsOf(played, 'register.rows'), (record) => valueOf(played, 'register.rows', record).runId),
        runs: once(recordsOf(played, 'feed.runs'), (record) => {
          return `${valueOf(played, 'feed.runs', record).runId} ${record.timestamp}`;
        }),
        parked: parked(played, 'dead.letters'),
      }),
      checks: (alone) => {
        const statuses = recordsOf(alone, 'feed.runs').map((record) => valueOf(alone, 'feed.runs', record).status);
        for (const status of ['accepted', 'rejected', 'unchanged']) assert.ok(statuses.includes(status), status);
        assert.ok(recordsOf(alone, 'register.rows').length > 40);
        assert.ok(recordsOf(alone, 'sanctions.entries').length > 40);
      },
    },
    runs,
  );

/** What a reader who goes by the order of the log, and takes the same id once, holds of each fact in the end. */
function factsIn(played: Played): readonly string[] {
  const seen = new Set<string>();
  const last = new Map<string, string>();
  for (const record of recordsOf(played, 'observations')) {
    const observation: Observation = valueOf(played, 'observations', record);
    const { id, assetId, subjectKind, subjectKey, field, sourceKey, value } = observation;
    if (seen.has(id)) continue;
    seen.add(id);
    last.set([assetId, subjectKind, subjectKey, field, sourceKey].join(' '), value ?? 'null');
  }
  return [...last].map(([fact, value]) => `${fact} = ${value}`).sort();
}

const observationsIn = (played: Played): readonly string[] =>
  once(recordsOf(played, 'observations'), (record) => valueOf(played, 'observations', record).id);

/** Open matches of each row without their event times, which tell how they came about. */
const matchesIn = (played: Played, topic: 'screen.matches' | 'attribute.matches'): readonly string[] =>
  [...new Map(recordsOf(played, topic).map((record) => [record.key?.toString(), record])).values()]
    .map((record) => valueOf(played, topic, record))
    .map(({ rowKey, matches }) => {
      const open = matches.map(({ assetId, subjectKey, sinceObservationId, emitted }) =>
        JSON.stringify([assetId, subjectKey, sinceObservationId, Object.entries(emitted).sort()]),
      );
      return `${rowKey} ${open.join(' ')}`;
    })
    .sort();

/** No host dies or freezes: partitions are revoked in order, and assigned to hosts with an old or empty state. */
const isOrderly = ({ kind }: Act): boolean => !kind.startsWith('kill') && kind !== 'freeze';

const joinMoves = (play: Play, topic: 'screen.matches' | 'attribute.matches', runs: number): Promise<void> =>
  check(
    {
      play,
      of: (played) => ({
        facts: factsIn(played),
        matches: matchesIn(played, topic),
        parked: parked(played, 'dead.letters'),
      }),
      checks: (alone) => assert.ok(factsIn(alone).length > 10),
    },
    runs,
  );

export const screenMoves = (runs: number): Promise<void> => joinMoves(screenPlay, 'screen.matches', runs);
export const attributeMoves = (runs: number): Promise<void> => joinMoves(attributePlay, 'attribute.matches', runs);

/** With orderly moves every observation is the same, not only what they come to. */
const sameWords = (play: Play, runs: number): Promise<void> =>
  check({ play, of: (played) => observationsIn(played), acts: isOrderly }, runs);

export const screenWords = (runs: number): Promise<void> => sameWords(screenPlay, runs);
export const attributeWords = (runs: number): Promise<void> => sameWords(attributePlay, runs);
export const declareWords = (runs: number): Promise<void> => sameWords(declarePlay, runs);

/** Ids of the outputs about each fact, in the order of the log, each once. */
function storiesIn(played: Played): readonly string[] {
  const stories = new Map<string, Set<string>>();
  for (const record of recordsOf(played, 'observations')) {
    const { id, assetId, subjectKind, subjectKey, field } = valueOf(played, 'observations', record);
    const fact = [assetId, subjectKind, subjectKey, field].join(' ');
    stories.set(fact, (stories.get(fact) ?? new Set()).add(id));
  }
  return [...stories].map(([fact, ids]) => `${fact}: ${[...ids].join(', ')}`).sort();
}

/** No host is suspended and writes as a zombie, and no host dies long after its last commit. */
const isSudden = ({ kind }: Act): boolean => kind !== 'freeze' && kind !== 'thaw';

/**
 * Hosts that tell after every chunk, and die between their words and that, with rows of the same key in the chunk and behind
 * it: every output is emitted, in the same order, and no other.
 */
const sameStories = (play: Play, runs: number): Promise<void> =>
  check(
    {
      play,
      of: (played) => ({ stories: storiesIn(played), parked: parked(played, 'dead.letters') }),
      acts: isSudden,
      tells: true,
      deadly: true,
      checks: (alone) => assert.ok(recordsOf(alone, 'observations').length > 60),
    },
    runs,
  );

export const screenStories = (runs: number): Promise<void> => sameStories(crowdedScreenPlay, runs);
export const attributeStories = (runs: number): Promise<void> => sameStories(crowdedAttributePlay, runs);
export const declareStories = (runs: number): Promise<void> => sameStories(crowdedDeclarePlay, runs);

export const declareMoves = (runs: number): Promise<void> =>
  check(
    {
      play: declarePlay,
      of: (played) => ({ facts: factsIn(played), parked: parked(played, 'dead.letters') }),
      checks: (alone) => assert.ok(recordsOf(alone, 'observations').length > 60),
    },
    runs,
  );

export const intakeMoves = (runs: number): Promise<void> =>
  check(
    {
      play: intakePlay,
      of: (played) => ({
        commands: once(recordsOf(played, 'accounts.commands'), (record) => {
          return valueOf(played, 'accounts.commands', record).commandId;
        }),
        parked: parked(played, 'accounts.dead.letters'),
      }),
      checks: (alone) => assert.ok(recordsOf(alone, 'accounts.commands').length >= 30),
    },
    runs,
  );
