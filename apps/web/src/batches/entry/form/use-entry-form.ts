import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useState, type Dispatch } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DraftView } from '@talaan/contract/documents/draft.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import type { RegularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { batchCalls, type EntryChoices } from '../../record/batch-calls.ts';
import { balanceOf, type EntryBalance } from '../lines/entry-balance.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import { filledLines, type CellFault, type LinesChange } from '../lines/entry-lines.ts';
import { NO_FAULTS, withoutFields, type HeaderFaults } from '../frame/told-faults.ts';
import { useUser } from '../../../session/session.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { rateOnFile, type RateOnFile } from '../fields/entry-date.ts';
import { headerFaults, linesFault, type Asked } from './entry-faults.ts';
import {
  changeEntry,
  entryOfDetail,
  entryOfDraft,
  newEntry,
  type EntryChange,
  type EntryForm,
  type EntryHeader,
} from './entry-form.ts';
import { entryOfTemplate } from './entry-template.ts';
import type { LinesFault } from './line-corrections.ts';
import { ownPlaces } from '../fields/own-places.ts';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import type { OpenedEntry } from '../frame/opened-entry.ts';

/** An entry while it is typed: what it holds, what follows from that, and every way to change it. */
export interface EditedEntry {
  readonly form: EntryForm;
  /** The version of the stored batch that is changed; undefined for a new entry. */
  readonly baseVersion: number | undefined;
  /** What is wrong with the head, for all that was asked of it, and what the server refused. */
  readonly faults: HeaderFaults;

  /** The lines of the grid with what is wrong with them; what keeps an entry from being submitted among it. */
  readonly lines: readonly EntryLine[];
  /** What keeps it from being submitted, once that was asked; null for nothing. */
  readonly missing: LinesFault | null;
  /** Those that count, each with its place in the grid. */
  readonly filled: readonly { line: EntryLine; row: number }[];
  readonly balance: EntryBalance;
  /** The rate of the rate file for its date and currency; null where there is none. */
  readonly onFile: RateOnFile | null;
  /** What is known of the chosen payee; undefined while none is chosen or it is on its way. */
  readonly payee: EntryPayee | undefined;

  /** Changes the head, and what follows from a payee; what the server refused of it is forgotten where it is changed. */
  changeHeader: (change: Partial<EntryHeader>) => void;
  changeLines: (change: LinesChange) => void;
  /** Asks it to be complete enough to be saved, or submitted: whether the page knows nothing that is wrong. */
  ask: (asked: Asked) => boolean;
  /** Marks what the server refused. */
  markRefused: (header: HeaderFaults, cells: readonly CellFault[]) => void;
  /** Goes on with a draft instead of what was typed. */
  takeDraft: (draft: DraftView) => void;
  /** Fills in a regular transaction, with what is known of its payee. */
  takeTemplate: (template: RegularTransaction) => void;
  /** Goes on with a stored version instead of what was typed. */
  takeStored: (batch: BatchDetail) => void;
  /** Goes on with what was typed, as a change of another stored version. */
  rebase: (batch: BatchDetail) => void;
  /** What was typed is saved or given up: nothing is unsaved. */
  settle: () => void;
}

/**
 * Holds an entry while it is typed. It begins with the draft that is continued, else with the stored batch, else empty,
 * dated today.
 */
