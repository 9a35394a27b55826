import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { RuleSet } from '../rule.ts';
import { comparable } from './comparable.ts';
import { contentDrift } from './source/content-drift.ts';
import { disclosureCompared } from './disclosure/disclosure-compared.ts';
import { disclosureEvidence } from './disclosure/disclosure-evidence.ts';
import { disclosureOverlays } from './disclosure/disclosure-overlays.ts';
import { disclosurePartial } from './disclosure/disclosure-partial.ts';
import { disclosureReread } from './disclosure/disclosure-reread.ts';
import { disclosureReturned } from './disclosure/disclosure-returned.ts';
import { disclosureSpelling } from './disclosure/disclosure-spelling.ts';
import { disclosureStated } from './disclosure/disclosure-stated.ts';
import { disclosureUnstated } from './disclosure/disclosure-unstated.ts';
import { disclosureWording } from './disclosure/disclosure-wording.ts';
import { fallback } from './fallback.ts';
import { gleifAdministrative } from './register/gleif-administrative.ts';
import { gleifEntityFacts } from './register/gleif-entity-facts.ts';
import { gleifEntityStatus } from './register/gleif-entity-status.ts';
import { gleifRecordListed } from './register/gleif-record-listed.ts';
import { gleifRegistrationStatus } from './register/gleif-registration-status.ts';
import { listCandidate } from './sanctions/list-candidate.ts';
import { listMatchAdded } from './sanctions/list-match-added.ts';
import { listMatchAmended } from './sanctions/list-match-amended.ts';
import { listMatchRemoved } from './sanctions/list-match-removed.ts';
import { listMatchSubjectLeft } from './sanctions/list-match-subject-left.ts';
import { registerAdministrative } from './register/register-administrative.ts';
import { registerAuthorisationEnd } from './register/register-authorisation-end.ts';
import { registerCellStated } from './register/register-cell-stated.ts';
import { registerComments } from './register/register-comments.ts';
import { registerDates } from './register/register-dates.ts';
import { registerExemption } from './register/register-exemption.ts';
import { registerIdentifierCorrected } from './register/register-identifier-corrected.ts';
import { registerIdentifierInvalid } from './register/register-identifier-invalid.ts';
import { registerLegalName } from './register/register-legal-name.ts';
import { registerPassport } from './register/register-passport.ts';
import { registerRowAdded } from './register/register-row-added.ts';
import { registerRowNamesOthers } from './register/register-row-names-others.ts';
import { registerRowRemoved } from './register/register-row-removed.ts';
import { registerServiceProvider } from './register/register-service-provider.ts';
import { registerServices } from './register/register-services.ts';
import { registerSupervision } from './register/register-supervision.ts';
import { registerTokenIdentifiers } from './register/register-token-identifiers.ts';
import { registerWhitePaperLink } from './register/register-white-paper-link.ts';
import { registryAssetStatus } from './own/registry-asset-status.ts';
import { registryIssuerKyi } from './own/registry-issuer-kyi.ts';
import { sourceMoved } from './source/source-moved.ts';
import { sourceRestored } from './source/source-restored.ts';
import { sourceRewritten } from './source/source-rewritten.ts';
import { sourceUnreachable } from './source/source-unreachable.ts';
import { superseded } from './superseded.ts';
import { unconfirmed } from './unconfirmed.ts';
import { wrongType } from './source/wrong-type.ts';

/**
 * The published rule set. Rules are evaluated in this order: whether the readings compare, the meaning of the change, the
 * fallback, the downgrades. Frozen: another verdict or text is a new rule set.
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
