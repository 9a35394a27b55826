import type { RuleFamily } from '../../rule.ts';
import { gleifAdministrative } from './gleif-administrative.ts';
import { gleifEntityFacts } from './gleif-entity-facts.ts';
import { gleifEntityStatus } from './gleif-entity-status.ts';
import { gleifRecordListed } from './gleif-record-listed.ts';
import { gleifRegistrationStatus } from './gleif-registration-status.ts';
import { registerAdministrative } from './register-administrative.ts';
import { registerAuthorisationEnd } from './register-authorisation-end.ts';
import { registerCellStated } from './register-cell-stated.ts';
import { registerComments } from './register-comments.ts';
import { registerDates } from './register-dates.ts';
import { registerExemption } from './register-exemption.ts';
import { registerIdentifierCorrected } from './register-identifier-corrected.ts';
import { registerIdentifierInvalid } from './register-identifier-invalid.ts';
import { registerLegalName } from './register-legal-name.ts';
import { registerPassport } from './register-passport.ts';
import { registerRowAdded } from './register-row-added.ts';
import { registerRowNamesOthers } from './register-row-names-others.ts';
import { registerRowRemoved } from './register-row-removed.ts';
import { registerServiceProvider } from './register-service-provider.ts';
import { registerServices } from './register-services.ts';
import { registerSupervision } from './register-supervision.ts';
import { registerTokenIdentifiers } from './register-token-identifiers.ts';
import { registerWhitePaperLink } from './register-white-paper-link.ts';

/** Rules about rows and cells of public registers and of LEI records. `registerCellStated` is last: it covers what no rule before it does. */
export const registerRules: RuleFamily = {
  name: 'register',
  rules: [
    registerRowAdded,
    registerRowRemoved,
    registerRowNamesOthers,
    registerAuthorisationEnd,
    registerServices,
    registerPassport,
    registerExemption,
    registerSupervision,
    registerLegalName,
    registerWhitePaperLink,
    registerTokenIdentifiers,
    registerIdentifierCorrected,
    registerIdentifierInvalid,
    registerServiceProvider,
    registerDates,
    registerAdministrative,
    registerComments,
    gleifRecordListed,
    gleifRegistrationStatus,
    gleifEntityStatus,
    gleifEntityFacts,
    gleifAdministrative,
    registerCellStated,
  ],
};
