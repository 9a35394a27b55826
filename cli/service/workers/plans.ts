import { documentsPart } from '../../documents/documents-parts.ts';
import { consumers } from '../../../pipeline/processors/catalogue.ts';
import type { RunRole } from '../roles.ts';
import type { SinkLane, WorkerPlan } from './messages.ts';

const sinkLanes: readonly SinkLane[] = ['accounts-sink', 'sink'];

/** Processors of the topics of one environment. */
const processorsOf = (environment: 'data' | 'accounts'): readonly string[] =>
  consumers.filter((one) => one.environment === environment && one.role === 'processors').map(({ name }) => name);

/** Parts of the publishers that run for every setting of feeds: chains and the ticks of days. */
const chainsPart = 'chains';
const ticksPart = 'ticks';

const none = { accounts: [], data: [] } as const;
const nothing = {
  processors: none,
  lane: null,
  scheduledFeeds: [],
  chains: false,
  documents: false,
  ticks: false,
  background: true,
} as const;

/** Documents are compared word by word: in a thread of their own, which waits for no feed and holds up none. */
const documentsPlan: WorkerPlan = { ...nothing, role: 'documents', documents: true };

const isFeed = (part: string): boolean => ![chainsPart, documentsPart, ticksPart].includes(part);

/** The threads of `up`, with the feeds to fetch, and `documents`. Work that clients wait for has a thread of its own. */
export const plansOfAll = (chosen: readonly string[]): readonly WorkerPlan[] => [
  {
    ...nothing,
    role: 'accounts',
    processors: { ...none, accounts: processorsOf('accounts') },
    lane: 'accounts-sink',
    background: false,
  },
  { ...nothing, role: 'sink', lane: 'sink' },
  {
    ...nothing,
    role: 'data',
    processors: { ...none, data: processorsOf('data') },
    scheduledFeeds: chosen.filter(isFeed),
    chains: true,
    ticks: true,
  },
  ...(chosen.includes(documentsPart) ? [documentsPlan] : []),
];

/** Names that `--only` accepts for a role; for publishers the feeds, `chains`, `documents` and `ticks`. */
export function partsOf(role: RunRole, feeds: readonly string[]): readonly string[] {
  if (role === 'publishers') return [...feeds, chainsPart, documentsPart, ticksPart];
  if (role === 'deliver') return [];
  return role === 'sink' ? sinkLanes : [...processorsOf('accounts'), ...processorsOf('data')];
}

/** The threads of one role, limited to these parts. */
export function plansOf(role: RunRole, parts: readonly string[]): readonly WorkerPlan[] {
  if (role === 'deliver') return [];
  const wanted = (name: string): boolean => parts.includes(name);
  if (role === 'publishers') {
    const scheduledFeeds = parts.filter(isFeed);
    const isFetching = scheduledFeeds.length > 0 || wanted(chainsPart) || wanted(ticksPart);
    return [
      ...(isFetching
        ? [
            {
              ...nothing,
              role: 'publishers',
              scheduledFeeds,
              chains: wanted(chainsPart),
              ticks: wanted(ticksPart),
              background: false,
            },
          ]
        : []),
      ...(wanted(documentsPart) ? [documentsPlan] : []),
    ];
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
