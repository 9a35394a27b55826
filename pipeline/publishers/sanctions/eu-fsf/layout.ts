import type { KnownParts } from '../../xml/parts-check.ts';
import type { XmlList } from '../read-list-xml.ts';

const words = (text: string): readonly string[] => text.split(' ');

const below = (path: string, names: string): readonly string[] => words(names).map((name) => `${path}/${name}`);

const summary = 'regulationType publicationDate numberTitle publicationUrl logicalId';
const country = 'region countryIso2Code countryDescription regulationLanguage logicalId';
const place = 'city zipCode place';

/** A part that names the regulation it is based on. */
const sourced = (attributes: string, children: Readonly<Record<string, KnownParts>> = {}): KnownParts => ({
  attributes: words(attributes),
  children: { remark: {}, regulationSummary: { attributes: words(summary) }, ...children },
});

/** The document as the Commission publishes it (Financial Sanctions Files, format 1.1). */
export const euList: XmlList = {
  root: 'export',
  rootAttributes: ['generationDate', 'globalFileId'],
  publishedIn: 'generationDate',
  namespaces: ['http://eu.europa.ec/fpi/fsd/export'],
  records: {
    sanctionEntity: {
      attributes: words('designationDate designationDetails unitedNationId euReferenceNumber logicalId'),
      children: {
        remark: {},
        regulation: {
          attributes: words(
            'regulationType organisationType publicationDate entryIntoForceDate numberTitle programme logicalId',
          ),
          children: { publicationUrl: {} },
        },
        subjectType: { attributes: words('code classificationCode') },
        nameAlias: sourced(
          'firstName middleName lastName wholeName function gender title nameLanguage strong regulationLanguage logicalId',
        ),
        citizenship: sourced(country),
        birthdate: sourced(
          `circa calendarType birthdate dayOfMonth monthOfYear year yearRangeFrom yearRangeTo ${place} ${country}`,
        ),
        address: sourced(`street poBox asAtListingTime ${place} ${country}`, {
          contactInfo: { attributes: words('key value') },
        }),
        identification: sourced(
          'diplomatic knownExpired knownFalse reportedLost revokedByIssuer issuedBy issuedDate issueDate validFrom ' +
            'validTo latinNumber nameOnDocument number identificationTypeCode identificationTypeDescription ' +
            country,
        ),
      },
    },
  },
  usual: [
    'sanctionEntity',
    ...below(
      'sanctionEntity',
      '@euReferenceNumber regulation subjectType nameAlias citizenship birthdate address identification',
    ),
    ...below('sanctionEntity/regulation', '@programme'),
    ...below('sanctionEntity/subjectType', '@code'),
    ...below('sanctionEntity/nameAlias', '@wholeName @strong'),
    ...below('sanctionEntity/citizenship', '@countryIso2Code'),
    ...below('sanctionEntity/address', '@countryIso2Code'),
    ...below('sanctionEntity/birthdate', '@birthdate @year'),
    ...below('sanctionEntity/identification', '@number @identificationTypeCode @countryIso2Code'),
  ],
};
