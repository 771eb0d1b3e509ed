import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { changeSessionUser, readSession } from '../../../session/session.ts';
import type { MasterRecord } from '../../record/resource-calls.ts';
import { officerWarnings } from './approval-warnings.tsx';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { showPopup } from '../../../ui/feedback/feedback.ts';
import { withReason } from '../../record/record-feedback.ts';
import { textIn } from '../../record/record-text.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { MostCell } from './limit-cells.tsx';

/** How the pop-ups call the officer. */
export interface OfficerWords {
  readonly created: string;
  readonly createFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
}

/**
 * What the screens of approving and billing officers share: pop-ups of two seconds (spec 1 §8), what the officers leave
 * open, and that one's own record acts in the session at once (spec 1 §4).
 */
export function officerScreen(kind: 'approving' | 'billing', words: OfficerWords): ScreenOverride {
  const succeeded = {
    add: { title: MESSAGES.officerCreated, text: words.created },
    update: { title: MESSAGES.officerUpdated, text: '' },
    delete: { title: MESSAGES.officerDeleted, text: '' },
  };
  return {
    cells: { max_amount: (record) => <MostCell amount={record['max_amount'] as string | null} /> },
    notes: officerWarnings(kind),
    subtitle: (record) => `${textIn(record, 'approver_name')} · ${textIn(record, 'level')}`,
    feedback: {
      succeeded: (action, _item, undo) => showPopup({ ...succeeded[action], tone: 'success', action: undo }),
      failed(action, message, lines) {
        if (action === 'add') {
          const text = withReason('', message, lines) || words.createFailed;
          showPopup({ title: MESSAGES.savingFailedTitle, text, tone: 'error' });
          return;
        }
        const [title, text] =
          action === 'update' ? [MESSAGES.updateFail, words.updateFailed] : [MESSAGES.deleteFail, words.deleteFailed];
        showPopup({ title, text: withReason(text, message, lines), tone: 'error' });
      },
    },
    onChanged({ before, after }) {
      const session = readSession();
      if (session.state === 'signed_out' || ![before?.['user_id'], after?.['user_id']].includes(session.user.id))
        return;
      changeSessionUser(withOfficerRecord(session.user, before, after, kind === 'billing'));
    },
  };
}

/**
 * The approval limits of the signed-in user after one of his officer records changed. `level`, `min_amount` and
 * `max_amount` are those of his approving record in pesos, else of the first; none left clears them.
 */
function withOfficerRecord(
  user: Pick<CurrentUser, 'id' | 'officer_limits'>,
  before: MasterRecord | null,
  after: MasterRecord | null,
  own_officers: boolean,
): Pick<CurrentUser, 'level' | 'min_amount' | 'max_amount' | 'officer_limits'> {
  const others = user.officer_limits.filter(
    (limit) =>
      before === null ||
      limit.own_officers !== own_officers ||
      limit.level !== before['level'] ||
      limit.currency_id !== before['currency_id'],
  );
  const own = after !== null && after['user_id'] === user.id ? [limitOf(after, own_officers)] : [];
  const limits = [...others, ...own];
  const approving = limits.filter((limit) => !limit.own_officers);
  const main = approving.find((limit) => limit.currency_id === CURRENCY_PESO) ?? approving[0];
  return {
    officer_limits: limits,
    level: main?.level ?? null,
    min_amount: main?.min_amount ?? null,
    max_amount: main?.max_amount ?? null,
  };
}

function limitOf(record: MasterRecord, own_officers: boolean): CurrentUser['officer_limits'][number] {
  return {
    own_officers,
    level: textIn(record, 'level'),
    currency_id: Number(record['currency_id']),
    min_amount: record['min_amount'] as string | null,
    max_amount: record['max_amount'] as string | null,
  };
}
