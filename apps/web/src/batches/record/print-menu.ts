import { DOCUMENT_TYPES, isDocumentType } from '@talaan/core/documents/document-type';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import type { MenuAction } from '../../ui/menus/action-menu.tsx';

/** Opens a paper in a tab of its own; what is printed is read from the server there (decisions §9). */
function openPaper(path: string, keys: Record<string, string>): void {
  window.open(`${path}/${encodePrintLink(keys)}`, '_blank', 'noopener');
}

/** The papers of a batch by its type (ux §5 Print menu). */
export function printActions(batch: { batch_number: string; document_type: string }): MenuAction[] {
  const { batch_number, document_type } = batch;
  if (!isDocumentType(document_type) || DOCUMENT_TYPES[document_type].paper !== 'journal_details') return [];
  return [
    {
      id: 'details',
      label: 'Journal details',
      detail: 'A4',
      onSelect: () => openPaper('/preview-trx', { batch_number, document_type }),
    },
  ];
}
