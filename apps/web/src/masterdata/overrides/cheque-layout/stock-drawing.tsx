import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import {
  CHEQUE_FIELDS,
  CODE_LINE,
  type ChequeFieldName,
  type ChequeLayout,
} from '@talaan/core/documents/cheque/cheque-layout';
import styles from './cheque-layout.module.css';

export interface PlacedField {
  readonly field: string;
  readonly left_mm: string;
  readonly top_mm: string;
  readonly field_width: string;
  readonly field_height: string;
}

/** What stands in a field while one looks at it. */
const SAMPLES: Readonly<Record<string, string>> = {
  document_no: '0000418',
  date: '05212025',
  payee: 'NAME OF THE PAYEE',
  figures: '55,000.00',
  words: 'FIFTY FIVE THOUSAND PESOS ONLY',
};

const STEP = 0.5;
const LONG_STEP = 5;
const RULER = 8;
/** Room for the last number of a ruler. */
const EDGE = 4;
/** Type of a sample, in mm. */
const TYPE = 3.4;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const snapped = (mm: number): number => Math.max(0, Math.round(mm / STEP) * STEP);

interface StockDrawingProps {
  layout: ChequeLayout;
  fields: readonly PlacedField[];
  /** Moves the field at a place of the list, in mm; undefined where nothing may be changed. */
  onPlace: ((index: number, left: number, top: number) => void) | undefined;
}

/** The stock in true proportion between rulers in millimetres, with every field in its box. */
export function StockDrawing({ layout, fields, onPlace }: StockDrawingProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const [held, setHeld] = useState<{ index: number; x: number; y: number } | null>(null);
  const { width, height } = layout;

  function pointOf(event: PointerEvent): { x: number; y: number } {
    const box = drawing.current!.getBoundingClientRect();
    const scale = (width + RULER + EDGE) / box.width;
    return { x: (event.clientX - box.left) * scale - RULER, y: (event.clientY - box.top) * scale - RULER };
  }

  function grab(event: PointerEvent, index: number): void {
    if (onPlace === undefined) return;
    const { left, top } = layout.fields[index]!;
    const { x, y } = pointOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ index, x: x - left, y: y - top });
  }

  function drag(event: PointerEvent): void {
    if (held === null) return;
    const { x, y } = pointOf(event);
    onPlace?.(held.index, snapped(x - held.x), snapped(y - held.y));
  }

  function step(event: KeyboardEvent, index: number): void {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || onPlace === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? LONG_STEP : STEP;
    const { left, top } = layout.fields[index]!;
    onPlace(index, snapped(left + arrow[0] * by), snapped(top + arrow[1] * by));
  }

  return (
    <svg
      ref={drawing}
      className={styles.drawing}
      viewBox={`${-RULER} ${-RULER} ${width + RULER + EDGE} ${height + RULER + EDGE}`}
      role="group"
      aria-label={`Stock of ${width} × ${height} mm`}
    >
      <Ruler length={width} across />
      <Ruler length={height} />
      <rect className={styles.paper} width={width} height={height} />
      <rect className={styles.codeLine} y={height - CODE_LINE} width={width} height={CODE_LINE} />
      {layout.fields.map(({ field, left, top, width: wide, height: high }, index) => {
        const name = CHEQUE_FIELDS[field as ChequeFieldName] ?? 'Field';
        const movable = onPlace !== undefined;
        return (
          <g
            // Fields are told apart by their place in the list: two may have one name until they are saved.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={movable ? `${styles.field} ${styles.movable}` : styles.field}
            transform={`translate(${left || 0} ${top || 0})`}
            role={movable ? 'button' : undefined}
            tabIndex={movable ? 0 : undefined}
            aria-label={`${name}, ${fields[index]?.left_mm} mm from the left, ${fields[index]?.top_mm} mm from the top`}
            onPointerDown={(event) => grab(event, index)}
            onPointerMove={drag}
            onPointerUp={() => setHeld(null)}
            onKeyDown={(event) => step(event, index)}
          >
            <rect width={wide || 0} height={high || 0} />
            <text x={1} y={(high || 0) / 2 + TYPE / 3} fontSize={TYPE}>
              {SAMPLES[field] ?? name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** A mark for every ten millimetres, a number for every twenty. */
function Ruler({ length, across = false }: { length: number; across?: boolean }) {
  const marks = Array.from({ length: Math.floor(length / 10) + 1 }, (_, at) => at * 10);
  return (
    <g className={styles.ruler} aria-hidden="true">
      {marks.map((mm) => (
        <g key={mm} transform={across ? `translate(${mm} ${-RULER})` : `translate(${-RULER} ${mm})`}>
          <line x1={across ? 0 : 5} y1={across ? 5 : 0} x2={across ? 0 : RULER} y2={across ? RULER : 0} />
          {mm % 20 === 0 ? (
            <text x={across ? 0.8 : 0} y={across ? 3.4 : 3.2} fontSize={3}>
              {mm}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}
