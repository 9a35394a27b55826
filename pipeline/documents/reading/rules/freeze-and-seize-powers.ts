import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const tokens = "(?:any |your |the |a holder's )?(?:[a-z0-9]{2,12} )?(?:tokens?|address(?:es)?|wallets?)";
const order =
  '(?:if|where|when)(?: we are| it is)? (?:required|ordered|requested)(?: to do so)? by (?:applicable )?(?:law|a court|a court order|an order|(?:a |any )?(?:competent )?authorit(?:y|ies))[^.;]{0,80}';

const sentences: readonly SentenceForm[] = [
  {
    id: 'issuer-has-powers',
    pattern: `\\b(?:we|the issuer|the company) (?:may|can|reserves? the right to|has the right to|have the right to|is able to|are able to) (?=freeze|block|blacklist|denylist|seize|confiscate|burn|destroy|forc){powers} ${tokens}(?=[ .;,]|$)`,
    value: { codes: '$powers' },
    allowed: ['(?:we|the issuer|the company) may', order],
  },
  {
    id: 'issuer-pauses-all',
    pattern: '\\b(?:we|the issuer|the company) (?:may|can|reserves? the right to) pause all (?:token )?transfers\\b',
    value: { codes: ['pause_all'] },
    allowed: ['(?:we|the issuer|the company) may', order],
  },
];

const watched = '\\b(?:freez\\w+|frozen|seiz\\w+|blacklist\\w*|denylist\\w*|confiscat\\w+|wip(?:e|ed|ing))\\b';

/** All powers of one sentence: a second sentence about another one leaves the set out. */
export const freezeAndSeizePowers: FieldRules = {
  field: 'freeze_and_seize_powers',
  sentences,
  watched,
  words: ['token', 'address', 'wallet', 'pause', 'freez', 'frozen', 'seiz', 'list', 'confiscat', 'wip'],
  kinds: ['terms', 'page'],
};
