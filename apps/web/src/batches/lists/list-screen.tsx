import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import { statusesOf } from '@talaan/core/documents/document-status';
import { BatchList } from './batch-list.tsx';
import type { BatchListKind } from './batch-list-kind.ts';

/** The screen of the list of a family of documents: what it is follows from the family, the rest is its own. */
export function listScreenOf(kind: DocumentKind, own: Pick<BatchListKind, 'columns'> & Partial<BatchListKind>) {
  const { module, types, many } = kind;
  const always = { document_type: [...types] };
  const list = {
    module,
    title: module,
    kind,
    types,
    statuses: statusesOf(types),
    always,
    many,
    isEntryList: true,
    ...own,
  };
  return function ListScreen() {
    return <BatchList list={list} />;
  };
}
