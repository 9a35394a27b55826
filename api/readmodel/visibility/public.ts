/*
 * Which changes anybody may see, without a key: established ones that matter, that the rules show, of no sanctions list
 * unless the operator publishes matches. As conditions over a table `AS c`.
 */

/** A change that is confirmed and not of low signal. */
export const establishedSql = 'c.confirmed AND NOT c.low_signal';

/** Parameter `withSanctions`: whether the operator publishes matches with sanctions lists. */
const publicSql = (disposition: string): string => `${establishedSql} AND ${disposition} = 'shown'
    AND ({withSanctions:Bool} OR c.category != 'sanctions')`;

/** Over `store_changes AS c`. */
export const publicChangeSql = publicSql('c.disposition');

/** Over `store_feed_changes AS c`, whose disposition is in the text of the change. */
export const publicFeedChangeSql = publicSql("JSONExtractString(c.words, 'disposition')");

/** Assets that public lists have, from their newest records. Parameter `chains`: the chains whose assets are listed. */
export const listedAssetsSql = `SELECT asset_id FROM attestry.store_asset_records FINAL
      WHERE public AND issuer IS NOT NULL AND chain IN {chains:Array(String)}`;
