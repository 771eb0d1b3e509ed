import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import * as z from 'zod';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@talaan/contract/http/envelope';
import {
  checkIssuedNumbers,
  exportIssuedNumbers,
  listIssuedNumbers,
  REGISTER_MODULES,
  type IssuedNumber,
  type SeriesCheck,
} from '@talaan/contract/resources/numbers/issued-numbers.contract';
import { rangeText, type AllocatedKind } from '@talaan/contract/resources/numbers/number-series.fields';
import { batchKey } from '@talaan/core/documents/batch-key';
import { documentTypeText, isDocumentType } from '@talaan/core/documents/document-type';
import { NUMBER_FATES, SERIES_LABELS, type NumberFate, type SeriesKind } from '@talaan/core/numbering/series';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { accessLevelOn, useRoleAccess } from '../../session/session.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { FilterMenu } from '../../ui/menus/filter-menu.tsx';
import { PagingFooter } from '../../ui/table/paging-footer.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { StatusChip, type ChipHue } from '../../ui/status-chip.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { ListToolbar } from '../list/list-toolbar.tsx';
import { statusOf } from '../list/list-table.tsx';
import type { ListViewProps } from '../record/resource-parts.ts';
import styles from './issued-numbers.module.css';

/** The view 'Issued numbers' of the series of a kind: its register, and on request that of every kind (decisions §5). */
export function issuedNumbersView(own: AllocatedKind) {
  return function IssuedNumbersView(props: ListViewProps) {
    return <IssuedNumbers {...props} own={own} />;
  };
}

const OWN = '';
const EVERY = 'all';
const text = z.string().default('').catch('');
const ADDRESS = z.object({
  page: z.coerce.number().int().min(1).default(1).catch(1),
  pages: z.coerce
    .number()
    .refine((rows) => (PAGE_SIZES as readonly number[]).includes(rows))
    .default(DEFAULT_PAGE_SIZE)
    .catch(DEFAULT_PAGE_SIZE),
  q: text,
  sort: z.enum(['', 'number', '-number']).default('').catch(''),
  /** '' is the kind of the screen. */
  kind: text,
  series: z.string().regex(/^\d*$/).default('').catch(''),
  fate: text,
});
type Address = z.output<typeof ADDRESS>;

const FATES = Object.keys(NUMBER_FATES) as NumberFate[];
const HUES: Readonly<Record<NumberFate, ChipHue>> = {
  used: 'green',
  archived: 'slate',
  void: 'red',
  'deleted draft': 'neutral',
  spoiled: 'orange',
  open: 'blue',
};

const COLUMNS: readonly Column<IssuedNumber>[] = [
  {
    id: 'number',
    header: 'Number',
    priority: 'number',
    width: 148,
    figures: true,
    strong: true,
    sortable: true,
    cell: (row) => row.number_text,
  },
  {
    id: 'fate',
    header: 'Fate',
    priority: 'status',
    width: 128,
    cell: (row) => <StatusChip hue={HUES[row.fate]} label={NUMBER_FATES[row.fate]} />,
  },
  { id: 'document', header: 'Document', priority: 'title', least: 240, cell: documentOf, title: documentOf },
  { id: 'batch', header: 'Batch No.', width: 112, figures: true, cell: batchCell },
  { id: 'issued_by', header: 'Issued by', priority: 'extra', width: 180, cell: (row) => row.issued_by ?? '' },
  {
    id: 'issued_at',
    header: 'Issued at',
    priority: 'date',
    width: 148,
    figures: true,
    cell: (row) => displayInstant(row.issued_at),
  },
];
const KIND_COLUMN: Column<IssuedNumber> = {
  id: 'kind',
  header: 'Kind',
  width: 180,
  cell: (row) => SERIES_LABELS[row.kind],
};

function IssuedNumbers({ own, ...props }: ListViewProps & { own: AllocatedKind }) {
  const [address, change] = useSearchState(ADDRESS);
  const query = useMemo(() => queryOf(address, own), [address, own]);
  const list = useQuery(issuedNumbers({ ...query, page: address.page, pages: address.pages }));
  const checks = useQuery(seriesChecks({ kind: query.kind }));
  const page = list.data;
  const series = (checks.data?.data ?? []).filter(
    ({ series_id }) => address.series === '' || series_id === Number(address.series),
  );
  const isNarrowed = address.q !== '' || address.fate !== '' || address.series !== '';
  const isEvery = address.kind === EVERY || query.kind?.length !== 1;

  return (
    <>
      <ListToolbar {...props} plain>
        <RegisterFilters
          address={address}
          onChange={change}
          own={own}
          series={checks.data?.data ?? []}
          isEvery={isEvery}
        />
        <ExportMenu
          command="Export issued numbers"
          label="Export numbers"
          download={(format) => downloadFile(exportIssuedNumbers, { query: { ...query, format } })}
        />
      </ListToolbar>
      <RegisterCheck series={series} ofOneKind={!isEvery} />
      <DataTable<IssuedNumber>
        caption="Issued numbers"
        columns={isEvery ? [KIND_COLUMN, ...COLUMNS] : COLUMNS}
        rows={page?.data ?? []}
        rowId={(row) => `${row.series_id} ${row.number}`}
        status={statusOf(list)}
        onRetry={() => void list.refetch()}
        sort={{ column: 'number', direction: address.sort === 'number' ? 'ascending' : 'descending' }}
        onSort={(sort) => change({ page: 1, sort: sort?.direction === 'ascending' ? 'number' : '' })}
        empty={{ title: 'No number has been issued yet' }}
        noMatch={
          isNarrowed
            ? {
                text: address.q === '' ? 'No result for these filters' : `No result for “${address.q}”`,
                onClear: () => change({ q: '', fate: '', series: '', page: 1 }),
              }
            : undefined
        }
      />
      {page === undefined ? null : (
        <PagingFooter
          from={page.from}
          to={page.to}
          total={page.total}
          page={address.page}
          lastPage={page.last_page}
          perPage={address.pages}
          choices={PAGE_SIZES}
          onPage={(to) => change({ page: to })}
          onPerPage={(pages) => change({ pages, page: 1 })}
        />
      )}
    </>
  );
}

