-- Views for analysts over the tables of public topics: members of JSON text as columns, texts of rules, and every record
-- where the view of a topic shows the newest one. A view names its tables: readers of views reach nothing else.

CREATE VIEW IF NOT EXISTS attestry.token_authorities {{on_cluster}} (
  asset_id String COMMENT 'Asset.',
  symbol String COMMENT 'Ticker symbol of the asset.',
  chain LowCardinality(String) COMMENT 'Chain slug of the asset.',
  authority_type String COMMENT 'Power over the token: owner, mint_authority, freeze_authority and others; open set.',
  address String COMMENT 'Address that has the authority.',
  holder_kind Nullable(String) COMMENT 'Kind of account that has it, as its chain states it: key, safe, timelock, contract and others; open set; null if no reading described it.',
  is_multisig Bool COMMENT 'Whether the account acts when several signers agree.',
  signers Array(String) COMMENT 'Signer addresses of a multisig, sorted.',
  threshold Nullable(UInt32) COMMENT 'Approvals that a multisig needs, when known.',
  verified Bool COMMENT 'Whether a valid wallet proof shows control.',
  verified_by Nullable(String) COMMENT 'What checked the newest proof that supports it; null without one.',
  proved_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When that proof was made; null without one.',
  observed_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When the authority was read on its chain.',
  public Bool COMMENT 'Whether the asset is in the public registry.'
)
AS SELECT
  asset_id, symbol, chain,
  JSONExtractString(authority, 'type') AS authority_type,
  JSONExtractString(authority, 'address') AS address,
  JSONExtract(authority, 'accountKind', 'Nullable(String)') AS holder_kind,
  toBool(JSONExtractString(authority, 'accountType') = 'multisig') AS is_multisig,
  JSONExtract(authority, 'signers', 'Array(String)') AS signers,
  JSONExtract(authority, 'threshold', 'Nullable(UInt32)') AS threshold,
  toBool(JSONExtractBool(authority, 'verified')) AS verified,
  if(notEmpty(proof), JSONExtract(proof, 'verifiedBy', 'Nullable(String)'), NULL) AS verified_by,
  if(notEmpty(proof), fromUnixTimestamp64Milli(JSONExtractInt(proof, 'provedAt'), 'UTC'), NULL) AS proved_at,
  if(
    JSONExtract(authority, 'observedAt', 'Nullable(Int64)') IS NULL,
    NULL,
    fromUnixTimestamp64Milli(JSONExtractInt(authority, 'observedAt'), 'UTC')
  ) AS observed_at,
  public
FROM (
  SELECT
    asset_id, symbol, chain, public, authority,
    arrayLast(
      p -> JSONExtractString(p, 'authorityType') = JSONExtractString(authority, 'type')
        AND JSONExtractString(p, 'authorityAddress') = JSONExtractString(authority, 'address')
        AND JSONExtract(p, 'lapsed', 'Nullable(String)') IS NULL,
      arraySort(p -> JSONExtractInt(p, 'provedAt'), JSONExtractArrayRaw(verifications))
    ) AS proof
  FROM attestry.store_asset_records FINAL
  ARRAY JOIN JSONExtractArrayRaw(authorities) AS authority
)
COMMENT 'One authority of one asset a row: who has power over the token, what kind of account that is, and whether a wallet proof shows control. Newest state.';

CREATE VIEW IF NOT EXISTS attestry.token_supply {{on_cluster}} (
  asset_id String COMMENT 'Asset.',
  symbol String COMMENT 'Ticker symbol of the asset.',
  chain LowCardinality(String) COMMENT 'Chain slug of the asset.',
  observed_at DateTime64(3, 'UTC') COMMENT 'Time of the reading.',
  supply Nullable(Decimal(76, 18)) COMMENT 'Total supply in tokens; null where the decimals of the asset are not known, or it has more than 58 digits before the point.',
  base_units UInt256 COMMENT 'Total supply in base units, as the chain states it.',
  decimals Nullable(Int32) COMMENT 'Decimal places of a token.',
  place Nullable(String) COMMENT 'Block of the reading, block:<number>:<hash>, followed by ;proof if the state root of the block proves the value.',
  quorum Nullable(UInt32) COMMENT 'Number of providers that returned this value at the same block; null for a single source.',
  source_key LowCardinality(String) COMMENT 'Chain it was read on, chain:<CAIP-2>.',
  observation_id String COMMENT 'Observation that shows it.'
)
AS SELECT
  o.asset_id AS asset_id, a.symbol AS symbol, a.chain AS chain, o.observed_at AS observed_at,
  toDecimal256OrNull(
    concat(
      substring(o.digits, 1, length(o.digits) - a.decimals), '.', substring(o.digits, length(o.digits) - a.decimals + 1)
    ),
    18
  ) AS supply,
  toUInt256OrZero(o.units) AS base_units, a.decimals AS decimals, o.place AS place, o.quorum AS quorum,
  o.source_key AS source_key, o.id AS observation_id
