/** Subjects of an asset that it has through its reserve alone. */
import type { Subject } from '../../schemas/generated/records.ts';

type Roles = Pick<Subject, 'roles'>;

const hasOnly = ({ roles }: Roles, role: string): boolean => roles.length > 0 && roles.every((one) => one === role);

/** An instrument of the reserve. */
export const isReserveInstrument = (subject: Roles & Pick<Subject, 'kind'>): boolean =>
  subject.kind === 'isin' && hasOnly(subject, 'collateral');

/** The issuer of an instrument of the reserve, by reference data. */
export const isReserveIssuer = (subject: Roles & Pick<Subject, 'kind'>): boolean =>
  subject.kind === 'lei' && hasOnly(subject, 'collateral_issuer');
