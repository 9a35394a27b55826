import { consumers } from '../../../pipeline/processors/catalogue.ts';
import type { RunRole } from '../roles.ts';
import type { SinkLane, WorkerPlan } from './messages.ts';

const sinkLanes: readonly SinkLane[] = ['accounts-sink', 'sink'];

/** Processors of the topics of one environment. */
const processorsOf = (environment: 'data' | 'accounts'): readonly string[] =>
  consumers.filter((one) => one.environment === environment && one.role === 'processors').map(({ name }) => name);

/** Part of the publishers that reads chains; it is no feed, so that it runs whatever feeds are set. */
const chainsPart = 'chains';

const none = { accounts: [], data: [] } as const;
const nothing = { processors: none, lane: null, scheduledFeeds: [], chains: false, background: true } as const;

/** The threads of `up`. Work that clients wait for has a thread of its own. */
export const plansOfAll = (scheduledFeeds: readonly string[]): readonly WorkerPlan[] => [
  {
    ...nothing,
    role: 'accounts',
    processors: { ...none, accounts: processorsOf('accounts') },
    lane: 'accounts-sink',
    background: false,
  },
  { ...nothing, role: 'sink', lane: 'sink' },
  { ...nothing, role: 'data', processors: { ...none, data: processorsOf('data') }, scheduledFeeds, chains: true },
];

/** Names that `--only` accepts for a role; for publishers the feeds and `chains`. */
export function partsOf(role: RunRole, feeds: readonly string[]): readonly string[] {
  if (role === 'publishers') return [...feeds, chainsPart];
  return role === 'sink' ? sinkLanes : [...processorsOf('accounts'), ...processorsOf('data')];
}

/** The threads of one role, limited to these parts. */
export function plansOf(role: RunRole, parts: readonly string[]): readonly WorkerPlan[] {
  const wanted = (name: string): boolean => parts.includes(name);
  if (role === 'publishers') {
    const scheduledFeeds = parts.filter((name) => name !== chainsPart);
    return [{ ...nothing, role: 'publishers', scheduledFeeds, chains: wanted(chainsPart), background: false }];
  }
  const plans: readonly WorkerPlan[] =
    role === 'sink'
      ? sinkLanes.filter(wanted).map((lane) => ({ ...nothing, role: lane, lane, background: lane === 'sink' }))
      : (['accounts', 'data'] as const).map((environment) => ({
          ...nothing,
          role: environment,
          processors: { ...none, [environment]: processorsOf(environment).filter(wanted) },
          background: environment === 'data',
        }));
  return plans.filter(
    ({ processors, lane }) => processors.accounts.length + processors.data.length > 0 || lane !== null,
  );
}
