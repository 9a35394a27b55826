/** Laws as sentences in other languages name them: code, language, words for its law, names of its place. */
export const lawWordsAbroad: readonly (readonly [code: string, words: string])[] = [
  [
    'FR',
    'français|française|der französischen republik|französisches|französischem|francés|francesa|francese|frans|franse|francuskie|francuskiemu|de la france|frankreichs|de francia|della francia|van frankrijk|francji',
  ],
  [
    'DE',
    "allemand|allemande|der bundesrepublik deutschland|deutschlands|deutsches|deutschem|deutsche|alemán|alemana|tedesco|tedesca|duits|duitse|niemieckie|niemieckiemu|de la république fédérale d'allemagne|d'allemagne|de alemania|della germania|van duitsland|niemiec",
  ],
  [
    'AT',
    "autrichien|autrichienne|der republik österreich|österreichs|österreichisches|österreichischem|austriaco|austriaca|oostenrijks|oostenrijkse|austriackie|austriackiemu|d'autriche|de austria|dell'austria|van oostenrijk|austrii",
  ],
  [
    'CH',
    'suisse|der schweiz|schweizer|schweizerisches|schweizerischem|suizo|suiza|svizzero|svizzera|zwitsers|zwitserse|szwajcarskie|szwajcarskiemu|de la suisse|de suiza|della svizzera|van zwitserland|szwajcarii',
  ],
  [
    'BE',
    'belge|belges|belgisches|belgischem|belgiens|belga|belgisch|belgische|belgijskie|belgijskiemu|de la belgique|de bélgica|del belgio|van belgië|belgii',
  ],
  [
    'LU',
    'luxembourgeois|luxembourgeoise|luxemburgisches|luxemburgischem|luxemburgs|luxemburgués|luxemburguesa|lussemburghese|luxemburgs|luxemburgse|luksemburskie|luksemburskiemu|du luxembourg|du grand-duché de luxembourg|de luxemburgo|del lussemburgo|van luxemburg|luksemburga',
  ],
  [
    'NL',
    'néerlandais|néerlandaise|niederländisches|niederländischem|der niederlande|neerlandés|neerlandesa|olandese|nederlands|nederlandse|holenderskie|holenderskiemu|niderlandzkie|niderlandzkiemu|des pays-bas|de los países bajos|dei paesi bassi|van nederland|niderlandów',
  ],
  [
    'IT',
    "italien|italienne|italienisches|italienischem|italiens|italiano|italiana|italiaans|italiaanse|włoskie|włoskiemu|de l'italie|d'italie|de italia|dell'italia|van italië|włoch",
  ],
  [
    'ES',
    "espagnol|espagnole|spanisches|spanischem|spaniens|español|española|spagnolo|spagnola|spaans|spaanse|hiszpańskie|hiszpańskiemu|de l'espagne|d'espagne|de españa|della spagna|van spanje|hiszpanii",
  ],
  [
    'PT',
    'portugais|portugaise|portugiesisches|portugiesischem|portugals|portugués|portuguesa|portoghese|portugees|portugese|portugalskie|portugalskiemu|du portugal|de portugal|del portogallo|van portugal|portugalii',
  ],
  [
    'IE',
    "irlandais|irlandaise|irisches|irischem|irlands|irlandés|irlandesa|irlandese|iers|ierse|irlandzkie|irlandzkiemu|de l'irlande|d'irlande|de irlanda|dell'irlanda|van ierland|irlandii",
  ],
  [
    'PL',
    'polonais|polonaise|polnisches|polnischem|polens|polaco|polaca|polacco|polacca|pools|poolse|polskie|polskiemu|polskim|de la pologne|de polonia|della polonia|van polen|polski|rzeczypospolitej polskiej',
  ],
  [
    'MT',
    'maltais|maltaise|maltesisches|maltesischem|maltas|maltés|maltesa|maltese|maltees|maltese|maltańskie|maltańskiemu|de malte|de malta|di malta|van malta|malty',
  ],
  [
    'CY',
    'chypriote|zyprisches|zyprischem|zyperns|chipriota|cipriota|cypriotisch|cypriotische|cypryjskie|cypryjskiemu|de chypre|de chipre|di cipro|van cyprus|cypru',
  ],
  [
    'EE',
    "estonien|estonienne|estnisches|estnischem|estlands|estonio|estonia|estone|estlands|estse|estońskie|estońskiemu|d'estonie|de estonia|dell'estonia|van estland|estonii",
  ],
  [
    'LT',
    'lituanien|lituanienne|litauisches|litauischem|litauens|lituano|lituana|litouws|litouwse|litewskie|litewskiemu|de lituanie|de lituania|della lituania|van litouwen|litwy',
  ],
  [
    'LV',
    'letton|lettonne|lettisches|lettischem|lettlands|letón|letona|lettone|lets|letse|łotewskie|łotewskiemu|de lettonie|de letonia|della lettonia|van letland|łotwy',
  ],
  [
    'SE',
    'suédois|suédoise|schwedisches|schwedischem|schwedens|sueco|sueca|svedese|zweeds|zweedse|szwedzkie|szwedzkiemu|de suède|de suecia|della svezia|van zweden|szwecji',
  ],
  [
    'LI',
    'liechtensteinois|liechtensteinoise|liechtensteinisches|liechtensteinischem|liechtensteins|des fürstentums liechtenstein|du liechtenstein|de liechtenstein|del liechtenstein|van liechtenstein|liechtensteinu',
  ],
  [
    'GB-EAW',
    "anglais|anglaise|englisches|englischem|inglés|inglesa|inglese|engels|engelse|angielskie|angielskiemu|d'angleterre et du pays de galles|von england und wales|de inglaterra y gales|dell'inghilterra e del galles|van engeland en wales|anglii i walii",
  ],
];
