import type { ProcessorHealth } from '../../pipeline/runtime/role.ts';

/** What the process knows about its parts. */
export interface HealthBoard {
  readonly starting: (role: string) => void;
  readonly started: (role: string) => void;
  readonly told: (health: ProcessorHealth) => void;
  /** A finding about a part, or null when there is none any more. */
  readonly note: (part: string, finding: string | null) => void;
  /** Parts that are not ready, each with why. */
  readonly failing: () => readonly string[];
}

export function createHealthBoard(): HealthBoard {
  // A role and a processor in it may have the same name: that the role is up says nothing about the processor.
  const roles = new Set<string>();
  const processors = new Map<string, string>();
  const findings = new Map<string, string>();
  return {
    starting: (role) => void roles.add(role),
    started: (role) => void roles.delete(role),
    told: (health) => {
      if (health.state === 'running') processors.delete(health.processor);
      else processors.set(health.processor, `${health.state}: ${health.message}`);
    },
    note: (part, finding) => {
      if (finding === null) findings.delete(part);
      else findings.set(part, finding);
    },
    failing: () => [
      ...[...roles].map((role) => `${role} starting`),
      ...[...processors, ...findings].map(([part, why]) => `${part} ${why}`),
    ],
  };
}
