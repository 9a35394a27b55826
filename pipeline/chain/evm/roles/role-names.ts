/** Names of role hashes, for display. A role is always identified by its hash: a contract may use any name for it. */
import { authorityTerm, authorityTypes } from '../../../../schemas/terms/authorities.ts';
import { hashOfName } from '../calls/selector-of.ts';

/** AccessControl has no name for it: its hash is zero. */
export const defaultAdminRole = `0x${'0'.repeat(64)}`;
export const proposerRole = hashOfName('PROPOSER_ROLE');
const timelockAdminRole = hashOfName('TIMELOCK_ADMIN_ROLE');

/** Roles that decide who has the others. */
export const adminRoles: readonly string[] = [defaultAdminRole, timelockAdminRole];

const defaultAdmin = 'DEFAULT_ADMIN_ROLE';

/** Roles that give no authority over a token. */
const otherNames = [
  'PROPOSER_ROLE',
  'TIMELOCK_ADMIN_ROLE',
  'BURNER_ROLE',
  'EXECUTOR_ROLE',
  'CANCELLER_ROLE',
  'ADMIN_ROLE',
  'OPERATOR_ROLE',
  'isAgent',
];

const names: ReadonlyMap<string, string> = new Map(
  [...authorityTypes.flatMap((type) => authorityTerm(type).roles), ...otherNames].map((name) => [
    name === defaultAdmin ? defaultAdminRole : hashOfName(name),
    name,
  ]),
);

export const knownRoles: readonly string[] = [...names.keys()];

/** Hash of a role of this name. */
export const roleOfName = hashOfName;

/** Name of a role hash; null when it is not in the table. */
export const roleName = (role: string): string | null => names.get(role) ?? null;
