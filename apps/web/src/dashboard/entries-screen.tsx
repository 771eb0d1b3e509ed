import { useMemo } from 'react';
import * as z from 'zod';
import {
  BATCH_FIGURE_NAMES,
  BATCH_FIGURES,
  type BatchFigureName,
  type DashboardDays,
} from '@talaan/contract/dashboard/dashboard-figures';
import { DOCUMENT_KINDS } from '@talaan/contract/documents/document-kinds';
import { parseCalendarDate, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { BATCH_COLUMNS, PAID_OF_TOTAL } from '../batches/lists/batch-columns.tsx';
import { BatchList } from '../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../batches/lists/batch-list-kind.ts';
import { useSearchState } from '../page/search-state.ts';
import { useToday } from '../ui/dates/today.tsx';
import { monthText } from './dashboard-texts.ts';

const TYPES = DOCUMENT_KINDS.flatMap((kind) => kind.types);

const address = z.object({
  of: z.enum(BATCH_FIGURE_NAMES).default('editable').catch('editable'),
  month: z.string().default('').catch(''),
});

/** /entries: the entries that make a figure of the dashboard, of all types: the list asks for just what the figure counts. */
export function EntriesScreen() {
  const today = useToday();
  const [{ of, month }] = useSearchState(address);
  const shown = startOfMonth(parseCalendarDate(`${month}-01`) ?? today);
  const list = useMemo(() => listOf(of, { today, month: shown }), [of, today, shown]);
  return <BatchList key={`${of} ${shown}`} list={list} />;
}

function listOf(name: BatchFigureName, days: DashboardDays): BatchListKind {
  const { label, many, query } = BATCH_FIGURES[name];
  const isOfMonth = JSON.stringify(query(days)).includes(days.month);
  return {
    module: 'Journal Entries',
    title: isOfMonth ? label.replace(/(this|of the) month$/, `in ${monthText(days.month)}`) : label,
    kind: null,
    types: TYPES,
    statuses: [],
    always: { ...query(days), sum_all: 1 },
    inAllMonths: true,
    columns: [
      BATCH_COLUMNS.batchNumber,
      BATCH_COLUMNS.documentNumber,
      BATCH_COLUMNS.type,
      BATCH_COLUMNS.documentDate,
      BATCH_COLUMNS.payee,
      ...PAID_OF_TOTAL,
      BATCH_COLUMNS.currency,
      BATCH_COLUMNS.status,
      BATCH_COLUMNS.preparer,
    ],
    many,
    isEntryList: false,
  };
}
