import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as z from 'zod';
import {
  exportIssuedPapers,
  ISSUED_WAYS,
  listIssuedPapers,
  listPrinters,
  PAPER_NAMES,
  PAPER_STATE_NAMES,
  runText,
  WAY_NAMES,
  type IssuedPaper,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import styles from '../../page/log-screen.module.css';
import { logPage, LogPager, LogTable } from '../../page/log-table.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { FilterMenu } from '../../ui/menus/filter-menu.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';

const searchState = z.object({
  way: z.enum(['all', ...ISSUED_WAYS]).catch('all'),
  kind: z.enum(['all', ...Object.keys(PAPER_NAMES)]).catch('all'),
  /** Who made it: a record id, 0 for everybody. */
  by: z.coerce.number().int().min(0).catch(0),
  search: z.string().catch(''),
  from: z.string().max(20).catch(''),
  to: z.string().max(20).catch(''),
  ...logPage(25),
});
type View = z.infer<typeof searchState>;

const WAYS = ISSUED_WAYS.map((value) => ({ value, label: WAY_NAMES[value] }));
const KINDS = Object.entries(PAPER_NAMES).map(([value, label]) => ({ value, label }));
const HUES = {
  stands: 'green',
  pending: 'amber',
  void: 'red',
  withdrawn: 'red',
  replaced: 'amber',
  changed: 'amber',
} as const;

/** What the list is narrowed by, as its call and its file take it. */
function filterOf({ way, kind, by, search, from, to }: View) {
  return {
    ...(way === 'all' ? {} : { way }),
    ...(kind === 'all' ? {} : { kind }),
    ...(by === 0 ? {} : { user_id: by }),
    ...(search === '' ? {} : { search }),
    ...(isCalendarDate(from) ? { date_from: from } : {}),
    ...(isCalendarDate(to) ? { date_to: to } : {}),
  };
}

function papersQuery(view: View) {
  const query = { page: view.page, pages: view.pages, ...filterOf(view) };
  return queryOptions({
    queryKey: ['issued papers', query],
    queryFn: ({ signal }) => callServer(listIssuedPapers, { query, signal }),
  });
}

const printersQuery = queryOptions({
  queryKey: ['issued papers', 'people'],
  queryFn: async ({ signal }) => (await callServer(listPrinters, { signal })).data,
});

/** For auditors: which papers went out, who made them, and how. */
export function IssuedPapersScreen() {
  const [view, change] = useSearchState(searchState);
  const papers = useQuery(papersQuery(view));
  const rows = papers.data?.data ?? [];
  return (
    <>
      <PageHeader
        title="Issued papers"
        count={papers.data?.total}
        actions={
          <>
            <Link to="/access-log" className={buttonClass({ variant: 'ghost' })}>
              Access log
            </Link>
            <ExportMenu
              command="Export issued papers"
              disabledReason={rows.length === 0 ? 'The list holds no paper.' : undefined}
              download={(format) => downloadFile(exportIssuedPapers, { query: { ...filterOf(view), format } })}
            />
          </>
        }
      />
      <PapersFilters view={view} onNarrow={(part) => change({ ...part, page: 1 }, { replace: true })} />
      <LoadState query={papers} what="the issued papers" className={styles.note} />
      {papers.isSuccess && rows.length === 0 ? (
        <p className={styles.note} role="status">
          No paper of that kind went out.
        </p>
      ) : null}
      <LogTable
        label="Issued papers, newest first"
        className={styles.pieces}
        headings={['When', 'Who', 'Paper', 'Number', 'Copy', 'Way', 'Of', 'Code', 'State']}
        rows={rows.map((paper) => (
          <PaperRow key={paper.id} paper={paper} />
        ))}
      />
      <LogPager log={papers.data} pages={view.pages} onTurn={change} />
    </>
  );
}

function PapersFilters({ view, onNarrow }: { view: View; onNarrow: (part: Partial<View>) => void }) {
  const people = useQuery(printersQuery);
  return (
    <Toolbar>
      <SearchBox
        value={view.search}
        onSearch={(search) => onNarrow({ search })}
        label="Search by person, number or code"
      />
      <FilterMenu
        label="Paper"
        single
        options={KINDS}
        selected={view.kind === 'all' ? [] : [view.kind]}
        onChange={([kind = 'all']) => onNarrow({ kind })}
      />
      <FilterMenu
        label="Who"
        single
        options={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        selected={view.by === 0 ? [] : [String(view.by)]}
        onChange={([by = '0']) => onNarrow({ by: Number(by) })}
      />
      <FilterMenu
        label="Way"
        single
        options={WAYS}
        selected={view.way === 'all' ? [] : [view.way]}
        onChange={([way = 'all']) => onNarrow({ way: way as View['way'] })}
      />
      <span className={styles.day}>
        <span className="muted small" aria-hidden>
          From
        </span>
        <DateField label="From" value={view.from} onChange={(from) => onNarrow({ from })} />
      </span>
      <span className={styles.day}>
        <span className="muted small" aria-hidden>
          To
        </span>
        <DateField label="To" value={view.to} onChange={(to) => onNarrow({ to })} />
      </span>
    </Toolbar>
  );
}

function PaperRow({ paper }: { paper: IssuedPaper }) {
  const { at, user_name, kind, number, copy_no, way, code, state, payee_desc, run } = paper;
  return (
    <tr>
      <td className="figures">{displayInstant(at)}</td>
      <td>{user_name}</td>
      <td>
        {PAPER_NAMES[kind] ?? kind}
        {run === null ? null : <p className="muted small">{runText(paper)}</p>}
      </td>
      <td className="figures">{number === '' ? <span className="muted">none yet</span> : number}</td>
      <td className="figures">{copy_no ?? ''}</td>
      <td>{WAY_NAMES[way]}</td>
      <td>{payee_desc}</td>
      <td className="figures">
        {code === null ? null : (
          <Link to="/verify/$code" params={{ code }}>
            {code}
          </Link>
        )}
      </td>
      <td>
        <StatusChip hue={HUES[state]} label={PAPER_STATE_NAMES[state]} />
      </td>
    </tr>
  );
}
