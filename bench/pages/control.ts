import { renderToString } from 'preact-render-to-string';
import { Control } from '../../explorer/parts/control.tsx';
import { type ControlFacts, controlGraph, mostNodes } from '../../explorer/plots/control.ts';
import type { AccountControlValue } from '../../schemas/facts.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { timesOf } from './times-of.ts';

const runs = { warmUps: 100, measured: 400 };
/** Roles of a large token, each held by a Safe whose signers are Safes, too: more than are drawn. */
const roles = 12;
const signers = 9;

const addressOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;

const safe = (owners: readonly string[]): AccountControlValue => ({
  kind: 'safe',
  version: '1.4.1',
  signers: [...owners],
  voters: null,
  threshold: 5,
  timeLockSeconds: null,
  modules: [],
  guard: null,
  fallbackHandler: null,
  delegate: null,
  owner: null,
  next: [],
  cut: null,
  note: null,
});

function facts(): ControlFacts {
  const controls = new Map<string, AccountControlValue>();
  for (let n = 0; n < roles * (signers + 1); n += 1) {
    controls.set(addressOf(n), safe(Array.from({ length: signers }, (_, own) => addressOf(n * signers + own + roles))));
  }
  return {
    authorities: Array.from({ length: roles }, (_, n) => ({
      id: `role ${n}`,
      type: `role_${n}`,
      address: addressOf(n),
      accountType: 'multisig',
      accountKind: 'safe',
      signers: [],
      threshold: 5,
      verified: n % 2 === 0,
      isProven: n % 2 === 0,
      observedAt: 0,
    })),
    controls,
    notKnown: [],
  };
}

/** The drawing of control of the largest graph that is drawn, with its list. Its floor joins the same HTML. */
export async function benchControl(): Promise<readonly Measurement[]> {
  const given = facts();
  const { nodes, edges } = controlGraph(given);
  if (nodes.length !== mostNodes) throw new Error(`${nodes.length} nodes are drawn`);
  const draw = (): string => renderToString(Control({ graph: controlGraph(given), of: 'USDC on Ethereum' }));
  const pieces = draw().split(/(?=<)/);
  const figure = (name: string, work: () => unknown, most: number | null): Measurement => ({
    name: `control of ${nodes.length} accounts and ${edges.length} lines, ${name}`,
    unit: 'ms',
    value: percentile(timesOf(work, runs), 50),
    floor: {
      name: 'the same HTML joined from its pieces',
      value: percentile(
        timesOf(() => pieces.join(''), runs),
        50,
      ),
    },
    target: most === null ? null : atMost(most),
  });
  return [figure('p50', draw, 3), figure('its graph alone, p50', () => controlGraph(given), null)];
}
