import type { AccountPosting } from '@talaan/contract/reports/trial-balance.report';
import { kindOf } from '@talaan/contract/documents/document-kinds';

/**
 * The address of the document that a posting came from. Null when its screen is not among the caller's, or when the
 * batch is confidential and hidden from him.
 */
export function documentAddress(
  posting: Pick<AccountPosting, 'document_type' | 'batch_number' | 'is_masked'>,
  screenPaths: readonly string[],
): { path: string; search: { batch: string } } | null {
  const kind = kindOf(posting.document_type);
  if (kind === null || posting.is_masked || !screenPaths.includes(kind.list)) return null;
  return { path: kind.page, search: { batch: posting.batch_number } };
}
