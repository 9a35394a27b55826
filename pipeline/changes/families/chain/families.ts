/** Facts of a chain: the shape of their values with the comparison, by what an observation is about. */
import {
  accountControl,
  authority,
  authorityGone,
  chainCap,
  chainCode,
  chainMultiplier,
  chainPaused,
  chainPowers,
  chainReading,
  chainRole,
  chainSupply,
  chainToken,
  holdersNotKnown,
  nullable,
  ownershipOffer,
} from '../../../../schemas/facts.ts';
import { withAuthority, withChainReading, withControl, withGone } from '../../composition/parts.ts';
import { compared, stored } from '../family.ts';
import { compareAuthority, endImported } from './authority.ts';
import { compareCode } from './code.ts';
import { compareControl } from './control.ts';
import { compareGone } from './gone.ts';
import { compareOffer } from './offer.ts';
import { compareRole } from './role.ts';
import { compareSupply } from './supply.ts';
import { compareCap, comparePaused, comparePowers, compareToken } from './token.ts';

const repeats = 'drafts';

export const chainFamilies = {
  authority: compared(nullable(authority), compareAuthority, { compose: withAuthority, repeats }),
  account_control: compared(nullable(accountControl), compareControl, { compose: withControl, repeats }),
  authority_gone: compared(authorityGone, compareGone, { compose: withGone, repeats }),
  contract_role: compared(nullable(chainRole), compareRole, { repeats }),
  chain_code: compared(chainCode, compareCode, { repeats }),
  ownership_offer: compared(ownershipOffer, compareOffer, { repeats }),
  chain_token: compared(chainToken, compareToken, { repeats }),
  chain_supply: compared(chainSupply, compareSupply),
  chain_cap: compared(chainCap, compareCap, { repeats }),
  chain_multiplier: stored(chainMultiplier),
  holders_not_known: stored(holdersNotKnown),
  chain_powers: compared(chainPowers, comparePowers, { repeats }),
  chain_paused: compared(chainPaused, comparePaused, { repeats }),
  chain_reading: stored(chainReading, { compose: withChainReading, derive: endImported, repeats: 'always' }),
};

type ChainSubject = keyof typeof chainFamilies;

const assetFacts: Readonly<Record<string, ChainSubject>> = {
  code: 'chain_code',
  ownership_offer: 'ownership_offer',
  token: 'chain_token',
  supply: 'chain_supply',
  cap: 'chain_cap',
  multiplier: 'chain_multiplier',
  holders_not_known: 'holders_not_known',
  powers: 'chain_powers',
  paused: 'chain_paused',
  chain_reading: 'chain_reading',
};

const authorityFacts: Readonly<Record<string, ChainSubject>> = {
  authority: 'authority',
  control: 'account_control',
  gone: 'authority_gone',
  role: 'contract_role',
};

/** What a fact of a chain is about, by its field. */
export const chainFactOf = (subjectKind: 'asset' | 'authority', field: string): ChainSubject | undefined => {
  const facts = subjectKind === 'asset' ? assetFacts : authorityFacts;
  return Object.hasOwn(facts, field) ? facts[field] : undefined;
};
