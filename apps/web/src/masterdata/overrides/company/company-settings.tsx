import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { FOUR_EYES_SWITCHES, type FourEyesSwitch } from '@talaan/core/access/second-person';
import { REMINDER_HOURS } from '@talaan/core/approval/reminder-hours';
import { STALE_DAYS } from '@talaan/core/documents/cheque/cheque-state';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { LONGEST_RISK_DAYS } from '@talaan/core/risk/risk-signals';
import { CallRefused, ChangeWaits } from '@talaan/contract/http/client';
import type { ResultOf } from '@talaan/contract/http/route';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { readSettings, updateSettings, type Settings } from '@talaan/contract/resources/organisation/settings.contract';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { CHANGES_KEY } from '../../../session/waiting-changes.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import { Switch } from '../../../ui/fields/checkbox.tsx';
import { showError, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { FiguresField } from '../../../ui/fields/figures-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import { MatrixFooter } from '../../matrix/matrix-footer.tsx';
import type { ListViewProps } from '../../record/resource-parts.ts';
import { LoadState } from '../../../ui/waiting/load-state.tsx';
import matrixStyles from '../../matrix/matrix.module.css';
import styles from './company.module.css';

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await callServer(readSettings, { signal })).data,
  staleTime: 0,
});

const TYPES = Object.entries(DOCUMENT_TYPES) as [DocumentType, (typeof DOCUMENT_TYPES)[DocumentType]][];
const SWITCHES = Object.entries(FOUR_EYES_SWITCHES) as [FourEyesSwitch, string][];
const STALE_AFTER = STALE_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));
const REMIND_AFTER = REMINDER_HOURS.map((hours) => ({ value: String(hours), label: `${hours} h` }));
const DAY_60 = [
  { value: '31-60', label: '31–60 days' },
  { value: '61-90', label: '61–90 days' },
] as const;

const RISK_WINDOWS = [
  { key: 'risk_duplicate_days', label: 'Same payee with the same remarks or amount, within days' },
  { key: 'risk_payee_account_days', label: 'Payee bank account new or changed, within days' },
] as const;
const NO_FREE_AMOUNT = 'Enter up to which amount write-offs need no approval: 0.00 for none.';
const NO_WINDOW = `Enter a whole number from 0 to ${LONGEST_RISK_DAYS}.`;

/**
 * The settings of the company: stages per document type, aging, stale cheques, reminders, windows of risk signals, and
 * what a second person confirms (decisions §3, §8, §9).
 */
export function CompanySettings(props: ListViewProps) {
  const stored = useQuery(settingsQuery);
  return (
    <>
      <ListToolbar {...props} plain />
      {stored.data === undefined ? (
        <LoadState query={stored} what="the settings" className={matrixStyles.note} />
      ) : (
        <SettingsForm before={stored.data} />
      )}
    </>
  );
}

/** As stored, with the version that a change is of. */
type StoredSettings = ResultOf<typeof readSettings>['data'];

function SettingsForm({ before }: { before: StoredSettings }) {
  const settings = useSettings(before);
  const { now, whyNot, locked, change } = settings;
  const isFree = /^\d{1,13}\.\d{2}$/.test(now.write_off_without_approval);
  const isWrong = RISK_WINDOWS.some(({ key }) => !isWindow(now[key]));
  return (
    <>
      <div className={matrixStyles.scroll}>
        <div className={styles.settings}>
          <Part
            id="approval"
            title="Review and approval"
            text="A change acts on the next move of a transaction, also of one that is under way. Without both, the last stage is the preparer's own submit."
          >
            <StagesOfTypes settings={settings} />
          </Part>
          <Part
            id="write-offs"
            title="Write-offs"
            text="A collection that writes off more of an invoice takes the route of a journal of that amount. What was written off of the same invoice before counts with it. At 0.00 every write-off is approved."
          >
            <div className={styles.windows}>
              <Field label="Without approval up to">
                <AmountField
                  currency="PHP"
                  value={now.write_off_without_approval}
                  disabled={locked}
                  onChange={(value) => change('write_off_without_approval', value === '' ? '0.00' : value)}
                />
              </Field>
            </div>
          </Part>
          <Part
            id="four-eyes"
            title="Confirmation by a second person"
            text="On: a change waits under Changes to confirm until somebody else with the level confirms it. It goes on by itself as soon as two people could decide; switching it off waits, too."
          >
            <SecondPersonSwitches settings={settings} />
          </Part>
          <ChosenNumbers settings={settings} />
          <Part
            id="risks"
            title="Risks before money leaves"
            text="Approvers and whoever releases a payment are told what looks like another one. 0 turns a signal off."
          >
            <div className={styles.windows}>
              {RISK_WINDOWS.map(({ key, label }) => (
                <Field key={key} label={label} error={isWindow(now[key]) ? undefined : NO_WINDOW}>
                  <DaysField days={now[key]} disabled={locked} onChange={(days) => change(key, days)} />
                </Field>
              ))}
            </div>
          </Part>
        </div>
      </div>
      <MatrixFooter
        changes={settings.count}
        blocked={whyNot ?? (isFree ? (isWrong ? NO_WINDOW : undefined) : NO_FREE_AMOUNT)}
        busy={settings.busy}
        onDiscard={settings.discard}
        onSave={() => void settings.save()}
      />
    </>
  );
}

