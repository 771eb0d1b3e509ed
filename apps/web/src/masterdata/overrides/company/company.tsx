import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { putLogo, removeLogo } from '@talaan/contract/resources/organisation/company-logo.contract';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showError, showPopup, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { IconFilters } from '../../../ui/icons.tsx';
import { textIn } from '../../record/record-text.ts';
import { MASTERDATA_KEY, type MasterRecord } from '../../record/resource-calls.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { CompanySettings } from './company-settings.tsx';
import styles from './company.module.css';

/** A company that was not saved says so with 'Failed getting data' (spec 1 §8); its logo; the settings beside the list. */
export const companyOverride: ScreenOverride = {
  feedback: {
    failed(action, message, lines) {
      if (action === 'delete') showError(MESSAGES.deleteFailed(message));
      else {
        const text = lines.length > 0 ? lines.join(' ') : message;
        showPopup({ title: MESSAGES.failedGettingData, text, tone: 'error' });
      }
    },
  },
  below: { 'Profile on papers': Logo },
  views: [{ id: 'settings', label: 'Settings', icon: <IconFilters />, View: CompanySettings, saves: true }],
};

/** The picture at the head of papers. It is stored as soon as it is chosen, apart from the form. */
function Logo({ record }: { record: MasterRecord | null }) {
  const client = useQueryClient();
  const whyNot = useWhyNot('Companies', ACCESS.update);
  const [stored, setStored] = useState<string | null>(record === null ? null : textIn(record, 'logo') || null);
  if (record === null) return <p className="text-2">Save the company first: then it can have a logo.</p>;
  const { id } = record;

  async function change(work: () => Promise<{ data: { logo: string | null } }>, done: string): Promise<void> {
    try {
      const { data } = await withPleaseWait(work());
      setStored(data.logo);
      showSuccess(done);
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  function upload(files: readonly File[]): void {
    const form = new FormData();
    for (const file of files.slice(0, 1)) form.append('upload_file[]', file);
    void change(() => callServer(putLogo, { params: { id }, form }), 'The logo is stored.');
  }

  return (
    <section className={styles.logo} aria-label="Logo">
      <h3>Logo</h3>
      {stored === null ? null : (
        <div className={styles.picture}>
          <img src={stored} alt="Logo of the company" />
          <Button
            disabledReason={whyNot}
            onClick={() => void change(() => callServer(removeLogo, { params: { id } }), 'The logo is removed.')}
          >
            Remove
          </Button>
        </div>
      )}
      <FileDrop
        label="PNG or JPEG, up to 512 KB; papers show it at most 60 × 16 mm"
        accept=".png,.jpg,.jpeg"
        multiple={false}
        disabledReason={whyNot}
        onFiles={upload}
      />
    </section>
  );
}
