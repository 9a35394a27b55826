import { type PlantedFault, plantedIn } from './planted-fault.ts';

const fault = plantedIn('streams', 200);
const rareFault = plantedIn('streams', 2_000);
const stream = 'api/readmodel/resources/stream';
const webhooks = 'api/readmodel/webhooks';

/** Events that a client of a stream loses, gets twice, late, or although they are not its own; places that are not freed. */
const ofStreams: readonly PlantedFault[] = [
  fault(
    'position-of-shown-rows',
    'the position of a topic is stored before the rows that are gathered for longer',
    'pipeline/sink/write-batches.ts',
    'const isShownOnly = ({ topic }: InputPosition): boolean => hasLaterTables(topic);',
    'const isShownOnly = ({ topic }: InputPosition): boolean => hasLaterTables(topic) && topic === "";',
  ),
  fault(
    'gathered-rows-first',
    'the position of a topic counts for rows that clients wait for and that are not inserted yet',
    'pipeline/sink/write-batches.ts',
    '    await promptWritten;',
    '    void promptWritten;',
  ),
  fault(
    'gathered-rows-forgotten',
    'rows that were gathered are not inserted once the log is quiet',
    'pipeline/sink/run-lane.ts',
    'if (batches.later.positions.size > 0) gathering.quiet();',
    '',
  ),
  fault(
    'notification-not-repeated',
    'a client that has a change counts as having its notification',
    `${stream}/events.ts`,
    'const id = writeStreamCursor(notice === undefined ? reached : before);',
    'const id = writeStreamCursor(reached);\n    void before;',
  ),
  fault(
    'cursor-before-event',
    'the place behind an event is the place before it',
    'api/readmodel/memory/log-offsets.ts',
    'if (one === partition) return [one, offset + 1];',
    'if (one === partition) return [one, offset];',
  ),
  rareFault(
    'resume-overtaken',
    'a change in a pause is passed over although the row of an earlier resume is still to come',
    `${stream}/read-events.ts`,
    'await tables.commandsInserted?.(tenantId);',
    '',
  ),
  fault(
    'place-before-passed',
    'the place before a change is that behind the last one that was sent',
    `${stream}/events.ts`,
    'const before = { ...cursor, sentUpTo: offsetsAfter(place, cursor.sentUpTo, batch.ends) };',
    'const before = reached;\n    void place;',
  ),
  fault(
    'places-not-freed',
    'a stream keeps its place after its end',
    `${stream}/tenant-streams.ts`,
    "connection.response.once('close', release);",
    'void release;',
  ),
  fault(
    'places-not-counted',
    'a key has any number of streams',
    'api/readmodel/concurrency-limit.ts',
    'if (count >= perKey) {',
    'if (count >= perKey + 2) {',
  ),
  fault(
    'stream-keeps-listening',
    'a stream that ended stays subscribed',
    `${stream}/session.ts`,
    'for (const unsubscribe of subscriptions.splice(0)) unsubscribe();',
    'void subscriptions;',
  ),
  fault(
    'stream-not-woken',
    'a stream is not woken by changes of its assets',
    `${stream}/wake.ts`,
    '(await snapshots.assetIds(tenantId)).some((assetId) => changed.assets.has(assetId));',
    '(await snapshots.assetIds(tenantId)).every((assetId) => changed.assets.has(assetId));',
  ),
  fault(
    'wake-forgotten',
    'a wake between two waits is lost',
    'api/readmodel/memory/signal.ts',
    'if (raised) end();',
    'raised = false;',
  ),
  fault(
    'stream-of-low-signal',
    'changes of low signal are sent',
    `${stream}/read-events.ts`,
    'const visible = row.lowSignal ? null : visibility(row, snapshot);',
    'const visible = visibility(row, snapshot);',
  ),
  fault(
    'hidden-shown',
    'changes that came while an asset was paused are sent',
    'api/readmodel/visibility/visible.ts',
    'const reachedAt = item?.isListed === true ? lastReachedAt(change, item) : null;',
    'const reachedAt = item?.isListed === true ? relevantAt(change) : null;',
  ),
  fault(
    'hidden-notified',
    'a draft that is confirmed while an asset is paused is notified',
    'api/readmodel/visibility/visible.ts',
    ' && !isHiddenAt(change.notableAt, item);',
    ';',
  ),
  fault(
    'stream-of-anyone',
    'the snapshots of tenants are kept without their names',
    'api/readmodel/memory/tenants/tenant-snapshot.ts',
    'keyOf: (tenantId) => tenantId,',
    "keyOf: () => 'tenant',",
  ),
  fault(
    'recent-with-gaps',
    'the changes that were inserted last count as all changes',
    'api/readmodel/memory/recent-rows.ts',
    'if (!reaches(from, assetIds === null ? floors : listed)) return null;',
    '',
  ),
  fault(
    'recent-without-first',
    'the first change of an insert is missing among the changes that were inserted last',
    'cli/service/tables/insert-and-notify.ts',
    'recent?.changes.shown(rows);',
    'recent?.changes.shown(rows.slice(1));',
  ),
];

