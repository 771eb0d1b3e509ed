import { useQuery } from '@tanstack/react-query';
import type { Abilities } from '@talaan/contract/resource/resource-routes';
import { EditDialog } from './edit-dialog.tsx';
import { copyValuesOf } from '../record/form-values.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ResourceParts } from '../record/resource-parts.ts';

export interface CopyDialogProps {
  parts: ResourceParts;
  /** Record ID of the record to copy. */
  from: number;
  /** The record as the list shows it. */
  known: MasterRecord | undefined;
  abilities: Abilities;
  onClose: () => void;
  onSaved: (record: MasterRecord, more: boolean) => void;
}

/** A new record that starts with the values of another one; key fields are empty. */
export function CopyDialog({ parts, from, known, abilities, onClose, onSaved }: CopyDialogProps) {
  const loaded = useQuery({ ...parts.calls.one(from), enabled: known === undefined });
  const record = known ?? loaded.data?.data;
  // Until it is there, and where it does not come, the dialog of that record shows its waiting or its retry.
  if (record === undefined)
    return <EditDialog parts={parts} id={from} abilities={abilities} onClose={onClose} onSaved={onSaved} />;
  return (
    <EditDialog
      parts={parts}
      id={null}
      abilities={abilities}
      start={copyValuesOf(parts.definition, record)}
      inAddress
      onClose={onClose}
      onSaved={onSaved}
      onDeleted={onClose}
    />
  );
}
