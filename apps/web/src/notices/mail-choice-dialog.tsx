import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMailChoice, readMailChoice, type MailChoice } from '@talaan/contract/notices/notice.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { Dialog, DialogCancel, DialogSave } from '../ui/layers/dialog.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import styles from './mail-choice-dialog.module.css';

const CHOICES = [
  { value: 'both', label: 'Both' },
  { value: 'digest', label: 'Daily digest' },
  { value: 'reminder', label: 'Reminders' },
  { value: 'none', label: 'None' },
] as const;

const choiceQuery = queryOptions({
  queryKey: ['mail choice'],
  queryFn: async ({ signal }) => (await callServer(readMailChoice, { signal })).data,
  staleTime: 0,
});

/** Which mails about waiting transactions one gets. */
export function MailChoiceDialog({ onClose }: { onClose: () => void }) {
  const stored = useQuery(choiceQuery);
  const client = useQueryClient();
  const [chosen, setChosen] = useState<MailChoice | null>(null);
  const choice = chosen ?? stored.data?.choice;

  async function save(): Promise<void> {
    if (choice === undefined) return;
    try {
      await withPleaseWait(callServer(changeMailChoice, { body: { choice } }));
      showSuccess('Your choice of e-mails was saved.');
      onClose();
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: choiceQuery.queryKey });
  }

  return (
    <Dialog
      open
      title="E-mail"
      subtitle="About transactions that wait for your review, approval or release"
      width={480}
      dirty={chosen !== null && chosen !== stored.data?.choice}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave onSave={() => void save()} />
        </>
      }
    >
      {choice === undefined ? (
        <LoadState query={stored} what="your choice" />
      ) : (
        <div className={styles.choice}>
          <SegmentedControl label="Which e-mails" options={CHOICES} value={choice} onChange={setChosen} />
          <p className="text-2">
            The digest lists at 8:00 what waits for you. A reminder follows when something waits too long; the company's
            settings say after how many hours.
          </p>
          <p className={stored.data?.email === null ? 'text-2' : 'muted'}>
            {stored.data?.email === null
              ? 'Your user record has no work e-mail, so no mail is sent. Ask an administrator to add it under Users.'
              : `They go to ${stored.data?.email}.`}
          </p>
        </div>
      )}
    </Dialog>
  );
}
