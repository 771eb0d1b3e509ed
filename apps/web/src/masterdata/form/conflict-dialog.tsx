import { useId, useState } from 'react';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { displayValue } from '@talaan/contract/resource/display-value';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { chosenChange, differencesOf, presetSide, type Difference, type Side } from './conflict-choices.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import type { RecordConflict } from '../record/save-record.ts';
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
  /** Stores the chosen values over their record; the fields that must be sent, in wire form. */
  onSave: (change: Record<string, unknown>) => void;
}

/** Two people changed one record: before, theirs and mine, field by field, and which of them is kept (ux §9, decisions §2). */
export function ConflictDialog({
  parts,
  opened,
  conflict,
  mine,
  onKeepEditing,
  onReload,
  onSave,
}: ConflictDialogProps) {
  const { definition } = parts;
  const name = useId();
  const versions = { opened, current: conflict.current, mine };
  const rows = differencesOf(definition, versions);
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(
    () => new Map(rows.flatMap((row) => (presetSide(row) === null ? [] : [[row.key, presetSide(row)!]]))),
  );
  const [asked, setAsked] = useState(false);
  const open = rows.filter(({ key }) => !sides.has(key));
  const key = fieldOf(definition, definition.key);
  const [formerKey, presentKey] = [opened, conflict.current].map((one) => displayValue(key, one[definition.key]));

  function save(): void {
    setAsked(true);
    if (open.length === 0) onSave(chosenChange(definition, versions, (row) => sides.get(row)!));
    else document.getElementById(radioId(name, open[0]!.key, 'theirs'))?.focus();
  }

  return (
    <Dialog
      open
      title={conflict.message}
      subtitle={definition.describe(conflict.current)}
      width={960}
      role="alertdialog"
      onClose={onKeepEditing}
      footer={
        <>
          <Button onClick={onReload}>Reload theirs</Button>
          <span className={dialogStyles.space} />
          <DialogCancel label="Keep editing" focused />
          <DialogSave label="Save chosen" onSave={save} />
        </>
      }
    >
      {formerKey === presentKey ? null : (
        <p className={styles.note}>{`${key.label} ${formerKey} is ${presentKey} by now.`}</p>
      )}
      <p className={styles.note}>
        {rows.length === 0
          ? 'Both versions say the same; nothing is left to choose.'
          : 'Choose what is kept. What only one of you changed is chosen already.'}
      </p>
      {asked && open.length > 0 ? (
        <p className={styles.fault} role="alert">
          {`Choose theirs or mine for ${open.map(({ label }) => label).join(', ')}.`}
        </p>
      ) : null}
      {rows.length === 0 ? null : (
        <Differences
          rows={rows}
          changedBy={conflict.changed_by}
          sides={sides}
          onChoose={setSides}
          isAsked={asked}
          name={name}
        />
      )}
    </Dialog>
  );
}

interface DifferencesProps {
  rows: readonly Difference[];
  /** Who stored theirs. */
  changedBy: string;
  sides: ReadonlyMap<string, Side>;
  onChoose: (sides: ReadonlyMap<string, Side>) => void;
  /** A save was tried: what is not chosen stands out. */
  isAsked: boolean;
  /** Begins the ids of the choices. */
  name: string;
}

/** Before, theirs and mine of each field; the heads choose all of one side. */
function Differences({ rows, changedBy, sides, onChoose, isAsked, name }: DifferencesProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Differences by field</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">
            {`${changedBy}, now stored`}
            <Button size="sm" variant="ghost" onClick={() => onChoose(allOf(rows, 'theirs'))}>
              All theirs
            </Button>
          </th>
          <th scope="col">
            Mine
            <Button size="sm" variant="ghost" onClick={() => onChoose(allOf(rows, 'mine'))}>
              All mine
            </Button>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={isAsked && !sides.has(row.key) ? styles.open : undefined}>
            <th scope="row">{row.label}</th>
            <td className="muted" data-label="Before">
              {row.before || 'empty'}
            </td>
            {SIDES.map((side) => (
              <td key={side} data-label={side === 'mine' ? 'Mine' : 'Theirs'}>
                <SideChoice
                  id={radioId(name, row.key, side)}
                  group={`${name} ${row.key}`}
                  row={row}
                  side={side}
                  chosen={sides.get(row.key) === side}
                  onChoose={() => onChoose(new Map(sides).set(row.key, side))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SIDES: readonly Side[] = ['theirs', 'mine'];

interface SideChoiceProps {
  id: string;
  group: string;
  row: Difference;
  side: Side;
  chosen: boolean;
  onChoose: () => void;
}

/** One value with the button that keeps it; arrow keys go from theirs to mine. */
function SideChoice({ id, group, row, side, chosen, onChoose }: SideChoiceProps) {
  const changed = side === 'mine' ? row.mineChanged : row.theirsChanged;
  return (
    <label className={classNames(styles.choice, chosen && styles.chosen)}>
      <input
        type="radio"
        id={id}
        name={group}
        checked={chosen}
        aria-label={`${row.label}, ${side}: ${row[side] || 'empty'}`}
        onChange={onChoose}
      />
      <span className={changed ? styles.changed : 'muted'}>{changed ? row[side] || 'empty' : 'not changed'}</span>
    </label>
  );
}

function allOf(rows: readonly Difference[], side: Side): ReadonlyMap<string, Side> {
  return new Map(rows.map(({ key }) => [key, side]));
}

const radioId = (name: string, key: string, side: Side): string => `${name}-${key}-${side}`;
