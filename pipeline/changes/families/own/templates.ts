import type { Wording } from '../../../text/template.ts';

export const registryOwnTexts = {
  withdrawn: {
    title: 'Asset withdrawn from the registry',
    headline: 'This registry withdrew the asset',
    what: 'This registry lists the asset as withdrawn.',
    whatDetail: 'On {date} the status of the asset in this registry went from active to withdrawn.',
  },
  active: {
    title: 'Asset active in the registry again',
    headline: 'This registry lists the asset as active again',
    what: 'This registry lists the asset as active.',
    whatDetail: 'On {date} the status of the asset in this registry went from withdrawn to active.',
  },
  kyiEnded: {
    title: 'Issuer verification ended',
    headline: 'The KYI verification of the issuer ended',
    what: 'This registry no longer lists {issuer} as verified (Know Your Issuer).',
    whatDetail: 'On {date} the KYI status of {issuer} in this registry went from {before} to {after}.',
  },
  kyiBegun: {
    title: 'Issuer verified',
    headline: 'The issuer is KYI-verified',
    what: 'This registry lists {issuer} as verified (Know Your Issuer).',
    whatDetail: 'On {date} the KYI status of {issuer} in this registry went from {before} to {after}.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const kyiTexts = {
  none: 'no issuer linked',
  notChecked: 'not checked',
  of: '{status} ({name})',
  issuer: 'the issuer {name}',
  unnamed: 'the issuer',
} as const;

export const registryOwnFields = {
  status: {
    label: 'Status in this registry',
    meaning: 'Whether this registry lists the asset as active or as withdrawn.',
    stake: 'Only an active asset of a verified issuer is served as verified.',
  },
  kyi: {
    label: 'Issuer verification',
    meaning: 'Outcome of the Know Your Issuer check of the party that issues the token.',
    stake: 'The check ties the token to the legal entity that answers for it.',
  },
} as const;
