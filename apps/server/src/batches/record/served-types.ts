import { ENTRY_TYPES, SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import { isNamedByNumber } from '@talaan/core/documents/batch-key';
import { readDocumentType, type DocumentType } from '@talaan/core/documents/document-type';
import { invalid } from '../../platform/http/problem.ts';
import type { DocumentDefinition, DocumentDefinitions } from './document-definition.ts';

/** The types behind the calls under /trx/header that have a definition. */
export function servedTypes(definitions: DocumentDefinitions): DocumentType[] {
  return SERVED_TYPES.filter((type) => definitions.has(type));
}

/**
 * The types among which a number is looked up: the one that the code is in either reading; without a code those that a
 * number alone names, because a billing request has the figures of some batch.
 */
export function typesNamed(served: readonly DocumentType[], code: string | undefined): DocumentType[] {
  if (code === undefined) return served.filter(isNamedByNumber);
  return served.filter((type) => type === readDocumentType(code)?.document_type);
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
