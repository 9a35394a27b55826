import type { Scope } from '../../../schemas/vocabulary.ts';
import type { DemoKeys } from '../../dependencies.ts';

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

export const demoRoles: readonly DemoRole[] = [
  {
    ...{ name: 'yes', button: 'Sign in to the demo', isFirst: true, scope: 'monitoring:read' },
    keyOf: ({ reader }) => reader,
  },
  {
    ...{ name: 'operator', button: 'Sign in as the operator', isFirst: false, scope: 'operator' },
    keyOf: ({ operator }) => operator,
  },
];
