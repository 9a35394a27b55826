/** Country code of a nationality by its adjective, such as "Pakistani", as older files print it; null when unknown. */
export function nationalityCode(adjective: string): string | null {
  codes ??= new Map(
    adjectives.split(/\s+/).map((pair): readonly [string, string] => {
      const [name = '', code = ''] = pair.split(':');
      return [name.replaceAll('_', ' ').toLowerCase(), code];
    }),
  );
  return codes.get(adjective.slice(0, 40).toLowerCase()) ?? null;
}

let codes: ReadonlyMap<string, string> | undefined;

const adjectives = `Afghan:AF Albanian:AL Algerian:DZ American:US Angolan:AO Argentine:AR Armenian:AM Australian:AU
Austrian:AT Azerbaijani:AZ Bahraini:BH Bangladeshi:BD Belarusian:BY Belarussian:BY Belgian:BE Bolivian:BO Bosnian:BA
Brazilian:BR British:GB Bulgarian:BG Burmese:MM Burundian:BI Cambodian:KH Cameroonian:CM Canadian:CA Chadian:TD
Chilean:CL Chinese:CN Colombian:CO Comorian:KM Congolese:CD Croatian:HR Cuban:CU Cypriot:CY Czech:CZ Danish:DK
Dutch:NL Egyptian:EG Emirati:AE Eritrean:ER Estonian:EE Ethiopian:ET Filipino:PH Finnish:FI French:FR Georgian:GE
German:DE Ghanaian:GH Greek:GR Guatemalan:GT Guinean:GN Haitian:HT Hungarian:HU Indian:IN Indonesian:ID Iranian:IR
Iraqi:IQ Irish:IE Israeli:IL Italian:IT Ivorian:CI Japanese:JP Jordanian:JO Kazakh:KZ Kazakhstani:KZ Kenyan:KE
Kosovan:XK Kuwaiti:KW Kyrgyz:KG Latvian:LV Lebanese:LB Liberian:LR Libyan:LY Lithuanian:LT Macedonian:MK
Malaysian:MY Malian:ML Maltese:MT Mauritanian:MR Mexican:MX Moldovan:MD Montenegrin:ME Moroccan:MA Mozambican:MZ
Myanmar:MM Namibian:NA Nicaraguan:NI Nigerian:NG Nigerien:NE North_Korean:KP Norwegian:NO Omani:OM Pakistani:PK
Palestinian:PS Panamanian:PA Polish:PL Portuguese:PT Qatari:QA Romanian:RO Russian:RU Rwandan:RW Saudi:SA
Saudi_Arabian:SA Senegalese:SN Serbian:RS Singaporean:SG Slovak:SK Slovenian:SI Somali:SO South_African:ZA
South_Korean:KR South_Sudanese:SS Spanish:ES Sri_Lankan:LK Sudanese:SD Swedish:SE Swiss:CH Syrian:SY Tajik:TJ
Tanzanian:TZ Thai:TH Tunisian:TN Turkish:TR Turkmen:TM Ugandan:UG Ukrainian:UA Uzbek:UZ Venezuelan:VE
Vietnamese:VN Yemeni:YE Zambian:ZM Zimbabwean:ZW`;
