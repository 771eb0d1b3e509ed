import { kindOf } from '@talaan/contract/documents/document-kinds';
import type { MenuAction } from '../../ui/menus/action-menu.tsx';

/** The papers of a batch (ux §5 Print menu), each in a tab of its own; what is printed is read from the server there (decisions §9). */
export function printActions(batch: {
  batch_number: string;
  document_type: string;
  is_or_ar?: number | null;
  atc_code?: string | null;
}): MenuAction[] {
  const { paper, otherPapers = [] } = kindOf(batch.document_type) ?? {};
  return [...(paper === undefined ? [] : [paper]), ...otherPapers]
    .filter(({ isOf }) => isOf?.(batch) ?? true)
    .map(({ name, label, size = 'A4', address }) => ({
      id: name,
      label,
      detail: size,
      onSelect: () => window.open(address(batch), '_blank', 'noopener'),
    }));
}
