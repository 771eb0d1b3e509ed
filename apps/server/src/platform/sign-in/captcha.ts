import { randomInt, randomUUID } from 'node:crypto';

/** A question that a person answers in a moment, also by ear. */
export interface CaptchaQuestion {
  id: string;
  question: string;
}

export interface Captcha {
  /** Asks a new question; it may be answered once, within 5 minutes. */
  ask(): CaptchaQuestion;
  /** Whether the answer is right; the question is used up either way. */
  check(id: string, answer: string): boolean;
}

const LIFETIME_MS = 5 * 60_000;
/** Open questions at once; beyond it the oldest is forgotten, so that nobody fills the memory by asking. */
const MOST_OPEN = 10_000;
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Questions kept in memory. `now` answers milliseconds of a clock. */
export function createCaptcha(now: () => number): Captcha {
  const open = new Map<string, { answer: string; until: number }>();
  return {
    ask() {
      const oldest = open.size >= MOST_OPEN ? open.keys().next().value : undefined;
      if (oldest !== undefined) open.delete(oldest);
      const [one, other] = [randomInt(1, WORDS.length + 1), randomInt(1, WORDS.length + 1)];
      const id = randomUUID();
      open.set(id, { answer: String(one + other), until: now() + LIFETIME_MS });
      return { id, question: `How much is ${WORDS[one - 1]} plus ${WORDS[other - 1]}? Answer in figures.` };
    },
    check(id, answer) {
      const asked = open.get(id);
      open.delete(id);
      return asked !== undefined && asked.until >= now() && asked.answer === answer.trim();
    },
  };
}
