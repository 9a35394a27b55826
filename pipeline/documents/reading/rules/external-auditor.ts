import type { FieldRules } from './field-rules.ts';

/** The firm of a reserve report stands in its letterhead (`report/accountants.ts`); elsewhere a declared place names it. */
export const externalAuditor: FieldRules = { field: 'external_auditor', parties: 'one' };
