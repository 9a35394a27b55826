import type { ProcessorHealth } from '../../../pipeline/runtime/role.ts';
import { type Standstill, standstillText } from './standstill/standstills.ts';

/** The health of the parts of a process. */
export interface HealthBoard {
  /** `meanwhile` states what holds until it has started. */
  readonly starting: (role: string, meanwhile?: string) => void;
  readonly started: (role: string) => void;
  readonly report: (health: ProcessorHealth) => void;
  /** Why a processor no longer reads; null while it does, or tries again. */
  readonly endOf: (processor: string) => string | null;
  /** Sets the finding about a part; null clears it. */
  readonly note: (part: string, finding: string | null) => void;
  /** Asks for the finding about a part whenever the board is read. */
  readonly ask: (part: string, finding: () => string | null) => void;
  /** Sets where the parts that stand are read. */
  readonly watchStanding: (read: () => readonly Standstill[]) => void;
  /** Parts that have work and do not move. */
  readonly standing: () => readonly Standstill[];
  /** Parts that are not ready, each with the reason. */
  readonly failing: () => readonly string[];
}

export function createHealthBoard(): HealthBoard {
  // A role and one of its processors may have the same name. A role that has started does not prove that the processor has.
  const roles = new Map<string, string>();
  const processors = new Map<string, string>();
  const ends = new Map<string, string>();
  const findings = new Map<string, string>();
  const asked = new Map<string, () => string | null>();
  let standing = (): readonly Standstill[] => [];
  return {
    starting: (role, meanwhile) =>
      void roles.set(role, `${role} starting${meanwhile === undefined ? '' : `; ${meanwhile}`}`),
    started: (role) => void roles.delete(role),
    report: (health) => {
      if (health.state === 'running') processors.delete(health.processor);
      else processors.set(health.processor, `${health.state}: ${health.message}`);
      if (health.state === 'halted' || health.state === 'failed') ends.set(health.processor, health.message);
      else ends.delete(health.processor);
    },
    endOf: (processor) => ends.get(processor) ?? null,
    note: (part, finding) => {
      if (finding === null) findings.delete(part);
      else findings.set(part, finding);
    },
    ask: (part, finding) => void asked.set(part, finding),
    watchStanding: (read) => {
      standing = read;
    },
    standing: () => standing(),
    failing: () => [
      ...roles.values(),
      ...[...processors, ...findings].map(([part, why]) => `${part} ${why}`),
      ...[...asked].flatMap(([part, finding]) => {
        const why = finding();
        return why === null ? [] : [`${part} ${why}`];
      }),
      ...standing().map((one) => `${one.part} ${standstillText(one)}`),
    ],
  };
}
