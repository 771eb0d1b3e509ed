import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listWebhooks, type HookedSource } from '@talaan/contract/integration/webhook.contract';
import { LogTable } from '../../page/log-table.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { UnauthorizePage } from '../../page/unauthorize-page.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from '../../page/log-screen.module.css';
import { EndpointState } from './endpoint-state.tsx';
import { SourceWebhooks } from './source-webhooks.tsx';
import { hookedSourcesQuery, webhookView } from './webhook-calls.ts';

/** Where sources are told what became of their batches; one of them with what it was told. */
export function WebhooksScreen() {
  const { module, level } = listWebhooks.access;
  return useAccessLevel(module) >= level ? <Webhooks /> : <UnauthorizePage modules={[module]} level={level} />;
}

function Webhooks() {
  const [view, change] = useSearchState(webhookView);
  const query = useQuery(hookedSourcesQuery);
  const sources = query.data?.data ?? [];
  if (view.source !== '') {
    const source = sources.find((one) => one.source === view.source);
    return source ? <SourceWebhooks source={source} view={view} onChange={change} /> : <NoSource query={query} />;
  }
  return (
    <>
      <PageHeader title="Webhooks" />
      <div className={styles.facts}>
        <p className="muted">
          A source is told at its address when a batch of it was posted, rejected or reversed, by a signed message
          without amounts. An address counts once somebody else than who wrote it confirmed it.
          {query.isSuccess
            ? ` Messages that arrived are kept for ${query.data.kept_days} days; those that wait or were given up stay.`
            : null}
        </p>
      </div>
      <LoadState query={query} what="the sources" className={styles.note} />
      {query.isSuccess && sources.length === 0 ? (
        <p className={styles.note} role="status">
          There is no source yet.
        </p>
      ) : null}
      <LogTable
        label="Sources"
        headings={['Source', 'Address', 'State', 'Messages that wait', 'Given up', 'Action']}
        rows={sources.map((source) => (
          <SourceRow key={source.source} {...source} />
        ))}
      />
    </>
  );
}

function NoSource({ query }: { query: Parameters<typeof LoadState>[0]['query'] & { isSuccess: boolean } }) {
  return (
    <>
      <PageHeader title="Webhooks" />
      <LoadState query={query} what="the source" className={styles.note} />
      {query.isSuccess ? (
        <p className={styles.note} role="status">
          There is no such source. <Link to="/webhooks">All sources</Link>
        </p>
      ) : null}
    </>
  );
}

function SourceRow({ source, name, live, proposed, waiting, failed }: HookedSource) {
  return (
    <tr>
      <td>
        {source}
        <span className="muted">{name}</span>
      </td>
      <td>
        {live?.url ?? proposed?.url}
        {live && proposed ? <span className="muted">{`To be replaced by ${proposed.url}`}</span> : null}
      </td>
      <td>
        <EndpointState endpoint={live ?? proposed} />
      </td>
      <td className="figures">{waiting}</td>
      <td className="figures">{failed}</td>
      <td>
        <Link
          to="."
          search={{ source }}
          className={buttonClass({ size: 'sm' })}
          aria-label={`Open webhooks of ${source}`}
        >
          Open
        </Link>
      </td>
    </tr>
  );
}
