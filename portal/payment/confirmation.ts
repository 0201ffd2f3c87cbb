import type { ConfirmedPayment } from '../../contract/payments.ts';
import { isSettled } from './payment-screen.ts';

/** How long a student watches the overlay before the page says what it knows. */
const patienceMs = 30_000;
const pausesMs = [1_500, 1_500, 2_000, 3_000, 5_000];
/** So many lost answers in a row, and the page says that it cannot reach the service. */
const lostAnswersAllowed = 3;

export interface Waiting {
  ask: () => Promise<ConfirmedPayment>;
  /** Whether an error of `ask` is an answer ("no such payment") rather than a lost one. */
  isAnswer: (error: unknown) => boolean;
  sleep: (ms: number) => Promise<void>;
  nowMs: () => number;
}

/**
 * Asks until the payment is settled or patience ends, first quickly, then more slowly.
 *
 * @returns the last answer; its order may still be open
 * @throws the error of `ask` when it is an answer, or when no answer came several times in a row
 */
export async function waitUntilSettled({ ask, isAnswer, sleep, nowMs }: Waiting): Promise<ConfirmedPayment> {
  const endMs = nowMs() + patienceMs;
  let lost = 0;
  for (let round = 0; ; round++) {
    const pauseMs = pausesMs[Math.min(round, pausesMs.length - 1)] ?? patienceMs;
    const isLast = nowMs() + pauseMs > endMs;
    try {
      const answer = await ask();
      if (isLast || isSettled(answer.order.state)) return answer;
      lost = 0;
    } catch (error) {
      lost++;
      if (isLast || isAnswer(error) || lost >= lostAnswersAllowed) throw error;
    }
    await sleep(pauseMs);
  }
}
