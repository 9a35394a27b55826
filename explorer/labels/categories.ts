const names: Readonly<Record<string, string>> = {
  disclosure_field: 'Disclosures',
  source_drift: 'Documents',
  register: 'Registers',
  sanctions: 'Sanctions',
  party_edge: 'Control',
  collateral_isin: 'Collateral',
};

/** The name of a category of changes; an unknown term is its own name. */
export const categoryName = (term: string): string => names[term] ?? term;
