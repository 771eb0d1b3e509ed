import type { BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { refreshBatches } from '../record/batch-calls.ts';
import { VoidDialog } from '../moves/void-dialog.tsx';
import { BatchStatus } from '../record/batch-chips.tsx';
import { showAmount, showDate } from '../record/batch-texts.ts';
import styles from './lines-table.module.css';

/** The cheques of a post-dated series: each with its voucher, date, number, amount, and where it stands (spec 2 §2). */
export function SeriesTable({
  batch,
  shown,
  onShow,
}: {
  batch: BatchDetail;
  /** Header key of the cheque whose lines are shown below. */
  shown: number;
  onShow: (headerKey: number) => void;
}) {
  const client = useQueryClient();
  const [voiding, setVoiding] = useState<DocumentView | null>(null);
  const cheques = batch.documents.filter(({ header_key }) => header_key >= 0);
  // The last one takes the batch with it: that is the batch's own Void.
  const mayVoid = batch.allowed_actions.void.allowed && batch.number_of_cheques > 1;
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.series}`}>
        <caption className="visually-hidden">{`Cheques of batch ${batch.batch_number}`}</caption>
        <thead>
          <tr>
            <th scope="col">Cheque</th>
            <th scope="col">Document No.</th>
            <th scope="col">Date</th>
            <th scope="col">Cheque No.</th>
            <th scope="col" className={styles.figure}>
              Amount
            </th>
            <th scope="col">Status</th>
            {mayVoid ? <td /> : null}
          </tr>
        </thead>
        <tbody>
          {cheques.map((cheque, place) => (
            <ChequeRow
              key={cheque.id}
              batch={batch}
              cheque={cheque}
              place={`${place + 1} of ${cheques.length}`}
              isShown={cheque.header_key === shown}
              onShow={() => onShow(cheque.header_key)}
              onVoid={mayVoid ? () => setVoiding(cheque) : undefined}
            />
          ))}
        </tbody>
      </table>
      {voiding === null ? null : (
        <VoidDialog
          batch={batch}
          cheque={voiding}
          onCancel={() => setVoiding(null)}
          onVoided={() => {
            setVoiding(null);
            void refreshBatches(client);
          }}
        />
      )}
    </div>
  );
}

function ChequeRow({
  batch,
  cheque,
  place,
  isShown,
  onShow,
  onVoid,
}: {
  batch: BatchDetail;
  cheque: DocumentView;
  /** '2 of 6'. */
  place: string;
  isShown: boolean;
  onShow: () => void;
  /** Undefined where none of the series can be voided by itself. */
  onVoid: (() => void) | undefined;
}) {
  return (
    <tr>
      <th scope="row">
        <Button
          size="sm"
          variant={isShown ? 'plain' : 'ghost'}
          aria-pressed={isShown}
          aria-label={`Lines of cheque ${place}`}
          className="figures"
          onClick={onShow}
        >
          {place}
        </Button>
      </th>
      <td className="figures">{cheque.document_number}</td>
      <td className="figures">{showDate(cheque.document_date)}</td>
      <td className="figures">{cheque.cheque_number}</td>
      <td className={`${styles.figure} figures`}>{showAmount(cheque.cheque_amount)}</td>
      <td>
        <ChequeStatus batch={batch} cheque={cheque} />
      </td>
      {onVoid === undefined ? null : (
        <td>
          {cheque.voided_at === null ? (
            <Button size="sm" variant="ghost" aria-label={`Void cheque ${place}`} onClick={onVoid}>
              Void
            </Button>
          ) : null}
        </td>
      )}
    </tr>
  );
}

/** Void and posted cheques say so; one that is released waits for its date, or for its period to open. */
function ChequeStatus({ batch, cheque }: { batch: BatchDetail; cheque: DocumentView }) {
  if (cheque.voided_at !== null) return <StatusChip hue="red" label="Voided" />;
  if (cheque.waits_for_period) return <StatusChip hue="amber" label="Waits for its period" />;
  if (cheque.matures_on !== null) return <StatusChip hue="violet" label={`Matures ${showDate(cheque.matures_on)}`} />;
  return <BatchStatus batch={{ ...batch, voided: false }} />;
}
