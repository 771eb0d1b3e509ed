import { conflict } from '../../platform/http/problem.ts';

/** Files that are worked on at the same time; others wait their turn. */
const IN_WORK = 2;

interface Waiting {
  readonly id: string;
  readonly user_id: number;
  readonly begin: () => void;
  readonly cancel: (error: Error) => void;
}

/** Lets files be worked on two at a time, one of each person; the others wait in the order in which they came. */
export class UploadQueue {
  #inWork = 0;
  readonly #people = new Set<number>();
  readonly #waiting: Waiting[] = [];

  /** Runs the work on a file when its turn comes. Throws 409 while another file of this person is worked on. */
  async run<Answer>(user_id: number, id: string, work: () => Promise<Answer>): Promise<Answer> {
    if (this.#people.has(user_id)) {
      throw conflict('upload_in_work', 'Another file of yours is still in work. Wait until it is done, or cancel it.');
    }
    this.#people.add(user_id);
    try {
      if (this.#inWork >= IN_WORK) {
        await new Promise<void>((begin, cancel) => {
          this.#waiting.push({ id, user_id, begin, cancel });
        });
      } else this.#inWork += 1;
      try {
        return await work();
      } finally {
        // Whoever is next takes the place over.
        const next = this.#waiting.shift();
        if (next) next.begin();
        else this.#inWork -= 1;
      }
    } finally {
      this.#people.delete(user_id);
    }
  }

  /** How many files are before one of a person that waits, itself counted; 0 for one that does not wait. */
  placeOf(user_id: number, id: string): number {
    return this.#waiting.findIndex((one) => one.id === id && one.user_id === user_id) + 1;
  }

  /** Takes a file of a person out that waits; false where it does not wait. */
  cancel(user_id: number, id: string): boolean {
    const place = this.placeOf(user_id, id) - 1;
    if (place < 0) return false;
    const [waiting] = this.#waiting.splice(place, 1);
    waiting!.cancel(conflict('upload_cancelled', 'This upload was cancelled. Nothing of it is stored.'));
    return true;
  }
}