FROM (
  SELECT
    id, asset_id, observed_at, place, quorum, source_key, JSONExtractString(ifNull(value, '')) AS units,
    -- At least as many digits as any number of decimals.
    leftPad(units, 100, '0') AS digits
  FROM attestry.store_observations FINAL
  WHERE subject_kind = 'asset' AND field = 'supply' AND startsWith(source_key, 'chain:') AND isNotNull(value)
) AS o
INNER JOIN (SELECT asset_id, symbol, chain, decimals FROM attestry.store_asset_records FINAL) AS a
  ON a.asset_id = o.asset_id
COMMENT 'One reading of one total supply a row, in tokens. Every reading, also those that later ones did not confirm.';

CREATE VIEW IF NOT EXISTS attestry.disclosed_values {{on_cluster}} (
  asset_id String COMMENT 'Asset.',
  symbol String COMMENT 'Ticker symbol of the asset.',
  chain LowCardinality(String) COMMENT 'Chain slug of the asset.',
  field LowCardinality(String) COMMENT 'Name of the disclosed field, as in docs/fields.md.',
  label String COMMENT 'Its label.',
  field_group LowCardinality(String) COMMENT 'One of fieldGroup.',
  source_key LowCardinality(String) COMMENT 'Declared source that was read.',
  disclosed Bool COMMENT 'Whether the source states the field; false: it was read in full and does not.',
  code Nullable(String) COMMENT 'Stated code, for fields with one.',
  codes Array(String) COMMENT 'Stated codes, for fields with a set, and kinds of fees.',
  number Nullable(Decimal(76, 18)) COMMENT 'Stated quantity.',
  unit Nullable(String) COMMENT 'Unit of the quantity: bps, percent, business days, calendar days, tokens, or a currency.',
  flag Nullable(Bool) COMMENT 'Whether the scheme is present, for fields that state one.',
  day Nullable(Date32) COMMENT 'Stated day.',
  names Array(String) COMMENT 'Names of the stated parties.',
  text Nullable(String) COMMENT 'Stated law, contact, address of a document, or words that have no code.',
  quote Nullable(String) COMMENT 'Passage of the source that states it, verbatim.',
  place Nullable(String) COMMENT 'Where in the source it is.',
  source_url Nullable(String) COMMENT 'Where the source is published.',
  since DateTime64(3, 'UTC') COMMENT 'Time of the first reading with this value.',
  value Nullable(String) COMMENT 'The whole value as RFC 8785 JSON text; null when it is not disclosed.',
  observation_id String COMMENT 'Observation that shows it.'
)
AS SELECT
  f.asset_id AS asset_id, a.symbol AS symbol, a.chain AS chain, f.field AS field,
  transform(
    toString(f.field),
    [
      'redemption_right', 'redemption_settlement_time', 'redemption_minimum', 'redemption_fee',
      'redemption_suspension_grounds', 'redemption_form', 'reserve_asset_classes', 'reserve_coverage_ratio',
      'reserve_max_maturity', 'reserve_counterparty_limit', 'reserve_segregation', 'rehypothecation',
      'attestation_frequency', 'attestation_assurance', 'attestation_as_of', 'reserve_custodians',
      'custodian_status', 'freeze_and_seize_powers', 'holder_claim', 'insolvency_treatment', 'compensation_scheme',
      'value_protection_scheme', 'withdrawal_right', 'yield_to_holders', 'complaints_contact', 'dispute_resolution',
      'governing_law', 'amendment_power', 'amendment_notice', 'transfer_restrictions', 'issuer_identity',
      'issuer_authorisation', 'external_auditor', 'holder_fees', 'supply_policy', 'document_reference'
    ],
    [
      'Right of redemption', 'Redemption settlement time', 'Minimum redemption', 'Redemption fee',
      'Grounds to suspend redemption', 'Form of redemption', 'Reserve asset classes', 'Reserve coverage',
      'Longest reserve maturity', 'Largest counterparty share', 'Segregation of reserve', 'Reuse of reserve assets',
      'Reserve report frequency', 'Assurance on reserve report', 'Latest reserve report date', 'Reserve custodians',
      'Custodian status', 'Freeze and seize powers', 'Claim of holders', 'Treatment in insolvency',
      'Compensation or guarantee scheme', 'Value protection scheme', 'Right of withdrawal',
      'Interest or benefit to holders', 'Complaints handling', 'Dispute resolution', 'Governing law',
      'Power to change terms', 'Notice of changes', 'Transfer restrictions', 'Issuer', 'Issuer authorisation',
      'Auditor or attestor', 'Fees to holders', 'Supply policy', 'White paper or terms document'
    ],
    ''
  ) AS label,
  transform(
    toString(f.field),
    [
      'redemption_right', 'redemption_settlement_time', 'redemption_minimum', 'redemption_fee',
      'redemption_suspension_grounds', 'redemption_form', 'reserve_asset_classes', 'reserve_coverage_ratio',
      'reserve_max_maturity', 'reserve_counterparty_limit', 'reserve_segregation', 'rehypothecation',
      'attestation_frequency', 'attestation_assurance', 'attestation_as_of', 'reserve_custodians',
      'custodian_status', 'freeze_and_seize_powers', 'holder_claim', 'insolvency_treatment', 'compensation_scheme',
      'value_protection_scheme', 'withdrawal_right', 'yield_to_holders', 'complaints_contact', 'dispute_resolution',
      'governing_law', 'amendment_power', 'amendment_notice', 'transfer_restrictions', 'issuer_identity',
      'issuer_authorisation', 'external_auditor', 'holder_fees', 'supply_policy', 'document_reference'
    ],
    [
      'redemption', 'redemption', 'redemption', 'redemption', 'redemption', 'redemption', 'reserve', 'reserve',
      'reserve', 'reserve', 'reserve', 'reserve', 'reserve', 'reserve', 'reserve', 'custody', 'custody', 'custody',
      'holder_rights', 'holder_rights', 'holder_rights', 'holder_rights', 'holder_rights', 'holder_rights',
      'holder_rights', 'terms', 'terms', 'terms', 'terms', 'terms', 'issuer', 'issuer', 'issuer', 'fees',
      'tokenomics', 'documents'
    ],
    ''
  ) AS field_group,
  f.source_key AS source_key,
  toBool(isNotNull(f.value)) AS disclosed,
  JSONExtract(ifNull(f.value, ''), 'code', 'Nullable(String)') AS code,
  arrayConcat(
    JSONExtract(ifNull(f.value, ''), 'codes', 'Array(String)'),
    arrayMap(fee -> JSONExtractString(fee, 'code'), JSONExtractArrayRaw(ifNull(f.value, ''), 'fees'))
  ) AS codes,
  toDecimal256OrNull(
    coalesce(
      JSONExtract(ifNull(f.value, ''), 'bps', 'Nullable(String)'),
      JSONExtract(ifNull(f.value, ''), 'percent', 'Nullable(String)'),
      JSONExtract(ifNull(f.value, ''), 'days', 'Nullable(String)'),
      JSONExtract(ifNull(f.value, ''), 'amount', 'Nullable(String)'),
      JSONExtract(ifNull(f.value, ''), 'cap', 'Nullable(String)')
    ),
    18
  ) AS number,
  multiIf(
    JSONHas(ifNull(f.value, ''), 'bps'), 'bps',
    JSONHas(ifNull(f.value, ''), 'percent'), 'percent',
    JSONHas(ifNull(f.value, ''), 'days'), concat(JSONExtractString(ifNull(f.value, ''), 'count'), ' days'),
    JSONHas(ifNull(f.value, ''), 'amount'), JSONExtractString(ifNull(f.value, ''), 'currency'),
    JSONHas(ifNull(f.value, ''), 'cap'), 'tokens',
    NULL
  ) AS unit,
  JSONExtract(ifNull(f.value, ''), 'present', 'Nullable(Bool)') AS flag,
  toDate32OrNull(JSONExtractString(ifNull(f.value, ''), 'date')) AS day,
  if(
    JSONHas(ifNull(f.value, ''), 'name'),
    [JSONExtractString(ifNull(f.value, ''), 'name')],
    arrayMap(party -> JSONExtractString(party, 'name'), JSONExtractArrayRaw(ifNull(f.value, ''), 'parties'))
  ) AS names,
  coalesce(
    JSONExtract(ifNull(f.value, ''), 'law', 'Nullable(String)'),
    JSONExtract(ifNull(f.value, ''), 'contact', 'Nullable(String)'),
    JSONExtract(ifNull(f.value, ''), 'url', 'Nullable(String)'),
    JSONExtract(ifNull(f.value, ''), 'text', 'Nullable(String)')
  ) AS text,
  o.quote AS quote, o.place AS place, f.source_url AS source_url, f.since AS since, f.value AS value,
  f.observation_id AS observation_id
