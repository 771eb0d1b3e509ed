import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { ACCESS } from '@talaan/core/access/access-level';
import { changeSessionUser, readSession } from '../../../session/session.ts';
import { StandInsDialog } from '../../../approvals/stand-ins-dialog.tsx';
import { useWhyNot } from '../../../session/why-not.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconPersons } from '../../../ui/icons.tsx';
import type { MasterRecord } from '../../record/resource-calls.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { textIn } from '../../record/record-text.ts';
import { officerWarnings } from './approval-warnings.tsx';
import { officerScreen } from './officer-parts.tsx';

/** One's own record acts in the session at once (spec 1 §4). */
export const approvingOfficerOverride: ScreenOverride = {
  ...officerScreen({
    created: MESSAGES.officerCreatedText,
    createFailed: MESSAGES.officerCreateFailed,
    updateFailed: MESSAGES.officerUpdateFailed,
    deleteFailed: MESSAGES.officerDeleteFailed,
  }),
  notes: officerWarnings('approving'),
  actions: StandInsButton,
  onChanged({ before, after }) {
    const session = readSession();
    if (session.state === 'signed_out' || ![before?.['user_id'], after?.['user_id']].includes(session.user.id)) return;
    changeSessionUser(withOfficerRecord(session.user, before, after));
  },
};

/** Who approves in the place of which officer; naming one for others needs Update on the list. */
function StandInsButton() {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot('Approving Officers', ACCESS.update);
  return (
    <>
      <Button icon={<IconPersons />} disabledReason={whyNot} onClick={() => setOpen(true)}>
        Stand-ins
      </Button>
      {open ? <StandInsDialog all onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/**
 * The approval limits of the signed-in user after one of his officer records changed. `level`, `min_amount` and
 * `max_amount` are those of his peso record, else of the first; none left clears them.
 */
function withOfficerRecord(
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
