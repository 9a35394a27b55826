// Made from schemas/avro by `npm run generate`. Do not edit.

/** A request of a key holder or of the operator. Internal. Record time: append time. */
export interface AccountCommand {
  /** UUID; repeating it repeats the stored outcome. */
  readonly commandId: string;
  /** Tenant concerned; the record key. */
  readonly tenantId: string;
  /** One of commandType. */
  readonly type: string;
  /** Time the command takes effect. */
  readonly at: number;
  /** Arguments as JSON text; their shape depends on the type. */
  readonly body: string;
  /** Whether the asset was in the public registry when the command was given. */
  readonly assetPublic: boolean | null;
  /** Author of the command: key:<id>, operator or intake. */
  readonly actor: string;
}

/** A record that can never be processed, kept with everything needed to try again. Record time: time of parking. */
export interface AccountDeadLetter {
  /** Topic it came from. */
  readonly topic: string;
  /** Partition it came from. */
  readonly partition: number;
  /** Offset it came from. */
  readonly offset: number;
  /** Original key. */
  readonly key: Buffer | null;
  /** Original value. */
  readonly value: Buffer | null;
  /** Original headers. */
  readonly headers: Readonly<Record<string, Buffer>>;
  /** Original record time. */
  readonly timestamp: number;
  /** Schema id in the value, when readable. */
  readonly schemaId: number | null;
  /** Processor that parked it. */
  readonly processor: string;
  /** Class of the error. */
  readonly errorClass: string;
  /** What was wrong, as a sentence. */
  readonly message: string;
  /** When it was parked. */
  readonly time: number;
}

/** A watchlist item after an event. */
export interface WatchItem {
  /** UUID of the item. */
  readonly itemId: string;
  /** Asset watched. */
  readonly assetId: string;
  /** One of watchState: gathering, ready, unresolved, removed. */
  readonly state: string;
  /** One of stateReason while unresolved. */
  readonly stateReason: string | null;
  /** One of intakeStatus while gathering. */
  readonly intakeStatus: string | null;
  /** False while paused. */
  readonly monitoringEnabled: boolean;
  /** Private note. */
  readonly note: string | null;
  /** Start of the watch; the same after a removal and a new addition. */
  readonly addedAt: number;
  /** When it was last put on the list. */
  readonly currentAddAt: number;
  /** Sequence of that event: orders the list. */
  readonly currentAddSeq: number;
}

/** A time in which changes of an asset do not reach the tenant. */
export interface HiddenInterval {
  /** sha256 of the tenant, asset, kind and opening event. */
  readonly intervalId: string;
  /** Asset hidden. */
  readonly assetId: string;
  /** paused, removed or unresolved. */
  readonly kind: string;
  /** Start, inclusive. */
  readonly from: number;
  /** End, exclusive; null while open. */
  readonly to: number | null;
}

/** An API key after an event; the secret only as a hash. */
export interface ApiKeyState {
  /** Public part of the key. */
  readonly keyId: string;
  /** Name the operator gave it. */
  readonly name: string;
  /** sha256 hex of the secret part. */
  readonly secretSha256: string;
  /** Last four characters of the secret. */
  readonly last4: string;
  /** Scopes. */
  readonly scopes: readonly string[];
  /** When it was made. */
  readonly createdAt: number;
  /** When it stops working. */
  readonly expiresAt: number | null;
  /** When it was revoked. */
  readonly revokedAt: number | null;
  /** Key that its holder replaced by this one: revoking that key ends this one, too. Null for a key that the operator made. */
  readonly replaces: string | null;
  /** Newest UTC day on which it was used, YYYY-MM-DD; null before the first one. */
  readonly usedOn: string | null;
}

/** Settings of a tenant after an event. */
export interface TenantState {
  /** Watchlist limit. */
  readonly limit: number;
  /** Seen marker of the change feed. */
  readonly seenAt: number;
  /** When the tenant was made. */
  readonly createdAt: number;
}

/** The end of an intake. */
export interface IntakeNotice {
  /** UUID of the notification. */
  readonly noticeId: string;
  /** Item concerned. */
  readonly itemId: string;
  /** Asset concerned. */
  readonly assetId: string;
  /** One of intake_ready, intake_partial, intake_unresolved. */
  readonly kind: string;
  /** Reason, when unresolved. */
  readonly reason: string | null;
}

/** The answer to the command. */
export interface CommandOutcome {
  /** accepted, unchanged or rejected. */
  readonly status: string;
  /** Error code when rejected. */
  readonly code: string | null;
  /** Sentence when rejected. */
  readonly message: string | null;
  /** Watchlist limit at that time. */
  readonly limit: number;
  /** Items counted at that time. */
  readonly used: number;
  /** The item after the decision. */
  readonly item: WatchItem | null;
}

/** The opening, a renewal or the end of a signed-in session of a person. */
export interface SessionMark {
  /** sha256 hex of the session's secret; the secret itself is nowhere on the log. */
  readonly sessionSha256: string;
  /** Key that signed in. */
  readonly keyId: string;
  /** One of sessionEvent: opened, renewed, closed. */
  readonly kind: string;
}

/** Notifications that the key holder marked at once as read, or as unread again. */
export interface InboxMarks {
  /** Their ids. */
  readonly notificationIds: readonly string[];
  /** When they were read; null: unread again. */
  readonly readAt: number | null;
}

/** A message that could not be delivered and is sent again. */
export interface PendingWebhook {
  /** Id of the message: webhook-id. */
  readonly messageId: string;
  /** Position in the stream before the message. */
  readonly cursor: string;
  /** Tries so far. */
  readonly tries: number;
  /** Time of the next try. */
  readonly nextAt: number;
}

/** State of an endpoint after the event. */
export interface WebhookEndpoint {
  /** UUID of the endpoint. */
  readonly endpointId: string;
  /** Address, sealed under the tenant's key; empty once removed. */
  readonly url: string;
  /** Signing secret, sealed under the tenant's key; empty once removed. */
  readonly secret: string;
  /** Secret before the last rotation, sealed; it also signs until previousUntil. */
  readonly previousSecret: string | null;
  /** End of the previous secret. */
  readonly previousUntil: number | null;
  /** One of webhookState: enabled, disabled, removed. */
  readonly state: string;
  /** Why it is disabled, one of webhookReason: gone, failing, stopped. */
  readonly reason: string | null;
  /** Position in the tenant's stream after every message that was sent or is pending. */
  readonly cursor: string;
  /** Messages that are sent again, oldest first. */
  readonly pending: readonly PendingWebhook[];
  /** Time of the first failure since the last success; null while deliveries succeed. */
  readonly failingSince: number | null;
  /** Number of progress reports so far. A report based on an earlier number is refused. */
  readonly progress: number;
  /** When it was created. */
  readonly createdAt: number;
}

