import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCESS } from '@talaan/core/access/access-level';
import { StandInsDialog } from '../../../approvals/stand-ins-dialog.tsx';
import { useWhyNot } from '../../../session/why-not.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconPersons } from '../../../ui/icons.tsx';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { officerScreen } from './officer-parts.tsx';

export const approvingOfficerOverride: ScreenOverride = {
  ...officerScreen('approving', {
    created: MESSAGES.officerCreatedText,
    createFailed: MESSAGES.officerCreateFailed,
    updateFailed: MESSAGES.officerUpdateFailed,
    deleteFailed: MESSAGES.officerDeleteFailed,
  }),
  actions: StandInsButton,
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
