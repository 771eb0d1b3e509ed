import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-rule.ts';

const about = ['mcruz', 'Maria Luisa', 'Dela Cruz', 'maria.cruz@sampol.example', 'SAMPOL PADALA SERVICES, INC.', null];

describe('a password', () => {
  it.each([
    ['its owner’s user id', 'Mcruz-and-more-1', 'mcruz'],
    ['a word of four letters', 'abcruz-4711', 'cruz'],
    ['a name in another case', 'xx-LUISA-yy-4711', 'luisa'],
    ['the name in the e-mail', 'o-maria-o-maria-o', 'maria'],
    ['a word of the company', 'padala padala padala', 'padala'],
    ['the name of the product', 'talaan-demo-2026', 'talaan'],
    ['a well-known one', 'MyPassword-2026!', 'password'],
  ])('that holds %s is refused and names it', (_, password, word) => {
    expect(passwordFault(password, about)).toBe(`Password is easy to guess: it contains "${word}".`);
  });

  it('of few different characters is refused', () => {
    expect(passwordFault('abababababab', about)).toBe('Password needs at least 5 different characters.');
  });

  it('may hold short words of its owner, and anything else', () => {
    expect(passwordFault('inc. correct horse battery', about)).toBeNull();
    expect(passwordFault('ñandú verde 42 libros', [])).toBeNull();
  });
});
