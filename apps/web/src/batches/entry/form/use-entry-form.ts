import { useCallback, useMemo } from 'react';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { outOfBalanceText } from '@talaan/core/ledger/balance';
import { parseAmount } from '@talaan/core/money/money';
import { takenWithoutCash, type ReceivedLine } from '@talaan/core/receivables/written-off';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { useUser } from '../../../session/session.ts';
import { onFile } from '../document/document-form.ts';
import { useDocumentForm, type EditedForm } from '../document/use-document-form.ts';
import type { RateOnFile } from '../fields/entry-date.ts';
import { ownPlaces } from '../fields/own-places.ts';
import type { EditedDocument } from '../frame/edited-document.ts';
import type { OpenedEntry } from '../frame/opened-entry.ts';
import { balanceOf, type EntryBalance } from '../lines/entry-balance.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import { filledLines, type CellFault, type EntryLines, type LinesChange } from '../lines/entry-lines.ts';
import { ENTRY, type EntryForm, type EntryHeader } from './entry-form.ts';
import { formOfTemplate } from './entry-template.ts';
import type { LinesFault } from './line-corrections.ts';
import { linesFault } from './lines-fault.ts';

/** An entry while it is typed: what its form holds, and what follows from that. */
export interface EditedEntry extends EditedForm<EntryHeader, EntryLines, LinesChange> {
  /** The lines of the grid with what is wrong with them; what keeps an entry from being submitted among it. */
  readonly lines: readonly EntryLine[];
  /** What keeps it from being submitted, once that was asked; null for nothing. */
  readonly missing: LinesFault | null;
  /** Those that count, each with its place in the grid. */
  readonly filled: readonly { line: EntryLine; row: number }[];
  readonly balance: EntryBalance;
  /** The rate of the rate file for its date and currency; null where there is none. */
  readonly onFile: RateOnFile | null;
  /** The entry as the frame keeps and saves it. */
  readonly document: EditedDocument;
  /** Fills in what a regular transaction makes. */
  readonly takeTemplate: (made: TemplateEntry) => void;
}

/** Holds an entry while it is typed, with its balance and what its lines lack. */
export function useEntryForm(opened: OpenedEntry<EntryKind>): EditedEntry {
  const { kind, choices } = opened;
  const edited = useDocumentForm(ENTRY[kind.types[0]], opened);
  const { declared, form, asked, replace } = edited;
  const { header, lines } = form;
  const { currency_id, dollar_rate } = header;

  const filled = useMemo(() => filledLines(lines), [lines]);
  const typed = useMemo(() => filled.map(({ line }) => line), [filled]);
  const balance = useMemo(() => balanceOf(typed, currency_id, dollar_rate), [typed, currency_id, dollar_rate]);
  const lacking = useMemo(
    () => linesFault(form, filled, balance.balanced, choices),
    [form, filled, balance.balanced, choices],
  );
  const missing = asked === 'submit' ? lacking : null;
  const shown = useMemo(
    () => (missing === null ? lines.lines : withFault(lines.lines, missing)),
    [missing, lines.lines],
  );
  const rate = useMemo(() => onFile(declared, header, choices, lines.lines), [declared, header, choices, lines.lines]);
  return {
    ...edited,
    changeLines: useOwnPlaces(edited.changeLines, choices),
    lines: shown,
    missing,
    filled,
    balance,
    onFile: rate,
    document: edited.documentOf({
      ...worthOf(form, typed, balance, choices),
      missing: lacking === null ? [] : [lacking],
    }),
    takeTemplate: (made) => replace(formOfTemplate(made, form)),
  };
}

function withFault(lines: readonly EntryLine[], { row, field, message }: CellFault): readonly EntryLine[] {
  const line = lines[row]!;
  return lines.with(row, { ...line, faults: { [field]: message, ...line.faults } });
}

/** A line begins with the branch and the department of whoever types it. */
function useOwnPlaces(change: (made: LinesChange) => void, choices: EntryChoices): (made: LinesChange) => void {
  const user = useUser();
  return useCallback(
    (made) => change(made.type === 'carry' ? { ...made, own: ownPlaces(user, choices) } : made),
    [change, user, choices],
  );
}

/** What an entry comes to, of a series all its cheques, and what is said where it is saved out of balance. */
function worthOf({ header }: EntryForm, typed: readonly EntryLine[], { totals }: EntryBalance, choices: EntryChoices) {
  const out = outOfBalanceText(totals);
  const isReceipt = DOCUMENT_TYPES[header.document_type].header.receipt;
  return {
    totalMinor: totals.debit_minor * BigInt(Math.max(1, header.series?.cheques.length ?? 1)),
    writtenOffMinor: isReceipt ? takenWithoutCash(typed.map((line) => receivedLineOf(line, choices))) : 0n,
    notice: out === null ? null : `Saved while it does not balance. ${out}.`,
  };
}

/** A line as what a cash receipt takes in. */
function receivedLineOf({ account, debit, credit }: EntryLine, { accounts, banks }: EntryChoices): ReceivedLine {
  const role = accounts.find(({ code }) => code === account?.code)?.role ?? null;
  return {
    debit_minor: parseAmount(debit) ?? 0n,
    credit_minor: parseAmount(credit) ?? 0n,
    role,
    is_cash: role === 'CIB' || banks.some(({ acct_code }) => acct_code === account?.code),
  };
}
