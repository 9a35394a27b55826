import type { RuleFamily } from '../../rule.ts';
import { authorityCorrected } from './authority-corrected.ts';
import { authorityCreated } from './authority-created.ts';
import { authorityGivenUp } from './authority-given-up.ts';
import { authorityGone } from './authority-gone.ts';
import { authorityReplaced } from './authority-replaced.ts';
import { codeChanged } from './code-changed.ts';
import { controlParts } from './control-parts.ts';
import { controlSigners } from './control-signers.ts';
import { controlSingle } from './control-single.ts';
import { controlThreshold } from './control-threshold.ts';
import { controlTimeLock } from './control-time-lock.ts';
import { ownershipOffered } from './ownership-offered.ts';
import { roleHolders } from './role-holders.ts';
import { supplyCap } from './supply-cap.ts';
import { supplyMoved } from './supply-moved.ts';
import { supplyMovedFar } from './supply-moved-far.ts';
import { tokenIdentity } from './token-identity.ts';
import { tokenPaused } from './token-paused.ts';
import { tokenPowers } from './token-powers.ts';

/** Rules about what is read from a chain. */
export const chainRules: RuleFamily = {
  name: 'chain',
  rules: [
    ...[authorityReplaced, authorityGivenUp, authorityCreated, authorityCorrected, authorityGone],
    ...[controlSingle, controlThreshold, controlSigners, controlTimeLock, controlParts],
    ...[roleHolders, codeChanged, ownershipOffered],
    ...[tokenPaused, tokenPowers, supplyCap, tokenIdentity, supplyMovedFar, supplyMoved],
  ],
};
