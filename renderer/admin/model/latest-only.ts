/**
 * Serial requests; only the latest waiting one is sent.
 *
 * Requests made while another one is pending wait; only the latest of them is sent.
 */
export interface LatestRequest<Wish> {
  ask(wish: Wish): void;
  /** Stops sending and reporting. */
  end(): void;
}

export function latestRequest<Wish, Answer>(
  send: (wish: Wish) => Promise<Answer>,
  tell: (answer: Answer, wish: Wish) => void,
): LatestRequest<Wish> {
  let waiting: { readonly wish: Wish } | null = null;
  let isBusy = false;
  let isOver = false;

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting !== null && !isOver) {
      const { wish } = waiting;
      waiting = null;
      const answer = await send(wish);
      if (!isOver) tell(answer, wish);
    }
    isBusy = false;
  }

  return {
    ask(wish) {
      waiting = { wish };
      if (!isBusy) void work();
    },
    end() {
      isOver = true;
    },
  };
}
