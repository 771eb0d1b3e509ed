import { useState } from 'react';
import { STATUS } from '@talaan/core/documents/status';
import type { AttachmentView, BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { Attachments } from '../../attachments/attachments.tsx';
import { SidePart } from '../../record/side-part.tsx';

/** What the next save does to the attachments of an entry. */
export interface AttachmentChanges {
  /** New files, in the order in which they were chosen. */
  readonly added: readonly File[];
  readonly removed: readonly AttachmentView[];
  add: (files: readonly File[]) => void;
  /** Takes a stored file away, or forgets a new one. */
  remove: (file: AttachmentView | File) => void;
  /** They are saved or given up. */
  clear: () => void;
}

/** Holds the files that wait for a save, and the stored ones that it takes away. */
export function useAttachmentChanges(): AttachmentChanges {
  const [added, setAdded] = useState<readonly File[]>([]);
  const [removed, setRemoved] = useState<readonly AttachmentView[]>([]);
  return {
    added,
    removed,
    add: (files) => setAdded([...added, ...files]),
    remove: (file) =>
      file instanceof File ? setAdded(added.filter((one) => one !== file)) : setRemoved([...removed, file]),
    clear: () => {
      setAdded([]);
      setRemoved([]);
    },
  };
}

/** The attachments as the next save leaves them. A stored entry takes changes only while it is active. */
export function AttachmentsPart({ stored, changes }: { stored: BatchDetail | null; changes: AttachmentChanges }) {
  const { added, removed, add, remove } = changes;
  const isOpen = stored === null || stored.status === STATUS.ACTIVE;
  return (
    <SidePart title="Attachments" aside={(stored?.upload_file.length ?? 0) - removed.length + added.length}>
      <Attachments
        stored={(stored?.upload_file ?? []).filter((file) => !removed.includes(file))}
        waiting={added}
        onAdd={isOpen ? add : undefined}
        onRemove={isOpen ? remove : undefined}
      />
    </SidePart>
  );
}
