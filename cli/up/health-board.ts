import type { ProcessorHealth } from '../../pipeline/runtime/role.ts';

/** What the process knows about its parts. */
export interface HealthBoard {
  readonly starting: (part: string) => void;
  readonly started: (part: string) => void;
  readonly told: (health: ProcessorHealth) => void;
  /** Parts that are not ready, each with why. */
  readonly failing: () => readonly string[];
}

export function createHealthBoard(): HealthBoard {
  const parts = new Map<string, string>();
  return {
    starting: (part) => void parts.set(part, 'starting'),
    started: (part) => void parts.delete(part),
    told: (health) => {
      if (health.state === 'running') parts.delete(health.processor);
      else parts.set(health.processor, `${health.state}: ${health.message}`);
    },
    failing: () => [...parts].map(([part, why]) => `${part} ${why}`),
  };
}
