import type { Route } from '../route/route.ts';

/** What each group of operations is for. */
export const tagDescriptions = {
  Registry: 'Registry lookups (interface A): verified assets, and the verification of a token.',
  Monitoring: 'Monitoring for the holder of a key (interface B): watchlist, changes, notifications, webhooks.',
  Operator: 'What the operator of the service does, with a key that has the scope `operator`.',
  Service: 'Health, version, freshness and this documentation. No key is asked for.',
} as const;

export type Tag = keyof typeof tagDescriptions;

/** The one tag of an operation. */
export function tagOf(route: Pick<Route, 'interface' | 'scopes'>): Tag {
  if (route.interface === 'service') return 'Service';
  if (route.scopes?.includes('operator') === true) return 'Operator';
  return route.interface === 'A' ? 'Registry' : 'Monitoring';
}
