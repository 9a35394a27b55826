import type { FieldRules } from './field-rules.ts';

/** The address is that of the document; without date and language nothing of the template is read. */
export const documentReference: FieldRules = {
  field: 'document_reference',
  record: {
    members: [
      {
        member: 'date',
        elements: [
          'OtherTokenWhitePaperPublicationDate',
          'AssetreferencedTokenWhitePaperPublicationDate',
          'EmoneyTokenWhitePaperPublicationDate',
        ],
        cells: { 2: ['F.10'], 3: ['B.12'], 4: ['B.9'] },
        read: 'date',
      },
      {
        member: 'language',
        elements: [
          'InformationAboutLanguagesUsedInOtherTokenWhitePaper',
          'InformationAboutLanguagesUsedInAssetreferencedTokenWhitePaper',
          'InformationAboutLanguagesUsedInEmoneyTokenWhitePaper',
        ],
        cells: { 2: ['F.12'], 3: ['B.14'], 4: ['B.11'] },
        read: 'language',
      },
      {
        member: 'dti',
        elements: [
          'OtherTokenDigitalTokenIdentifierCode',
          'AssetreferencedTokenDigitalTokenIdentifierCode',
          'EmoneyTokenDigitalTokenIdentifierCode',
        ],
        cells: { 2: ['F.13'], 3: ['B.15'], 4: ['B.12'] },
        read: 'dti',
      },
    ],
    required: [],
    url: 'url',
  },
};
