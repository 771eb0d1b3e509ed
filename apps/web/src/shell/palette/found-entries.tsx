import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { find, MOST_FOUND, type BatchHit } from '@talaan/contract/desks/find.contract';
import type { ResultOf } from '@talaan/contract/http/route';
import { ACCESS } from '@talaan/core/access/access-level';
import { MONTH_NAMES, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { isDocumentType } from '@talaan/core/documents/document-type';
import { statusChip } from '@talaan/core/documents/document-status';
import { CHEQUE_HUES, CHEQUE_STATES } from '@talaan/core/documents/cheque/cheque-state';
import { formatAmount, parseAmount, requireAmount } from '@talaan/core/money/money';
import { useOpenAddress } from '../../page/open-address.ts';
import { callServer } from '../../api/client.ts';
import { accessLevelOn, useRoleAccess } from '../../session/session.ts';
import { IconAttachment, IconCalendar, IconDocument, IconPersons, IconTransactions } from '../../ui/icons.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { Entry } from './palette-entries.tsx';
import styles from './command-palette.module.css';

/** The groups of what is found, in their order. */
export const FOUND_GROUPS = ['Batches', 'Cheques', 'Receipts', 'Payees', 'Amounts'] as const;
export type FoundGroup = (typeof FOUND_GROUPS)[number];

export interface FoundEntries {
  /** The entries of each group, best first. */
  readonly groups: Readonly<Record<FoundGroup, readonly Entry[]>>;
  /** How many were found, as people read it: 12, or 60+. */
  readonly countOf: (group: FoundGroup) => string;
  readonly isFetching: boolean;
  readonly isFailed: boolean;
}

/** A text is looked for as soon as typing pauses for so many milliseconds, from so many characters on. */
const PAUSE_MS = 150;
const SHORTEST = 2;

type Found = ResultOf<typeof find>['data'];
const NOTHING: Found = { batches: [], cheques: [], receipts: [], payees: [], amounts: [] };

/** What the server finds for a text, for whoever may see transactions; of the present month alone with `thisMonth`. */
export function useFoundEntries(typed: string, thisMonth: boolean): FoundEntries {
  const navigate = useNavigate();
  const openAddress = useOpenAddress();
  const roleaccess = useRoleAccess();
  const today = useToday();
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const maySearch = Object.values(DOCUMENT_MODULES).some(
    (module) => accessLevelOn(roleaccess, module) >= ACCESS.select,
  );
  const query = { text, ...(thisMonth ? { document_date: startOfMonth(today) } : {}) };
  const isAsked = maySearch && text.length >= SHORTEST && typed.trim() !== '';
  const answer = useQuery({
    queryKey: ['find', query],
    queryFn: ({ signal }) => callServer(find, { query, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const found = (isAsked && answer.data?.data) || NOTHING;
  const groups = entriesOf(found, typed, {
    open: (hit) => {
      const { to, search } = openAddress(hit);
      void navigate({ to, search });
    },
    goTo: (to, search = {}) => void navigate({ to, search }),
  });
  return {
    groups,
    countOf: (group) => (groups[group].length >= MOST_FOUND ? `${MOST_FOUND}+` : String(groups[group].length)),
    isFetching: isAsked && answer.isFetching,
    isFailed: isAsked && answer.isError,
  };
}

interface Ways {
  open: (hit: BatchHit) => void;
  goTo: (to: string, search?: Readonly<Record<string, string>>) => void;
}

/** What was found as entries. In: the hits, what was typed, and the ways to where they lead. */
function entriesOf(found: Found, typed: string, { open, goTo }: Ways): FoundEntries['groups'] {
  const batchEntry = (group: FoundGroup, hit: BatchHit, given: Partial<Entry> = {}): Entry => ({
    value: `${group} ${hit.document_type} ${hit.batch_number}`,
    group,
    label: hit.batch_number,
    context: [hit.document_type, hit.payee_desc ?? hit.remarks, severalOf(hit)].filter(Boolean).join(' · '),
    icon: <IconDocument />,
    end: <Figures chip={<BatchChip hit={hit} />} amount={hit.amount} date={hit.document_date} />,
    run: () => open(hit),
    ...given,
  });
  const typedAmount = parseAmount(typed.split(/\s+/).find((word) => parseAmount(word) !== null) ?? '');
  return {
    Batches: found.batches.map((hit) => batchEntry('Batches', hit)),
    Cheques: found.cheques.map((hit) => ({
      ...chequeEntry(hit),
      run: () => goTo('/trxcheck', { q: hit.cheque_number }),
    })),
    Receipts: found.receipts.map((hit) =>
      batchEntry('Receipts', hit, { label: hit.receipt_number ?? hit.batch_number, icon: <IconAttachment /> }),
    ),
    Payees: found.payees.map((hit) => ({ ...payeeEntry(hit), run: () => goTo(`/customer/${hit.id}`) })),
    Amounts: found.amounts.map((hit) =>
      batchEntry('Amounts', hit, {
        label: formatAmount(typedAmount ?? 0n),
        context: `${hit.document_type} ${hit.batch_number} · ${hit.payee_desc ?? hit.remarks}`,
        icon: <IconTransactions />,
        detail: typedAmount === parseAmount(hit.total_amount) ? 'gross' : 'net',
      }),
    ),
  };
}

function chequeEntry(hit: Found['cheques'][number]): Omit<Entry, 'run'> {
  return {
    value: `cheque ${hit.id}`,
    group: 'Cheques',
    label: hit.cheque_number,
    context: [hit.bank_code, hit.payee_desc, hit.documents > 1 ? `post-dated ${hit.place} of ${hit.documents}` : null]
      .filter(Boolean)
      .join(' · '),
    icon: <IconCalendar />,
    end: (
      <Figures
        chip={<StatusChip hue={CHEQUE_HUES[hit.state]} label={CHEQUE_STATES[hit.state]} />}
        amount={hit.amount}
        date={hit.cheque_date}
      />
    ),
  };
}

function payeeEntry(hit: Found['payees'][number]): Omit<Entry, 'run'> {
  return {
    value: `payee ${hit.id}`,
    group: 'Payees',
    label: hit.payee_desc,
    context: [hit.payee_code, hit.tin === null ? null : `TIN ${hit.tin}`, hit.status === 0 ? 'Inactive' : null]
      .filter(Boolean)
      .join(' · '),
    icon: <IconPersons />,
  };
}

function severalOf({ documents, amount }: BatchHit): string | null {
  return documents > 1 ? `${documents} cheques, ${showAmount(amount)}` : null;
}

function BatchChip({ hit: { document_type, status } }: { hit: BatchHit }) {
  return isDocumentType(document_type) ? <StatusChip {...statusChip(document_type, status)} /> : null;
}

const showAmount = (text: string) => formatAmount(requireAmount(text));

function Figures({ chip, amount, date }: { chip: ReactNode; amount: string; date: string | null }) {
  return (
    <>
      {chip}
      <b className={`${styles.amount} figures`}>{showAmount(amount)}</b>
      <span className={styles.month}>{date === null ? '' : monthOf(date)}</span>
    </>
  );
}

/** 'Nov 2025' of a calendar date. */
function monthOf(date: string): string {
  return `${MONTH_NAMES[Number(date.slice(5, 7)) - 1]!.slice(0, 3)} ${date.slice(0, 4)}`;
}
