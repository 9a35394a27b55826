/** Words of terms for themselves, by language; each is the begin of a pattern that ignores case. */
export const termsIn = {
  fr: "(?:^|[\\s,;(])(?:(?:les?|la|ces?|cette|nos) )?(?:présente?s? )?(?:conditions(?: générales)?(?: d'utilisation| de vente| de services?| d'abonnement){0,2}|cgvu?|cgu|contrat|accord|présentes)(?![\\p{L}])",
  de: '(?:^|[\\s,;(])(?:diese|die|unsere|der|dieser) (?:vorliegenden? )?(?:(?:allgemeinen |besonderen )?(?:geschäfts|nutzungs|vertrags|verkaufs|teilnahme)?bedingungen|agb|vertrag|nutzungsvereinbarung|vereinbarung)(?![\\p{L}])',
  es: '(?:^|[\\s,;(])(?:(?:los|las|estos|estas|el|este) )?(?:presentes? )?(?:términos(?: y condiciones)?|condiciones(?: generales)?|contrato|acuerdo)(?![\\p{L}])',
  it: '(?:^|[\\s,;(])(?:(?:i|le|gli|il|la) )?(?:present[ei] )?(?:termini(?: e (?:le )?condizioni)?|condizioni(?: generali)?|contratto|accordo)(?![\\p{L}])',
  nl: '(?:^|[\\s,;(])(?:deze|onze|de) (?:algemene )?(?:gebruiks|verkoop)?(?:voorwaarden|overeenkomst)(?![\\p{L}])',
  pl: '(?:^|[\\s,;(])(?:niniejsz[yea]|niniejsze) (?:regulamin|umowa|warunki)(?![\\p{L}])',
} as const;
