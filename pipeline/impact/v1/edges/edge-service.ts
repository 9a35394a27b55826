import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  reason: 'The party provides a service to the issuer.',
  holders: 'The parties that answer for the token are the same as before.',
};

const roles: readonly string[] = [
  'distributor',
  'market_maker',
  'tech_provider',
  'oracle_provider',
  'administrator',
  'transfer_agent',
];

export const edgeService = defineRule({
  id: 'edge-service',
  appliesTo: { comparison: 'party_edge', kinds: ['edge_added', 'edge_removed', 'edge_replaced'] },
  claim:
    'Distributors, market makers, providers of technology and prices, administrators and transfer agents are neutral.',
  texts,
  parameters: { roles },
  evaluate: ({ role }) =>
    roles.includes(role) ? { dimensions: all('neutral', 'transparency'), disposition: 'suppressed', ...texts } : null,
});
