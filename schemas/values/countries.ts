/**
 * A table of names: entries are parted by semicolons or lines, the code of an entry from its names by a space, names by bars.
 * The names of each code, in the order of the table.
 */
export const namesByCode = (table: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    table
      .trim()
      .split(/;?\n|; /)
      .map((entry) => {
        const space = entry.indexOf(' ');
        return [entry.slice(0, space), entry.slice(space + 1).split('|')];
      }),
  );

/**
 * Officially assigned codes of ISO 3166-1 alpha-2, and the names of each country in English, the usual one first. A name that
 * two countries share, such as Congo, is left out. Names that only one kind of source writes stand beside its reader.
 */
export const countryNames: ReadonlyMap<string, readonly string[]> = namesByCode(`
AD Andorra; AE United Arab Emirates|UAE; AF Afghanistan; AG Antigua and Barbuda; AI Anguilla; AL Albania; AM Armenia;
AO Angola; AQ Antarctica; AR Argentina; AS American Samoa; AT Austria; AU Australia; AW Aruba; AX Åland Islands;
AZ Azerbaijan; BA Bosnia and Herzegovina; BB Barbados; BD Bangladesh; BE Belgium; BF Burkina Faso; BG Bulgaria;
BH Bahrain; BI Burundi; BJ Benin; BL St. Barthélemy|Saint Barthélemy; BM Bermuda; BN Brunei; BO Bolivia;
BQ Caribbean Netherlands; BR Brazil; BS Bahamas; BT Bhutan; BV Bouvet Island; BW Botswana; BY Belarus; BZ Belize;
CA Canada; CC Cocos; CD Democratic Republic of the Congo; CF Central African Republic; CG Republic of the Congo;
CH Switzerland|Swiss Confederation; CI Côte d'Ivoire|Ivory Coast; CK Cook Islands; CL Chile; CM Cameroon;
CN China|People's Republic of China; CO Colombia; CR Costa Rica; CU Cuba; CV Cape Verde|Cabo Verde; CW Curaçao;
CX Christmas Island; CY Cyprus; CZ Czechia|Czech Republic; DE Germany|Federal Republic of Germany; DJ Djibouti;
DK Denmark; DM Dominica; DO Dominican Republic; DZ Algeria; EC Ecuador; EE Estonia; EG Egypt; EH Western Sahara;
ER Eritrea; ES Spain; ET Ethiopia; FI Finland; FJ Fiji; FK Falkland Islands; FM Micronesia; FO Faroe Islands;
FR France; GA Gabon; GB United Kingdom|UK|Great Britain|United Kingdom of Great Britain and Northern Ireland;
GD Grenada; GE Georgia; GF French Guiana; GG Guernsey|Bailiwick of Guernsey; GH Ghana; GI Gibraltar; GL Greenland;
GM Gambia; GN Guinea; GP Guadeloupe; GQ Equatorial Guinea; GR Greece; GS South Georgia and South Sandwich Islands;
GT Guatemala; GU Guam; GW Guinea-Bissau; GY Guyana;
HK Hong Kong|Hong Kong SAR|Hong Kong Special Administrative Region|Hong Kong Special Administrative Region of the People's Republic of China;
HM Heard and McDonald Islands; HN Honduras; HR Croatia; HT Haiti; HU Hungary; ID Indonesia; IE Ireland; IL Israel;
IM Isle of Man; IN India; IO British Indian Ocean Territory; IQ Iraq; IR Iran; IS Iceland; IT Italy;
JE Jersey|Bailiwick of Jersey; JM Jamaica; JO Jordan; JP Japan; KE Kenya; KG Kyrgyzstan; KH Cambodia; KI Kiribati;
KM Comoros; KN St. Kitts and Nevis|Saint Kitts and Nevis; KP North Korea; KR South Korea|Republic of Korea|Korea;
KW Kuwait; KY Cayman Islands; KZ Kazakhstan; LA Laos; LB Lebanon; LC St. Lucia|Saint Lucia; LI Liechtenstein;
LK Sri Lanka; LR Liberia; LS Lesotho; LT Lithuania; LU Luxembourg; LV Latvia; LY Libya; MA Morocco; MC Monaco;
MD Moldova|Republic of Moldova; ME Montenegro; MF St. Martin|Saint Martin; MG Madagascar; MH Marshall Islands;
MK North Macedonia; ML Mali; MM Myanmar|Burma; MN Mongolia; MO Macao|Macau; MP Northern Mariana Islands; MQ Martinique;
MR Mauritania; MS Montserrat; MT Malta; MU Mauritius; MV Maldives; MW Malawi; MX Mexico; MY Malaysia; MZ Mozambique;
NA Namibia; NC New Caledonia; NE Niger; NF Norfolk Island; NG Nigeria; NI Nicaragua;
NL Netherlands|The Netherlands|Kingdom of the Netherlands; NO Norway; NP Nepal; NR Nauru; NU Niue; NZ New Zealand;
OM Oman; PA Panama; PE Peru; PF French Polynesia; PG Papua New Guinea; PH Philippines; PK Pakistan; PL Poland;
PM St. Pierre and Miquelon|Saint Pierre and Miquelon; PN Pitcairn Islands; PR Puerto Rico; PS Palestine; PT Portugal;
PW Palau; PY Paraguay; QA Qatar; RE Réunion; RO Romania; RS Serbia; RU Russia|Russian Federation; RW Rwanda;
SA Saudi Arabia; SB Solomon Islands; SC Seychelles; SD Sudan; SE Sweden; SG Singapore; SH St. Helena|Saint Helena;
SI Slovenia; SJ Svalbard and Jan Mayen; SK Slovakia|Slovak Republic; SL Sierra Leone; SM San Marino; SN Senegal;
SO Somalia; SR Suriname; SS South Sudan; ST São Tomé and Príncipe; SV El Salvador; SX Sint Maarten; SY Syria;
SZ Eswatini; TC Turks and Caicos Islands; TD Chad; TF French Southern Territories; TG Togo; TH Thailand; TJ Tajikistan;
TK Tokelau; TL Timor-Leste; TM Turkmenistan; TN Tunisia; TO Tonga; TR Türkiye|Turkey; TT Trinidad and Tobago;
TV Tuvalu; TW Taiwan; TZ Tanzania; UA Ukraine; UG Uganda; UM U.S. Outlying Islands;
US United States|USA|U.S.A.|United States of America|U.S.; UY Uruguay; UZ Uzbekistan; VA Vatican City;
VC St. Vincent and Grenadines|Saint Vincent and Grenadines; VE Venezuela; VG British Virgin Islands|BVI;
VI U.S. Virgin Islands; VN Vietnam|Viet Nam; VU Vanuatu; WF Wallis and Futuna; WS Samoa; YE Yemen; YT Mayotte;
ZA South Africa; ZM Zambia; ZW Zimbabwe
`);

/** Whether `text` is a country code of ISO 3166-1 alpha-2, upper case. */
export const isCountry = (text: string): boolean => countryNames.has(text);
