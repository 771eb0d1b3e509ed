import type { PlacedBlock, PlacedMark } from '@talaan/contract/papers/paper-blocks';
import styles from './placed-part.module.css';

/** Points of type and of rules in mm, in which the area is drawn. */
const POINT = 25.4 / 72;
/** Of a shaded box, as the file has it. */
const SHADE = '#d9d9d9';

/** What stands at millimetres, in the font of the file and as wide as there. */
export function PlacedPart({ width, height, marks }: PlacedBlock) {
  return (
    <svg
      className={styles.placed}
      style={{ width: `${width}mm`, height: `${height}mm` }}
      viewBox={`0 0 ${width} ${height}`}
      data-placed
    >
      {marks.map((mark, at) => (
        // What is drawn on a paper never moves, so the position is the identity.
        // oxlint-disable-next-line react/no-array-index-key
        <Mark key={at} mark={mark} />
      ))}
    </svg>
  );
}

function Mark({ mark }: { mark: PlacedMark }) {
  if ('text' in mark) {
    const { text, x, y, size, width, bold } = mark;
    return (
      <text x={x} y={y} fontSize={size * POINT} fontWeight={bold ? 700 : 400} textLength={width}>
        {text}
      </text>
    );
  }
  if ('qr' in mark) {
    const { qr, x, y, edge } = mark;
    return <path transform={`translate(${x} ${y}) scale(${edge / qr.modules})`} d={qr.path} />;
  }
  const stroke = { fill: 'none', stroke: '#000', strokeWidth: mark.weight * POINT };
  if ('box' in mark) {
    const [x, y, width, height] = mark.box;
    return <rect x={x} y={y} width={width} height={height} {...stroke} {...(mark.shaded ? { fill: SHADE } : {})} />;
  }
  const [x1, y1, x2, y2] = mark.line;
  return <line x1={x1} y1={y1} x2={x2} y2={y2} {...stroke} />;
}
