import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listRefused, REFUSALS_KEPT_DAYS, type RefusedSending } from '@talaan/contract/integration/integrated.contract';
import { callServer } from '../api/client.ts';
import { displayInstant } from '../page/display-instant.ts';
import { logPage, LogPager, LogTable } from '../page/log-table.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useSearchState } from '../page/search-state.ts';
import { LoadState } from '../ui/waiting/load-state.tsx';
import styles from '../page/log-screen.module.css';

const searchState = z.object(logPage(25));

const refusedQuery = (query: z.infer<typeof searchState>) =>
  queryOptions({
    queryKey: ['refused batches', query],
    queryFn: ({ signal }) => callServer(listRefused, { query, signal }),
    staleTime: 0,
  });

/** /trx-integrated/refused: what other systems sent and was refused, with everything that was wrong (`many.md` §3). */
export function RefusedScreen() {
  const [view, change] = useSearchState(searchState);
  const query = useQuery(refusedQuery(view));
  const refused = query.data?.data ?? [];
  return (
    <>
      <PageHeader title="Refused batches" count={query.data?.total} />
      <LoadState query={query} what="the refused batches" className={styles.note} />
      {query.data !== undefined && refused.length === 0 ? (
        <p className={styles.note} role="status">
          {`Nothing was refused in the last ${REFUSALS_KEPT_DAYS} days.`}
        </p>
      ) : null}
      <LogTable
        label="Refused batches, newest first"
        className={`${styles.pieces} ${styles.prose}`}
        headings={['Sent', 'Batch', 'Client', 'Refused because']}
        rows={refused.map((one) => (
          <RefusedRow key={one.id} {...one} />
        ))}
      />
      <LogPager log={query.data} pages={view.pages} onTurn={change} />
    </>
  );
}

function RefusedRow({ at, source, batch_no, client, message, faults }: RefusedSending) {
  return (
    <tr>
      <td className="figures">{displayInstant(at)}</td>
      <td className="figures">
        {source}
        <span className="muted">{batch_no || 'without a number'}</span>
      </td>
      <td>{client}</td>
      <td>
        {faults.length < 2 ? (
          message
        ) : (
          <details>
            <summary>{message}</summary>
            <ul>
              {faults.map((fault) => (
                <li key={`${fault.path} ${fault.message}`}>
                  <span className="muted figures">{`${placeOf(fault.path)}:`}</span> {fault.message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </td>
    </tr>
  );
}

/** A place in what was sent, in words: `documents.0.lines.3.account_code` is 'document 1, line 4, account code'. */
function placeOf(path: string): string {
  return path
    .replaceAll(
      /(documents|lines)\.(\d+)\.?/g,
      (_place, many: string, at: string) => `${many.slice(0, -1)} ${Number(at) + 1}, `,
    )
    .replace(/, $/, '')
    .replaceAll('_', ' ');
}
