import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { batchKey } from '@talaan/core/documents/batch-key';
import { accessLevelOn, useRoleAccess } from '../session/session.ts';
import { kindOf } from '@talaan/contract/documents/document-kinds';

/** What was searched for by its number. */
export const SEARCH_PATH = '/search-transaction';

interface Address {
  to: string;
  search: Readonly<Record<string, string>>;
}

/** Where a batch opens from a list: its own page, or the search result where the user has no access to that page. */
export function useOpenAddress(): (batch: Pick<BatchRow, 'batch_number' | 'document_type'>) => Address {
  const roleaccess = useRoleAccess();
  return ({ batch_number, document_type }): Address => {
    const kind = kindOf(document_type);
    return kind === null || accessLevelOn(roleaccess, kind.module) === 0
      ? { to: SEARCH_PATH, search: { number: batchKey({ batch_number, document_type }) } }
      : { to: kind.page, search: { batch: batch_number } };
  };
}