/** One try to deliver a message. */
export interface WebhookDelivery {
  /** Endpoint. */
  readonly endpointId: string;
  /** Id of the message: webhook-id. */
  readonly messageId: string;
  /** One of webhookEvent: notification.created, change.created, change.revised, webhook.test. */
  readonly kind: string;
  /** Number of this try, from 1; 0 for a test and for a message that was sent again by hand. */
  readonly tries: number;
  /** One of deliveryOutcome: delivered, failed, given_up. */
  readonly outcome: string;
  /** HTTP status of the answer; null without an answer. */
  readonly status: number | null;
  /** Why it failed, as a sentence. */
  readonly error: string | null;
  /** First KiB of the answer, sealed under the tenant's key. */
  readonly answer: string | null;
  /** Duration of the try, milliseconds. */
  readonly durationMs: number;
  /** Position in the stream before the message; empty for a test. */
  readonly cursor: string;
  /** When it was sent. */
  readonly at: number;
}

/** A webhook endpoint of the tenant and the deliveries to it. */
export interface WebhookMark {
  /** State of the endpoint; null if the event only records deliveries. */
  readonly endpoint: WebhookEndpoint | null;
  /** Tries since the last event. */
  readonly deliveries: readonly WebhookDelivery[];
}

/** A token that the key holder asks the operator to make public. */
export interface TokenRequest {
  /** UUID of the request: one for a token and tenant. */
  readonly requestId: string;
  /** CAIP-19 id of the token; EVM addresses in EIP-55 form. */
  readonly caip19: string;
  /** Text of the key holder, sealed under the tenant's key. */
  readonly note: string | null;
  /** One of requestState: open, registered, declined, withdrawn. */
  readonly state: string;
  /** Why the operator declined. */
  readonly reason: string | null;
  /** When the key holder asked. */
  readonly createdAt: number;
  /** When it was declined, or found to be registered. */
  readonly decidedAt: number | null;
}

/** The decision on a command and the state after it. Internal. Record time: append time of the command. */
export interface AccountEvent {
  /** sha256 of the tenant, sequence and command. */
  readonly eventId: string;
  /** Tenant; the record key. */
  readonly tenantId: string;
  /** Per-tenant sequence, from 1. */
  readonly seq: number;
  /** Command that caused it. */
  readonly commandId: string;
  /** Offset of that command. */
  readonly inputPosition: number;
  /** One of accountEventType. */
  readonly type: string;
  /** When it takes effect. */
  readonly at: number;
  /** Author of the command. */
  readonly actor: string;
  /** The watchlist item after the event. */
  readonly item: WatchItem | null;
  /** Hidden intervals opened or closed. */
  readonly intervals: readonly HiddenInterval[];
  /** The key after the event. */
  readonly key: ApiKeyState | null;
  /** The settings of the tenant after the event. */
  readonly tenant: TenantState | null;
  /** Result of an intake, for a notification to the key holder. */
  readonly notice: IntakeNotice | null;
  /** The answer to the command; on the last event of it. */
  readonly outcome: CommandOutcome | null;
  /** An event of a session. */
  readonly session: SessionMark | null;
  /** Notifications that were marked in the inbox. */
  readonly marks: InboxMarks | null;
  /** An event of a webhook endpoint. */
  readonly webhook: WebhookMark | null;
  /** State of a request after the event. */
  readonly request: TokenRequest | null;
}

/** An operator parks a record that cannot be processed, or a processor passes one. Record time: when that happened. */
export interface AccountParking {
  /** Topic of the parked record. */
  readonly topic: string;
  /** Its partition. */
  readonly partition: number;
  /** Its offset. */
  readonly offset: number;
  /** On a request, the processors that have not processed the record and must pass it; otherwise the processor that passed it. */
  readonly processors: readonly string[];
  /** False: the request of the operator. True: the processor has passed the record. */
  readonly passed: boolean;
  /** Name of the operator who parked it, as given in the command. */
  readonly by: string;
  /** Reason, as a sentence of the operator. */
  readonly why: string;
  /** When it was parked. */
  readonly time: number;
}

/** An established fact about an asset. Drafts, and readings of a source that are not yet accepted, are not here. A later record of the same asset, subject, field and source replaces it. Record time: observedAt of the observation that caused it. */
export interface AssetFact {
  /** Asset the fact belongs to; the record key. Empty for a tick, whose key is tick. */
  readonly assetId: string;
  /** One of subjectKind: what the fact is about; control for a tick. */
  readonly subjectKind: string;
  /** Which subject of that kind; empty for the asset itself. */
  readonly subjectKey: string;
  /** Which fact about the subject, as in observations. Facts of the declaration in the registry: regimes, sources, registered_at. The fact read is the time of the last complete reading of a source; authorities lists the authorities of the asset and whether a proof shows control. */
  readonly field: string;
  /** Where it was read, as in observations. */
  readonly sourceKey: string;
  /** The value as RFC 8785 JSON text; null when the source does not disclose it, or no longer states it. */
  readonly value: string | null;
  /** Where the source is published. */
  readonly sourceUrl: string | null;
  /** Time of the first reading with the value; for an ended fact, the time when it ended. */
  readonly since: number;
  /** Observation that shows the value; for an ended fact, the one that ended it; for a tick, the tick. */
  readonly observationId: string;
  /** Offset of the observation that caused this record. */
  readonly position: number;
}

/** The issuer. */
export interface RecordIssuer {
  /** Party id. */
  readonly partyId: string;
  /** Unique issuer identifier. */
  readonly did: string;
  /** Name. */
  readonly name: string;
  /** Business description. */
  readonly description: string;
  /** One of kyiStatus. */
  readonly kyiStatus: string;
  /** Whether KYB passed. */
  readonly kybVerified: boolean;
  /** Legal name; null when none is declared. */
  readonly legalName: string | null;
  /** LEI; null when none is declared. */
  readonly lei: string | null;
  /** Country of the legal entity, ISO 3166-1 alpha-2; null when none is declared. */
  readonly country: string | null;
  /** When the outcome of KYI was reached; null when not stated. */
  readonly kyiAt: number | null;
  /** When the outcome of KYB was reached; null when not stated. */
  readonly kybAt: number | null;
  /** Other names in use. */
  readonly aliases: readonly string[];
}

