import { expect, it } from 'vitest';
import { createCaptcha } from './captcha.ts';

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

function answerTo(question: string): string {
  const [one, other] = [...question.matchAll(/(\w+)(?= plus|\?)/g)].map(([word]) => WORDS.indexOf(word) + 1);
  return String(one! + other!);
}

it('takes the right answer once, and a wrong one uses the question up', () => {
  const captcha = createCaptcha(() => 0);
  const first = captcha.ask();
  expect(captcha.check(first.id, ` ${answerTo(first.question)} `)).toBe(true);
  expect(captcha.check(first.id, answerTo(first.question))).toBe(false);
  const second = captcha.ask();
  expect(captcha.check(second.id, '99')).toBe(false);
  expect(captcha.check(second.id, answerTo(second.question))).toBe(false);
  expect(captcha.check('unknown', '5')).toBe(false);
});

it('forgets a question after five minutes', () => {
  let time = 0;
  const captcha = createCaptcha(() => time);
  const { id, question } = captcha.ask();
  time = 5 * 60_000 + 1;
  expect(captcha.check(id, answerTo(question))).toBe(false);
});
