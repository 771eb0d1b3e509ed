import type { FieldShape } from '@talaan/contract/resource/field';

/** Whether a field takes the whole width of the form: long texts, lists, inner rows, groups. */
export function isWide(shape: FieldShape): boolean {
  if (shape.kind === 'children' || shape.kind === 'group' || shape.kind === 'references') return true;
  return 'long' in shape && shape.long === true;
}
