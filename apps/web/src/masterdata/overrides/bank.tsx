import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ReferenceField } from '@talaan/contract/resource/field';
import type { ResourceListQuery } from '@talaan/contract/resource/list-query';
import { bankRoutes } from '@talaan/contract/resources/books/bank.contract';
import { downloadFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { IconDownload } from '../../ui/icons.tsx';
import { choiceOf } from '../record/choices.ts';
import { useFormSurroundings } from '../fields/form-context.ts';
import { ReferenceControl } from '../fields/reference-control.tsx';
import type { ControlProps, ScreenOverride } from '../record/resource-parts.ts';

/** The list has a download of its own, and a chosen bank brings its name. */
export const bankOverride: ScreenOverride = {
  controls: { bank_code: BankControl },
  actions: DownloadBanks,
};

/** The bank by its code; its name becomes that of the account where none was typed. */
function BankControl(props: ControlProps) {
  const { form } = useFormSurroundings();
  const client = useQueryClient();

  function choose(code: string): void {
    props.onChange(code);
    const bank = client.getQueryData(choiceOf(props.shape as ReferenceField, code).queryKey);
    if (!bank || form.getValues('bank_name') !== '') return;
    form.setValue('bank_name', bank.label, { shouldDirty: true, shouldValidate: true });
  }

  return <ReferenceControl {...props} onChange={choose} />;
}

function DownloadBanks({ selection }: { selection: ResourceListQuery }) {
  const [busy, setBusy] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const name = await downloadFile(bankRoutes.download, { query: selection });
      showSuccess(`${name} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} icon={<IconDownload />} onClick={() => void download()}>
      Download
    </Button>
  );
}
