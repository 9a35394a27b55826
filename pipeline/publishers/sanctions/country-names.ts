import { namesByCode } from '../../../schemas/values/countries.ts';

/**
 * Names that lists print beside the usual ones: official names, former ones, parts of a country, spellings. Word order, case,
 * accents, punctuation, "of", "the" and "and" do not matter. ISO 3166-1 has no code for Kosovo; the European Union and others
 * use XK.
 */
export const namesOnLists = namesByCode(`
AD Principality of Andorra; AE Emirates; AF Islamic Republic of Afghanistan|Islamic Emirate of Afghanistan; AG Antigua;
AL Republic of Albania; AM Republic of Armenia; AO Republic of Angola; AR Argentine Republic;
AS Territory of American Samoa; AT Republic of Austria; AU Commonwealth of Australia; AX Aland;
AZ Republic of Azerbaijan; BA Bosnia|Republic of Bosnia and Herzegovina; BD People's Republic of Bangladesh;
BE Kingdom of Belgium; BF Burkina; BG Republic of Bulgaria; BH Kingdom of Bahrain; BI Republic of Burundi;
BJ Republic of Benin; BL Collectivity of Saint Barthélemy; BN Brunei Darussalam|Nation of Brunei, the Abode of Peace;
BO Bolivia (Plurinational State of)|Bolivia, State of; BQ Bonaire, Sint Eustatius and Saba|Bonaire;
BR Federative Republic of Brazil; BS Commonwealth of the Bahamas; BT Kingdom of Bhutan; BW Republic of Botswana;
BY Republic of Belarus|Byelorussia|Belorussia; CC Cocos (Keeling) Islands|Cocos Islands|Keeling Islands;
CD DRC|DR Congo|Congo-Kinshasa|Congo, Dem. Rep.|Zaire; CF CAR; CG Congo|Congo-Brazzaville|Congo, Rep.;
CI Republic of Côte d'Ivoire|Cote d Ivoire; CL Republic of Chile; CM Republic of Cameroon;
CN PRC|P.R. China|China, Mainland; CO Republic of Colombia; CR Republic of Costa Rica; CU Republic of Cuba;
CV Republic of Cabo Verde; CW Country of Curaçao; CX Territory of Christmas Island;
CY Republic of Cyprus|Cyprus, Northern|Occupied Northern Cyprus|Northern Part of Cyprus; DJ Republic of Djibouti;
DK Kingdom of Denmark; DM Commonwealth of Dominica; DZ People's Democratic Republic of Algeria; EC Republic of Ecuador;
EE Republic of Estonia; EG Arab Republic of Egypt; EH Sahrawi Arab Democratic Republic; ER State of Eritrea;
ES Kingdom of Spain; ET Federal Democratic Republic of Ethiopia; FI Republic of Finland;
FJ Republic of Fiji|Fiji Islands; FK Falkland Islands (Malvinas)|Malvinas; FM Micronesia (Federated States of);
FO Faeroe Islands|Faroes; FR French Republic; GA Gabonese Republic; GB Britain|England|Scotland|Wales|Northern Ireland;
GE Republic of Georgia; GF Guyane; GG Alderney|Sark; GH Republic of Ghana; GM Republic of the Gambia;
GN Republic of Guinea|Guinea-Conakry; GQ Republic of Equatorial Guinea; GR Hellenic Republic; GS South Georgia;
GT Republic of Guatemala; GU Territory of Guam; GW Republic of Guinea-Bissau; GY Co-operative Republic of Guyana;
HK Hong Kong Special Administrative Region of China|Hong Kong, China|Hongkong; HM Heard Island and McDonald Islands;
HN Republic of Honduras; HR Republic of Croatia; HT Republic of Haiti; HU Republic of Hungary; ID Republic of Indonesia;
IE Republic of Ireland|Eire; IL State of Israel; IN Republic of India; IQ Republic of Iraq;
IR Iran (Islamic Republic of)|Persia; IS Republic of Iceland; IT Italian Republic; JO Hashemite Kingdom of Jordan;
KE Republic of Kenya; KG Kyrgyz Republic|Kirghizia|Kirgizstan|Kyrgystan; KH Kingdom of Cambodia|Kampuchea;
KI Republic of Kiribati; KM Union of the Comoros; KN Federation of Saint Kitts and Nevis;
KP Korea (Democratic People's Republic of)|DPRK|DPR Korea; KR ROK; KW State of Kuwait; KY Caymans|Cayman;
KZ Republic of Kazakhstan|Kazakstan; LA Lao People's Democratic Republic|Lao PDR|Lao; LB Lebanese Republic;
LI Principality of Liechtenstein; LK Democratic Socialist Republic of Sri Lanka|Ceylon; LR Republic of Liberia;
LS Kingdom of Lesotho; LT Republic of Lithuania; LU Grand Duchy of Luxembourg|Luxemburg; LV Republic of Latvia;
LY State of Libya|Libyan Arab Jamahiriya|Great Socialist People's Libyan Arab Jamahiriya; MA Kingdom of Morocco;
MC Principality of Monaco; MD Moldavia|Transnistria|Pridnestrovie; ME Republic of Montenegro;
MF Saint Martin (French part)|Collectivity of Saint Martin; MG Republic of Madagascar;
MH Republic of the Marshall Islands;
MK Republic of North Macedonia|Macedonia|Macedonia, The Former Yugoslav Republic of|FYROM|Republic of Macedonia;
ML Republic of Mali; MM Republic of the Union of Myanmar|Union of Myanmar|Myanmar (Burma)|Union of Burma;
MO Macao Special Administrative Region of China|Macau SAR|Macao SAR|Macau, China|Macao, China;
MP Commonwealth of the Northern Mariana Islands|Mariana Islands; MR Islamic Republic of Mauritania;
MT Republic of Malta; MU Republic of Mauritius; MV Republic of Maldives|Maldive Islands; MW Republic of Malawi;
MX United Mexican States; MY Labuan; MZ Republic of Mozambique; NA Republic of Namibia; NE Republic of the Niger;
NF Territory of Norfolk Island; NG Federal Republic of Nigeria; NI Republic of Nicaragua; NL Holland;
NO Kingdom of Norway; NP Federal Democratic Republic of Nepal; NR Republic of Nauru; OM Sultanate of Oman;
PA Republic of Panama; PE Republic of Peru; PF Tahiti; PG Independent State of Papua New Guinea;
PH Republic of the Philippines|Phillipines|Philippine; PK Islamic Republic of Pakistan; PL Republic of Poland;
PN Pitcairn; PR Commonwealth of Puerto Rico;
PS Palestine, State of|Palestinian|Palestinian Territories|Occupied Palestinian Territory|Occupied Palestinian Territories|Palestinian Territory|Palestinian Authority|Gaza|Gaza Strip|West Bank|West Bank and Gaza|Region: Gaza|Region: West Bank|Gaza Strip, Palestinian|West Bank, Palestinian;
PT Portuguese Republic; PW Republic of Palau; PY Republic of Paraguay; QA State of Qatar; RE Reunion Island; RO Rumania;
RS Republic of Serbia; RU Russian Fed.; RW Republic of Rwanda; SA Kingdom of Saudi Arabia|KSA;
SC Republic of Seychelles; SD Republic of the Sudan; SE Kingdom of Sweden; SG Republic of Singapore;
SH Saint Helena, Ascension and Tristan da Cunha; SI Republic of Slovenia; SJ Svalbard; SL Republic of Sierra Leone;
SM Republic of San Marino; SN Republic of Senegal; SO Federal Republic of Somalia|Somali Republic|Somaliland;
SR Republic of Suriname|Surinam; SS Republic of South Sudan; ST Democratic Republic of São Tomé and Príncipe;
SV Republic of El Salvador; SX Sint Maarten (Dutch part)|Country of Sint Maarten|St. Maarten; SY Syrian Arab Republic;
SZ Kingdom of Eswatini|Swaziland; TC Turks & Caicos; TD Republic of Chad|Tchad; TF French Southern and Antarctic Lands;
TG Togolese Republic; TH Kingdom of Thailand; TJ Republic of Tajikistan|Tadjikistan|Tajikstan;
TL Democratic Republic of Timor-Leste|East Timor; TM Republic of Turkmenistan; TN Republic of Tunisia;
TO Kingdom of Tonga; TR Republic of Türkiye|Republic of Turkey; TT Republic of Trinidad and Tobago|Trinidad;
TW Taiwan, Province of China|Taiwan, Republic of China|Republic of China|Taiwan, China|Chinese Taipei;
TZ Tanzania, United Republic of|Zanzibar;
UA Crimea|Region: Crimea|Sevastopol|Autonomous Republic of Crimea|Crimea, Ukraine|Donetsk|Luhansk;
UG Republic of Uganda; UM United States Minor Outlying Islands|US Minor Outlying Islands;
UY Eastern Republic of Uruguay|Oriental Republic of Uruguay; UZ Republic of Uzbekistan;
VA Holy See|Vatican City State|Vatican|Holy See (Vatican City State); VC Saint Vincent;
VE Venezuela (Bolivarian Republic of)|Republic of Venezuela; VG Virgin Islands, UK;
VI United States Virgin Islands|Virgin Islands, USA; VN Socialist Republic of Viet Nam|Socialist Republic of Vietnam;
VU Republic of Vanuatu; WF Wallis and Futuna Islands|Territory of the Wallis and Futuna Islands;
WS Independent State of Samoa|Western Samoa; XK Kosovo|Republic of Kosovo|Kosovo (UNSCR 1244/99)|Kosovo* (UNSCR 1244);
YE Republic of Yemen; YT Department of Mayotte; ZA Republic of South Africa|RSA; ZM Republic of Zambia;
ZW Republic of Zimbabwe
`);
