/** Words of terms for themselves, by language; each is the begin of a pattern that ignores case. */
export const termsIn = {
  fr: "(?:^|[\\s,;(])(?:les? présentes(?=[ ,])|la présente(?=[ ,])|(?:(?:(?:les?|la) )?présente?s?|ces?|cette|nos) (?:conditions(?: générales)?(?: d'utilisation| de vente| de services?| d'abonnement){0,2}|cgvu?|cgu|contrat|accord))(?![\\p{L}])",
  de: '(?:^|[\\s,;(])(?:diese|unsere|dieser|die vorliegenden|der vorliegende) (?:(?:allgemeinen |besonderen )?(?:geschäfts|nutzungs|vertrags|verkaufs|teilnahme)?bedingungen|agb|vertrag|nutzungsvereinbarung|vereinbarung)(?![\\p{L}])',
  es: '(?:^|[\\s,;(])(?:estos|estas|este|(?:(?:los|las|el) )?presentes?) (?:términos(?: y condiciones)?|condiciones(?: generales)?|contrato|acuerdo)(?![\\p{L}])',
  it: '(?:^|[\\s,;(])(?:quest[ieo]|(?:(?:i|le|gli|il|la) )?present[ei]) (?:termini(?: e (?:le )?condizioni)?|condizioni(?: generali)?|contratto|accordo)(?![\\p{L}])',
  nl: '(?:^|[\\s,;(])(?:deze|onze) (?:algemene )?(?:gebruiks|verkoop)?(?:voorwaarden|overeenkomst)(?![\\p{L}])',
  pl: '(?:^|[\\s,;(])(?:niniejsz[yea]|niniejsze) (?:regulamin|umowa|warunki)(?![\\p{L}])',
} as const;

/** Matches no letter: requires that the next words name the terms, or what follows from them. */
const about = (words: string): string => `(?=[^.;]{0,120}(?:${words}))`;
export const aboutTerms = {
  de: about('bedingung|agb(?![\\p{L}])|vertr[aä]g|vereinbarung|verhältnis|beziehung|anspr[uü]ch|token'),
  nl: about('voorwaarden|overeenkomst|rechtsverhouding|rechtsbetrekking|token'),
  pl: about('regulamin|um[oó]w|warunk|stosunk|zobowiąza|token'),
} as const;

/** Bills, taxes and the web site. */
const besideTerms: string = [
  '(?<!ab)rechnung|steuer|entgelt|gebühr|we[bp]-?seite|website|internetseite|homepage',
  '\\bfactu|\\btaxe|\\bfiscal|\\bimpôt|\\btva\\b|\\bsites?\\b',
  'impuest|tributari|\\biva\\b|sitio web|página web',
  'fattur|\\bimpost|\\bsito\\b',
  'belasting|\\bbtw\\b',
  'faktur|podat|stron\\p{L}{0,3} internetow|witryn',
].join('|');

/** Parties other than the issuer and all holders, and agreements other than the terms: what is about them is not about the terms. */
export const othersAbroad: string = [
  '\\b(?:banque|dépositaire|prestataire|sous-traitant|fournisseur|partenaire|tiers|licence|garantie|bail|dépôt|confidentialité|vie privée|cookies?|tarifaires?|référés?)',
  '\\b(?:partner)?bank|verwahr|lieferant|händler|partner|\\bdritte|datenschutz|cookie|gewinnspiel|lizenz|unternehme[rn]|\\bbank',
  '\\b(?:banco|custodi|depositari|proveedor|terceros?\\b|privacidad|licencia|usuari)',
  '\\b(?:banca|custode|depositari|fornitor|terz[oie]\\b|licenza|deposito)|\\bprivacy',
  '\\b(?:bewaar|bewaarder|leverancier|derden|zakelijk|licentie)',
  '\\b(?:bankiem|banku|przedsiębiorc|dostawc|osob[aąy] trzeci)',
  besideTerms,
  '«|»|"',
].join('|');

/** What may stand behind the name of a law: the end, or what binds it to nothing. */
const end = '(?= ?(?:[.;]|$)';
export const endOfLaw = {
  fr: `${end}|,? (?:à l'exclusion|sans |quel|tant )|,? (?:et|sauf|hormis) )`,
  de: `${end}|;|,? (?:unter ausschluss|mit ausnahme de[rs] (?:un-|übereinkommen)|anwendung|als vereinbart|soweit)|,? (?:und|sofern|wenn|falls|außer|es sei denn) )`,
  es: `${end}|,? (?:con exclusión|sin )|,? (?:[ye]|salvo|excepto) )`,
  it: `${end}|,? (?:con esclusione|ad esclusione|senza )|,? (?:e|ed|salvo|tranne|eccetto) )`,
  nl: `${end}|,? (?:met|onder) uitsluiting|, tenzij|,? en )`,
  pl: `${end}|,? z wyłączeniem|,? (?:i|oraz|chyba że|z wyjątkiem) )`,
} as const;
