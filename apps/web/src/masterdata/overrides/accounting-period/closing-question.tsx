import { useState, type ReactNode } from 'react';
import { readClosingChecklist, type ClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { periodName } from '@talaan/contract/resources/books/period.choices';
import { PERIOD_CLOSED, PERIOD_MODULES, type PeriodModule } from '@talaan/core/calendar/accounting-period';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { showError, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import type { MasterRecord } from '../../record/resource-calls.ts';
import { OpenWork } from './open-work.tsx';

interface Asked {
  title: string;
  checklist: ClosingChecklist;
  answer: (goOn: boolean) => void;
}

/**
 * Answers a function that asks, before parts of a month are closed, whether to leave behind what is still open in them,
 * and the dialog, which the caller shows. Nothing is asked when nothing is open, or when nothing is closed.
 */
export function useClosingQuestion(): {
  ask: (record: MasterRecord | null, change: Readonly<Record<string, unknown>>) => Promise<boolean>;
  question: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);

  async function ask(record: MasterRecord | null, change: Readonly<Record<string, unknown>>): Promise<boolean> {
    const modules = closedBy(record, change);
    if (record === null || modules.length === 0) return true;
    const checklist = await readChecklist(Number(record['period']), modules);
    if (checklist === null) return false;
    if (checklist.total === 0 && !checklist.others) return true;
    return new Promise((resolve) => {
      const answer = (goOn: boolean): void => {
        setAsked(null);
        resolve(goOn);
      };
      setAsked({ title: MESSAGES.closeOverOpenWork(periodName(record)), checklist, answer });
    });
  }

  return { ask, question: asked === null ? null : <ClosingDialog {...asked} /> };
}

/** The parts that a change closes: a month without a record is closed already. */
function closedBy(record: MasterRecord | null, change: Readonly<Record<string, unknown>>): PeriodModule[] {
  return PERIOD_MODULES.filter((module) => change[module] === PERIOD_CLOSED && record?.[module] !== PERIOD_CLOSED);
}

/** Null when it could not be read, which was said: a month is not closed unseen. */
async function readChecklist(period: number, modules: readonly PeriodModule[]): Promise<ClosingChecklist | null> {
  try {
    // Several modules travel as one text; the schema declares what it is read as.
    const query = { period, module: modules.join(',') as never };
    return (await withPleaseWait(callServer(readClosingChecklist, { query }))).data;
  } catch (failure) {
    reportFailure(failure, showError);
    return null;
  }
}

function ClosingDialog({ title, checklist, answer }: Asked) {
  return (
    <Dialog
      open
      title={title}
      width={640}
      role="alertdialog"
      onClose={() => answer(false)}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label="Keep open" focused />
          <Button variant="primary" onClick={() => answer(true)}>
            Close anyway
          </Button>
        </>
      }
    >
      <OpenWork checklist={checklist} />
    </Dialog>
  );
}
