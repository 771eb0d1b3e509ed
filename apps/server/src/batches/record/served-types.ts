import { ENTRY_TYPES, SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { readDocumentType, type DocumentType } from '@talaan/core/documents/document-type';
import { invalid } from '../../platform/http/problem.ts';
import type { DocumentDefinition, DocumentDefinitions } from './document-definition.ts';

/** The types behind the calls under /trx/header that have a definition. */
export function servedTypes(definitions: DocumentDefinitions): DocumentType[] {
  return SERVED_TYPES.filter((type) => definitions.has(type));
}

/** The definition of a document type in either reading; one that is not served is refused with 422. */
export function requireDefinition(definitions: DocumentDefinitions, code: string): DocumentDefinition {
  return definitionAmong(servedTypes(definitions), definitions, code);
}

/** The same of a type whose lines are entries; others are entered by calls of their own. */
export function requireEntryDefinition(definitions: DocumentDefinitions, code: string): DocumentDefinition {
  const entries = ENTRY_TYPES.filter((type) => definitions.has(type));
  return definitionAmong(entries, definitions, code);
}

function definitionAmong(
  types: readonly DocumentType[],
  definitions: DocumentDefinitions,
  code: string,
): DocumentDefinition {
  const type = types.find((one) => one === readDocumentType(code)?.document_type);
  const definition = type === undefined ? undefined : definitions.get(type);
  if (definition) return definition;
  throw invalid({ document_type: [`document type must be ${types.join(', ')}.`] });
}
