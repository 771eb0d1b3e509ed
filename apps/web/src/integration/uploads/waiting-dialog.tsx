import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DOCUMENTS_AT_ONCE } from '@talaan/contract/integration/integrated.contract';
import type { WaitingBatch, WaitingDetails } from '@talaan/contract/integration/uploaded-batches.contract';
import { displayAmount } from '@talaan/contract/resource/display-value';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { uploadQueries } from './upload-calls.ts';
import { many } from './upload-words.ts';
import styles from './uploads.module.css';

/** What a batch of files holds, document by document, for whoever is to accept it. */
export function WaitingDialog({ batch, onClose }: { batch: WaitingBatch; onClose: () => void }) {
  const [after, setAfter] = useState(0);
  const details = useQuery(uploadQueries.details(batch, after));
  const { data } = details;
  return (
    <Dialog
      open
      reading
      title={`Batch ${batch.batch_no} of ${batch.source}`}
      subtitle={`${many(batch.documents, 'document', 'documents')}, ${many(batch.lines, 'line', 'lines')}, ${displayAmount(batch.debit)}`}
      width={1100}
      onClose={onClose}
      footer={
        after === 0 && !data?.next ? undefined : (
          <>
            <Button disabled={after === 0} onClick={() => setAfter(Math.max(0, after - DOCUMENTS_AT_ONCE))}>
              Previous documents
            </Button>
            <Button disabled={!data?.next} onClick={() => setAfter(data?.next ?? 0)}>
              Next documents
            </Button>
          </>
        )
      }
    >
      {data === undefined ? <LoadState query={details} what="the batch" className={styles.note} /> : null}
      {data?.documents.length === 0 ? <p className="muted">Its header did not come yet.</p> : null}
      {data?.documents.map((document) => (
        <DocumentOfBatch key={document.document_no} type={data.document_type} document={document} />
      ))}
    </Dialog>
  );
}

const AMOUNTS = new Set(['Debit', 'Credit']);

function DocumentOfBatch({ type, document }: { type: string; document: WaitingDetails['documents'][number] }) {
  const { document_no, document_date, payee, remarks, lines } = document;
  const said = [`${type} ${document_no}`, document_date, payee, remarks].filter((text) => text !== '').join(' · ');
  return (
    // Narrower than its table it scrolls on its own, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label={`Document ${document_no}`}>
      <h3 className={styles.document}>{said}</h3>
      <table className={styles.table}>
        <caption className="visually-hidden">Lines of document {document_no}</caption>
        <thead>
          <tr>
            {['Account', 'Branch', 'Department', 'Section', 'Payee', 'Remarks', 'Debit', 'Credit'].map((head) => (
              <th key={head} scope="col" className={AMOUNTS.has(head) ? styles.amount : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // Lines have no name but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td>{line.account}</td>
              <td>{line.branch}</td>
              <td>{line.department}</td>
              <td>{line.section}</td>
              <td>{line.payee}</td>
              <td>{line.remarks}</td>
              <td className={`figures ${styles.amount}`}>{displayAmount(line.debit)}</td>
              <td className={`figures ${styles.amount}`}>{displayAmount(line.credit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
