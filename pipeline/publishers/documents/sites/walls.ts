/** Notices that stand at the address of a document with status 200: the words by which each is known, in seven languages. */
import type { Reading } from '../../../../schemas/values/reading.ts';
import type { Verdict } from './gate.ts';

/** A page is a notice of a kind when it has this number of its phrases, or one in its title or first heading. */
const fewestPhrases = 2;
/** More words than this are of a document; notices about partners and purposes are long. */
const mostWords = 3_000;

/** Phrases in lower case, without apostrophes. */
const walls = {
  'about consent': [
    [
      'we value your privacy',
      'our partners store',
      'personalised advertising',
      'accept all',
      'reject all',
      'cookie settings',
      'legitimate interest',
      'process personal data',
      'withdraw your consent',
    ],
    [
      'wir schätzen ihre privatsphäre',
      'alle akzeptieren',
      'alle ablehnen',
      'unsere partner',
      'personalisierte werbung',
      'einwilligung widerrufen',
      'berechtigtes interesse',
    ],
    [
      'nous respectons votre vie privée',
      'tout accepter',
      'tout refuser',
      'nos partenaires',
      'publicité personnalisée',
      'retirer votre consentement',
      'intérêt légitime',
    ],
    [
      'valoramos tu privacidad',
      'valoramos su privacidad',
      'aceptar todo',
      'rechazar todo',
      'nuestros socios',
      'publicidad personalizada',
      'retirar su consentimiento',
      'interés legítimo',
    ],
    [
      'diamo valore alla tua privacy',
      'rispettiamo la tua privacy',
      'accetta tutto',
      'rifiuta tutto',
      'i nostri partner',
      'pubblicità personalizzata',
      'revocare il consenso',
      'interesse legittimo',
    ],
    [
      'wij waarderen uw privacy',
      'we waarderen je privacy',
      'alles accepteren',
      'alles weigeren',
      'onze partners',
      'gepersonaliseerde advertenties',
      'toestemming intrekken',
      'gerechtvaardigd belang',
    ],
    [
      'cenimy twoją prywatność',
      'cenimy państwa prywatność',
      'akceptuj wszystkie',
      'odrzuć wszystkie',
      'nasi partnerzy',
      'spersonalizowane reklamy',
      'wycofać zgodę',
      'uzasadniony interes',
    ],
  ],
  'about the region': [
    [
      'not available in your region',
      'not available in your country',
      'not available to persons in your',
      'services are not offered in your',
      'your location',
      'restricted in your',
    ],
    [
      'in ihrer region nicht verfügbar',
      'in ihrem land nicht verfügbar',
      'nicht in ihrer region',
      'nicht in ihrem land',
      'ihren standort',
      'ihr standort',
    ],
    [
      'pas disponible dans votre région',
      'pas disponible dans votre pays',
      'indisponible dans votre pays',
      'indisponible dans votre région',
      'votre localisation',
    ],
    [
      'no está disponible en su región',
      'no está disponible en tu región',
      'no está disponible en su país',
      'no está disponible en tu país',
      'su ubicación',
      'tu ubicación',
    ],
    [
      'non è disponibile nella tua regione',
      'non disponibile nella tua regione',
      'non è disponibile nel tuo paese',
      'non disponibile nel tuo paese',
      'la tua posizione',
    ],
    [
      'niet beschikbaar in uw regio',
      'niet beschikbaar in jouw regio',
      'niet beschikbaar in uw land',
      'niet beschikbaar in jouw land',
      'uw locatie',
    ],
    [
      'niedostępne w twoim regionie',
      'niedostępna w twoim regionie',
      'niedostępne w twoim kraju',
      'niedostępna w twoim kraju',
      'twoja lokalizacja',
    ],
  ],
  'about maintenance': [
    [
      'scheduled maintenance',
      'under maintenance',
      'be back soon',
      'be back shortly',
      'temporarily unavailable',
      'available again',
    ],
    [
      'wartungsarbeiten',
      'geplante wartung',
      'wird gewartet',
      'bald wieder da',
      'vorübergehend nicht verfügbar',
      'wieder erreichbar',
    ],
    [
      'maintenance programmée',
      'maintenance en cours',
      'en maintenance',
      'bientôt de retour',
      'temporairement indisponible',
      'de nouveau disponible',
    ],
    [
      'mantenimiento programado',
      'en mantenimiento',
      'tareas de mantenimiento',
      'volvemos pronto',
      'temporalmente no disponible',
      'disponible de nuevo',
    ],
    [
      'manutenzione programmata',
      'in manutenzione',
      'torniamo presto',
      'torneremo presto',
      'temporaneamente non disponibile',
      'di nuovo disponibile',
    ],
    [
      'gepland onderhoud',
      'in onderhoud',
      'onderhoudswerkzaamheden',
      'zo weer terug',
      'binnenkort terug',
      'tijdelijk niet beschikbaar',
    ],
    [
      'planowa konserwacja',
      'przerwa techniczna',
      'prace konserwacyjne',
      'wracamy wkrótce',
      'wkrótce wrócimy',
      'tymczasowo niedostępna',
      'chwilowo niedostępna',
    ],
  ],
  'that asks for a check': [
    [
      'verify you are human',
      'verify that you are human',
      'are you a robot',
      'unusual traffic',
      'unusual activity',
      'security check',
      'enable javascript and cookies',
      'automated requests',
    ],
    [
      'bestätigen sie, dass sie ein mensch sind',
      'sind sie ein roboter',
      'ungewöhnlicher datenverkehr',
      'ungewöhnliche aktivitäten',
      'sicherheitsüberprüfung',
      'automatisierte anfragen',
    ],
    [
      'vérifiez que vous êtes humain',
      'vérifier que vous êtes humain',
      'êtes-vous un robot',
      'trafic inhabituel',
      'activité inhabituelle',
      'contrôle de sécurité',
      'requêtes automatisées',
    ],
    [
      'verifique que es humano',
      'verifica que eres humano',
      'eres un robot',
      'tráfico inusual',
      'actividad inusual',
      'control de seguridad',
      'solicitudes automatizadas',
    ],
    [
      'verifica di essere umano',
      'conferma di essere umano',
      'sei un robot',
      'traffico insolito',
      'attività insolita',
      'controllo di sicurezza',
      'richieste automatizzate',
    ],
    [
      'controleer of u een mens bent',
      'bevestig dat je een mens bent',
      'bent u een robot',
      'ongebruikelijk verkeer',
      'ongebruikelijke activiteit',
      'beveiligingscontrole',
      'geautomatiseerde verzoeken',
    ],
    [
      'potwierdź, że jesteś człowiekiem',
      'czy jesteś robotem',
      'nietypowy ruch',
      'nietypowa aktywność',
      'kontrola bezpieczeństwa',
      'zautomatyzowane żądania',
    ],
  ],
} as const;

/** Outcome of a page that was unlike the document twice, and is a notice by its words; null of any other reading. */
export function wallIn(reading: Reading | null, isUnlike: boolean): Verdict | null {
  if (reading === null || !isUnlike || !isPage(reading) || reading.ownWords > mostWords) return null;
  const title = folded([reading.title ?? '', ...headingsOf(reading)].join(' \n '));
  const text = folded([reading.title ?? '', ...reading.blocks.map((block) => block.text)].join(' \n '));
  for (const [kind, languages] of Object.entries(walls)) {
    for (const phrases of languages) {
      const found = phrases.filter((phrase) => text.includes(phrase));
      if (found.length >= fewestPhrases || found.some((phrase) => title.includes(phrase)))
        return { outcome: 'wall', message: `The site shows a notice ${kind} instead of the document.` };
    }
  }
  return null;
}

const isPage = ({ class: read }: Reading): boolean => read === 'html' || read === 'xhtml' || read === 'text';
const headingsOf = ({ blocks }: Reading): readonly string[] =>
  blocks.filter(({ heading }) => heading === 1).map(({ text }) => text);
const folded = (text: string): string => text.toLowerCase().replaceAll(/[’']/g, '');
