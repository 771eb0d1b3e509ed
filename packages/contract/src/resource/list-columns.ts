import type { AnyResource, ListColumn } from './define-resource.ts';
import type { FieldShape } from './field.ts';

/** A list column as screens draw it; `width` in pixels, null where the column takes the room that is left. */
export interface ResolvedColumn {
  readonly field: string;
  readonly label: string;
  readonly width: number | null;
  readonly align: 'left' | 'right' | 'center';
  readonly line?: true;
}

/** Widths of ux §3. */
const WIDTH = {
  record_id: 88,
  code: 112,
  date: 96,
  amount: 136,
  status: 104,
  flag: 84,
  number: 88,
  person: 140,
} as const;

/** The columns of a resource's list, Record ID first (spec 1 §2), with label, width and alignment of the field's kind. */
export function listColumns(definition: AnyResource): ResolvedColumn[] {
  const recordId: ResolvedColumn = { field: 'id', label: 'Record ID', width: WIDTH.record_id, align: 'left' };
  return [recordId, ...definition.list.columns.map((column) => resolveColumn(definition, column))];
}

const FACT_COLUMNS: Record<string, { label: string; width: number }> = {
  input_by_name: { label: 'Input by', width: WIDTH.person },
  edit_by_name: { label: 'Edited by', width: WIDTH.person },
  input_date: { label: 'Input date', width: WIDTH.person },
  edit_date: { label: 'Edit date', width: WIDTH.person },
};

function resolveColumn(definition: AnyResource, column: string | ListColumn): ResolvedColumn {
  const settings: ListColumn = typeof column === 'string' ? { field: column } : column;
  const shape = definition.fields[settings.field];
  const fact = FACT_COLUMNS[settings.field];
  return {
    field: settings.field,
    label: settings.label ?? shape?.label ?? fact?.label ?? settings.field,
    width: settings.width ?? fact?.width ?? (shape ? widthOf(definition, settings.field, shape) : null),
    align: shape ? alignmentOf(shape) : 'left',
    ...(settings.line ? { line: true } : {}),
  };
}

function widthOf(definition: AnyResource, name: string, shape: FieldShape): number | null {
  if (name === definition.active) return WIDTH.status;
  switch (shape.kind) {
    case 'code':
      return WIDTH.code;
    case 'date':
      return WIDTH.date;
    case 'amount':
    case 'rate':
      return WIDTH.amount;
    case 'percent':
    case 'integer':
    case 'children':
      return WIDTH.number;
    case 'flag':
      return WIDTH.flag;
    case 'reference':
      return WIDTH.code;
    default:
      return null;
  }
}

function alignmentOf(shape: FieldShape): 'left' | 'right' | 'center' {
  switch (shape.kind) {
    case 'amount':
    case 'rate':
    case 'percent':
    case 'children':
      return 'right';
    case 'generated':
      return shape.type === 'integer' || shape.type === 'amount' ? 'right' : 'left';
    default:
      return 'left';
  }
}