/** A wallet with power over the token. */
export interface RecordAuthority {
  /** Stable id of this authority record. */
  readonly id: string;
  /** Authority type; open set. */
  readonly type: string;
  /** Address that has the authority. */
  readonly address: string;
  /** regular or multisig. */
  readonly accountType: string;
  /** Signer addresses of a multisig, sorted. */
  readonly signers: readonly string[];
  /** Approvals needed, when known. */
  readonly threshold: number | null;
  /** Whether a valid wallet proof shows control. */
  readonly verified: boolean;
  /** When it was observed on chain. */
  readonly observedAt: number | null;
  /** Kind of the account as its chain states it, such as key, contract or timelock; open set; null if no reading described it. */
  readonly accountKind: string | null;
}

/** A wallet proof. */
export interface RecordProof {
  /** Id of the proof. */
  readonly proofId: string;
  /** Type of the authority that it proves. */
  readonly authorityType: string;
  /** Address of the authority that it proves. */
  readonly authorityAddress: string;
  /** The method object of the API as JSON text. */
  readonly method: string;
  /** When the proof was made. */
  readonly provedAt: number;
  /** What verified it. */
  readonly verifiedBy: string;
  /** Reason why the proof no longer supports the authority, as a sentence; null while it does. */
  readonly lapsed: string | null;
}

/** The asset as interface A serves it: declared facts, observed authorities, proofs. Compacted: the newest record of a key is the whole record. Record time: time of the observation that changed it. */
export interface AssetRecord {
  /** Asset; the record key. */
  readonly assetId: string;
  /** Offset of the observation behind this record: its version. */
  readonly position: number;
  /** Offset of the registry.assets record behind the declared facts. */
  readonly registryPosition: number;
  /** Record time of the asset's first registration. */
  readonly registeredAt: number;
  /** Active, and the issuer is KYI-verified. */
  readonly public: boolean;
  /** The issuer passed KYI. */
  readonly kyiVerified: boolean;
  /** One of assetStatus. */
  readonly status: string;
  /** Unique asset identifier, ULID. */
  readonly did: string;
  /** Readable identifier. */
  readonly slug: string;
  /** Chain slug. */
  readonly chain: string;
  /** Address in output form. */
  readonly address: string;
  /** CAIP-19 asset namespace. */
  readonly standard: string;
  /** Decimal places; null where none are stated, as for non-fungible tokens. */
  readonly decimals: number | null;
  /** Token name. */
  readonly name: string;
  /** Ticker symbol. */
  readonly symbol: string;
  /** What the token is. */
  readonly description: string;
  /** Official website. */
  readonly websiteUrl: string | null;
  /** Official white paper. */
  readonly whitepaperUrl: string | null;
  /** Published logo. */
  readonly imageUrl: string | null;
  /** Whether the right to show the logo is confirmed. */
  readonly copyrightConfirmed: boolean;
  /** On-chain attestation. */
  readonly attestationAddress: string | null;
  /** When the asset was verified. */
  readonly verifiedAt: number | null;
  /** Legal regimes. */
  readonly regimes: readonly string[];
  /** Number of declared sources. */
  readonly sourcesDeclared: number;
  /** The issuer; null when none is linked, whether one is named or not. */
  readonly issuer: RecordIssuer | null;
  /** Authorities, sorted by type and address. */
  readonly authorities: readonly RecordAuthority[];
  /** Wallet proofs, sorted by proof id. */
  readonly verifications: readonly RecordProof[];
  /** Result of the newest reading of the token's chain, one of chainReading; null before the first reading. */
  readonly chainReading: string | null;
  /** An issuer is named, linked or not: it is screened and compared with registers. */
  readonly issuerNamed: boolean;
}

/** One identifier, wallet or party. */
export interface Subject {
  /** <kind>:<value> in comparable form, unique within the asset. */
  readonly key: string;
  /** One of: wallet, lei, dti, ffg, isin, party. */
  readonly kind: string;
  /** The value in comparable form: for a wallet <encoding>:<payload>. */
  readonly value: string;
  /** The value as it is usually written. */
  readonly display: string;
  /** Roles for the asset, for example contract, authority:owner, signer:owner, issuer, treasury. */
  readonly roles: readonly string[];
  /** Party it belongs to. */
  readonly partyId: string | null;
  /** Name of that party. */
  readonly partyName: string | null;
  /** CAIP-2 ids of the chains it is used on, for wallets. */
  readonly chains: readonly string[];
  /** Names to search for; for parties. */
  readonly names: readonly string[];
  /** Country of registration, for parties. */
  readonly country: string | null;
  /** One of partyKind; for parties. */
  readonly entity: string;
  /** Year of birth, for persons; null when it is not declared. */
  readonly birthYear: number | null;
  /** Event time of the observation that introduced it. */
  readonly since: number;
  /** That observation. */
  readonly sinceObservationId: string;
}

/** Identifiers, wallets and parties of an asset that are searched in lists and registers. Compacted: the newest record of a key is the whole set. Written only when the set changes. */
export interface AssetSubjects {
  /** Asset; the record key. */
  readonly assetId: string;
  /** Offset of the observation behind this record: its version. */
  readonly position: number;
  /** Subjects, sorted by key. */
  readonly subjects: readonly Subject[];
}

/** The open matches of one register row with subjects of assets: the state of the join. Compacted by row key. */
export interface AttributeMatch {
  /** <list or register>:<entry or row id>; the record key. */
  readonly rowKey: string;
  /** Offset of the record that caused this one: its version. */
  readonly position: number;
  /** Open matches, sorted by asset and subject. */
  readonly matches: readonly OpenMatch[];
  /** Asset to the event time at which a match with it last ended: no later match of the two begins before it. */
  readonly ends: Readonly<Record<string, number>>;
  /** Of each asset, the 32 matches of the row that ended last and are not open again; the last one last. */
  readonly ended: readonly EndedMatch[];
}