FROM (
  SELECT asset_id, field, source_key, value, source_url, since, observation_id
  FROM attestry.store_asset_facts FINAL
  WHERE subject_kind = 'asset' AND field IN (
      'redemption_right', 'redemption_settlement_time', 'redemption_minimum', 'redemption_fee',
      'redemption_suspension_grounds', 'redemption_form', 'reserve_asset_classes', 'reserve_coverage_ratio',
      'reserve_max_maturity', 'reserve_counterparty_limit', 'reserve_segregation', 'rehypothecation',
      'attestation_frequency', 'attestation_assurance', 'attestation_as_of', 'reserve_custodians',
      'custodian_status', 'freeze_and_seize_powers', 'holder_claim', 'insolvency_treatment', 'compensation_scheme',
      'value_protection_scheme', 'withdrawal_right', 'yield_to_holders', 'complaints_contact', 'dispute_resolution',
      'governing_law', 'amendment_power', 'amendment_notice', 'transfer_restrictions', 'issuer_identity',
      'issuer_authorisation', 'external_auditor', 'holder_fees', 'supply_policy', 'document_reference'
  )
) AS f
INNER JOIN (SELECT asset_id, symbol, chain FROM attestry.store_asset_records FINAL) AS a ON a.asset_id = f.asset_id
LEFT JOIN (
  SELECT id, asset_id, quote, place
  FROM attestry.store_observations FINAL
  WHERE subject_kind = 'asset' AND field IN (
      'redemption_right', 'redemption_settlement_time', 'redemption_minimum', 'redemption_fee',
      'redemption_suspension_grounds', 'redemption_form', 'reserve_asset_classes', 'reserve_coverage_ratio',
      'reserve_max_maturity', 'reserve_counterparty_limit', 'reserve_segregation', 'rehypothecation',
      'attestation_frequency', 'attestation_assurance', 'attestation_as_of', 'reserve_custodians',
      'custodian_status', 'freeze_and_seize_powers', 'holder_claim', 'insolvency_treatment', 'compensation_scheme',
      'value_protection_scheme', 'withdrawal_right', 'yield_to_holders', 'complaints_contact', 'dispute_resolution',
      'governing_law', 'amendment_power', 'amendment_notice', 'transfer_restrictions', 'issuer_identity',
      'issuer_authorisation', 'external_auditor', 'holder_fees', 'supply_policy', 'document_reference'
  )
) AS o ON o.asset_id = f.asset_id AND o.id = f.observation_id
COMMENT 'One established value of one disclosed field and source a row, with its parts as columns and the passage that states it. Newest state.';

