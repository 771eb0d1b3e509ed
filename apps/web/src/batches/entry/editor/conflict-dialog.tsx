import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAmount } from '@talaan/core/money/money';
import { batchCalls } from '../../record/batch-calls.ts';
import { showAmount, showDate } from '../../record/batch-texts.ts';
import { filledLines } from '../lines/entry-lines.ts';
import type { EntryBalance } from '../lines/entry-balance.ts';
import { cellText, isBlankLine, LINE_COLUMNS, type EntryLine, type LineField } from '../lines/entry-line.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { entryOfDetail, firstOpenDocument, type EntryForm } from '../form/entry-form.ts';
import styles from './conflict-dialog.module.css';

const LISTED = 40;

/** Somebody saved another version meanwhile: who, when, and where the two differ; the person chooses (decisions §2). */
export function ConflictDialog({
  batchNumber,
  message,
  form,
  balance,
  onTakeStored,
  onSaveMine,
  onClose,
}: {
  batchNumber: string;
  /** The server's sentence: who and when. */
  message: string;
  form: EntryForm;
  balance: EntryBalance;
  onTakeStored: (stored: BatchDetail) => void;
  onSaveMine: (stored: BatchDetail) => void;
  onClose: () => void;
}) {
  const stored = useQuery(batchCalls.one(batchNumber));
  const current = stored.isFetching ? undefined : stored.data;
  const waiting = current === undefined ? 'Please wait ...' : undefined;
  const refusal = current?.allowed_actions.edit.allowed === false ? current.allowed_actions.edit.message : null;
  const rows = current === undefined ? [] : differences(form, balance, current);
  return (
    <Dialog
      open
      title="Changed meanwhile"
      subtitle={message}
      width={640}
      onClose={onClose}
      footer={
        <>
          <DialogCancel label="Back to my entry" focused />
          <span className={dialogStyles.space} />
          <Button
            variant="danger"
            disabledReason={waiting ?? refusal ?? undefined}
            onClick={() => current && onSaveMine(current)}
          >
            Save mine over it
          </Button>
          <Button variant="primary" disabledReason={waiting} onClick={() => current && onTakeStored(current)}>
            Take the stored version
          </Button>
        </>
      }
    >
      {current === undefined ? (
        <p role="status">Please wait ...</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">What differs</th>
              <th scope="col">Mine</th>
              <th scope="col">Stored</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, LISTED).map(({ what, mine, theirs }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td className="figures">{mine}</td>
                <td className="figures">{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > LISTED ? <p className="text-2">{`and ${rows.length - LISTED} more`}</p> : null}
      {current !== undefined && rows.length === 0 ? <p>The contents are the same; only its state changed.</p> : null}
    </Dialog>
  );
}

interface Difference {
  what: string;
  mine: ReactNode;
  theirs: ReactNode;
}

function differences(form: EntryForm, balance: EntryBalance, stored: BatchDetail): Difference[] {
  const { header } = form;
  const document = firstOpenDocument(stored);
  const facts: Difference[] = [
    {
      what: 'Document Date',
      mine: showDate(header.document_date),
      theirs: showDate(document?.document_date ?? stored.document_date),
    },
    { what: 'Payee', mine: header.payee?.name ?? '', theirs: document?.payee_desc ?? '' },
    { what: 'Cheque No.', mine: header.cheque_number, theirs: document?.cheque_number ?? '' },
    { what: 'Remarks', mine: header.remarks, theirs: document?.remarks ?? stored.remarks },
    { what: 'Debit', mine: formatAmount(balance.totals.debit_minor), theirs: showAmount(stored.total_debit) },
    { what: 'Credit', mine: formatAmount(balance.totals.credit_minor), theirs: showAmount(stored.total_credit) },
  ];
  const mine = filledLines(form.lines).map(({ line }) => line);
  const theirs = entryOfDetail(stored).lines.lines.filter((line) => !isBlankLine(line));
  const lines = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, index): Difference | null => {
    const fields = LINE_COLUMNS.filter(({ field }) => textAt(mine[index], field) !== textAt(theirs[index], field));
    if (fields.length === 0) return null;
    const tell = (line: EntryLine | undefined): string =>
      line === undefined
        ? 'no such line'
        : fields.map(({ field }) => `${field.replaceAll('_', ' ')} ${textAt(line, field) || 'none'}`).join(', ');
    return { what: `Line ${index + 1}`, mine: tell(mine[index]), theirs: tell(theirs[index]) };
  });
  return [...facts.filter((fact) => fact.mine !== fact.theirs), ...lines.filter((line) => line !== null)];
}

function textAt(line: EntryLine | undefined, field: LineField): string {
  return line === undefined ? '' : cellText(line, field);
}