/** The fact concerned. */
export interface ExplainedField {
  /** Field name. */
  readonly name: string;
  /** Field label. */
  readonly label: string;
  /** What the field states. */
  readonly meaning: string;
  /** Why it matters. */
  readonly stake: string;
}

/** One side of a comparison, in words. */
export interface StatedValue {
  /** What the value is called. */
  readonly label: string;
  /** The value in words. */
  readonly value: string;
  /** A note for readers of the value. */
  readonly note: string | null;
}

/** The change in plain words. */
export interface Explanation {
  /** One of explanationKind. */
  readonly kind: string;
  /** The change in one line. */
  readonly headline: string;
  /** What happened. */
  readonly what: string;
  /** What happened, with the values. */
  readonly whatDetail: string;
  /** The fact concerned. */
  readonly field: ExplainedField;
  /** Previous value. */
  readonly previous: StatedValue;
  /** Current value. */
  readonly current: StatedValue;
  /** Why the fact matters. */
  readonly whyItMatters: string;
  /** What the change affects. */
  readonly impact: string;
}

/** A dimension that the change affects. */
export interface AssessedDimension {
  /** One of dimension. */
  readonly kind: string;
  /** One of direction. */
  readonly direction: string;
}

/** A rule that fired. */
export interface FiredRule {
  /** Rule id. */
  readonly rule: string;
  /** What the rule states. */
  readonly claim: string;
  /** Direction after the rule. */
  readonly direction: string;
}

/** Evidence of one side. */
export interface EvidenceSide {
  /** Passage of the source. */
  readonly quote: string | null;
  /** Artifact with the bytes, sha256 hex. */
  readonly artifactId: string | null;
  /** Evidence hash of the observation. */
  readonly observationSha256: string | null;
}

/** Evidence for the assessment. */
export interface AssessmentEvidence {
  /** Previous side. */
  readonly old: EvidenceSide;
  /** New side. */
  readonly new: EvidenceSide;
}

/** What the change means for a holder, by a published rule set. */
export interface ImpactAssessment {
  /** UUID version 5 over the rule set, the change id and the input fingerprint. */
  readonly id: string;
  /** One of direction. */
  readonly direction: string;
  /** One of assessmentStatus. */
  readonly status: string;
  /** One of disposition. */
  readonly disposition: string;
  /** Dimensions, sorted by kind. */
  readonly dimensions: readonly AssessedDimension[];
  /** Reason for the verdict of the rules. */
  readonly reason: string;
  /** One factual line. */
  readonly whatThisMeansForHolders: string;
  /** One of assessmentMethod. */
  readonly method: string;
  /** From the confidence table, 0 to 1. */
  readonly confidence: number;
  /** True when no rule matched. */
  readonly isFallback: boolean;
  /** True when an input artifact is missing. */
  readonly retryRequired: boolean;
  /** Rule set, for example impact-v1. */
  readonly rulesVersion: string;
  /** Rules that fired, in order, downgrades included. */
  readonly trail: readonly FiredRule[];
  /** Evidence for the assessment. */
  readonly evidence: AssessmentEvidence;
  /** sha256:<hex> over the RFC 8785 form of the rules' inputs. */
  readonly inputFingerprint: string;
  /** Time of the observation that was assessed. */
  readonly assessedAt: number;
}

/** A categorised change of a fact about an asset, with its explanation and impact assessment. A later revision has the same id and a higher revision number. Record time: detectedAt of the change for the first revision, the time of the causing observation for later ones. */
export interface Change {
  /** <category>:<26 base32 characters>, a hash of the category, the subject and the two observations. */
  readonly id: string;
  /** 0 for the first; each later revision replaces the earlier ones. */
  readonly revision: number;
  /** Asset concerned; the record key. */
  readonly assetId: string;
  /** One of category. */
  readonly category: string;
  /** One of changeKind. */
  readonly changeKind: string;
  /** Kind of subject that changed. */
  readonly subjectKind: string;
  /** Which subject. */
  readonly subjectKey: string;
  /** Which fact. */
  readonly field: string;
  /** One of fieldGroup, for disclosure fields. */
  readonly fieldGroup: string | null;
  /** Source the fact was read from. */
  readonly sourceKey: string;
  /** Observation of the previous value. */
  readonly oldObservationId: string | null;
  /** First observation that showed the new value. */
  readonly newObservationId: string;
  /** observedAt of that first observation. */
  readonly detectedAt: number;
  /** When a revision first met the conditions for a notification. */
  readonly notableAt: number | null;
  /** When the change took its present state (open, confirmed or withdrawn): observedAt of the observation or review that caused it. */
  readonly knownAt: number;
  /** observedAt of the observation that caused this revision. */
  readonly revisedAt: number;
  /** False while it is a draft or candidate. */
  readonly confirmed: boolean;
  /** True if the two values cannot be compared with confidence. */
  readonly lowSignal: boolean;
  /** One of materiality, for disclosure fields. */
  readonly materiality: string | null;
  /** One of direction, from the view of a token holder. */
  readonly direction: string;
  /** One of disposition. */
  readonly disposition: string;
  /** One of severity: how urgent it is for a holder. */
  readonly severity: string;
  /** What changed, short. */
  readonly title: string;
  /** What changed, one sentence. */
  readonly detail: string;
  /** Previous value in words. */
  readonly before: string | null;
  /** New value in words. */
  readonly after: string | null;
  /** Passage that states the new value. */
  readonly quote: string | null;
  /** Passage that stated the previous value. */
  readonly priorQuote: string | null;
  /** Where the new value is published. */
  readonly sourceUrl: string | null;
  /** Where the previous value was published. */
  readonly priorSourceUrl: string | null;
  /** sha256:<hex> of the bytes the new value was read from. */
  readonly sourceHash: string | null;
  /** One factual line on the subjects that the change affects. */
  readonly impact: string | null;
  /** Changes of one document revision, or of one row in one file, share it. */
  readonly groupId: string;
  /** The change in plain words. */
  readonly explanation: Explanation;
  /** What the change means for a holder. */
  readonly assessment: ImpactAssessment;
}