CREATE VIEW IF NOT EXISTS attestry.obligation_verdicts {{on_cluster}} (
  asset_id String COMMENT 'Asset.',
  symbol String COMMENT 'Ticker symbol of the asset.',
  chain LowCardinality(String) COMMENT 'Chain slug of the asset.',
  obligation_id LowCardinality(String) COMMENT 'Obligation, such as EMT-01.',
  title String COMMENT 'What the issuer evidences.',
  citation String COMMENT 'Where the obligation is written, by our reading of the rule.',
  regime LowCardinality(String) COMMENT 'One of regime; empty for an obligation of every regime.',
  period LowCardinality(String) COMMENT 'Calendar period that it is about, such as 2026-10 or 2026-H2; empty for an obligation without periods.',
  verdict LowCardinality(String) COMMENT 'One of verdict.',
  previous LowCardinality(Nullable(String)) COMMENT 'The verdict before; null for the first one.',
  since DateTime64(3, 'UTC') COMMENT 'Time of the observation or tick that caused it.',
  statement String COMMENT 'The verdict as a sentence.',
  evidence Array(String) COMMENT 'Observations that are its evidence, sorted.',
  rules_version LowCardinality(String) COMMENT 'Version of the obligation rules, such as obligations-v1.',
  verdict_id String COMMENT 'Id of the verdict.'
)
AS SELECT
  v.asset_id AS asset_id, a.symbol AS symbol, a.chain AS chain, v.obligation_id AS obligation_id,
  transform(
    toString(v.obligation_id),
    [
      'EMT-01', 'EMT-02', 'EMT-03', 'EMT-04', 'EMT-05', 'EMT-06', 'EMT-07', 'EMT-08', 'ART-01', 'ART-02', 'ART-03',
      'ART-04', 'ART-05', 'ART-06', 'ART-07', 'OTH-01', 'OTH-02', 'OTH-03', 'OTH-04', 'GEN-01', 'GEN-02', 'GEN-03',
      'GEN-04', 'GEN-05', 'GEN-06', 'GEN-07', 'NYD-01', 'NYD-02', 'MAS-01', 'HKM-01', 'ALL-01', 'ALL-02', 'ALL-03'
    ],
    [
      'The issuer is authorised as a credit institution or an e-money institution',
      'The white paper is published',
      'Holders may redeem at par at any time',
      'Redemption is free of charge',
      'Holders receive no interest',
      'Part of the funds is deposited with credit institutions',
      'The white paper is machine-readable',
      'The white paper names the LEI of the register',
      'The issuer is authorised',
      'Circulation, value and composition of the reserve are published every month',
      'The reserve is audited every six months and the result is published',
      'Holders may redeem at any time without a fee',
      'Holders receive no interest',
      'Custodians of the reserve are named and licensed',
      'A procedure for complaints is published',
      'The white paper is published',
      'Retail holders may withdraw for 14 days',
      'The white paper is modified when facts change',
      'The white paper states that the whole value can be lost',
      'A monthly report states tokens, reserve, tenor and custody',
      'The report is examined by an accounting firm and certified by officers',
      'The reserve covers all tokens with permitted assets of at most 93 days',
      'Right, time and fees of redemption are published, a change of fees seven days before',
      'The issuer pays no interest for holding',
      'Reserve assets are not reused except for liquidity',
      'The issuer can freeze tokens on lawful order',
      'Redemption at par within two business days',
      'An accountant attests the reserve every month',
      'Redemption within five business days, monthly attestation, full reserve',
      'Redemption at par and regular disclosure of the reserve',
      'The LEI of the issuer is issued',
      'The disclosed supply and that of the chains agree',
      'Each authority has a current proof of control'
    ],
    ''
  ) AS title,
  transform(
    toString(v.obligation_id),
    [
      'EMT-01', 'EMT-02', 'EMT-03', 'EMT-04', 'EMT-05', 'EMT-06', 'EMT-07', 'EMT-08', 'ART-01', 'ART-02', 'ART-03',
      'ART-04', 'ART-05', 'ART-06', 'ART-07', 'OTH-01', 'OTH-02', 'OTH-03', 'OTH-04', 'GEN-01', 'GEN-02', 'GEN-03',
      'GEN-04', 'GEN-05', 'GEN-06', 'GEN-07', 'NYD-01', 'NYD-02', 'MAS-01', 'HKM-01', 'ALL-01', 'ALL-02', 'ALL-03'
    ],
    [
      'Regulation (EU) 2023/1114, Article 48(1)(a)',
      'Regulation (EU) 2023/1114, Article 51',
      'Regulation (EU) 2023/1114, Article 49(4)',
      'Regulation (EU) 2023/1114, Article 49(6)',
      'Regulation (EU) 2023/1114, Article 50',
      'Regulation (EU) 2023/1114, Article 54',
      'Implementing Regulation (EU) 2024/2984',
      'Regulation (EU) 2023/1114, Article 51(1)',
      'Regulation (EU) 2023/1114, Article 16',
      'Regulation (EU) 2023/1114, Article 30(1)',
      'Regulation (EU) 2023/1114, Article 36(9)',
      'Regulation (EU) 2023/1114, Article 39',
      'Regulation (EU) 2023/1114, Article 40',
      'Regulation (EU) 2023/1114, Article 37',
      'Regulation (EU) 2023/1114, Article 31',
      'Regulation (EU) 2023/1114, Article 9',
      'Regulation (EU) 2023/1114, Article 13',
      'Regulation (EU) 2023/1114, Article 12',
      'Regulation (EU) 2023/1114, Article 6(5)',
      'GENIUS Act, section 4(a)(1)(C)',
      'GENIUS Act, section 4(a)(3)',
      'GENIUS Act, section 4(a)(1)(A)',
      'GENIUS Act, section 4(a)(1)(B)',
      'GENIUS Act, section 4(a)(11)',
      'GENIUS Act, section 4(a)(2)',
      'GENIUS Act, section 4(a)(6)',
      'NYDFS guidance of 8 June 2022, section 1',
      'NYDFS guidance of 8 June 2022, section 3',
      'MAS framework of 15 August 2023',
      'Stablecoins Ordinance (Cap. 656), Schedule 2',
      'ISO 17442',
      'Consistency of sources',
      'Consistency of sources'
    ],
    ''
  ) AS citation,
  v.regime AS regime, v.period AS period, v.verdict AS verdict, v.previous AS previous, v.since AS since,
  v.statement AS statement, v.evidence AS evidence, v.rules_version AS rules_version, v.verdict_id AS verdict_id
