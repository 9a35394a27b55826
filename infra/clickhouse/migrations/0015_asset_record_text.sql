-- Who asks for one record wants all of it, and each column that is read costs as much as the row. One text has them all, in
-- the order of the table.

ALTER TABLE attestry.store_asset_records {{on_cluster}}
  ADD COLUMN IF NOT EXISTS record_text String MATERIALIZED formatRowNoNewline(
    'JSONCompactEachRow',
    asset_id, position, registry_position, toUnixTimestamp64Milli(registered_at), public, kyi_verified, status, did, slug,
    chain, address, standard, decimals, name, symbol, description, website_url, whitepaper_url, image_url,
    copyright_confirmed, attestation_address, toUnixTimestamp64Milli(verified_at), regimes, sources_declared, issuer,
    authorities, verifications, log_partition, log_offset
  );
