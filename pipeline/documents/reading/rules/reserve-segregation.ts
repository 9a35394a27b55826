import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const assets = '(?:(?:all|the|its|our) ){0,4}(?:reserves?|reserve assets|redemption assets|assets of the reserve)';

const segregated =
  '(?:one or more )?segregated (?:(?:bank|client|custodial|custody|deposit|fiduciary|reserve|trust) ){0,3}accounts?';

/** Accounts that hold the assets of others, too. */
const otherAccounts = '\\b(?:omnibus|commingl|(?:un|non-?)segregated)';

const sentences: readonly SentenceForm[] = [
  {
    id: 'assets-in-segregated-accounts',
    because: ['paxos'],
    pattern: `\\b(?:the company|the issuer|we) (?:maintains?|holds?|keeps?) ${assets}(?: (?:securing|backing|of) [^.;,]{1,40})? in ${segregated}\\b`,
    value: { code: 'segregated_account' },
    refused: otherAccounts,
  },
  {
    id: 'assets-are-in-segregated-accounts',
    pattern: `\\b${assets} (?:is|are) (?:held|kept|maintained) in ${segregated}\\b`,
    value: { code: 'segregated_account' },
    refused: otherAccounts,
  },
  {
    id: 'segregated-accounts-for-holders',
    because: ['circle'],
    pattern:
      '^segregated accounts are (?:\\w+ )?accounts held on behalf of [^.;,]{1,40} holders that are segregated from (?:the )?other accounts\\b',
    value: { code: 'segregated_account' },
  },
  {
    // Words of the guidance on stablecoins of New York's Department of Financial Services.
    id: 'reserve-is-segregated-from-own-assets',
    because: ['standard-custody'],
    pattern:
      '^(?:the|its|our|all) (?:assets (?:in|of) the )?(?:{ticker} )?reserves?(?: assets)? (?:is|are) (?:held |kept )?(?:separate|segregated) from the (?:proprietary|own|corporate|general) (?:assets|accounts|funds)\\b',
    value: { code: 'segregated_account' },
  },
  {
    id: 'reserve-is-apart-from-assets-of-issuer',
    pattern: `^${assets} (?:is|are) (?:(?:held|kept|maintained) )?(?:at all times )?(?:separate(?:ly)?|segregated|apart) from (?:(?:the|its|our|any|all) ){0,2}(?:other |own |proprietary |corporate )?(?:assets|accounts|funds) of (?:the )?(?:issuer|company|licensee|trust company|operator|bank)\\b`,
    value: { code: 'segregated_account' },
    refused: otherAccounts,
  },
  {
    id: 'assets-in-segregated-accounts-amount',
    because: ['circle'],
    pattern:
      '\\b(?:value|amount|balances?) of (?:[\\w.]+ ){0,4}assets (?:that are )?held in segregated accounts (?:is|are|was|were)\\b',
    value: { code: 'segregated_account' },
  },
  {
    id: 'such-accounts-are-segregated',
    because: ['circle'],
    pattern:
      '^(?:such|these|those|the) accounts are segregated from (?:the )?other accounts of the (?:company|issuer)\\b',
    value: { code: 'segregated_account' },
  },
  {
    id: 'bankruptcy-remote-trust',
    pattern: `\\b${assets} (?:is|are) held (?:in|by) a bankruptcy[- ]remote trust\\b`,
    value: { code: 'bankruptcy_remote_trust' },
  },
  {
    id: 'safeguarded-by-law',
    pattern:
      '\\b(?:funds received|funds of holders|reserve assets|reserves?)[^.;,]{0,60} (?:is|are) safeguarded (?:in accordance with|pursuant to|under) (?:article|section|regulation|directive|the [A-Z])',
    value: { code: 'statutory_safeguarding' },
  },
  {
    id: 'commingled',
    pattern: `\\b${assets} (?:is|are) commingled with (?:the issuer's|our|its) own (?:assets|funds)\\b`,
    value: { code: 'commingled' },
  },
];

/** Words of another arrangement: beside one, no other sentence decides. */
const watched = '\\b(?:omnibus|commingl\\w+|bankruptcy[- ]remote)\\b';

export const reserveSegregation: FieldRules = {
  field: 'reserve_segregation',
  tagTexts: [
    'DescriptionOfReserveAssetCustodyArrangementsExplanatory',
    'InformationAboutHoldersRightsAndObligationsExplanatory',
  ],
  cells: { 3: ['G.6'], 4: ['D.1'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  places: {
    whole: [
      { id: 'segregated', pattern: '(?:in )?(?:a )?segregated accounts?\\.?', value: { code: 'segregated_account' } },
      { id: 'omnibus', pattern: '(?:in )?(?:an )?omnibus accounts?\\.?', value: { code: 'omnibus' } },
    ],
  },
  sentences,
  watched,
  words: ['segregat', 'omnibus', 'commingl', 'remote', 'safeguard'],
  kinds: ['terms', 'page', 'report'],
};
