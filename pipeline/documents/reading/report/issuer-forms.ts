/** Forms in which an accountant's report names the issuer of the tokens and its addressee. */
import type { SentenceForm } from '../forms/form.ts';

const bodies = [
  ...['board of directors', 'board of managers', 'board of trustees', 'audit committee', 'directors', 'management'],
  ...['managers', 'members', 'shareholders', 'sole member', 'stockholders', 'supervisory board', 'trustees'],
].join('|');

/**
 * The addressee, which the attestation standards require of every examination report: `To the Board of Directors and
 * Management of Example Trust, LLC`, alone in its paragraph or before an address.
 */
const addressee: SentenceForm = {
  id: 'addressee',
  pattern: `^(?:to )?(?:the )?(?:${bodies})(?:(?:,| and|, and) (?:the )?(?:${bodies})){0,8}(?: of)?:? {company}`,
  value: { name: '$company' },
};

const issued = '(?:[\\p{L}\\d$-]{2,20} ){1,4}(?:\\([^()]{1,20}\\))?';
const token = '(?:tokens?|stablecoins?|crypto-assets?)\\b';
/** Words for a part of another company in the issue: such a sentence does not state whose token it is. */
const others =
  '^(?!.*\\b(?:through|on behalf|subsidiar|affiliat|parent|partner|former|previous|predecessor|successor|until|will|with))';

const issues: readonly SentenceForm[] = [
  {
    id: 'company-issues',
    pattern: `${others}{company}(?: \\([^()]{1,60}\\))? (?:has issued|issues|is the issuer of) ${issued}, an? (?:[^,;()]{0,60}[ -])?${token}`,
    value: { name: '$company' },
  },
  {
    id: 'company-is-issuer',
    pattern: `${others}{company}(?: \\([^()]{1,60}\\))? (?:is|acts as) the issuer of (?:the )?(?:[\\p{L}\\d$-]{2,20} ){1,3}${token}(?: \\([^()]{1,40}\\))?\\.?$`,
    value: { name: '$company' },
  },
  {
    id: 'tokens-of-company',
    pattern: `${others}.{0,120}?\\bredeemable tokens (?:of|issued by) {company}\\.?$`,
    value: { name: '$company' },
  },
  {
    id: 'issued-by-company',
    pattern: `${others}(?:[\\p{L}\\d$-]{1,40} ){1,4}(?:is|are) issued(?: and redeemed)? by {company}(?: \\([^()]{1,60}\\))?\\.?$`,
    value: { name: '$company' },
  },
  {
    // A parent that is named in an apposition has no part in the issue.
    id: 'company-of-kind-is-issuer',
    because: ['standard-custody'],
    pattern: `^{company}(?: \\([^()]{1,60}\\))?,? (?:an? (?:wholly[- ]owned )?subsidiary of [^;()]{1,100}?, )?is (?:an? [^,;()]{1,80} and )?the issuer of ${issued},? an? (?:[^,;()]{0,60}[ -])?${token}`,
    value: { name: '$company' },
  },
  {
    id: 'used-to-issue',
    because: ['circle'],
    pattern: `\\b(?:is|are) used by {company}(?: \\([^()]{1,60}\\))? to issue(?: and redeem)? {ticker}\\.?$`,
    value: { name: '$company' },
  },
  {
    // The words before may be negated: whose tokens they are holds all the same.
    id: 'its-tokens',
    because: ['paxos'],
    pattern: `(?:^|\\b(?:of|by|for|that|to) ){company}(?: \\([^()]{1,60}\\))?,? (?:other than |and |for |of )its {ticker} tokens\\b`,
    value: { name: '$company' },
    allowed: ['.{1,600}'],
  },
];

/** A sentence of an issuer in words of its own: beside one, no other sentence decides. */
const watched = [
  '\\b(?:is|are|was|were|been) (?:\\w{1,40} )?(?:issued|minted) (?:\\w{1,40} ){0,2}(?:by|through)\\b',
  '\\b(?:issuers? of (?:the |its )?(?:\\w{1,40} )?(?:tokens?|stablecoins?)|co-issue)',
  '\\(?(?:the |an? )?"issuers?"',
  '\\bissu(?:e|es|ed|ance|er)\\b.{0,80}\\b(?:subsidiar|affiliat|on behalf of (?!the \\p{L}{1,40} holders))',
].join('|');

/** The rules as data: a part of the hash of the rules. */
export const issuerForms = { addressee, issues, watched, words: ['issu', 'mint', 'tokens of', ' tokens'] } as const;