/** A record that can never be processed, kept with everything needed to try again. Record time: time of parking. */
export interface DeadLetter {
  /** Topic it came from. */
  readonly topic: string;
  /** Partition it came from. */
  readonly partition: number;
  /** Offset it came from. */
  readonly offset: number;
  /** Original key. */
  readonly key: Buffer | null;
  /** Original value. */
  readonly value: Buffer | null;
  /** Original headers. */
  readonly headers: Readonly<Record<string, Buffer>>;
  /** Original record time. */
  readonly timestamp: number;
  /** Schema id in the value, when readable. */
  readonly schemaId: number | null;
  /** Processor that parked it. */
  readonly processor: string;
  /** Class of the error. */
  readonly errorClass: string;
  /** What was wrong, as a sentence. */
  readonly message: string;
  /** When it was parked. */
  readonly time: number;
}

/** Result of the reader of the document. */
export interface DocumentReading {
  /** Name of the reader. */
  readonly reader: string;
  /** Version of the reader. */
  readonly version: string;
  /** Artifact of the reading, sha256 hex; null when it failed. */
  readonly sha256: string | null;
  /** One of readingEnded: whole, partly, failed. */
  readonly ended: string;
  /** Reason why it is not complete, as a part of a sentence. */
  readonly reason: string | null;
  /** Resource limit that ended the reader: time, memory, output. */
  readonly limit: string | null;
  /** Version of the extraction rules with the hash of their content, <version>@<12 hex digits>. */
  readonly rules: string | null;
}

/** A source that has this address. */
export interface DeclaredSource {
  /** Asset that declares it. */
  readonly assetId: string;
  /** Name of the source within the asset. */
  readonly sourceId: string;
  /** One of sourceKind: whitepaper, terms, report, page. */
  readonly kind: string;
  /** Name of the profile, as declared. */
  readonly extractor: string;
  /** The profile with the hash of its content, <id>@<12 hex digits>; null if there is no such profile. */
  readonly profile: string | null;
  /** Artifact of the profile, sha256 hex. */
  readonly profileSha256: string | null;
}

/** One capture of a declared document: the result of a fetch, import or new reading. A failed fetch is a record, too. Record time: append time; the event time is asOf. */
export interface DocumentCapture {
  /** sha256 of document, as-of, outcome, hashes and declarations: an equal capture has the same id. */
  readonly captureId: string;
  /** sha256 of the declared address. */
  readonly documentId: string;
  /** Registrable domain of the declared address; the record key. */
  readonly lane: string;
  /** Declared address. */
  readonly url: string;
  /** Address of the response, after redirects and the link to the document; null without a response. */
  readonly finalUrl: string | null;
  /** Redirects and links between the two addresses. */
  readonly hops: number;
  /** Time of the capture: the event time of everything read from it. */
  readonly asOf: number;
  /** One of documentObtained: fetched, imported, not_modified, reread. */
  readonly obtained: string;
  /** One of fetchOutcome. */
  readonly outcome: string;
  /** HTTP status of the response that decided the outcome; null without a response. */
  readonly status: number | null;
  /** Reason why nothing was read, as a sentence; null if the document was read. */
  readonly message: string | null;
  /** One of documentClass, by the bytes; null without bytes. */
  readonly documentClass: string | null;
  /** Size of the document. */
  readonly bytes: number | null;
  /** Artifact of the document, sha256 hex; for an unmodified document, the earlier artifact. */
  readonly sha256: string | null;
  /** Content-Type the source sent. */
  readonly contentType: string | null;
  /** ETag the source sent. */
  readonly etag: string | null;
  /** Last-Modified the source sent. */
  readonly lastModified: string | null;
  /** Result of the reader; null if nothing was read. */
  readonly reading: DocumentReading | null;
  /** Hashes of text and links, number of words, and comparisons with up to four earlier captures, as RFC 8785 JSON text; null if nothing was read. */
  readonly measures: string | null;
  /** The sources that have this address, sorted by asset and source. */
  readonly declared: readonly DeclaredSource[];
}

/** One file of the snapshot. */
export interface CapturedArtifact {
  /** File name. */
  readonly name: string;
  /** Hash of the raw bytes, hex; its name in the artifact store. */
  readonly sha256: string;
  /** Size of the raw bytes. */
  readonly bytes: number;
  /** Address that it was fetched from. */
  readonly url: string | null;
  /** Content-Type the source sent. */
  readonly contentType: string | null;
  /** ETag the source sent. */
  readonly etag: string | null;
  /** Last-Modified the source sent. */
  readonly lastModified: string | null;
}

/** The files of one fetch or one import from a source, before they are parsed. Record time: append time; the event time is asOf. */
export interface FeedCapture {
  /** sha256 of the capture's feed, as-of and artifacts. */
  readonly captureId: string;
  /** Feed id; the record key. */
  readonly feed: string;
  /** Event time of everything read from this capture. */
  readonly asOf: number;
  /** One of captureKind: fetched, imported, not_modified. */
  readonly obtained: string;
  /** Whether the operator requested to pass the safety gates. */
  readonly force: boolean;
  /** The files of the snapshot, sorted by name. */
  readonly artifacts: readonly CapturedArtifact[];
  /** Identifiers to extract from a source that is too large to become rows completely, sorted; for gleif-* the LEIs. */
  readonly wanted: readonly string[];
}

/** Result of ingest for a capture. Record time: append time of the capture. */
export interface FeedRun {
  /** sha256 of the capture id, the parser version and, unless the run was accepted, its status and the reason of a rejection. */
  readonly runId: string;
  /** The capture it read. */
  readonly captureId: string;
  /** Feed id; the record key. */
  readonly feed: string;
  /** One of runStatus: accepted, rejected, unchanged. */
  readonly status: string;
  /** Event time of the capture. */
  readonly asOf: number;
  /** Hash of the snapshot, hex: of a single file the sha256 of its bytes, of several a hash over their names and hashes. */
  readonly sha256: string;
  /** Rows or entries in the snapshot. */
  readonly rows: number;
  /** Rows that were not in the last accepted snapshot. */
  readonly added: number;
  /** Rows whose content differs. */
  readonly changed: number;
  /** Rows of the last accepted snapshot that are absent from this file. */
  readonly removed: number;
  /** Rows with a difference that the feed defines as editorial. */
  readonly editorial: number;
  /** Rows whose identifier was corrected. */
  readonly corrected: number;
  /** Rows that may be the same row with another key, old and new ones counted. */
  readonly held: number;
  /** Why the capture was rejected, as a sentence. */
  readonly reason: string | null;
  /** Parts of the file that the parser does not know, as sentences. */
  readonly alarms: readonly string[];
  /** Whether a safety gate was passed because the operator requested it. */
  readonly forced: boolean;
  /** Version of the parser that read it. */
  readonly parserVersion: string;
}

