import { kindOf } from '@talaan/contract/documents/document-kinds';
import type { MenuAction } from '../../ui/menus/action-menu.tsx';

/** The paper of a batch (ux §5 Print menu), in a tab of its own; what is printed is read from the server there (decisions §9). */
export function printActions(batch: { batch_number: string; document_type: string }): MenuAction[] {
  const paper = kindOf(batch.document_type)?.paper;
  if (paper === undefined) return [];
  const open = () => window.open(paper.address(batch), '_blank', 'noopener');
  return [{ id: paper.name, label: paper.label, detail: 'A4', onSelect: open }];
}
