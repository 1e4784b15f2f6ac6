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
      let timer: NodeJS.Timeout | undefined;
      if (!woken) {
        await new Promise<void>((resolve) => {
          go = resolve;
          if (atMostMs !== null) timer = setTimeout(resolve, atMostMs).unref();
        });
      }
      clearTimeout(timer);
      woken = false;
    },
  };
}
