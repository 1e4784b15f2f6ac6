// A log that is read in pages, each from the cursor after the one before.
import type { Answer } from '../http/answer.js';
import type { Bookmark, Item, SourceKind } from './source.js';

export type PageBookmark = Bookmark & {
  /** When its read started and ended, by the monotonic clock. */
  began: number;
  ended: number;
};

/** What an answer contains; `position` is the cursor of the next page. */
export type PageContent = Pick<Bookmark, 'position' | 'more'> & { answer: Answer; isEmpty: boolean };

export type Page = PageBookmark & Item & PageContent;

export const PAGES: SourceKind<PageBookmark, Page> = {
  bookmarkOf: ({ position, heard, more, began, ended }) => ({ position, heard, more, began, ended }),
  /**
   * A page whose read started after another one was read shows everything that the other shows, so at worst the
   * follower gets twice what was not yet notified when it read.
   */
  leadsTo: (from, at) => at.began >= from.ended,
  gatherMs: 100,
  restMs: () => 0,
  pollMs: 1_000,
};

/** Notes what each answer contains and when it was read, because it may be remembered. */
export function createPageReader<Result, Content extends PageContent>(heard: () => number) {
  const contents = new WeakMap<Answer, Content & Pick<PageBookmark, 'began' | 'ended'>>();
  return async (
    from: Bookmark | null,
    ask: (toAnswer: (result: Result) => Answer) => Promise<Answer>,
    contentOf: (result: Result) => Content,
  ): Promise<Page & Content> => {
    const heardBefore = heard();
    const began = performance.now();
    const answer = await ask((result) => {
      const content = contentOf(result);
      contents.set(content.answer, { ...content, began, ended: performance.now() });
      return content.answer;
    });
    const content = contents.get(answer);
    if (!content) throw new Error('The answer is not a page');
    // A client is told when it has caught up, even if the last page is empty.
    const isNews = !content.isEmpty || from === null || (from.more && !content.more);
    return { ...content, heard: heardBefore, isNews };
  };
}
