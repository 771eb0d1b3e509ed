import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listChequeOffsets,
  measureChequeOffset,
} from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showError, showSuccess } from '../../../ui/feedback/feedback.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { IconPrint } from '../../../ui/icons.tsx';
import { lastPrinter, rememberPrinter } from '../../../session/printer-name.ts';
import styles from './cheque-layout.module.css';

/** How far the crosses of the test sheet lie apart, in mm, and how much of it is no matter. */
const APART = { across: 180, down: 56 };
const NO_MATTER = 1;

/** Prints the test sheet of a stock and keeps where its first cross lies: each person's own, by printer. */
export function Calibration({ layoutId }: { layoutId: number }) {
  const client = useQueryClient();
  const key = ['cheque-offsets', layoutId];
  const offsets = useQuery({
    queryKey: key,
    queryFn: () => callServer(listChequeOffsets, { query: { layout_id: layoutId } }),
  });
  const [printer, setPrinter] = useState(lastPrinter());
  const [left, setLeft] = useState('');
  const [top, setTop] = useState('');
  const [across, setAcross] = useState('');
  const [down, setDown] = useState('');
  const isScaled =
    (across !== '' && Math.abs(Number(across) - APART.across) > NO_MATTER) ||
    (down !== '' && Math.abs(Number(down) - APART.down) > NO_MATTER);

  async function keep(): Promise<void> {
    const body = { layout_id: layoutId, printer_name: printer, measured_left: left, measured_top: top };
    try {
      const { data } = await callServer(measureChequeOffset, { body });
      rememberPrinter(data.printer_name);
      showSuccess(`On ${data.printer_name} everything moves by ${data.x_mm} mm across and ${data.y_mm} mm down.`);
      await client.invalidateQueries({ queryKey: key });
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  const open = (shows: 'crosses' | 'frames') =>
    window.open(`/preview-cheque-test/${encodePrintLink({ layout_id: layoutId, shows })}`, '_blank', 'noopener');
  return (
    <section className={styles.calibration} aria-label="Calibration">
      <h4>Calibration of your printer</h4>
      <div className={styles.acts}>
        <Button size="sm" icon={<IconPrint />} onClick={() => open('crosses')}>
          Print test sheet
        </Button>
        <Button size="sm" icon={<IconPrint />} onClick={() => open('frames')}>
          Print test cheque
        </Button>
      </div>
      <div className={styles.measures}>
        <Field label="Printer">
          <TextInput value={printer} onChange={(event) => setPrinter(event.target.value)} />
        </Field>
        <Field label="First cross from the left, mm" hint="10 where it is right">
          <TextInput amount inputMode="decimal" value={left} onChange={(event) => setLeft(event.target.value)} />
        </Field>
        <Field label="First cross from the top, mm" hint="10 where it is right">
          <TextInput amount inputMode="decimal" value={top} onChange={(event) => setTop(event.target.value)} />
        </Field>
        <Field label="To the second cross, mm" hint={`${APART.across} where it is right`}>
          <TextInput amount inputMode="decimal" value={across} onChange={(event) => setAcross(event.target.value)} />
        </Field>
        <Field label="To the third cross, mm" hint={`${APART.down} where it is right`}>
          <TextInput amount inputMode="decimal" value={down} onChange={(event) => setDown(event.target.value)} />
        </Field>
      </div>
      {isScaled ? (
        <p className="danger small" role="status">
          The printer changes the size of the page. Print at 100 %, without fitting to the page.
        </p>
      ) : null}
      <Button
        size="sm"
        disabledReason={printer.trim() === '' ? 'Name the printer first.' : undefined}
        onClick={() => void keep()}
      >
        Keep for this printer
      </Button>
      {(offsets.data?.data ?? []).map(({ id, printer_name, x_mm, y_mm, measured_at }) => (
        <p key={id} className="text-2 small">
          {`${printer_name}: ${x_mm} mm across, ${y_mm} mm down, measured ${measured_at.slice(0, 10)}`}
        </p>
      ))}
    </section>
  );
}
