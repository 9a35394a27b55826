/** Notes that lists write beside a name, and separators that are no semicolon. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { partText } from '../../../../pipeline/screening/names/agreement-text.ts';
import { sidesOfMatch } from '../../../../pipeline/screening/names/agreement-templates.ts';
import { partsOf } from '../../../../pipeline/screening/names/names-in-names.ts';
import { type LevelledPair, testLevels } from './level-cases.ts';

const organisations: Readonly<Record<string, readonly LevelledPair[]>> = {
  'what became of a company': [
    ['Quarnholt', 'Quarnholt (dissolved)', 'L3'],
    ['Quarnholt', 'Quarnholt [DELISTED]', 'L3'],
    ['Quarnholt', 'Quarnholt (in bankruptcy)', 'L3'],
    ['Quarnholt', 'Quarnholt - in bankruptcy', 'L3'],
    ['Quarnholt', 'Quarnholt, in liquidation', 'L3'],
    ['Quarnholt S.r.l.', 'Quarnholt S.r.l. in liquidazione', 'L3'],
    ['Quarnholt d.d.', 'Quarnholt d.d. u stečaju', 'L3'],
    ['Quarnholt GmbH', 'Quarnholt GmbH i.L.', 'L3'],
    ['Кварнхольт', 'ООО Кварнхольт (в стадии ликвидации)', 'L3'],
    ['Tarnfeld', 'Quarnholt (formerly Tarnfeld) (dissolved)', 'L3'],
    ['Tarnfeld', 'Quarnholt (dissolved)', null],
    ['Dissolved', 'Quarnholt (dissolved)', null],
    ['Quarnholt', 'Closed', null],
  ],
  'what a list remarks on a name': [
    ['Quarnholt', 'Quarnholt (possibly)', 'L3'],
    ['Кварнхольт', 'Кварнхольт (original script)', 'L3'],
    ['Quarnholt Trading', 'Quarnholt Trading [1]', 'L3'],
    ['Messrs Quarnholt Trading', 'Quarnholt Trading', 'L4'],
    ['Quarnholt Trading', 'Quarnholt Trading [1] Tarnfeld', null],
  ],
  'separators between names': [
    ['Quarnholt', 'Quarnholt / Tarnfeld', 'L3'],
    ['Tarnfeld', 'Quarnholt / Tarnfeld', 'L3'],
    ['Кварнхольт', 'Quarnholt Ltd / Кварнхольт', 'L3'],
    ['Tarnfeld', 'Quarnholt | Tarnfeld', 'L3'],
    ['Tarnfeld', 'Quarnholt/Tarnfeld', null],
    ['Quarnholt', 'Quarnholt / 2', null],
  ],
  'a place behind a legal form': [
    ['Quarnholt Trading', 'Quarnholt Trading Ltd (Hong Kong)', 'L4'],
    ['Quarnholt Trading', 'Quarnholt Trading LLC (Dubai)', 'L4'],
    ['Quarnholt', 'Quarnholt Inc (Panama)', 'L4'],
    ['Tarnfeld', 'Quarnholt Ltd (Hong Kong)', null],
    ['Ltd', 'Quarnholt Ltd (Hong Kong)', null],
  ],
};

testLevels(organisations, 'organisation');
testLevels({ 'a birth or a death': [['Gleb Tasfirov', 'Gleb Tasfirov (deceased)', 'L3']] }, 'person');

test('the sentence names the note', () => {
  const [part] = partsOf('Quarnholt (in bankruptcy)', 'organisation');
  assert.is(
    part === undefined ? '' : partText(sidesOfMatch.listedName, part),
    'The listed name states “Quarnholt” before “in bankruptcy”.',
  );
});

test.run();
