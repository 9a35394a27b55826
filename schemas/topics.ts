import type { RecordTypes } from './generated/records.ts';
import { dayMs } from './values/durations.ts';

/** The LMDB environment of the topic; a commit never spans both. */
export type Environment = 'data' | 'accounts';

interface TopicDefinition<V> {
  /** What the record key identifies. */
  readonly key: string;
  readonly keyOf: (value: V) => string;
  /** `compact` keeps the newest record of a key, `delete` keeps records for `retentionMs` (null: for ever). */
  readonly cleanup: 'delete' | 'compact';
  readonly retentionMs: number | null;
  /** `event`: the timestamp is when the fact holds. `append`: when the record was written. */
  readonly timestamp: 'event' | 'append';
  readonly environment: Environment;
  /**
   * The next owner of a partition reads this topic to learn what was emitted: a record vouches for all outputs of its commit.
   * Where a commit is not a transaction, the record is appended after the other outputs are durable.
   */
  readonly writtenLast: boolean;
  /** Part of the public contract; the other topics contain key hashes and private notes. */
  readonly public: boolean;
}

type TopicTable = { readonly [T in keyof RecordTypes]: TopicDefinition<RecordTypes[T]> };

const forever = { cleanup: 'delete', retentionMs: null } as const;
const compacted = { cleanup: 'compact', retentionMs: null } as const;
const data = { environment: 'data', public: true, writtenLast: false } as const;
const accounts = { environment: 'accounts', public: false, writtenLast: false } as const;
const last = { writtenLast: true } as const;

/** A record of the log, by its place. */
const placeOf = (v: { readonly topic: string; readonly partition: number; readonly offset: number }): string =>
  `${v.topic}/${v.partition}/${v.offset}`;

export const topics: TopicTable = {
  'registry.parties': { key: 'party id', keyOf: (v) => v.partyId, ...forever, timestamp: 'event', ...data },
  'registry.assets': { key: 'asset id', keyOf: (v) => v.assetId, ...forever, timestamp: 'event', ...data },
  'feed.captures': { key: 'feed id', keyOf: (v) => v.feed, ...forever, timestamp: 'append', ...data },
  'feed.runs': { key: 'feed id', keyOf: (v) => v.feed, ...forever, timestamp: 'append', ...data, ...last },
  'document.captures': {
    key: 'registrable domain',
    keyOf: (v) => v.lane,
    ...forever,
    timestamp: 'append',
    ...data,
  },
  'sanctions.entries': {
    key: '<list>:<entry id>',
    keyOf: (v) => `${v.list}:${v.entryId}`,
    ...forever,
    timestamp: 'event',
    ...data,
  },
  'register.rows': {
    key: '<register>:<row id>',
    keyOf: (v) => `${v.register}:${v.rowId}`,
    ...forever,
    timestamp: 'event',
    ...data,
  },
  observations: { key: 'asset id', keyOf: (v) => v.assetId, ...forever, timestamp: 'event', ...data },
  changes: { key: 'asset id', keyOf: (v) => v.assetId, ...forever, timestamp: 'event', ...data },
  'asset.records': { key: 'asset id', keyOf: (v) => v.assetId, ...compacted, timestamp: 'event', ...data },
  'asset.subjects': { key: 'asset id', keyOf: (v) => v.assetId, ...compacted, timestamp: 'event', ...data },
  'asset.facts': {
    key: 'asset id',
    // A tick names no asset: its text is the key, and the writer gives the partition.
    keyOf: ({ assetId, field }) => (assetId === '' ? field : assetId),
    ...forever,
    timestamp: 'event',
    ...data,
  },
  'token.facts': {
    key: 'token id',
    keyOf: (v) => v.tokenId,
    ...forever,
    timestamp: 'event',
    ...data,
    public: false,
  },
  verdicts: { key: 'asset id', keyOf: (v) => v.assetId, ...forever, timestamp: 'event', ...data },
  'screen.matches': {
    key: '<list>:<entry id>',
    keyOf: (v) => v.rowKey,
    ...compacted,
    timestamp: 'event',
    ...data,
    ...last,
  },
  'attribute.matches': {
    key: '<register>:<row id>',
    keyOf: (v) => v.rowKey,
    ...compacted,
    timestamp: 'event',
    ...data,
    ...last,
  },
  'dead.letters': {
    key: 'original key',
    keyOf: (v) => v.key?.toString('utf8') ?? '',
    cleanup: 'delete',
    retentionMs: 90 * dayMs,
    timestamp: 'append',
    ...data,
  },
  parkings: {
    key: 'topic, partition and offset of the record',
    keyOf: placeOf,
    ...forever,
    timestamp: 'append',
    ...data,
    public: false,
  },
  'accounts.commands': {
    key: 'tenant id',
    keyOf: (v) => v.tenantId,
    cleanup: 'delete',
    retentionMs: 30 * dayMs,
    timestamp: 'append',
    ...accounts,
  },
  'accounts.events': {
    key: 'tenant id',
    keyOf: (v) => v.tenantId,
    ...forever,
    timestamp: 'append',
    ...accounts,
    ...last,
  },
  'accounts.dead.letters': {
    key: 'original key',
    keyOf: (v) => v.key?.toString('utf8') ?? '',
    cleanup: 'delete',
    retentionMs: 90 * dayMs,
    timestamp: 'append',
    ...accounts,
  },
  'accounts.parkings': {
    key: 'topic, partition and offset of the record',
    keyOf: placeOf,
    ...forever,
    timestamp: 'append',
    ...accounts,
  },
};

export type TopicName = keyof TopicTable;
export type ValueOf<T extends TopicName> = RecordTypes[T];

export const topicNames = Object.keys(topics) as readonly TopicName[];

/**
 * What makes two records of a topic the same, for topics that are kept for ever and whose records a fold computes again after
 * an upgrade: a record is written once.
 */
export const identities: { readonly [T in TopicName]?: (value: ValueOf<T>) => string } = {
  observations: ({ id }) => id,
  changes: ({ id, revision }) => `${id}#${revision}`,
  'feed.runs': ({ captureId }) => captureId,
  'asset.facts': ({ assetId, subjectKind, subjectKey, field, sourceKey, position }) =>
    [assetId, subjectKind, subjectKey, field, sourceKey, position].join('\n'),
  'token.facts': ({ tokenId, assetId, kind, subjectKey, sourceKey, position }) =>
    [tokenId, assetId, kind, subjectKey, sourceKey, position].join('\n'),
  // The same verdict on the same evidence may return; its cause is then another one.
  verdicts: ({ verdictId, groupId }) => `${verdictId}#${groupId}`,
};

/** Whether `name` is a topic of this project, without its prefix. */
export const isTopicName = (name: string): name is TopicName => Object.hasOwn(topics, name);

/** Registry subject of a topic's values. */
export const subjectOf = (prefix: string, topic: TopicName): string => `${prefix}${topic}-value`;
