/** Words for the law of a country, such as in "Swiss law". */
export const lawWords = `
CH Swiss
DE German
FR French
IE Irish
GB-EAW English
GB-SCT Scots
GB-SCT Scottish
GB-NIR Northern Irish
NL Dutch
IT Italian
ES Spanish
PT Portuguese
AT Austrian
BE Belgian
LU Luxembourgish
MT Maltese
CY Cypriot
GR Greek
EE Estonian
LV Latvian
LT Lithuanian
PL Polish
CZ Czech
SK Slovak
SI Slovenian
HU Hungarian
RO Romanian
BG Bulgarian
HR Croatian
DK Danish
SE Swedish
FI Finnish
NO Norwegian
IS Icelandic
LI Liechtenstein
JP Japanese
SG Singaporean
AU Australian
CA Canadian
`;
