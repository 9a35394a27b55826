/**
 * A file of level 1 records as GLEIF publishes it, generated in pieces: shape and size of the golden copy, invented names.
 */

/** LEI of a record by its number, with check digits (ISO 7064 MOD 97-10). */
export function leiOf(number: number): string {
  const body = `9999${number.toString(36).toUpperCase().padStart(14, '0')}`;
  let remainder = 0;
  for (const character of `${body}00`) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return `${body}${String(98 - remainder).padStart(2, '0')}`;
}

const recordsAPiece = 64;

/** The XML of this number of records. */
export async function* leiFile(records: number): AsyncGenerator<Buffer> {
  yield Buffer.from(head(records));
  for (let from = 0; from < records; from += recordsAPiece) {
    let text = '';
    for (let number = from; number < Math.min(records, from + recordsAPiece); number += 1) text += record(number);
    yield Buffer.from(text);
  }
  yield Buffer.from('  </lei:LEIRecords>\n</lei:LEIData>\n');
}

const head = (records: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <lei:LEIHeader>
    <lei:ContentDate>2026-11-01T08:00:00Z</lei:ContentDate>
    <lei:FileContent>GLEIF_FULL_PUBLISHED</lei:FileContent>
    <lei:RecordCount>${records}</lei:RecordCount>
  </lei:LEIHeader>
  <lei:LEIRecords>
`;

const words = ['ALPINE', 'HARBOUR', 'NORDIC', 'VALLÉE', 'ORIENT', 'CASTLE', 'MERIDIAN', 'SAVANE', 'BALTIC', 'FJORD'];
const word = (number: number): string => words[number % words.length] ?? '';

function record(number: number): string {
  const lei = leiOf(number);
  const name = `${word(number)} ${word(number >> 3)} ${number.toString(36)} Fund &amp; Co`;
  const street = `${number % 997} ${word(number >> 5)} STREET`;
  const time = `20${String(10 + (number % 15))}-0${1 + (number % 9)}-1${number % 9}T0${number % 9}:48:53.${100 + (number % 899)}Z`;
  return `<lei:LEIRecord xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
               xmlns:lei="http://www.gleif.org/data/schema/leidata/2016"
               xmlns:gleif="http://www.gleif.org/data/schema/golden-copy/extensions/1.0">
   <lei:LEI>${lei}</lei:LEI>
   <lei:Entity>
      <lei:LegalName xml:lang="en">${name}</lei:LegalName>
      <lei:OtherEntityNames>
         <lei:OtherEntityName xml:lang="en" type="PREVIOUS_LEGAL_NAME">${name} (formerly)</lei:OtherEntityName>
      </lei:OtherEntityNames>
      <lei:LegalAddress xml:lang="en">
         <lei:FirstAddressLine>${street}</lei:FirstAddressLine>
         <lei:City>BOSTON</lei:City>
         <lei:Region>US-MA</lei:Region>
         <lei:Country>US</lei:Country>
         <lei:PostalCode>${10_000 + (number % 89_999)}</lei:PostalCode>
      </lei:LegalAddress>
      <lei:HeadquartersAddress xml:lang="en">
         <lei:FirstAddressLine>${street}</lei:FirstAddressLine>
         <lei:City>Boston</lei:City>
         <lei:Region>US-MA</lei:Region>
         <lei:Country>US</lei:Country>
         <lei:PostalCode>${10_000 + (number % 89_999)}</lei:PostalCode>
      </lei:HeadquartersAddress>
      <lei:RegistrationAuthority>
         <lei:RegistrationAuthorityID>RA000665</lei:RegistrationAuthorityID>
         <lei:RegistrationAuthorityEntityID>S${number}</lei:RegistrationAuthorityEntityID>
      </lei:RegistrationAuthority>
      <lei:LegalJurisdiction>US-MA</lei:LegalJurisdiction>
      <lei:EntityCategory>FUND</lei:EntityCategory>
      <lei:LegalForm>
         <lei:EntityLegalFormCode>8888</lei:EntityLegalFormCode>
         <lei:OtherLegalForm>FUND</lei:OtherLegalForm>
      </lei:LegalForm>
      <lei:EntityStatus>ACTIVE</lei:EntityStatus>
      <lei:EntityCreationDate>${time}</lei:EntityCreationDate>
   </lei:Entity>
   <lei:Registration>
      <lei:InitialRegistrationDate>${time}</lei:InitialRegistrationDate>
      <lei:LastUpdateDate>${time}</lei:LastUpdateDate>
      <lei:RegistrationStatus>${number % 3 === 0 ? 'LAPSED' : 'ISSUED'}</lei:RegistrationStatus>
      <lei:NextRenewalDate>${time}</lei:NextRenewalDate>
      <lei:ManagingLOU>EVK05KS7XY1DEII3R011</lei:ManagingLOU>
      <lei:ValidationSources>FULLY_CORROBORATED</lei:ValidationSources>
      <lei:ValidationAuthority>
         <lei:ValidationAuthorityID>RA000665</lei:ValidationAuthorityID>
         <lei:ValidationAuthorityEntityID>S${number}</lei:ValidationAuthorityEntityID>
      </lei:ValidationAuthority>
   </lei:Registration>
   <lei:Extension>
      <gleif:Geocoding>
         <gleif:original_address>${street}, Boston, US-MA, US</gleif:original_address>
         <gleif:relevance>0.86</gleif:relevance>
         <gleif:lat>${(number % 90_000) / 1000}</gleif:lat>
         <gleif:lng>-${(number % 70_000) / 1000}</gleif:lng>
         <gleif:geocoding_date>2019-01-03T01:07:47</gleif:geocoding_date>
         <gleif:match_level>postalCode</gleif:match_level>
         <gleif:formatted_address>${street}, Boston, MA, United States</gleif:formatted_address>
         <gleif:mapped_city>Boston</gleif:mapped_city>
         <gleif:mapped_country>USA</gleif:mapped_country>
      </gleif:Geocoding>
   </lei:Extension>
</lei:LEIRecord>
`;
}
