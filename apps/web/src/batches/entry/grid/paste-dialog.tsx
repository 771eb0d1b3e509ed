import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-input.tsx';
import type { GridColumn, GridLine, LineCells } from './grid-line.ts';
import styles from './paste-dialog.module.css';

const SHOWN_ROWS = 100;

/** Takes a block of a spreadsheet where the keyboard's paste is not at hand. */
export function PasteTextDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog
      open
      title="Paste from Excel"
      subtitle="Copy the rows in the spreadsheet, with or without their headings, and paste them here."
      width={640}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button
            variant="primary"
            disabledReason={text.trim() === '' ? 'Paste the rows first.' : undefined}
            onClick={() => onText(text)}
          >
            Next
          </Button>
        </>
      }
    >
      <Field label="Rows" hint="Columns by tab. In the grid, Ctrl+V does the same.">
        <TextArea
          data-autofocus
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (text !== '' || pasted.trim() === '') return;
            event.preventDefault();
            onText(pasted);
          }}
        />
      </Field>
    </Dialog>
  );
}

/** Shows pasted lines before they are taken: what was understood, what is red and why, and what they come to. */
export function PastePreviewDialog<Line extends GridLine<Field>, Field extends string>({
  columns,
  cells,
  lines,
  sums,
  onInsert,
  onClose,
}: {
  columns: readonly GridColumn<Field>[];
  cells: LineCells<Line, Field>;
  lines: readonly Line[];
  sums: string;
  onInsert: () => void;
  onClose: () => void;
}) {
  const faults = lines.flatMap((line, row) =>
    Object.values(line.faults).map((message) => `Row ${row + 1}: ${String(message)}`),
  );
  const used = columns.filter(({ field }) => lines.some((line) => cells.text(line, field) !== ''));
  return (
    <Dialog
      open
      title={`Insert ${lines.length} lines?`}
      subtitle={<span className="figures">{sums}</span>}
      width={960}
      onClose={onClose}
      flush
      footer={
        <>
          {faults.length > 0 ? (
            <span className="danger">
              {faults.length === 1 ? '1 cell is not understood' : `${faults.length} cells are not understood`}
            </span>
          ) : (
            <span className="success">Every cell is understood</span>
          )}
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button variant="primary" data-autofocus onClick={onInsert}>
            {`Insert ${lines.length} lines`}
          </Button>
        </>
      }
    >
      <div className={styles.scroll}>
        <PastedTable columns={used} cells={cells} lines={lines.slice(0, SHOWN_ROWS)} />
        {lines.length > SHOWN_ROWS ? (
          <p className={`${styles.more} text-2`}>{`and ${lines.length - SHOWN_ROWS} more`}</p>
        ) : null}
      </div>
    </Dialog>
  );
}

function PastedTable<Line extends GridLine<Field>, Field extends string>({
  columns,
  cells,
  lines,
}: {
  columns: readonly GridColumn<Field>[];
  cells: LineCells<Line, Field>;
  lines: readonly Line[];
}) {
  const isFigure = (field: Field) => cells.styleOf(field) === 'figure';
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Pasted lines</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.figure}>
            #
          </th>
          {columns.map(({ field, header }) => (
            <th key={field} scope="col" className={isFigure(field) ? styles.figure : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, row) => (
          // Pasted rows have no identity besides their place.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            <td className={`${styles.figure} muted figures`}>{row + 1}</td>
            {columns.map(({ field }) => (
              <td
                key={field}
                title={line.faults[field] ?? cells.title(line, field)}
                className={classNames(
                  'figures',
                  isFigure(field) && styles.figure,
                  line.faults[field] !== undefined && styles.wrong,
                )}
              >
                {cells.text(line, field)}
                {line.faults[field] === undefined ? null : (
                  <span className="visually-hidden">{`, ${line.faults[field]}`}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
