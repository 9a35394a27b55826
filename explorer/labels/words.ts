import { sentenceCase } from '../../schemas/values/sentence-case.ts';
import { isTerm, type Term } from '../../schemas/vocabulary.ts';

/** Words of terms that pages print by themselves; those with a colour or an icon have a table of their own. */
const words = {
  kyiStatus: {
    verified: 'Verified',
    pending: 'Pending',
    rejected: 'Rejected',
    revoked: 'Revoked',
    none: 'Not verified',
  },
  partyKind: { organisation: 'Organisation', person: 'Person' },
  assetStatus: { active: 'Active', withdrawn: 'Withdrawn' },
  runStatus: { accepted: 'Accepted', rejected: 'Rejected', unchanged: 'Unchanged' },
  assessmentMethod: { deterministic: 'by fixed rules', fallback: 'by the rule for all others', none: 'by no rule' },
  intakeStatus: {
    queued: 'It waits for its turn',
    resolving: 'The service reads its record',
    fetching: 'The service reads its chain',
    indexing: 'The service takes in its sources',
  },
  scope: {
    'monitoring:read': 'Read changes, the inbox and the watchlist',
    'watchlist:write': 'Alter the watchlist and the inbox',
    operator: 'Work as the operator',
  },
  webhookEvent: {
    'notification.created': 'A notification',
    'change.created': 'A change',
    'change.revised': 'A change that was revised',
    'webhook.test': 'A test',
  },
} as const satisfies { readonly [N in PlainTerms]: Readonly<Record<Term<N>, string>> };

type PlainTerms =
  | 'assessmentMethod'
  | 'assetStatus'
  | 'intakeStatus'
  | 'kyiStatus'
  | 'partyKind'
  | 'runStatus'
  | 'scope'
  | 'webhookEvent';

/** A term in words; one that this version does not know is shown with spaces for its underscores. */
export const wordOf = (name: PlainTerms, term: string): string =>
  isTerm(name, term)
    ? ((words[name] as Readonly<Record<string, string>>)[term] ?? term)
    : sentenceCase(term.replaceAll('_', ' '));