/** One reading of one fact about an asset: value, source, extractor and time. Record time: observedAt. */
export interface Observation {
  /** sha256 hex over the RFC 8785 form of all other fields, of those from extractionRule on only the ones that are not null: the same reading twice is one observation. */
  readonly id: string;
  /** Asset the fact belongs to; the record key. Empty for control records. */
  readonly assetId: string;
  /** One of subjectKind: asset, issuer, party, source, register_row, list_entry, instrument, authority, proof, review, control. */
  readonly subjectKind: string;
  /** Which subject of that kind; empty for the asset itself. */
  readonly subjectKey: string;
  /** Which fact about the subject. */
  readonly field: string;
  /** Where it was read: registry, register:<id>, list:<id>, chain:<CAIP-2>, a declared source id, proof. */
  readonly sourceKey: string;
  /** The value as RFC 8785 JSON text; null if the source was searched and does not disclose it. */
  readonly value: string | null;
  /** Passage of the source that states it, verbatim. */
  readonly quote: string | null;
  /** Where the source is published. */
  readonly sourceUrl: string | null;
  /** sha256:<hex> of the bytes read. */
  readonly sourceHash: string | null;
  /** Artifact with those bytes, sha256 hex. */
  readonly artifactId: string | null;
  /** Evidence hash: sha256 hex over the RFC 8785 form of {norm, quote, sourceHash}. */
  readonly observationSha256: string;
  /** Name of the extractor. */
  readonly extractor: string;
  /** Version of the extractor. */
  readonly extractorVersion: string;
  /** One of fetchOutcome; ok if the source returned the requested document. */
  readonly fetchOutcome: string;
  /** One of parseStatus: ok, partial, failed. */
  readonly parseStatus: string;
  /** Time of the reading. */
  readonly observedAt: number;
  /** Rule of the extractor that read the value: ixbrl:<element>, template:<field number>, selector:<name> or keyword:<rule>; null if the value is not from a document. */
  readonly extractionRule: string | null;
  /** Kind of the document, one of documentClass; null if the value is not from a document. */
  readonly documentClass: string | null;
  /** Where in the source the value is: pdf:…, html:…, xbrl:… or json:… in a document; block:<number>:<hash> on a chain, followed by ;proof if the state root of the block proves the value; null if the source has no such place. */
  readonly place: string | null;
  /** sha256 hex of the text of the document that the value was read from; null if it was read from the bytes. */
  readonly reading: string | null;
  /** Number of providers of a chain that returned this value at the same block; null for a single source. */
  readonly quorum: number | null;
}

/** An operator parks a record that cannot be processed, or a processor passes one. Record time: when that happened. */
export interface Parking {
  /** Topic of the parked record. */
  readonly topic: string;
  /** Its partition. */
  readonly partition: number;
  /** Its offset. */
  readonly offset: number;
  /** On a request, the processors that have not processed the record and must pass it; otherwise the processor that passed it. */
  readonly processors: readonly string[];
  /** False: the request of the operator. True: the processor has passed the record. */
  readonly passed: boolean;
  /** Name of the operator who parked it, as given in the command. */
  readonly by: string;
  /** Reason, as a sentence of the operator. */
  readonly why: string;
  /** When it was parked. */
  readonly time: number;
}

/** One row of a public register as published. The last record of a key is the current state of the row. Record time: as-of of the snapshot. */
export interface RegisterRow {
  /** Register id, the feed that publishes it. */
  readonly register: string;
  /** Stable id of the row, given once and kept through pairing. */
  readonly rowId: string;
  /** One of rowStatus: listed, missing, held, removed. */
  readonly status: string;
  /** Change of the row in this snapshot, one of rowEvent: added, changed, corrected, editorial, missing, held, released, removed, restored. */
  readonly event: string;
  /** The row as published: column name to cell, surrounding whitespace removed. */
  readonly columns: Readonly<Record<string, string>>;
  /** Valid LEI of the row's entity. */
  readonly lei: string | null;
  /** Digital Token Identifiers read from the row. */
  readonly dtis: readonly string[];
  /** Functionally fungible group identifiers read from the row. */
  readonly ffgs: readonly string[];
  /** Rows that may be this row under a new key, while its status is held. */
  readonly successorRowIds: readonly string[];
  /** As-of of the first accepted snapshot that had the row. */
  readonly firstSeenAt: number;
  /** Whether it was already in the register's first accepted snapshot. */
  readonly inFirstSnapshot: boolean;
  /** As-of of the first of the latest snapshots that lack the row. */
  readonly missingSince: number | null;
  /** As-of of the snapshot this record was read from. */
  readonly asOf: number;
  /** Run that wrote the record. */
  readonly runId: string;
  /** Artifact the row was read from, sha256 hex. */
  readonly artifactId: string;
  /** sha256:<hex> of the artifact's raw bytes. */
  readonly sourceHash: string;
}

/** Logo of the token. */
export interface AssetImage {
  /** Where the logo was published. */
  readonly url: string;
  /** Whether the right to show it is confirmed. */
  readonly copyrightConfirmed: boolean;
}

/** A party with a role for the asset. */
export interface AssetParty {
  /** The party. */
  readonly partyId: string;
  /** One of partyRole. */
  readonly role: string;
}

/** Identifiers other systems use for the token. */
export interface AssetIdentifiers {
  /** Digital Token Identifiers, ISO 24165. */
  readonly dti: readonly string[];
  /** Functionally fungible group identifiers, ISO 24165. */
  readonly ffg: readonly string[];
  /** ISINs, ISO 6166. */
  readonly isin: readonly string[];
}

/** A published document or page about the asset. */
export interface AssetSource {
  /** Name of the source within the asset. */
  readonly sourceId: string;
  /** Where it is published. */
  readonly url: string;
  /** One of sourceKind: whitepaper, terms, report, page. */
  readonly kind: string;
  /** Which extractor reads it. */
  readonly extractor: string;
}

