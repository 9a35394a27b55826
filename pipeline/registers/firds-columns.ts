/** Columns of ESMA's instrument reference data, by their paths in the files. */
export const firdsColumns = {
  isin: 'FinInstrmGnlAttrbts.Id',
  issuer: 'Issr',
  cfi: 'FinInstrmGnlAttrbts.ClssfctnTp',
  currency: 'FinInstrmGnlAttrbts.NtnlCcy',
  maturity: 'DebtInstrmAttrbts.MtrtyDt',
  venue: 'TechAttrbts.RlvntTradgVn',
  ends: 'TradgVnRltdAttrbts.TermntnDt',
} as const;
