/** Words that may take a sentence back or bind it to a condition, and parts of legal sentences that do not, by language. */
import type { SentenceLanguage } from '../notation/languages.ts';

/** Edges of words with letters beyond ASCII, which `\b` does not know. */
const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${source})(?![\\p{L}])`, 'iu');

export const negationAbroad: Readonly<Record<Exclude<SentenceLanguage, 'en'>, RegExp>> = {
  de: word(
    'nicht|kein\\p{L}{0,3}|nie|niemals|außer|ausser|sofern|soweit|wenn|falls|es sei denn|jedoch|aber|vorbehaltlich|unbeschadet|kann|können|abgesehen|gegenüber|gegebenenfalls|bei (?:verbraucher|unternehmer)\\p{L}{0,3}|für (?:verbraucher|unternehmer|kaufleute|kunden)\\p{L}{0,3}|ab dem|bis zum|weder|statt|anstelle|wobei|während|nur|lediglich|widersprechen|ablehnen',
  ),
  fr: word(
    "ne|n'\\p{L}{1,20}|pas|jamais|aucune?|ni|sauf|excepté|hormis|hors|sous réserve|à moins|sans préjudice|toutefois|cependant|néanmoins|mais|si|s'il|lorsque|lorsqu'\\p{L}{1,4}|quand|dans le cas où|en cas|peut|peuvent|pourra|pourrait|pourront|à l'exception|à défaut|nonobstant|pour les (?:clients|consommateurs|professionnels|utilisateurs|résidents)|à compter du|jusqu'au|tandis que|alors que|uniquement|seulement|au choix|pouvez|devez",
  ),
  es: word(
    'no|nunca|ningún|ninguna|ni|salvo|excepto|a menos que|sin perjuicio|sin embargo|no obstante|pero|si|cuando|en caso|puede|pueden|podrá|podrán|siempre que|para (?:los|las) (?:clientes|consumidores|usuarios|residentes)|a partir del|hasta el|tampoco|sino|mientras|solo|sólo|únicamente|solamente|debe|deben',
  ),
  it: word(
    'non|mai|nessun\\p{L}?|né|salvo|eccetto|tranne|a meno che|fatt[oaie] salv[oaie]|tuttavia|però|ma|se|qualora|quando|in caso|può|possono|potrà|potranno|per i (?:clienti|consumatori|residenti|professionisti)|a partire dal|fino al|neanche|mentre|solo|soltanto|solamente|oppure|deve|devono',
  ),
  nl: word(
    'niet|geen|nooit|behalve|tenzij|mits|onverminderd|echter|maar|indien|als|wanneer|kan|kunnen|met uitzondering|voor (?:consumenten|klanten|ondernemers)|vanaf|tot en met|noch|terwijl|slechts|dan wel|moet|moeten',
  ),
  pl: word(
    'nie|nigdy|żaden|chyba że|z wyjątkiem|jednak|ale|jeżeli|jeśli|gdy|o ile|może|mogą|z zastrzeżeniem|od dnia|do dnia|tylko|jedynie|natomiast|w zakresie|wyłącznie w',
  ),
};

const harmless: Readonly<Record<Exclude<SentenceLanguage, 'en'>, readonly string[]>> = {
  de: ['soweit (?:gesetzlich zulässig|dies gesetzlich zulässig ist)'],
  fr: [
    "sans (?:égard|référence|tenir compte|recours) (?:aux?|à|de|des) (?:[\\p{L}']{1,20} ){0,5}conflits? de lois?",
    'sans préjudice (?:des|de) (?:dispositions|règles) (?:légales )?(?:impératives|d’ordre public)[^.;]{0,160}',
  ],
  es: ['sin (?:tener en cuenta|perjuicio de) [^.;,]{0,60}conflictos? de leyes'],
  it: ['senza (?:riguardo|riferimento) [^.;,]{0,60}conflitt[oi] di (?:leggi|norme)'],
  nl: ['voor zover wettelijk toegestaan'],
  pl: [],
};

export const harmlessAbroad: Readonly<Record<Exclude<SentenceLanguage, 'en'>, readonly RegExp[]>> = {
  de: harmless.de.map((source) => new RegExp(source, 'giu')),
  fr: harmless.fr.map((source) => new RegExp(source, 'giu')),
  es: harmless.es.map((source) => new RegExp(source, 'giu')),
  it: harmless.it.map((source) => new RegExp(source, 'giu')),
  nl: harmless.nl.map((source) => new RegExp(source, 'giu')),
  pl: harmless.pl.map((source) => new RegExp(source, 'giu')),
};
