import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { RuleSet } from '../rule.ts';
import { comparable } from './comparable.ts';
import { contentDrift } from './content-drift.ts';
import { disclosureCompared } from './disclosure-compared.ts';
import { disclosureEvidence } from './disclosure-evidence.ts';
import { disclosureOverlays } from './disclosure-overlays.ts';
import { disclosurePartial } from './disclosure-partial.ts';
import { disclosureReread } from './disclosure-reread.ts';
import { disclosureReturned } from './disclosure-returned.ts';
import { disclosureSpelling } from './disclosure-spelling.ts';
import { disclosureStated } from './disclosure-stated.ts';
import { disclosureUnstated } from './disclosure-unstated.ts';
import { disclosureWording } from './disclosure-wording.ts';
import { fallback } from './fallback.ts';
import { gleifAdministrative } from './gleif-administrative.ts';
import { gleifEntityFacts } from './gleif-entity-facts.ts';
import { gleifEntityStatus } from './gleif-entity-status.ts';
import { gleifRecordListed } from './gleif-record-listed.ts';
import { gleifRegistrationStatus } from './gleif-registration-status.ts';
import { listCandidate } from './list-candidate.ts';
import { listMatchAdded } from './list-match-added.ts';
import { listMatchAmended } from './list-match-amended.ts';
import { listMatchRemoved } from './list-match-removed.ts';
import { listMatchSubjectLeft } from './list-match-subject-left.ts';
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
import { registryAssetStatus } from './registry-asset-status.ts';
import { registryIssuerKyi } from './registry-issuer-kyi.ts';
import { sourceMoved } from './source-moved.ts';
import { sourceRestored } from './source-restored.ts';
import { sourceRewritten } from './source-rewritten.ts';
import { sourceUnreachable } from './source-unreachable.ts';
import { superseded } from './superseded.ts';
import { unconfirmed } from './unconfirmed.ts';
import { wrongType } from './wrong-type.ts';

/**
 * The published rule set. Rules are asked in this order: whether the readings compare, what the fact states,
 * the fallback, then the downgrades. Frozen: a different verdict or wording is a new rule set.
 */
export const impactV1: RuleSet = {
  version: 'impact-v1',
  fields: disclosureFields,
  rules: [
    comparable,
    registryAssetStatus,
    registryIssuerKyi,
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
    listMatchAdded,
    listMatchRemoved,
    listMatchSubjectLeft,
    listMatchAmended,
    listCandidate,
    disclosureReread,
    disclosurePartial,
    disclosureReturned,
    disclosureSpelling,
    disclosureWording,
    disclosureStated,
    disclosureUnstated,
    disclosureCompared,
    disclosureOverlays,
    disclosureEvidence,
    sourceUnreachable,
    sourceRestored,
    sourceMoved,
    sourceRewritten,
    contentDrift,
    wrongType,
    fallback,
    unconfirmed,
    superseded,
  ],
};
