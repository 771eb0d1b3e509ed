import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import {
  CHEQUE_FIELDS,
  CODE_LINE,
  type ChequeFieldName,
  type ChequeLayout,
} from '@talaan/core/documents/cheque/cheque-layout';
import type { PlacedMark } from '@talaan/contract/papers/paper-blocks';
import { classNames } from '../../../ui/class-names.ts';
import styles from './cheque-layout.module.css';

const STEP = 0.5;
const LONG_STEP = 5;
const RULER = 8;
/** Room for the last number of a ruler. */
const EDGE = 4;
/** Type of a name where nothing is printed, in mm. */
const NAME = 2.6;
/** A point of type in mm. */
const POINT = 25.4 / 72;

/** A field is never smaller than what can be grabbed, in mm. */
const LEAST = 2;
/** Half the edge of a handle, in mm. */
const HANDLE = 1.2;

/** The corners of a field, by the edges that move with each. */
const CORNERS = [
  ['left', 'top'],
  ['right', 'top'],
  ['left', 'bottom'],
  ['right', 'bottom'],
] as const;
type Corner = (typeof CORNERS)[number];

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a field stands and how large it is, in mm. */
export type Placed = Pick<ChequeLayout['fields'][number], 'left' | 'top' | 'width' | 'height'>;

interface StockDrawingProps {
  layout: ChequeLayout;
  /** What is printed in each field, in the order of the layout; empty for a place to sign on. */
  marks: readonly (readonly PlacedMark[])[];
  /** Address of the picture of the stock; null for plain paper. */
  stock: string | null;
  /** Places in the list of the fields at which something is wrong. */
  faulty: ReadonlySet<number>;
  selected: number | null;
  onSelect: (index: number) => void;
  /** Whether what is dragged goes to the next half millimetre. */
  snaps: boolean;
  /** Moves or resizes the field at a place of the list; undefined where nothing may be changed. */
  onPlace: ((index: number, placed: Placed) => void) | undefined;
  /** The id of what says how fields are moved and resized. */
  describedBy: string;
}

type Distance = { readonly x: number; readonly y: number };
/** What the pointer drags, from where, as it was then. */
interface Held {
  readonly index: number;
  readonly corner: Corner | null;
  readonly from: Distance;
  readonly field: Placed;
}

/** The stock in true proportion between rulers in millimetres, with every field in its box. */
export function StockDrawing(props: StockDrawingProps) {
  const { layout, marks, stock, faulty, selected, onSelect, onPlace, describedBy } = props;
  const drawing = useRef<SVGSVGElement>(null);
  const hand = useHand(props, drawing);
  const { width, height } = layout;
  const chosen = selected === null ? undefined : layout.fields[selected];

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
      {stock === null ? null : (
        <image href={stock} width={width} height={height} preserveAspectRatio="xMinYMin meet" data-stock />
      )}
      <rect className={styles.codeLine} y={height - CODE_LINE} width={width} height={CODE_LINE} />
      {chosen === undefined ? null : (
        <path
          className={styles.guide}
          d={`M${(chosen.left + chosen.width || 0).toFixed(2)} 0V${height}M0 ${(chosen.top + chosen.height || 0).toFixed(2)}H${width}`}
        />
      )}
      {layout.fields.map((field, index) => (
        <DrawnField
          // A field has one row, but rows that are not saved yet may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          index={index}
          field={field}
          texts={marks[index] ?? []}
          isSelected={index === selected}
          isFaulty={faulty.has(index)}
          onSelect={() => onSelect(index)}
          hand={onPlace === undefined ? null : hand}
          describedBy={describedBy}
        />
      ))}
    </svg>
  );
}

/** The pointer and the arrow keys, which move and resize a field. */
function useHand({ layout, snaps, onPlace }: StockDrawingProps, drawing: RefObject<SVGSVGElement | null>) {
  const [held, setHeld] = useState<Held | null>(null);

  function pointOf(event: PointerEvent): { x: number; y: number } {
    const box = drawing.current!.getBoundingClientRect();
    const scale = (layout.width + RULER + EDGE) / box.width;
    return { x: (event.clientX - box.left) * scale - RULER, y: (event.clientY - box.top) * scale - RULER };
  }

  /** By a corner it is resized, anywhere else it is moved. */
  function grab(event: PointerEvent, index: number, corner: Corner | null): void {
    if (onPlace === undefined) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ index, corner, from: pointOf(event), field: layout.fields[index]! });
  }

  function drag(event: PointerEvent): void {
    if (held === null) return;
    event.stopPropagation();
    const { x, y } = pointOf(event);
    const by = { x: x - held.from.x, y: y - held.from.y };
    const { field, corner } = held;
    onPlace?.(held.index, corner === null ? moved(field, by, snaps) : resized(field, corner, by, snaps));
  }

  function step(event: KeyboardEvent, index: number): void {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || onPlace === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? LONG_STEP : STEP;
    const way = { x: arrow[0] * by, y: arrow[1] * by };
    const field = layout.fields[index]!;
    onPlace(index, event.ctrlKey ? resized(field, ['right', 'bottom'], way, snaps) : moved(field, way, snaps));
  }

  return { grab, drag, step, release: () => setHeld(null) };
}

