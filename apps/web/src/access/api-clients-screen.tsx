import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  listApiClients,
  makeApiClient,
  revokeApiClient,
  rotateApiClient,
  type ApiClient,
} from '@talaan/contract/sign-in/api-client.contract';
import { API_SCOPES, type ApiScope } from '@talaan/contract/access/api-scopes';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { callServer } from '../api/client.ts';
import { useActKey } from '../api/use-act-key.ts';
import { reportFailure } from '../api/report-failure.ts';
import { displayInstant } from '../page/display-instant.ts';
import { LogTable } from '../page/log-table.tsx';
import styles from '../page/log-screen.module.css';
import { PageHeader } from '../page/page-header.tsx';
import { UnauthorizePage } from '../page/unauthorize-page.tsx';
import { useAccessLevel } from '../session/session.ts';
import { Button } from '../ui/buttons/button.tsx';
import { askToConfirm, showNotice, showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { Field } from '../ui/fields/field.tsx';
import { FormGrid } from '../ui/fields/form-grid.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { IconPlus } from '../ui/icons.tsx';
import { Dialog, DialogCancel, DialogSave } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { StatusChip } from '../ui/status-chip.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';

const SCOPE_TEXTS = {
  receipts: 'Receipts: read and send e-receipts, read the sales made in the name of its maker',
  reports: 'Reports: read the whole sales journal',
} as const satisfies Record<ApiScope, string>;
const LONGEST_NAME = 60;

type Secret = Pick<ApiClient, 'client_name' | 'client_id'> & { readonly client_secret: string };

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
  const client = useQueryClient();
  const list = useQuery(clientsQuery);
  const [makes, setMakes] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  const rows = list.data ?? [];
  const refresh = () => client.invalidateQueries({ queryKey: clientsQuery.queryKey });

  async function rotate({ id, client_name }: ApiClient): Promise<void> {
    const sure = await askToConfirm({
      title: `Give ${client_name} another secret?`,
      text: 'The secret that it has and its tokens end at once. It calls again when the new secret is entered there.',
      confirmLabel: 'New secret',
    });
    if (!sure) return;
    try {
      setSecret((await withPleaseWait(callServer(rotateApiClient, { params: { id } }))).data);
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
        headings={['Made', 'Name', 'Client ID', 'Scope', 'Last used', 'State', 'Action']}
        rows={rows.map((row) => (
          <ClientRow key={row.id} row={row} onRotate={() => void rotate(row)} onRevoke={() => void revoke(row)} />
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
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

interface ClientRowProps {
  row: ApiClient;
  onRotate: () => void;
  onRevoke: () => void;
}

function ClientRow({ row, onRotate, onRevoke }: ClientRowProps) {
  const { client_name, client_id, scopes, made_by, made_at, rotated_at, last_used_at, revoked_at } = row;
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
      <td className={styles.whole}>{scopes.join(', ')}</td>
      <td className="figures">{last_used_at === null ? 'Never' : displayInstant(last_used_at)}</td>
      <td>
        <StatusChip
          {...(revoked_at === null
            ? { hue: 'green' as const, label: 'Active' }
            : { hue: 'slate' as const, label: 'Revoked' })}
        />
        {revoked_at === null ? null : <span className="muted">{displayInstant(revoked_at)}</span>}
      </td>
      <td>
        {revoked_at === null ? (
          <>
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

function NewClientDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: Secret) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiClient['scopes']>(['receipts']);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { key, noteFailure } = useActKey();

  async function make(): Promise<void> {
    const missing = name.trim() === '' ? { client_name: MESSAGES.required } : null;
    const unscoped = scopes.length === 0 ? { scopes: 'Choose a scope.' } : null;
    setErrors({ ...missing, ...unscoped });
    if (missing || unscoped) return;
    try {
      const body = { client_name: name, scopes };
      const headers = { 'idempotency-key': key };
      onMade((await withPleaseWait(callServer(makeApiClient, { body, headers }))).data);
    } catch (failure) {
      noteFailure(failure);
      const byField = failure instanceof CallRefused ? (failure.problem.errors ?? {}) : {};
      if (Object.keys(byField).length === 0) reportFailure(failure);
      setErrors(Object.fromEntries(Object.entries(byField).map(([field, [message = '']]) => [field, message])));
    }
  }

  return (
    <Dialog
      open
      title="New client"
      subtitle="Its secret is shown once, after it was made."
      width={480}
      dirty={name !== ''}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Make" onSave={() => void make()} />
        </>
      }
    >
      <FormGrid columns={1}>
        <Field label="Name" required error={errors['client_name']}>
          <TextInput
            data-autofocus
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Scopes" group required error={errors['scopes']}>
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              label={SCOPE_TEXTS[scope]}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
        </Field>
      </FormGrid>
    </Dialog>
  );
}

/** The only sight of a secret: it closes by its button alone, so that Esc does not lose it by accident. */
function SecretDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { client_name, client_id, client_secret } = secret;
  const field = useRef<HTMLInputElement>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(client_secret);
      showSuccess('The secret was copied.');
    } catch {
      // A browser lets nothing be copied for a page without https.
      field.current?.focus();
      showNotice('The secret is selected: copy it with Ctrl+C.');
    }
  }
  return (
    <Dialog
      open
      title={`Secret of ${client_name}`}
      subtitle="Keep it now: it is not shown again. If it is lost, give the client a new secret."
      width={480}
      closable={false}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" data-autofocus onClick={() => void copy()}>
            Copy secret
          </Button>
        </>
      }
    >
      <FormGrid columns={1}>
        <Field label="Client ID">
          <TextInput readOnly value={client_id} />
        </Field>
        <Field label="Client secret">
          <TextInput ref={field} readOnly value={client_secret} onFocus={(event) => event.target.select()} />
        </Field>
      </FormGrid>
    </Dialog>
  );
}