/** What is stored, what of it is changed here, and the call that stores it. */
function useSettings(before: StoredSettings) {
  const client = useQueryClient();
  const whyNot = useWhyNot('Companies', ACCESS.update);
  const [changed, setChanged] = useState<Partial<Settings>>({});
  const [busy, setBusy] = useState(false);

  /** Keeps one part of the settings as changed, or as not changed when it is back at what is stored. */
  function change<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
    const { [key]: _left, ...others } = changed;
    setChanged(JSON.stringify(value) === JSON.stringify(before[key]) ? others : { ...others, [key]: value });
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await withPleaseWait(callServer(updateSettings, { body: { ...changed, row_version: before.row_version } }));
      setChanged({});
      showSuccess(MESSAGES.updated('Settings of the company'));
    } catch (failure) {
      if (failure instanceof CallRefused)
        reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
      else reportFailure(failure);
      // What waits for a second person is as it was, here too.
      if (failure instanceof ChangeWaits) setChanged({});
    } finally {
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      await client.invalidateQueries({ queryKey: [CHANGES_KEY] });
      setBusy(false);
    }
  }

  return {
    before,
    now: { ...before, ...changed },
    count: Object.keys(changed).length,
    whyNot,
    locked: whyNot !== undefined,
    busy,
    change,
    save,
    discard: () => setChanged({}),
  };
}

interface SettingsProps {
  settings: ReturnType<typeof useSettings>;
}

function Part({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`}>{title}</h2>
      <p className="text-2">{text}</p>
      {children}
    </section>
  );
}

function StagesOfTypes({ settings: { now, before, locked, change } }: SettingsProps) {
  return (
    <table className={styles.types}>
      <caption className="visually-hidden">Stages of each document type</caption>
      <thead>
        <tr>
          <th scope="col">Document type</th>
          <th scope="col">For Review</th>
          <th scope="col">Approval by officers</th>
        </tr>
      </thead>
      <tbody>
        {TYPES.map(([type, { label }]) => (
          <tr key={type}>
            <th scope="row">{`${label} (${type})`}</th>
            {(['review_stage', 'approval_required'] as const).map((key) => (
              <td key={key} className={now[key][type] === before[key][type] ? undefined : styles.changed}>
                {key === 'review_stage' && type === 'BI' ? (
                  <span className="muted">has none</span>
                ) : (
                  <Switch
                    label={now[key][type] ? 'On' : 'Off'}
                    aria-label={`${label} (${type}), ${key === 'review_stage' ? 'For Review' : 'approval by officers'}`}
                    checked={now[key][type]}
                    disabled={locked}
                    onChange={(event) => change(key, { ...now[key], [type]: event.target.checked })}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SecondPersonSwitches({ settings: { now, before, locked, change } }: SettingsProps) {
  return (
    <div className={styles.switches}>
      {SWITCHES.map(([name, label]) => (
        <div key={name} className={now.four_eyes[name] === before.four_eyes[name] ? undefined : styles.changed}>
          <Switch
            label={label}
            checked={now.four_eyes[name]}
            disabled={locked}
            onChange={(event) => change('four_eyes', { ...now.four_eyes, [name]: event.target.checked })}
          />
        </div>
      ))}
    </div>
  );
}

/** What is one of a few numbers: where day 60 counts, and after which days and hours something happens. */
function ChosenNumbers({ settings: { now, locked, change } }: SettingsProps) {
  return (
    <>
      <Part id="aging" title="AR aging" text="Day 60 counts in">
        <div>
          <SegmentedControl
            label="Day 60 counts in"
            options={DAY_60}
            value={now.aging_day_60}
            disabled={locked}
            onChange={(value) => change('aging_day_60', value)}
          />
        </div>
      </Part>
      <Part id="cheques" title="Cheques" text="A cheque that nobody presents is stale after">
        <div>
          <SegmentedControl
            label="A cheque is stale after"
            options={STALE_AFTER}
            value={String(now.cheque_stale_days)}
            disabled={locked}
            onChange={(value) =>
              change(
                'cheque_stale_days',
                STALE_DAYS.find((days) => String(days) === value)!,
              )
            }
          />
        </div>
      </Part>
      <Part
        id="reminders"
        title="Reminders"
        text="Whoever could act on a transaction is reminded by e-mail when it waits longer than"
      >
        <div>
          <SegmentedControl
            label="A reminder follows after"
            options={REMIND_AFTER}
            value={String(now.reminder_hours)}
            disabled={locked}
            onChange={(value) =>
              change(
                'reminder_hours',
                REMINDER_HOURS.find((hours) => String(hours) === value)!,
              )
            }
          />
        </div>
      </Part>
    </>
  );
}

const isWindow = (days: number): boolean => Number.isInteger(days) && days >= 0 && days <= LONGEST_RISK_DAYS;

/** A number of days; what is typed and is none is NaN, and stays as typed. */
function DaysField({
  days,
  disabled,
  onChange,
}: {
  days: number;
  disabled: boolean;
  onChange: (days: number) => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <FiguresField
      value={Number.isNaN(days) ? typed : String(days)}
      disabled={disabled}
      onChange={(text) => {
        setTyped(text);
        onChange(/^\d+$/.test(text) ? Number(text) : Number.NaN);
      }}
    />
  );
}
