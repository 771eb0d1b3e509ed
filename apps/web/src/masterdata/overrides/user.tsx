import { useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { hrLookup } from '@talaan/contract/sign-in/hr.contract';
import { callServer } from '../../api/client.ts';
import { EffectiveAccess } from '../../shell/effective-access.tsx';
import { lookAs } from '../../shell/preview.tsx';
import { useUser } from '../../shell/session.ts';
import { useWhyNot } from '../../shell/why-not.ts';
import { Button } from '../../ui/button.tsx';
import { IconView } from '../../ui/icons.tsx';
import { showError } from '../../ui/feedback/feedback.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useFormSurroundings } from '../fields/form-context.ts';
import { PesoControl } from '../fields/value-controls.tsx';
import { textIn } from '../record-text.ts';
import type { MasterRecord } from '../resource-calls.ts';
import type { ControlProps, ScreenOverride } from '../resource-parts.ts';
import styles from './user.module.css';

/** Names from the HR system, and what the user may do in effect (ux §4). */
export const userOverride: ScreenOverride = {
  controls: { email: EmailControl, max_amount: PesoControl },
  cells: { user_first_name: (record) => `${textIn(record, 'user_first_name')} ${textIn(record, 'user_last_name')}` },
  below: { 'Effective access': AccessInEffect },
};

/** Refusals that say themselves what is wrong; after any other the HR system could not be asked. */
const ANSWERS = new Set(['not_found', 'hr_sign_in_needed', 'validation_failed']);

/** Fields of the form that the HR system knows, by its names. */
const FROM_HR = {
  user_first_name: 'first_name',
  user_middle_name: 'middle_name',
  user_last_name: 'last_name',
  jobt_code: 'job_title',
  dept_code: 'dept_code',
  brnc_code: 'brnc_code',
} as const;

/** The work e-mail, with the look-up that fills in the names. */
function EmailControl({ value, onChange, onBlur, takesFocus }: ControlProps) {
  const { form } = useFormSurroundings();
  const [busy, setBusy] = useState(false);

  async function lookUp(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await callServer(hrLookup, { body: { data: value.trim() } });
      for (const [name, known] of Object.entries(FROM_HR)) {
        const found = data[known];
        if (found !== null && found !== '') form.setValue(name, found, { shouldDirty: true, shouldValidate: true });
      }
    } catch (failure) {
      if (failure instanceof CallRefused && failure.problem.status === 401) return;
      showError(
        failure instanceof CallRefused && ANSWERS.has(failure.problem.code) ? failure.message : MESSAGES.hrUnreachable,
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.email}>
      <TextInput
        {...(takesFocus ? { 'data-autofocus': true } : {})}
        inputMode="email"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <Button
        busy={busy}
        disabledReason={value.trim() === '' ? 'Enter the work e-mail first.' : undefined}
        onClick={() => void lookUp()}
      >
        Look up in HR
      </Button>
    </div>
  );
}

/** What roles and own privileges add up to for the stored user, and the product as he sees it. */
function AccessInEffect({ record }: { record: MasterRecord | null }) {
  const me = useUser();
  const whyNot = useWhyNot('Users', ACCESS.delete);
  if (record === null) return <p className="text-2">Save the user first: then this shows what he may do, and why.</p>;
  return (
    <section className={styles.access} aria-label="Effective access">
      <EffectiveAccess userId={record.id} />
      {record.id === me.id ? null : (
        <div>
          <Button icon={<IconView />} disabledReason={whyNot} onClick={() => void lookAs(record.id)}>
            Preview as this user
          </Button>
        </div>
      )}
    </section>
  );
}