FROM (SELECT * FROM attestry.store_verdicts FINAL WHERE kind = 'verdict') AS v
INNER JOIN (SELECT asset_id, symbol, chain FROM attestry.store_asset_records FINAL) AS a ON a.asset_id = v.asset_id
COMMENT 'The newest verdict on one obligation of one asset a row, with the title and the citation of the obligation.';

CREATE VIEW IF NOT EXISTS attestry.register_row_history {{on_cluster}} (
  register LowCardinality(String) COMMENT 'Register id, the feed that publishes it.',
  row_id String COMMENT 'Stable id of the row, given once and kept through pairing.',
  status LowCardinality(String) COMMENT 'One of rowStatus: listed, missing, held, removed.',
  event LowCardinality(String) COMMENT 'Change of the row in this snapshot, one of rowEvent: added, changed, corrected, editorial, missing, held, released, removed, restored.',
  `columns` Map(String, String) COMMENT 'The row as published: column name to cell, surrounding whitespace removed.',
  lei Nullable(String) COMMENT 'Valid LEI of the row''s entity.',
  dtis Array(String) COMMENT 'Digital Token Identifiers read from the row.',
  ffgs Array(String) COMMENT 'Functionally fungible group identifiers read from the row.',
  successor_row_ids Array(String) COMMENT 'Rows that may be this row under a new key, while its status is held.',
  first_seen_at DateTime64(3, 'UTC') COMMENT 'As-of of the first accepted snapshot that had the row.',
  in_first_snapshot Bool COMMENT 'Whether it was already in the register''s first accepted snapshot.',
  missing_since Nullable(DateTime64(3, 'UTC')) COMMENT 'As-of of the first of the latest snapshots that lack the row.',
  as_of DateTime64(3, 'UTC') COMMENT 'As-of of the snapshot this record was read from.',
  run_id String COMMENT 'Run that wrote the record.',
  artifact_id String COMMENT 'Artifact the row was read from, sha256 hex.',
  source_hash String COMMENT 'sha256:<hex> of the artifact''s raw bytes.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  register, row_id, status, event, `columns`, lei, dtis, ffgs, successor_row_ids, first_seen_at, in_first_snapshot,
  missing_since, as_of, run_id, artifact_id, source_hash, log_partition, log_offset, record_time
FROM attestry.store_register_rows_history FINAL
COMMENT 'Every record of every row of a public register, one a snapshot that changed the row. The highest as_of of a row is its newest state.';

CREATE VIEW IF NOT EXISTS attestry.change_revisions {{on_cluster}} (
  id String COMMENT '<category>:<26 base32 characters>, a hash of the category, the subject and the two observations.',
  revision UInt32 COMMENT '0 for the first; each later revision replaces the earlier ones.',
  asset_id String COMMENT 'Asset concerned; the record key.',
  category LowCardinality(String) COMMENT 'One of category.',
  change_kind LowCardinality(String) COMMENT 'One of changeKind.',
  subject_kind LowCardinality(String) COMMENT 'Kind of subject that changed.',
  subject_key String COMMENT 'Which subject.',
  field LowCardinality(String) COMMENT 'Which fact.',
  field_group LowCardinality(Nullable(String)) COMMENT 'One of fieldGroup, for disclosure fields.',
  source_key LowCardinality(String) COMMENT 'Source the fact was read from.',
  old_observation_id Nullable(String) COMMENT 'Observation of the previous value.',
  new_observation_id String COMMENT 'First observation that showed the new value.',
  detected_at DateTime64(3, 'UTC') COMMENT 'observedAt of that first observation.',
  notable_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When a revision first met the conditions for a notification.',
  known_at DateTime64(3, 'UTC') COMMENT 'When the change took its present state (open, confirmed or withdrawn): observedAt of the observation or review that caused it.',
  revised_at DateTime64(3, 'UTC') COMMENT 'observedAt of the observation that caused this revision.',
  confirmed Bool COMMENT 'False while it is a draft or candidate.',
  low_signal Bool COMMENT 'True if the two values cannot be compared with confidence.',
  materiality LowCardinality(Nullable(String)) COMMENT 'One of materiality, for disclosure fields.',
  direction LowCardinality(String) COMMENT 'One of direction, from the view of a token holder.',
  disposition LowCardinality(String) COMMENT 'One of disposition.',
  severity LowCardinality(String) COMMENT 'One of severity: how urgent it is for a holder.',
  title String COMMENT 'What changed, short.',
  detail String COMMENT 'What changed, one sentence.',
  `before` Nullable(String) COMMENT 'Previous value in words.',
  `after` Nullable(String) COMMENT 'New value in words.',
  quote Nullable(String) COMMENT 'Passage that states the new value.',
  prior_quote Nullable(String) COMMENT 'Passage that stated the previous value.',
  source_url Nullable(String) COMMENT 'Where the new value is published.',
  prior_source_url Nullable(String) COMMENT 'Where the previous value was published.',
  source_hash Nullable(String) COMMENT 'sha256:<hex> of the bytes the new value was read from.',
  impact Nullable(String) COMMENT 'One factual line on the subjects that the change affects.',
  group_id String COMMENT 'Changes of one document revision, or of one row in one file, share it.',
  explanation String COMMENT 'The change in plain words. As JSON text.',
  assessment String COMMENT 'What the change means for a holder. As JSON text.',
  direction_rank UInt8 COMMENT 'Rank of the direction in the order of impact: weakens 1, mixed 2, strengthens 3, neutral 4, unassessed or unknown 5.',
  severity_rank UInt8 COMMENT 'Rank of the severity: severe 1, high 2, medium or unknown 3, low 4.',
  notable Bool COMMENT 'Whether the change ever met the conditions for a notification: notable_at is set.',
  assessment_status LowCardinality(String) COMMENT 'assessment.status: one of assessmentStatus.',
  confidence Float64 COMMENT 'assessment.confidence: from the confidence table, 0 to 1.',
  rules_version LowCardinality(String) COMMENT 'assessment.rulesVersion: rule set, for example impact-v1.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.',
  record_time DateTime64(3, 'UTC') COMMENT 'Time of the record in its topic.'
)
AS SELECT
  id, revision, asset_id, category, change_kind, subject_kind, subject_key, field, field_group, source_key,
  old_observation_id, new_observation_id, detected_at, notable_at, known_at, revised_at, confirmed, low_signal,
  materiality, direction, disposition, severity, title, detail, `before`, `after`, quote, prior_quote, source_url,
  prior_source_url, source_hash, impact, group_id, explanation, assessment, direction_rank, severity_rank, notable, assessment_status, confidence,
  rules_version, log_partition, log_offset, record_time
FROM attestry.store_changes_history FINAL
COMMENT 'Every revision of every change. The highest revision of an id is its newest state.';

CREATE VIEW IF NOT EXISTS attestry.registry_history {{on_cluster}} (
  kind LowCardinality(String) COMMENT 'party or asset.',
  id String COMMENT 'UUID of the party or asset.',
  did String COMMENT 'Unique identifier shown to consumers, a ULID.',
  name String COMMENT 'Declared name.',
  declared_at DateTime64(3, 'UTC') COMMENT 'When the declaration takes effect.',
  status LowCardinality(String) COMMENT 'Of an asset its status, one of assetStatus; of a party the outcome of its Know Your Issuer check, one of kyiStatus.',
  business_verified Nullable(Bool) COMMENT 'Whether a party passed the Know Your Business check; null for an asset.',
  chain LowCardinality(Nullable(String)) COMMENT 'Chain slug of an asset; null for a party.',
  address Nullable(String) COMMENT 'Address of an asset; null for a party.',
  issuer_id Nullable(String) COMMENT 'Party that issues an asset; null when none is linked, and for a party.',
  vouched_by Nullable(String) COMMENT 'Who made the last decision; null when none is recorded.',
  vouched_why Nullable(String) COMMENT 'The reason, in their words.',
  vouched_evidence Array(String) COMMENT 'What the decision rests on.',
  log_partition UInt32 COMMENT 'Partition of the record in its topic.',
  log_offset UInt64 COMMENT 'Offset of the record in its partition.'
)
AS SELECT
  'party' AS kind, party_id AS id, did, name, record_time AS declared_at, JSONExtractString(kyi, 'status') AS status,
  CAST(JSONExtractBool(kyb, 'verified') AS Nullable(Bool)) AS business_verified, NULL AS chain, NULL AS address,
  NULL AS issuer_id,
  JSONExtract(ifNull(vouched, ''), 'by', 'Nullable(String)') AS vouched_by,
  JSONExtract(ifNull(vouched, ''), 'why', 'Nullable(String)') AS vouched_why,
  JSONExtract(ifNull(vouched, ''), 'evidence', 'Array(String)') AS vouched_evidence, log_partition, log_offset
FROM attestry.store_registry_parties_history FINAL
UNION ALL
SELECT
  'asset' AS kind, asset_id AS id, did, name, record_time AS declared_at, toString(status) AS status,
  NULL AS business_verified, toNullable(toString(chain)) AS chain, toNullable(address) AS address, issuer_id,
  JSONExtract(ifNull(vouched, ''), 'by', 'Nullable(String)') AS vouched_by,
  JSONExtract(ifNull(vouched, ''), 'why', 'Nullable(String)') AS vouched_why,
  JSONExtract(ifNull(vouched, ''), 'evidence', 'Array(String)') AS vouched_evidence, log_partition, log_offset
FROM attestry.store_registry_assets_history FINAL
COMMENT 'Every declaration of every party and asset, with who decided what it states, and why.';

CREATE VIEW IF NOT EXISTS attestry.change_times {{on_cluster}} (
  id String COMMENT 'Id of the change.',
  asset_id String COMMENT 'Asset concerned.',
  category LowCardinality(String) COMMENT 'One of category.',
  source_key LowCardinality(String) COMMENT 'Source the fact was read from.',
  row_date Nullable(Date32) COMMENT 'Day that the source itself prints: of a register row its last update, of a list entry its listing; null where it prints none that the calendar has.',
  as_of Nullable(DateTime64(3, 'UTC')) COMMENT 'As-of of the capture in which the new value was first read; null for a value that is not from a capture.',
  captured_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When that capture was appended to the log: the first moment at which this installation had the bytes.',
  detected_at DateTime64(3, 'UTC') COMMENT 'observedAt of the first observation with the new value.',
  confirmed Bool COMMENT 'False while it is a draft or candidate.',
  confirmed_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When it was confirmed; null while it is not.',
  title String COMMENT 'What changed, short.'
)
AS WITH
  -- The same bytes may be captured again later: the newest capture that is not younger than the change.
  if(
    arrayExists(one -> tupleElement(one, 1) <= c.detected_at, k.captures),
    arrayLast(one -> tupleElement(one, 1) <= c.detected_at, k.captures),
    arrayFirst(one -> true, k.captures)
  ) AS capture
SELECT
  c.id AS id, c.asset_id AS asset_id, c.category AS category, c.source_key AS source_key,
  multiIf(
    isNotNull(r.row_date), r.row_date,
    isNotNull(e.listed_on), toDate32OrNull(e.listed_on),
    NULL
  ) AS row_date,
  if(empty(k.captures), NULL, tupleElement(capture, 1)) AS as_of,
  if(empty(k.captures), NULL, tupleElement(capture, 2)) AS captured_at,
  c.detected_at AS detected_at, c.confirmed AS confirmed, if(c.confirmed, c.known_at, NULL) AS confirmed_at,
  c.title AS title
FROM (
  SELECT
    id, asset_id, detected_at,
    any(h.category) AS category, any(h.source_key) AS source_key, argMax(h.known_at, h.revision) AS known_at,
    argMax(h.confirmed, h.revision) AS confirmed, argMax(h.title, h.revision) AS title,
    substring(any(h.source_key), position(any(h.source_key), ':') + 1) AS feed,
    -- The bytes of the first revision: later ones may name those that confirmed it.
    replaceOne(argMin(ifNull(h.source_hash, ''), h.revision), 'sha256:', '') AS artifact_id,
    if(any(h.subject_kind) = 'register_row', any(h.subject_key), '') AS row_id,
    if(
      any(h.subject_kind) = 'list_entry',
      extract(any(h.subject_key), '^[^:]+:(.+):(?:party|wallet|lei|isin|dti|ffg):'),
      ''
    ) AS entry_id
  FROM (SELECT * FROM attestry.store_changes_history FINAL) AS h
  GROUP BY id, asset_id, detected_at
) AS c
LEFT JOIN (
  SELECT artifact_id, arraySort(groupUniqArray((as_of, record_time))) AS captures
  FROM (
    SELECT JSONExtractString(artifact, 'sha256') AS artifact_id, as_of, record_time
    FROM attestry.store_feed_captures FINAL
    ARRAY JOIN JSONExtractArrayRaw(artifacts) AS artifact
    UNION ALL
    SELECT ifNull(sha256, '') AS artifact_id, as_of, record_time
    FROM attestry.store_document_captures FINAL
  )
  WHERE artifact_id != ''
  GROUP BY artifact_id
) AS k ON k.artifact_id = c.artifact_id
LEFT JOIN (
  -- An aggregate, because a sort would hold the cells of every row.
  SELECT register, row_id, artifact_id, tupleElement(argMax(tuple(printed_day), log_offset), 1) AS row_date
  FROM (
    SELECT
      register, row_id, artifact_id, log_offset,
      arrayFirst((cell, name) -> match(lower(name), 'last_?update(date)?$'), mapValues(`columns`), mapKeys(`columns`)) AS cell,
      -- ESMA prints DD/MM/YYYY, GLEIF an ISO 8601 time.
      if(
        match(cell, '^[0-9]{2}/[0-9]{2}/[0-9]{4}$'),
        concat(substring(cell, 7, 4), '-', substring(cell, 4, 2), '-', substring(cell, 1, 2)),
        substring(cell, 1, 10)
      ) AS printed,
      -- Of a day that no calendar has, such as 31/02/2026, the function makes another one.
      if(toString(toDate32OrNull(printed)) = printed, toDate32OrNull(printed), NULL) AS printed_day
    FROM attestry.store_register_rows_history FINAL
  )
  GROUP BY register, row_id, artifact_id
) AS r ON r.register = c.feed AND r.row_id = c.row_id AND r.artifact_id = c.artifact_id
LEFT JOIN (
  SELECT list, entry_id, artifact_id, listed_on
  FROM attestry.store_sanctions_entries_history FINAL
  ORDER BY log_offset DESC
  LIMIT 1 BY list, entry_id, artifact_id
) AS e ON e.list = c.feed AND e.entry_id = c.entry_id AND e.artifact_id = c.artifact_id
COMMENT 'The times of a change side by side: the day that its source prints, the as-of of the capture, when the capture was appended here, when the change was detected, and when it was confirmed. Newest revision of each change.';
