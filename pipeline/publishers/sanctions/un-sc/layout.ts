import type { KnownParts } from '../../xml/parts-check.ts';
import type { XmlList } from '../read-list-xml.ts';

const leaf: KnownParts = {};
const leaves = (names: string): Readonly<Record<string, KnownParts>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, leaf]));
const below = (path: string, names: string): readonly string[] => names.split(' ').map((name) => `${path}/${name}`);
const list: KnownParts = { children: leaves('VALUE') };

const common = {
  ...leaves('DATAID VERSIONNUM FIRST_NAME SECOND_NAME THIRD_NAME FOURTH_NAME UN_LIST_TYPE REFERENCE_NUMBER'),
  ...leaves(
    'LISTED_ON DELISTED_ON SUBMITTED_ON SUBMITTED_BY NAME_ORIGINAL_SCRIPT COMMENTS1 SORT_KEY SORT_KEY_LAST_MOD',
  ),
  LIST_TYPE: list,
  LAST_DAY_UPDATED: list,
};
const address: KnownParts = { children: leaves('STREET CITY STATE_PROVINCE ZIP_CODE COUNTRY NOTE') };

/** The document as the UN publishes it (sc-sanctions.xsd). */
export const unList: XmlList = {
  root: 'CONSOLIDATED_LIST',
  rootAttributes: ['dateGenerated'],
  publishedIn: 'dateGenerated',
  namespaces: [''],
  records: {
    'INDIVIDUALS/INDIVIDUAL': {
      children: {
        ...common,
        ...leaves('GENDER NATIONALITY2'),
        TITLE: list,
        DESIGNATION: list,
        NATIONALITY: list,
        INDIVIDUAL_ALIAS: {
          children: leaves('QUALITY ALIAS_NAME DATE_OF_BIRTH CITY_OF_BIRTH COUNTRY_OF_BIRTH NOTE'),
        },
        INDIVIDUAL_ADDRESS: address,
        INDIVIDUAL_DATE_OF_BIRTH: { children: leaves('TYPE_OF_DATE DATE YEAR FROM_YEAR TO_YEAR NOTE') },
        INDIVIDUAL_PLACE_OF_BIRTH: address,
        INDIVIDUAL_DOCUMENT: {
          children: leaves(
            'TYPE_OF_DOCUMENT TYPE_OF_DOCUMENT2 NUMBER ISSUING_COUNTRY DATE_OF_ISSUE CITY_OF_ISSUE COUNTRY_OF_ISSUE NOTE',
          ),
        },
      },
    },
    'ENTITIES/ENTITY': {
      children: {
        ...common,
        ENTITY_ALIAS: { children: leaves('QUALITY ALIAS_NAME NOTE') },
        ENTITY_ADDRESS: address,
      },
    },
  },
  usual: [
    'INDIVIDUALS/INDIVIDUAL',
    ...below('INDIVIDUALS/INDIVIDUAL', 'FIRST_NAME UN_LIST_TYPE REFERENCE_NUMBER LISTED_ON NATIONALITY'),
    ...below('INDIVIDUALS/INDIVIDUAL', 'INDIVIDUAL_ALIAS INDIVIDUAL_ADDRESS INDIVIDUAL_DATE_OF_BIRTH'),
    ...below('INDIVIDUALS/INDIVIDUAL/INDIVIDUAL_ALIAS', 'QUALITY ALIAS_NAME'),
    ...below('INDIVIDUALS/INDIVIDUAL/INDIVIDUAL_DATE_OF_BIRTH', 'DATE YEAR'),
    ...below('INDIVIDUALS/INDIVIDUAL/NATIONALITY', 'VALUE'),
    ...below('INDIVIDUALS/INDIVIDUAL/INDIVIDUAL_ADDRESS', 'COUNTRY'),
    'ENTITIES/ENTITY',
    ...below('ENTITIES/ENTITY', 'FIRST_NAME UN_LIST_TYPE REFERENCE_NUMBER LISTED_ON ENTITY_ALIAS ENTITY_ADDRESS'),
    ...below('ENTITIES/ENTITY/ENTITY_ALIAS', 'QUALITY ALIAS_NAME'),
    ...below('ENTITIES/ENTITY/ENTITY_ADDRESS', 'COUNTRY'),
  ],
};
