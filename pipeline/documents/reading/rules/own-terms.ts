/** Words of terms for themselves in English, as sources of expressions that ignore case. */

/** Words before the name of the terms, in their own words for themselves: an agreement to arbitrate is none of them. */
const ownName =
  '(?:(?:user|entire|whole|public|network|service|services|website|site|customer|general|platform|account|membership|member|subscription|online|legal|master|tou|tos) ){0,3}(?:terms|agreement|contract|conditions)\\b(?! to (?:arbitrate|mediate))';
export const ownTerms = `(?:these|this|the|our) ${ownName}`;
