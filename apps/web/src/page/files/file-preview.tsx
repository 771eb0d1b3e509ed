import { useEffect, useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { saveFile } from '../../api/download.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError } from '../../ui/feedback/feedback.ts';
import { IconDownload } from '../../ui/icons.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import styles from './file-preview.module.css';

/** Shows an image or a PDF, and saves the others. */
export function FilePreview({
  name,
  media_type,
  subtitle,
  content: source,
  onClose,
}: {
  name: string;
  media_type: string;
  subtitle: string;
  /** The file itself, or the address of the call that answers it. */
  content: Blob | string;
  onClose: () => void;
}) {
  const content = useFileContent(source, media_type);
  const isImage = media_type.startsWith('image/');
  const isPdf = media_type === 'application/pdf';
  return (
    <Dialog
      open
      title={name}
      subtitle={subtitle}
      width={1100}
      onClose={onClose}
      reading
      footer={
        <>
          <Button
            icon={<IconDownload />}
            disabledReason={content === null ? MESSAGES.pleaseWait : undefined}
            onClick={() => content && saveFile(content.blob, name)}
          >
            Download
          </Button>
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} />
        </>
      }
    >
      {content === null ? (
        <p role="status">{MESSAGES.pleaseWait}</p>
      ) : isImage ? (
        <img className={styles.image} src={content.address} alt={name} />
      ) : isPdf ? (
        // Browsers show no PDF in a sandbox; the address is a copy in this page, of the type that was checked at upload.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={styles.pdf} src={content.address} title={name} />
      ) : (
        <p>There is no preview for this kind of file. Download it to open it.</p>
      )}
    </Dialog>
  );
}

/** The bytes of a file with an address for this page; null until they are here. */
function useFileContent(source: Blob | string, media_type: string): { blob: Blob; address: string } | null {
  const [content, setContent] = useState<{ blob: Blob; address: string } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    let address: string | null = null;
    const show = (blob: Blob): void => {
      if (abort.signal.aborted) return;
      address = URL.createObjectURL(blob);
      setContent({ blob, address });
    };
    if (typeof source !== 'string') show(source);
    else {
      fetch(source, { credentials: 'same-origin', signal: abort.signal })
        .then(async (reply) => {
          if (!reply.ok) throw new Error(`status ${reply.status}`);
          show(new Blob([await reply.arrayBuffer()], { type: media_type }));
        })
        .catch(() => {
          if (!abort.signal.aborted) showError(MESSAGES.retrieveFailed);
        });
    }
    return () => {
      abort.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [source, media_type]);
  return content;
}
