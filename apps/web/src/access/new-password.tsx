import { useState, type ReactNode } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { PASSWORD_LENGTH } from '@talaan/contract/sign-in/password.contract';
import { reportFailure } from '../api/report-failure.ts';
import { Field } from '../ui/fields/field.tsx';
import { PasswordInput } from '../ui/fields/password-input.tsx';

const FIELDS = {
  current_password: { label: 'Current password', complete: 'current-password' },
  password: { label: 'New password', complete: 'new-password' },
  repeated: { label: 'New password again', complete: 'new-password' },
} as const;
type FieldName = keyof typeof FIELDS;
type Values = Record<FieldName, string>;

const NOTHING: Values = { current_password: '', password: '', repeated: '' };
const RULES = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, without your name, the company's or well-known words.`;

export interface NewPassword {
  fields: ReactNode;
  busy: boolean;
  /** Whether something is typed. */
  dirty: boolean;
  /** Stores it; false when it was refused, which then stands at its field. */
  save: () => Promise<boolean>;
}

/** The fields of a new password, typed twice; with `asksCurrent` after the one of now. `store` throws the server's refusal. */
export function useNewPassword(
  asksCurrent: boolean,
  store: (entry: { current_password: string; password: string }) => Promise<void>,
): NewPassword {
  const [values, setValues] = useState(NOTHING);
  const [faults, setFaults] = useState<Partial<Values>>({});
  const [busy, setBusy] = useState(false);
  const names: FieldName[] = asksCurrent ? ['current_password', 'password', 'repeated'] : ['password', 'repeated'];

  async function save(): Promise<boolean> {
    const found = faultsOf(names, values);
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    setBusy(true);
    try {
      await store({ current_password: values.current_password, password: values.password });
      return true;
    } catch (failure) {
      const errors = failure instanceof CallRefused ? failure.problem.errors : undefined;
      if (errors === undefined) reportFailure(failure);
      else setFaults(Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, messages[0]])));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const fields = names.map((name, at) => (
    <Field key={name} label={FIELDS[name].label} error={faults[name]} {...(name === 'password' ? { hint: RULES } : {})}>
      <PasswordInput
        name={name}
        autoComplete={FIELDS[name].complete}
        maxLength={PASSWORD_LENGTH.max}
        {...(at === 0 ? { 'data-autofocus': true } : {})}
        value={values[name]}
        onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      />
    </Field>
  ));
  return { fields, busy, dirty: names.some((name) => values[name] !== ''), save };
}

/** What is wrong before anything is sent; the rules themselves are the server's. */
function faultsOf(names: readonly FieldName[], values: Values): Partial<Values> {
  const empty = names.filter((name) => values[name] === '');
  if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, `${FIELDS[name].label} is required.`]));
  return values.password === values.repeated ? {} : { repeated: 'The two are not the same.' };
}
