import type { HolderTable } from './holder-texts.ts';

export const reserveHolders: HolderTable = {
  reserve_asset_classes: {
    subject: 'what kinds of assets are in the reserve',
    weakens: 'Assets of a lower tier than before stand behind the token, or more kinds of the lowest tier.',
    strengthens: 'The lowest tier of assets behind the token is higher than before, or has fewer kinds.',
    neutral: 'Other assets stand behind the token; the lowest tier of them is the same.',
  },
  reserve_coverage_ratio: {
    subject: 'what share of the tokens the reserve covers',
    weakens: 'Less reserve stands behind each token than before.',
    strengthens: 'More reserve stands behind each token than before.',
    neutral: 'As much reserve stands behind each token as before, within the tolerance.',
  },
  reserve_max_maturity: {
    subject: 'how long the assets of the reserve run',
    weakens: 'Assets of the reserve can take longer than before to become cash.',
    strengthens: 'Assets of the reserve become cash within a shorter time than before.',
    neutral: 'Assets of the reserve become cash within the same time as before.',
  },
  reserve_counterparty_limit: {
    subject: 'what share of the reserve is at one counterparty',
    weakens: 'A larger share of the reserve than before depends on one counterparty.',
    strengthens: 'A smaller share of the reserve than before depends on one counterparty.',
    neutral: 'The same share of the reserve as before, within the tolerance, depends on one counterparty.',
  },
  reserve_segregation: {
    subject: "how the reserve is kept apart from the issuer's own assets",
    weakens: "The reserve is kept less apart from the issuer's own assets than before.",
    strengthens: "The reserve is kept further apart from the issuer's own assets than before.",
  },
  rehypothecation: {
    subject: 'whether reserve assets can be pledged or lent',
    weakens: 'Assets of the reserve can be pledged or lent in more cases than before.',
    strengthens: 'Assets of the reserve can be pledged or lent in fewer cases than before.',
  },
  attestation_frequency: {
    subject: 'how often figures of the reserve are published',
    weakens: 'A holder sees figures of the reserve less often than before.',
    strengthens: 'A holder sees figures of the reserve more often than before.',
  },
  attestation_assurance: {
    subject: 'what work an accountant did on the reserve report',
    weakens: 'Less work of an outside accountant stands behind the reserve report than before.',
    strengthens: 'More work of an outside accountant stands behind the reserve report than before.',
  },
  attestation_as_of: {
    subject: 'the date of the newest reserve report',
    weakens: 'The newest reserve report that is stated is older than the one before.',
    neutral: 'A newer reserve report than before is stated.',
  },
};
