import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { makeApiClient, type ApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { API_SCOPES, type ApiScope } from '@talaan/contract/access/api-scopes';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { integrationSource } from '@talaan/contract/resources/access/integration-source.resource';
import { callServer } from '../api/client.ts';
import { useActKey } from '../api/use-act-key.ts';
import { reportFailure } from '../api/report-failure.ts';
import { withPleaseWait } from '../ui/feedback/feedback.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { CodeSelect } from '../ui/fields/combobox.tsx';
import { Field } from '../ui/fields/field.tsx';
import { FormGrid } from '../ui/fields/form-grid.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Dialog, DialogCancel, DialogSave } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';

const SCOPE_TEXTS = {
  receipts: 'Receipts: read and send e-receipts, read the sales made in the name of its maker',
  reports: 'Reports: read the whole sales journal',
  integrated: 'Integrated: send batches for a source',
} as const satisfies Record<ApiScope, string>;
const LONGEST_NAME = 60;

/** A client with its secret, which is told once. */
export type Secret = Pick<ApiClient, 'client_name' | 'client_id'> & { readonly client_secret: string };

const sourcesQuery = queryOptions({
  queryKey: ['sources of clients'],
  queryFn: async ({ signal }) =>
    (await callServer(resourceRoutes(integrationSource).list, { query: { list: 'active', pages: 100 }, signal })).data,
});

/** Makes a client: its name, what its token is good for, and of what it sends batches. */
export function NewClientDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: Secret) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiClient['scopes']>(['receipts']);
  const [source, setSource] = useState('');
  const [departments, setDepartments] = useState<string[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { key, noteFailure } = useActKey();
  const sends = scopes.includes('integrated');

  async function make(): Promise<void> {
    const missing = {
      ...(name.trim() === '' ? { client_name: MESSAGES.required } : {}),
      ...(scopes.length === 0 ? { scopes: 'Choose a scope.' } : {}),
      ...(sends && source === '' ? { source: MESSAGES.required } : {}),
      ...(sends && departments.length === 0 ? { departments: 'Choose a department.' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    try {
      const body = { client_name: name, scopes, ...(sends ? { source, departments } : {}) };
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
    <ClientDialog dirty={name !== ''} onClose={onClose} onSave={() => void make()}>
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
          <Choices
            options={API_SCOPES.map((value) => ({ value, label: SCOPE_TEXTS[value] }))}
            chosen={scopes}
            onChange={setScopes}
          />
        </Field>
        {sends ? (
          <SendingFields
            source={source}
            departments={departments}
            errors={errors}
            onSource={(code) => {
              setSource(code);
              setDepartments([]);
            }}
            onDepartments={setDepartments}
          />
        ) : null}
      </FormGrid>
    </ClientDialog>
  );
}

interface ClientDialogProps {
  dirty: boolean;
  onClose: () => void;
  onSave: () => void;
  children: ReactNode;
}

function ClientDialog({ dirty, onClose, onSave, children }: ClientDialogProps) {
  return (
    <Dialog
      open
      title="New client"
      subtitle="Its secret is shown once, after it was made."
      width={480}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Make" onSave={onSave} />
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface SendingFieldsProps {
  source: string;
  departments: string[];
  errors: Readonly<Record<string, string>>;
  onSource: (code: string) => void;
  onDepartments: (codes: string[]) => void;
}

/** For which source it sends, and of which of its departments. */
function SendingFields({ source, departments, errors, onSource, onDepartments }: SendingFieldsProps) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const chosen = sources.find(({ source_code }) => source_code === source);
  return (
    <>
      <Field
        label="Source"
        required
        error={errors['source']}
        hint={
          chosen?.posting === 'posts' ? 'Its batches post at once: somebody else confirms the client first.' : undefined
        }
      >
        <CodeSelect
          options={sources.map(({ source_code, source_name }) => ({
            value: source_code,
            label: source_name,
            code: source_code,
          }))}
          value={source}
          onChange={onSource}
        />
      </Field>
      {chosen ? (
        <Field label="Departments" group required error={errors['departments']}>
          <Choices
            options={chosen.departments.map((code) => ({ value: code, label: code }))}
            chosen={departments}
            onChange={onDepartments}
          />
        </Field>
      ) : null}
    </>
  );
}

interface ChoicesProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

function Choices<Value extends string>({ options, chosen, onChange }: ChoicesProps<Value>) {
  return options.map(({ value, label }) => (
    <Checkbox
      key={value}
      label={label}
      checked={chosen.includes(value)}
      onChange={({ target }) => onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
    />
  ));
}