/** In mm with two decimals or on the grid, and never above or left of the stock. */
const onGrid = (mm: number, snaps: boolean): number =>
  Math.max(0, snaps ? Math.round(mm / STEP) * STEP : Math.round(mm * 100) / 100);

function moved({ left, top, width: wide, height: high }: Placed, by: Distance, snaps: boolean): Placed {
  const to = (from: number, way: number) => (way === 0 ? from : onGrid(from + way, snaps));
  return { left: to(left, by.x), top: to(top, by.y), width: wide, height: high };
}

/** The edges of a corner follow it; the others stay where they are. */
function resized(
  { left, top, width: wide, height: high }: Placed,
  [across, down]: Corner,
  by: Distance,
  snaps: boolean,
): Placed {
  const side = (from: number, length: number, way: number, isFirst: boolean) => {
    const end = from + length;
    if (way === 0) return [from, length] as const;
    if (!isFirst) return [from, Math.max(LEAST, onGrid(end + way, snaps) - from)] as const;
    const start = Math.min(onGrid(from + way, snaps), end - LEAST);
    return [start, end - start] as const;
  };
  const [newLeft, newWidth] = side(left, wide, by.x, across === 'left');
  const [newTop, newHeight] = side(top, high, by.y, down === 'top');
  return { left: newLeft, top: newTop, width: newWidth, height: newHeight };
}

interface DrawnFieldProps {
  index: number;
  field: ChequeLayout['fields'][number];
  texts: readonly PlacedMark[];
  isSelected: boolean;
  isFaulty: boolean;
  onSelect: () => void;
  /** What moves it; null where nothing may be changed. */
  hand: ReturnType<typeof useHand> | null;
  describedBy: string;
}

/** A field in its box with what is printed in it, or its name; the chosen one has handles at its corners. */
function DrawnField({ index, field, texts, isSelected, isFaulty, onSelect, hand, describedBy }: DrawnFieldProps) {
  const { left, top, width: wide, height: high } = field;
  const name = CHEQUE_FIELDS[field.field as ChequeFieldName] ?? 'Field';
  return (
    <>
      <g
        className={classNames(
          styles.field,
          hand !== null && styles.movable,
          isSelected && styles.selected,
          isFaulty && styles.faulty,
        )}
        role={hand === null ? 'img' : 'button'}
        tabIndex={hand === null ? undefined : 0}
        aria-label={`${name}, ${left.toFixed(2)} mm from the left, ${top.toFixed(2)} mm from the top, ${wide.toFixed(2)} × ${high.toFixed(2)} mm`}
        aria-describedby={hand === null ? undefined : describedBy}
        onFocus={onSelect}
        onPointerDown={(event) => hand?.grab(event, index, null)}
        onPointerMove={hand?.drag}
        onPointerUp={hand?.release}
        onPointerCancel={hand?.release}
        onKeyDown={(event) => hand?.step(event, index)}
      >
        <rect x={left || 0} y={top || 0} width={Math.max(wide, 0) || 0} height={Math.max(high, 0) || 0} />
        {texts.length === 0 ? (
          <text className={styles.name} x={(left || 0) + 1} y={(top || 0) + (high || 0) / 2 + NAME / 3} fontSize={NAME}>
            {name}
          </text>
        ) : null}
        {hand !== null && isSelected
          ? CORNERS.map((corner) => (
              <rect
                key={corner.join(' ')}
                className={styles.handle}
                data-corner={corner.join(' ')}
                x={(corner[0] === 'left' ? left : left + wide) - HANDLE}
                y={(corner[1] === 'top' ? top : top + high) - HANDLE}
                width={2 * HANDLE}
                height={2 * HANDLE}
                onPointerDown={(event) => hand.grab(event, index, corner)}
                onPointerMove={hand.drag}
                onPointerUp={hand.release}
                onPointerCancel={hand.release}
              />
            ))
          : null}
      </g>
      {/* Over the field, not in it: the button is called by its field, not by the sample. */}
      <g className={styles.sample} aria-hidden="true">
        {texts.map((mark, at) => (
          // What is drawn stands in the order of its text.
          // oxlint-disable-next-line react/no-array-index-key
          <Text key={at} mark={mark} />
        ))}
      </g>
    </>
  );
}

function Text({ mark }: { mark: PlacedMark }) {
  if (!('text' in mark)) return null;
  const { text, x, y, size, width } = mark;
  // A letter is not made wider; a line is as wide as on paper.
  const fit =
    text.length === 1
      ? ({ x: x + width / 2, textAnchor: 'middle' } as const)
      : ({ x, textLength: width, lengthAdjust: 'spacingAndGlyphs' } as const);
  return (
    <text y={y} fontSize={size * POINT} {...fit}>
      {text}
    </text>
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