export function useEntryForm({ kind, choices, draft, stored }: OpenedEntry<EntryKind>): EditedEntry {
  const today = useToday();
  const [form, change] = useReducer(changeEntry, null, () => {
    if (draft !== null) return entryOfDraft(draft.body, kind.types[0], today);
    return stored === null ? newEntry(kind.types[0], today) : entryOfDetail(stored);
  });
  const [baseVersion, setBaseVersion] = useState<number | undefined>(
    () => (draft?.body['row_version'] as number | undefined) ?? stored?.row_version,
  );
  const [asked, setAsked] = useState<Asked>('nothing');
  const [refused, setRefused] = useState<HeaderFaults>(NO_FAULTS);
  const { header, lines } = form;

  const filled = useMemo(() => filledLines(lines), [lines]);
  const balance = useMemo(
    () =>
      balanceOf(
        filled.map(({ line }) => line),
        header.currency_id,
        header.dollar_rate,
      ),
    [filled, header.currency_id, header.dollar_rate],
  );
  const faults = useMemo(
    () => ({ ...refused, fields: { ...refused.fields, ...headerFaults(header, choices, asked) } }),
    [refused, header, choices, asked],
  );
  const missing = useMemo(
    () => linesFault(form, filled, balance.balanced, choices),
    [form, filled, balance.balanced, choices],
  );
  const shownMissing = asked === 'submit' ? missing : null;
  const shownLines = useMemo(
    () => (shownMissing === null ? lines.lines : withFault(lines.lines, shownMissing)),
    [shownMissing, lines.lines],
  );
  const onFile = useFollowedRate(form, choices, change);
  const payee = useQuery({ ...batchCalls.payee(header.payee?.id ?? 0), enabled: header.payee !== null });

  const takePayeeFacts = usePayeeFacts(change);
  const changeHeader = useCallback(
    (headerChange: Partial<EntryHeader>) => {
      change({ type: 'header', change: headerChange });
      if (headerChange.payee) takePayeeFacts(headerChange.payee.id);
      setRefused((before) => withoutFields(before, Object.keys(headerChange).map(wireOf)));
    },
    [takePayeeFacts],
  );
  const user = useUser();
  const changeLines = useCallback(
    (made: LinesChange) => {
      const linesChange = made.type === 'carry' ? { ...made, own: ownPlaces(user, choices) } : made;
      change({ type: 'lines', change: linesChange });
    },
    [user, choices],
  );

  function markRefused(found: HeaderFaults, cells: readonly CellFault[]): void {
    setRefused(found);
    change({ type: 'lines', change: { type: 'faults', faults: cells } });
  }

  /** Goes on with another entry, of which nothing was asked yet. */
  function replace(other: EntryForm): void {
    setAsked('nothing');
    setRefused(NO_FAULTS);
    change({ type: 'replace', form: other });
  }

  return {
    form,
    baseVersion,
    faults,
    lines: shownLines,
    missing: shownMissing,
    filled,
    balance,
    onFile,
    payee: header.payee === null ? undefined : payee.data,
    changeHeader,
    changeLines,
    ask: (what) => {
      setAsked(what);
      markRefused(NO_FAULTS, []);
      const isUnread = lines.lines.some(({ unread }) => Object.keys(unread).length > 0);
      const isComplete = what !== 'submit' || missing === null;
      return isComplete && !isUnread && Object.keys(headerFaults(header, choices, what)).length === 0;
    },
    markRefused,
    takeDraft: ({ body }) => replace(entryOfDraft(body, kind.types[0], today)),
    takeTemplate: (template) => {
      replace(entryOfTemplate(template, form));
      if (template.payee_id !== null) takePayeeFacts(template.payee_id);
    },
    takeStored: (batch) => {
      setBaseVersion(batch.row_version);
      replace(entryOfDetail(batch));
    },
    rebase: ({ row_version }) => setBaseVersion(row_version),
    settle: () => change({ type: 'settled' }),
  };
}

/** What the wire calls a field of the head. */
function wireOf(field: string): string {
  return { payee: 'payee_id', series: 'number_of_cheques' }[field] ?? field;
}

function withFault(lines: readonly EntryLine[], { row, field, message }: CellFault): readonly EntryLine[] {
  const line = lines[row]!;
  return lines.with(row, { ...line, faults: { [field]: message, ...line.faults } });
}

/** VAT type, tax code and bank account follow the payee that was chosen; they stay editable (ux §5). */
function usePayeeFacts(change: Dispatch<EntryChange>): (payee_id: number) => void {
  const client = useQueryClient();
  return useCallback(
    (payee_id) => {
      client.fetchQuery(batchCalls.payee(payee_id)).then(
        ({ vat, atc_code, banks }) => {
          const [account, other] = banks;
          change({
            type: 'payee_facts',
            payee_id,
            change: {
              vat,
              atc_code: atc_code ?? '',
              payee_bank_id: account !== undefined && other === undefined ? account.id : null,
            },
          });
        },
        () => undefined, // the line of facts says that they did not come
      );
    },
    [client, change],
  );
}

/** The rate on file, null for none. The entry follows it until a rate is typed. */
function useFollowedRate(
  { header, lines }: EntryForm,
  choices: EntryChoices,
  change: Dispatch<EntryChange>,
): RateOnFile | null {
  const onFile = useMemo(() => rateOnFile(header, lines.lines, choices), [header, lines.lines, choices]);
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const followedRate = header.own_rate || !isForeign ? null : (onFile?.rate ?? '');
  useEffect(() => {
    if (followedRate !== null && followedRate !== header.dollar_rate)
      change({ type: 'header', change: { dollar_rate: followedRate } });
  }, [followedRate, header.dollar_rate, change]);
  return onFile;
}
