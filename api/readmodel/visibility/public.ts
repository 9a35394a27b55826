/*
 * Which changes anybody may see, without a key: established ones that matter, that the rules show, of no sanctions list
 * unless the operator publishes matches. As conditions over a table `AS c`.
 */

/** A change that is confirmed and not of low signal. */
const establishedSql = 'c.confirmed AND NOT c.low_signal';

/** Over `store_changes AS c` or `store_feed_changes AS c`. */
export const publicChangeSql = `${establishedSql} AND c.disposition = 'shown'
    AND ({withSanctions:Bool} OR c.category != 'sanctions')`;

/** Assets that public lists have, from their newest records. Parameter `chains`: the chains whose assets are listed. */
export const listedAssetsSql = `SELECT asset_id FROM attestry.store_asset_records FINAL
      WHERE public AND issuer IS NOT NULL AND chain IN {chains:Array(String)}`;
