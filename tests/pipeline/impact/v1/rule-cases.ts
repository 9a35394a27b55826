/** Facts on which each rule fires and stays silent. */
import type { ImpactFacts } from '../../../../pipeline/impact/facts.ts';
import type { Standing } from '../../../../pipeline/impact/rule.ts';
import { chainCases } from './chain/chain-cases.ts';
import { checkCases } from './checks/check-cases.ts';
import { collateralCases, referenceCases } from './collateral/collateral-cases.ts';
import { edgeCases } from './edges/edge-cases.ts';
import {
  column,
  dates,
  disclosed,
  facts,
  listed,
  matched,
  members,
  named,
  ofParty,
  renamed,
  source,
} from '../facts.ts';

const status = (to: 'active' | 'withdrawn'): ImpactFacts =>
  facts({ comparison: 'asset_status', old: { status: 'active' }, new: { status: to } });
const kyi = (to: 'verified' | 'revoked'): ImpactFacts =>
  facts({ comparison: 'issuer_kyi', old: null, new: { partyId: 'p', name: 'n', status: to } });

const fee = (old: string, current: string, regime: string): ImpactFacts =>
  disclosed('redemption_fee', { bps: old }, { bps: current }, { regimes: [regime] });

/** The standing after an earlier rule, as far as later rules read it. */
const weakened: Standing = {
  dimensions: [{ kind: 'redemption', direction: 'weakens' }],
  direction: 'weakens',
  status: 'assessed',
  disposition: 'shown',
  method: 'deterministic',
  confidence: 1,
  materiality: 'material',
  reason: 'An earlier rule fired.',
  holders: 'An earlier rule fired.',
};
const open: Standing = { ...weakened, direction: 'unassessed', status: 'unassessed' };

export interface RuleCases {
  /** Facts on which the rule fires, its dimensions, and the earlier standing if the rule reads it. */
  readonly fires: readonly (readonly [ImpactFacts, string, Standing?])[];
  readonly silent: readonly (ImpactFacts | readonly [ImpactFacts, Standing])[];
}

