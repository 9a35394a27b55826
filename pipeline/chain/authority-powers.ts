/** Powers (codes of the field `freeze_and_seize_powers`) by the type of the authority that they follow from, in stated order. */
export const powerOfAuthority: Readonly<Record<string, string>> = {
  freeze_authority: 'freeze_address',
  pause_authority: 'pause_all',
  upgrade_authority: 'upgrade_logic',
};

/** Who created a contract never changes, and few providers tell it: a reading without it ends nothing. */
export const creatorAuthority = 'creator';
