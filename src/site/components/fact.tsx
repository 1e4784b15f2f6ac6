import type { ComponentChildren } from 'preact';

type FactProps = { name: string; class?: string; children: ComponentChildren };

/** An entry in the list of facts on a page. */
export function Fact({ name, children, ...rest }: FactProps) {
  return (
    <div {...rest}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
