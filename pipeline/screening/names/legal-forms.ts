/**
 * Legal forms in names of organisations, by kind. Names are compared without them, and names with forms of different
 * kinds never match. The grouping follows the organisation types of https://github.com/opensanctions/rigour (MIT).
 */

export type LegalFormKind =
  | 'limited'
  | 'joint-stock'
  | 'partnership'
  | 'co-operative'
  | 'sole-trader'
  | 'state'
  | 'non-profit';

const formsIn = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split('|'));

/** Spellings of each kind. Case and punctuation do not matter. */
export const legalForms: Readonly<Record<LegalFormKind, readonly string[]>> = {
  limited: formsIn(
    'Limited|Ltd|Ltd Co|Co Ltd|Co Limited|Company Limited|Company Ltd|Limited Company|Private Limited|Private Ltd',
    'Private Limited Company|Pvt Ltd|Pvt Limited|Pte Ltd|Pte Limited|Pty Ltd|Pty Limited|Proprietary Limited',
    'Limited Liability Company|Limited Liability Co|LLC|LC|WLL|With Limited Liability|Designated Activity Company|DAC',
    'FZE|Free Zone Establishment|FZCO|Free Zone Company|FZC|FZ LLC',
    'GmbH|gGmbH|Ges.m.b.H.|Gesellschaft mit beschränkter Haftung|Gesellschaft mbH|UG|UG (haftungsbeschränkt)',
    'B.V.|Besloten Vennootschap|BVBA|SPRL',
    'SARL|S.à r.l.|EURL|Société à responsabilité limitée',
    'S.r.l.|Srls|Società a responsabilità limitata',
    'S.L.|S.L.U.|Sociedad Limitada|Sociedad de responsabilidad limitada|S de RL|S de RL de CV|Ltda|Limitada|Lda',
    'ApS|Anpartsselskab|OÜ|Osaühing|SIA|UAB',
    'Sp. z o.o.|Spółka z ograniczoną odpowiedzialnością|s.r.o.|spol. s r.o.|Kft|Korlátolt Felelősségű Társaság',
    'd.o.o.|DOOEL|EOOD|OOD|ЕООД|ООД|Sh.p.k.|E.P.E.',
    'OOO|ООО|Общество с ограниченной ответственностью|Obshchestvo s ogranichennoy otvetstvennostyu',
    'Obshchestvo s ogranichennoi otvetstvennostyu|TOV|ТОВ|Товариство з обмеженою відповідальністю|TOO|ТОО',
    'Ltd. Şti.|Limited Şirketi|Sdn Bhd|Yugen Kaisha|Godo Kaisha|有限公司|有限责任公司|有限責任公司',
  ),
  'joint-stock': formsIn(
    'PLC|Public Limited Company|Public Limited|Public Company Limited|PCL|Inc|Incorporated|Corp|Corporation',
    'Joint Stock Company|JSC|Open Joint Stock Company|OJSC|Closed Joint Stock Company|CJSC',
    'Public Joint Stock Company|PJSC|Private Joint Stock Company|PrJSC',
    'AG|Aktiengesellschaft|SE|Societas Europaea|N.V.|Naamloze Vennootschap',
    'S.A.|Société Anonyme|Sociedad Anónima|Sociedade Anônima|SAS|SASU|Société par actions simplifiée|SAU',
    'S.A. de C.V.|SAPI de CV|S.A.L.|S.A.E.|S.p.A.|Società per azioni',
    'AB|Aktiebolag|A/S|Aktieselskab|ASA|Allmennaksjeselskap|Aksjeselskap|Oy|Oyj|Osakeyhtiö|Ehf|Aktsiaselts',
    'Spółka Akcyjna|a.s.|Akciová společnost|Nyrt|Zrt|d.d.|Dioničko društvo|A.D.|EAD|АД|ЕАД|Sh.A.|A.E.|Α.Ε.',
    'AO|АО|OAO|ОАО|ZAO|ЗАО|PAO|ПАО|NAO|НАО|ПрАТ|PrAT|ПАТ',
    'Акционерное общество|Открытое акционерное общество|Закрытое акционерное общество|Публичное акционерное общество',
    'Aktsionernoe obshchestvo|Otkrytoe aktsionernoe obshchestvo|Zakrytoe aktsionernoe obshchestvo',
    'Publichnoe aktsionernoe obshchestvo|QSC|KSC|KSCP|BSC|SAOG|SAOC|A.Ş.|Anonim Şirketi|Bhd|Berhad|Tbk|PT',
    'Perseroan Terbatas|K.K.|Kabushiki Kaisha|株式会社|股份有限公司|주식회사',
  ),
  partnership: formsIn(
    'LP|Limited Partnership|LLP|Limited Liability Partnership|LLLP',
    'GmbH & Co. KG|GmbH & Co. KGaA|AG & Co. KG|KG|KGaA|Kommanditgesellschaft|OHG|Offene Handelsgesellschaft|GbR',
    'SCA|SNC|Société en nom collectif|SCS|SCSp|Société en commandite simple|Société en commandite spéciale',
    'C.V.|V.O.F.|K/S|I/S|Kommanditbolag|Handelsbolag|Sp. k.|Sp. j.|k.s.|v.o.s.',
  ),
  'co-operative': formsIn(
    'eG|eGen|Genossenschaft|Cooperative|Co-operative|Coop|Coöperatie|S.Coop.|Société coopérative|SCE|Osuuskunta',
  ),
  'sole-trader': formsIn('Sole Proprietorship|Sole Trader|ИП|ФОП|e.K.|Einzelunternehmen'),
  state: formsIn(
    'FGUP|ФГУП|Federal State Unitary Enterprise|FSUE|State Unitary Enterprise|GUP|ГУП|State Owned Enterprise|SOE',
    'Republican Unitary Enterprise|RUE|RUP|РУП',
  ),
  'non-profit': formsIn(
    'e.V.|Eingetragener Verein|Stiftung|Stichting|ASBL|VZW|ONLUS|АНО|NGO|Non Profit Organization',
    'Non Profit Organisation',
  ),
};

/** Forms that may also precede a name. No other form may: "SE Asia Trading" has none. */
export const leadingForms: readonly string[] = formsIn(
  'OOO|ООО|Общество с ограниченной ответственностью|Obshchestvo s ogranichennoy otvetstvennostyu|TOV|ТОВ',
  'Товариство з обмеженою відповідальністю|TOO|ТОО|Limited Liability Company|LLC',
  'Joint Stock Company|JSC|Open Joint Stock Company|OJSC|Closed Joint Stock Company|CJSC',
  'Public Joint Stock Company|PJSC|Private Joint Stock Company|PrJSC|AO|АО|OAO|ОАО|ZAO|ЗАО|PAO|ПАО|NAO|НАО|ПрАТ|PrAT',
  'Акционерное общество|Открытое акционерное общество|Закрытое акционерное общество|Публичное акционерное общество',
  'Aktsionernoe obshchestvo|Otkrytoe aktsionernoe obshchestvo|Zakrytoe aktsionernoe obshchestvo',
  'Publichnoe aktsionernoe obshchestvo|PT|株式会社|주식회사|ИП|ФОП|FGUP|ФГУП|Federal State Unitary Enterprise|FSUE',
  'State Unitary Enterprise|GUP|ГУП|Republican Unitary Enterprise|RUE|RUP|РУП|Stichting|Stiftung|АНО',
);
