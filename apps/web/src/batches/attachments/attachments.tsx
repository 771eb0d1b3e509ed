import { useState } from 'react';
import {
  ATTACHMENT_LIMITS,
  ATTACHMENT_TYPES,
  downloadAttachment,
} from '@talaan/contract/documents/attachment.contract';
import type { AttachmentView } from '@talaan/contract/documents/batch-view.contract';
import { addressOf } from '@talaan/contract/http/client';
import { FilePreview } from '../../page/files/file-preview.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { showErrorList } from '../../ui/feedback/feedback.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { IconClose, IconDocument, IconImage } from '../../ui/icons.tsx';
import { showInstant, showSize } from '../record/batch-texts.ts';
import styles from './attachments.module.css';

const NO_FILES: readonly File[] = [];
const ACCEPTED = Object.keys(ATTACHMENT_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

/** A file that is stored, or one that goes along with the next save. */
type ShownFile = { name: string; size: number; media_type: string } & ({ stored: AttachmentView } | { waiting: File });

export interface AttachmentsProps {
  stored: readonly AttachmentView[];
  /** Chosen, not uploaded yet: they go along with the save. */
  waiting?: readonly File[];
  /** Undefined: nothing can be added or removed. */
  onAdd?: ((files: File[]) => void) | undefined;
  onRemove?: ((file: AttachmentView | File) => void) | undefined;
}

/** The files of a batch: drop, paste or pick; preview of images and PDF; removed before approval only (ux §5). */
export function Attachments({ stored, waiting = NO_FILES, onAdd, onRemove }: AttachmentsProps) {
  const [previewed, setPreviewed] = useState<ShownFile | null>(null);
  const files: ShownFile[] = [
    ...stored.map((file) => ({ name: file.name, size: file.size, media_type: file.media_type, stored: file })),
    ...waiting.map((file) => ({ name: file.name, size: file.size, media_type: file.type, waiting: file })),
  ];

  function add(chosen: File[], refused: File[]): void {
    const tooLarge = chosen.filter(({ size }) => size > ATTACHMENT_LIMITS.bytes_per_file);
    const fitting = chosen.filter((file) => !tooLarge.includes(file));
    const room = ATTACHMENT_LIMITS.files - files.length;
    const faults = [
      ...refused.map(({ name }) => `${name} is not a ${Object.keys(ATTACHMENT_TYPES).join(', ')} file.`),
      ...tooLarge.map(({ name }) => `${name} is larger than ${showSize(ATTACHMENT_LIMITS.bytes_per_file)}.`),
      ...(fitting.length > room ? [`An entry has up to ${ATTACHMENT_LIMITS.files} attachments.`] : []),
    ];
    if (faults.length > 0) showErrorList('Some files cannot be attached', faults);
    const taken = fitting.slice(0, Math.max(0, room));
    if (taken.length > 0) onAdd?.(taken);
  }

  return (
    <>
      {files.length === 0 ? (
        onAdd === undefined ? (
          <p className="muted">No attachments</p>
        ) : null
      ) : (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={'stored' in file ? file.stored.id : `${file.name} ${file.waiting.lastModified}`}>
              {file.media_type.startsWith('image/') ? <IconImage /> : <IconDocument />}
              <button type="button" className={styles.name} onClick={() => setPreviewed(file)} title={file.name}>
                {file.name}
              </button>
              <span className={styles.aside}>
                {showSize(file.size)}
                {'stored' in file ? ` · ${file.stored.uploaded_by}` : ' · not saved yet'}
              </span>
              {onRemove === undefined ? null : (
                <IconButton
                  size="sm"
                  label={`Remove ${file.name}`}
                  icon={<IconClose size={14} />}
                  onClick={() => onRemove('stored' in file ? file.stored : file.waiting)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {onAdd === undefined ? null : <FileDrop accept={ACCEPTED} onFiles={add} />}
      {previewed === null ? null : (
        <FilePreview
          name={previewed.name}
          media_type={previewed.media_type}
          subtitle={subtitleOf(previewed)}
          content={
            'waiting' in previewed ? previewed.waiting : addressOf(downloadAttachment.path, { id: previewed.stored.id })
          }
          onClose={() => setPreviewed(null)}
        />
      )}
    </>
  );
}

function subtitleOf(file: ShownFile): string {
  const size = showSize(file.size);
  return 'stored' in file
    ? `${size} · ${file.stored.uploaded_by} · ${showInstant(file.stored.uploaded_at)}`
    : `${size} · goes along with the save`;
}