/** Messages that do not reach their endpoint, or in another order, under another id or unsigned. */
const ofWebhooks: readonly PlantedFault[] = [
  fault(
    'report-before-sending',
    'the place of an endpoint moves before its messages were sent',
    `${webhooks}/deliver.ts`,
    'const batch = await dependencies.reader.after(state.tenantId, cursor);\n  if (batch',
    `const batch = await dependencies.reader.after(state.tenantId, cursor);
  if (batch.events.length > 0) {
    const early = { ...state, cursor: writeStreamCursor(batch.cursor), deliveries: [] };
    await report(early, dependencies);
    state.progress = early.progress;
  }
  if (batch`,
  ),
  fault(
    'passed-not-stored',
    'the place of an endpoint is not stored while nothing is sent to it',
    `${webhooks}/deliver.ts`,
    'if (state.deliveries.length > 0 || isPlaceDue) await',
    'void isPlaceDue;\n  if (state.deliveries.length > 0) await',
  ),
  fault(
    'failed-not-pending',
    'a message that failed is not tried again',
    `${webhooks}/delivery-state.ts`,
    'state.pending = nextAt === null && state.reason === null ? others : [...others, again].sort(byTime);',
    'state.pending = others;\n  void again;',
  ),
  fault(
    'failed-does-not-block',
    'later messages go out although an earlier one has failed',
    `${webhooks}/schedule.ts`,
    'export const isBlocking = ({ tries }: PendingWebhook): boolean => tries < blockingTries;',
    'export const isBlocking = ({ tries }: PendingWebhook): boolean => tries > blockingTries;',
  ),
  fault(
    'message-id-of-try',
    'a message has another id at each try',
    `${webhooks}/message.ts`,
    "return name === 'change' ? about : `${id}:${sha256Hex(about).slice(0, 12)}`;",
    "return name === 'change' ? `${about}:${Math.random()}` : `${id}:${sha256Hex(about).slice(0, 12)}`;",
  ),
  fault(
    'signed-with-other-secret',
    'a message is signed over another time than it names',
    `${webhooks}/send.ts`,
    "'webhook-timestamp': String(Math.floor(at / 1000)),",
    "'webhook-timestamp': String(Math.floor(at / 1000) + 1),",
  ),
  fault(
    'enabled-not-started',
    'an endpoint that is enabled again while its loop ends is not served again',
    `${webhooks}/deliverer.ts`,
    'resting.delete(key);\n      start(key, endpoint);',
    'if (resting.has(key)) continue;\n      start(key, endpoint);',
  ),
];

export const faultsOfStreams: readonly PlantedFault[] = [...ofStreams, ...ofWebhooks];
