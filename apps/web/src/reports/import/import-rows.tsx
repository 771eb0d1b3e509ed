import { useState, type ReactNode } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { reportFailure } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { IconAlert, IconUpload } from '../../ui/icons.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import styles from './import-rows.module.css';

/** Rows as the file of the calls that take files, so that what is typed and what comes as a file go through one door. */
export function formOfRows(heads: readonly string[], rows: readonly (readonly string[])[]): FormData {
  const csv = [heads, ...rows].map((cells) => cells.join(',')).join('\n');
  return formOfFile(new File([csv], 'rows.csv', { type: 'text/csv' }));
}

function formOfFile(file: File): FormData {
  const form = new FormData();
  form.append('upload_file[]', file);
  return form;
}

interface ImportRowsProps {
  /** 'Import map of accounts' */
  title: string;
  /** Which columns a file has, and what they mean. */
  columns: string;
  /** What the dialog does with a file; it closes when that is done. */
  take: (form: FormData) => Promise<void>;
  /** What is said with the file, above the place where it is dropped. */
  children?: ReactNode;
}

/** A button whose dialog takes one file; rows that are refused are listed, and the file can be corrected and taken again. */
export function ImportRows({ title, columns, take, children }: ImportRowsProps) {
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly file: string; readonly faults: readonly string[] } | null>(null);

  function start(): void {
    setRefusal(null);
    setOpen(true);
  }

  async function read([file]: readonly File[], turnedAway: readonly File[]): Promise<void> {
    setRefusal(null);
    if (file === undefined) {
      const name = turnedAway[0]?.name;
      if (name !== undefined) setRefusal({ file: name, faults: ['It is not a CSV or Excel file.'] });
      return;
    }
    try {
      await withPleaseWait(take(formOfFile(file)));
      setOpen(false);
    } catch (failure) {
      const isRefused = failure instanceof CallRefused && failure.problem.status < 500;
      if (isRefused) setRefusal({ file: file.name, faults: faultsIn(failure) });
      else reportFailure(failure);
    }
  }

  return (
    <>
      <Button icon={<IconUpload />} onClick={start}>
        Import
      </Button>
      {open ? (
        <Dialog
          open
          title={title}
          subtitle={columns}
          width={640}
          onClose={() => setOpen(false)}
          footer={<DialogCancel label="Close" />}
        >
          <div className={styles.import}>
            {children}
            <FileDrop
              tall
              multiple={false}
              accept=".csv,.xlsx"
              label="Drop, paste or choose a CSV or Excel file"
              onFiles={(files, turnedAway) => void read(files, turnedAway)}
            />
            {refusal === null ? null : (
              <section ref={takeFocus} role="alert" tabIndex={-1} aria-label="What is wrong with the file">
                <p className={styles.refusal}>
                  <IconAlert />
                  {`Nothing of ${refusal.file} is taken. Correct it and choose it again.`}
                </p>
                <ul className={styles.faults}>
                  {refusal.faults.map((fault) => (
                    <li key={fault}>{fault}</li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

/** The faults have the focus as they come, so that the keys scroll through them. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Every sentence of a refusal. */
export function faultsIn({ problem }: CallRefused): readonly string[] {
  const told = Object.values(problem.errors ?? {}).flat();
  return told.length > 0 ? told : [problem.message];
}
