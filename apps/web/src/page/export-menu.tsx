import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { reportFailure } from '../api/report-failure.ts';
import { ActionMenu } from '../ui/menus/action-menu.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { showError, showSuccess } from '../ui/feedback/feedback.ts';
import { IconChevronDown, IconDownload } from '../ui/icons.tsx';
import type { KeyCombination } from '../ui/keyboard/key-combination.ts';
import { useCommand } from './commands.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel', detail: '.xlsx' },
  { format: 'csv', label: 'CSV', detail: '.csv' },
] as const;

export type ExportFormat = (typeof FORMATS)[number]['format'];

export interface ExportMenuProps<Format extends string> {
  /** What the command palette calls it. */
  command: string;
  /** What the menu is called, where 'Export' does not say it. */
  label?: string;
  text?: string;
  /** Its button stands in a row, whose name is in the label. */
  inRow?: boolean;
  /** Saves the file of a format and answers its name; null where it comes later. */
  download: (format: Format) => Promise<string | null>;
  /** Opens it from anywhere on its screen. */
  keys?: KeyCombination;
  /** What else its menu offers, below the formats. */
  also?: { readonly id: string; readonly label: string; readonly onSelect: () => void } | undefined;
  /** Why there is nothing to export now. */
  disabledReason?: string | undefined;
}

/** Saves what a list finds, every page of it, as a file of the chosen format (ux §3). */
export function ExportMenu(props: ExportMenuProps<ExportFormat>) {
  return <FormatMenu {...props} formats={FORMATS} />;
}

/** A menu of the formats that something is saved in; the palette offers the first one. */
export function FormatMenu<Format extends string>({
  command,
  label = 'Export',
  text = label,
  inRow = false,
  download,
  keys,
  also,
  disabledReason,
  formats,
}: ExportMenuProps<Format> & {
  formats: readonly { readonly format: Format; readonly label: string; readonly detail: string }[];
}) {
  const [busy, setBusy] = useState(false);
  const first = formats[0]!;

  async function save(format: Format): Promise<void> {
    setBusy(true);
    try {
      const name = await download(format);
      if (name !== null) showSuccess(`${name} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    } finally {
      setBusy(false);
    }
  }

  useCommand({ label: command, detail: first.label, run: () => void (disabledReason ?? save(first.format)) });
  return (
    <ActionMenu
      label={label}
      {...(keys === undefined ? {} : { keys })}
      target={
        <Button
          busy={busy}
          icon={<IconDownload />}
          iconAfter={<IconChevronDown />}
          disabledReason={disabledReason}
          {...(inRow ? { size: 'sm', 'aria-label': label } : {})}
        >
          {text}
        </Button>
      }
      groups={[
        {
          actions: formats.map(({ format, label: name, detail }) => ({
            id: format,
            label: name,
            detail,
            disabledReason,
            onSelect: () => void save(format),
          })),
        },
        ...(also === undefined ? [] : [{ actions: [also] }]),
      ]}
    />
  );
}
