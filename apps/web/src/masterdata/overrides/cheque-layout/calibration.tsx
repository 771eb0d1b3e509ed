import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_OFFSET } from '@talaan/core/documents/cheque/cheque-layout';
import {
  listChequeOffsets,
  measureChequeOffset,
} from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { CROSSES } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { displayInstant } from '../../../page/display-instant.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showError, showSuccess } from '../../../ui/feedback/feedback.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { IconPrint } from '../../../ui/icons.tsx';
import { lastPrinter, rememberPrinter } from '../../../session/printer-name.ts';
import styles from './cheque-layout.module.css';

/** How far the crosses of the test sheet lie apart, in mm, and how much of it is no matter. */
const [[LEFT, TOP], [RIGHT], [, BOTTOM]] = CROSSES;
const APART = { across: RIGHT - LEFT, down: BOTTOM - TOP };
const NO_MATTER = 1;

interface CalibrationProps {
  layoutId: number;
  /** Its layout was changed and is not saved. */
  isChanged?: boolean;
}

/** Prints the test sheet of a stock and keeps where its first cross lies: each person's own, by printer. */
export function Calibration({ layoutId, isChanged = false }: CalibrationProps) {
  const { offsets, keep } = useOffsets(layoutId);
  const [printer, setPrinter] = useState(lastPrinter());
  const [measured, setMeasured] = useState<Measured>({ left: '', top: '', across: '', down: '' });
  const { left, top } = measured;
  const known = offsets.find(({ printer_name }) => printer_name === printer.trim());

  const open = (shows: 'crosses' | 'frames') =>
    window.open(`/preview-cheque-test/${encodePrintLink({ layout_id: layoutId, shows })}`, '_blank', 'noopener');
  return (
    <section className={styles.calibration} aria-label="Calibration">
      <h3>Calibration of your printer</h3>
      <ol className={styles.steps}>
        <li>
          <span className="strong">Print the test sheet</span>
          <p className="text-2 small">
            {`Three crosses, the first ${LEFT} mm from the left and ${TOP} mm from the top; on plain paper, where the cheque lies.`}
          </p>
          <div className={styles.acts}>
            <Button size="sm" icon={<IconPrint />} onClick={() => open('crosses')}>
              Print test sheet
            </Button>
          </div>
        </li>
        <li>
          <span className="strong">Measure where the crosses lie</span>
          <Measures printer={printer} onPrinter={setPrinter} measured={measured} onMeasure={setMeasured} />
        </li>
        <li>
          <span className="strong">Keep the result</span>
          <p className="text-2 small" role="status">
            {resultText(left, top)}
          </p>
          <div className={styles.acts}>
            <Button
              size="sm"
              disabledReason={whyNotKept(printer, left, top)}
              onClick={() => void keep(printer, measured)}
            >
              Keep for this printer
            </Button>
            <Button
              size="sm"
              icon={<IconPrint />}
              disabledReason={isChanged ? 'Save the layout first: the test cheque shows what is stored.' : undefined}
              onClick={() => open('frames')}
            >
              Print test cheque
            </Button>
          </div>
          <p className="text-2 small">
            {known === undefined
              ? 'The test cheque has the frames of the fields, as the layout has them.'
              : `The test cheque has the frames of the fields, moved by ${movedText(Number(known.x_mm), Number(known.y_mm))}.`}
          </p>
        </li>
      </ol>
      {offsets.map(({ id, printer_name, x_mm, y_mm, measured_at }) => (
        <p key={id} className="text-2 small">
          {`${printer_name}: ${movedText(Number(x_mm), Number(y_mm))}, measured ${displayInstant(measured_at)}`}
        </p>
      ))}
    </section>
  );
}

