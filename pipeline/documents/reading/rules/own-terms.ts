/** Words of terms for themselves in English, as sources of expressions that ignore case. */

/** Words before the name of the terms, in their own words for themselves: an agreement to arbitrate is none of them. */
const ownName =
  '(?:(?:present|user|entire|whole|public|network|service|services|website|site|customer|general|platform|account|membership|member|subscription|online|legal|master|tou|tos) ){0,3}(?:terms|agreement|contract|conditions)\\b(?! to (?:arbitrate|mediate))';
/** Terms of a part, or of a contract with others, have a law and a notice of their own. */
const ofParts =
  '(?:arbitration|mediation|data|privacy|licen[cs]e|affiliate|referral|additional|supplemental|supplementary|special|specific|beta|partner|partners|third|other|merchant|promotional|promotion|country|regional|local|api|program|programme|loan|credit|lending|staking|supplier|purchase|underlying|such|same|foregoing|payment|fee|sla|level|support|processing|security|confidentiality|disclosure|escrow|settlement|section|delivery)\\b';
/** The name of a token, brand or product before the name of its terms, after a word that is for themselves alone. */
const ofBrand = `(?:these|this|our) (?:(?!${ofParts})[\\p{L}\\d&.'-]{2,24} ){1,3}(?:terms|agreement|conditions)\\b(?! to (?:arbitrate|mediate))`;
export const ownTerms = `(?:(?:these|this|the|our) ${ownName}|${ofBrand})`;

/** What conditions of securities are about: the instrument itself, its conditions, or the rights of its holders. */
export const ownInstrument = [
  '(?:the (?:offering memorandum|prospectus|indenture|trust deed|conditions) and )?',
  '(?:the (?:form(?: and contents?)? of|rights (?:and obligations )?of (?:the )?(?:holders|noteholders|shareholders)(?: of)?) )?',
  '(?:(?:the|these|our) )?(?:(?:tokeni[sz]ed|digital|bearer|registered|crypto) )?(?:notes|bonds|debentures|certificates|tokens|securities|participating shares|conditions|terms and conditions)\\b',
  '(?! (?:of|issued|held|offered|sold|that|which|in|from|with|on|at)\\b)',
].join('');
