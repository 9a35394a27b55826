import { isStopped } from '../../../process/process-start.ts';
import type { Host } from '../child.ts';
import type { HostLimits } from './limits.ts';
import type { Pulse, RunningQuery } from '../wire/messages.ts';
import { residentSize } from '../../../process/resident-size.ts';
import { createWatch } from './watch.ts';

interface WatchEvents {
  readonly onCancel: (query: RunningQuery) => void;
  /** The engine met damaged files. */
  readonly onDamage: () => void;
}

/** Keeps an open host within its limits. Returns the end of that. */
export function watchHost(host: Host, limits: HostLimits, { onCancel, onDamage }: WatchEvents): () => void {
  const watch = createWatch(limits);
  let damage = 0;
  const onPulse = (pulse: Pulse): void => {
    watch.answered(pulse);
    if (pulse.damage > damage) onDamage();
    damage = pulse.damage;
  };
  const timer = setInterval(() => {
    for (const action of watch.tick(performance.now(), residentSize(host.pid))) {
      if (action.do === 'kill') host.kill(action.reason);
      else if (action.do === 'cancel') {
        onCancel(action.query);
        host.cancel(action.query.request);
      } else {
        host.request({ op: 'pulse' }).reply.then(
          ({ result }) => onPulse(result as Pulse),
          // Without an answer the pulse is missed.
          () => undefined,
        );
      }
    }
  }, limits.tickMs);
  return () => clearInterval(timer);
}

/**
 * Kills a host that something has stopped while it opens. It may block for as long as it reads its tables, so it is not asked for
 * a pulse. Returns the end of that.
 */
export function watchOpening(host: Host, { tickMs, silentMs }: HostLimits): () => void {
  let stoppedMs = 0;
  const timer = setInterval(() => {
    stoppedMs = isStopped(host.pid) ? stoppedMs + tickMs : 0;
    if (stoppedMs >= silentMs) host.kill('pulse');
  }, tickMs);
  return () => clearInterval(timer);
}