/** What was kept for a stock by the caller, of each printer, and the call that keeps what was measured. */
function useOffsets(layoutId: number) {
  const client = useQueryClient();
  const key = ['cheque-offsets', layoutId];
  const offsets = useQuery({
    queryKey: key,
    queryFn: () => callServer(listChequeOffsets, { query: { layout_id: layoutId } }),
  });

  async function keep(printer: string, { left, top }: Measured): Promise<void> {
    const body = { layout_id: layoutId, printer_name: printer, measured_left: left, measured_top: top };
    try {
      const { data } = await callServer(measureChequeOffset, { body });
      rememberPrinter(data.printer_name);
      showSuccess(`On ${data.printer_name} everything moves by ${movedText(Number(data.x_mm), Number(data.y_mm))}.`);
      await client.invalidateQueries({ queryKey: key });
    } catch (failure) {
      reportFailure(failure, showError);
    }
  }

  return { offsets: offsets.data?.data ?? [], keep };
}

/** What was measured on the test sheet, as typed, in mm. */
type Measured = Readonly<Record<'left' | 'top' | 'across' | 'down', string>>;

const MEASURES = [
  { name: 'left', label: 'First cross from the left, mm', right: LEFT },
  { name: 'top', label: 'First cross from the top, mm', right: TOP },
  { name: 'across', label: 'To the second cross, mm', right: APART.across },
  { name: 'down', label: 'To the third cross, mm', right: APART.down },
] as const;

interface MeasuresProps {
  printer: string;
  onPrinter: (name: string) => void;
  measured: Measured;
  onMeasure: (measured: Measured) => void;
}

/** The printer and where its crosses lie; one that changes the size of the page is told. */
function Measures({ printer, onPrinter, measured, onMeasure }: MeasuresProps) {
  const isScaled = isOff(measured.across, APART.across) || isOff(measured.down, APART.down);
  return (
    <>
      <div className={styles.measures}>
        <Field label="Printer" hint="As you call it">
          <TextInput
            value={printer}
            onChange={(event) => onPrinter(event.target.value)}
            onBlur={() => printer.trim() === '' || rememberPrinter(printer.trim())}
          />
        </Field>
        {MEASURES.map(({ name, label, right }) => (
          <Measure
            key={name}
            label={label}
            right={right}
            value={measured[name]}
            onChange={(value) => onMeasure({ ...measured, [name]: value })}
          />
        ))}
      </div>
      {isScaled ? (
        <p className="danger small" role="status">
          The printer changes the size of the page. Print at 100 %, without fitting to the page.
        </p>
      ) : null}
    </>
  );
}

interface MeasureProps {
  label: string;
  /** What is measured on a printer that misses nothing. */
  right: number;
  value: string;
  onChange: (value: string) => void;
}

function Measure({ label, right, value, onChange }: MeasureProps) {
  return (
    <Field label={label} hint={`${right} where it is right`}>
      <TextInput amount inputMode="decimal" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

const isOff = (typed: string, right: number) => typed.trim() !== '' && Math.abs(Number(typed) - right) > NO_MATTER;
const isMeasured = (typed: string) => typed.trim() !== '' && Number.isFinite(Number(typed));

/** '−1.5 mm across and +1.0 mm down'. */
function movedText(x: number, y: number): string {
  const signed = (mm: number) => `${mm < 0 ? '−' : '+'}${Math.abs(mm).toFixed(2)}`;
  return `${signed(x)} mm across and ${signed(y)} mm down`;
}

function resultText(left: string, top: string): string {
  if (!isMeasured(left) || !isMeasured(top)) return 'Enter where the first cross lies.';
  const [x, y] = [LEFT - Number(left), TOP - Number(top)];
  return Math.max(Math.abs(x), Math.abs(y)) > MOST_OFFSET
    ? `The first cross is more than ${MOST_OFFSET} mm off: print at 100 %, with the paper against its guide.`
    : `Moves everything by ${movedText(x, y)}.`;
}

function whyNotKept(printer: string, left: string, top: string): string | undefined {
  if (printer.trim() === '') return 'Name the printer first.';
  return isMeasured(left) && isMeasured(top) ? undefined : 'Enter where the first cross lies.';
}
