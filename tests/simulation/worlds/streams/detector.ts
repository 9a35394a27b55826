import { clock } from '../../kernel/clock.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../../../schemas/values/hash.ts';
import { change as sampleChange } from '../../../api/records.ts';
import { assetIdOf } from '../accounts/accounts-state.ts';
import { openEngine } from '../accounts/workers.ts';
import { partitions } from '../observer.ts';
import type { DetectedChange, StreamsState } from './streams-state.ts';

/**
 * Appends changes and revisions as the detection does: each once, because it commits its outputs with its state. One that was
 * on its way when the process died is appended by the next.
 */
export async function detectChanges(state: StreamsState): Promise<void> {
  const { simulation, detected } = state;
  const { random } = simulation;
  const { log } = openEngine();
  await simulation.pause(random.delay(20), 'modules are loaded');
  // Mostly there are tenants that watch before something changes.
  const isEarly = detected.length > 0 || random.chance(0.2);
  while (!isEarly && state.clients.left > 0 && state.listings.length === 0) {
    await simulation.pause(50, 'nothing changes yet');
  }
  for (;;) {
    const last = detected.at(-1);
    if (last?.place === null) await appendOnce(state, log, last);
    if (state.undetected === 0) return;
    // One capture may cause several changes.
    await simulation.pause(random.delay(random.chance(0.4) ? 1 : state.size.changeMs), 'the next change');
    state.undetected -= 1;
    const commandsUpTo = state.observer.endsOf('accounts.commands');
    detected.push({ change: nextChange(state), startedAt: simulation.now, commandsUpTo, place: null });
  }
}

async function appendOnce(
  state: StreamsState,
  log: ReturnType<typeof openEngine>['log'],
  detected: DetectedChange,
): Promise<void> {
  const { simulation, codec } = state;
  const { change } = detected;
  const value = codec.encode('changes', change);
  while ((detected.place = placeOf(state, change)) === null) {
    try {
      await log.append([{ topic: 'changes', key: change.assetId, value, timestamp: clock() }]);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      await simulation.pause(100, 'appends again');
    }
  }
}

function placeOf({ observer, codec }: StreamsState, { id, revision }: Change): DetectedChange['place'] {
  for (const partition of partitions) {
    for (const { offset, value } of observer.recordsOf('changes', partition)) {
      if (value === null) continue;
      const recorded = codec.decode('changes', value);
      if (recorded.id === id && recorded.revision === revision) return { partition, offset };
    }
  }
  return null;
}

function nextChange(state: StreamsState): Change {
  const { simulation, size, detected, listings } = state;
  const { random } = simulation;
  const earlier = detected.length > 0 && random.chance(0.3) ? random.pick(detected).change : null;
  const revisions = detected.filter(({ change }) => change.id === earlier?.id).map(({ change }) => change);
  const newest = revisions.at(-1);
  const now = clock();
  if (newest !== undefined) {
    const confirmed = newest.confirmed || random.chance(0.7);
    const notableAt = newest.notableAt ?? (confirmed ? now : null);
    return { ...newest, revision: newest.revision + 1, revisedAt: now, confirmed, notableAt };
  }
  const previous = detected.at(-1)?.change;
  const watched = listings.filter(({ until }) => until === Infinity);
  const isWatched = watched.length > 0 && random.chance(size.addedMeanwhile === 1 ? 0.5 : 0.85);
  const assetId = isWatched ? random.pick(watched).assetId : assetIdOf(random.below(size.assets));
  const name = `${simulation.plan.seed} ${detected.length}`;
  const confirmed = random.chance(0.7);
  // Changes of one group are those that one capture caused: they share the time of their detection.
  const isOfGroup = previous !== undefined && previous.assetId === assetId && random.chance(0.5);
  return sampleChange(name, 0, {
    assetId,
    detectedAt: isOfGroup ? previous.detectedAt : now,
    revisedAt: now,
    notableAt: confirmed ? now : null,
    confirmed,
    lowSignal: random.chance(0.1),
    groupId: isOfGroup ? previous.groupId : uuidV5(namespaces.group, name),
  });
}
