/** Tables of texts that the fold fills in, by family of changes. A new table of a module listed here joins by itself. */
import type { TextTables } from '../impact/rule.ts';
import * as chainLabels from './families/chain/labels.ts';
import * as chainTemplates from './families/chain/templates.ts';
import * as checkTemplates from './families/checks/templates.ts';
import * as collateralTemplates from './families/collateral/templates.ts';
import * as fieldTemplates from './families/disclosure/text/field-templates.ts';
import * as disclosurePhrases from './families/disclosure/text/phrases.ts';
import * as reviewTemplates from './families/disclosure/text/review-templates.ts';
import * as disclosureTemplates from './families/disclosure/text/templates.ts';
import * as edgeLabels from './families/edges/text/labels.ts';
import * as edgeTemplates from './families/edges/text/templates.ts';
import * as ownTemplates from './families/own/templates.ts';
import * as recordTemplates from './families/register-column/record-templates.ts';
import * as columnTemplates from './families/register-column/templates.ts';
import * as rowTemplates from './families/register-row/templates.ts';
import * as sanctionsPhrases from './families/sanctions/phrases.ts';
import * as similarTemplates from './families/sanctions/similar-templates.ts';
import * as subjectTemplates from './families/sanctions/subject-templates.ts';
import * as sanctionsTemplates from './families/sanctions/templates.ts';
import * as sourceTemplates from './families/source/templates.ts';

/** Tables of modules, without their functions. Maps and sets become JSON in their order. */
const tablesOf = (...modules: readonly object[]): TextTables =>
  Object.fromEntries(
    modules
      .flatMap((module) => Object.entries(module))
      .filter(([, table]) => typeof table !== 'function')
      .map(([name, table]) => [name, table instanceof Map || table instanceof Set ? [...table] : table]),
  );

export const familyTexts: Readonly<Record<string, TextTables>> = {
  own: tablesOf(ownTemplates),
  'register-row': tablesOf(rowTemplates),
  'register-column': tablesOf(columnTemplates, recordTemplates),
  sanctions: tablesOf(sanctionsTemplates, sanctionsPhrases, similarTemplates, subjectTemplates),
  disclosure: tablesOf(disclosureTemplates, disclosurePhrases, fieldTemplates, reviewTemplates),
  source: tablesOf(sourceTemplates),
  chain: tablesOf(chainTemplates, chainLabels),
  collateral: tablesOf(collateralTemplates),
  edges: tablesOf(edgeTemplates, edgeLabels),
  checks: tablesOf(checkTemplates),
};