export const ruleCases: Readonly<Record<string, RuleCases>> = {
  comparable: {
    fires: [
      [column('comments', 'a', 'b', { comparable: false }), ''],
      [disclosed('governing_law', { law: 'DE' }, { law: 'FR' }, { comparable: false }), ''],
    ],
    silent: [column('comments', 'a', 'b')],
  },
  'registry-asset-status': {
    fires: [
      [status('withdrawn'), 'legal_standing:weakens'],
      [status('active'), 'legal_standing:strengthens'],
    ],
    silent: [kyi('revoked')],
  },
  'registry-issuer-kyi': {
    fires: [
      [kyi('revoked'), 'legal_standing:weakens'],
      [kyi('verified'), 'legal_standing:strengthens'],
      [facts({ comparison: 'issuer_kyi', old: null, new: null }), 'legal_standing:weakens'],
    ],
    silent: [status('active')],
  },
  'register-row-added': {
    fires: [
      [listed('register_added', 'authorised'), 'legal_standing:strengthens transparency:strengthens'],
      [listed('register_added', 'authorised', {}, { matchedBy: 'issuer' }), 'legal_standing:neutral'],
      [
        listed('register_added', 'authorised', {}, { matchedBy: 'issuer', register: 'register:esma-artzz' }),
        'legal_standing:neutral',
      ],
      [
        listed('register_added', 'authorised', {}, { matchedBy: 'issuer', register: 'register:esma-other' }),
        'legal_standing:neutral',
      ],
      [
        listed('register_added', 'authorised', {}, { matchedBy: 'issuer', register: 'register:esma-casps' }),
        'legal_standing:strengthens transparency:strengthens',
      ],
      [listed('register_added', 'non_compliant'), 'legal_standing:weakens participant_protection:weakens'],
    ],
    silent: [listed('register_removed', 'authorised')],
  },
  'register-row-removed': {
    fires: [
      [listed('register_removed', 'authorised'), 'legal_standing:weakens transparency:weakens'],
      [listed('register_removed', 'authorised', {}, { matchedBy: 'issuer' }), 'legal_standing:neutral'],
      [
        listed('register_removed', 'authorised', {}, { matchedBy: 'issuer', register: 'register:esma-casps' }),
        'legal_standing:weakens transparency:weakens',
      ],
      [listed('register_removed', 'non_compliant', {}, { matchedBy: 'issuer' }), 'legal_standing:strengthens'],
      [listed('register_removed', 'non_compliant'), 'legal_standing:strengthens'],
    ],
    silent: [listed('register_added', 'authorised')],
  },
  'register-row-names-others': {
    fires: [
      [named('identifier', ['8F9FV1RW0']), 'transparency:neutral'],
      [named('identifier', []), 'transparency:weakens'],
      [named('issuer', []), 'transparency:neutral'],
      [listed('register_detail_changed', 'authorised'), 'transparency:neutral'],
    ],
    silent: [listed('register_added', 'authorised'), listed('register_removed', 'authorised')],
  },
  'register-authorisation-end': {
    fires: [
      [dates('authorisation_end', null, '2026-03-31'), 'legal_standing:weakens participant_protection:weakens'],
      [dates('authorisation_end', '2026-03-31', '2026-02-28'), 'legal_standing:weakens participant_protection:weakens'],
      [dates('authorisation_end', '2026-03-31', null), 'legal_standing:strengthens participant_protection:strengthens'],
      [dates('authorisation_end', '2026-03-31', '2026-04-30'), 'legal_standing:neutral'],
      [column('authorisation_end', 'soon', 'later'), 'legal_standing:neutral'],
    ],
    silent: [dates('authorisation_date', null, '2026-03-31')],
  },
  'register-services': {
    fires: [
      [members('services', ['a', 'b'], ['a']), 'legal_standing:weakens'],
      [members('services', ['a'], ['a', 'b']), 'legal_standing:strengthens'],
      [members('services', ['a'], ['b']), 'legal_standing:mixed'],
    ],
    silent: [members('passport', ['a'], ['b'])],
  },
  'register-passport': {
    fires: [
      [members('passport', ['DE', 'FR'], ['FR']), 'transferability:weakens legal_standing:weakens'],
      [members('passport', ['DE'], ['FR']), 'transferability:weakens legal_standing:weakens'],
      [members('passport', ['DE'], ['DE', 'FR']), 'transferability:neutral legal_standing:neutral'],
      [members('passport', [], ['FR']), 'transparency:strengthens legal_standing:neutral'],
      [column('passport', null, 'DE'), 'transparency:strengthens legal_standing:neutral'],
    ],
    silent: [members('services', ['a'], ['b'])],
  },
  'register-exemption': {
    fires: [
      [column('exemption', 'NO', 'yes'), 'participant_protection:weakens legal_standing:weakens'],
      [column('exemption', 'YES', 'No'), 'participant_protection:strengthens legal_standing:strengthens'],
      [
        column('exemption', null, 'NO'),
        'participant_protection:strengthens legal_standing:strengthens transparency:strengthens',
      ],
      [column('exemption', 'NO', null), 'transparency:weakens participant_protection:weakens legal_standing:weakens'],
      [column('exemption', 'YES', null), 'transparency:weakens participant_protection:neutral legal_standing:neutral'],
    ],
    silent: [
      column('exemption', 'perhaps', 'YES'),
      column('exemption', 'YES', 'in part'),
      column('comments', 'NO', 'YES'),
    ],
  },
  'register-supervision': {
    fires: [
      [column('authority', 'a', 'b'), 'legal_standing:mixed'],
      [column('country', 'DE', 'FR'), 'legal_standing:mixed'],
      [column('authorisation_kind', 'a', 'b'), 'legal_standing:mixed'],
    ],
    silent: [
      column('authority', null, 'b'),
      column('authority', 'a', null),
      column('legal_name', 'a', 'b'),
      ofParty('country', 'DE', 'LU'),
    ],
  },
  'register-legal-name': {
    fires: [
      [column('legal_name', 'a', 'b'), 'legal_standing:mixed'],
      [renamed('Example GmbH', 'New name AG', ['EXAMPLE G.m.b.H.']), 'legal_standing:mixed'],
      [renamed('Example GmbH', 'New name AG', ['Oldest name', 'EXAMPLE GmbH.']), 'legal_standing:neutral'],
    ],
    silent: [column('legal_name', null, 'b'), column('commercial_name', 'a', 'b')],
  },
  'register-white-paper-link': {
    fires: [
      [column('white_paper_link', 'https://a.b/x', 'https://a.b/y'), 'transparency:neutral'],
      [column('white_paper_link', 'https://www.a.b/x', 'https://A.b/y'), 'transparency:neutral'],
      [column('white_paper_link', 'https://a.b/x', 'https://c.b/x'), 'transparency:mixed'],
      [column('white_paper_link', 'https://a.b/x', 'EMT_NO_WP'), 'transparency:weakens'],
      [column('white_paper_link', 'https://a.b/x', null), 'transparency:weakens'],
      [column('white_paper_link', 'EMT_NO_WP', 'see https://a.b/x'), 'transparency:strengthens'],
      [column('white_paper_link', 'EMT_NO_WP', 'EMT_CRIN'), 'transparency:neutral'],
      [column('white_paper_link', '“https://a.b”', 'https://a.b/x).'), 'transparency:neutral'],
    ],
    silent: [column('website', 'https://a.b/x', 'https://c.b/x')],
  },
  'register-token-identifiers': {
    fires: [
      [members('dti', ['a'], ['a', 'b']), 'transparency:neutral'],
      [members('ffg', ['a', 'b'], ['b']), 'transparency:neutral'],
      [members('dti', ['a'], []), 'transparency:weakens'],
      [members('ffg', ['a'], [], { new: ['a'] }), 'transparency:neutral'],
      [members('ffg', ['a'], [], { new: ['b'] }), 'transparency:neutral'],
      [members('ffg', ['a'], [], { old: ['b'] }), 'transparency:weakens'],
    ],
    silent: [members('services', ['a'], [])],
  },
  'register-identifier-corrected': {
    fires: [[column('lei', 'a', 'b', { kind: 'register_corrected' }), 'legal_standing:neutral']],
    silent: [column('lei', 'a', null), column('legal_name', 'a', 'b', { kind: 'register_corrected' })],
  },
  'register-identifier-invalid': {
    fires: [[column('lei', 'a', 'b'), 'transparency:weakens']],
    silent: [
      column('lei', 'a', 'b', { kind: 'register_corrected' }),
      column('lei', 'a', null),
      column('lei', null, 'b'),
    ],
  },
  'register-service-provider': {
    fires: [[column('service_provider', 'a', 'b'), 'legal_standing:neutral']],
    silent: [column('service_provider', null, 'b'), column('legal_name', 'a', 'b')],
  },
  'register-dates': {
    fires: [
      [dates('authorisation_date', '2026-01-01', '2025-01-01'), 'legal_standing:neutral'],
      [dates('white_paper_date', null, '2025-01-01'), 'legal_standing:neutral'],
      [dates('decision_date', '2026-01-01', null), 'legal_standing:neutral'],
    ],
    silent: [dates('authorisation_end', '2026-01-01', null)],
  },
  'register-administrative': {
    fires: [
      [column('address', 'a', 'b'), 'legal_standing:neutral'],
      [column('website', 'a', 'b'), 'legal_standing:neutral'],
      [column('commercial_name', 'a', 'b'), 'legal_standing:neutral'],
    ],
    silent: [column('legal_name', 'a', 'b')],
  },
  'register-comments': {
    fires: [
      [column('comments', 'a', 'b'), 'transparency:neutral'],
      [column('comments', null, 'b'), 'transparency:neutral'],
      [column('comments', 'a', null), 'transparency:neutral'],
    ],
    silent: [column('reason', 'a', 'b')],
  },
  'gleif-record-listed': {
    fires: [
      [listed('register_added', 'identity'), 'transparency:strengthens'],
      [listed('register_removed', 'identity'), 'transparency:weakens'],
    ],
    silent: [listed('register_added', 'authorised'), listed('register_removed', 'non_compliant')],
  },
  'gleif-registration-status': {
    fires: [
      [column('lei_status', 'ISSUED', 'LAPSED'), 'transparency:weakens'],
      [column('lei_status', 'PENDING_TRANSFER', 'LAPSED'), 'transparency:weakens'],
      [column('lei_status', 'LAPSED', 'ISSUED'), 'transparency:strengthens'],
      [column('lei_status', 'ISSUED', 'RETIRED'), 'legal_standing:mixed'],
      [column('lei_status', 'LAPSED', 'MERGED'), 'legal_standing:mixed'],
      [column('lei_status', 'ISSUED', 'ANNULLED'), 'legal_standing:weakens'],
      [column('lei_status', 'LAPSED', 'DUPLICATE'), 'legal_standing:weakens'],
      [column('lei_status', 'ISSUED', 'CANCELLED'), 'legal_standing:weakens'],
      [column('lei_status', 'RETIRED', 'ISSUED'), 'legal_standing:strengthens'],
      [column('lei_status', 'ANNULLED', 'ISSUED'), 'legal_standing:strengthens'],
      [column('lei_status', 'ISSUED', 'PENDING_TRANSFER'), 'transparency:neutral'],
      [column('lei_status', 'PENDING_ARCHIVAL', 'ISSUED'), 'transparency:neutral'],
    ],
    silent: [
      column('lei_status', 'ISSUED', 'SUSPENDED'),
      column('lei_status', null, 'ISSUED'),
      column('lei_status', 'ISSUED', null),
      column('entity_status', 'ISSUED', 'LAPSED'),
    ],
  },
  'gleif-entity-status': {
    fires: [
      [column('entity_status', 'ACTIVE', 'INACTIVE'), 'legal_standing:weakens participant_protection:weakens'],
      [column('entity_status', 'INACTIVE', 'ACTIVE'), 'legal_standing:strengthens participant_protection:strengthens'],
      [column('entity_status', 'ACTIVE', 'NULL'), 'legal_standing:neutral'],
    ],
    silent: [column('entity_status', 'ACTIVE', 'DORMANT'), column('lei_status', 'ACTIVE', 'INACTIVE')],
  },
  'gleif-entity-facts': {
    fires: [
      [ofParty('legal_form', '6CHY', '8888'), 'legal_standing:mixed'],
      [ofParty('country', 'DE', 'LU'), 'legal_standing:mixed'],
      [ofParty('registration_number', 'HRB 1', 'HRB 2'), 'legal_standing:mixed'],
      [ofParty('entity_category', 'GENERAL', 'BRANCH'), 'legal_standing:mixed'],
      [ofParty('successor', null, '5493001KJTIIGC8Y1R12 Example SA'), 'legal_standing:mixed'],
      [ofParty('successor', '5493001KJTIIGC8Y1R12 Example SA', null), 'legal_standing:neutral'],
    ],
    silent: [column('country', 'DE', 'LU'), ofParty('legal_form', null, '8888')],
  },
  'gleif-administrative': {
    fires: [
      [column('next_renewal', '2026-01-01', '2027-01-01'), 'transparency:neutral'],
      [column('managing_lou', 'EVK05KS7XY1DEII3R011', '5493001KJTIIGC8Y1R12'), 'transparency:neutral'],
      [column('previous_names', null, 'Old name'), 'transparency:neutral'],
      [column('other_names', 'A', 'B'), 'transparency:neutral'],
    ],
    silent: [column('legal_name', 'a', 'b')],
  },
  'register-cell-stated': {
    fires: [
      [column('authority', null, 'b'), 'transparency:strengthens'],
      [column('lei', 'a', null), 'transparency:weakens'],
      [column('legal_name', 'a', ''), 'transparency:weakens'],
      [column('service_provider', null, 'b'), 'transparency:strengthens'],
    ],
    silent: [column('authority', 'a', 'b'), column('comments', null, 'b')],
  },
  'list-match-added': {
    fires: [
      [matched('list_match_added'), 'legal_standing:weakens participant_protection:weakens'],
      [
        matched('list_match_added', { roles: ['custodian'] }),
        'legal_standing:weakens participant_protection:weakens custody:weakens',
      ],
      [
        matched('list_match_added', { roles: ['signer:owner'] }),
        'legal_standing:weakens participant_protection:weakens governance:weakens',
      ],
      [matched('list_match_added', { level: 'L5' }), 'legal_standing:weakens participant_protection:weakens'],
      [matched('list_match_added', { level: 'L3' }), 'legal_standing:weakens participant_protection:weakens'],
    ],
    silent: [matched('list_match_removed'), matched('list_match_added', { left: true })],
  },
  'list-match-removed': {
    fires: [[matched('list_match_removed'), 'legal_standing:strengthens participant_protection:strengthens']],
    silent: [matched('list_match_added'), matched('list_match_removed', { left: true })],
  },
  'list-match-subject-left': {
    fires: [[matched('list_match_removed', { left: true }), 'legal_standing:neutral participant_protection:neutral']],
    silent: [matched('list_match_removed')],
  },
  'list-match-amended': {
    fires: [[matched('list_match_amended'), 'legal_standing:neutral']],
    silent: [matched('list_match_added')],
  },
  'list-candidate': {
    fires: [[matched('list_candidate', { level: 'L3' }), '']],
    silent: [matched('list_match_added')],
  },
  'disclosure-reread': {
    fires: [[disclosed('redemption_fee', { bps: '0' }, { bps: '5' }, { sense: 'reread' }), '']],
    silent: [disclosed('redemption_fee', { bps: '0' }, { bps: '5' })],
  },
  'disclosure-partial': {
    fires: [[disclosed('redemption_fee', { bps: '0' }, null, { sense: 'partial' }), '']],
    silent: [disclosed('redemption_fee', { bps: '0' }, null)],
  },
  'disclosure-returned': {
    fires: [
      [
        disclosed('redemption_fee', { bps: '0' }, { bps: '0' }, { sense: 'returned' }),
        'redemption:neutral cost:neutral',
      ],
      [disclosed('no_such_field', null, null, { sense: 'returned' }), ''],
    ],
    silent: [disclosed('redemption_fee', { bps: '0' }, { bps: '5' })],
  },
  'disclosure-spelling': {
    fires: [
      [
        disclosed('complaints_contact', { contact: 'a' }, { contact: 'A' }, { sense: 'spelling' }),
        'participant_protection:neutral transparency:neutral',
      ],
    ],
    silent: [disclosed('complaints_contact', { contact: 'a' }, { contact: 'b' })],
  },
  'disclosure-wording': {
    fires: [[disclosed('governing_law', { law: 'DE' }, { law: 'DE' }, { sense: 'wording' }), 'legal_standing:neutral']],
    silent: [disclosed('governing_law', { law: 'DE' }, { law: 'DE' }, { sense: 'spelling' })],
  },
  'disclosure-stated': {
    fires: [
      [
        disclosed('redemption_fee', null, { bps: '0' }),
        'transparency:strengthens redemption:strengthens cost:strengthens',
      ],
      [
        disclosed('issuer_authorisation', null, { code: 'withdrawn' }),
        'transparency:strengthens legal_standing:weakens participant_protection:weakens',
      ],
      [disclosed('governing_law', null, { law: 'DE' }), 'transparency:strengthens legal_standing:neutral'],
    ],
    silent: [
      disclosed('governing_law', { law: 'DE' }, null),
      disclosed('governing_law', { law: 'DE' }, { law: 'FR' }),
      disclosed('governing_law', null, { law: 'DE' }, { sense: 'partial' }),
      disclosed('no_such_field', null, { law: 'DE' }),
      disclosed('governing_law', null, null),
    ],
  },
  'disclosure-unstated': {
    fires: [
      [disclosed('redemption_fee', { bps: '0' }, null), 'transparency:weakens redemption:weakens cost:weakens'],
      [
        disclosed('issuer_authorisation', { code: 'withdrawn' }, null),
        'transparency:weakens legal_standing:neutral participant_protection:neutral',
      ],
      [
        disclosed('complaints_contact', { contact: 'a' }, null),
        'transparency:weakens participant_protection:weakens transparency:weakens',
      ],
    ],
    silent: [
      disclosed('governing_law', null, { law: 'DE' }),
      disclosed('governing_law', { law: 'DE' }, { law: 'FR' }),
      disclosed('governing_law', { law: 'DE' }, null, { sense: 'reread' }),
      disclosed('no_such_field', { law: 'DE' }, null),
    ],
  },
  'disclosure-compared': {
    fires: [
      [disclosed('governing_law', { law: 'DE' }, { law: 'FR' }), 'legal_standing:mixed'],
      [disclosed('governing_law', { law: 'DE' }, {}), 'legal_standing:unassessed'],
      [disclosed('attestation_as_of', { date: '2026-01-01' }, { date: '2026-02-01' }), 'transparency:neutral'],
      // The regime decides legal standing; the comparator leaves it to the overlay.
      [
        disclosed('yield_to_holders', { code: 'none' }, { code: 'issuer' }, { regimes: ['MICA_ART'] }),
        'participant_protection:neutral',
      ],
    ],
    silent: [
      disclosed('governing_law', null, { law: 'DE' }),
      disclosed('governing_law', { law: 'DE' }, null),
      disclosed('governing_law', { law: 'DE' }, { law: 'FR' }, { sense: 'wording' }),
      disclosed('no_such_field', { law: 'DE' }, { law: 'FR' }),
    ],
  },
  'disclosure-overlays': {
    fires: [
      [fee('0', '10', 'MICA_EMT'), 'legal_standing:weakens', weakened],
      [disclosed('redemption_fee', null, { bps: '10' }, { regimes: ['MICA_ART'] }), 'legal_standing:weakens', weakened],
    ],
    silent: [
      [fee('0', '10', 'US_GENIUS'), weakened],
      [fee('10', '20', 'MICA_EMT'), weakened],
      [fee('20', '10', 'MICA_EMT'), weakened],
      [fee('10', '0', 'MICA_EMT'), weakened],
      [fee('0', '10', 'MICA_EMT'), open],
      [disclosed('redemption_fee', { bps: '10' }, null, { regimes: ['MICA_ART'] }), weakened],
      fee('0', '10', 'MICA_EMT'),
    ],
  },
  'disclosure-evidence': {
    fires: [[fee('0', '10', 'MICA_EMT'), '', weakened]],
    silent: [fee('0', '10', 'MICA_EMT')],
  },
  'source-unreachable': {
    fires: [[source('source_unreachable'), 'transparency:weakens']],
    silent: [source('source_restored')],
  },
  'source-restored': {
    fires: [[source('source_restored'), 'transparency:strengthens']],
    silent: [source('source_unreachable')],
  },
  'source-moved': {
    fires: [
      [source('source_moved', { isSimilar: true }), 'transparency:neutral'],
      [source('source_moved', { isSimilar: false }), 'transparency:mixed'],
      [source('source_moved', { isSimilar: null }), 'transparency:unassessed'],
    ],
    silent: [source('source_rewritten', { isSimilar: false })],
  },
  'source-rewritten': {
    fires: [
      [source('source_rewritten'), ''],
      [source('source_rewritten', { hasReturned: true }), ''],
    ],
    silent: [source('content_drift')],
  },
  'content-drift': {
    fires: [
      [source('content_drift'), 'transparency:neutral'],
      [source('content_drift', { hasReturned: true }), 'transparency:neutral'],
    ],
    silent: [source('wrong_type'), source('source_rewritten')],
  },
  'wrong-type': {
    fires: [[source('wrong_type'), '']],
    silent: [source('content_drift')],
  },
  ...chainCases,
  ...collateralCases,
  ...edgeCases,
  ...checkCases,
  ...referenceCases,
  fallback: {
    fires: [[column('infringement', 'a', 'b'), '']],
    silent: [],
  },
  unconfirmed: {
    fires: [[listed('register_added', 'authorised', { stage: 'draft' }), '']],
    silent: [listed('register_added', 'authorised'), listed('register_added', 'authorised', { stage: 'superseded' })],
  },
  superseded: {
    fires: [[listed('register_added', 'authorised', { stage: 'superseded' }), '']],
    silent: [listed('register_added', 'authorised'), listed('register_added', 'authorised', { stage: 'draft' })],
  },
};
