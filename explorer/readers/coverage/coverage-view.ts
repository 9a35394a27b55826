import type { Coverage } from '../../../schemas/coverage/coverage.ts';
import type { CoveragePart, CoverageState } from '../../../schemas/coverage/reasons.ts';
import type { CoverageView } from '../../parts/coverage.tsx';
import type { StateProps } from '../../parts/state.tsx';

const coverageNames: Readonly<Record<CoveragePart, string>> = {
  chain: 'Chain',
  issuer: 'Issuer',
  registers: 'Registers',
  sanctions: 'Sanctions lists',
  documents: 'Documents',
};

export const coverageStates: Readonly<Record<CoverageState, StateProps>> = {
  current: { tone: 'good', icon: 'check', word: 'Current' },
  waiting: { tone: 'off', icon: 'clock', word: 'Waiting' },
  stale: { tone: 'late', icon: 'clock', word: 'Too old' },
  failing: { tone: 'fail', icon: 'alert', word: 'Failing' },
  off: { tone: 'off', icon: 'pause', word: 'Off' },
  missing: { tone: 'off', icon: 'cross', word: 'Missing' },
};

export const coverageCount = ({ current, of }: Coverage): string => `${current} of ${of}`;

/** @param reader what anybody may see, or also what a key holder or the operator can do */
export const coverageView = (coverage: Coverage, reader: 'anybody' | 'holder' | 'operator'): CoverageView => ({
  count: coverageCount(coverage),
  parts: coverage.parts.map(({ part, state, readAt, text, next }) => ({
    name: coverageNames[part],
    state: coverageStates[state],
    readAt,
    text,
    next: reader === 'anybody' ? null : (next?.[reader] ?? null),
  })),
});
