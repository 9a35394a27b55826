/** Made-up lists in the formats of their sources. */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A text that differs for each number. */
const word = (number: number): string =>
  Array.from({ length: 3 }, (_, at) => letters[(number * 7 + at * 11 + Math.trunc(number / 26)) % 26]).join('');

/** A list in the structure of OFAC's: everything in elements, about two kilobytes an entry. */
export function ofacLike(entries: number): Buffer {
  const list = Array.from({ length: entries }, (_, number) => ofacEntry(number + 1)).join('');
  return Buffer.from(
    '<?xml version="1.0" standalone="yes"?>\n<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
      'xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">\n  <publshInformation>\n' +
      `    <Publish_Date>03/28/2025</Publish_Date>\n    <Record_Count>${entries}</Record_Count>\n  </publshInformation>\n` +
      `${list}</sdnList>\n`,
  );
}

function ofacEntry(uid: number): string {
  const aka = (at: number): string =>
    `      <aka>\n        <uid>${uid * 10 + at}</uid>\n        <type>a.k.a.</type>\n        <category>strong</category>\n` +
    `        <lastName>${word(uid + at)} TRADING &amp; SHIPPING ${at}</lastName>\n      </aka>\n`;
  const id = (at: number, type: string, number: string): string =>
    `      <id>\n        <uid>${uid * 10 + at}</uid>\n        <idType>${type}</idType>\n` +
    `        <idNumber>${number}</idNumber>\n        <idCountry>Russia</idCountry>\n      </id>\n`;
  return (
    `  <sdnEntry>\n    <uid>${uid}</uid>\n    <lastName>${word(uid)} JOINT STOCK COMPANY</lastName>\n` +
    '    <sdnType>Entity</sdnType>\n    <programList>\n      <program>RUSSIA-EO14024</program>\n    </programList>\n' +
    `    <idList>\n${id(1, 'Registration ID', `10277${uid}`)}${id(2, 'Tax ID No.', `77020${uid}`)}` +
    `${id(3, 'Secondary sanctions risk:', 'See Section 11 of Executive Order 14024.')}    </idList>\n` +
    `    <akaList>\n${aka(1)}${aka(2)}${aka(3)}    </akaList>\n    <addressList>\n      <address>\n` +
    `        <uid>${uid}</uid>\n        <address1>${uid} Tverskaya Street</address1>\n        <city>Moscow</city>\n` +
    '        <country>Russia</country>\n      </address>\n    </addressList>\n  </sdnEntry>\n'
  );
}

/** A list in the structure of the European Union's: everything in attributes, about three kilobytes an entry. */
export function euLike(entries: number): Buffer {
  const list = Array.from({ length: entries }, (_, number) => euEntry(number + 1)).join('');
  return Buffer.from(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<export xmlns="http://eu.europa.ec/fpi/fsd/export" ' +
      `generationDate="2026-01-01T15:29:22.497+02:00" globalFileId="1">\n${list}</export>\n`,
  );
}

function euEntry(id: number): string {
  const summary =
    '            <regulationSummary regulationType="amendment" publicationDate="2019-04-08" numberTitle="2019/555 (OJ L97)" ' +
    'publicationUrl="https://eur-lex.europa.eu/legal-content/EN/TXT/PDF/?uri=OJ:L:2019:097:FULL&amp;from=EN"/>\n';
  const alias = (at: number): string =>
    `        <nameAlias firstName="" middleName="" lastName="" wholeName="${word(id + at)} Société ${at}" function="" title="" ` +
    `nameLanguage="FR" strong="true" regulationLanguage="en" logicalId="${id * 10 + at}">\n${summary}        </nameAlias>\n`;
  return (
    `    <sanctionEntity designationDate="2008-07-03" designationDetails="" unitedNationId="" euReferenceNumber="EU.${id}.1" ` +
    `logicalId="${id}">\n        <regulation regulationType="amendment" organisationType="commission" ` +
    'publicationDate="2019-04-08" entryIntoForceDate="2019-04-09" numberTitle="2019/555 (OJ L97)" programme="TAQA" ' +
    `logicalId="${id}">\n            <publicationUrl>https://eur-lex.europa.eu/legal-content/?uri=OJ:L:2019:097&amp;from=EN` +
    '</publicationUrl>\n        </regulation>\n        <subjectType code="enterprise" classificationCode="E"/>\n' +
    `${alias(1)}${alias(2)}${alias(3)}        <address city="Moscow" street="${id} Tverskaya" poBox="" zipCode="" region="" ` +
    'place="" asAtListingTime="false" countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION" ' +
    `regulationLanguage="en" logicalId="${id}">\n${summary}        </address>\n        <identification diplomatic="false" ` +
    `knownExpired="false" knownFalse="false" reportedLost="false" revokedByIssuer="false" latinNumber="" number="10277${id}" ` +
    'identificationTypeCode="regnumber" identificationTypeDescription="Registration Number" countryIso2Code="RU" ' +
    `countryDescription="RUSSIAN FEDERATION" regulationLanguage="en" logicalId="${id}">\n${summary}        </identification>\n` +
    '    </sanctionEntity>\n'
  );
}
