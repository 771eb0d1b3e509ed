import type { AccountPosting } from '@talaan/contract/reports/trial-balance.report';

/** Where the document of a posting opens, by its type; the batch number goes along as `batch`. */
const DOCUMENT_SCREENS: Readonly<Record<string, { list: string; path: string }>> = {
  JE: { list: '/trx-gen-journal', path: '/trx-gen-journal/create' },
};

/**
 * The address of the document that a posting came from. Null when its screen is not among the caller's, or when the
 * batch is confidential and hidden from him.
 */
export function documentAddress(
  posting: Pick<AccountPosting, 'document_type' | 'batch_number' | 'is_masked'>,
  screenPaths: readonly string[],
): { path: string; search: { batch: string } } | null {
  const screen = DOCUMENT_SCREENS[posting.document_type];
  if (screen === undefined || posting.is_masked || !screenPaths.includes(screen.list)) return null;
  return { path: screen.path, search: { batch: posting.batch_number } };
}
