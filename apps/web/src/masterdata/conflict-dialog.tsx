import { writableFields } from '@talaan/contract/resource/define-resource';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { displayValue } from '@talaan/contract/resource/display-value';
import type { MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';
import type { RecordConflict } from './save-record.ts';
import styles from './conflict-dialog.module.css';

export interface ConflictDialogProps {
  parts: ResourceParts;
  /** The record as it was opened. */
  opened: MasterRecord;
  conflict: RecordConflict;
  /** The fields that were changed here, in wire form. */
  mine: Readonly<Record<string, unknown>>;
  onKeepEditing: () => void;
  /** Shows their record and gives up what was typed. */
  onReload: () => void;
  /** Stores the fields changed here over theirs. */
  onOverwrite: () => void;
}

/** Two people changed one record: theirs and mine, field by field (ux §9, decisions §2). */
export function ConflictDialog({
  parts,
  opened,
  conflict,
  mine,
  onKeepEditing,
  onReload,
  onOverwrite,
}: ConflictDialogProps) {
  const rows = differences(parts, opened, conflict.current, mine);
  return (
    <Dialog
      open
      title={conflict.message}
      subtitle={parts.definition.describe(conflict.current)}
      width={640}
      role="alertdialog"
      onClose={onKeepEditing}
      footer={
        <>
          <Button onClick={onReload}>Reload theirs</Button>
          <span className={dialogStyles.space} />
          <DialogCancel label="Keep editing" focused />
          <Button variant="danger-fill" onClick={onOverwrite}>
            Overwrite with mine
          </Button>
        </>
      }
    >
      <table className={styles.table}>
        <caption className="visually-hidden">Differences by field</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{`${conflict.changed_by}, now stored`}</th>
            <th scope="col">Mine</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, theirs, own, theirsChanged, mineChanged }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td className={theirsChanged ? styles.changed : 'muted'}>{theirs || 'empty'}</td>
              <td className={mineChanged ? styles.changed : 'muted'}>{mineChanged ? own || 'empty' : 'not changed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        Overwrite keeps mine in the fields that I changed, and theirs in all others. Reload gives up what I typed.
      </p>
    </Dialog>
  );
}

interface Difference {
  name: string;
  label: string;
  theirs: string;
  own: string;
  theirsChanged: boolean;
  mineChanged: boolean;
}

/** The fields that either of the two changed since the record was opened. */
function differences(
  { definition }: ResourceParts,
  opened: MasterRecord,
  current: MasterRecord,
  mine: Readonly<Record<string, unknown>>,
): Difference[] {
  return writableFields(definition).flatMap(([name, shape]) => {
    const [before, theirs, own] = [opened[name], current[name], mine[name]].map((value) => displayValue(shape, value));
    const theirsChanged = before !== theirs;
    const mineChanged = name in mine;
    return theirsChanged || mineChanged
      ? [{ name, label: shape.label, theirs: theirs!, own: own!, theirsChanged, mineChanged }]
      : [];
  });
}
