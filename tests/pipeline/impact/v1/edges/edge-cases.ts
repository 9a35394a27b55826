/** Facts about parties in roles on which each rule fires and stays silent. */
import type { EdgeEventName, ImpactFacts } from '../../../../../pipeline/impact/facts.ts';
import type { Standing } from '../../../../../pipeline/impact/rule.ts';
import type { PartyRole } from '../../../../../schemas/vocabulary.ts';
import { facts } from '../../facts.ts';
import type { RuleCases } from '../rule-cases.ts';

const kinds = {
  added: 'edge_added',
  removed: 'edge_removed',
  replaced: 'edge_replaced',
  detail: 'edge_detail_changed',
} as const;

interface EdgeOptions {
  readonly isOnly?: boolean;
  readonly isExcused?: boolean;
  readonly isReportedElsewhere?: boolean;
  readonly classes?: readonly [old: string, current: string];
}

const edge = (event: EdgeEventName, role: PartyRole, given: EdgeOptions = {}): ImpactFacts => {
  const { isOnly = false, isExcused = false, isReportedElsewhere = false, classes } = given;
  return facts(
    {
      comparison: 'party_edge',
      event,
      role,
      isOnly,
      isExcused,
      isReportedElsewhere,
      classes: classes === undefined ? null : { old: classes[0], new: classes[1] },
    },
    { category: 'party_edge', kind: kinds[event], regimes: [] },
  );
};

const only = { isOnly: true };
const standing: Standing = {
  dimensions: [],
  direction: 'mixed',
  status: 'assessed',
  disposition: 'shown',
  method: 'deterministic',
  confidence: 1,
  materiality: null,
  reason: 'Stated.',
  holders: 'Stated.',
};
const suppressed: Standing = { ...standing, disposition: 'suppressed' };

export const edgeCases: Readonly<Record<string, RuleCases>> = {
  'edge-detail': {
    fires: [[edge('detail', 'custodian'), 'transparency:neutral']],
    silent: [edge('added', 'custodian'), edge('replaced', 'issuer')],
  },
  'edge-owner': {
    fires: [
      [edge('added', 'issuer'), 'governance:mixed legal_standing:mixed'],
      [edge('added', 'co_issuer'), 'governance:mixed legal_standing:mixed'],
      [edge('added', 'parent', only), 'transparency:strengthens'],
      [edge('replaced', 'issuer'), 'governance:mixed legal_standing:mixed'],
      [edge('replaced', 'ultimate_parent'), 'governance:mixed legal_standing:mixed'],
      [edge('removed', 'parent', { isOnly: true, isExcused: true }), 'transparency:weakens'],
    ],
    silent: [edge('removed', 'parent', only), edge('removed', 'issuer', only), edge('added', 'custodian')],
  },
  'edge-keeper': {
    fires: [
      [edge('added', 'custodian'), 'custody:neutral transparency:strengthens'],
      [edge('added', 'trustee', only), 'custody:neutral transparency:strengthens'],
      [edge('removed', 'custodian', only), 'custody:weakens participant_protection:weakens'],
      [edge('removed', 'trustee', only), 'custody:weakens participant_protection:weakens'],
      [edge('removed', 'custodian_crypto'), 'custody:neutral'],
      [edge('replaced', 'custodian'), 'custody:mixed'],
      [edge('replaced', 'reserve_manager'), 'reserve_quality:mixed'],
      [edge('replaced', 'custodian', { classes: ['credit_institution', 'central_bank'] }), 'custody:strengthens'],
      [edge('replaced', 'trustee', { classes: ['trust_company', 'unlicensed'] }), 'custody:weakens'],
      [edge('replaced', 'custodian', { classes: ['other', 'central_bank'] }), 'custody:mixed'],
      [edge('replaced', 'custodian', { classes: ['trust_company', 'trust_company'] }), 'custody:mixed'],
    ],
    silent: [edge('added', 'reserve_manager'), edge('replaced', 'auditor'), edge('removed', 'issuer', only)],
  },
  'edge-checker': {
    fires: [
      [edge('added', 'auditor'), 'transparency:strengthens'],
      [edge('removed', 'attestor'), 'transparency:weakens governance:weakens'],
      [edge('replaced', 'auditor'), 'transparency:mixed'],
    ],
    silent: [edge('added', 'custodian'), edge('replaced', 'issuer')],
  },
  'edge-support': {
    fires: [
      [edge('added', 'redemption_agent'), 'redemption:strengthens'],
      [edge('removed', 'redemption_agent', only), 'redemption:weakens'],
      [edge('removed', 'redemption_agent'), 'redemption:neutral'],
      [edge('added', 'guarantor'), 'participant_protection:strengthens'],
      [edge('removed', 'guarantor'), 'participant_protection:weakens'],
    ],
    silent: [edge('replaced', 'guarantor'), edge('added', 'distributor')],
  },
  'edge-service': {
    fires: [
      [edge('added', 'distributor'), 'transparency:neutral'],
      [edge('removed', 'market_maker', only), 'transparency:neutral'],
      [edge('replaced', 'administrator'), 'transparency:neutral'],
      [edge('added', 'oracle_provider'), 'transparency:neutral'],
      [edge('added', 'tech_provider'), 'transparency:neutral'],
      [edge('replaced', 'transfer_agent'), 'transparency:neutral'],
    ],
    silent: [edge('added', 'guarantor'), edge('added', 'custodian')],
  },
  'edge-unjudged': {
    fires: [
      [edge('removed', 'parent', only), 'governance:unassessed'],
      [edge('removed', 'issuer'), 'governance:unassessed'],
      [edge('added', 'reserve_manager'), 'governance:unassessed'],
      [edge('replaced', 'guarantor'), 'governance:unassessed'],
    ],
    silent: [
      [edge('added', 'custodian'), standing],
      [edge('removed', 'parent'), standing],
    ],
  },
  'edge-reported': {
    fires: [[edge('replaced', 'issuer', { isReportedElsewhere: true }), '', standing]],
    silent: [
      [edge('replaced', 'issuer'), standing],
      [edge('added', 'distributor', { isReportedElsewhere: true }), suppressed],
      edge('replaced', 'issuer', { isReportedElsewhere: true }),
    ],
  },
};
