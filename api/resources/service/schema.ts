import { coverageParts, coverageReasonNames } from '../../../schemas/coverage/reasons.ts';
import {
  arrayOf,
  closedObject,
  component,
  constant,
  count,
  dateTime,
  flag,
  type JsonSchema,
  named,
  oneOf,
  orNull,
  term,
  text,
} from '../../../schemas/json-schema.ts';

export const live = component('Liveness', { status: constant('ok') });

export const readiness = component('Readiness', { status: oneOf('ok', 'failing'), failing: arrayOf(text) });

export const version = component('Version', {
  name: text,
  version: text,
  api: text,
  commit: { type: ['string', 'null'] },
});

const textOrNull: JsonSchema = { type: ['string', 'null'] };
const timeOrNull = orNull(dateTime);

const feedStatus = named(
  'FeedStatus',
  closedObject({
    feed: text,
    /** Whether the process fetches it; null where another one does. */
    fetched: { type: ['boolean', 'null'] },
    status: orNull(term('runStatus')),
    asOf: timeOrNull,
    lastSuccess: timeOrNull,
    ageSeconds: { type: ['integer', 'null'] },
    rows: { type: ['integer', 'null'] },
    reason: textOrNull,
    alarms: arrayOf(text),
    lastFetch: orNull(component('LastFetch', { at: timeOrNull, ok: flag, message: textOrNull })),
    nextRun: timeOrNull,
  }),
);

/** Of the process that answers: documents by the outcome of their last fetch. */
const documentsStatus = component('DocumentsStatus', {
  outcomes: { type: 'object', additionalProperties: count },
  late: count,
  lost: count,
  readable: count,
  alarms: arrayOf(text),
});
const chainStatus = named(
  'ChainStatus',
  closedObject({
    chain: text,
    problem: textOrNull,
    message: textOrNull,
    finalizedAgeSeconds: { type: ['integer', 'null'] },
    overdue: flag,
    block: orNull(component('ChainBlock', { number: count, hash: text, at: dateTime })),
    lastRound: orNull(component('ChainRound', { at: dateTime, swept: count, stated: count, unreadable: count })),
    assets: count,
    unstated: count,
    unreadable: count,
    rejected: count,
    providers: arrayOf(
      component('ProviderStatus', {
        label: text,
        state: text,
        message: textOrNull,
        finalized: { type: ['integer', 'null'] },
        answered: count,
        failed: count,
        capabilities: orNull(
          component('ProviderCapabilities', {
            overrides: flag,
            proofs: oneOf('verified', 'unverified', 'contradicted', 'none'),
            archive: { type: ['integer', 'null'] },
            creator: flag,
            batches: { type: ['boolean', 'null'] },
          }),
        ),
      }),
    ),
  }),
);

const coverageStatus = component('CoverageStatus', {
  assets: count,
  full: count,
  partial: count,
  none: count,
  reasons: arrayOf(
    component('CoverageReason', {
      reason: oneOf(...coverageReasonNames),
      part: oneOf(...coverageParts),
      assets: count,
      text,
    }),
  ),
});

export const status = component('ServiceStatus', {
  indicator: oneOf('none', 'minor', 'major'),
  feeds: arrayOf(feedStatus),
  documents: orNull(documentsStatus),
  /** How many tokens are read in full, in part, not at all, and why; null while the tables do not answer. */
  coverage: orNull(coverageStatus),
  /** The day that began last, and why no other begins. */
  ticks: orNull(component('TicksStatus', { lastDay: textOrNull, message: textOrNull })),
  chains: arrayOf(chainStatus),
  /** Parts that have work and have not moved for two minutes. */
  standing: arrayOf(component('StoppedPart', { part: text, seconds: count, message: text })),
  processors: arrayOf(component('ProcessorLag', { name: text, lag: count })),
});
