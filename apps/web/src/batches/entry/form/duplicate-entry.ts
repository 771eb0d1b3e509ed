import { useNavigate } from '@tanstack/react-router';
import { ACCESS } from '@talaan/core/access/access-level';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { useWhyNot } from '../../../session/why-not.ts';
import type { MenuAction } from '../../../ui/menus/action-menu.tsx';
import { kindOf } from '@talaan/contract/documents/document-kinds';

/**
 * 'Duplicate' of a batch's menu (ux §3): a new entry that begins as its copy, dated today, made by the page of its kind.
 * Empty for a type that is not entered; off, with the reason, for whoever may not create.
 */
export function useDuplicate(batch: Pick<BatchRow, 'batch_number' | 'document_type'>): readonly MenuAction[] {
  const kind = kindOf(batch.document_type);
  const disabledReason = useWhyNot(kind?.module ?? [], ACCESS.insert, kind === null ? true : undefined);
  const navigate = useNavigate();
  if (kind === null) return [];
  const onSelect = () => void navigate({ to: kind.page, search: { copy: batch.batch_number } });
  return [{ id: 'duplicate', label: 'Duplicate', disabledReason, onSelect }];
}
