import type { ProcessorHealth } from '../../pipeline/runtime/role.ts';

/** What the process knows about its parts. */
export interface HealthBoard {
  readonly starting: (part: string) => void;
  readonly started: (part: string) => void;
  readonly told: (health: ProcessorHealth) => void;
  /** A finding about a part, or null when there is none any more. */
  readonly note: (part: string, finding: string | null) => void;
  /** Parts that are not ready, each with why. */
  readonly failing: () => readonly string[];
}

export function createHealthBoard(): HealthBoard {
  const parts = new Map<string, string>();
  const findings = new Map<string, string>();
  return {
    starting: (part) => void parts.set(part, 'starting'),
    started: (part) => void parts.delete(part),
    told: (health) => {
      if (health.state === 'running') parts.delete(health.processor);
      else parts.set(health.processor, `${health.state}: ${health.message}`);
    },
    note: (part, finding) => {
      if (finding === null) findings.delete(part);
      else findings.set(part, finding);
    },
    failing: () => [...parts, ...findings].map(([part, why]) => `${part} ${why}`),
  };
}