interface RegisterFiltersProps {
  address: Address;
  onChange: (part: Partial<Address>, how?: { replace: boolean }) => void;
  /** The kind of the screen. */
  own: AllocatedKind;
  series: readonly SeriesCheck[];
  isEvery: boolean;
}

function RegisterFilters({ address, onChange, own, series, isEvery }: RegisterFiltersProps) {
  const kinds = useOpenKinds();
  return (
    <>
      <SearchBox
        value={address.q}
        onSearch={(q) => onChange({ q, page: 1 }, { replace: true })}
        label="Search issued numbers"
        keys="s"
      />
      <FilterMenu
        label="Kind"
        single
        options={[
          { value: EVERY, label: 'All kinds' },
          ...kinds.map((kind) => ({ value: kind, label: SERIES_LABELS[kind] })),
        ]}
        selected={[address.kind === OWN ? own : address.kind]}
        onChange={([kind = OWN]) => onChange({ kind: kind === own ? OWN : kind, series: '', page: 1 })}
      />
      <FilterMenu
        label="Series"
        single
        options={series.map((one) => ({
          value: String(one.series_id),
          label: seriesLabel(one, isEvery),
        }))}
        selected={address.series === '' ? [] : [address.series]}
        onChange={([id = '']) => onChange({ series: id, page: 1 })}
      />
      <FilterMenu
        label="Fate"
        options={FATES.map((fate) => ({ value: fate, label: NUMBER_FATES[fate] }))}
        selected={fatesOf(address)}
        onChange={(fates) => onChange({ fate: fates.join(','), page: 1 })}
      />
    </>
  );
}

/** The register held against the counters of the series: what an auditor asks first. */
function RegisterCheck({ series, ofOneKind }: { series: readonly SeriesCheck[]; ofOneKind: boolean }) {
  if (series.length === 0) return null;
  const sum = (name: 'handed_out' | 'registered' | 'open' | 'unexplained' | 'remaining') =>
    series.reduce((total, one) => total + one[name], 0);
  const unexplained = sum('unexplained');
  const figure = (label: string, count: number) => (
    <span>
      {label} <b className="figures">{count.toLocaleString('en')}</b>
    </span>
  );
  return (
    <p className={styles.check} role="status">
      {figure('Handed out', sum('handed_out'))}
      {figure('Registered', sum('registered'))}
      {figure('Open', sum('open'))}
      {figure('Unexplained gaps', unexplained)}
      {ofOneKind ? figure('Remaining', sum('remaining')) : null}
      {unexplained === 0 ? (
        <StatusChip hue="green" label="Complete" />
      ) : (
        <StatusChip hue="red" label="Numbers are missing" />
      )}
    </p>
  );
}

interface RegisterQuery {
  kind?: SeriesKind[];
  series_id?: number;
  fate?: NumberFate[];
  search?: string;
  sort?: 'number' | '-number';
}

function queryOf({ kind, series, fate, q, sort }: Address, own: AllocatedKind): RegisterQuery {
  const fates = fatesOf({ fate });
  const kinds = kind === EVERY ? undefined : [kind in SERIES_LABELS ? (kind as SeriesKind) : own];
  return {
    ...(kinds === undefined ? {} : { kind: kinds }),
    ...(series === '' ? {} : { series_id: Number(series) }),
    ...(fates.length === 0 ? {} : { fate: fates }),
    ...(q === '' ? {} : { search: q }),
    ...(sort === '' ? {} : { sort }),
  };
}

const fatesOf = ({ fate }: Pick<Address, 'fate'>): NumberFate[] => FATES.filter((one) => fate.split(',').includes(one));

const issuedNumbers = (query: RegisterQuery & { page: number; pages: number }) =>
  queryOptions({
    queryKey: ['issued numbers', query],
    queryFn: ({ signal }) => callServer(listIssuedNumbers, { query, signal }),
    placeholderData: keepPreviousData,
  });

const seriesChecks = (query: Pick<RegisterQuery, 'kind'>) =>
  queryOptions({
    queryKey: ['issued numbers', 'check', query],
    queryFn: ({ signal }) => callServer(checkIssuedNumbers, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The kinds whose numbers the signed-in user may see. */
function useOpenKinds(): SeriesKind[] {
  const roleaccess = useRoleAccess();
  return (Object.keys(SERIES_LABELS) as SeriesKind[]).filter(
    (kind) => accessLevelOn(roleaccess, REGISTER_MODULES[kind]) > 0,
  );
}

function seriesLabel(series: SeriesCheck, isEvery: boolean): string {
  return isEvery ? `${SERIES_LABELS[series.kind]} ${rangeText(series)}` : rangeText(series);
}

function documentOf({ document_type, document_number, is_confidential }: IssuedNumber): string {
  if (is_confidential) return 'Confidential';
  if (document_type === null || !isDocumentType(document_type)) return '';
  return [documentTypeText(document_type), document_number].filter(Boolean).join(' · ');
}

function batchCell({ batch_number, document_type, fate }: IssuedNumber): ReactNode {
  if (batch_number === null || fate === 'deleted draft') return batch_number ?? '';
  return (
    <Link to="/search-transaction" search={{ number: batchKey({ batch_number, document_type: document_type ?? '' }) }}>
      {batch_number}
    </Link>
  );
}
