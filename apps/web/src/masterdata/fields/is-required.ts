import type { FieldShape } from '@talaan/contract/resource/field';

/** Whether nothing else fills the field when it is left empty. */
export function isRequired(shape: FieldShape): boolean {
  return !shape.optional && !('default' in shape && shape.default !== undefined);
}

/** Whether a form shows the asterisk at the field, or in its rows or parts. */
export function showsRequired(shape: FieldShape): boolean {
  switch (shape.kind) {
    case 'children':
    case 'group':
      return Object.values(shape.fields).some(showsRequired);
    case 'references':
      return false;
    default:
      return isRequired(shape);
  }
}
