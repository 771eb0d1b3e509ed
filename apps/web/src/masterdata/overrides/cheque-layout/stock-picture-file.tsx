import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  putStockPicture,
  removeStockPicture,
  STOCK_PICTURE_LIMITS,
} from '@talaan/contract/resources/books/cheque-stock.contract';
import type { ChequeLayout } from '@talaan/core/documents/cheque/cheque-layout';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showError, showErrorList, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { useFormSurroundings } from '../../fields/form-context.ts';
import { MASTERDATA_KEY } from '../../record/resource-calls.ts';
import styles from './cheque-layout.module.css';

const MOST = `${STOCK_PICTURE_LIMITS.bytes / 1024 / 1024} MB`;

interface StockPictureProps {
  /** Address of the picture; null without one. */
  picture: string | null;
  onChanged: (picture: string | null) => void;
}

/** Takes the scan of a stock, which is kept as soon as it is chosen, apart from the form, and takes it off. */
export function StockPicture({ picture, onChanged }: StockPictureProps) {
  const client = useQueryClient();
  const { readOnly, record, parts } = useFormSurroundings();
  if (readOnly) return null;
  if (record === null)
    return <p className="text-2 small">Save the layout first: then it can have a picture of its stock.</p>;
  const params = { id: record.id };

  async function change(work: () => Promise<{ data: { picture: string | null } }>, done: string): Promise<void> {
    try {
      const { data } = await withPleaseWait(work());
      onChanged(data.picture);
      showSuccess(done);
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY, parts.definition.name] });
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  function attach([file]: readonly File[], refused: readonly File[]): void {
    const faults = [
      ...refused.map(({ name }) => `${name} is not a PNG or JPEG file, or not the only one.`),
      ...(file !== undefined && file.size > STOCK_PICTURE_LIMITS.bytes ? [`${file.name} is larger than ${MOST}.`] : []),
    ];
    if (faults.length > 0) showErrorList('This picture cannot be kept', faults);
    if (file === undefined || faults.length > 0) return;
    const form = new FormData();
    form.append('upload_file[]', file);
    void change(() => callServer(putStockPicture, { params, form }), 'The picture of the stock is stored.');
  }

  return (
    <section className={styles.picture} aria-label="Picture of the stock">
      <FileDrop
        label={
          picture === null
            ? `Drop, paste or choose a scan of the stock, cut to its edges: PNG or JPEG, up to ${MOST}`
            : `Another scan takes its place: PNG or JPEG, up to ${MOST}`
        }
        accept=".png,.jpg,.jpeg"
        multiple={false}
        onFiles={attach}
      />
      {picture === null ? null : (
        <Button
          size="sm"
          onClick={() =>
            void change(() => callServer(removeStockPicture, { params }), 'The picture of the stock is removed.')
          }
        >
          Remove picture
        </Button>
      )}
    </section>
  );
}

/** How far the proportion of a scan may be off: 2 mm on a stock of 8 in. */
const NO_MATTER = 0.01;

/** What is wrong with a picture on its stock: nothing is stretched, so one that is not cut to the edges lies beside them. */
export function usePictureFault(picture: string | null, { width, height }: ChequeLayout): string | null {
  const [loaded, setLoaded] = useState<{ picture: string; proportion: number } | null>(null);
  useEffect(() => {
    if (picture === null) return;
    const image = new Image();
    image.addEventListener('load', () => setLoaded({ picture, proportion: image.naturalWidth / image.naturalHeight }));
    image.src = picture;
  }, [picture]);
  if (loaded === null || loaded.picture !== picture) return null;
  const wanted = width / height;
  if (!Number.isFinite(wanted) || Math.abs(loaded.proportion / wanted - 1) <= NO_MATTER) return null;
  return `The picture is ${loaded.proportion.toFixed(2)} times as wide as high, the stock ${wanted.toFixed(2)} times: cut the scan to the edges of the cheque.`;
}
