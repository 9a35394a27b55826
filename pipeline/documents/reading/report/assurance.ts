import { hasPhrase } from '../profiles/phrases.ts';

const reasonable = 'reasonable_assurance';
const limited = 'limited_assurance';

/** Levels of assurance by the words of AICPA's attestation standards and ISAE 3000; two of them in one report decide nothing. */
const levels: readonly (readonly [phrase: string, code: string, level: string])[] = [
  ['obtain reasonable assurance', reasonable, 'reasonable assurance'],
  ['undertaken a reasonable assurance engagement', reasonable, 'reasonable assurance'],
  ['conducted our reasonable assurance engagement', reasonable, 'reasonable assurance'],
  ['engaged to perform a reasonable assurance engagement', reasonable, 'reasonable assurance'],
  ['obtain limited assurance', limited, 'limited assurance'],
  ['undertaken a limited assurance engagement', limited, 'limited assurance'],
  ['conducted our limited assurance engagement', limited, 'limited assurance'],
  ['engaged to perform a limited assurance engagement', limited, 'limited assurance'],
  ['is to express limited assurance', limited, 'limited assurance'],
  ['is to express a limited assurance conclusion', limited, 'limited assurance'],
  ['is to express a reasonable assurance conclusion', reasonable, 'reasonable assurance'],
  ['hinreichende sicherheit * zu erlangen', reasonable, 'hinreichende Sicherheit'],
  ['begrenzter sicherheit', limited, 'begrenzter Sicherheit'],
  ['obtenir une assurance raisonnable', reasonable, 'assurance raisonnable'],
  ['obtenir une assurance limitée', limited, 'assurance limitée'],
  ['obtener una seguridad razonable', reasonable, 'seguridad razonable'],
  ['obtener una seguridad limitada', limited, 'seguridad limitada'],
  ['acquisire una ragionevole sicurezza', reasonable, 'ragionevole sicurezza'],
  ['acquisire un livello di sicurezza limitato', limited, 'sicurezza limitato'],
  ['redelijke mate van zekerheid', reasonable, 'redelijke mate van zekerheid'],
  ['beperkte mate van zekerheid', limited, 'beperkte mate van zekerheid'],
  ['uzyskać racjonalną pewność', reasonable, 'racjonalną pewność'],
  ['uzyskać ograniczoną pewność', limited, 'ograniczoną pewność'],
  ['agreed upon procedures', 'agreed_upon_procedures', 'procedures'],
  ['we have audited', 'audit', 'have audited'],
];

export interface Assurance {
  readonly code: string;
  /** Words of the report that state it. */
  readonly level: string;
}

/** The assurance that the words of a report state; null when none or two are stated. */
export function assuranceOf(words: readonly string[]): Assurance | null {
  const found = levels.filter(([phrase]) => hasPhrase(words, phrase));
  const [only] = found;
  return only === undefined || found.some(([, code]) => code !== only[1]) ? null : { level: only[2], code: only[1] };
}
