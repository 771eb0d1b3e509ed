import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as z from 'zod';
import { ACCESS_LOG_KINDS, listAccessLog, type AccessLogRow } from '@talaan/contract/sign-in/access-log.contract';
import { callServer } from '../../api/client.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { logPage, LogPager, LogTable } from '../../page/log-table.tsx';
import styles from '../../page/log-screen.module.css';

const searchState = z.object({
  kind: z.enum(['all', ...ACCESS_LOG_KINDS]).catch('all'),
  search: z.string().catch(''),
  ...logPage(25),
});
type View = z.infer<typeof searchState>;

const CHIPS = {
  export: { hue: 'blue', label: 'Export' },
  download: { hue: 'blue', label: 'Download' },
  refusal: { hue: 'red', label: 'Refused' },
} as const;
const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'export', label: 'Exports' },
  { value: 'download', label: 'Downloads' },
  { value: 'refusal', label: 'Refused' },
] as const;

function logQuery({ kind, search, page, pages }: View) {
  return queryOptions({
    queryKey: ['access log', kind, search, page, pages],
    queryFn: ({ signal }) =>
      callServer(listAccessLog, {
        query: { page, pages, ...(kind === 'all' ? {} : { kind }), ...(search === '' ? {} : { search }) },
        signal,
      }),
  });
}

/** For auditors: who took out lists, reports and attachments, and who was refused what. */
export function AccessLogScreen() {
  const [view, change] = useSearchState(searchState);
  const log = useQuery(logQuery(view));
  const rows = log.data?.data ?? [];
  return (
    <>
      <PageHeader
        title="Access log"
        count={log.data?.total}
        actions={<Link to="/access-log/papers">Issued papers</Link>}
      />
      <Toolbar>
        <SearchBox
          value={view.search}
          onSearch={(search) => change({ search, page: 1 }, { replace: true })}
          label="Search the access log"
        />
        <SegmentedControl
          label="Kind"
          options={KINDS}
          value={view.kind}
          onChange={(kind) => change({ kind, page: 1 })}
        />
      </Toolbar>
      <LoadState query={log} what="the access log" className={styles.note} />
      {log.isSuccess && rows.length === 0 ? (
        <p className={styles.note} role="status">
          {view.kind === 'all' && view.search === ''
            ? 'Nothing was taken out or refused yet.'
            : 'Nothing of that kind is in the log.'}
        </p>
      ) : null}
      <LogTable
        label="Access log, newest first"
        headings={['When', 'Who', 'Kind', 'What', 'Details', 'Request']}
        className={styles.words}
        rows={rows.map((row) => (
          <LogRow key={row.id} row={row} />
        ))}
      />
      <LogPager log={log.data} pages={view.pages} onTurn={change} />
    </>
  );
}

function LogRow({ row }: { row: AccessLogRow }) {
  const { kind, at, user_name, what, details, times, request_id } = row;
  return (
    <tr>
      <td className="figures">{displayInstant(at)}</td>
      <td>{user_name ?? <span className="muted">Nobody signed in</span>}</td>
      <td>
        <StatusChip {...CHIPS[kind]} />
      </td>
      <td>{what}</td>
      <td>
        {details}
        {times === 1 ? null : <span className="muted">{`${times} times within a minute`}</span>}
      </td>
      <td className="muted figures">{request_id}</td>
    </tr>
  );
}
