import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { hrLookup } from '@talaan/contract/sign-in/hr.contract';
import { blockUser, sendPasswordLink, unblockUser } from '@talaan/contract/sign-in/password.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { EffectiveAccess } from '../../access/effective-access.tsx';
import { lookAs } from '../../session/preview.tsx';
import { useUser } from '../../session/session.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconLock, IconMail, IconUnlock, IconView } from '../../ui/icons.tsx';
import { askToConfirm, showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useFormSurroundings } from '../fields/form-context.ts';
import { HandOver } from './hand-over.tsx';
import { MostCell } from './approving/limit-cells.tsx';
import { PesoControl } from '../fields/value-controls.tsx';
import { textIn } from '../record/record-text.ts';
import { MASTERDATA_KEY, type MasterRecord } from '../record/resource-calls.ts';
import type { ControlProps, ScreenOverride } from '../record/resource-parts.ts';
import styles from './user.module.css';

/** Names from the HR system, and what the user may do in effect (ux §4). */
export const userOverride: ScreenOverride = {
  controls: { email: EmailControl, max_amount: PesoControl },
  cells: {
    user_first_name: (record) => (
      <>
        {nameOf(record)} {isBlocked(record) ? <StatusChip hue="red" label="Blocked" /> : null}
      </>
    ),
    max_amount: ({ max_amount }) => (max_amount === null ? '' : <MostCell amount={max_amount as string} />),
  },
  below: { Identity: SignIn, 'Effective access': AccessInEffect },
  useQuestion: () => ({ ask: askWhatIsMissing, question: null }),
};

/** A user without a role opens no screen, and one without a branch is found under none: both are asked, not refused. */
async function askWhatIsMissing(
  record: MasterRecord | null,
  change: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (record !== null && !('roles' in change) && !('brnc_code' in change)) return true;
  const { roles, brnc_code, sper_user } = { ...record, ...change };
  const missing = [
    ...((roles as string[]).length > 0 || sper_user === 1 ? [] : ['role']),
    ...(brnc_code === null ? ['branch'] : []),
  ];
  if (missing.length === 0) return true;
  const without = missing.join(' and ');
  return askToConfirm({
    title: `Save a user without a ${without}?`,
    text: missing.includes('role')
      ? 'Without a role the user signs in and finds no screen, unless User Roles gives him some.'
      : 'Without a branch the user is found under none.',
    confirmLabel: `Save without a ${without}`,
    cancelLabel: 'Keep editing',
  });
}

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

const nameOf = (record: MasterRecord): string =>
  `${textIn(record, 'user_first_name')} ${textIn(record, 'user_last_name')}`;
const isBlocked = (record: MasterRecord): boolean => textIn(record, 'blocked_since') !== '';

/** How the stored user signs in: a link by which he chooses his password, and whether he is kept out. */
function SignIn({ record }: { record: MasterRecord | null }) {
  const me = useUser();
  const client = useQueryClient();
  const whyNot = useWhyNot('Users', ACCESS.update);
  if (record === null)
    return (
      <p className="text-2">
        When the user is saved, a link by which he chooses a password goes to the work e-mail, if he may sign in today.
      </p>
    );
  const params = { id: record.id };
  const name = nameOf(record);
  const blocked = isBlocked(record);

  async function sendLink(): Promise<void> {
    try {
      const { data } = await withPleaseWait(callServer(sendPasswordLink, { params }));
      showSuccess(`A link to choose a password is on its way to ${data.email}. It works once, for 24 hours.`);
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  async function changeBlock(): Promise<void> {
    const confirmed = await askToConfirm({
      title: `${blocked ? 'Unblock' : 'Block'} ${name}?`,
      text: blocked
        ? 'The user can sign in again, within the start and end date.'
        : 'The sessions of the user end at once, and signing in is refused until somebody unblocks the user.',
      confirmLabel: blocked ? 'Unblock' : 'Block',
      danger: !blocked,
    });
    if (!confirmed) return;
    try {
      await withPleaseWait(callServer(blocked ? unblockUser : blockUser, { params }));
      showSuccess(blocked ? `${name} can sign in again.` : `${name} is blocked, and signed out everywhere.`);
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  return (
    <section className={styles.access} aria-label="Sign-in">
      {blocked ? (
        <p>{`Blocked since ${textIn(record, 'blocked_since')}: cannot sign in, and approves nothing.`}</p>
      ) : null}
      <div className={styles.email}>
        <Button
          icon={<IconMail />}
          disabledReason={whyNot ?? (blocked ? 'Unblock the user first.' : undefined)}
          onClick={() => void sendLink()}
        >
          Send password link
        </Button>
        <Button
          icon={blocked ? <IconUnlock /> : <IconLock />}
          disabledReason={whyNot ?? (record.id === me.id ? 'You cannot block yourself.' : undefined)}
          onClick={() => void changeBlock()}
        >
          {blocked ? 'Unblock' : 'Block'}
        </Button>
        {blocked || textIn(record, 'end_date') !== '' ? <HandOver id={record.id} name={name} /> : null}
      </div>
    </section>
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