/** A token deployment as the operator declares it. Each record replaces the earlier ones of the same asset. Record time: when the declaration takes effect. */
export interface RegistryAsset {
  /** UUID of the asset; the record key. */
  readonly assetId: string;
  /** Unique asset identifier shown to consumers, a ULID. */
  readonly did: string;
  /** Readable identifier, unique in the registry. */
  readonly slug: string;
  /** Chain slug, one of chains: ethereum, base, avalanche, plume, sepolia, solana, xrpl. */
  readonly chain: string;
  /** Contract, mint or issued-currency address: EVM in EIP-55 form, Solana base58, XRPL CUR.rIssuer. */
  readonly address: string;
  /** CAIP-19 asset namespace, for example erc20, token, slip44. */
  readonly standard: string;
  /** Decimal places of one unit; null for non-fungible tokens. */
  readonly decimals: number | null;
  /** Full token name. */
  readonly name: string;
  /** Ticker symbol. */
  readonly symbol: string;
  /** What the token is; may be empty. */
  readonly description: string;
  /** Official website. */
  readonly websiteUrl: string | null;
  /** Official white paper. */
  readonly whitepaperUrl: string | null;
  /** Logo. */
  readonly image: AssetImage | null;
  /** On-chain attestation of the verification. */
  readonly attestationAddress: string | null;
  /** Party that issues the token; null when none is linked. */
  readonly issuerId: string | null;
  /** Other parties with a role. */
  readonly parties: readonly AssetParty[];
  /** External identifiers. */
  readonly identifiers: AssetIdentifiers;
  /** Legal regimes the token falls under, from regime. */
  readonly regimes: readonly string[];
  /** Declared sources to watch. */
  readonly sources: readonly AssetSource[];
  /** When the asset was verified. */
  readonly verifiedAt: number | null;
  /** One of assetStatus: active, withdrawn. */
  readonly status: string;
  /** Name of the token that this is a deployment of, one name for all deployments of an issuer; null when none is declared. */
  readonly token: string | null;
  /** The last decision to link or unlink the issuer, or to withdraw or restore the asset; null when none is recorded. */
  readonly vouched: Vouching | null;
}

/** Outcome of the Know Your Issuer check. */
export interface KyiDeclaration {
  /** One of kyiStatus: verified, pending, rejected, revoked, none. */
  readonly status: string;
  /** When the outcome was reached. */
  readonly at: number | null;
}

/** Outcome of the Know Your Business check. */
export interface KybDeclaration {
  /** Whether the business passed. */
  readonly verified: boolean;
  /** When it passed. */
  readonly at: number | null;
}

/** A tax number of a party. */
export interface PartyTaxId {
  /** Country that issued it, ISO 3166-1 alpha-2; null when it is not known. */
  readonly country: string | null;
  /** The number as it is written. */
  readonly value: string;
}

/** Who decided what a declaration states, and why. */
export interface Vouching {
  /** Who decided: a name or a role. Public. */
  readonly by: string;
  /** The reason, in their words. */
  readonly why: string;
  /** What the decision rests on: file:sha256:<hex>:<name>, an https URL, register:<feed>:<row id> or proof:<proof id>. The bytes of a file are not stored. */
  readonly evidence: readonly string[];
}

/** A legal entity or person as the operator declares it. Each record replaces the earlier ones of the same party; the history shows what was declared on a given day. Record time: when the declaration takes effect. */
export interface RegistryParty {
  /** UUID of the party; the record key. */
  readonly partyId: string;
  /** Unique issuer identifier shown to consumers, a ULID. */
  readonly did: string;
  /** Name the party is known by. */
  readonly name: string;
  /** Registered legal name. */
  readonly legalName: string | null;
  /** Legal Entity Identifier, ISO 17442, with a valid check digit. */
  readonly lei: string | null;
  /** Number in the register of the country of registration. */
  readonly registrationNumber: string | null;
  /** Country of registration, ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Other names in use. */
  readonly aliases: readonly string[];
  /** Wallets the party controls, CAIP-10. */
  readonly wallets: readonly string[];
  /** Securities issued by the party, ISO 6166. */
  readonly isins: readonly string[];
  /** Know Your Issuer check. */
  readonly kyi: KyiDeclaration;
  /** Know Your Business check. */
  readonly kyb: KybDeclaration;
  /** What the business does, in its operator's words; may be empty. */
  readonly description: string;
  /** Business Identifier Codes, ISO 9362. */
  readonly bics: readonly string[];
  /** Tax numbers. */
  readonly taxIds: readonly PartyTaxId[];
  /** One of partyKind: organisation, person. */
  readonly kind: string;
  /** Year of birth of a person; null when it is not declared. */
  readonly birthYear: number | null;
  /** The last decision about kyi or kyb; null when none is recorded. */
  readonly vouched: Vouching | null;
}

/** A name of the entry. */
export interface ListedName {
  /** The name as published. */
  readonly name: string;
  /** primary, alias or previous. */
  readonly kind: string;
  /** Whether the list calls it weak or of low quality. */
  readonly weak: boolean;
}

/** A digital currency address of the entry. */
export interface ListedWallet {
  /** Currency label the list prints; context, not a chain. */
  readonly ticker: string;
  /** The address as published. */
  readonly address: string;
  /** <encoding>:<normalised address bytes>; null when the address is not valid in any known encoding. */
  readonly payload: string | null;
}

