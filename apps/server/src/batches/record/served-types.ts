import { HEADER_TYPES } from '@talaan/contract/documents/document-kinds';
import { readDocumentType, type DocumentType } from '@talaan/core/documents/document-type';
import { invalid } from '../../platform/http/problem.ts';
import type { DocumentDefinition, DocumentDefinitions } from './document-definition.ts';

/** The types behind the calls under /trx/header that have a definition. */
export function servedTypes(definitions: DocumentDefinitions): DocumentType[] {
  return HEADER_TYPES.filter((type) => definitions.has(type));
}

/** The definition of a document type in either reading; one that is not served is refused with 422. */
export function requireDefinition(definitions: DocumentDefinitions, code: string): DocumentDefinition {
  const type = readDocumentType(code)?.document_type;
  const definition = type === undefined ? undefined : definitions.get(type);
  if (definition) return definition;
  throw invalid({ document_type: [`document type must be ${servedTypes(definitions).join(', ')}.`] });
}
