import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const most = '(?:no more than|not more than|at most|a maximum of|up to) {share} ?(?:%|percent|per cent)';
const reserve = 'of (?:the |our |all )?(?:reserves?|reserve assets|assets of the reserve|redemption assets)';
const counterparty =
  '(?:with|at) (?:any |a |one |each )?(?:single |one |individual )?(?:counterparty|institution|bank|credit institution|financial institution)(?=[.;,]|$)';
const allowed: readonly string[] = ['(?:no|not) more than', 'may (?:be )?(?:held|hold|deposited|kept|placed)'];

const sentences: readonly SentenceForm[] = [
  {
    id: 'share-at-one-counterparty',
    pattern: `\\b${most} ${reserve} (?:is|are|may be|shall be|will be|must be|can be) (?:held|deposited|kept|placed) ${counterparty}`,
    value: { percent: '$share' },
    allowed,
  },
  {
    id: 'issuer-holds-share-at-one-counterparty',
    pattern: `\\b(?:the issuer|we) (?:holds?|keeps?|deposits?|may hold|will hold) ${most} ${reserve} ${counterparty}`,
    value: { percent: '$share' },
    allowed,
  },
];

const watched =
  '\\d ?(?:%|percent|per cent) of [^.;]{0,40}\\breserves?\\b[^.;]{0,60}\\b(?:counterparty|bank|institution)\\b';

export const reserveCounterpartyLimit: FieldRules = {
  field: 'reserve_counterparty_limit',
  tagTexts: ['DescriptionOfReserveAssetInvestmentPolicyExplanatory'],
  cells: { 3: ['G.5'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  places: { whole: [{ id: 'share', pattern: '{share} ?%', value: { percent: '$share' } }] },
  sentences,
  watched,
  words: ['reserve', 'redemption assets'],
  kinds: ['terms', 'page', 'report'],
};
