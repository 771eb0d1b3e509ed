import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { acceptUploads, type WaitingBatch } from '@talaan/contract/integration/uploaded-batches.contract';
import { displayAmount } from '@talaan/contract/resource/display-value';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { refreshBatches } from '../../batches/record/batch-calls.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { askToConfirm, showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconView } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { UPLOADS_KEY, uploadQueries } from './upload-calls.ts';
import { many } from './upload-words.ts';
import { WaitingDialog } from './waiting-dialog.tsx';
import styles from './uploads.module.css';

const keyOf = ({ source, batch_no }: Pick<WaitingBatch, 'source' | 'batch_no'>) => `${source} ${batch_no}`;

/** Batches of files that wait for their other half, or for somebody who uploaded none of them and accepts them. */
export function WaitingBatches() {
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<WaitingBatch | null>(null);
  const { data: batches = [] } = useQuery(uploadQueries.waiting());
  if (batches.length === 0) return null;
  const chosen = batches.filter((batch) => batch.accept.allowed && !left.has(keyOf(batch)));

  async function accept(): Promise<void> {
    const what = chosen
      .map((one) => `${keyOf(one)}: ${many(one.documents, 'document', 'documents')}, ${displayAmount(one.debit)}`)
      .join('\n');
    const title = `Accept ${chosen.length === 1 ? 'this batch' : `these ${chosen.length} batches`}?`;
    const sure = await askToConfirm({ title, text: `${what}\nEach is posted at once, whole.`, confirmLabel: 'Accept' });
    if (!sure) return;
    const { posted, refused } = await withPleaseWait(acceptAll(chosen));
    if (posted.length > 0) showSuccess(`Posted: ${posted.join(', ')}.`);
    if (refused.length > 0) showErrorList(posted.length === 0 ? 'Nothing was posted' : 'Not posted', refused);
    await Promise.all([client.invalidateQueries({ queryKey: [UPLOADS_KEY] }), refreshBatches(client)]);
  }

  return (
    <section aria-label="Waiting batches" data-region className={styles.box}>
      <header className={styles.boxHead}>
        <h2>Waiting</h2>
        {chosen.length === 0 ? null : (
          <Button size="sm" variant="primary" onClick={() => void accept()}>{`Accept ${chosen.length}`}</Button>
        )}
      </header>
      <ul className={styles.list}>
        {batches.map((batch) => (
          <Item
            key={keyOf(batch)}
            batch={batch}
            isChosen={!left.has(keyOf(batch))}
            onOpen={() => setOpened(batch)}
            onChoose={(isChosen) =>
              setLeft((before) => {
                const others = [...before].filter((one) => one !== keyOf(batch));
                return new Set(isChosen ? others : [...others, keyOf(batch)]);
              })
            }
          />
        ))}
      </ul>
      {opened === null ? null : <WaitingDialog batch={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/**
 * Accepts batches one after the other: each is a transaction of its own, so that whoever else posts waits for one batch and not for all.
 * Answers the numbers of those that are posted, and why the others are not.
 */
async function acceptAll(batches: readonly WaitingBatch[]): Promise<{ posted: string[]; refused: string[] }> {
  const posted: string[] = [];
  const refused: string[] = [];
  for (const batch of batches) {
    const { source, batch_no } = batch;
    try {
      const { data } = await callServer(acceptUploads, { body: { batches: [{ source, batch_no }] } });
      posted.push(...data.batches.flatMap(({ batch_number }) => batch_number ?? []));
    } catch (failure) {
      if (!(failure instanceof CallRefused) || failure.problem.status === 401) {
        reportFailure(failure);
        break;
      }
      const lines = flattenServerErrors(failure.problem.errors ?? {});
      const told = lines.length === 0 ? [failure.message] : lines;
      refused.push(...told.map((line) => `${keyOf(batch)}: ${line}`));
    }
  }
  return { posted, refused };
}

interface ItemProps {
  batch: WaitingBatch;
  isChosen: boolean;
  onOpen: () => void;
  onChoose: (isChosen: boolean) => void;
}

function Item({ batch, isChosen, onOpen, onChoose }: ItemProps) {
  const { state, documents, lines, debit, files, accept } = batch;
  return (
    <li>
      <div className={styles.line}>
        {accept.allowed ? (
          <Checkbox label={keyOf(batch)} checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
        ) : (
          <b>{keyOf(batch)}</b>
        )}
        <StatusChip
          hue={state === 'waiting' ? 'amber' : 'blue'}
          label={state === 'waiting' ? 'Waiting' : 'To accept'}
        />
        <IconButton size="sm" label={`View batch ${keyOf(batch)}`} icon={<IconView />} onClick={onOpen} />
      </div>
      <div className="small figures">
        {`${many(documents, 'document', 'documents')} · ${many(lines, 'line', 'lines')} · ${displayAmount(debit)}`}
      </div>
      <div className="small text-2">
        {files.map(({ file_name, user_name }) => `${file_name}, ${user_name}`).join(' · ')}
      </div>
      {accept.message === null ? null : <div className="small muted">{accept.message}</div>}
    </li>
  );
}
