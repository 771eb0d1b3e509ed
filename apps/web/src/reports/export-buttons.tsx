import { useState, type ReactNode } from 'react';
import type { ReportFormat } from '@talaan/contract/reports/define-report';
import { reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { showSuccess } from '../ui/feedback/feedback.ts';
import { IconDocument, IconTable } from '../ui/icons.tsx';

/** The files that a report offers, in the order of their buttons. */
export type ExportFormat = Exclude<ReportFormat, 'csv'>;

export interface ExportButtonsProps {
  formats: readonly ExportFormat[];
  /** Fetches the file, hands it to the browser and answers its name. */
  download: (format: ExportFormat) => Promise<string>;
  /** Why there is nothing to export now. */
  blocked?: string | undefined;
}

const LABELS: Record<ExportFormat, { label: string; icon: ReactNode }> = {
  xlsx: { label: 'Excel', icon: <IconTable /> },
  pdf: { label: 'PDF', icon: <IconDocument /> },
};

/** Excel and PDF; the page stays usable while a file is made. */
export function ExportButtons({ formats, download, blocked }: ExportButtonsProps) {
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  async function save(format: ExportFormat): Promise<void> {
    setBusy(format);
    try {
      showSuccess(`${await download(format)} is saved.`);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setBusy(null);
    }
  }
  return formats.map((format) => (
    <Button
      key={format}
      icon={LABELS[format].icon}
      busy={busy === format}
      disabledReason={blocked}
      onClick={() => void save(format)}
    >
      {LABELS[format].label}
    </Button>
  ));
}
