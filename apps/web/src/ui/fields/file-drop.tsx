import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { classNames } from '../class-names.ts';
import { IconUpload } from '../icons.tsx';
import styles from './file-drop.module.css';

export interface FileDropProps {
  /** 'Drop, paste or choose files'. */
  label?: string;
  /** File types as the `accept` attribute lists them: '.csv,.xlsx'. */
  accept?: string;
  multiple?: boolean;
  disabledReason?: string | undefined;
  /** Called with the accepted files, and with the refused ones when there are any. */
  onFiles: (files: File[], refused: File[]) => void;
  /** A tall zone with an icon, for a page whose job is the upload. */
  tall?: boolean;
}

/** Takes files by choice, drop or paste. The real file input is the control; the rest is comfort. */
export function FileDrop({
  label = 'Drop, paste or choose files',
  accept = '',
  multiple = true,
  disabledReason,
  onFiles,
  tall = false,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const blocked = disabledReason !== undefined;

  function take(list: FileList | null): void {
    if (blocked || list === null || list.length === 0) return;
    const files = [...list];
    const wanted = files.filter((file) => isAccepted(file, accept));
    const taken = multiple ? wanted : wanted.slice(0, 1);
    onFiles(
      taken,
      files.filter((file) => !taken.includes(file)),
    );
  }

  function drag(event: DragEvent, inside: boolean): void {
    event.preventDefault();
    setOver(inside && !blocked);
  }

  return (
    <label
      className={classNames(styles.zone, over && styles.over, blocked && styles.blocked, tall && styles.tall)}
      onDragEnter={(event) => drag(event, true)}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event: ClipboardEvent) => take(event.clipboardData.files)}
    >
      {tall ? <IconUpload size={20} /> : null}
      {disabledReason ?? label}
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept={accept || undefined}
        multiple={multiple}
        disabled={blocked}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = ''; // the same file may be chosen again after it was removed
        }}
      />
    </label>
  );
}

/** Whether a file is of one of the accepted types: extensions, or media types with `*`. */
function isAccepted(file: File, accept: string): boolean {
  const types = accept
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .filter(Boolean);
  return (
    types.length === 0 ||
    types.some((type) =>
      type.startsWith('.')
        ? file.name.toLowerCase().endsWith(type)
        : type.endsWith('/*')
          ? file.type.startsWith(type.slice(0, -1))
          : file.type === type,
    )
  );
}
