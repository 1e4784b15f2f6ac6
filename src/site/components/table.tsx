// Tables scroll within themselves when there is no room for all of their columns.
import type { ComponentChildren } from 'preact';

type TableProps = { caption: ComponentChildren; label: string; class?: string; children: ComponentChildren };

export function Table({ caption, label, class: look = '', children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table class={look}>
        <caption>{caption}</caption>
        {children}
      </table>
    </section>
  );
}
