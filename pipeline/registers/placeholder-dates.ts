/** Texts that programs and clerks write into a column of dates where there is no date. */

/**
 * First and last days of programs: of spreadsheets, of databases, of the Unix clock. None is the day of an authorisation
 * or of its end.
 */
const firstAndLastDays = new Set(
  `0001-01-01 1600-12-31 1601-01-01 1753-01-01 1899-12-30 1899-12-31 1900-01-00 1900-01-01 1900-01-02 1904-01-01 1969-12-31
  1970-01-01 2099-01-01 2099-12-31 2100-01-01 2999-12-31 3000-01-01 9999-01-01 9999-09-09 9999-12-30 9999-12-31`.split(
    /\s+/,
  ),
);

/** Whether a day stands for "no day". The text is YYYY-MM-DD, and need not be a day of the calendar. */
export const isPlaceholderDay = (day: string): boolean =>
  firstAndLastDays.has(day) || day.startsWith('9999-') || day.startsWith('0000-');

/** The first year of which a day is no end of an authorisation, but "no end". */
const noEnd = '2099';

/** Whether a day stands for "no end". */
export const isPlaceholderEnd = (day: string): boolean => isPlaceholderDay(day) || day.slice(0, 4) >= noEnd;

/** Whether a text that is no date stands for "no date": empty values of programs, zeros, and "without limit". */
export const isPlaceholderText = (text: string): boolean => {
  if (text.length > longest) return false;
  const folded = text
    .toLowerCase()
    .replace(/[\s.,;:()[\]{}<>'"’_-]+/g, ' ')
    .trim();
  return folded === '' || /^(?:0|00\/00\/00(?:00)?|0{2,8}|0+ 0+ 0+|x+|\?+|\/+|∞)$/.test(folded) || noDate.has(folded);
};

const longest = 40;

const noDate = new Set(
  [
    // Empty values of programs.
    'none|null|nan|nat|nil|undefined|n a|#n a|#n/a|n/a|na|n/d|n d|nd|missing|empty|blank|invalid date',
    // No date, not known yet.
    'no end date|no date|not applicable|not available|tbd|tbc|tba|to be determined|to be confirmed|pending|unknown|k a|keine|entfällt',
    'nicht zutreffend|néant|sans objet|non applicable|no aplica|não aplicável|n v t|niet van toepassing|nie dotyczy|neaplikuje se',
    'не е приложимо|δ/υ|ej tillämpligt|ikke relevant|ei kohaldata|netaikoma|nav|nem releváns|nu este cazul|non applicabile',
    // Without limit.
    'unlimited|indefinite|indefinitely|open ended|open|permanent|perpetual|ongoing|unbefristet|unbegrenzt|illimité|illimitée|indéfini',
    'indéfinie|durée indéterminée|durée illimitée|indeterminado|indefinido|indefinida|ilimitado|tempo indeterminato|illimitato',
    'a tempo indeterminato|onbepaald|onbepaalde tijd|onbeperkt|bezterminowo|bezterminowe|nieograniczony|neomezeně|neomezená',
    'na dobu neurčitou|doba neurčitá|neobmedzene|na dobu neurčitú|neograničeno|na neodređeno|nedoločen čas|határozatlan',
    'határozatlan idő|határozatlan időre|nedeterminat|nelimitat|perioadă nedeterminată|безсрочно|безсрочен|αόριστη|αορίστου|αορίστου χρόνου',
    'tills vidare|obegränsad|toistaiseksi|ubegrænset|ubestemt|tidsubegrænset|tähtajatu|beztermiņa|neterminuota|neterminuotas|neribota|indeterminat',
  ].flatMap((line) => line.split('|')),
);
