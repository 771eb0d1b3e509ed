import { useQueryClient } from '@tanstack/react-query';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { changeSessionUser, readSession } from '../../shell/session.ts';
import { showPopup } from '../../ui/feedback/feedback.ts';
import { choicesOf } from '../choices.ts';
import { useFormSurroundings } from '../fields/form-context.ts';
import { ReferenceControl } from '../fields/reference-control.tsx';
import type { MasterRecord } from '../resource-calls.ts';
import type { ControlProps, ScreenOverride } from '../resource-parts.ts';
import { MostCell } from './limit-cells.tsx';
import { textIn } from '../record-text.ts';

const SUCCEEDED = {
  add: { title: MESSAGES.officerCreated, text: MESSAGES.officerCreatedText },
  update: { title: MESSAGES.officerUpdated, text: '' },
  delete: { title: MESSAGES.officerDeleted, text: '' },
};

/** Pop-ups of two seconds; a level brings its limits; one's own record acts in the session at once (spec 1 §4, §8). */
export const approvingOfficerOverride: ScreenOverride = {
  controls: { level: LevelControl },
  cells: { max_amount: (record) => <MostCell amount={record['max_amount'] as string | null} /> },
  subtitle: (record) => `${textIn(record, 'approver_name')} · ${textIn(record, 'level')}`,
  feedback: {
    succeeded: (action) => showPopup({ ...SUCCEEDED[action], tone: 'success' }),
    failed(action, message, lines) {
      const reason = lines.length > 0 ? lines.join(' ') : message;
      if (action === 'add') {
        showPopup({ title: MESSAGES.savingFailedTitle, text: reason || MESSAGES.officerCreateFailed, tone: 'error' });
        return;
      }
      const [title, text] =
        action === 'update'
          ? [MESSAGES.updateFail, MESSAGES.officerUpdateFailed]
          : [MESSAGES.deleteFail, MESSAGES.officerDeleteFailed];
      showPopup({ title, text: `${text}. ${reason}`, tone: 'error' });
    },
  },
  onChanged({ before, after }) {
    const session = readSession();
    if (session.state === 'signed_out' || ![before?.['user_id'], after?.['user_id']].includes(session.user.id)) return;
    changeSessionUser(withOfficerRecord(session.user, before, after));
  },
};

/**
 * The approval limits of the signed-in user after one of his officer records changed. `level`, `min_amount` and
 * `max_amount` are those of his peso record, else of the first; none left clears them.
 */
export function withOfficerRecord(
  user: Pick<CurrentUser, 'id' | 'officer_limits'>,
  before: MasterRecord | null,
  after: MasterRecord | null,
): Pick<CurrentUser, 'level' | 'min_amount' | 'max_amount' | 'officer_limits'> {
  const others = user.officer_limits.filter(
    (limit) => before === null || limit.level !== before['level'] || limit.currency_id !== before['currency_id'],
  );
  const own = after !== null && after['user_id'] === user.id ? [limitOf(after)] : [];
  const limits = [...others, ...own];
  const main = limits.find((limit) => limit.currency_id === CURRENCY_PESO) ?? limits[0];
  return {
    officer_limits: limits,
    level: main?.level ?? null,
    min_amount: main?.min_amount ?? null,
    max_amount: main?.max_amount ?? null,
  };
}

function limitOf(record: MasterRecord): CurrentUser['officer_limits'][number] {
  return {
    level: textIn(record, 'level'),
    currency_id: Number(record['currency_id']),
    min_amount: record['min_amount'] as string | null,
    max_amount: record['max_amount'] as string | null,
  };
}

/** The level; choosing one fills in its limits. */
function LevelControl(props: ControlProps) {
  const { form } = useFormSurroundings();
  const client = useQueryClient();

  async function choose(code: string): Promise<void> {
    props.onChange(code);
    const levels = await client.fetchQuery(choicesOf('approving_level'));
    const level = levels.find((row) => row.code === code);
    if (level === undefined) return;
    for (const name of ['min_amount', 'max_amount']) {
      form.setValue(name, textIn(level, name), { shouldDirty: true, shouldValidate: true });
    }
  }

  return <ReferenceControl {...props} onChange={(code) => void choose(code)} />;
}
