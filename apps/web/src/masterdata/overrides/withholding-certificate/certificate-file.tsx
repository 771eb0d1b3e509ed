import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { addressOf } from '@talaan/contract/http/client';
import {
  CERTIFICATE_FILE_TYPES,
  putCertificateFile,
  readCertificateFile,
  removeCertificateFile,
} from '@talaan/contract/receivables/certificates-received/certificate-file.contract';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { FilePreview } from '../../../page/files/file-preview.tsx';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { showError, showErrorList, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { IconClose } from '../../../ui/icons.tsx';
import { useFormSurroundings } from '../../fields/form-context.ts';
import { textIn } from '../../record/record-text.ts';
import { MASTERDATA_KEY, type MasterRecord } from '../../record/resource-calls.ts';
import styles from './certificate-file.module.css';

const ACCEPTED = Object.keys(CERTIFICATE_FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');
const MOST_BYTES = 10 * 1024 * 1024;

/** The paper of a 2307: shown, kept as soon as it is chosen, apart from the form, and taken off. */
export function CertificateFile({ record }: { record: MasterRecord | null }) {
  const client = useQueryClient();
  const { readOnly, parts } = useFormSurroundings();
  const [isShown, setShown] = useState(false);
  const [stored, setStored] = useState(record === null ? '' : textIn(record, 'file_name'));
  if (record === null) return <p className="text-2">Save the certificate first: then its paper can be attached.</p>;
  const params = { id: record.id };

  async function change(work: () => Promise<{ data: { file_name: string | null } }>, done: string): Promise<void> {
    try {
      const { data } = await withPleaseWait(work());
      setStored(data.file_name ?? '');
      showSuccess(done);
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY, parts.definition.name] });
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  function attach([file]: readonly File[], refused: readonly File[]): void {
    const faults = [
      ...refused.map(({ name }) => `${name} is not a PDF, PNG or JPEG file, or not the only one.`),
      ...(file !== undefined && file.size > MOST_BYTES ? [`${file.name} is larger than 10 MB.`] : []),
    ];
    if (faults.length > 0) showErrorList('This file cannot be attached', faults);
    if (file === undefined || faults.length > 0) return;
    const form = new FormData();
    form.append('upload_file[]', file);
    void change(() => callServer(putCertificateFile, { params, form }), MESSAGES.added(file.name));
  }

  return (
    <section className={styles.file} aria-label="Paper">
      <h3>Paper</h3>
      {stored === '' ? null : (
        <div className={styles.kept}>
          <Button variant="ghost" className={styles.name} onClick={() => setShown(true)}>
            {stored}
          </Button>
          {readOnly ? null : (
            <IconButton
              size="sm"
              label={`Remove ${stored}`}
              icon={<IconClose size={14} />}
              onClick={() => void change(() => callServer(removeCertificateFile, { params }), MESSAGES.deleted(stored))}
            />
          )}
        </div>
      )}
      {stored === '' && readOnly ? <p className="muted">No file</p> : null}
      {readOnly ? null : (
        <FileDrop
          label={stored === '' ? 'Drop, paste or choose its PDF or picture' : 'Another file takes its place'}
          accept={ACCEPTED}
          multiple={false}
          onFiles={attach}
        />
      )}
      {isShown ? (
        <FilePreview
          name={stored}
          media_type={typeOf(stored)}
          subtitle={parts.definition.describe(record)}
          content={addressOf(readCertificateFile.path, params)}
          onClose={() => setShown(false)}
        />
      ) : null}
    </section>
  );
}

/** The type of a kept file, which was held against its extension when it came. */
function typeOf(name: string): string {
  const extension = name.split('.').at(-1)!.toLowerCase();
  return CERTIFICATE_FILE_TYPES[extension as keyof typeof CERTIFICATE_FILE_TYPES];
}
