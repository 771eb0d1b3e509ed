import { useQuery } from '@tanstack/react-query';
import { readClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { firstDayOfPeriod, PERIOD_MODULES } from '@talaan/core/calendar/accounting-period';
import { callServer } from '../api/client.ts';
import { BATCHES_KEY } from '../batches/record/batch-calls.ts';
import { OpenWork } from '../masterdata/overrides/accounting-period/open-work.tsx';
import { Dialog, DialogCancel } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { monthText } from './dashboard-texts.ts';

/** What keeps a month, given as year × 100 + month, from being closed: the list that closing it asks about. */
export function OpenWorkDialog({ period, onClose }: { period: number; onClose: () => void }) {
  const checklist = useQuery({
    queryKey: [BATCHES_KEY, 'closing-checklist', period],
    queryFn: async ({ signal }) => {
      // Several modules travel as one text; the schema declares what it is read as.
      const query = { period, module: PERIOD_MODULES.join(',') as never };
      return (await callServer(readClosingChecklist, { query, signal })).data;
    },
  });
  return (
    <Dialog
      open
      title={`To finish before ${monthText(firstDayOfPeriod(period)!)} closes`}
      width={640}
      reading
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} />
        </>
      }
    >
      <LoadState query={checklist} what="what is open" />
      {checklist.data === undefined ? null : <OpenWork checklist={checklist.data} />}
    </Dialog>
  );
}