/** An identifier of the entry. */
export interface ListedIdentifier {
  /** Kind of identifier, for example lei, isin, registration. */
  readonly kind: string;
  /** The identifier as published. */
  readonly value: string;
  /** Country of issue, ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/** A party that the list relates the entry to. */
export interface ListedRelation {
  /** Relation to the entry: parent, subsidiary, owner, linked. */
  readonly role: string;
  /** Its name as published. */
  readonly name: string;
}

/** One entry of a sanctions list as published. The last record of a key is the current state of the entry; a removal is a record with status removed, never a tombstone. Record time: as-of of the snapshot. */
export interface SanctionsEntry {
  /** List id, the feed that publishes it. */
  readonly list: string;
  /** Id of the entry within the list; for ofac-addresses the normalised address. */
  readonly entryId: string;
  /** One of entryStatus: listed, removed. */
  readonly status: string;
  /** Names of the entry. */
  readonly names: readonly ListedName[];
  /** Wallets of the entry. */
  readonly wallets: readonly ListedWallet[];
  /** Other identifiers of the entry. */
  readonly identifiers: readonly ListedIdentifier[];
  /** Countries named, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Sanctions programmes. */
  readonly programs: readonly string[];
  /** As-of of the first accepted snapshot that had the entry. */
  readonly firstSeenAt: number;
  /** Whether it was already in the list's first accepted snapshot. */
  readonly inFirstSnapshot: boolean;
  /** As-of of the snapshot this record was read from. */
  readonly asOf: number;
  /** Run that wrote the record. */
  readonly runId: string;
  /** Artifact the entry was read from, sha256 hex. */
  readonly artifactId: string;
  /** sha256:<hex> of the artifact's raw bytes. */
  readonly sourceHash: string;
  /** One of entityType: person, organisation, vessel, aircraft, unknown. */
  readonly entityType: string;
  /** Dates of birth, foundation or registration as far as published: YYYY, YYYY-MM or YYYY-MM-DD; sorted. */
  readonly dates: readonly string[];
  /** Date of the listing that the source prints, YYYY-MM-DD. Never an event time. */
  readonly listedOn: string | null;
  /** Parties that the list relates the entry to. */
  readonly relations: readonly ListedRelation[];
}

/** One open match. */
export interface OpenMatch {
  /** Asset matched. */
  readonly assetId: string;
  /** Subject of the asset. */
  readonly subjectKey: string;
  /** Observation that introduced the subject. */
  readonly sinceObservationId: string;
  /** Event time of the last observation emitted for the match. */
  readonly eventTime: number;
  /** Field to value as last emitted. */
  readonly emitted: Readonly<Record<string, string>>;
}

/** A match that ended. */
export interface EndedMatch {
  /** Asset of the match. */
  readonly assetId: string;
  /** Subject of the asset. */
  readonly subjectKey: string;
  /** Observation that introduced the subject. */
  readonly sinceObservationId: string;
  /** Event time at which it ended. */
  readonly endedAt: number;
}

/** The open matches of one sanctions list entry with subjects of assets: the state of the join. Compacted by row key. */
export interface ScreenMatch {
  /** <list or register>:<entry or row id>; the record key. */
  readonly rowKey: string;
  /** Offset of the record that caused this one: its version. */
  readonly position: number;
  /** Open matches, sorted by asset and subject. */
  readonly matches: readonly OpenMatch[];
  /** Asset to the event time at which a match with it last ended: no later match of the two begins before it. */
  readonly ends: Readonly<Record<string, number>>;
  /** Of each asset, the 32 matches of the row that ended last and are not open again; the last one last. */
  readonly ended: readonly EndedMatch[];
}

/** One reading of a figure or statement about a token, on one of its deployments. Sources are compared by these records. Record time: observedAt of the observation. */
export interface TokenFact {
  /** Token that the asset is a deployment of: <issuer id>:<token or FFG>, or asset:<asset id> if it is the only deployment; the record key. */
  readonly tokenId: string;
  /** The deployment. */
  readonly assetId: string;
  /** One of tokenFactKind: supply, authority, control, chains, report, left. */
  readonly kind: string;
  /** Which authority or account; empty for the others. */
  readonly subjectKey: string;
  /** Where it was read, as in observations. */
  readonly sourceKey: string;
  /** The value as RFC 8785 JSON text; null when it ended or is not stated. */
  readonly value: string | null;
  /** When it was read. */
  readonly at: number;
  /** Observation that states it. */
  readonly observationId: string;
  /** Offset of that observation. */
  readonly position: number;
}

/** A declared source or register that was searched for evidence. */
export interface SearchedSource {
  /** Its address. */
  readonly sourceUrl: string;
  /** Time of its last complete reading; null if there is none. */
  readonly lastOkAt: number | null;
}

/** The verdict of published evidence on one obligation of an asset, or the begin or end of a regime for the asset. A later record of the same asset and obligation replaces it. Record time: since. */
export interface Verdict {
  /** One of verdictRecord: verdict, regime. */
  readonly kind: string;
  /** UUID version 5 over rules version, asset, obligation, period, verdict and evidence; of a regime over asset, regime, since and verdict. */
  readonly verdictId: string;
  /** Asset; the record key. */
  readonly assetId: string;
  /** Obligation, such as EMT-01; empty for a regime. */
  readonly obligationId: string;
  /** One of regime; empty for an obligation of every regime. */
  readonly regime: string;
  /** Calendar period that it is about, such as 2026-10 or 2026-H2; empty for an obligation without periods. */
  readonly period: string;
  /** One of verdict: evidenced, not_evidenced, stale, contradicted, not_applicable, not_checked; for a regime one of regimeStanding: applies, ended. */
  readonly verdict: string;
  /** The verdict before; null for the first one. */
  readonly previous: string | null;
  /** Time of the observation or tick that caused it. */
  readonly since: number;
  /** Observations that are its evidence, sorted. */
  readonly evidence: readonly string[];
  /** Sources and registers that were searched, sorted by address. */
  readonly searched: readonly SearchedSource[];
  /** Version of the obligation rules, such as obligations-v1. */
  readonly rulesVersion: string;
  /** UUID version 5, the same for all verdicts of an asset that have one cause. */
  readonly groupId: string;
  /** One of notificationKind, on one record of each group; null on records without a notification. */
  readonly noticeKind: string | null;
  /** Text of the notification; null on records without a notification. */
  readonly notice: string | null;
  /** The verdict as a sentence. */
  readonly statement: string;
  /** Offset in asset.facts of the record that caused it. */
  readonly position: number;
}

/** Value type of every topic. */
export interface RecordTypes {
  'accounts.commands': AccountCommand;
  'accounts.dead.letters': AccountDeadLetter;
  'accounts.events': AccountEvent;
  'accounts.parkings': AccountParking;
  'asset.facts': AssetFact;
  'asset.records': AssetRecord;
  'asset.subjects': AssetSubjects;
  'attribute.matches': AttributeMatch;
  'changes': Change;
  'dead.letters': DeadLetter;
  'document.captures': DocumentCapture;
  'feed.captures': FeedCapture;
  'feed.runs': FeedRun;
  'observations': Observation;
  'parkings': Parking;
  'register.rows': RegisterRow;
  'registry.assets': RegistryAsset;
  'registry.parties': RegistryParty;
  'sanctions.entries': SanctionsEntry;
  'screen.matches': ScreenMatch;
  'token.facts': TokenFact;
  'verdicts': Verdict;
}
