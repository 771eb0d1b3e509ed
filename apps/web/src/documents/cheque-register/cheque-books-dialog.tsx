import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import {
  addChequeBook,
  removeChequeBook,
  type ChequeBook,
} from '@talaan/contract/documents/cheque-register/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { callServer } from '../../api/client.ts';
import { failureMessage, reportFailure } from '../../api/report-failure.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { FiguresField, figuresProblem } from '../../ui/fields/figures-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid, FormSection, Wide } from '../../ui/fields/form-grid.tsx';
import { IconDelete, IconPlus } from '../../ui/icons.tsx';
import { BankList } from './alarms/bank-list.tsx';
import { chequeCalls, refreshCheques } from './cheque-calls.ts';
import styles from './cheque-dialogs.module.css';

const EMPTY = { bank_id: '', first_number: '', last_number: '' };

type Draft = typeof EMPTY;

/** Cheque books on stock by account, with their next leaf; another one is put on stock here. */
export function ChequeBooksDialog({ onClose }: { onClose: () => void }) {
  const banks = useQuery(chequeCalls.banks());
  const accounts = (banks.data ?? []).map((bank) => ({
    value: String(bank.id),
    label: bank.bank_name,
    code: bank.bank_account,
  }));
  const [draft, setDraft] = useState(EMPTY);
  return (
    <Dialog
      open
      title="Cheque books"
      subtitle="The next leaf of a book is the first that the register does not know."
      width={640}
      onClose={onClose}
      dirty={draft !== EMPTY && Object.values(draft).some((value) => value !== '')}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label="Close" />
        </>
      }
    >
      <BooksOnStock />
      <NewBook accounts={accounts} draft={draft} onDraft={setDraft} />
      <BankList accounts={accounts} />
    </Dialog>
  );
}

function BooksOnStock() {
  const client = useQueryClient();
  const books = useQuery(chequeCalls.books());
  const whyNotRemove = useWhyNot('Check Transactions', ACCESS.delete);

  async function remove(book: ChequeBook): Promise<void> {
    try {
      await callServer(removeChequeBook, { params: { id: book.id } });
      showSuccess(MESSAGES.deleted(bookName(book)));
      await refreshCheques(client);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.deleteFailed(message)));
    }
  }

  return (
    <>
      {books.isError ? <p className="danger">{failureMessage(books.error)}</p> : null}
      <div className={styles.scroll}>
        <table className={styles.books}>
          <caption className="visually-hidden">Cheque books on stock</caption>
          <thead>
            <tr>
              <th scope="col">Bank account</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Next</th>
              <th scope="col" className={styles.count}>
                Left
              </th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(books.data ?? []).map((book) => (
              <tr key={book.id}>
                <td>{`${book.bank_name} ${book.bank_account}`}</td>
                <td className="figures">{book.first_number}</td>
                <td className="figures">{book.last_number}</td>
                <td className="figures strong">{book.next_number ?? 'Used up'}</td>
                <td className={`${styles.count} figures`}>{book.left}</td>
                <td>
                  <IconButton
                    size="sm"
                    label={`Take the book from ${book.first_number} off stock`}
                    icon={<IconDelete />}
                    disabledReason={whyNotRemove}
                    onClick={() => void remove(book)}
                  />
                </td>
              </tr>
            ))}
            {books.data?.length === 0 ? (
              <tr>
                <td colSpan={6} className="muted">
                  No cheque book is on stock yet.
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </>
  );
}

function NewBook({
  accounts,
  draft,
  onDraft,
}: {
  accounts: ComponentProps<typeof BankList>['accounts'];
  draft: Draft;
  onDraft: (draft: Draft) => void;
}) {
  const client = useQueryClient();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const whyNot = useWhyNot('Check Transactions', ACCESS.update);
  const set = (change: Partial<Draft>): void => onDraft({ ...draft, ...change });

  async function add(): Promise<void> {
    const missing = (Object.keys(EMPTY) as (keyof Draft)[]).filter((name) => draft[name] === '');
    setFaults(Object.fromEntries(missing.map((name) => [name, MESSAGES.required])));
    const isWrong = [draft.first_number, draft.last_number].some((number) => figuresProblem(number) !== null);
    if (missing.length > 0 || isWrong || busy) return;
    setBusy(true);
    try {
      const { data } = await callServer(addChequeBook, { body: { ...draft, bank_id: Number(draft.bank_id) } });
      showSuccess(MESSAGES.added(bookName(data)));
      onDraft(EMPTY);
      await refreshCheques(client);
    } catch (failure) {
      const errors = failure instanceof CallRefused ? failure.problem.errors : undefined;
      if (errors) setFaults(Object.fromEntries(Object.entries(errors).map(([name, [first]]) => [name, first ?? ''])));
      else reportFailure(failure, (message) => showError(MESSAGES.savingFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormSection title="Put a book on stock">
      <FormGrid columns={2}>
        <Wide>
          <Field label="Bank account" required error={faults['bank_id']}>
            <CodeSelect options={accounts} value={draft.bank_id} onChange={(bank_id) => set({ bank_id })} />
          </Field>
        </Wide>
        {NUMBERS.map(([name, label]) => (
          <Field key={name} label={label} required error={faults[name]}>
            <FiguresField value={draft[name]} onChange={(value) => set({ [name]: value })} />
          </Field>
        ))}
      </FormGrid>
      <div className={styles.add}>
        <Button icon={<IconPlus />} busy={busy} disabledReason={whyNot} onClick={() => void add()}>
          Add the book
        </Button>
      </div>
    </FormSection>
  );
}

const NUMBERS = [
  ['first_number', 'First number'],
  ['last_number', 'Last number'],
] as const;

function bookName({ first_number, last_number }: ChequeBook): string {
  return `Cheque book ${first_number} to ${last_number}`;
}
