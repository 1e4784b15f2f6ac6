/** Lets one loop wait until it is woken; a wake before the wait counts too. */
export function createWakeup() {
  let woken = false;
  let go = () => {};
  return {
    wake() {
      woken = true;
      go();
    },
    async next(atMostMs: number | null): Promise<void> {
      if (!woken) {
        await new Promise<void>((resolve) => {
          go = resolve;
          if (atMostMs !== null) setTimeout(resolve, atMostMs).unref();
        });
      }
      woken = false;
    },
  };
}
