import type { KnownParts } from '../../xml/parts-check.ts';
import type { XmlList } from '../read-list-xml.ts';

const leaf: KnownParts = {};
const leaves = (names: string): KnownParts => ({
  children: Object.fromEntries(names.split(' ').map((name) => [name, leaf])),
});
const below = (path: string, names: string): readonly string[] => names.split(' ').map((name) => `${path}/${name}`);
const listOf = (item: string, names: string): KnownParts => ({ children: { [item]: leaves(names) } });

/** The document as OFAC publishes it. The SDN list and the other lists have the same structure. */
export const ofacList: XmlList = {
  root: 'sdnList',
  rootAttributes: [],
  namespaces: [
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML',
    'http://tempuri.org/sdnList.xsd',
  ],
  records: {
    publshInformation: leaves('Publish_Date Record_Count'),
    sdnEntry: {
      children: {
        ...leaves('uid firstName lastName title sdnType remarks').children,
        programList: leaves('program'),
        idList: listOf('id', 'uid idType idNumber idCountry issueDate expirationDate'),
        akaList: listOf('aka', 'uid type category lastName firstName'),
        addressList: listOf('address', 'uid address1 address2 address3 city stateOrProvince postalCode country'),
        nationalityList: listOf('nationality', 'uid country mainEntry'),
        citizenshipList: listOf('citizenship', 'uid country mainEntry'),
        dateOfBirthList: listOf('dateOfBirthItem', 'uid dateOfBirth mainEntry'),
        placeOfBirthList: listOf('placeOfBirthItem', 'uid placeOfBirth mainEntry'),
        vesselInfo: leaves('callSign vesselType vesselFlag vesselOwner tonnage grossRegisteredTonnage'),
      },
    },
  },
  usual: [
    'publshInformation',
    'publshInformation/Record_Count',
    'sdnEntry',
    ...below('sdnEntry', 'uid lastName sdnType programList idList akaList addressList dateOfBirthList'),
    ...below('sdnEntry/programList', 'program'),
    ...below('sdnEntry/idList', 'id'),
    ...below('sdnEntry/idList/id', 'idType idNumber'),
    ...below('sdnEntry/akaList', 'aka'),
    ...below('sdnEntry/akaList/aka', 'type category lastName'),
    ...below('sdnEntry/addressList', 'address'),
    ...below('sdnEntry/addressList/address', 'country'),
    ...below('sdnEntry/dateOfBirthList', 'dateOfBirthItem'),
    ...below('sdnEntry/dateOfBirthList/dateOfBirthItem', 'dateOfBirth'),
  ],
};
