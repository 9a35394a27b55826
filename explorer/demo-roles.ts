import type { Scope } from '../schemas/vocabulary.ts';
import type { DemoKeys } from './dependencies.ts';
import type { PageConnection } from './page-route.ts';

/** A way to use the demo without a typed key. */
export interface DemoRole {
  /** Value of the field `demo`, and of the parameter in the link that the start prints. */
  readonly name: string;
  readonly button: string;
  readonly isFirst: boolean;
  /** What no other role's key can do. */
  readonly scope: Scope;
  readonly keyOf: (keys: DemoKeys) => string | null;
}

/** Who may use the demo's keys without typing one: clients on this machine, whose requests no proxy passed on (U-31). */
export const isDemoClient = ({ transport, isDirect }: PageConnection): boolean => transport === 'local' && isDirect;

/**
 * The role whose form a script sends at once: the link that the start prints, opened by the reader. A page of another site
 * that leads here only shows the buttons.
 */
export const roleAtOnce = (query: URLSearchParams, { isTyped }: PageConnection): DemoRole | null => {
  const [given, ...others] = query.getAll('demo');
  return isTyped && others.length === 0 ? (demoRoles.find(({ name }) => name === given) ?? null) : null;
};

export const demoRoles: readonly DemoRole[] = [
  {
    name: 'yes',
    button: 'Sign in to the demo',
    isFirst: true,
    scope: 'monitoring:read',
    keyOf: ({ reader }) => reader,
  },
  {
    name: 'operator',
    button: 'Sign in as the operator',
    isFirst: false,
    scope: 'operator',
    keyOf: ({ operator }) => operator,
  },
];
