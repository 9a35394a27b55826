import { isRead } from '../../documents/captures/overtaken.ts';
import type { DocumentInRound } from './publisher-deps.ts';
import type { RuleWatch } from './watch-rules.ts';
import { dayMs, hourMs } from '../../../schemas/values/durations.ts';

/** What status and metrics show of the documents of a process. */
export interface DocumentsSummary {
  /** Documents by the outcome of their last fetch; `none` before the first. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Documents whose fetch is overdue. */
  readonly late: number;
  /** Of the documents that could be read within the last week, those that cannot be now. */
  readonly lost: number;
  readonly readable: number;
  /** Documents whose last reading a limit ended, by limit. */
  readonly limited: Readonly<Record<string, number>>;
  /** Documents whose newest text has a passage that a rule leaves out, by rule; since the start of the process. */
  readonly abstained: Readonly<Record<string, number>>;
  /** Seconds that readers ran, and the documents that they read; since the start of the process. */
  readonly reading: { readonly seconds: number; readonly documents: number };
  /** Sentences about documents that an operator should examine. */
  readonly alarms: readonly string[];
}

const week = 7 * dayMs;
/** Fetches overdue by less wait for their lane. */
const lateMs = hourMs;
const mostAlarms = 50;
/** Readings in a row that a limit ended. */
const unreadAlarm = 3;

export function summaryOf(
  documents: readonly DocumentInRound[],
  now: number,
  rules?: Pick<RuleWatch, 'abstained' | 'alarms'>,
  reading: DocumentsSummary['reading'] = { seconds: 0, documents: 0 },
): DocumentsSummary {
  const outcomes: Record<string, number> = {};
  const limited: Record<string, number> = {};
  const alarms: string[] = [...(rules?.alarms() ?? [])];
  let [late, lost, readable] = [0, 0, 0];
  for (const { document, state, dueAt } of documents) {
    const outcome = state?.outcome ?? 'none';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (now - dueAt > lateMs && dueAt > 0) late += 1;
    for (const { extractor, profile } of document.declared) {
      if (profile === null) alarms.push(`There is no profile ${extractor}: ${document.url} is fetched and not read.`);
    }
    if (state === null) continue;
    if (state.unread >= unreadAlarm)
      alarms.push(`The reader failed ${state.unread} times in a row on ${document.url}.`);
    const limit = state.good?.reading.limit ?? null;
    if (limit !== null) limited[limit] = (limited[limit] ?? 0) + 1;
    if (state.good === null) continue;
    const isReadNow = isRead(state.outcome);
    if (isReadNow || now - state.since < week) readable += 1;
    if (!isReadNow && now - state.since < week) lost += 1;
  }
  const abstained = rules?.abstained() ?? {};
  return {
    outcomes,
    late,
    lost,
    readable,
    limited,
    abstained,
    reading,
    alarms: [...new Set(alarms)].slice(0, mostAlarms),
  };
}

/** Above this share of documents that cannot be read any more, something is wrong on this side. */
const mostLost = 0.1;

export const losesDocuments = ({ lost, readable }: DocumentsSummary): boolean => lost > readable * mostLost;
