import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmApiClient,
  listApiClients,
  revokeApiClient,
  rotateApiClient,
  type ApiClient,
} from '@talaan/contract/sign-in/api-client.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { displayInstant } from '../page/display-instant.ts';
import { LogTable } from '../page/log-table.tsx';
import styles from '../page/log-screen.module.css';
import { PageHeader } from '../page/page-header.tsx';
import { UnauthorizePage } from '../page/unauthorize-page.tsx';
import { useAccessLevel } from '../session/session.ts';
import { Button } from '../ui/buttons/button.tsx';
import { askToConfirm, showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';
import { IconPlus } from '../ui/icons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { NewClientDialog, type Secret } from './new-client-dialog.tsx';

const clientsQuery = queryOptions({
  queryKey: ['api clients'],
  queryFn: async ({ signal }) => (await callServer(listApiClients, { signal })).data,
});

/** Programs that call the product with a token of their own: who made them, their secret once, and their end. */
export function ApiClientsScreen() {
  const { module, level } = listApiClients.access;
  return useAccessLevel(module) >= level ? <ClientList /> : <UnauthorizePage modules={[module]} level={level} />;
}

function ClientList() {
  const list = useQuery(clientsQuery);
  const [makes, setMakes] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  const rows = list.data ?? [];
  const { refresh, rotate, confirm, revoke } = useClientActs(setSecret);

  return (
    <>
      <PageHeader
        title="API clients"
        count={list.data?.length}
        actions={
          <Button variant="primary" icon={<IconPlus />} onClick={() => setMakes(true)}>
            New client
          </Button>
        }
      />
      <div className={styles.facts}>
        <p className="muted">
          A client is a program that calls Talaan. It gets its tokens at /api/oauth/token by its id and secret, acts in
          the name of the user who made it, and may do what both its scopes and that user may.
        </p>
      </div>
      <LoadState query={list} what="the clients" className={styles.note} />
      {list.isSuccess && rows.length === 0 ? (
        <p className={styles.note} role="status">
          No client was made yet.
        </p>
      ) : null}
      <LogTable
        label="Clients, newest first"
        className={styles.pieces}
        headings={['Made', 'Name', 'Client ID', 'Scope', 'Last used', 'State', 'Action']}
        rows={rows.map((row) => (
          <ClientRow
            key={row.id}
            row={row}
            onConfirm={() => void confirm(row)}
            onRotate={() => void rotate(row)}
            onRevoke={() => void revoke(row)}
          />
        ))}
      />
      {makes ? (
        <NewClientDialog
          onClose={() => setMakes(false)}
          onMade={(made) => {
            setMakes(false);
            setSecret(made);
            void refresh();
          }}
        />
      ) : null}
      {secret === null ? null : (
        <SecretDialog
          name={secret.client_name}
          beside={{ label: 'Client ID', value: secret.client_id }}
          label="Client secret"
          secret={secret.client_secret}
          lost="If it is lost, give the client a new secret."
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

/** Gives a client another secret, lets it post and ends it, each after a question; the list is read anew after each. */
function useClientActs(onSecret: (secret: Secret) => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: clientsQuery.queryKey });

  async function rotate({ id, client_name }: ApiClient): Promise<void> {
    const sure = await askToConfirm({
      title: `Give ${client_name} another secret?`,
      text: 'The secret that it has and its tokens end at once. It calls again when the new secret is entered there.',
      confirmLabel: 'New secret',
    });
    if (!sure) return;
    try {
      onSecret((await withPleaseWait(callServer(rotateApiClient, { params: { id } }))).data);
    } catch (failure) {
      reportFailure(failure);
    }
    await refresh();
  }

  async function confirm({ id, client_name, source }: ApiClient): Promise<void> {
    const sure = await askToConfirm({
      title: `Confirm ${client_name}?`,
      text: `What it sends for ${source} enters the ledger at once, without another approval.`,
      confirmLabel: 'Confirm',
    });
    if (!sure) return;
    try {
      await withPleaseWait(callServer(confirmApiClient, { params: { id } }));
      showSuccess(`${client_name} was confirmed.`);
    } catch (failure) {
      reportFailure(failure);
    }
    await refresh();
  }

  async function revoke({ id, client_name }: ApiClient): Promise<void> {
    const sure = await askToConfirm({
      title: `Revoke ${client_name}?`,
      text: 'Its secret and its tokens end at once and for good.',
      confirmLabel: 'Revoke',
      danger: true,
    });
    if (!sure) return;
    try {
      await withPleaseWait(callServer(revokeApiClient, { params: { id } }));
      showSuccess(`${client_name} was revoked.`);
    } catch (failure) {
      reportFailure(failure);
    }
    await refresh();
  }

  return { refresh, rotate, confirm, revoke };
}

interface ClientRowProps {
  row: ApiClient;
  onConfirm: () => void;
  onRotate: () => void;
  onRevoke: () => void;
}

function ClientRow({ row, onConfirm, onRotate, onRevoke }: ClientRowProps) {
  const { client_name, client_id, scopes, source, departments, made_by, made_at, rotated_at, last_used_at } = row;
  return (
    <tr>
      <td className="figures">
        {displayInstant(made_at)}
        <span className="muted">{made_by}</span>
      </td>
      <td>
        {client_name}
        {rotated_at === null ? null : <span className="muted">{`New secret ${displayInstant(rotated_at)}`}</span>}
      </td>
      <td className="figures">{client_id}</td>
      <td className={styles.whole}>
        {scopes.join(', ')}
        {source === null ? null : <span className="muted">{`${source}: ${departments.join(', ')}`}</span>}
      </td>
      <td className="figures">{last_used_at === null ? 'Never' : displayInstant(last_used_at)}</td>
      <td>
        <ClientState row={row} />
      </td>
      <td>
        {row.revoked_at === null ? (
          <>
            {row.waits ? (
              <>
                <Button size="sm" aria-label={`Confirm ${client_name}`} onClick={onConfirm}>
                  Confirm
                </Button>{' '}
              </>
            ) : null}
            <Button size="sm" aria-label={`New secret for ${client_name}`} onClick={onRotate}>
              New secret
            </Button>{' '}
            <Button size="sm" variant="danger" aria-label={`Revoke ${client_name}`} onClick={onRevoke}>
              Revoke
            </Button>
          </>
        ) : null}
      </td>
    </tr>
  );
}

function ClientState({ row: { revoked_at, waits, confirmed_by } }: { row: ApiClient }) {
  if (revoked_at !== null) {
    return (
      <>
        <StatusChip hue="slate" label="Revoked" />
        <span className="muted">{displayInstant(revoked_at)}</span>
      </>
    );
  }
  if (waits) return <StatusChip hue="amber" label="Waits for a second person" />;
  return (
    <>
      <StatusChip hue="green" label="Active" />
      {confirmed_by === null ? null : <span className="muted">{`Confirmed by ${confirmed_by}`}</span>}
    </>
  );
}
