import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  delegationChoices,
  endDelegation,
  giveDelegation,
  listDelegations,
  type Delegation,
} from '@talaan/contract/approvals/delegation.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused, ChangeWaits } from '@talaan/contract/http/client';
import { formatDetailDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../api/client.ts';
import { failureMessage, reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { CodeSelect } from '../ui/fields/combobox.tsx';
import { DateField } from '../ui/dates/date-field.tsx';
import { Dialog, DialogCancel } from '../ui/layers/dialog.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { askToConfirm, showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';
import { Field } from '../ui/fields/field.tsx';
import { FormGrid, Wide } from '../ui/fields/form-grid.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { useToday } from '../ui/dates/today.tsx';
import { useUser } from '../session/session.ts';
import styles from './stand-ins-dialog.module.css';

const STAND_INS_KEY = 'stand-ins';
const LONGEST_REASON = 100;

const CHIPS = {
  running: { hue: 'green', label: 'Acts today' },
  coming: { hue: 'blue', label: 'Coming' },
  over: { hue: 'slate', label: 'Over' },
  ended: { hue: 'slate', label: 'Ended' },
} as const;

/**
 * Who approves in whose place, and a form to name a stand-in (decisions §3): one's own from the user menu, with `all`
 * those of every officer for administrators of Approving Officers.
 */
export function StandInsDialog({ all = false, onClose }: { all?: boolean; onClose: () => void }) {
  const user = useUser();
  const mayGive = all || user.officer_limits.length > 0;
  const naming = useNaming(all);
  return (
    <Dialog
      open
      title={all ? 'Stand-ins' : 'My stand-in'}
      subtitle="Approves in the place of an officer on these days. What either of the two prepared or approved, neither approves again."
      width={640}
      dirty={naming.isDirty}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} />
          {mayGive ? (
            <Button variant="primary" busy={naming.busy} onClick={() => void naming.give()}>
              Name stand-in
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.parts}>
        {mayGive ? (
          <NamingFields all={all} naming={naming} />
        ) : (
          <p className="text-2">
            You are neither an approving nor a billing officer, so nobody needs to stand in for you.
          </p>
        )}
        <GivenStandIns all={all} />
      </div>
    </Dialog>
  );
}

/** What is entered to name a stand-in, what is wrong with it, and the call that stores it. */
function useNaming(all: boolean) {
  const client = useQueryClient();
  const user = useUser();
  const today = useToday();
  const start = { officer: all ? '' : String(user.id), standIn: '', first: today as string, last: '', reason: '' };
  const [form, setForm] = useState(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  function change(changed: Partial<typeof start>): void {
    setForm({ ...form, ...changed });
    setErrors({});
  }

  async function give(): Promise<void> {
    const missing = REQUIRED.filter(([field]) => form[field].trim() === '').map(([, name]) => [
      name,
      MESSAGES.required,
    ]);
    setErrors(Object.fromEntries(missing) as Record<string, string>);
    if (missing.length > 0 || busy) return;
    setBusy(true);
    try {
      const body = {
        from_user: Number(form.officer),
        to_user: Number(form.standIn),
        from_date: form.first,
        to_date: form.last,
        reason: form.reason,
      };
      const { data } = await withPleaseWait(callServer(giveDelegation, { body }));
      showSuccess(`${data.to_name} stands in for ${data.from_name}.`);
      setForm(start);
    } catch (failure) {
      if (failure instanceof ChangeWaits) setForm(start);
      const byField = failure instanceof CallRefused ? (failure.problem.errors ?? {}) : {};
      if (Object.keys(byField).length === 0) reportFailure(failure);
      setErrors(Object.fromEntries(Object.entries(byField).map(([name, [message = '']]) => [name, message])));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: [STAND_INS_KEY] });
    }
  }

  const isDirty = form.standIn !== '' || form.last !== '' || form.reason !== '';
  return { form, errors, busy, isDirty, change, give };
}

function NamingFields({
  all,
  naming: { form, errors, change },
}: {
  all: boolean;
  naming: ReturnType<typeof useNaming>;
}) {
  const choices = useQuery({
    queryKey: [STAND_INS_KEY, 'choices'],
    queryFn: async ({ signal }) => (await callServer(delegationChoices, { signal })).data,
  });
  const { officers = [], stand_ins: standIns = [] } = choices.data ?? {};
  const persons = (list: typeof officers) =>
    list.map(({ id, name, code }) => ({ value: String(id), label: name, code }));
  return (
    <FormGrid columns={2}>
      {all ? (
        <Wide>
          <Field label="Officer" required error={errors['from_user']}>
            <CodeSelect
              data-autofocus
              options={persons(officers)}
              value={form.officer}
              onChange={(officer) => change({ officer })}
            />
          </Field>
        </Wide>
      ) : null}
      <Wide>
        <Field label="Stand-in" required error={errors['to_user'] ?? (all ? undefined : errors['from_user'])}>
          <CodeSelect
            data-autofocus={!all}
            options={persons(standIns.filter(({ id }) => String(id) !== form.officer))}
            value={form.standIn}
            onChange={(standIn) => change({ standIn })}
          />
        </Field>
      </Wide>
      <Field label="First Day" required error={errors['from_date']}>
        <DateField value={form.first} onChange={(first) => change({ first })} />
      </Field>
      <Field label="Last Day" required error={errors['to_date']}>
        <DateField value={form.last} onChange={(last) => change({ last })} />
      </Field>
      <Wide>
        <Field label="Reason" required error={errors['reason']}>
          <TextInput
            maxLength={LONGEST_REASON}
            value={form.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
      </Wide>
    </FormGrid>
  );
}

/** Who stands in, stood in and will, each with the end of it for whoever may end it. */
function GivenStandIns({ all }: { all: boolean }) {
  const client = useQueryClient();
  const given = useQuery({
    queryKey: [STAND_INS_KEY, all],
    queryFn: async ({ signal }) => (await callServer(listDelegations, { query: all ? { all: 1 } : {}, signal })).data,
  });

  async function end(one: Delegation): Promise<void> {
    const sure = await askToConfirm({
      title: one.state === 'coming' ? 'Take it back?' : 'End it now?',
      text: `${one.to_name} no longer approves for ${one.from_name}. What was approved stays.`,
      confirmLabel: 'End',
    });
    if (!sure) return;
    try {
      await withPleaseWait(callServer(endDelegation, { params: { id: one.id }, body: {} }));
      showSuccess(`${one.to_name} no longer stands in for ${one.from_name}.`);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      await client.invalidateQueries({ queryKey: [STAND_INS_KEY] });
    }
  }

  return (
    <section aria-label="Given stand-ins">
      <LoadState query={given} what="the stand-ins" failure={given.isError ? failureMessage(given.error) : undefined} />
      {given.isSuccess && given.data.length === 0 ? <p className="muted">No stand-in was named yet.</p> : null}
      <ul className={styles.list}>
        {(given.data ?? []).map((one) => (
          <li key={one.id}>
            <div>
              <p>
                <b>{one.to_name}</b>
                {` for ${one.from_name} `}
                <StatusChip {...CHIPS[one.state]} />
              </p>
              <p className="small text-2">{aboutText(one)}</p>
            </div>
            {one.can_end ? (
              <Button size="sm" aria-label={`End: ${one.to_name} for ${one.from_name}`} onClick={() => void end(one)}>
                End
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What must be filled in, with the name of the body field that its message stands at. */
const REQUIRED = [
  ['officer', 'from_user'],
  ['standIn', 'to_user'],
  ['first', 'from_date'],
  ['last', 'to_date'],
  ['reason', 'reason'],
] as const;

function aboutText(one: Delegation): string {
  const days =
    one.from_date === one.to_date ? dayText(one.from_date) : `${dayText(one.from_date)} to ${dayText(one.to_date)}`;
  const by = one.given_by === null ? '' : ` · named by ${one.given_by}`;
  const ended = one.ended_by === null ? '' : ` · ended by ${one.ended_by}`;
  return `${days} · ${one.reason}${by}${ended}`;
}

function dayText(date: string): string {
  const parsed = parseCalendarDate(date);
  return parsed === null ? date : formatDetailDate(parsed);
}
